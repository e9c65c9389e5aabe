"""Elements of SVG as text, and the few colours of printed matter.

Colours are those that stay apart for every kind of colour vision (Okabe and Ito), darkened where they are
words; and no fact depends on its colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from tablehost.printing.measure import FONT

INK = "#000000"
PAPER = "#ffffff"
GREY = "#595959"
FAINT = "#d9d9d9"
FELT = "#1f3d34"
LIT = "#f0e442"  # around the card that wins
SUIT_INKS = ("#000000", "#b84300", "#0072b2", "#007a59")  # spades, hearts, diamonds, clubs
LAMPS = {"blue": "#8fc7ff", "yellow": "#ffe14d", "red": "#ff9470", "white": "#ffffff"}  # lit, on the felt
RED_LAW = "#a33b00"
BLUE_LAW = "#005a8f"
CHIPS = {"R": "#d55e00", "G": "#009e73", "B": "#0072b2", "Y": "#f0e442"}

XML = '<?xml version="1.0" encoding="UTF-8"?>\n'


def page_colours() -> dict[str, str]:
    """Return the colours of cards, table and lamps for pages of the browser, by name."""
    lamps = {f"on-felt-{name}": colour for name, colour in LAMPS.items()}
    return {"felt": FELT, "lit": LIT, "warning": RED_LAW, **lamps}


def number(value: float) -> str:
    """Return a length, to a hundredth of a millimetre."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def text(
    x: float, y: float, words: str, size: float, *, bold: bool = False, anchor: str = "start", ink: str = INK
) -> str:
    """Return words on one line; `x` is their beginning, or their `middle` or `end`, `y` their base line."""
    weight = ' font-weight="bold"' if bold else ""
    side = "" if anchor == "start" else f' text-anchor="{anchor}"'
    colour = "" if ink == INK else f' fill="{ink}"'
    place = f'x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
    return f"<text {place}{weight}{side}{colour}>{escape(words)}</text>"


def lines(
    x: float,
    y: float,
    rows: Sequence[str],
    size: float,
    *,
    lead: float = 1.25,
    bold: bool = False,
    anchor: str = "start",
    ink: str = INK,
) -> str:
    """Return several lines, the base line of the first at `y`; `lead`: from one to the next, of the size."""
    return "".join(
        text(x, y + i * size * lead, row, size, bold=bold, anchor=anchor, ink=ink)
        for i, row in enumerate(rows)
    )


def path(data: str, *, fill: str = "none", stroke: str = "none", wide: float = 0.0, more: str = "") -> str:
    """Return a path."""
    line = f' stroke="{stroke}" stroke-width="{number(wide)}"' if stroke != "none" else ""
    return f'<path d="{data}" fill="{fill}"{line}{more}/>'


def box(
    x: float,
    y: float,
    wide: float,
    high: float,
    *,
    round: float = 0.0,
    fill: str = "none",
    stroke: str = "none",
    line: float = 0.3,
) -> str:
    """Return a rectangle."""
    edge = f' stroke="{stroke}" stroke-width="{number(line)}"' if stroke != "none" else ""
    corner = f' rx="{number(round)}"' if round else ""
    size = f'width="{number(wide)}" height="{number(high)}"'
    return f'<rect x="{number(x)}" y="{number(y)}" {size}{corner} fill="{fill}"{edge}/>'


def disc(x: float, y: float, radius: float, *, fill: str = "none", line: float = 0.4) -> str:
    """Return a circle with a black line."""
    place = f'cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
    return f'<circle {place} fill="{fill}" stroke="{INK}" stroke-width="{number(line)}"/>'


def move_group(x: float, y: float, inner: str, scale: float = 1.0, more: str = "") -> str:
    """Return a group with its origin at (x, y)."""
    grown = "" if scale == 1 else f" scale({scale:.4g})"
    return f'<g{more} transform="translate({number(x)} {number(y)}){grown}">{inner}</g>'


def turn_group(x: float, y: float, inner: str) -> str:
    """Return a group turned upside down about (x, y)."""
    return f'<g transform="rotate(180 {number(x)} {number(y)})">{inner}</g>'


def page(wide: float, high: float, title: str, inner: str, language: str) -> str:
    """Return a whole page."""
    size = f'width="{number(wide)}mm" height="{number(high)}mm" viewBox="0 0 {number(wide)} {number(high)}"'
    return (
        f'{XML}<svg xmlns="http://www.w3.org/2000/svg" {size} xml:lang={quoteattr(language)} '
        f'font-family="{FONT}" fill="{INK}"><title>{escape(title)}</title>'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>{inner}</svg>\n'
    )
