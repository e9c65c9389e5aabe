"""Islands: Democracy with the cards that are left in the box.

The 5 of spades is lost, and a 7 of another pack is in: its tag is enrolled as the second 7 of spades.
"""

from ...engine.cards import parse
from .rules import deck as whole_deck

NAME = "islands"
REVISION = 1
SEATS = (2, 6)  # with more, Democracy takes two packs


def deck(seats, options):
    """Return the cards of the match."""
    return [parse("7S#2") if card == parse("5S") else card for card in whole_deck(seats, options)]
