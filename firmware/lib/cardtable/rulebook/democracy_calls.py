"""Democracy, the declarations: bad catch, high stake, suit sweep.

The window is open after the deal of the first day until all seats have pressed OK, at the latest until the
first pool card is turned up; everybody may speak at once [A29]. YES declares. A bad catch and a high stake
are public at once. The suits of announced sweeps are named in secret and published when the window closes
[A57]; two seats may name the same [A24].

What becomes of a call: see `democracy_proofs`; of a high stake: `democracy_stakes`.
"""

from . import calling
from .ask import CENTRE, OK, SEALED, YES
from .cards import SUITS, suit_of
from .clearing import Clear
from .democracy_account import Stake
from .laying import Lay
from .pressing import Choose
from .revealing import Reveal


def declare(table, account, dealer, when):
    """The window. Returns the pool card that closed it, or None, and the seats that call a bad catch."""
    options = table.options
    first = when[0] == 1
    catching = options["bad_catch"] != "off" and (first or options["bad_catch_days"] == "any")  # [A34, A56]
    sweeping = options["sweep"] in ("announced", "exclusive") and first
    if not catching and not sweeping:
        return None, ()
    yield Clear(what="clear-deal", args=(when[0], when[2]))  # a pool card turned up too soon closes no window
    callers = []
    sealed = []
    seats = table.seats_from(dealer + 1)
    pool = None
    while seats:
        window = calling.Call(tuple(seats), (YES, OK), "declare-window", args=when)
        number, answer = yield calling.First(window, Lay((CENTRE,), "turn-up", by=dealer, args=when))
        if number == 1:
            pool = answer[0]
            break
        seat, key = answer
        if key == YES:
            yield from _declare_one(table, account, seat, catching, sweeping, callers, sealed)
        if key == OK or len(_rows(table, account, seat, catching, sweeping, callers, sealed)) == 1:
            seats.remove(seat)
    yield from _publish_sweeps(table, account, sealed)
    return pool, callers


def _rows(table, account, seat, catching, sweeping, callers, sealed):
    """What `seat` may still declare. A stake on the hand of an earlier day bars only another stake [A34]."""
    rows = []
    stake = account.stake_of(seat)
    if catching and seat not in callers and (stake is None or not stake.open):
        rows.append("bad-catch")
        if table.options["high_stake"] and stake is None:
            rows.append("high-stake")
    if sweeping and len([1 for one, _ in sealed if one == seat]) < table.options["sweep_limit"]:
        rows.append("sweep")
    return tuple(rows) + ("nothing",)


def _declare_one(table, account, seat, catching, sweeping, callers, sealed):
    rows = _rows(table, account, seat, catching, sweeping, callers, sealed)
    row = rows[(yield Choose(seat, rows, "declare", default=len(rows) - 1))]
    if row == "bad-catch":
        callers.append(seat)
        table.cue("bad-catch", seat)
    elif row == "high-stake":
        account.stakes.append(Stake(seat))
        table.tell("declaration", "high-stake", seat, None, None)
    elif row == "sweep":
        named = yield Choose(seat, tuple(SUITS), "name-suit", SEALED, by_card=suit_of)
        yield Clear(what="clear-shown", args=(seat,))
        sealed.append((seat, named))


def _publish_sweeps(table, account, sealed):
    if not sealed:
        return
    suits = yield Reveal([named for _, named in sealed])
    for i in range(len(sealed)):
        call = (sealed[i][0], suits[i])
        if call not in account.sweeps:
            account.sweeps.append(call)
            table.tell("declaration", "sweep", call[0], SUITS[call[1]], None)
