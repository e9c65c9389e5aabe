"""Democrazy, the floor: who is there, who sits next to whom, and who may speak.

A seat that has left is skipped as a neighbour, in every group and in the turn order; it casts no vote [U41].
An absent one is asked for no vote, nor is one that leaves after this turn [U40].

Prompts: what is asked, and beside it speak-up, for anybody who has to say something, see `democrazy_calls`.
"""

from cardtable.micro import borrow, const, lend

from .ask import NO, OK, PLACES, YES
from .polling import Poll

_CALLS = "cardtable.rulebook.democrazy_calls"

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


def judge(match, seats, what, args):
    """The votes cast by those of `seats` who are there: (YES, NO)."""
    asked = tuple([seat for seat in seats if not match.away[seat]])
    if not asked:
        return 0, 0
    keys = yield Poll(asked, (YES, NO), what, args=args, still=range(PLACES))
    return keys.count(YES), keys.count(NO)


def open_to_calls(table, match, laws, asks, law=None, voting=False):
    """The answer [number, answer] to the first of `asks()`, while anybody may speak up, see
    `democrazy_calls`.

    None if the turn is over; "refused" if the `law` under debate was not admitted.
    """
    seat = match.seat
    away, ask = None, None
    while not match.ended and not match.away[seat]:
        if away != match.away:  # who votes may have changed
            away = list(match.away)
            seats = [other for other in table.seats_from(seat)[1:] if away[other] != GONE]
            open_asks = asks()
            several = lend("cardtable.rulebook.calling", "cardtable.rulebook.combining")
            calls = [several.Call(tuple(seats), (OK,), "speak-up", interrupts=True)]
            if not voting:
                calls.append(several.Call((seat,), (YES,), "speak-up", interrupts=True))
            ask = several.First(*(open_asks + calls))
        number, answer = yield ask
        if number < len(open_asks):
            return [number, answer]
        proposed = None if voting else law
        said = yield from borrow(_CALLS).hear(table, match, laws, answer[0], seat, proposed)
        if said == "refused":
            return said
    if match.ended == "end-card":
        table.tell("end_card", seat)
    return None
