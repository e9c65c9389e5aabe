"""Democrazy, the floor: presence, neighbours, the right to speak.

A seat that has left is skipped as a neighbour, in every group and in the turn order; it casts no vote [U41].
An absent one is asked for no vote, nor is one that leaves after this turn [U40]. If that is the proposer, a
law in the middle stays there; the next seat to the left does for it what any player could do, and the rest,
which only the proposer could do, is not done [U45].

Prompts: each asks its question and speak-up, for any player with something to say, see `calls`.
"""

from cardtable.micro import const

from ...engine.asks.base import NO, PLACES, YES
from ...engine.asks.keys import Poll

# The values of `match.away`, 0 for a seat that is here.
ABSENT = const(1)
LEAVING = const(2)
GONE = const(3)


def present_seats(match):
    """Return the seats that have not left."""
    return [seat for seat in range(match.seats) if match.away[seat] != GONE]


def order(match, active: int) -> "list[int]":
    """Return the seats that have not left, clockwise from the active player.

    Seat + 1 is the left neighbour [U01].
    """
    seats = [(active + i) % match.seats for i in range(match.seats)]
    return [seat for seat in seats if match.away[seat] != GONE]


def neighbour(match, seat, way):
    """Return the next seat, `way` "left" or "right", whatever the direction of play."""
    step = 1 if way == "left" else match.seats - 1
    seat = (seat + step) % match.seats
    while match.away[seat] == GONE:
        seat = (seat + step) % match.seats
    return seat


def voters(match, *but):
    """Return the seats that are asked for a vote; those of `but` are left out."""
    return [seat for seat in range(match.seats) if not match.away[seat] and seat not in but]


def deputy(match, seat):
    """Return `seat`, or the next one to its left that is there, for actions open to any player [U45]."""
    for other in order(match, seat):
        if not match.away[other]:
            return other
    return seat


def judge(match, seats, what, args):
    """Ask those of `seats` that are there for a vote; return the numbers of (YES, NO)."""
    asked = tuple([seat for seat in seats if not match.away[seat]])
    if not asked:
        return 0, 0
    keys = yield Poll(asked, (YES, NO), what, args=args, still=range(PLACES))
    return keys.count(YES), keys.count(NO)
