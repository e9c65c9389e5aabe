"""Democracy, negotiations: the players argue about a trick and may award it to any seat, or agree on a split.

The cards have been turned over; they stay on the pads. YES proposes an award, on which all others vote: it
needs YES from all seats (`unanimous`) or from more than half of them (`majority`). Without an award the
cards decide [A40]: when all have pressed OK, or when the time is up and not all want to go on. Time alone
decides nothing: the table says that it is up and asks [A54].
"""

from . import calling
from .ask import NO, OK, PLACES, YES
from .deciding import Pause
from .polling import Poll
from .pressing import Choose

_STAY = range(PLACES)


def negotiate(table, when, winner):
    """Returns the seat that gets the trick, "split", or None. `winner`: who has it by the cards, or None.
    Each proposal is told, with the votes on it.
    """
    seats = tuple(table.all_seats())
    while True:
        talk = [
            calling.Call(seats, (YES,), "negotiate", args=(winner,), still=_STAY),
            Poll(seats, (OK,), "negotiate", still=_STAY),
        ]
        if table.options["negotiation_seconds"]:
            talk.append(Pause(table.options["negotiation_seconds"]))
        number, answer = yield calling.First(*talk)
        if number == 0:
            award = yield from _vote(table, when, answer[0])
            if award is not None:
                return award
        elif number == 1:
            return None
        elif NO in (yield Poll(seats, (YES, NO), "negotiate-longer", args=(winner,), still=_STAY)):
            return None


def _vote(table, when, proposer):
    """`proposer` names an award and the others vote. Returns it if enough agree, else None."""
    rows = tuple([str(seat) for seat in table.all_seats()]) + ("split", "nothing")
    row = yield Choose(proposer, rows, "propose-award", default=len(rows) - 1, still=_STAY)
    if rows[row] == "nothing":
        return None
    others = tuple(table.seats_from(proposer)[1:])
    keys = yield Poll(others, (YES, NO), "agree-award", args=(proposer, rows[row]), still=_STAY)
    needed = table.seats if table.options["negotiation"] == "unanimous" else table.seats // 2 + 1
    agreed = 1 + keys.count(YES) >= needed
    award = "split" if rows[row] == "split" else row
    by = [proposer] + [others[i] for i in range(len(others)) if keys[i] == YES]
    table.tell("award", when[0], when[1], proposer, award, sorted(by), agreed)
    return award if agreed else None
