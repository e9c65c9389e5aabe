"""A sensible player of Democracy.

For every card of the hand it asks how likely that card is to win this trick against cards it cannot see, and
what the trick is worth in the suits that are not decided yet; good cards are kept for tricks that matter.
"""

import random
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from cardtable.engine import cards
from cardtable.games.democracy import deal
from tablehost.types import Args

if TYPE_CHECKING:
    from tablehost.people.bots import View

# The cost of laying a card, in card points, for each step of its rank: it is gone for better tricks.
KEEP_BACK = 2.0
ABOVE_ALL = 20  # a trump's bonus to the strength of a card


class Sensible:
    """One person's brain, a `tablehost.people.bots.Brain`."""

    def __init__(self, lots: random.Random) -> None:
        self._lots = lots

    def choose_card(self, hand: Sequence[int], view: "View") -> int:
        weights = _weights(view)
        others = _Others(view.unseen(hand), weights, view)
        stake = _worth(view.pool_card, weights) if view.pool_card is not None else 0.0
        best, chosen = None, hand[0]
        for card in hand:
            gain = others.gain(_power(card, view), _worth(card, weights), stake)
            gain -= KEEP_BACK * deal.strength(card)
            if best is None or gain > best:
                best, chosen = gain, card
        return chosen

    def answer(self, what: str, args: Args, hand: Sequence[int], view: "View") -> bool:
        """Call a bad catch if there is one, have every stake looked at, and leave the rest to the cards."""
        if what in ("declare-window", "show-too"):
            criterion = view.options["bad_catch"]
            return criterion != "off" and deal.is_bad_catch(hand, criterion)
        return what == "challenge"

    def pick(self, what: str, rows: Args, hand: Sequence[int], view: "View") -> int:
        """Return a bad catch where one is declared; for a joker the first row, a 5; else the last: no
        catch.
        """
        if "bad-catch" in rows:
            return rows.index("bad-catch")
        return 0 if what == "joker-rank" else len(rows) - 1


def _power(card: int, view: "View") -> int:
    """Return the rank of a card in this trick; the village idiot is left out."""
    if cards.is_joker(card):
        beats = view.trump is None or view.options["joker"] != "dummy"
        return deal.BEST if beats else 0
    trump = view.trump is not None and cards.suit_of(card) == view.trump
    return deal.strength(card) + (ABOVE_ALL if trump else 0)


def _weights(view: "View") -> list[float]:
    """Return the value of a card point by suit: zero once the suit is decided, most where it is close."""
    line = deal.suit_points(view.seats, view.options) // 2 + 1
    held = [[0] * 4 for _ in range(view.seats)]
    for seat in range(view.seats):
        for card in view.captured if seat == view.seat else view.taken[seat]:
            if not cards.is_joker(card):
                held[seat][(card >> 4) & 3] += deal.value(card)
    weights = []
    for suit in range(4):
        most = max(points[suit] for points in held)
        weights.append(0.0 if most >= line else 1 + most / line)
    return weights


def _worth(card: int, weights: Sequence[float]) -> float:
    return 0.0 if cards.is_joker(card) else deal.value(card) * weights[(card >> 4) & 3]


class _Others:
    """The cards that rivals may lay: how many of them a card beats, and their mean value."""

    def __init__(self, unseen: Sequence[int], weights: Sequence[float], view: "View") -> None:
        cards_by_power = sorted((_power(card, view), card) for card in unseen)
        self._powers = [power for power, _ in cards_by_power]
        self._worths = [0.0, *accumulate(_worth(card, weights) for _, card in cards_by_power)]
        self._rivals = view.seats - 1

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
