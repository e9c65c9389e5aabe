"""Democracy, high stakes: whether one was a lie.

A high stake is proved by nothing but the play: every card of that day's hand is laid, or drawn by a ghost,
which counts as well [A16]. A lie is told when the card is turned, one that only a ghost has seen at the end
of the day. With `lie_detection=challenge` the table keeps silent and looks when an opponent asks before the
scoring [A39].
"""

from .ask import NO, YES
from .cards import is_handle
from .deciding import Weigh
from .democracy_deal import is_bad_catch
from .polling import Poll


def watch_stakes(table, account, plays):
    """The plays of a trick are turned up: a lie that everybody can see is told."""
    for stake in account.stakes:
        if stake.open:
            card = plays[stake.seat]
            stake.cards.append(card)
            fits = is_bad_catch([card], table.options["bad_catch"])
            if stake.honest is None and _tells(table) and not fits:
                expose(table, stake, False)


def end_day(table, account):
    """The hands are played out: what a ghost has seen of a high stake is weighed and told."""
    for stake in account.stakes:
        if stake.open and stake.honest is None and _tells(table):
            criterion = table.options["bad_catch"]
            drawn = [card for card in stake.cards if is_handle(card)]
            expose(table, stake, (yield Weigh(_honest(criterion), drawn)) if drawn else True)
        stake.open = False


def _honest(criterion):
    return lambda cards: is_bad_catch(cards, criterion)


def challenge(table, account):
    """Opponents may ask for a look at an unproved stake. Returns those to look at; the others count."""
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
    stake.honest = honest
    table.tell("declaration", "high-stake", stake.seat, None, honest)
    if not honest:
        table.cue("lie", stake.seat)


def _tells(table):
    return table.options["lie_detection"] == "table"
