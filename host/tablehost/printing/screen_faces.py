"""Card faces for screens: each card in three drawings, for cards from 126, 76 and 36 px of height on.

A smaller drawing has less on it, and that larger. All are 100 wide and 140 high and use the symbols of
`screen_symbols.svg`; colours are those that a card keeps on a dark table. A game may draw its own.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

from cardtable.engine import cards
from tablehost.plugins.presentation import Part
from tablehost.printing import draw, faces, measure, rounds, words
from tablehost.printing.faces import Selection
from tablehost.printing.paper import WIDE
from tablehost.types import Letters

HIGH = 140
ROOM = 94.0  # for words
INK = "#111"
PAPER = "#fffdf7"
RED, BLUE = "#b3261e", "#0b57a4"
SUIT_INKS = (INK, RED, BLUE, "#1b6b3a")
SIZES = ("", "_m", "_s")  # behind the key of a card
_NAME_SIZES = (12.2, 11.4, 10.5, 9.6, 8.8)
_ALWAYS = re.compile("(card-back|chip-|sign-|suit-)")  # what pages use next to the cards of a match
_SYMBOL = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.DOTALL)
_HREF = re.compile('href="#([^"]+)"')


class Drawings(NamedTuple):
    """One card, by size."""

    large: str
    medium: str
    small: str


class _Place(NamedTuple):
    """The place of a symbol: its left and upper edge and its height. Symbols that vary in width, ranks, have
    their middle instead of the left edge.
    """

    x: float
    y: float
    high: float


class _Layout(NamedTuple):
    """The places on a playing card of one size; those of smaller ones are fewer. `alone`: of the suit if
    there is no emblem; `instead`: of the emblem if there is no suit; `narrower`: the height of a wide rank.
    """

    rank: _Place
    narrower: float
    suit: _Place | None
    emblem: _Place | None
    pip: _Place
    alone: _Place
    instead: _Place


_LAYOUTS = (
    _Layout(
        _Place(16, 8, 33),
        31.5,
        _Place(5.5, 45, 21),
        _Place(36, 11, 56),
        _Place(54, 75, 40),
        _Place(34, 50, 60),
        _Place(18, 46, 66),
    ),
    _Layout(
        _Place(18, 8, 38),
        35,
        _Place(7, 50, 22),
        _Place(44, 9, 46),
        _Place(41, 74, 54),
        _Place(37, 70, 58),
        _Place(18, 52, 66),
    ),
    _Layout(
        _Place(26, 8, 66),
        60,
        None,
        None,
        _Place(45, 82, 50),
        _Place(45, 82, 50),
        _Place(44, 81, 51),
    ),
)
_DEALT = Part[Callable[[Selection], Mapping[str, Drawings]]]("screen_faces")


def draw_picture(wanted: Sequence[Selection]) -> str:
    """Return the cards of these decks and all that pages show with them as one picture of symbols:
    `card-KEY`, `card-KEY_m`, `card-KEY_s`.
    """
    made: dict[str, str] = {}
    first: dict[str, str] = {}  # by its body, the id of a drawing; further ones only use it
    drawn = {name: drawings for one in wanted for name, drawings in _draw_all(one).items()}
    for name, drawings in drawn.items():
        for size, body in zip(SIZES, drawings, strict=True):
            key = rounds.key(name) + size
            same = first.setdefault(body, key)
            made[key] = _symbol(key, body if same == key else use(same))
    parts = read_symbols()
    used = _find_used(parts, [*made.values(), *(use(key) for key in parts if _ALWAYS.match(key))])
    inner = "".join([*(parts[key] for key in parts if key in used), *made.values()])
    return f'{draw.XML}<svg xmlns="http://www.w3.org/2000/svg">{inner}</svg>\n'


def draw_cover(wanted: Selection, names: Sequence[str]) -> str:
    """Return two cards of a deck as a picture by itself; its first two, if it lacks one of these."""
    drawn = _draw_all(wanted)
    chosen = names if names and drawn.keys() >= {*names} else list(drawn)[:2]
    bodies = [_symbol(f"card-{side}", drawn[name].medium) for side, name in enumerate(chosen)]
    lying = [
        f'<use href="#card-{side}" x="{x}" y="14" width="100" height="140" transform="rotate({turn})"/>'
        for side, (x, turn) in enumerate(((12, "-8 62 84"), (78, "7 128 84")))
    ]
    parts = read_symbols()
    used = _find_used(parts, bodies)
    inner = "".join([*(parts[key] for key in parts if key in used), *bodies, *lying])
    return f'{draw.XML}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 190 168">{inner}</svg>\n'


@lru_cache(1)
def read_symbols() -> dict[str, str]:
    """Return the symbols by their ids."""
    text = Path(__file__).with_name("screen_symbols.svg").read_text(encoding="utf-8")
    return {found[1]: found[0] for found in _SYMBOL.finditer(text)}


def _find_used(parts: Mapping[str, str], texts: Sequence[str]) -> set[str]:
    """Return the ids of the parts that these texts use, and the parts in them."""
    found: set[str] = set()
    todo = list(texts)
    while todo:
        new = {key for key in _HREF.findall(todo.pop()) if key in parts} - found
        found |= new
        todo += [parts[key] for key in new]
    return found


def _symbol(key: str, body: str) -> str:
    about = ' font-family="sans-serif" font-weight="bold" text-anchor="middle"' if "<text" in body else ""
    return f'<symbol id="{key}" viewBox="0 0 100 140"{about}>{body}</symbol>'


def _draw_all(wanted: Selection) -> Mapping[str, Drawings]:
    """Return the drawings of all cards of a match by their names: the game's own; those for print of a game
    that has no others; or rank and suit.
    """
    game = wanted.game
    drawn = _DEALT.find(game.NAME)
    if drawn is not None:
        return drawn(wanted)
    names = cards.names_of(game)
    if faces.has_own(game.NAME) or isinstance(names, tuple):
        printed = [face for pile in faces.of_game(wanted) for face in pile.faces]
        return {face.name: Drawings(*[_shrink(face.body)] * len(SIZES)) for face in printed}
    deck = game.deck(wanted.seats, wanted.options)
    return dict(draw_standard(card, names, wanted) for card in deck)


def _shrink(body: str) -> str:
    """Return a drawing for print as one for screens."""
    plain = f'<g font-weight="normal" text-anchor="start">{body}</g>'
    return use("face") + draw.move_group(0, 0, plain, 100 / WIDE)


# -- parts of a card -----------------------------------------------------------------------------


def use(symbol: str, x: float = 0, y: float = 0, high: float = 0, *, wide: float = 0, ink: str = "") -> str:
    """Return a symbol at this place, its box square if nothing is said of it; a whole card without `high`."""
    place = "".join(f' {name}="{draw.number(value)}"' for name, value in (("x", x), ("y", y)) if value)
    size = f' width="{draw.number(wide or high)}" height="{draw.number(high)}"' if high else ""
    colour = f' color="{ink}"' if ink else ""
    return f'<use href="#{symbol}"{place}{size}{colour}/>'


def write(
    x: float, y: float, text: str, room: float, sizes: Sequence[float], rows: int = 1, ink: str = ""
) -> str:
    """Return bold words about the middle `x`, the first of their lines on the base line `y`, in the largest
    of these sizes in which no word is cut, but for one with a hyphen if need be; "" if there is none.
    """
    if not text:
        return ""
    for said, size in itertools.product((text, text.replace("-", "- ")), sizes):
        found = measure.wrap(said, room, size, True)
        if len(found) <= rows and " ".join(found) == said:
            colour = f' fill="{ink}"' if ink else ""
            return "".join(
                f'<text x="{draw.number(x)}" y="{draw.number(y + row * size * 1.15)}" '
                f'font-size="{draw.number(size)}"{colour}>{escape(line)}</text>'
                for row, line in enumerate(found)
            )
    return ""


def draw_standard(
    card: int,
    names: Letters,
    wanted: Selection,
    *,
    emblem: str = "",
    title: str = "",
    points: int = 0,
    is_framed: bool = False,
) -> tuple[str, Drawings]:
    """Return the name and the drawings of a card of a standard pack as the game names it. `emblem`: a symbol
    for what it is in the game, `title` that in words; `points`: as many discs; `is_framed`: as figures are.
    """
    name = cards.text(card, names)
    title = faces.find_title(name, wanted) or title
    rank = name.partition("#")[0][:-1]
    if not names:
        rank = words.name_rank(wanted.lang, rank)
    suit = cards.suit_of(card)
    if suit is None:
        emblem = emblem or "y-joker"
    ink = INK if suit is None else SUIT_INKS[suit]
    drawn = []
    for layout in _LAYOUTS:
        body = _draw_playing(layout, rank, suit, emblem, 2.5 if is_framed else 0)
        if layout is _LAYOUTS[0]:
            if points:
                body += _draw_points(points)
            body += write(50, 131, title, ROOM - (8 if is_framed else 0), _NAME_SIZES)
        face = use("face-figure" if is_framed else "face")
        drawn.append(f'<g color="{ink}" fill="{ink}">{face}{body}</g>')
    return name, Drawings(*drawn)


def _draw_playing(layout: _Layout, rank: str, suit: int | None, emblem: str, inwards: float) -> str:
    """Return rank, suits and emblem; `inwards`: how much further from the edge than usual."""
    body = _draw_rank(layout, rank, inwards)
    if suit is None:
        return body + use(emblem, *_push(layout.instead, -inwards, -inwards))
    sign = "s-" + "SHDC"[suit]
    if layout.suit:
        body += use(sign, *_push(layout.suit, inwards, inwards))
    if layout.emblem and emblem:
        body += use(emblem, *_push(layout.emblem, -inwards, inwards))
    return body + use(sign, *_push(layout.pip if emblem else layout.alone, -inwards, -inwards))


def _push(place: _Place, x: float, y: float) -> _Place:
    return _Place(place.x + x, place.y + y, place.high)


def _draw_rank(layout: _Layout, rank: str, inwards: float) -> str:
    x, y, high = _push(layout.rank, inwards, inwards)
    if "r-" + rank not in read_symbols():  # a letter of a game of one's own
        size = min(high / 0.75, 2 * (x - 2) / measure.width(rank, 1, True))
        return f'<text x="{draw.number(x)}" y="{y + high - 1:g}" font-size="{size:.1f}">{escape(rank)}</text>'
    if rank in ("10", "M"):
        x, high = x + (3.5 if rank == "M" else 0), layout.narrower
    wide = high * 48 / 56
    return use("r-" + rank, x - wide / 2, y, high, wide=wide)


def _draw_points(points: int) -> str:
    """Return the discs of points below the suit in the corner."""
    way = f"M16 76v{9 * (points - 1)}" if points > 1 else "M16 76h.01"
    return (
        f'<path d="{way}" stroke="currentColor" stroke-width="5.8" stroke-linecap="round"'
        f' stroke-dasharray=".01 8.99"/>'
    )


def draw_path(data: str, look: str) -> str:
    """Return a path with these attributes."""
    return f'<path d="{data}" {look}/>'
