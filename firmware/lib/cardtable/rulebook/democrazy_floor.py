"""Democrazy, the floor: who is there, who sits next to whom, and who may speak.

A seat that has left is skipped as a neighbour, in every group and in the turn order; it casts no vote [U41].
An absent one is asked for no vote, nor is one that leaves after this turn [U40]. If that is the proposer,
a law that lies in the middle stays there; the next seat to the left does for it what anybody could do, and
what only the proposer could do is not done [U45].

Prompts: what is asked, and with it speak-up, for anybody who has to say something, see `democrazy_calls`.
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


def open_to_calls(table, match, laws, asks, law=None, may=(), voting=False):
    """The answer [number, answer] to the first of `asks(seat)`, while anybody may speak up, see
    `democrazy_calls`. `may`: what there is to say here and nowhere else.

    `seat` is the proposer, or its deputy where a `law` lies in the middle and the proposer is away. None if
    the turn is over; "refused" or "admitted" if the others have judged the law.
    """
    away, ask = None, None
    while not match.ended and not (law is None and match.away[match.seat]):
        if away != match.away:  # who votes, and who acts for the proposer, may have changed
            away = list(match.away)
            seat = deputy(match, match.seat)
            open_asks = asks(seat)
            several = lend("cardtable.rulebook.calling", "cardtable.rulebook.combining")
            open_asks = open_asks + _calls(several, table, match, seat, voting)
            if ask is None:
                ask = several.First(*open_asks)
            else:  # the same First: keys pressed before the call still count
                ask.asks = tuple(open_asks)
        number, answer = yield ask
        part = ask.asks[number]
        if not part.interrupts:
            return [number, answer]
        calls = borrow(_CALLS)
        if part.what == "speak-up":
            judged = yield from calls.hear(table, match, laws, answer[0], law, may)
            if judged is not None:
                return judged
        else:
            calls.declare(table, match, answer[0], [])
    if match.ended == "end-card":
        table.tell("end_card", match.seat)
    return None


def _calls(several, table, match, seat, voting):
    """The asks that `open_to_calls` adds, `seat` is the one that acts; the operator can speak up as well."""
    others = [other for other in table.seats_from(seat)[1:] if match.away[other] != GONE]
    calls = [several.Call(tuple(others), (OK,), "speak-up", interrupts=True)]
    if not voting:
        calls.append(several.Call((seat,), (YES,), "speak-up", interrupts=True))
    for what, state in (("absent", 0), ("back", ABSENT)):
        meant = tuple([other for other in here(match) if match.away[other] == state])
        if meant:
            calls.append(several.OperatorCall(meant, (OK,), what, interrupts=True))
    return calls
