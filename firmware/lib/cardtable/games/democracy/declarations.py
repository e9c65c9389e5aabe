"""Democracy, the declarations: bad catch, high stake, suit sweep.

The window. It is open after the deal of the first day until all seats have pressed OK, at the latest until
the first pool card is turned up; all seats may declare at once [A29]. YES declares. A bad catch and a high
stake are public at once. The suits of announced sweeps are named in secret and published when the window
closes [A57]; two seats may name the same suit [A24].

The proof of a bad catch. A caller shows the whole hand. If it is a bad catch, the island is dealt again,
stakes and sweeps are void, and a high staker, also of an earlier day, may show too and score as well [A33].

High stakes. A high stake is proved only by the play: every card of that day's hand is laid, or drawn by a
ghost, which counts as well [A16]. A lie is announced when the card is turned; a lie that only a ghost has
seen is announced at the end of the day. With `lie_detection=challenge` the table keeps silent and looks only
if an opponent asks before the scoring [A39].
"""

from ...engine.asks import keys, showing
from ...engine.asks.automatic import Reveal, Weigh
from ...engine.asks.base import CENTRE, NO, OK, SEALED, YES
from ...engine.asks.keys import Choose, Poll
from ...engine.asks.laying import Clear, Lay
from ...engine.cards import SUITS, is_handle, suit_of
from .deal import is_bad_catch
from .scoring import Stake


def declare(table, account, dealer, when):
    """Open the window; return the pool card that closed it, or None, and the seats that call a bad catch."""
    options = table.options
    first = when[0] == 1  # the first day
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
        window = keys.Call(tuple(seats), (YES, OK), "declare-window", args=when)
        number, answer = yield keys.First(window, Lay((CENTRE,), "turn-up", by=dealer, args=when))
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
    """Return the rows that `seat` may still declare.

    A stake on the hand of an earlier day bars only another stake [A34].
    """
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
    """Let `seat` choose one declaration and record it."""
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
    """Reveal the suits of the announced sweeps."""
    if not sealed:
        return
    suits = yield Reveal([named for _, named in sealed])
    for i in range(len(sealed)):
        call = (sealed[i][0], suits[i])
        if call not in account.sweeps:
            account.sweeps.append(call)
            table.tell("declaration", "sweep", call[0], SUITS[call[1]], None)


def prove(table, account, callers, when):
    """Let the callers show their hands; if one is a bad catch, high stakers may show too [A31, A32, A33].

    `account.caught` then holds the seats that proved a bad catch. If there are any, the island is over.
    """
    yield from _show(table, account, callers, when)
    stakers = tuple([stake.seat for stake in account.stakes if stake.seat not in callers])
    if not account.caught or not stakers:
        return
    wish = yield Poll(stakers, (YES, NO), "show-too", args=(when[2],), still=(CENTRE,))
    yield from _show(table, account, [stakers[i] for i in range(len(stakers)) if wish[i] == YES], when)


def _show(table, account, callers, when):
    """Ask for the whole hands of `callers` and judge each."""
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


def watch_stakes(table, account, plays):
    """Add the plays of a trick to the open stakes; announce a lie that the turned card shows."""
    for stake in account.stakes:
        if stake.open:
            card = plays[stake.seat]
            stake.cards.append(card)
            fits = is_bad_catch([card], table.options["bad_catch"])
            if stake.honest is None and _announces_lies(table) and not fits:
                expose(table, stake, False)


def end_day(table, account):
    """End the day of the open stakes: weigh the sealed ghost cards and announce the verdict [A16]."""
    for stake in account.stakes:
        if stake.open and stake.honest is None and _announces_lies(table):
            criterion = table.options["bad_catch"]
            drawn = [card for card in stake.cards if is_handle(card)]
            expose(table, stake, (yield Weigh(_bad_catch_rule(criterion), drawn)) if drawn else True)
        stake.open = False


def _bad_catch_rule(criterion):
    """Return the rule for a Weigh: whether the cards are a bad catch."""
    return lambda cards: is_bad_catch(cards, criterion)


def challenge(table, account):
    """Let the opponents challenge the unproved stakes; return the stakes to look at. The others count."""
    asked = []
    for stake in account.stakes:
        if stake.honest is None:
            opponents = tuple(table.seats_from(stake.seat)[1:])
            keys = yield Poll(opponents, (YES, NO), "challenge", args=(stake.seat,))
            by = [opponents[i] for i in range(len(keys)) if keys[i] == YES]
            table.tell("challenge", stake.seat, by, not by)
            if by:
                asked.append(stake)
            else:
                stake.honest = True
    return asked


def expose(table, stake, honest):
    """Announce whether `stake` was honest."""
    stake.honest = honest
    table.tell("declaration", "high-stake", stake.seat, None, honest)
    if not honest:
        table.cue("lie", stake.seat)


def _announces_lies(table):
    """True if the table announces a lie by itself."""
    return table.options["lie_detection"] == "table"
