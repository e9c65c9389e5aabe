"""Democracy, the proof of a bad catch.

A caller shows the whole hand. If it is a bad catch, the island is dealt anew, stakes and sweeps are void, and
a high staker, also of an earlier day, may show too and score as well [A33].
"""

from . import showing
from .ask import CENTRE, NO, YES
from .democracy_deal import is_bad_catch
from .polling import Poll


def prove(table, account, callers, when):
    """The callers show their hands; if one is a bad catch, high stakers may show as well [A31, A32, A33].

    `account.caught` holds the seats that proved a bad catch: then the island is over.
    """
    yield from _show(table, account, callers, when)
    stakers = tuple([stake.seat for stake in account.stakes if stake.seat not in callers])
    if not account.caught or not stakers:
        return
    wish = yield Poll(stakers, (YES, NO), "show-too", args=(when[2],), still=(CENTRE,))
    yield from _show(table, account, [stakers[i] for i in range(len(stakers)) if wish[i] == YES], when)


def _show(table, account, callers, when):
    if not callers:
        return
    show = showing.Show
    hands = yield show(tuple(callers), when[2], when[2], "show-hand", args=(when[2],), still=(CENTRE,))
    for i in range(len(callers)):
        seat = callers[i]
        true = is_bad_catch(hands[i], table.options["bad_catch"])
        table.tell("shown", when[0], seat, hands[i])
        table.tell("declaration", "bad-catch", seat, None, true)
        if true:
            account.caught.append(seat)
        elif table.options["false_bad_catch"] == "no_score":
            account.barred.append(seat)
