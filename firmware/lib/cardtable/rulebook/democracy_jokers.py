"""Democracy, what is said of jokers: whether one from the pool is a ghost, which rank one in a hand has."""

from . import combining
from .ask import CENTRE, NO, PLACES, UNTIL_CLOSED, YES
from .cards import is_joker
from .democracy_deal import BEST, RANKS
from .polling import Poll
from .pressing import Choose


def is_ghost(table, dealer, when):
    """Whether a joker from the pool makes a ghost; the dealer says so before anybody lays a card [A18]."""
    if table.options["joker_turned"] == "dealer":
        said = yield Poll((dealer,), (YES, NO), "ghost-or-dead", args=when, still=(CENTRE,))
        return said == [YES]
    return table.options["joker_turned"] == "ghost"


def name_ranks(table, plays):
    """Owners of jokers name a rank, all at once [A11]. Returns by seat (the strengths, the ranks), None for a
    seat that names nothing.
    """
    owners = [seat for seat in table.all_seats() if is_joker(plays[seat])]
    named: "list" = [None] * table.seats
    ranks: "list" = [None] * table.seats
    if owners:
        asks = []
        for seat in owners:
            asks.append(Choose(seat, RANKS, "joker-rank", UNTIL_CLOSED, default=0, still=range(PLACES)))
        rows = yield combining.All(*asks)
        for i in range(len(owners)):
            named[owners[i]] = BEST - rows[i]
            ranks[owners[i]] = RANKS[rows[i]]
    return named, ranks
