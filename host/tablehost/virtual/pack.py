"""The cards of the virtual table: their tags, and the deck file that enrols them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cardtable.rulebook import cards
from cardtable.rulebook.democrazy_cards import PACK

# A pack, a doubled one and all jokers: every card that any game with a standard pack can ask for.
EVERY_CARD = [cards.card(suit, rank, copy) for copy in range(3) for suit in range(4) for rank in range(1, 14)]
EVERY_CARD += [cards.joker(number) for number in range(1, 5)]
# And every card of Democrazy.
EVERY_LAW = [card for first, number, *_ in PACK for card in range(first, first + number)]


def uid(card: int, pack: Any = None) -> bytes:
    """The tag of a card: seven bytes, as genuine NTAG213 have. `pack`: see `rulebook.games`."""
    return bytes((0x04, 0xCA, 0x4D if pack is None else 0x4E, card, 0x7A, 0xB1, 0xE0))


def lines(deck: Iterable[int], pack: Any = None) -> str:
    """The lines of a deck file that enrol these cards."""
    return "".join(f"{uid(card, pack).hex().upper()} {cards.text(card, pack)}\n" for card in deck)


def write_deck(path: Path, deck: Iterable[int] | None = None, pack: Any = None) -> None:
    """Set a table up: enrol these cards, as its deck file has them, if none are given all that there are."""
    path.with_name("marker").touch()
    path.write_text(lines(EVERY_CARD) + lines(EVERY_LAW, PACK) if deck is None else lines(deck, pack))
