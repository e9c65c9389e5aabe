"""Cards on pages: three by three, edge to edge, with marks in the margin to cut along."""

from __future__ import annotations

from collections.abc import Sequence

from tablehost.printing import draw

WIDE, HIGH = 63.5, 88.9  # a card
SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
COLUMNS, ROWS = 3, 3
EACH = COLUMNS * ROWS
GAP = 0.8  # from a card to its marks
MARK = 4.0  # how long one is, where there is room
EDGE = 0.5  # from a mark to the edge of the page, at least


def margins(paper: str) -> tuple[float, float]:
    """Return the distance of the first card from the left and the upper edge."""
    wide, high = SIZES[paper]
    return (wide - COLUMNS * WIDE) / 2, (high - ROWS * HIGH) / 2


def pages(cards: Sequence[str], paper: str, title: str, language: str) -> list[str]:
    """Return the pages for these cards; a card is its drawing, its upper left corner at (0, 0)."""
    return [page(cards[first : first + EACH], paper, title, language) for first in range(0, len(cards), EACH)]


def page(cards: Sequence[str], paper: str, title: str, language: str) -> str:
    """Return one page with up to nine cards, row by row."""
    left, top = margins(paper)
    inner = marks(paper)
    for at, card in enumerate(cards):
        x, y = left + at % COLUMNS * WIDE, top + at // COLUMNS * HIGH
        inner += draw.move_group(x, y, card, more=' class="card"')
    return draw.page(*SIZES[paper], title, inner, language)


def marks(paper: str) -> str:
    """Return the cutting marks: short lines in the margins, in line with every edge of a card."""
    wide, high = SIZES[paper]
    left, top = margins(paper)
    long_x, long_y = min(MARK, left - GAP - EDGE), min(MARK, top - GAP - EDGE)
    number = draw.number
    data = ""
    for column in range(COLUMNS + 1):
        x = left + column * WIDE
        for y in (top - GAP - long_y, high - top + GAP):
            data += f"M{number(x)} {number(y)}v{number(long_y)}"
    for row in range(ROWS + 1):
        y = top + row * HIGH
        for x in (left - GAP - long_x, wide - left + GAP):
            data += f"M{number(x)} {number(y)}h{number(long_x)}"
    return draw.path(data, stroke=draw.INK, wide=0.15)
