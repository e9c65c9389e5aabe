"""Suits, chips and the symbols of laws as shapes that can be recognised without their colours.

Every shape is drawn about (0, 0), five units to each side.
"""

from __future__ import annotations

from tablehost.printing import draw

SPADE = (
    "M0-4.8C1-3.2 4.6-.9 4.6 1.6A2.35 2.35 0 0 1 .6 2.7C.7 3.7 1.2 4.3 1.8 4.8H-1.8"
    "C-1.2 4.3-.7 3.7-.6 2.7A2.35 2.35 0 0 1-4.6 1.6C-4.6-.9-1-3.2 0-4.8Z"
)
HEART = "M0 4.7C-1 3.1-4.9.9-4.9-1.8A2.55 2.55 0 0 1 0-2.7A2.55 2.55 0 0 1 4.9-1.8C4.9.9 1 3.1 0 4.7Z"
DIAMOND = "M0-5L3.9 0L0 5L-3.9 0Z"
CLUB = (
    "M-2.2-2.6a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1-4.4 0ZM-4.7 1.2a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1-4.4 0Z"
    "M.3 1.2a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1-4.4 0ZM-1.2-.8H1.2V1.6C1.2 3.4 1.6 4.2 2.2 4.8H-2.2"
    "C-1.6 4.2-1.2 3.4-1.2 1.6Z"
)
SUITS = (SPADE, HEART, DIAMOND, CLUB)

STAR = "M0-5L1.3-1.7L4.8-1.5L2.1.7L3 4.1L0 2.2L-3 4.1L-2.1.7L-4.8-1.5L-1.3-1.7Z"
# The colours of chips, each with a shape of its own.
CHIPS = {
    "R": "M-4-4H4V4H-4Z",
    "G": "M0-4.6L4.8 3.8H-4.8Z",
    "B": "M0-4.9C2.6-1.6 3.9.2 3.9 1.6A3.9 3.4 0 0 1-3.9 1.6C-3.9.2-2.6-1.6 0-4.9Z",
    "Y": STAR,
}
# Symbols of laws: the filled part, and the part drawn as a line.
LAWS = {
    "BASIS": ("M-4.5 4.5V1H-2V4.5ZM-1.2 4.5V-1.5H1.2V4.5ZM2 4.5V-4.5H4.5V4.5Z", ""),
    "JOKER": (
        "M-4.5 4.6L-3.3 1.6H3.3L4.5 4.6ZM-3.2 1L-4.6-3.6L-1.7-1.2L0-4.8L1.7-1.2L4.6-3.6L3.2 1Z",
        "",
    ),
    "REWARD": (
        "",
        "M-3.4-4.4H3.4V-1A3.4 3.4 0 0 1-3.4-1ZM0 2.4V4.4M-2.6 4.5H2.6"
        "M-3.4-3.2H-4.8V-1.6L-3.2-.4M3.4-3.2H4.8V-1.6L3.2-.4",
    ),
    "AUTHOR": ("M4.6-4.6C1-4.4-2.4-1.6-3 2.6C.8 2.2 3.4-.4 4.6-4.6Z", "M-4.6 4.6C-3.4 2-1.6-.4 1.6-2.2"),
    "BALLOT": ("", "M-4.4-.6H4.4V4.6H-4.4ZM-1.8-.6V-4.6H1.8V-.6M-2.6 1H2.6"),
    "MANNERS": (
        "M-.8-4.6H.8L.6 1.6H-.6ZM-.9 3.5A.9.9 0 1 1 .9 3.5A.9.9 0 1 1-.9 3.5Z",
        "M-4.6 4.6H-2.4M2.4 4.6H4.6",
    ),
}
_COLOUR_OF = {"RED": "R", "GREEN": "G", "BLUE": "B", "YELLOW": "Y"}


def suit(number: int, x: float, y: float, size: float) -> str:
    """Return a suit in its colour, `size` wide and high."""
    return draw.move_group(x, y, draw.path(SUITS[number], fill=draw.SUIT_INKS[number]), size / 10)


def chip(letter: str, x: float, y: float, size: float) -> str:
    """Return the shape of a chip's colour."""
    shape = draw.path(CHIPS[letter], fill=draw.CHIPS[letter], stroke=draw.INK, wide=0.5)
    return draw.move_group(x, y, shape, size / 10)


def is_drawn(symbol: str) -> bool:
    """Return True if there is a picture of this symbol; of any other only its word is printed."""
    return symbol in LAWS or symbol in _COLOUR_OF


def of_law(symbol: str, x: float, y: float, size: float) -> str:
    """Return the symbol of a law, "" for one without a picture."""
    if symbol in _COLOUR_OF:
        return chip(_COLOUR_OF[symbol], x, y, size)
    if symbol not in LAWS:
        return ""
    filled, drawn = LAWS[symbol]
    inner = draw.path(filled, fill=draw.INK) if filled else ""
    inner += draw.path(drawn, stroke=draw.INK, wide=0.9, more=' stroke-linejoin="round"') if drawn else ""
    return draw.move_group(x, y, inner, size / 10)
