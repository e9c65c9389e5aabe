"""Cards as small ints and their notation."""

from card_lists import parse_list
from cardtable.engine import cards


def refused(word):
    try:
        cards.parse(word)
    except ValueError as trouble:
        return str(trouble)
    raise AssertionError(word)


def test_every_card_of_both_packs_reads_back():
    seen = []
    for copy in (0, 1, 2):
        for suit in range(4):
            for rank in range(1, 14):
                card = cards.card(suit, rank, copy)
                word = cards.text(card)
                assert cards.parse(word) == card and cards.parse(word.lower()) == card
                assert (cards.suit_of(card), cards.rank_of(card)) == (suit, rank)
                assert cards.is_card(card) and not cards.is_joker(card) and not cards.is_handle(card)
                seen.append(card)
            card = cards.joker(suit + 1) + copy * 64
            assert cards.parse(cards.text(card)) == card
            assert cards.is_joker(card) and cards.suit_of(card) is None
            seen.append(card)
    assert len(set(seen)) == 3 * 56 and max(seen) < cards.SEVERAL


def test_words():
    assert cards.text(cards.card(0, 5)) == "5S"
    assert cards.text(cards.card(1, 1)) == "AH"
    assert cards.text(cards.card(2, 10, 2)) == "10D#2"
    assert cards.text(cards.card(3, 13)) == "KC"
    assert cards.text(cards.joker(1)) == "X1"
    assert cards.text(None) == "-"
    assert cards.text(cards.HANDLE + 7) == "~7"
    assert cards.text(cards.UNKNOWN) == "??"
    assert parse_list("5S KD#2 X1") == [5, 2 * 64 + 2 * 16 + 13, 14]
    assert parse_list("") == []


def test_a_bad_card_is_refused_with_its_word():
    for word in ("", "S", "5", "0S", "11S", "5X", "X0", "X5", "5S#3", "5S#", "5S#x", "55", "~7", "-"):
        assert word in refused(word)


def test_values_that_name_no_card():
    for value in (cards.UNKNOWN, cards.FOREIGN, cards.SEVERAL, cards.HANDLE, None):
        assert not cards.is_card(value)
    assert cards.is_handle(cards.HANDLE) and not cards.is_handle(None) and not cards.is_handle(255)
