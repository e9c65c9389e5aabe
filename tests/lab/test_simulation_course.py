"""The course of the scores: when a match was decided, and how often the lead changed."""

import pytest

from cardtable_lab.simulation import figures
from cardtable_lab.simulation.figures import Counts


def match(course, *winners):
    wins = [float(seat in winners) / len(winners) if winners else 0.0 for seat in range(len(course[0]))]
    return Counts([], [0.0] * len(wins), wins, course=course)


@pytest.mark.parametrize(
    "course, winners, part, changes",
    [
        ([[1, 0], [2, 1], [3, 1], [5, 1]], [0], 0.25, 0),  # ahead from the beginning
        ([[1, 0], [1, 2], [3, 2], [5, 2]], [0], 0.75, 2),  # the lead went to and fro
        ([[0, 1], [1, 1], [2, 1], [2, 2]], [0], 1, 1),  # equal at the end: the result decides
        ([[0, 1], [0, 2]], [0], 1, 0),  # won although behind
        ([[1, 1], [2, 1], [2, 2], [3, 2]], [0], 1, 0),  # a tie is no lead of another seat
        ([[1, 0], [1, 2]], [0, 1], None, 1),  # a shared victory
        ([[1, 0], [1, 2]], [], None, 1),
    ],
)
def test_worked_examples(course, winners, part, changes):
    one = match(course, *winners)
    assert figures.decision(one) == ((0, 0) if part is None else (part, 1))
    assert figures.swings(one) == (changes, 1)


def test_a_game_without_announcements_has_neither():
    one = Counts([], [3.0, 2.0], [1.0, 0.0])
    assert figures.decision(one) == figures.swings(one) == (0, 0)
