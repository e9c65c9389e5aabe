"""Inputs and facts as lines of text."""

import table_lines
from cardtable.engine import cards
from cardtable.engine.asks.base import CENTRE, CENTRE_2, HOLD_NO, NO, OK, YES
from cardtable.engine.game import Game

EVENTS = (
    ("2 lays 5S", ("laid", 2, 5)),
    ("centre lays KS", ("laid", CENTRE, 13)),
    ("centre2 lays X1", ("laid", CENTRE_2, 14)),
    ("9 lays ?foreign", ("laid", 9, cards.FOREIGN)),
    ("0 lays ??", ("laid", 0, cards.UNKNOWN)),
    ("0 lays ?several", ("laid", 0, cards.SEVERAL)),
    ("2 lays KD#2", ("laid", 2, 173)),
    ("2 lifts", ("lifted", 2)),
    ("1 yes", ("key", 1, YES)),
    ("1 no", ("key", 1, NO)),
    ("0 ok", ("key", 0, OK)),
    ("3 hold-no", ("key", 3, HOLD_NO)),
    ("time", ("expired",)),
)


def test_every_input_is_read():
    for line, event in EVENTS:
        assert table_lines.parse_input(line) == event, line


def test_a_bad_input_is_refused_with_its_line():
    for line in ("2", "2 lays", "10 ok", "left ok", "2 sings", "2 lays 5S 6S", "2 lays 0S", "2 lifts 5S"):
        try:
            table_lines.parse_input(line)
        except ValueError as trouble:
            assert [word for word in [line] + line.split() if str(trouble).startswith(word)], line
        else:
            raise AssertionError(line)


class Rules:
    FACTS = {"trick": ("day", "pool*", "plays*", "lost*", "why")}


class RulesWithFigures(Rules):
    LETTERS = {"A": "1", "K": "E", "X": "M"}


def test_a_fact_is_one_object_in_the_order_of_its_fields():
    fact = ("trick", 1, 13, [5, None, cards.HANDLE], [[], [14]], "tie")
    line = '{"kind":"trick","day":1,"pool":"KS","plays":["5S",null,"~0"],"lost":[[],["X1"]],"why":"tie"}'
    assert table_lines.fact_text(fact, Game(Rules)) == line
    figures = '{"kind":"trick","day":1,"pool":"ES","plays":["5S",null,"~0"],"lost":[[],["M1"]],"why":"tie"}'
    assert table_lines.fact_text(fact, Game(RulesWithFigures)) == figures
    found = table_lines.fact_text(("impossible", 2, "not-taken", 3, 7), Game(Rules))
    assert found == '{"kind":"impossible","place":2,"why":"not-taken","before":3,"now":7}'
