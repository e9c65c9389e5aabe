"""Seats: the first stage of a game, and who leads.

In the first stage of every game each player presses OK at the pad taken, NO gives it up again. Seats are not
pads: they are numbered clockwise from the lowest pad taken. Who leaves, and who plays together: `departures`.
"""

from cardtable.micro import const

from .asks.base import MOST_SEATS, NO, OK
from .asks.keys import Poll

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, Generator, Sequence

    from .asks.base import Ask
    from .match import Match
    from .table import Table


def take_seats(table: "Table", match: "Match") -> "Generator[Ask, Any, None]":
    """Ask all players for their pads; `match.pads[seat]` is the pad of each seat afterwards."""
    pressed: "list[int | None]" = yield Poll(
        tuple(range(MOST_SEATS)), (OK, NO), "take-seats", quorum=match.seats, args=(match.seats,)
    )
    match.pads = [pad for pad in range(MOST_SEATS) if pressed[pad] == OK]
    table.tell("seated", match.pads)


def leaders(totals: list[int], seats: "Sequence[int]") -> list[int]:
    """Return those of `seats` with the highest total; none if all have nothing."""
    if not any([totals[seat] for seat in seats]):
        return []
    most = max([totals[seat] for seat in seats])
    return [seat for seat in seats if totals[seat] == most]
