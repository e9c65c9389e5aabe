"""One round of a recorded match as a picture of its cards, and as a list in words.

What a round shows, a game says itself: `drawn_round`, see `tablehost.plugins.presentation`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tablehost import messages
from tablehost.journal import game_log, gamefile
from tablehost.plugins import narration
from tablehost.plugins.choice import load_game
from tablehost.plugins.presentation import Part
from tablehost.printing import draw, faces, measure, symbols, words
from tablehost.printing.faces import Selection
from tablehost.printing.paper import HIGH, WIDE
from tablehost.suits import SUIT_SIGNS
from tablehost.types import Line

SCALE = 0.42  # of a card
CARD = WIDE * SCALE
GAP = 3.0
ROW = HIGH * SCALE + 11
NAME = 4.2
ROOM = 66.0  # for the words next to the cards
_SIZES = (4.2, 3.8, 3.4, 3.0, 2.7)
_JOKER = re.compile(r"\bX[1-3]\b")
_CARD = re.compile(r"\b(10|[1-9AKQJEL])([SHDC])\b")


@dataclass(frozen=True)
class Cell:
    """One card of a row: its name as printed, "" for a face-down one; the name over it; whether it wins."""

    card: str
    over: str = ""
    wins: bool = False


@dataclass(frozen=True)
class RoundRow:
    """The cards that lie on the table at one moment, and what is said of them. `aside`: words of the picture,
    where they are shorter than `words`; `lines`: the numbers of its lines in the log. A row without cells is
    not drawn.
    """

    cells: Sequence[Cell]
    words: str
    aside: str = ""
    lines: Sequence[int] = ()


_DRAWN_ROUND = Part[Callable[[narration.Words, Sequence[Line], Sequence[int]], list[RoundRow]]]("drawn_round")


def read(path: Path) -> list[Line]:
    """Return the open log of a recorded match. Raises Trouble."""
    return game_log.of_file(gamefile.read(path)).lines


def list_rows(lines: Sequence[Line], which: Sequence[int], lang: str) -> list[RoundRow]:
    """Return a round of a match, row by row; `which`: the numbers that the game counts rounds by."""

    def name(text: str) -> str:
        return name_cards(text, said, lang)

    with messages.speaking(lang):
        said = narration.of(lines[0])
        drawn = _DRAWN_ROUND.by_game()[lines[0]["game"]](said, lines, which)
        return [replace(row, words=name(row.words), aside=name(row.aside or row.words)) for row in drawn]


def name_cards(text: str, said: narration.Words, lang: str) -> str:
    """Return the words with cards named as they are printed: 5♠ for 5S, R♥ for KH in French."""
    standard = said.letters is None
    text = _JOKER.sub(words.get_text(lang, "joker"), text) if standard else text

    def name(found: re.Match[str]) -> str:
        rank = words.name_rank(lang, found[1]) if standard else found[1]
        return rank + SUIT_SIGNS[found[2]]

    return _CARD.sub(name, text.replace("->", "→"))


def markdown(rows: Sequence[RoundRow]) -> str:
    """Return the rows as a numbered list."""
    return "".join(f"{number}. {row.words}\n" for number, row in enumerate(rows, 1))


def drawings(match: Line, lang: str) -> dict[str, str]:
    """Return the drawing of each card of a match by its name; "": the back."""
    game = load_game(match["game"])
    wanted = Selection(game, len(match["players"]), match["options"], lang, whole=True)
    piles = faces.of_game(wanted)
    return {"": faces.back(symbols.SPADE)} | {face.name: face.body for pile in piles for face in pile.faces}


def svg(lines: Sequence[Line], rows: Sequence[RoundRow], title: str, lang: str) -> str:
    """Return the rows as a picture: each printed card is there once, and used wherever it lies."""
    bodies = drawings(lines[0], lang)
    used = sorted({cell.card for row in rows for cell in row.cells})
    inner = "<defs>" + "".join(symbol(name, bodies[name]) for name in used) + "</defs>"
    left = 10 + max(len(row.cells) for row in rows) * (CARD + GAP)
    shown = [(number, row) for number, row in enumerate(rows, 1) if row.cells]
    for place, (number, row) in enumerate(shown):
        inner += _row(number, row, 3 + place * ROW, left)
    return draw.page(left + ROOM, 4 + len(shown) * ROW, title, inner, lang)


def symbol(name: str, body: str) -> str:
    """Return a card to be used by its key."""
    return f'<g id="{key(name)}">{card(body)}</g>'


def card(body: str) -> str:
    """Return the drawing of a card with the edge of its paper."""
    edge = draw.box(0.4, 0.4, WIDE - 0.8, HIGH - 0.8, round=4, fill=draw.PAPER, stroke=draw.INK, line=0.8)
    return edge + body


def key(name: str) -> str:
    """Return the id of a card in a picture."""
    return "card-" + (name or "back").replace("#", "-")


def _row(number: int, row: RoundRow, top: float, left: float) -> str:
    body = draw.text(2, top + 9, str(number), 6, bold=True)
    for place, cell in enumerate(row.cells):
        x = 9 + place * (CARD + GAP)
        size, shown = measure.fit(cell.over, CARD, 5, (NAME, 3.6, 3, 2.4), bold=cell.wins)
        body += draw.text(x + CARD / 2, top + 3.4, shown[0], size, bold=cell.wins, anchor="middle")
        body += draw.move_group(x, top + 5.5, f'<use href="#{key(cell.card)}"/>', SCALE)
        if cell.wins:
            body += draw.box(
                x - 0.8, top + 4.7, CARD + 1.6, HIGH * SCALE + 1.6, round=2.4, stroke=draw.INK, line=1.4
            )
    size, said = measure.fit(row.aside, ROOM - 5, HIGH * SCALE, _SIZES)
    return body + draw.lines(left + 2, top + 11, said, size)
