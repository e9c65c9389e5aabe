"""The pages of finished matches as people share them: the course of a match, a trick of the day, figures."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple, Protocol
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tablehost import messages
from tablehost.web import pages
from tablehost.web.begin import Beginnings
from tablehost.web.guard import Operator
from tablehost.web.past import MOST_WORD, Row, find
from tablehost.web.requests import Refused, check_operator, read_form

STYLES = ("page", "past", "share")  # sheets that a file has in itself


class Table(NamedTuple):
    """A picture, and a table with the same numbers. `picture`: SVG; the first cell of a row is its head."""

    picture: str
    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


class Turn(NamedTuple):
    """The line of the log that decided. `title`: why it is this one; `part`: of the match; `words`: its
    sentence.
    """

    title: str
    part: str
    words: str


class Shared(NamedTuple):
    """A finished match in short. `sentence`: who won, and who led before; `turn`: None if no score changed;
    `note`: on the numbers, "" for none.
    """

    row: Row
    sentence: str
    course: Table
    turn: Turn | None
    note: str


class Asked(NamedTuple):
    """The filters of the statistics; "" is any. `evening`: as 2026-11-21; `bots`: "1" to count also
    simulated players.
    """

    game: str = ""
    player: str = ""
    evening: str = ""
    bots: str = ""


class Statistics(NamedTuple):
    """The figures of the finished matches that fit. `players`: None if no player counts; `rules`: None
    without one; `left`: how many matches lack people and so players; `games`, `names`, `evenings`: all that
    can be chosen, and in words.
    """

    rows: Sequence[Row]
    players: Table | None
    rules: Table | None
    left: int
    games: Sequence[tuple[str, str]]
    names: Sequence[tuple[str, str]]
    evenings: Sequence[tuple[str, str]]


class Card(NamedTuple):
    """A card: the key of its picture, and its name in words. `by`: its player, "" for a card of the table;
    `is_laid`: it is the answer.
    """

    key: str
    name: str
    by: str = ""
    is_laid: bool = False


class Puzzle(NamedTuple):
    """A lay to guess. `open`: cards on the table; `plays`: the answer; `words`: the sentence of the log."""

    game: int
    title: str
    player: str
    open: Sequence[Card]
    hand: Sequence[Card]
    plays: Sequence[Card]
    words: str


class Course(Protocol):
    """Finished matches of a journal; words are in the language that is spoken. All methods raise Trouble."""

    def share(self, number: int) -> Shared:
        """Return a match in short."""

    def puzzle(self, day: date) -> Puzzle | None:
        """Return the lay of this day, None if no verified match has one."""

    def statistics(self, asked: Asked) -> Statistics | None:
        """Return the figures, None for a player or a game that was never here."""


class Recall:
    """The answers. `operator`: who may begin a match again."""

    def __init__(self, course: Course, beginnings: Beginnings, operator: Operator) -> None:
        self._course = course
        self._beginnings = beginnings
        self._operator = operator

    def routes(self) -> list[Route]:
        """Return the addresses."""
        return [
            Route("/games/{number}/share", self.share),
            Route("/games/{number}/share.html", self.download),
            Route("/games/{number}/rematch", self.rematch, methods=["POST"]),
            Route("/today", self.today),
            Route("/statistics", self.statistics),
        ]

    async def share(self, asked: Request) -> Response:
        """The course of one match."""
        shared = await find(asked, self._course.share)
        return pages.render(asked, "share", shared=shared, is_operator=self._operator.is_at(asked))

    async def download(self, asked: Request) -> Response:
        """The same as a file, complete in itself."""
        shared = await find(asked, self._course.share)
        language = pages.language_of(asked)
        style = "".join((pages.STATIC / f"{name}.css").read_text(encoding="utf-8") for name in STYLES)
        with messages.speaking(language):
            html = pages.text("shared", language, "", shared=shared, style=style)
        kept = {
            "content-disposition": f'attachment; filename="cardtable-{shared.row.number}.html"',
            **pages.FRESH,
        }
        return Response(html, 200, kept, "text/html")

    async def rematch(self, asked: Request) -> Response:
        """Begin a match again, with the same game, players and options."""
        await read_form(asked)
        check_operator(asked, self._operator)
        table = await find(asked, self._beginnings.again)
        return RedirectResponse(f"/tables/{table}/continue", 303)

    async def today(self, asked: Request) -> Response:
        """A lay to guess, another one each day."""
        given = asked.query_params.get("day", "")
        day = _day(given) if given else datetime.now(UTC).date()
        puzzle = await pages.toil(asked, self._course.puzzle, day)
        return pages.render(asked, "today", puzzle=puzzle, day=day.isoformat())

    async def statistics(self, asked: Request) -> Response:
        """The figures of an evening, a player, a game, or of all."""
        given = asked.query_params
        wanted = Asked(*(given.get(name, "").strip()[:MOST_WORD] for name in Asked._fields))
        if wanted.evening:
            _day(wanted.evening)
        found = await pages.toil(asked, self._course.statistics, wanted)
        if found is None:
            raise Refused(404, "no-figures")
        others = {name: one for name, one in wanted._asdict().items() if one and name != "bots"}
        query = urlencode(others if wanted.bots else {**others, "bots": "1"})
        return pages.render(asked, "statistics", found=found, wanted=wanted, switch=query)


def _day(text: str) -> date:
    """Return a date such as 2026-11-21. Raises Refused."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        raise Refused(400, "no-day") from None
    if found.isoformat() != text:
        raise Refused(400, "no-day")
    return found
