"""Seats, sides and departures: the first stage, the standings, a player who leaves, an early end.

The first stage of every game: each player presses OK at the pad taken, NO gives it up again. Seats are not
pads: they are numbered clockwise from the lowest pad taken.

Corrections that change who plays, with the seats that agree behind them. The record "end" of the stage
follows.

    ["leave", seat]   the stage under way is void; then the game goes on without that seat, or ends
    ["end"]           the same, and the game goes on only as far as its rules want it scored; a second one,
                      or one with nothing to score, ends the match at once by its standings

A game may have these functions in its module `rules`:

    sides(match)              lists of seats that play together
    leave(table, match, seat) the match, at the start of the stage, loses the seat; False if it goes on, else
                              the reason of its end. It records the winners
    stop(table, match, why)   likewise: False if some of it is still played
    absent(match, seat)       True if the player of a seat has left already
    put_back(table, match)    records the cards to put back when a stage is void, for whatever reason
    values(match)             the standings: the holdings of each seat, as the catalogue key NAME/totals
                              wants them, and a number each, the more the better; both empty for none
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


def sides(match: "Match") -> list[list[int]]:
    """Return the sides: lists of seats, one of each in a game without teams."""
    own = getattr(match.game, "sides", None)
    known = own(match) if own is not None else ()
    return known or [[seat] for seat in range(match.seats)]


def standing(match: "Match") -> "tuple[Any, list[int]]":
    """Return (the holdings of each seat, the seats that lead); by the totals if the game has no `values`."""
    own = getattr(match.game, "values", None)
    rows, numbers = own(match) if own is not None else (match.totals, match.totals)
    best = max(numbers) if numbers else 0
    return rows, [seat for seat in range(len(numbers)) if numbers[seat] == best != 0]


def forbids(course: "Course", fix: "list[Any]") -> str | None:
    """Return the code of the reason against this correction, or None."""
    if fix[0] == "end":
        return None
    if fix[1] not in range(course.match.seats):
        return "no-such-seat"
    absent = getattr(course.game, "absent", None)
    return "has-left" if absent is not None and absent(course.match, fix[1]) else None


def annul(course: "Course", why: str) -> None:
    """Void the stage under way, on a referee or a shadow."""
    course.void_match(why)
    put_back = getattr(course.game, "put_back", None)
    if put_back is not None:
        put_back(course.table, course.match)


def part(course: "Course", fix: "list[Any]") -> None:
    """Carry out a departure or an early end, on a referee or a shadow.

    The match is then as the next stage will find it.
    """
    why = "left" if fix[0] == "leave" else "ended"
    annul(course, why)
    match, table = course.match, course.table
    if why == "left":
        table.tell("left", fix[1])
    own = getattr(course.game, "leave" if why == "left" else "stop", None)
    if own is not None:
        match.closed = own(table, match, fix[1] if why == "left" else why) or None
        return
    match.closed = why
    table.tell("ended", why)


def leaders(totals: list[int], seats: "Sequence[int]") -> list[int]:
    """Return those of `seats` with the highest total; none if all have nothing."""
    if not any([totals[seat] for seat in seats]):
        return []
    most = max([totals[seat] for seat in seats])
    return [seat for seat in seats if totals[seat] == most]
