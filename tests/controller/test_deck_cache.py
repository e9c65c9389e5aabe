"""The cache of the deck file is kept, and is valid for that very file and that program alone."""

import pytest

from cardtable.controller.input import deck
from firmware_table import Table
from tablehost.firmware import boards
from tablehost.virtual.pack import write_deck


@pytest.fixture
def read(monkeypatch):
    """Every time the deck file is read line by line."""
    times = []
    load = deck.load
    monkeypatch.setattr(deck, "load", lambda deck, *given: (times.append(deck.pack), load(deck, *given)))
    return times


RUNS, OTHER = ("0123456789abcdef", (), None), ("fedcba9876543210", (), None)


def test_it_is_read_once(tmp_path, read):
    rows = Table(tmp_path, program=RUNS).loop.pad_cards.deck.rows
    again = Table(tmp_path, program=RUNS).loop.pad_cards.deck
    assert read == [None] and again.rows == rows and len(again) > 100


def test_another_file_is_read_again(tmp_path, read):
    before = len(Table(tmp_path, program=RUNS).loop.pad_cards.deck)
    lines = (tmp_path / "deck.txt").read_text().splitlines(keepends=True)
    (tmp_path / "deck.txt").write_text("".join(lines[1:]))
    assert len(Table(tmp_path, program=RUNS).loop.pad_cards.deck) == before - 1 and len(read) == 2


@pytest.mark.parametrize("cut", [1, -1, -40])
def test_a_torn_file_is_not_taken(tmp_path, read, cut):
    rows = Table(tmp_path, program=RUNS).loop.pad_cards.deck.rows
    kept = tmp_path / "deck.txt.rows"
    kept.write_bytes(kept.read_bytes()[:cut])
    assert Table(tmp_path, program=RUNS).loop.pad_cards.deck.rows == rows and len(read) == 2
    assert Table(tmp_path, program=RUNS).loop.pad_cards.deck.rows == rows and len(read) == 2


def test_another_program_reads_it_again(tmp_path, read):
    Table(tmp_path, program=RUNS)
    Table(tmp_path, program=OTHER)
    assert len(read) == 2


def test_a_wrong_file_is_reported_at_every_start(tmp_path):
    write_deck(tmp_path / "deck.txt")
    (tmp_path / "deck.txt").write_text("04A224B1C65E80 KD and more\n")
    for _ in range(2):
        loop = Table(tmp_path, program=RUNS).loop
        assert [row[0] for row in loop.faults.now] == ["deck"] and not len(loop.pad_cards.deck)


def test_without_a_known_program_nothing_is_kept(tmp_path, read):
    for times in (1, 2):
        assert len(Table(tmp_path).loop.pad_cards.deck) > 100 and len(read) == times


def test_where_it_cannot_be_kept_it_is_read_again(tmp_path, read):
    (tmp_path / "deck.txt.rows").mkdir()
    for times in (1, 2):
        assert len(Table(tmp_path, program=RUNS).loop.pad_cards.deck) > 100 and len(read) == times


def test_readers_are_set_to_the_sort_of_tags(tmp_path, read):
    board = boards.load("pico_6pads+pn5180")
    asked = [
        {one._tags for one in Table(tmp_path, board=board, program=RUNS).parts.readers} for _ in range(2)
    ]
    assert asked == [{"iso15693"}] * 2 and len(read) == 1
