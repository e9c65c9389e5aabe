"""Seats, sides and departures: the first stage, the standings, a player who leaves, an early end.

The first stage of every game: each player presses OK at the pad taken, NO gives it up again. Seats are not
pads: they are numbered clockwise from the lowest pad taken.

Corrections that change who plays, with the seats that agree behind them. The record "end" of the stage
follows.

    ["leave", seat]   the stage under way is void; then the game goes on without that seat, or ends
    ["end"]           the same, and the game goes on only as far as its rules want it scored; a second one,
                      or one with nothing to score, ends the match at once by its standings

What these mean in a game its functions say, see `game`.
"""

from cardtable.micro import const

from .asks.base import MOST_SEATS, NO, OK
from .asks.keys import Poll

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, Generator, Sequence

    from .asks.base import Ask
    from .match import Match
    from .stage import Course
    from .table import Table


def take_seats(table: "Table", match: "Match") -> "Generator[Ask, Any, None]":
    """Ask all players for their pads; `match.pads[seat]` is the pad of each seat afterwards."""
    pressed = yield Poll(
        tuple(range(MOST_SEATS)), (OK, NO), "take-seats", quorum=match.seats, args=(match.seats,)
    )
    match.pads = [pad for pad in range(MOST_SEATS) if pressed[pad] == OK]
    table.tell("seated", match.pads)


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
    if fix[0] == "end":
        return None
    if fix[1] not in range(course.match.seats):
        return "no-such-seat"
    return "has-left" if course.game.absent(course.match, fix[1]) else None


def annul(course: "Course", why: str) -> None:
    """Void the stage under way, on a referee or a shadow."""
    course.void_match(why)
    course.game.put_back(course.table, course.match)


def part(course: "Course", fix: "list[Any]") -> None:
    """Carry out a departure or an early end, on a referee or a shadow.

    The match is then as the next stage will find it.
    """
    why = "left" if fix[0] == "leave" else "ended"
    annul(course, why)
    match, table = course.match, course.table
    if why == "left":
        table.tell("left", fix[1])
        match.closed = course.game.leave(table, match, fix[1]) or None
    else:
        match.closed = course.game.stop(table, match, why) or None


def leaders(totals: list[int], seats: "Sequence[int]") -> list[int]:
    """Return those of `seats` with the highest total; none if all have nothing."""
    if not any([totals[seat] for seat in seats]):
        return []
    most = max([totals[seat] for seat in seats])
    return [seat for seat in seats if totals[seat] == most]
