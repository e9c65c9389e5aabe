"""The first stage of every game: each player presses OK at the pad taken; seats are not pads.

Seats are numbered clockwise from the lowest pad taken. NO gives a pad up again.
"""

from .ask import MOST_SEATS, NO, OK
from .polling import Poll


def take_seats(table, match):
    """Ask who sits where; `match.pads[seat]` is the pad of each seat afterwards."""
    pressed = yield Poll(
        tuple(range(MOST_SEATS)), (OK, NO), "take-seats", quorum=match.seats, args=(match.seats,)
    )
    match.pads = [pad for pad in range(MOST_SEATS) if pressed[pad] == OK]
    table.tell("seated", match.pads)
