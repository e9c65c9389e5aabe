"""A sensible player of Democracy.

For every card of the hand it asks how likely that card is to win this trick against cards it cannot see, and
what the trick is worth in the suits that are not decided yet; good cards are kept for tricks that matter.
"""

import random
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from cardtable.engine import cards
from cardtable.games.democracy import deal, trick
from tablehost.people.minds import Chosen, Reason

if TYPE_CHECKING:
    from tablehost.people.minds import Decision, View

# The cost of laying a card, in card points, for each step of its rank: it is gone for better tricks.
KEEP_BACK = 2.0
ABOVE_ALL = 20  # a trump's bonus to the strength of a card
SELDOM = 0.4  # a card that wins more seldom, against rivals who lay by lot, is not laid to win


class Deck:
    """The knowledge by heart of the cards of a match: by card the value, the rank and the suit, and by
    trump (None without one) the power in a trick, and all cards in ascending order of it.
    """

    def __init__(self, deck: Sequence[int], beats: bool) -> None:
        self.value = {card: deal.value(card) for card in deck}
        self.strength = {card: deal.strength(card) for card in deck}
        self.suit = {card: (card >> 4) & 3 for card in deck}
        self.power: dict[int | None, dict[int, int]] = {}
        self.ascending: dict[int | None, list[int]] = {}
        for trump in (None, 0, 1, 2, 3):
            power = {card: self._power(card, trump, beats) for card in deck}
            self.power[trump] = power
            self.ascending[trump] = sorted(deck, key=lambda card: (power[card], card))

    def _power(self, card: int, trump: int | None, beats: bool) -> int:
        """Return the rank of a card in a trick; the village idiot is left out."""
        if cards.is_joker(card):
            return deal.BEST if beats or trump is None else 0
        return self.strength[card] + (ABOVE_ALL if trump is not None and cards.suit_of(card) == trump else 0)


_deck = lru_cache(16)(Deck)


def sensible(decision: "Decision", lots: random.Random) -> Chosen:
    """Decide as a sensible player; it is a mind, see `tablehost.people.minds`."""
    view, rows = decision.view, decision.options
    if decision.kind == "card":
        return _lay(decision)
    if decision.kind == "answer":  # call a bad catch, have every stake looked at, leave the rest to the cards
        if decision.what not in ("declare-window", "show-too"):
            return Chosen(int(decision.what == "challenge"))
        criterion = view.options["bad_catch"]
        return Chosen(int(criterion != "off" and deal.is_bad_catch(decision.hand, criterion)))
    if "bad-catch" in rows:
        return Chosen(rows.index("bad-catch"))
    return Chosen(0 if decision.what == "joker-rank" else len(rows) - 1)  # a 5; no catch


def _lay(decision: "Decision") -> Chosen:
    """Choose the card that gains most in this trick, less what it would be worth in a later one."""
    view = decision.view
    deck = _deck(view.deck, view.options["joker"] != "dummy")
    weights = _weights(deck, view)
    others = _Others(deck, decision.hand, weights, view)
    turned, power = view.pool_card, deck.power[view.trump]
    stake = deck.value[turned] * weights[deck.suit[turned]] if turned is not None else 0.0
    best, chosen = None, 0
    for index, card in enumerate(decision.options):
        gain = others.gain(power[card], deck.value[card] * weights[deck.suit[card]], stake)
        gain -= KEEP_BACK * deck.strength[card]
        if best is None or gain > best:
            best, chosen = gain, index
    if len(decision.options) == 1 or not decision.explains:
        return Chosen(chosen)
    card = decision.options[chosen]
    if others.find_chance(power[card]) >= SELDOM:
        return Chosen(chosen, others.compare(card, view))
    is_decided = turned is not None and not weights[deck.suit[turned]]
    return Chosen(chosen, Reason("decided") if is_decided else Reason("saves"))


def _weights(deck: Deck, view: "View") -> list[float]:
    """Return the value of a card point by suit: zero once the suit is decided, most where it is close."""
    line = deal.suit_points(view.seats, view.options) // 2 + 1
    most, suit, value = [0] * 4, deck.suit, deck.value
    for seat in range(view.seats):
        held = [0] * 4
        for card in view.captured if seat == view.seat else view.taken[seat]:
            held[suit[card]] += value[card]  # a joker has no suit, and no value
        if any(held):
            most = list(map(max, most, held))
    return [0.0 if points >= line else 1 + points / line for points in most]


class _Others:
    """The cards that rivals may lay: how many of them a card beats, and their mean value."""

    def __init__(self, deck: Deck, hand: Sequence[int], weights: Sequence[float], view: "View") -> None:
        known = view.seen.union(view.private, hand)
        power, value, suit = deck.power[view.trump], deck.value, deck.suit
        self._unseen = unseen = [card for card in deck.ascending[view.trump] if card not in known]
        self._powers = [power[card] for card in unseen]
        self._worths = [0.0, *accumulate([value[card] * weights[suit[card]] for card in unseen])]
        self._rivals = view.seats - 1

    def find_chance(self, power: int) -> float:
        """Return the chance that a card of this power wins, if every rival lays any unseen card."""
        n = len(self._powers)
        return float((bisect_left(self._powers, power) / n) ** self._rivals) if n else 0.0

    def compare(self, card: int, view: "View") -> Reason:
        """Return how many of the cards that rivals may have are beaten by this one."""
        trump, options = view.trump, view.options
        wins = [trick.decide((card, one), trump, options, (None, None))[0] for one in self._unseen]
        return (
            Reason("beats", {"beats": wins.count(0), "cards": len(wins)}) if 1 in wins else Reason("unbeaten")
        )

    def gain(self, power: int, own: float, stake: float) -> float:
        """Return the gain of a card of this power, worth `own`, if every rival lays any unseen card.

        The gain is the captured value with the pool card worth `stake`, less the captured value of a rival
        otherwise.
        """
        n = len(self._powers)
        if not n:
            return 0.0
        rivals = self._rivals
        below = bisect_left(self._powers, power)
        up_to = bisect_right(self._powers, power)
        above = n - up_to
        taken = rivals * self._worths[below] / below if below else 0.0
        given = (self._worths[n] - self._worths[up_to]) / above if above else 0.0
        wins = (below / n) ** rivals
        loses = 1 - (up_to / n) ** rivals
        return float(wins * (stake + own + taken) - loses * (stake / rivals + own + given))
