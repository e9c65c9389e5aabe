"""Acts of players in words, as the referee's page lists them."""

from types import SimpleNamespace

from cardtable.engine.asks.combined import All
from cardtable.engine.asks.keys import Choose
from tablehost.session import foresight

TABLE = SimpleNamespace(peek=lambda value: value)
COURSE = SimpleNamespace(table=TABLE, answers=[], match=SimpleNamespace(stage=1))


def test_two_rows_that_two_players_chose_at_once_are_both_told():
    ask = All(*(Choose(seat, ("S", "H", "D"), "favourite") for seat in (0, 1)))
    acts = [foresight.read_act(COURSE, ask, answer) for answer in ([0, 2], [1, 0], [2, 1])]
    assert [[part.said for part in act.parts] for act in acts] == [
        [("S",), ("D",)], [("H",), ("S",)], [("D",), ("H",)],
    ]  # fmt: skip
