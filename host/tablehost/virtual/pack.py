"""The cards of the virtual table: their tags, and the deck file that enrols them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cardtable.rulebook import cards

# A pack, a doubled one and all jokers: every card that any game can ask for.
EVERY_CARD = [cards.card(suit, rank, copy) for copy in range(3) for suit in range(4) for rank in range(1, 14)]
EVERY_CARD += [cards.joker(number) for number in range(1, 5)]


def uid(card: int) -> bytes:
    """The tag of a card: seven bytes, as genuine NTAG213 have."""
    return bytes((0x04, 0xCA, 0x4D, card, 0x7A, 0xB1, 0xE0))


def write_deck(path: Path, deck: Iterable[int] = EVERY_CARD) -> None:
    """Enrol these cards, as the deck file of a table has them."""
    path.write_text("".join(f"{uid(card).hex().upper()} {cards.text(card)}\n" for card in deck))
