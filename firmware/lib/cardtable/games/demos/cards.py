"""DemoS, the cards: the deck, and what a card is.

The deck. A standard pack with two jokers serves. Ace to 10 of the four suits are the number cards, the
People's Pack; an ace is a 1. King, queen and jack are the figures E (Executive), L (Legislative) and J
(Judicial), each in four suits, and a joker is a Media: the Power Pile. The learning game leaves out the aces
and the Media. A power card is an E, L or J, never a Media.

Every function takes a card of this deck, never a handle or the card of an unknown tag.
"""

from ...engine import cards
from ...engine.cards import is_joker, rank_of

POWERS = "ELJ"

# The letters of this game for A, K, Q and X of a standard pack; all other cards keep their names.
LETTERS = {"A": "1", "K": "E", "Q": "L", "X": "M"}
is_media = is_joker
number_of = rank_of  # 1 to 10; "1" is the ace


def deck(seats: int, options: "dict[str, int | str]") -> "list[int]":
    """Return the cards of the match: 54, or 48 when learning; the same for any number of players."""
    learning = options["mode"] == "learning"
    pack: "list[int]" = []
    for suit in range(4):
        for rank in range(2 if learning else 1, 14):
            pack.append(cards.card(suit, rank))
    return pack if learning else pack + [cards.joker(1), cards.joker(2)]


def is_number(card: int) -> bool:
    """True for a number card: ace to 10."""
    return rank_of(card) <= 10


def is_figure(card: int) -> bool:
    """True for a card of the Power Pile: E, L, J or Media."""
    return rank_of(card) > 10


def is_power(card: int) -> bool:
    """True for a power card: E, L or J."""
    return 11 <= rank_of(card) <= 13


def power_of(card: int) -> "str | None":
    """Return the power E, L or J; None for a Media or a number card."""
    return POWERS[13 - rank_of(card)] if is_power(card) else None


def number_due(table, place, card):
    """Return the refusal of a card that is no number card, else None.

    This is the rule for every card laid in a round, except figures that are drawn or turned up.
    """
    return None if is_number(card) else "number-due"
