"""DemoS T5-T9, Q1, Q2: who draws how many figures, and which one a Square turns up."""

from cardtable.engine import cards
from cardtable.games.demos.figures import first_rule, serve

FOUR, THREE = [0] * 4, [0] * 3


class Table:
    def __init__(self, **options):
        self.options = {"shortage": "in_order", "team_square_tie_draws": "two_each"}
        for name in options:
            self.options[name] = options[name]


class Match:
    def __init__(self, pile, sides):
        self.pile = pile
        self.sides = sides


ALONE = [[0], [1], [2]]
PAIRS = [[0, 2], [1, 3]]


def served(pile, laid, winners, sides=ALONE, **options):
    return serve(Table(**options), Match(pile, sides), laid, winners)


def test_one_for_a_sequence_two_for_a_square():
    assert served(14, [THREE, FOUR, THREE], [0]) == [(0, 1)]
    assert served(14, [THREE, FOUR, THREE], [1]) == [(1, 2)]
    assert served(1, [THREE, FOUR, THREE], [1]) == [(1, 1)]  # [T7]
    assert served(14, [THREE, THREE, []], []) == []


def test_those_who_tie_are_served_in_dealing_order_until_the_pile_is_empty_T5():
    squares = [FOUR, FOUR, FOUR]
    assert served(5, squares, [2, 0, 1]) == [(2, 2), (0, 2), (1, 1)]
    assert served(6, squares, [2, 0, 1], shortage="first_only") == [(2, 2), (0, 2), (1, 2)]
    assert served(5, squares, [2, 0, 1], shortage="first_only") == [(2, 2)]
    assert served(5, squares, [2, 0, 1], shortage="one_each_first") == [(2, 2), (0, 2), (1, 1)]
    assert served(2, squares, [2, 0, 1], shortage="one_each_first") == [(2, 1), (0, 1)]
    assert served(2, squares, [2, 0, 1]) == [(2, 2)]
    assert served(1, [THREE] * 3, [1, 2]) == [(1, 1)]


def test_a_team_wins_once_T8_T9():
    squares = [FOUR] * 4
    assert served(14, squares, [2, 0], PAIRS) == [(2, 2)]
    assert served(14, squares, [1, 2, 0], PAIRS) == [(1, 2), (2, 2)]
    assert served(14, squares, [1, 2, 0], PAIRS, team_square_tie_draws="one_each") == [(1, 1), (2, 1)]
    assert served(14, squares, [2, 0], PAIRS, team_square_tie_draws="one_each") == [(2, 2)]


def turns_up(figures, **given):
    """Return those of these figures that a Square turns up; an open one is written with `!`."""
    options = {"first_figure_media": "skip_media", "already_revealed": "nothing"}
    for name in given:
        options[name] = given[name]
    words = figures.split()
    held = [cards.parse(word.replace("!", "")) for word in words]
    found = first_rule([len(words)], ["!" not in word for word in words], options)(held)[0]
    return None if found is None else words[found]


def test_the_first_power_card_is_turned_up_Q1_Q2():
    assert turns_up("") is None
    assert turns_up("ES LH") == "ES"
    assert turns_up("M1 M2 LH ES") == "LH"
    assert turns_up("M1") is None
    assert turns_up("M1 ES", first_figure_media="no_effect") is None
    assert turns_up("ES M1", first_figure_media="no_effect") == "ES"
    assert turns_up("ES! LH") is None
    assert turns_up("M1 ES! LH") is None
    assert turns_up("ES! LH! JD", already_revealed="next_hidden") == "JD"
    assert turns_up("ES! M1 JD", already_revealed="next_hidden") == "JD"
    assert turns_up("ES! M1", already_revealed="next_hidden") is None


def test_only_the_first_acquired_figure_can_be_a_media_that_spares_its_owner_Q1():
    both = {"first_figure_media": "no_effect", "already_revealed": "next_hidden"}
    assert turns_up("ES! M1 JD", **both) == "JD"
    assert turns_up("M1 ES! JD", **both) is None


def test_several_seats_are_distinguished():
    held = [cards.parse(word) for word in "M1 ES LH JD".split()]
    options = {"first_figure_media": "skip_media", "already_revealed": "nothing"}
    assert first_rule([2, 0, 1, 1], [True] * 4, options)(held) == [1, None, 0, 0]
