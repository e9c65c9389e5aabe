"""The card of a tag, by the deck file, and the messages about a file that is wrong."""

from card_lists import parse_list
from cardtable.controller.input import deck as deck_file
from cardtable.controller.input import deck as decks
from cardtable.controller.input.deck import Deck, DeckError
from cardtable.engine import cards


def test_deck():
    deck = Deck()
    deck_file.load(deck, ["# two cards and an old tag\n", "\n", "04A224B1C65E80 KD#2\n", "04a224b1 5s\n"])
    assert len(deck) == 2
    assert deck.card(b"\x04\xa2\x24\xb1") == cards.parse("5S")
    assert deck.card(b"\x04\xa2\x24\xb1\xc6\x5e\x80") == cards.parse("KD#2")
    assert deck.card(b"\x04\xa2\x24\xb2") == cards.FOREIGN
    assert deck.missing([5, 6]) == [6]


def test_deck_says_which_line_is_wrong():
    good = "04A224B1 5S"
    cases = (
        ([good, "04A224B1 6S"], "line 2", "5S"),
        ([good, "04A224B2 5S"], "line 2", "line 1"),
        ([good, "", "04A2 6S"], "line 3", "bytes"),
        ([good, "04A224B2 6Z"], "line 2", "6Z"),
        ([good, "04A224BX 6S"], "line 2", ""),
        (["04A224B1"], "line 1", "UID"),
    )
    for lines, where, what in cases:
        deck = Deck()
        try:
            deck_file.load(deck, lines)
        except DeckError as error:
            assert where in str(error) and what in str(error), str(error)
        else:
            raise AssertionError(lines)
        assert len(deck) == 0


class Reading:
    """Parts with one reader, that can read these sorts of tags."""

    def __init__(self, *tags):
        self.tags = tags
        self.readers = [self]
        self.told = None

    def read(self, tags):
        self.told = tags


def test_the_first_of_two_packs_is_also_the_only_one():
    def names():
        return [cards.text(deck.card(bytes((4, 0, 0, at)))) for at in range(4)]

    deck = Deck()
    deck_file.load(
        deck, ["deck friday expanded", "04000000 KD", "04000001 KD#2", "04000002 5S", "04000003 X1"]
    )
    two = parse_list("KD#1 KD#2 5S X1")
    decks.fit(deck, two)
    assert names() == ["KD#1", "KD#2", "5S", "X1"] and not deck.missing(two)
    one = parse_list("KD 5S X1")
    decks.fit(deck, one)
    assert names() == ["KD", "KD#2", "5S", "X1"] and not deck.missing(one)
    decks.fit(deck, parse_list("KS#1"))
    assert names() == ["KD", "KD#2", "5S", "X1"], "no card serves for one of another name"


def test_a_deck_with_all_names_keeps_them():
    deck = Deck()
    deck_file.load(deck, ["04000000 KD", "04000001 KD#1", "04000002 KD#2"])
    decks.fit(deck, parse_list("KD"))
    decks.fit(deck, parse_list("KD#1 KD#2"))
    assert deck.card(b"\x04\0\0\0") == cards.parse("KD")
    assert deck.card(b"\x04\0\0\1") == cards.parse("KD#1")


def test_deck_of_other_tags():
    deck = Deck()
    parts = Reading("iso14443a", "iso15693")
    deck_file.load(deck, ["# ICODE\n", "tags iso15693\n", "E004015012345678 5S"], parts)
    assert deck.card(b"\xe0\x04\x01\x50\x12\x34\x56\x78") == cards.parse("5S")
    assert parts.told == "iso15693"
    deck_file.load(deck, ["04A224B1 5S"], parts)
    assert parts.told == "iso14443a", "a file that says nothing, as all did once"
    deck_file.load(deck, ["tags iso14443a", "04A224B1 5S"], Reading("iso14443a"))
    assert len(deck) == 1


def test_deck_that_the_readers_cannot_read():
    cases = (
        (["tags iso15693", "E004015012345678 5S"], "this table needs iso14443a tags, not iso15693"),
        (["tags iso15639"], "not iso15639"),
        (["E004015012345678 5S"], "4, 7 or 10 bytes, not 8. Is a line before it missing"),
        (["04A224B1 5S", "tags iso14443a"], "before the first card"),
    )
    for lines, what in cases:
        deck, parts = Deck(), Reading("iso14443a")
        try:
            deck_file.load(deck, lines, parts)
        except DeckError as error:
            assert what in str(error), str(error)
        else:
            raise AssertionError(lines)
        assert len(deck) == 0 and parts.told is None
    try:
        deck_file.load(deck, ["tags iso15693", "04A224B1 5S"], Reading("iso14443a", "iso15693"))
    except DeckError as error:
        assert "line 2: a UID has 8 bytes, not 4" in str(error)
    else:
        raise AssertionError("a UID of another sort")
