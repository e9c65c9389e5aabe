"""The deck file that a computer puts on the table, piece by piece, on both interpreters."""

import os
from binascii import crc32

from cardtable.controller.faults import Faults
from cardtable.controller.input import deck_transfer
from cardtable.controller.input.deck import Deck
from cardtable.controller.input.pad_cards import PadCards
from cardtable.engine import cards

LINES = ["tags iso14443a", "deck friday standard54", "04A224B1C65E80 KD", "04A224B1C65E81 10S"]


class Idle:
    """Parts, session and journal of a table at which nothing is played."""

    broken = False
    tight = 0
    tags = ("iso14443a",)

    def __init__(self, root):
        self.root = root
        self.notes = []

    def is_on(self):
        return False

    def collect(self):
        pass

    def append(self, us, record):
        self.notes.append(record)


class Loop:
    """As much of a table as the deck file needs."""

    bug = None
    dialogue = None

    def __init__(self):
        root = "/tmp/cardtable-" + "".join(["%02x" % byte for byte in os.urandom(8)]) + "/"
        os.mkdir(root[:-1])
        self.parts = self.play = self.journal = Idle(root)
        self.pad_cards = PadCards(None, None, Deck())
        self.faults = Faults()

    def is_looking(self):
        return False

    def now_us(self):
        return 0


def put(loop, lines):
    deck_transfer.carry_out(loop, "deck", ["begin"])
    for line in lines:
        assert deck_transfer.carry_out(loop, "part", [line[:9]]) == (None, "part")
        assert deck_transfer.carry_out(loop, "line", [line[9:]]) == (None, "line")
    told = "".join([line + "\n" for line in lines]).encode()
    return deck_transfer.carry_out(loop, "deck", ["end", len(lines), crc32(told)])


def test_a_deck_comes_in_pieces():
    loop = Loop()
    loop.faults.set("no-deck")
    assert deck_transfer.carry_out(loop, "deck", ["read", 0]) == (None, [-1])
    assert put(loop, LINES) == (None, 2)
    assert loop.pad_cards.deck.card(b"\x04\xa2\x24\xb1\xc6\x5e\x81") == cards.parse("10S")
    assert deck_transfer.carry_out(loop, "deck", ["read", 0]) == (None, [-1] + LINES)
    assert loop.faults.now == [] and loop.journal.notes[0][:3] == ["note", "deck", 2]
    assert os.listdir(loop.parts.root) == ["deck.txt"]


def test_a_bad_one_changes_nothing():
    loop = Loop()
    put(loop, LINES)
    code, detail = put(loop, LINES + ["04A224B1C65E81 9S"])
    assert (code, detail) == ("deck", "line 5: tag 04A224B1C65E81 is already 10S; remove one")
    assert put(loop, []) == (None, 0), "an empty one is a deck, too"
    put(loop, LINES)
    assert deck_transfer.carry_out(loop, "deck", ["begin"]) == (None, "begin")
    assert deck_transfer.carry_out(loop, "deck", ["end", 4, 1])[0] == "not-whole"
    assert deck_transfer.carry_out(loop, "line", ["x"]) == ("not-begun", "line")
    assert deck_transfer.carry_out(loop, "deck", ["hop"])[0] == "not-begun"
    assert len(loop.pad_cards.deck) == 2 and os.listdir(loop.parts.root) == ["deck.txt"]
