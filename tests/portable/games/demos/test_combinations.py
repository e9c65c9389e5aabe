"""DemoS C1-C9, F18, T1-T4: what is a combination, what it is worth, and who is left of those who tie."""

from card_lists import parse_list
from cardtable.engine import cards
from cardtable.games.demos.combinations import all_of, kind, narrow, points, tie_rule
from random_players import Lots

SPADES, HEARTS = 0, 1


def hand(words):
    return parse_list(words)


def worth(words, favourite=None, squares=True):
    return points(hand(words), favourite, squares)


def names(found):
    return [" ".join([cards.text(card) for card in some]) for some in found]


def test_kinds():
    assert kind(hand("7S 8S 9S")) == "one-suit"
    assert kind(hand("9S 7S 8H")) == "two-suits"
    assert kind(hand("8C 9S 7H")) == "three-suits"
    assert kind(hand("7S 7H 7D 7C")) == "square"
    for nothing in ("7S 8S", "7S 8S 10S", "7S 7H 8D", "7S 8S 9S 10S", "7S 7H 7D", "7S 7H 7D 8C", "7S", ""):
        assert kind(hand(nothing)) is None, nothing


def test_points():
    assert worth("7S 8S 9S") == 19 and worth("7S 8S 9D") == 15 and worth("7S 8H 9D") == 11
    assert worth("7S 7H 7D 7C") == 30
    assert worth("7S 8S 10S") == 0 and worth("") == 0


def test_no_sequence_goes_round_C1():
    assert worth("AS 2S 3S") == 13 and worth("8S 9S 10S") == 20
    assert worth("9S 10S AS") == 0 and worth("10S AS 2S") == 0


def test_exactly_three_C2():
    assert worth("7S 8S 9S 10S") == 0
    assert names(all_of(hand("10S 7S 9S 8S 2H"))) == ["8S 9S 10S", "7S 8S 9S"]


def test_no_squares_when_learning_C3():
    assert kind(hand("7S 7H 7D 7C"), squares=False) is None
    assert worth("7S 7H 7D 7C", squares=False) == 0 and worth("7S 8S 9S", squares=False) == 19
    assert all_of(hand("7S 7H 7D 7C 2S"), squares=False) == []


def test_the_order_of_the_cards_does_not_matter():
    for word in ("7S 8H 9D", "7S 9D 8H", "8H 7S 9D", "8H 9D 7S", "9D 7S 8H", "9D 8H 7S"):
        assert worth(word) == 11


def test_an_ace_square_C9():
    assert worth("AS AH AD AC") == 30


def test_favourite_F18():
    assert worth("7S 8S 9S", SPADES) == 29 and worth("7S 8S 9S", HEARTS) == 19
    assert worth("7S 8S 9H", SPADES) == 15 and worth("7S 7H 7D 7C", SPADES) == 30
    # It can overtake: 9 8 7 of the favourite before 10 9 8 of another suit.
    assert names(all_of(hand("9S 8S 7S 10H 2C"), favourite=SPADES))[0] == "7S 8S 9S"


def test_every_combination_of_a_hand():
    assert names(all_of(hand("7H 8H 9H 7S 8S"))) == ["7H 8H 9H", "7S 8S 9H", "7S 8H 9H", "7H 8S 9H"]
    assert names(all_of(hand("7S 7H 7D 7C 8S"))) == ["7S 7H 7D 7C"]
    assert names(all_of(hand("8S 8H 7S 9C 2D"))) == ["7S 8S 9C", "7S 8H 9C"]
    assert all_of(hand("2S 4H 6D 8C 10S")) == []


def test_every_combination_is_one_and_best_first():
    lots = Lots(5)
    pack = [cards.card(suit, number) for suit in range(4) for number in range(1, 11)]
    for _ in range(60):
        held = []
        while len(held) < 5:
            card = lots.one_of(pack)
            if card not in held:
                held.append(card)
        found = all_of(held)
        values = [points(some) for some in found]
        assert values == sorted(values, reverse=True) and 0 not in values
        assert [card for some in found for card in some if card not in held] == []
        for i in range(5):  # every three of the hand, one by leaving out two
            for j in range(i):
                some = sorted([held[k] for k in range(5) if k not in (i, j)])
                assert (kind(some) is not None) == (some in [sorted(each) for each in found])


# -- ties ---------------------------------------------------------------------------------------


def tie(*held):
    """The rows for seats 0, 1, ... of whom each holds "laid / rest"; asked by both ways."""
    laid = [hand(words.split("/")[0]) for words in held]
    rest = [hand(words.split("/")[1]) for words in held]
    seats = list(range(len(held)))
    hands = [laid[i] + rest[i] for i in seats]
    flat = []
    for each in hands:
        flat.extend(each)
    rows = narrow(seats, hands, laid)
    assert tie_rule(seats, [len(each) for each in laid])(flat) == rows
    return rows


def test_most_cards_of_one_suit_in_the_whole_hand():
    rows = tie("7S 8S 9H / 2S 3S", "7C 8C 9D / 10D 6H")
    assert rows == [["suit", [4, 2], [0]]]


def test_only_the_size_of_the_largest_group_T1():
    # Three and two equals three and one and one; then the rest decides.
    rows = tie("7S 8S 9H / 2S 4H", "7C 8C 9D / 2C 5S")
    assert rows == [["suit", [3, 3], [0, 1]], ["rest", [6, 7], [1]]]
    # Which suit it is does not matter: it may be of cards that were not laid.
    assert tie("7S 8H 9D / 2D 3D", "7C 8D 9S / 2H 3H")[0] == ["suit", [3, 2], [0]]


def test_the_sum_of_the_cards_not_played_T3():
    assert tie("7S 8S 9H / 10D 9C", "7C 8C 9D / 10H 8D")[1] == ["rest", [19, 18], [0]]
    # One card after a Square; the ace is worth 1. Two Squares always tie on suits.
    rows = tie("7S 7H 7D 7C / AS", "8S 8H 8D 8C / 2S")
    assert rows == [["suit", [2, 2], [0, 1]], ["rest", [1, 2], [1]]]
    # A Square meets a sequence only with the favourite's 10 more, and the suits decide then.
    assert worth("8S 9S 10S", SPADES) == worth("7S 7H 7D 7C") == 30
    assert tie("8S 9S 10S / AH AC", "7S 7H 7D 7C / 6S") == [["suit", [3, 2], [0]]]


def test_each_comparison_narrows_and_all_who_are_left_win_T4():
    rows = tie("4S 5S 6H / 9S 9D", "4H 5H 6S / 8H 9C", "4C 5D 6C / 10S 10H", "4D 5C 6D / 9H 8D")
    # Seat 2 has most in its rest and has gone before.
    assert rows == [["suit", [3, 3, 2, 3], [0, 1, 3]], ["rest", [18, 17, 17], [0]]]
    rows = tie("4S 5S 6H / 9S 8D", "4H 5H 6S / 8H 9C", "4C 5D 6C / 10S 10H")
    assert rows[1] == ["rest", [17, 17], [0, 1]] and len(rows) == 2


def test_seats_keep_their_numbers():
    hands = [hand("7S 8S 9H 2S 3S"), hand("7C 8C 9D 2C 4C")]
    assert narrow([4, 2], hands, [each[:3] for each in hands]) == [
        ["suit", [4, 4], [4, 2]],
        ["rest", [5, 6], [2]],
    ]
