"""DemoS, the combinations: their points, and the breaking of ties.

A Harmonious Square is four cards of one number in four suits: 30 points, aces too [C9]. A sequence is
exactly three consecutive numbers [C2]; it does not go round from 10 to 1 [C1]. It is worth its lowest number
[C7] and 12 more in one suit, 8 more in two, 4 more in three. In the learning game a Square is nothing [C3].
A player without a combination forfeits: 0 points. With `favourite` a sequence all in its player's announced
suit is worth 10 more; a Square never is [F18].

A tie goes to the hand with the most cards of one suit, of any suit, among all five: only the largest number
counts [T1]. Players who still tie compare the sum of the cards they did not play, two after a sequence, one
after a Square [T3]. Each comparison leaves some out, and all who are left in the end win [T4].

Every function takes cards of the deck, never a handle or the card of an unknown tag.
"""

from cardtable.micro import const

from ...engine import cards
from ...engine.cards import suit_of
from .cards import number_of

if cards.TYPE_CHECKING:  # a Pico would keep a name of its own on the heap
    from typing import Sequence

_BASE = {"one-suit": 12, "two-suits": 8, "three-suits": 4}
_SEQUENCES = (None, "one-suit", "two-suits", "three-suits")


def kind(cards: "Sequence[int]", squares: bool = True) -> "str | None":
    """Return the kind of these number cards, in any order.

    None, "square", "one-suit", "two-suits" or "three-suits". `squares`: Squares are played; not so in the
    learning game.
    """
    numbers = sorted([number_of(card) for card in cards])
    suits = 4 - _suits_in(cards).count(0)
    if len(cards) == 4 and squares and numbers[0] == numbers[3] and suits == 4:
        return "square"
    if len(cards) == 3 and numbers[0] + 1 == numbers[1] == numbers[2] - 1:
        return _SEQUENCES[suits]
    return None


def points(cards: "Sequence[int]", favourite: "int | None" = None, squares: bool = True) -> int:
    """Return the points of the cards that a player laid; 0 for no combination.

    `favourite`: the player's suit 0-3, or None.
    """
    what = kind(cards, squares)
    if what is None:
        return 0
    if what == "square":
        return 30
    more = 10 if what == "one-suit" and suit_of(cards[0]) == favourite else 0
    return _BASE[what] + min([number_of(card) for card in cards]) + more


def _suits_in(cards: "Sequence[int]") -> "list[int]":
    """Return the number of cards of each suit S H D C."""
    counts = [0, 0, 0, 0]
    for card in cards:
        counts[suit_of(card)] += 1
    return counts


def all_of(hand: "Sequence[int]", squares: bool = True, favourite: "int | None" = None) -> "list[list[int]]":
    """Return every combination in a hand, best first; each a list of cards from the lowest up.

    Of equal points those come first whose cards are first in ascending order.
    """
    cards = sorted(hand, key=lambda card: (number_of(card), card))
    found: "list[tuple[int, list[int]]]" = []
    for i in range(len(cards)):
        four = cards[i : i + 4]
        if len(four) == 4 and kind(four, squares):
            found.append((-points(four), four))
        for j in range(i + 1, len(cards)):
            for k in range(j + 1, len(cards)):
                if number_of(cards[i]) + 2 == number_of(cards[j]) + 1 == number_of(cards[k]):
                    three = [cards[i], cards[j], cards[k]]
                    found.append((-points(three, favourite), three))
    return [some for _, some in sorted(found)]


# -- The breaking of ties --------------------------------------------------------------------------

_HAND = const(5)


def narrow(
    tied: "Sequence[int]", hands: "Sequence[Sequence[int]]", laid: "Sequence[Sequence[int]]"
) -> "list[list]":
    """Break the tie of the seats `tied`, two or more, by comparing their hands.

    `hands`: the five cards of each, `laid`: those revealed. Returns one [criterion, values, seats left] for
    each comparison: "suit", then "rest" if several are left. `values` are those of the seats that were left
    before, in their order. The seats of the last row win.
    """
    rows: "list[list]" = []
    left = list(range(len(tied)))
    for criterion in ("suit", "rest"):
        if criterion == "suit":
            values = [max(_suits_in(hands[i])) for i in left]
        else:
            values = [sum([number_of(card) for card in hands[i] if card not in laid[i]]) for i in left]
        most = max(values)
        left = [left[j] for j in range(len(left)) if values[j] == most]
        rows.append([criterion, values, [tied[i] for i in left]])
        if len(left) == 1:
            break
    return rows


def tie_rule(tied, sizes):
    """Return `narrow` as the rule of a Weigh over one flat list: hand after hand, the revealed cards first.

    `sizes`: the number of cards that each of the seats `tied` revealed, 3 or 4; a hand has five.
    """

    def rule(values):
        hands = [values[_HAND * i : _HAND * i + _HAND] for i in range(len(tied))]
        return narrow(tied, hands, [hands[i][: sizes[i]] for i in range(len(tied))])

    return rule
