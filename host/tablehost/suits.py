"""Suits of cards as screens and paper show them."""

SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def show_card(name: str) -> str:
    """Return the name of a card as screens show it, `K♠`; names without a suit stay as they are."""
    head, mark, copy = name.partition("#")
    known = len(head) in (2, 3) and head[:-1] in ("10", *"A123456789JQKEL") and head[-1] in SUIT_SIGNS
    return head[:-1] + SUIT_SIGNS[head[-1]] + mark + copy if known else name
