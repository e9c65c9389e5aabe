"""Sides, standings, departures and an early end.

Corrections that change who plays, with the seats that agree behind them. The record "end" of the stage
follows.

    ["leave", seat]   the stage under way is void; then the match goes on without that seat, or ends
    ["end"]           the same, and the match goes on only as far as its rules want it scored; a second one,
                      or one with nothing to score, ends the match at once by its standings

What these mean in a game its functions say, see `game`.
"""

from cardtable.micro import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .match import Match
    from .stage import Course


def sides(match: "Match") -> "Sequence[Sequence[int]]":
    """Return the sides: lists of seats, one of each in a game without teams."""
    return match.game.sides(match) or [[seat] for seat in range(match.seats)]


def standing(match: "Match") -> "tuple[Any, list[int]]":
    """Return (the holdings of each seat, the seats that lead)."""
    rows, numbers = match.game.values(match)
    best = max(numbers) if numbers else 0
    return rows, [seat for seat in range(len(numbers)) if numbers[seat] == best != 0]


def forbids(course: "Course", fix: "list[Any]") -> str | None:
    """Return the code of the reason against this correction, or None."""
    kind: str = fix[0]
    if kind == "end":
        return None
    seat: int = fix[1]
    if seat not in range(course.match.seats):
        return "no-such-seat"
    return "has-left" if course.game.absent(course.match, seat) else None


def annul(course: "Course", why: str) -> None:
    """Void the stage under way, on a referee or a shadow."""
    course.table.tell("void", why)
    course.match = course.match.at(course.checkpoint[3])
    course.picture.cleared()
    course.game.put_back(course.table, course.match)


def part(course: "Course", fix: "list[Any]") -> None:
    """Carry out a departure or an early end, on a referee or a shadow.

    The match is then as the next stage will find it.
    """
    why = "left" if fix[0] == "leave" else "ended"
    annul(course, why)
    match, table = course.match, course.table
    if why == "left":
        seat: int = fix[1]
        table.tell("left", seat)
        match.closed = course.game.leave(table, match, seat) or None
    else:
        match.closed = course.game.stop(table, match, why) or None
