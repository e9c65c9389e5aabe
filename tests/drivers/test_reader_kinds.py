"""Every kind of reader on every board, and a day of Democracy played through each."""

import pytest

from cardtable.drivers.reader import IDENTIFY, NONE, PENDING
from cardtable.drivers.reader_kinds import KINDS
from firmware_table import Table
from tablehost.errors import Trouble
from tablehost.firmware import boards
from tablehost.firmware.firmware_files import boards as all_boards
from tablehost.link import discovery
from tablehost.virtual.pack import EVERY_CARD, tag, tags_for, write_deck
from virtual_pico import powered

MIDDLE = 2
NEW = sorted(set(KINDS) - {"mfrc522"})  # every other test is about those


def look(fake, pad):
    reader = fake.parts.readers[pad]
    reader.begin(IDENTIFY)
    for _ in range(200):
        fake.clock.advance(250)
        result = reader.collect()
        if result != PENDING:
            return result
    raise AssertionError("the step never ends")


@pytest.mark.parametrize("kind", NEW)
@pytest.mark.parametrize("name", all_boards())
def test_every_reader_has_its_own_field(name, kind):
    fake = powered(boards.load(f"{name}+{kind}"))
    sort = tags_for(fake.board)
    for reader in fake.parts.readers:
        if len(fake.parts.tags) > 1:
            reader.read(sort)
    for pad, field in enumerate(fake.pads):
        assert look(fake, pad) == NONE
        one = tag(EVERY_CARD[pad], None, sort)
        field.tags.append(one)
        assert look(fake, pad) == one.uid


def test_a_kind_that_is_none():
    with pytest.raises(LookupError, match="no reader 'pn533'; there are: mfrc522, pn5180, pn532"):
        boards.load("pico_6pads+pn533")


def test_the_virtual_table_with_other_readers_is_a_table_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    own = discovery.board_for(4)
    assert discovery.board_for(4, reader="mfrc522") == own
    assert discovery.board_for(4, reader="pn5180") == f"{own}+pn5180"
    with pytest.raises(Trouble, match="there are: mfrc522, pn5180, pn532"):
        discovery.board_for(4, reader="pn533")


@pytest.fixture(scope="module", params=NEW)
def table(request, tmp_path_factory):
    """Two seats and the middle: fewer readers to wait for."""
    board = boards.load(f"pico_6pads+{request.param}")
    board.SEAT_PADS, board.LIGHT_COUNT, board.READERS = 2, 9, board.READERS[:3]
    return Table(tmp_path_factory.mktemp("table"), board=board)


def test_a_day_of_democracy(table):
    """Eight tricks, with a power cut on the way."""
    table.begin(2)
    for suit in "SHDC":
        for pool, plays in (("3", "54"), ("A", "KQ")):
            dealer = table.loop.play.referee.match.dealer
            table.trick(pool + suit, [rank + suit for rank in plays], dealer=dealer)
            table.clear()
        if suit == "H":
            table.power_cut()
    assert "Day 2, trick 1 of 8" in table.says
    assert table.loop.faults.now == []


def test_two_cards_on_a_pad_are_reported(table):
    table.lay(MIDDLE, "5S", 0)
    table.lay(MIDDLE, "6S", 2_000_000)
    assert table.loop.pads.seen[MIDDLE] == 1  # several
    table.clear()
    assert table.loop.pads.seen == [None] * 3


def test_a_reader_that_fails_is_said_and_comes_back(table):
    chip = table.machine.chips[MIDDLE]
    chip.dead = 0
    table.run(1_200_000)
    assert ("dead-bus", MIDDLE, "") in table.loop.faults.now
    chip.dead = None
    chip.brown_out()
    table.run(2_500_000)
    assert table.loop.faults.now == []


def test_a_deck_that_the_board_cannot_read(tmp_path):
    write_deck(tmp_path / "deck.txt", tags="iso15693")
    table = Table(tmp_path)
    table.power_cut()
    said = "The deck file cannot be used: line 1: this table needs iso14443a tags, not iso15693"
    assert said in table.says
