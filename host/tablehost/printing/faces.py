"""Card faces and backs. A game may draw its own, see `tablehost.plugins.presentation`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cardtable.engine import cards
from cardtable.engine.game import Game as GameRules
from cardtable.games import registry as games
from tablehost.firmware.texts import terms
from tablehost.plugins.presentation import Part
from tablehost.printing import braille, draw, measure, symbols, words
from tablehost.printing.paper import HIGH, WIDE
from tablehost.types import Letters, Options

MARGIN = 4.0  # only a frame is nearer to the edge, so that a cut may be inexact
ROOM = WIDE - 2 * MARGIN
MIDDLE = WIDE / 2
_LOWER = 9.0  # the rank is below the braille


@dataclass(frozen=True)
class Selection:
    """The cards to print. `whole`: also those of a standard pack; `laws`: a file of laws of one's own;
    `braille`: they have dots to press in two corners.
    """

    game: GameRules
    seats: int
    options: Options
    lang: str
    whole: bool = False
    laws: Path | None = None
    braille: bool = False


@dataclass(frozen=True)
class Face:
    """One card by the rules' name for it, and its drawing.

    `cells`: its braille, two cells at most. Cards that players need not tell apart have the same. `says`: its
    words, of a card that has more of them than two cells hold.
    """

    name: str
    body: str
    cells: str = ""
    says: str = ""


@dataclass(frozen=True)
class Pile:
    """Cards that share a back. `name` is part of the names of the files; `mark` is the shape on the back."""

    name: str
    mark: str
    faces: list[Face]


_FACES = Part[Callable[[Selection], list[Pile]]]("faces")


def has_own(game: str) -> bool:
    """Return True if a game brings faces of its own."""
    return _FACES.find(game) is not None


def of_game(wanted: Selection) -> list[Pile]:
    """Return the cards of a game, as it draws them, and with their braille in two corners if wanted."""
    piles = _FACES.of(wanted.game.NAME, standard_faces)(wanted)
    return [replace(pile, faces=list(map(_mark, pile.faces))) for pile in piles] if wanted.braille else piles


def _mark(face: Face) -> Face:
    return replace(face, body=face.body + braille.draw_corners(face.cells))


def find_title(name: str, wanted: Selection) -> str:
    """Return the title of a card in the words of a custom game, "" for none: a row `card 5H` goes before
    `card 5`, that before `card H`.
    """
    if wanted.game.NAME not in games.OWN:
        return ""
    spoken = games.words(wanted.game.NAME)
    rows = spoken.get(wanted.lang) or next(iter(spoken.values()), {})
    plain = name.partition("#")[0]
    return next((rows[f"card {key}"] for key in (plain, plain[:-1], plain[-1]) if f"card {key}" in rows), "")


def standard_faces(wanted: Selection) -> list[Pile]:
    """Return all cards of a game that brings no faces of its own: ranks and suits of a standard pack."""
    names = cards.names_of(wanted.game)
    deck = wanted.game.deck(wanted.seats, wanted.options)
    return [Pile("cards", symbols.SPADE, [standard(card, names, wanted) for card in deck])]


def standard(
    card: int,
    names: Letters,
    wanted: Selection,
    title: str = "",
    note: str = "",
    picture: str = "",
    also: str = "",
) -> Face:
    """Return a card of a standard pack as the game names it. `title` and `note` are below the middle;
    `picture` in the place of the large suit; `also`: its role in other games.
    """
    lang = wanted.lang
    name = cards.text(card, names)
    suit = cards.suit_of(card)
    plain = name.partition("#")[0]
    joker = plain if names else words.get_text(lang, "joker").capitalize()
    rank = joker if suit is None else plain[:-1] if names else words.name_rank(lang, plain[:-1])
    ink = draw.INK if suit is None else draw.SUIT_INKS[suit]
    body = corners(rank, suit, ink, wanted.braille)
    if picture:
        body += picture
    elif suit is None:
        body += draw.move_group(MIDDLE, 38, draw.path(symbols.STAR, stroke=draw.INK, wide=0.5), 2.6)
    else:
        body += symbols.suit(suit, MIDDLE, 38, 24)
    called = terms(lang).get("SHDC"[suit], "") if suit is not None else ""
    foot = " · ".join(part for part in (called, name, also) if part)
    title = find_title(name, wanted) or title
    cells = "" if isinstance(names, tuple) else braille.standard_cells(card)
    return Face(name, body + below(title, note, foot, wanted.braille), cells)


def corners(rank: str, suit: int | None, ink: str, dotted: bool) -> str:
    """Return the rank, and the suit below it, at the upper left; and upside down at the lower right.

    `dotted`: braille is above.
    """
    size = 8.0 if len(rank) < 3 else 6.0
    top = MARGIN + (_LOWER if dotted else 0)
    one = draw.text(MARGIN + 4, top + 7, rank, size, bold=True, anchor="middle", ink=ink)
    if measure.width(rank, size, True) > 8:
        one = draw.text(MARGIN, top + 7, rank, size, bold=True, ink=ink)
    if suit is not None:
        one += symbols.suit(suit, MARGIN + 4, top + 12.5, 7)
    return one + draw.turn_group(MIDDLE, HIGH / 2, one)


def below(title: str, note: str, foot: str, dotted: bool) -> str:
    """Return the part below the middle: a title, a note; and small at the foot its name.

    `dotted`: the rank at the lower right is higher, so the title is one line above it.
    """
    body = ""
    if title:
        at, high = (56, 7.5) if dotted else (59, 12)
        size, lines = measure.fit(title, ROOM, high, (6, 5.2, 4.4, 3.8), bold=True)
        body += draw.lines(MIDDLE, at, lines, size, bold=True, anchor="middle")
    if note:
        size, lines = measure.fit(note, ROOM - 22, 9, (3.4, 3, 2.6))
        body += draw.lines(MIDDLE, 62.5 if dotted else 71, lines, size, anchor="middle")
    return body + draw.text(MIDDLE, HIGH - MARGIN - 0.6, foot, 2.6, anchor="middle", ink=draw.GREY)


def back(mark: str) -> str:
    """Return a back: rows of the mark, the lower half upside down, so that it looks the same both ways."""
    body = draw.box(2.5, 2.5, WIDE - 5, HIGH - 5, round=2.5, stroke=draw.INK, line=0.5)
    body += draw.box(4, 4, WIDE - 8, HIGH - 8, round=1.5, stroke=draw.INK, line=0.25)
    half = ""
    for row in range(4):
        for column in range(6 if row % 2 else 5):
            x = MIDDLE + (column - (2.5 if row % 2 else 2)) * 9
            half += draw.move_group(x, 10.5 + row * 10, draw.path(mark, fill=draw.GREY), 0.55)
    return body + half + draw.turn_group(MIDDLE, HIGH / 2, half)


def backs(mark: str, count: int) -> Sequence[str]:
    """Return as many backs as there are places on a page."""
    return [back(mark)] * count
