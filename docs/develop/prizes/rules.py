"""Prizes: 2 to 6 players bid for prizes with the cards of their hands.

Each player is dealt a hand; as many cards are the pool of prizes, face down. For each prize:

1. The dealer, seat 0, turns up a card of the pool.
2. Each player lays a card face down. The dealer presses OK, and all turn over.
3. The highest card takes all cards; its player scores the rank of the prize, ace 1 to king 13. In a tie each
   player keeps the own card, and the prize is lost.

The highest score wins when the hands are empty; several may win.
"""

from ...engine import cards
from ...engine.asks.automatic import Reveal
from ...engine.asks.base import CENTRE, OK, SEALED, Ok
from ...engine.asks.keys import Poll
from ...engine.asks.laying import Clear, Lay
from ...engine.players import take_seats

NAME = "prizes"
SEATS = (2, 6)
OPTIONS = (("hand", ("int", 2, 7), 5, "cards in a hand, and prizes"),)
STATE = ("pads", "played", "totals")
FACTS = {
    "seated": ("pads",),
    "prize": ("n", "prize*", "bids*", "winner", "totals"),
    "void": ("why",),
    "result": ("winners", "totals"),
}
DEALER = 0


def deck(seats, options):
    return [cards.card(suit, rank) for suit in range(4) for rank in range(1, 14)]


def new_match(match):
    match.pads = None
    match.played = False
    match.totals = [0] * match.seats


def next_stage(match):
    if match.pads is None:
        return take_seats
    return None if match.played else play_hands


def winners(match):
    return [seat for seat in range(match.seats) if match.totals[seat] == max(match.totals)]


def highest(bids):
    """Return the seat of the highest card, or None in a tie."""
    ranks = [cards.rank_of(card) for card in bids]
    return ranks.index(max(ranks)) if ranks.count(max(ranks)) == 1 else None


def play_hands(table, match):
    """Deal, then bid for one prize after another."""
    hand = table.options["hand"]
    yield Clear(what="clear-deal", args=(1, hand))
    yield Poll(tuple(table.all_seats()), (OK,), "deal", args=(1, hand))
    for n in range(1, hand + 1):
        winner = yield from bid(table, match, n, (1, n, hand))
        yield Clear(take=winner, keep=winner is None)
    match.played = True
    table.tell("result", winners(match), match.totals)


def bid(table, match, n, when):
    """Play for prize n; return the seat that takes it, or None."""
    prize = yield Lay((CENTRE,), "turn-up", by=DEALER, args=when)
    seats = tuple(table.all_seats())
    sealed = yield Lay(seats, "lay-face-down", SEALED, until=Ok(DEALER), still=(CENTRE,), args=when)
    bids = yield Reveal(sealed)
    winner = highest(bids)
    if winner is None:
        for seat in seats:
            table.take([bids[seat]], seat)
        table.lose(prize)
        table.cue("split")
    else:
        table.take(bids + prize, winner)
        match.totals[winner] += cards.rank_of(prize[0])
        table.cue("wins", winner)
    table.tell("prize", n, prize[0], bids, winner, match.totals)
    return winner
