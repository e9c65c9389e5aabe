"""The games of this computer and their pages for newcomers; see `tablehost.web.learn.Lessons`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Protocol, TypeAlias

from cardtable.engine.game import Game as GameRules
from cardtable.engine.match import resolve
from cardtable.games import registry
from tablehost import messages
from tablehost.firmware.texts import terms
from tablehost.match import replay
from tablehost.match.card_words import CardWords
from tablehost.people import vocabulary
from tablehost.plugins import narration, presentation
from tablehost.plugins.choice import USUAL_PLAYERS, load_game, presets_of, read_pairs
from tablehost.printing import guide, rounds, rulings, screen_faces, sprite
from tablehost.printing.faces import Selection
from tablehost.types import Document, Line, Options
from tablehost.web.learn import Game, Lesson, Set

SAID = messages.Catalogue("web")
PLAY = messages.Catalogue("play")

Said: TypeAlias = Callable[[str], str]


class Minute(Protocol):
    """The first minute of a stranger, as the game says it that brings it."""

    def script(self) -> Document:
        """Return all that the page shows, see `static/first.js`."""


FIRST_MINUTE = presentation.Part[Callable[[Callable[[Sequence[str]], narration.Words], Said, Said], Minute]](
    "FirstMinute"
)
# Members of a frame that a round shows: the table, without its log.
SHOWN = "game players chairs pads seat_pads display standing caption places shown has_power ending".split()


class Lessons:
    """All games of the registry, also those of one's own. All words are in the language that is spoken."""

    @property
    def names(self) -> Sequence[str]:
        return registry.NAMES

    def game(self, name: str) -> Game:
        """Return a game in short."""
        game, language = load_game(name), messages.language()
        about = presentation.get_option_text(name, "about", "game", language) or SAID("own-game")
        line = presentation.get_option_text(name, "about", "cover", language)
        least, most = game.SEATS
        return Game(name, terms(language).get(name, name), about, line, least, most, _sets(game, language))

    def lesson(self, name: str) -> Lesson:
        """Return the page of a game; of one of one's own, its rulings."""
        title = self.game(name).title
        if not guide.has_page(name):
            game, seats, options = _usual(name)
            found = rulings.list_rulings(game, seats, options, messages.language())
            return Lesson(title, list_rulings(title, found, SAID("own-game-rulings")), (), "")
        page = _page(name, messages.language())
        marked = guide.ROUND.search(page)
        if marked is None:
            return Lesson(title, guide.remove_comments(page), (), "")
        rows = _rows(name, messages.language())
        before, after = (guide.remove_comments(text) for text in page.split(marked[0]))
        return Lesson(title, before, [row.words for row in rows], after)

    @property
    def first(self) -> str:
        return next(iter(FIRST_MINUTE.by_game()))

    def first_minute(self) -> Document:
        """Return the script of the first minute of a stranger."""
        game = self.first
        words = CardWords(vocabulary.load(messages.language(), game))
        begin = FIRST_MINUTE.by_game()[game]
        minute = begin(narration.WORDS.of(game, narration.Words), words.put_into, words.show)
        return {"game": game, **minute.script()}

    def variants(self, name: str) -> str:
        """Return the page of all options of a game as Markdown."""
        return guide.remove_comments(guide.variants(name, messages.language()))

    def frames(self, name: str) -> Sequence[Document]:
        """Return the round of a page step by step."""
        return _frames(name, messages.language())

    def cover(self, name: str) -> str:
        """Return the cover of a game as an SVG picture."""
        return _cover(name, messages.language())

    def faces(self, name: str) -> str:
        """Return the cards of the round as symbols of an SVG picture, an empty one without a round."""
        language = messages.language()
        return sprite.of_match(_lines(name)[0], language) if _rows(name, language) else sprite.EMPTY


def list_rulings(title: str, found: Sequence[rulings.Ruling], about: str) -> str:
    """Return rulings as a page of Markdown."""
    lines = [f"# {title}", "", about, ""]
    for ruling in found:
        lines += ["", f"## {ruling.section}", ""] if ruling.section else []
        lines.append(f"- {ruling.words}")
    return "\n".join(lines) + "\n"


def _usual(name: str) -> tuple[GameRules, int, Options]:
    """Return a game, its usual number of players, and its options with no wishes."""
    game = load_game(name)
    seats = max(game.SEATS[0], min(game.SEATS[1], USUAL_PLAYERS))
    return game, seats, resolve(game, seats, {})


@lru_cache
def _cover(name: str, language: str) -> str:
    return screen_faces.draw_cover(
        Selection(*_usual(name), language, whole=True), presentation.COVER.of(name, ())
    )


def _sets(game: GameRules, language: str) -> list[Set]:
    levels = presentation.LEVELS.of(game.NAME, {})
    words = terms(language)
    found = []
    for name, (minutes, pairs) in presets_of(game).items():
        given = read_pairs(pairs).items()
        said = [presentation.ruling(game.NAME, option, value, language) for option, value in given]
        level = PLAY(f"level {levels.get(name, 2)}")
        found.append(Set(name, words.get(name, name), minutes, level, [one for one in said if one]))
    return found


def _page(name: str, language: str) -> str:
    return guide.path_of(name, language).read_text(encoding="utf-8")


@lru_cache
def _lines(name: str) -> list[Line]:
    return rounds.read(guide.folder() / f"{name}.jsonl")


@lru_cache
def _rows(name: str, language: str) -> list[rounds.Row]:
    """Return the rows of the round of a page, none without one."""
    marked = guide.ROUND.search(_page(name, language)) if guide.has_page(name) else None
    if marked is None:
        return []
    return rounds.list_rows(_lines(name), [int(one) for one in marked[2].split()], language)


@lru_cache
def _frames(name: str, language: str) -> list[Document]:
    rows = _rows(name, language)
    row_of = {line: number for number, row in enumerate(rows) for line in row.lines}
    if not row_of:
        return []
    found: list[Document] = []
    last = -1
    for frame in replay.frames(_lines(name), language, only=row_of):
        row = row_of[int(str(frame["line"]))]
        changed = {member: value for member, value in frame.items() if member in SHOWN}
        if found and row != last:
            found[-1]["said"] = rows[last].words
        if not found:  # the table is empty before the round
            changed |= {"stories": [], "pads": [], "display": ""}
        if changed or row != last:
            found.append({**changed, "row": row, "said": ""})
        last = row
    found[-1]["said"] = rows[last].words
    return found
