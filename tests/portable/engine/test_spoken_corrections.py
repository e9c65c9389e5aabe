"""Spoken corrections: what was wrong is said in the players' terms, whatever ask it answered."""

from cardtable.engine import replay
from cardtable.engine.asks.combined import All
from cardtable.engine.asks.keys import Choose, First
from cardtable.engine.asks.laying import Lay, LayOne
from cardtable.engine.spoken_corrections import reworded
from scripted_stage import play, waiting_for

ROWS = ("red", "green", "blue")


def picks(first, second):
    """A referee to which seats 0 and 1 have said these numbers of rows at once."""
    referee = waiting_for(All(Choose(0, ROWS, "which"), Choose(1, ROWS, "which")))
    for seat, row in ((0, first), (1, second)):
        play(referee, ",".join([f"{seat} yes"] * (row + 1) + [f"{seat} ok"]))
    assert referee.answers == [[first, second]]
    return referee


def test_of_two_choices_made_at_once_that_of_the_named_seat_changes():
    for first in range(3):
        for second in range(3):
            referee = picks(first, second)
            for row, word in enumerate(ROWS):
                assert reworded(referee, ["seat", 0, word], replay.visit) == [[0, [row, second]]]
                assert reworded(referee, ["seat", 1, word], replay.visit) == [[0, [first, row]]]


def test_of_what_came_first_the_part_that_answered_changes():
    referee = waiting_for(First(LayOne((0, 1), "one"), Choose(2, ROWS, "which")))
    play(referee, "1 lays 5S")
    assert reworded(referee, ["seat", 1, "6S"], replay.visit) == [[0, [0, [1, 6]]]]
    referee = waiting_for(First(Lay((0, 1), "lay"), Choose(2, ROWS, "which")))
    play(referee, "2 yes,2 ok")
    assert reworded(referee, ["seat", 2, "blue"], replay.visit) == [[0, [1, 2]]]
