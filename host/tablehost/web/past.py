"""The matches of the journal in the browser: the list, a match step by step, its checks and files, import."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, Protocol, TypeVar
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tablehost import messages
from tablehost.errors import Trouble
from tablehost.types import Document
from tablehost.web import pages
from tablehost.web.guard import Operator
from tablehost.web.requests import Refused, check_operator, read_body

SAID = pages.SAID

MOST_FILE = 16 << 20  # bytes of a file that is taken in, as `cardtable import` has it
MOST_WORD = 100  # characters of a filter, or of the name of a file
MOST_DIGITS = 15  # of the number of a match, or of a page
MISSING = "NO_SUCH_GAME"

T = TypeVar("T")


class Wanted(NamedTuple):
    """The matches that are asked for; "" is any. `state`: "over" or "open"; `table`: "virtual" or "real"."""

    game: str = ""
    player: str = ""
    state: str = ""
    table: str = ""


class Row(NamedTuple):
    """A match in the list. `players`: with their scores, if it is over; `result`: its winners, or
    its state.
    """

    number: int
    when: str
    game: str
    players: str
    result: str
    is_virtual: bool
    is_imported: bool
    is_over: bool


class Elsewhere(NamedTuple):
    """A table that another computer records, with its newest match."""

    uid: str
    row: Row


class Listed(NamedTuple):
    """A page of the list. `pages`: how many there are; `fit`: how many matches fit; `total`: all matches."""

    rows: Sequence[Row]
    pages: int
    fit: int
    total: int
    games: Sequence[tuple[str, str]]
    players: Sequence[str]


class Correction(NamedTuple):
    """A correction by a record: in words, the scores before and after, the lines that went and that came."""

    record: int
    words: str
    before: str
    after: str
    gone: Sequence[str]
    new: Sequence[str]


class Past(NamedTuple):
    """One match. `verdict`: of the rules on its records, and whether they agree; `words`: six, "" before a
    stage is over; `has_files`: its records may be read.
    """

    row: Row
    verdict: str
    is_sound: bool
    words: str
    corrections: Sequence[Correction]
    has_files: bool


class Check(NamedTuple):
    """A row of the report of `cardtable verify`. `state`: "fine", "finding" or "remark"."""

    state: str
    part: str
    text: str


class Report(NamedTuple):
    """The report of `cardtable verify`, and its last sentence."""

    checks: Sequence[Check]
    summary: str


class File(NamedTuple):
    """A file to download. `kind`: its media type."""

    name: str
    kind: str
    data: bytes


class Taken(NamedTuple):
    """The end of an import: `messages`, in lines; `game`: the number of the match here, None
    without one.
    """

    is_taken: bool
    messages: Sequence[str]
    game: int | None


class Library(Protocol):
    """The matches of a journal. All words are in the language that is spoken. All methods raise Trouble,
    with the code NO_SUCH_GAME for a number without a match.
    """

    def games(self, wanted: Wanted, page: int) -> Listed:
        """Return this page of the list of matches, the first one is 1."""

    def elsewhere(self, here: Collection[str]) -> Sequence[Elsewhere]:
        """Return the other tables of a club's database, the newest match first. `here`: ids of tables."""

    def game(self, number: int) -> Past:
        """Return a match."""

    def frames(self, number: int) -> list[Document]:
        """Return a match step by step: the whole object first, then what changes."""

    def names(self, number: int) -> Document:
        """Return the code of the game, and the names of its cards by number."""

    def faces(self, number: int) -> str:
        """Return the cards of a game as symbols of an SVG picture."""

    def checks(self, number: int) -> Report:
        """Return the report on a match."""

    def file(self, number: int, name: str) -> File:
        """Return a file of a match, one of FILES."""

    def take_in(self, name: str, data: bytes) -> Taken:
        """Import a file of this name, all of it or nothing."""


FILES = ("log.jsonl", "game.jsonl", "bundle.zip")


