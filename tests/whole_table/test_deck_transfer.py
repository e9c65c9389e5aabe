"""The deck file put on a table by a computer: in pieces, whole or not at all, and not during a match."""

from zlib import crc32

import pytest

from firmware_table import Host, Table
from tablehost.firmware import boards
from tablehost.virtual.pack import uid

LINES = ["tags iso14443a", "deck friday standard54", "04A224B1C65E80 KD", "04A224B1C65E81 5S"]


@pytest.fixture
def at_table(table):
    return table, connected(table)


def connected(table):
    host = Host(table)
    host.run(1)
    assert host.heard("hi")
    return host


def ask(host, *words):
    """(accepted, its answer)."""
    number = host.end.do(*words)
    for _ in range(40):
        host.table.run(25_000)
        host.turn()
        for event in host.heard("res"):
            if event[1] == number:
                return event[2], event[3]
    raise AssertionError(words)


def put(host, lines, crc=None):
    """All the pieces of a file; the last answer."""
    assert ask(host, "deck", "begin")[0]
    for line in lines:
        if len(line) > 20:
            assert ask(host, "part", line[:20])[0]
            line = line[20:]
        assert ask(host, "line", line)[0]
    whole = "".join(line + "\n" for line in lines).encode()
    return ask(host, "deck", "end", len(lines), crc32(whole) if crc is None else crc)


def test_a_deck_comes_in_pieces_and_counts_at_once(at_table):
    table, host = at_table
    assert put(host, LINES) == (True, ["ok", 2])
    assert (table.root / "deck.txt").read_text().splitlines() == LINES
    assert table.loop.pad_cards.deck.card(bytes.fromhex("04A224B1C65E81")) == 5
    assert ask(host, "deck", "read", 0) == (True, ["ok", [-1, *LINES]])
    note = table.loop.journal.get(table.loop.journal.hi())[4:]
    assert note[:3] == ["note", "deck", 2]
    table.power_cut()
    assert len(table.loop.pad_cards.deck) == 2 and table.loop.faults.now == []


def test_a_long_file_is_read_in_pieces(at_table):
    table, host = at_table
    (table.root / "deck.txt").write_text(
        "# mine\n\n" + "".join(f"04A224B1C65E{n:02X} {n}S\n" for n in range(2, 11))
    )
    next_one, *lines = ask(host, "deck", "read", 0)[1][1]
    assert (len(lines), lines[0]) == (8, "04A224B1C65E02 2S")
    assert ask(host, "deck", "read", next_one)[1][1] == [-1, "04A224B1C65E0A 10S"]


@pytest.mark.parametrize(
    ("lines", "crc", "code", "says"),
    [
        (LINES, 1, "not-whole", None),
        ([*LINES, "04A224B1C65E81 6S"], None, "deck", "line 5: tag 04A224B1C65E81 is already 5S; remove one"),
        (["tags iso15693"], None, "deck", "line 1: this table needs iso14443a tags, not iso15693"),
    ],
)
def test_a_wrong_value_changes_nothing(at_table, lines, crc, code, says):
    table, host = at_table
    before = (table.root / "deck.txt").read_bytes()
    accepted, answer = put(host, lines, crc)
    assert not accepted and answer[0] == code and (says is None or answer[1] == says)
    assert (table.root / "deck.txt").read_bytes() == before
    assert not (table.root / "deck.txt.new").exists()
    assert table.loop.pad_cards.deck.card(uid(5)) == 5
    assert ask(host, "line", "04A224B1C65E81 6S") == (False, ["not-begun", "line"])


def test_a_power_cut_in_the_middle_leaves_the_old_one(at_table):
    table, host = at_table
    before = (table.root / "deck.txt").read_bytes()
    assert ask(host, "deck", "begin")[0] and ask(host, "line", LINES[0])[0]
    table.power_cut()
    assert (table.root / "deck.txt").read_bytes() == before and table.loop.faults.now == []
    assert put(connected(table), LINES)[0]


def test_not_during_a_match(table):
    table.begin(3)
    host = connected(table)
    assert ask(host, "deck", "begin") == (False, ["match", None])
    assert ask(host, "deck", "read", 0)[0]


def test_a_table_without_a_deck_is_cured(tmp_path):
    table = Table(tmp_path)
    (tmp_path / "deck.txt").unlink()
    table.switch_on()
    host = connected(table)
    assert [fault[0] for fault in table.loop.faults.now] == ["no-deck"]
    assert ask(host, "deck", "read", 0) == (True, ["ok", [-1]])
    assert put(host, LINES)[0] and table.loop.faults.now == []


def test_readers_of_two_sorts_are_reported(tmp_path):
    table = Table(tmp_path, board=boards.load("pico_6pads+pn5180"))
    host = connected(table)
    assert put(host, LINES)[0]
    assert [reader._tags for reader in table.parts.readers] == ["iso14443a"] * 7


def test_the_first_of_two_packs_plays_alone(table):
    """A deck enrolled for two packs serves a match with one: lay_out has it by the match's names."""
    (table.root / "deck.txt").write_text("04A224B1C65E80 KD#1\n04A224B1C65E81 KD#2\n")
    table.switch_on()
    table.begin(3)
    assert table.loop.pad_cards.deck.card(bytes.fromhex("04A224B1C65E80")) == 45
