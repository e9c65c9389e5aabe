"""The pages from which a game is learned: `/learn`."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeAlias

from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

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
from tablehost.web import markdown, pages
from tablehost.web.guard import Operator
from tablehost.web.requests import Refused

SAID = messages.Catalogue("web")

HOUR_S = 3600
_VARIANTS = "-variants"


class Set(NamedTuple):
    """A set of options. `title`, `level`: in words; `minutes`: estimated; `rules`: a sentence an option."""

    name: str
    title: str
    minutes: int
    level: str
    rules: Sequence[str]


class Game(NamedTuple):
    """A game in short. `about`: one sentence; `line`: a few words, "" for none; `least`, `most`: players."""

    name: str
    title: str
    about: str
    line: str
    least: int
    most: int
    sets: Sequence[Set]


class Lesson(NamedTuple):
    """The page of a game. `before`, `after`: Markdown, around the round that is drawn; `round`: a sentence a
    row of it, none if the page has no round.
    """

    title: str
    before: str
    round: Sequence[str]
    after: str


class Learn:
    """The answers. `lessons`: the games."""

    def __init__(self, lessons: Lessons, operator: Operator) -> None:
        self._lessons = lessons
        self._operator = operator

    def routes(self) -> list[Route]:
        """Return the addresses."""
        return [
            Route("/learn", self.games),
            Route("/learn/first.json", self.first),
            Route("/learn/{game}", self.lesson),
            Route("/learn/{game}/variants", self.variants),
            Route("/learn/{game}/round.json", self.frames),
            Route("/learn/{game}/faces.svg", self.faces),
            Route("/learn/{game}/cover.svg", self.cover),
        ]

    async def games(self, asked: Request) -> Response:
        """All games, each with a sentence."""
        games = [await pages.speak(asked, self._lessons.game, name) for name in self._lessons.names]
        return pages.render(asked, "learn", games=games)

    async def first(self, asked: Request) -> Response:
        """The first minute of a stranger."""
        found = await pages.speak(asked, self._lessons.first_minute)
        return Response(json.dumps(found, ensure_ascii=False), 200, media_type="application/json")

    async def lesson(self, asked: Request) -> Response:
        """The page of a game."""
        name = self._named(asked)
        lesson = await pages.speak(asked, self._lessons.lesson, name)
        before, after = self.html(asked, lesson.before), self.html(asked, lesson.after, 2)
        may_begin = self._operator.is_at(asked)
        return pages.render(
            asked, "lesson", game=name, lesson=lesson, before=before, after=after, may_begin=may_begin
        )

    async def variants(self, asked: Request) -> Response:
        """All options of a game."""
        name = self._named(asked)
        game = await pages.speak(asked, self._lessons.game, name)
        text = self.html(asked, await pages.speak(asked, self._lessons.variants, name))
        return pages.render(asked, "variants", game=game, text=text)

    async def frames(self, asked: Request) -> Response:
        """The round of a page, step by step."""
        found = await pages.speak(asked, self._lessons.frames, self._named(asked))
        return Response(json.dumps(found, ensure_ascii=False), 200, media_type="application/json")

    async def faces(self, asked: Request) -> Response:
        """The cards of the round, as one picture of which the page shows parts."""
        return await self._draw(asked, self._lessons.faces)

    async def cover(self, asked: Request) -> Response:
        """Two cards of a game."""
        return await self._draw(asked, self._lessons.cover)

    async def _draw(self, asked: Request, picture_of: Callable[[str], str]) -> Response:
        picture = await pages.speak(asked, picture_of, self._named(asked))
        return Response(picture, 200, {"cache-control": f"max-age={HOUR_S}"}, "image/svg+xml")

    def html(self, asked: Request, text: str, level: int = 0) -> Markup:
        """Return Markdown of a game as HTML in the visitor's language; `level`: of the heading before it."""
        table = escape(pages.SAID.said(pages.language_of(asked), "table-of-page"))
        return Markup(markdown.html(text, self._link, str(table), level))

    def _link(self, target: str) -> str:
        """Return the address of a page next to that of a game, "" for one that is not shown here."""
        name = target.rpartition("/")[2].partition("#")[0].removesuffix(".md")
        if name in self._lessons.names:
            return f"/learn/{name}"
        game = name.removesuffix(_VARIANTS)
        return f"/learn/{game}/variants" if name.endswith(_VARIANTS) and game in self._lessons.names else ""

    def _named(self, asked: Request) -> str:
        name = str(asked.path_params["game"])
        if name not in self._lessons.names:
            raise Refused(404, "unknown-game")
        return name


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
def _rows(name: str, language: str) -> list[rounds.RoundRow]:
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
