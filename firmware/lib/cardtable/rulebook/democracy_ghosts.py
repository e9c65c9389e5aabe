"""Democracy, ghosts: a joker from the pool may replace the trick.

Every seat draws a card unseen from the hand of its left neighbour, captures it, and lays it face down on its
own pad, which books it silently. Who drew what is told at the scoring. The joker is lost.
"""

from . import democracy_stakes
from .ask import CENTRE, SEALED, Ok
from .clearing import Clear
from .democracy_deal import is_bad_catch
from .laying import Lay
from .revealing import Reveal


def play_ghost(table, account, dealer, when, pool):
    """Every seat draws from the hand of its left neighbour, all at once [A15]; nobody else sees it [A17]."""
    order = table.seats_from(dealer + 1)
    sealed = yield Lay(tuple(order), "lay-ghost", SEALED, until=Ok(dealer), still=(CENTRE,), args=when)
    drawn = [sealed[order.index(seat)] for seat in table.all_seats()]
    for seat in table.all_seats():
        table.take([drawn[seat]], seat)
        stake = account.stake_of((seat + 1) % table.seats)
        if stake and stake.open:
            stake.cards.append(drawn[seat])
    table.lose([pool])
    account.lost.append(pool)
    account.ghosts.append((when[0], when[1], pool, drawn))
    table.cue("ghost")
    yield Clear(keep=table.all_seats(), args=(None,))


def open_ghosts(table, account):
    """Before the scoring: what the ghosts drew, and with it the lies that an opponent has challenged."""
    challenged = yield from democracy_stakes.challenge(table, account)
    sealed = []
    for _day, _n, _pool, drawn in account.ghosts:
        sealed.extend(drawn)
    opened = (yield Reveal(sealed)) if sealed else []
    for day, n, pool, drawn in account.ghosts:
        cards = [opened[sealed.index(handle)] for handle in drawn]
        for seat in table.all_seats():
            account.captured[day - 1][seat].append(cards[seat])
        table.tell("ghost", day, n, pool, cards, [pool])
    for stake in challenged:
        hand = [opened[sealed.index(card)] if card in sealed else card for card in stake.cards]
        democracy_stakes.expose(table, stake, is_bad_catch(hand, table.options["bad_catch"]))
