"""A sensible player of Democracy.

For every card of the hand it asks how likely that card is to win this trick against cards it cannot see, and
what the trick is worth in the suits that are not decided yet; good cards are kept for tricks that matter.
"""

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardtable.rulebook import cards, democracy_deal

if TYPE_CHECKING:
    from tablehost.bots import View

# What laying a card costs, in card points, for each step of its rank: it is gone for better tricks.
# Found by trying: 0.2 to 0.5 play about equally well against a player by lot.
KEEP_BACK = 0.3
ABOVE_ALL = 20  # what being a trump adds to a card's strength


class Sensible:
    """One person's brain; see `tablehost.bots.Brain`."""

    def __init__(self, lots: random.Random) -> None:
        self._lots = lots

    def choose_card(self, hand: Sequence[int], view: "View") -> int:
        weights = _weights(view)
        unseen = view.unseen(hand)
        others = [(_power(card, view), card) for card in unseen]
        stake = _worth(view.pool_card, weights) if view.pool_card is not None else 0.0
        best, chosen = None, hand[0]
        for card in hand:
            gain = _gain(card, others, stake, weights, view)
            cost = KEEP_BACK * democracy_deal.strength(card) if len(hand) > 1 else 0.0
            if best is None or gain - cost > best:
                best, chosen = gain - cost, card
        return chosen

    def answer(self, what: str, args: Sequence[Any], hand: Sequence[int], view: "View") -> bool:
        """Call a bad catch if there is one, have every stake looked at, and leave the rest to the cards."""
        if what in ("declare-window", "show-too"):
            criterion = view.options["bad_catch"]
            return criterion != "off" and bool(democracy_deal.is_bad_catch(hand, criterion))
        return what == "challenge"

    def pick(self, what: str, rows: Sequence[Any], hand: Sequence[int], view: "View") -> int:
        """A bad catch where one is declared; for a joker the first row, a 5; else the last: nothing."""
        if "bad-catch" in rows:
            return rows.index("bad-catch")
        return 0 if what == "joker-rank" else len(rows) - 1


def _power(card: int, view: "View") -> int:
    """How high a card ranks in this trick; the village idiot is not thought of."""
    if cards.is_joker(card):
        beats = view.trump is None or view.options["joker"] != "dummy"
        return democracy_deal.BEST if beats else 0
    trump = view.trump is not None and cards.suit_of(card) == view.trump
    strength: int = democracy_deal.strength(card)
    return strength + ABOVE_ALL if trump else strength


def _weights(view: "View") -> list[float]:
    """By suit, what a card point is worth: nothing once the suit is decided, most where it is close."""
    line = democracy_deal.suit_points(view.seats, view.options) // 2 + 1
    held = [[0] * 4 for _ in range(view.seats)]
    for seat in range(view.seats):
        for card in view.captured if seat == view.seat else view.taken[seat]:
            if not cards.is_joker(card):
                held[seat][(card >> 4) & 3] += democracy_deal.value(card)
    weights = []
    for suit in range(4):
        most = max(points[suit] for points in held)
        weights.append(0.0 if most >= line else 1 + most / line)
    return weights


def _worth(card: int, weights: Sequence[float]) -> float:
    return 0.0 if cards.is_joker(card) else democracy_deal.value(card) * weights[(card >> 4) & 3]


def _gain(
    card: int, others: Sequence[tuple[int, int]], stake: float, weights: Sequence[float], view: "View"
) -> float:
    """What laying this card brings on average, if everybody else lays any unseen card."""
    if not others:
        return 0.0
    power = _power(card, view)
    below = equal = 0
    under = above = 0.0
    for strength, other in others:
        if strength < power:
            below += 1
            under += _worth(other, weights)
        elif strength == power:
            equal += 1
        else:
            above += _worth(other, weights)
    n = len(others)
    rivals = view.seats - 1
    wins = (below / n) ** rivals
    loses = 1 - ((below + equal) / n) ** rivals
    own = _worth(card, weights)
    taken = rivals * under / below if below else 0.0
    given = rivals * above / (n - below - equal) if n > below + equal else 0.0
    return wins * (stake + own + taken) - loses * (stake / rivals + own + given / max(1, rivals))