class LookBack:
    """The answers about matches that were played. `operator`: who may import."""

    def __init__(self, library: Library, operator: Operator) -> None:
        self._library = library
        self._operator = operator

    def routes(self) -> list[Route]:
        """Return all addresses."""
        return [
            Route("/games", self.games),
            Route("/games/import", self.import_page),
            Route("/games/import", self.take_in, methods=["POST"]),
            Route("/games/verify", self.verify_file),
            Route("/games/{number}", self.game),
            Route("/games/{number}/checks", self.checks),
            Route("/games/{number}/verify", self.verify),
            Route("/games/{number}/frames.json", self.frames),
            Route("/games/{number}/names.json", self.names),
            Route("/games/{number}/faces.svg", self.faces),
            *(Route(f"/games/{{number}}/{name}", self.file) for name in FILES),
        ]

    async def games(self, asked: Request) -> Response:
        """The list of matches, a page of it."""
        given = asked.query_params
        wanted = Wanted(*(given.get(name, "").strip()[:MOST_WORD] for name in Wanted._fields))
        page = read_number(given.get("page") or "1")
        if not page:
            raise Refused(400, "malformed")
        listed = await pages.speak(asked, self._library.games, wanted, page)
        is_operator = self._operator.is_at(asked)
        values = {"listed": listed, "wanted": wanted, "number": page, "is_operator": is_operator}
        filters = {name: value for name, value in wanted._asdict().items() if value}
        return pages.render(asked, "games", 200, **values, query=urlencode(filters))

    async def game(self, asked: Request) -> Response:
        """One match: step by step, its corrections, its files."""
        past = await find(asked, self._library.game)
        return pages.render(asked, "game", past=past)

    async def checks(self, asked: Request) -> Response:
        """The report of `cardtable verify` on a match."""
        report = await find(asked, self._library.checks)
        return pages.render(asked, "checks", report=report, number=int(asked.path_params["number"]))

    async def verify(self, asked: Request) -> Response:
        """A match that the page itself judges."""
        past = await find(asked, self._library.game)
        return self._judge_page(asked, past.row.number, past.has_files)

    async def verify_file(self, asked: Request) -> Response:
        """A file of the visitor's disk that the page itself judges."""
        return self._judge_page(asked, 0, False)

    def _judge_page(self, asked: Request, number: int, has_files: bool) -> Response:
        with messages.speaking(pages.language_of(asked)):
            found = json.dumps(SAID.kind("judge"), ensure_ascii=False)
        return pages.render(asked, "verify", number=number, has_files=has_files, found=found)

    async def frames(self, asked: Request) -> Response:
        """The steps of a match, as JSON."""
        return await find(
            asked, lambda number: JSONResponse(self._library.frames(number), headers=pages.FRESH)
        )

    async def names(self, asked: Request) -> Response:
        """The names of the cards of a match, as JSON."""
        return JSONResponse(await find(asked, self._library.names), headers=pages.FRESH)

    async def faces(self, asked: Request) -> Response:
        """The cards of a game, as one picture of which pages show parts."""
        picture = await find(asked, self._library.faces)
        return Response(picture, 200, {"cache-control": "max-age=3600"}, "image/svg+xml")

    async def file(self, asked: Request) -> Response:
        """A file of a match."""
        name = asked.url.path.rpartition("/")[2]
        file = await find(asked, lambda number: self._library.file(number, name))
        kept = {"content-disposition": f'attachment; filename="{file.name}"', **pages.FRESH}
        return Response(file.data, 200, kept, file.kind)

    async def import_page(self, asked: Request) -> Response:
        """The page on which a file is chosen."""
        check_operator(asked, self._operator)
        return pages.render(asked, "import")

    async def take_in(self, asked: Request) -> Response:
        """Import the file that is the body, and say in JSON what came of it."""
        name = asked.query_params.get("name", "")[:MOST_WORD] or "game.jsonl"
        try:
            check_operator(asked, self._operator)
            data = await read_body(asked, MOST_FILE)
            taken = await pages.toil(asked, self._library.take_in, name, data)
        except Refused as error:
            with messages.speaking(pages.language_of(asked)):
                code = "import-too-long" if error.refusal.status == 413 else f"{error.refusal.code}-text"
                return _imported(False, [SAID(code)], None, error.refusal.status)
        except Trouble as trouble:
            return _imported(False, [trouble.message, *trouble.hint.split("\n")], None, 400)
        return _imported(taken.is_taken, taken.messages, taken.game, 200 if taken.is_taken else 400)


async def find(asked: Request, call: Callable[[int], T]) -> T:
    """Return what a call, which may take long, has of the match in the address. Raises Refused, Trouble."""
    number = read_number(str(asked.path_params["number"]))
    if number is None:
        raise Refused(404, "no-game")
    try:
        return await pages.toil(asked, call, number)
    except Trouble as trouble:
        if trouble.code == MISSING:
            raise Refused(404, "no-game") from None
        raise


def read_number(text: str) -> int | None:
    """Return the number in an address, None if it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None


def _imported(is_taken: bool, told: Sequence[str], game: int | None, status: int) -> Response:
    data = {"ok": is_taken, "messages": [one for one in told if one], "game": game}
    return JSONResponse(data, status, pages.FRESH)
