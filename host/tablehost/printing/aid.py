"""The aid: one page of A4 for the players, with the parts of a game's page that one looks up while playing.

These parts are between `<!-- aid -->` and `<!-- end aid -->`. Options that differ from their defaults are
where they belong, those of other parts of the page at the end. Words are as large as there is room for; the
lamps and their tones are below them.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tablehost.firmware.texts import terms
from tablehost.plugins.choice import load_game
from tablehost.printing import draw, guide, measure, sheet
from tablehost.printing.paper import SIZES
from tablehost.printing.rulings import Ruling, list_rulings
from tablehost.printing.words import get_text
from tablehost.types import Options

WIDE, HIGH = SIZES["a4"]
MARGIN = 14.0
TOP = 27.0  # the first base line below the title
SIZES_OF_WORDS = (5.0, 4.8, 4.6, 4.4, 4.2, 4.0, 3.8, 3.6, 3.4, 3.2, 3.0, 2.8, 2.6)
LEAD = 1.32
INDENT = 6.5
PARTS = re.compile(r"<!-- aid -->\n(.*?)<!-- end aid -->", re.DOTALL)
_ITEM = re.compile(r"( *)(-|\d+\.) (.*)")
_SIGNS = re.compile(r"[♠♥♦♣] ")  # next to the name of a suit; a PDF's own fonts lack them


class Block(NamedTuple):
    """A part of the page: its kind (head, words, item, row or gap), its texts, how far it is indented.

    A row has a text for each column, an item its mark and its words, a gap none, another block one text.
    """

    kind: str
    texts: tuple[str, ...]
    depth: int = 0


def draw_aid(game: str, seats: int, found: Sequence[Ruling], lang: str) -> str:
    """Return the aid of a match with these rulings as SVG; of a game without a page, the rulings."""
    about = get_text(lang, "players", seats)
    if not guide.has_page(game):
        return sheet.svg(sheet.Sheet(terms(lang).get(game, game), about, found, lang))
    page = guide.path_of(game, lang).read_text(encoding="utf-8")
    parts = "\n\n".join(PARTS.findall(page))
    inside = {name for marker in guide.OPTIONS.findall(parts) for name in marker.split()}
    others = " ".join(one.words for one in found if one.differs and one.option not in inside)
    blocks = list(_blocks(guide.apply_options(parts, found, lang)))
    if others:
        blocks.append(Block("words", (f"{get_text(lang, 'your-options')} {others}",)))
    return _draw(guide.title(page), about, blocks, lang)


def text(page: str, columns: int) -> str:
    """Return the same parts of a page as text for a terminal of so many columns."""
    return guide.render("\n\n".join(PARTS.findall(page)), columns, is_plain=True).strip("\n")


def in_short(game: str, players: Sequence[str], options: Options, lang: str) -> str:
    """Return the rules in short and what this match changes; of a game without a page all its rulings."""
    found = list_rulings(load_game(game), len(players), options, lang)
    if not guide.has_page(game):
        return sheet.text(sheet.Sheet(game.capitalize(), ", ".join(players), found, lang))
    page = guide.path_of(game, lang).read_text(encoding="utf-8")
    changed = [ruling.words for ruling in found if ruling.differs]
    head = [get_text(lang, "your-options") + " " + " ".join(changed)] if changed else []
    return "\n\n".join([*head, text(page, shutil.get_terminal_size().columns)])


def _blocks(page: str) -> Iterator[Block]:
    words: list[str] = []
    depth, mark = 0, ""

    def close() -> Iterator[Block]:
        if words:
            text = _plain(" ".join(words))
            yield Block("item", (mark, text), depth) if mark else Block("words", (text,))
        words.clear()

    for line in guide.remove_marks(page).split("\n"):
        item = _ITEM.match(line)
        if not line.strip() or line.startswith(("#", "|")) or item:
            yield from close()
            mark = ""
        if not line.strip():
            yield Block("gap", ())
        if line.startswith("#"):
            yield Block("head", (_plain(line.lstrip("# ")),))
        elif line.startswith("|") and not line.startswith("|--"):
            yield Block("row", tuple(_plain(cell.strip()) for cell in line.strip("|").split("|")))
        elif item:
            depth, mark = 1 + len(item[1]) // 3, "•" if item[2] == "-" else item[2]
            words.append(item[3])
        elif line.strip() and not line.startswith("|"):
            words.append(line.strip("> "))
    yield from close()


def _plain(text: str) -> str:
    return _SIGNS.sub("", re.sub(r"[*`]", "", text))


def _draw(title: str, about: str, blocks: list[Block], lang: str) -> str:
    legend_at = HIGH - MARGIN - sheet.legend_height()
    for size in SIZES_OF_WORDS:
        body, bottom = _set(blocks, size)
        if bottom <= legend_at - 2:
            break
    large, lines = measure.fit(title, WIDE - 2 * MARGIN, 9, (8, 7, 6), bold=True)
    head = draw.text(MARGIN, MARGIN + 4, lines[0], large, bold=True)
    head += draw.text(WIDE - MARGIN, MARGIN + 4, about, 3.6, anchor="end", ink=draw.GREY)
    return draw.page(WIDE, HIGH, title, head + body + sheet.draw_legend(lang, legend_at), lang)


def _set(blocks: list[Block], size: float) -> tuple[str, float]:
    """Return the blocks in words of this size, and the height at which they end."""
    body, y = "", TOP - size * LEAD
    rows: list[Block] = []
    for block in [*blocks, Block("gap", ())]:
        if rows and block.kind != "row":
            drawn, y = _table(rows, size, y)
            body, rows = body + drawn, []
        if block.kind == "row":
            rows.append(block)
        elif block.kind == "head":
            y += size * LEAD * 1.55
            body += draw.text(MARGIN, y, block.texts[0], size * 1.12, bold=True)
            y += size * 0.12
        elif block.kind in ("words", "item"):
            left = MARGIN + INDENT * block.depth
            said = measure.wrap(block.texts[-1], WIDE - MARGIN - left, size)
            y += size * LEAD * 1.12
            if block.kind == "item":
                body += draw.text(left - INDENT + 0.8, y, block.texts[0], size)
            body += draw.lines(left, y, said, size, lead=LEAD)
            y += size * LEAD * (len(said) - 1)
    return body, y


def _table(rows: list[Block], size: float, y: float) -> tuple[str, float]:
    """Return a table, its head above a line, each column as wide as its longest text."""
    columns = range(len(rows[0].texts))
    wide = [
        max(measure.width(row.texts[column], size, True) for row in rows) + size * 1.4 for column in columns
    ]
    body = ""
    y += size * 0.4
    for number, row in enumerate(rows):
        y += size * LEAD
        x = MARGIN
        for column in columns:
            body += draw.text(x, y, row.texts[column], size, bold=number == 0)
            x += wide[column]
        if number == 0:
            line = f"M{MARGIN} {draw.number(y + size * 0.3)}H{draw.number(min(x, WIDE - MARGIN))}"
            body += draw.path(line, stroke=draw.GREY, wide=0.2)
            y += size * 0.25
    return body, y
