"""Braille on cards: which two cells a card has, and how they are drawn.

The cells spell the name that players type, in every language. The convention is that of the American Printing
House for the Blind (Read Again, 1990): rank and suit, no number sign, x for ten, jo for a joker. So bought
packs in braille serve as well, and figures of DemoS have the cells of the king, the queen and the jack.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from cardtable.engine import cards
from tablehost.printing import draw, paper

# In mm. Marburg Medium: dots 2.5 apart, cells 6.0. ADA Standards 2010, 703.3: the base of a dot 1.5 to 1.6.
DOT, DOTS_APART, CELLS_APART = 1.5, 2.5, 6.0
EDGE = 6.35  # from the edges of a card to the first dot: 1/4 inch (National Braille Association)
HIGH = 2 * DOTS_APART + DOT
LONG = CELLS_APART + DOTS_APART + DOT
ROOM = EDGE - DOT / 2 + LONG + 1  # what words of a card keep away from, in its corner

LABEL_WIDE, LABEL_HIGH = 18.0, 13.0
_SHEET_EDGE = 12.0

_BLANK = 0x2800  # of Unicode: dots 1 to 6 are the bits 0 to 5
_SIXTH = 0x20
_LETTERS = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyz",
        "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵",
        strict=True,
    )
)
_DIGITS = dict(zip("1234567890", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚", strict=True))
_JOKER = "jo"


def spell(word: str) -> str:
    """Return a word of letters and digits in cells, digits without a number sign."""
    return "".join(_DIGITS.get(sign) or _LETTERS[sign] for sign in word.lower())


def standard_cells(card: int) -> str:
    """Return the two cells of a card of a standard pack: rank and suit. Copies of a card have the same."""
    if cards.is_joker(card):
        return spell(_JOKER)
    name = cards.text(card).partition("#")[0]
    return spell(name.replace("10", "x").replace("A", "1"))


def number_cells(number: int, *, sixth: bool = False) -> str:
    """Return a number from 0 to 99 in two cells; `sixth`: with dot 6 in both, for a second row of numbers."""
    more = _SIXTH if sixth else 0
    return "".join(chr(ord(cell) | more) for cell in spell(f"{number:02}"))


def number_dots(cells: str) -> str:
    """Return the numbers of the dots of each cell, as a slate has them: "13 125"."""
    return " ".join("".join(map(str, _dots(cell))) for cell in cells)


def _dots(cell: str) -> list[int]:
    return [dot for dot in range(1, 7) if (ord(cell) - _BLANK) >> (dot - 1) & 1]


# -- drawings ------------------------------------------------------------------------------------


def draw_cells(cells: str, left: float, top: float, *, mirrored: bool = False) -> str:
    """Return the dots at their real size; `left`, `top`: the middle of dot 1 of the first cell, in mm.

    `mirrored`: as seen from the side on which a stylus presses; then the text runs from right to left.
    """
    drawn = ""
    for at, cell in enumerate(cells):
        for dot in _dots(cell):
            x = at * CELLS_APART + (dot - 1) // 3 * DOTS_APART
            if mirrored:
                x = LONG - DOT - x
            y = (dot - 1) % 3 * DOTS_APART
            drawn += draw.disc(left + x, top + y, DOT / 2 - 0.1, fill=draw.PAPER, line=0.2)
    return drawn


def draw_corners(cells: str) -> str:
    """Return the cells at the upper left of a card, and upside down at the lower right."""
    one = draw_cells(cells, EDGE, EDGE)
    return one + draw.turn_group(paper.WIDE / 2, paper.HIGH / 2, one)


def draw_labels(
    names: Sequence[tuple[str, str]], size: str, title: str, note: str, language: str
) -> list[str]:
    """Return pages of labels for sleeves, mirrored: two for each card. `names`: its name and its cells.

    `note` is above the labels, which are cut out at their frames.
    """
    wide, high = paper.SIZES[size]
    columns = int((wide - 2 * _SHEET_EDGE) / LABEL_WIDE)
    rows = int((high - 2 * _SHEET_EDGE) / LABEL_HIGH)
    left, top = (wide - columns * LABEL_WIDE) / 2, (high - rows * LABEL_HIGH) / 2
    labels = iter([one for one in names for _ in range(2)])
    pages = []
    while some := list(islice(labels, columns * rows)):
        inner = draw.text(left, top - 2, note, 3)
        for at, (name, cells) in enumerate(some):
            x, y = left + at % columns * LABEL_WIDE, top + at // columns * LABEL_HIGH
            inner += draw.move_group(x, y, _label(name, cells), more=' class="label"')
        pages.append(draw.page(wide, high, title, inner, language))
    return pages


def _label(name: str, cells: str) -> str:
    body = draw.box(0, 0, LABEL_WIDE, LABEL_HIGH, stroke=draw.GREY, line=0.1)
    body += draw_cells(cells, (LABEL_WIDE - LONG + DOT) / 2, 2.4, mirrored=True)
    return body + draw.text(LABEL_WIDE / 2, LABEL_HIGH - 1.2, name, 2.2, anchor="middle", ink=draw.GREY)


def list_cells(rows: Sequence[tuple[str, str, str]]) -> Iterator[str]:
    """Yield a line for each card: its name, its cells, the numbers of their dots, and its words if any.

    `rows`: name, cells and words of each.
    """
    width = max((len(name) for name, _, _ in rows), default=0)
    for name, cells, says in rows:
        yield "  ".join(filter(None, (f"{name:{width}}", cells, number_dots(cells), says)))
