"""The pages from which a game is learned: `/learn`."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tablehost.types import Document
from tablehost.web import markdown, pages
from tablehost.web.guard import Operator
from tablehost.web.requests import Refused

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


class Lessons(Protocol):
    """The games of this computer and their pages, in the language that is spoken."""

    @property
    def names(self) -> Sequence[str]:
        """Return the names of all games."""

    def game(self, name: str) -> Game:
        """Return a game in short."""

    def lesson(self, name: str) -> Lesson:
        """Return the page of a game; of one of one's own, its rulings."""

    @property
    def first(self) -> str:
        """Return the name of the game of the first minute."""

    def first_minute(self) -> Document:
        """Return the script of the first minute of a stranger: see `static/first.js`."""

    def variants(self, name: str) -> str:
        """Return the page of all options of a game as Markdown."""

    def frames(self, name: str) -> Sequence[Document]:
        """Return the round of the page step by step, see `tablehost.match.replay.frames`, none without one.

        `row`: the row that a step belongs to, from 0; `said`: its sentence, once it is complete, else "".
        """

    def cover(self, name: str) -> str:
        """Return two cards of a game as an SVG picture."""

    def faces(self, name: str) -> str:
        """Return the cards of the round as symbols of an SVG picture."""


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
