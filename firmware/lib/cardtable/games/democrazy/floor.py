"""Democrazy, the floor: who is there, who sits next to whom, and who may speak.

A seat that has left is skipped as a neighbour, in every group and in the turn order; it casts no vote [U41].
An absent one is asked for no vote, nor is one that leaves after this turn [U40]. If that is the proposer,
a law that lies in the middle stays there; the next seat to the left does for it what anybody could do, and
what only the proposer could do is not done [U45].

Prompts: what is asked, and with it speak-up, for anybody who has to say something, see `democrazy_calls`.
"""

from cardtable.micro import const

from ...engine.asks.base import NO, PLACES, YES
from ...engine.asks.keys import Poll

# match.away
ABSENT = const(1)
LEAVING = const(2)
GONE = const(3)


def here(match):
    """The seats that have not left."""
    return [seat for seat in range(match.seats) if match.away[seat] != GONE]


def order(match, active):
    """The same clockwise from the active player: seat + 1 is the left neighbour [U01]."""
    seats = [(active + i) % match.seats for i in range(match.seats)]
    return [seat for seat in seats if match.away[seat] != GONE]


def neighbour(match, seat, way):
    """Who sits next, `way` "left" or "right", whatever the direction of play."""
    step = 1 if way == "left" else match.seats - 1
    seat = (seat + step) % match.seats
    while match.away[seat] == GONE:
        seat = (seat + step) % match.seats
    return seat


def voters(match):
    """The seats that are asked for a vote."""
    return [seat for seat in range(match.seats) if not match.away[seat]]


def deputy(match, seat):
    """`seat`, or the next one to its left that is there, for what anybody could do [U45]."""
    for other in order(match, seat):
        if not match.away[other]:
            return other
    return seat


def judge(match, seats, what, args):
    """The votes cast by those of `seats` who are there: (YES, NO)."""
    asked = tuple([seat for seat in seats if not match.away[seat]])
    if not asked:
        return 0, 0
    keys = yield Poll(asked, (YES, NO), what, args=args, still=range(PLACES))
    return keys.count(YES), keys.count(NO)
