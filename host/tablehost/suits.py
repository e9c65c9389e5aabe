"""Suits of cards as screens and paper show them."""

from collections.abc import Mapping

SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def show_card(name: str, letters: Mapping[str, str] | None = None) -> str:
    """Return the name of a card as screens show it, `K♠`; names without a suit stay as they are.

    `letters`: see `show_rank`.
    """
    head, mark, copy = name.partition("#")
    known = len(head) in (2, 3) and head[:-1] in ("10", *"A123456789JQKEL") and head[-1] in SUIT_SIGNS
    return show_rank(head[:-1], letters or {}) + SUIT_SIGNS[head[-1]] + mark + copy if known else name


def show_rank(name: str, letters: Mapping[str, str]) -> str:
    """Return the name of a card with the rank of a language, `RS` for `KS`. `letters`: of its court cards."""
    return letters.get(name[:1], name[:1]) + name[1:]
