"""The matches of the journal in the browser: the list, a match step by step, its checks and files, import."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import islice
from operator import attrgetter
from typing import NamedTuple, TypeVar
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardtable.engine import cards
from cardtable.engine.match import resolve
from tablehost import messages, seats
from tablehost.console.terminal import escape_all, one_line
from tablehost.errors import BUSY, Trouble
from tablehost.firmware.texts import terms
from tablehost.folders import database, has_journal
from tablehost.journal import game_log, gamefile, imports, reports
from tablehost.journal.anchors import label_words
from tablehost.journal.game_log import Chronicle, Corrected, load_chronicle
from tablehost.journal.lookup import load_game_of
from tablehost.journal.store import Game, Journal
from tablehost.link.present_tables import list_virtual_tables
from tablehost.link.states import find_state
from tablehost.match import replay
from tablehost.match.card_words import CardWords
from tablehost.people import vocabulary
from tablehost.plugins import narration
from tablehost.printing import sprite
from tablehost.types import Document, Line
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


class MatchRow(NamedTuple):
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
    row: MatchRow


class Listed(NamedTuple):
    """A page of the list. `pages`: how many there are; `fit`: how many matches fit; `total`: all matches."""

    rows: Sequence[MatchRow]
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

    row: MatchRow
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


_STATES = messages.Catalogue("play")
_RECORD = messages.Catalogue("record")

PAGE = 50  # matches
MOST_NAMES = 200  # players that a filter offers
STATES = {reports.OK: "fine", reports.FAIL: "finding", reports.SAID: "remark"}
JSON_LINES, ZIP = "application/jsonl", "application/zip"


class Library:
    """The matches of the journal, which is opened for each question."""

    def games(self, wanted: Wanted, page: int) -> Listed:
        """Return this page of the list of matches. Raises Trouble."""
        if not has_journal():
            return Listed([], 1, 0, 0, [], [])
        with Journal() as journal:
            there = count = journal.count_games()
            fit: Iterable[Game] = journal.newest_games()
            if wanted != Wanted():
                fit = [game for game in fit if _fits(game, wanted)]
                count = len(fit)
            rows = [row_of(journal, game) for game in islice(fit, (page - 1) * PAGE, page * PAGE)]
            games, players = journal.names_of_games()
        names = [(name, title_of(name)) for name in sorted(games)]
        return Listed(rows, max(1, -(-count // PAGE)), count, there, names, sorted(players)[:MOST_NAMES])

    def elsewhere(self, here: Collection[str]) -> list[Elsewhere]:
        """Return the other tables of a club's database, the newest match first. Raises Trouble."""
        if database() is None:
            return []
        known = {*here, *(uid for uid, _ in list_virtual_tables())}
        with Journal() as journal:
            newest = {game.uid: game for game in journal.games() if not game.is_imported}
            others = [game for game in newest.values() if game.uid not in known]
            others.sort(key=attrgetter("id"), reverse=True)
            return [Elsewhere(game.uid, row_of(journal, game)) for game in others[:PAGE]]

    def game(self, number: int) -> Past:
        """Return a match. Raises Trouble."""
        with Journal() as journal:
            game = _find(journal, number)
            chronicle = load_chronicle(journal, game)
            row = row_of(journal, game)
        difference = chronicle.shadow.difference
        judged = SAID("rules-agree")
        return Past(
            row,
            judged if difference is None else SAID("rules-differ", difference=difference),
            difference is None,
            label_words(chronicle.words, game.uid, game.first_g) if chronicle.words else "",
            [form_correction(one, row.is_over) for one in chronicle.corrected],
            row.is_over or not _is_open(chronicle),
        )

    def frames(self, number: int) -> list[Document]:
        """Return a match step by step, with the numbers of its records. Raises Trouble."""
        with Journal() as journal:
            game = _find(journal, number)
            chronicle = load_chronicle(journal, game)
        shown = _shown(chronicle.lines, game.finished is not None)
        numbers = dict(zip(map(id, chronicle.lines), chronicle.numbers, strict=True))
        if not shown:
            raise Trouble("NOTHING_YET", SAID("nothing-yet"), "", BUSY)
        return replay.frames(shown, messages.language(), [numbers[id(line)] for line in shown])

    def names(self, number: int) -> Document:
        """Return the code of the game, and the names of its cards by number. Raises Trouble."""
        with Journal() as journal:
            game = _find(journal, number)
        module = load_game_of(game)
        names = cards.names_of(module)
        show = CardWords(vocabulary.load(messages.language(), game.game)).show
        options = resolve(module, len(game.players), game.options)
        deck = module.deck(len(game.players), options)
        return {
            "game": game.game,
            "names": {str(one): show(cards.text(one, names)) for one in sorted(deck)},
        }

    def faces(self, number: int) -> str:
        """Return the cards of a game as symbols of an SVG picture. Raises Trouble."""
        with Journal() as journal:
            game = _find(journal, number)
        load_game_of(game)
        match = {"game": game.game, "players": game.players, "options": game.options}
        return sprite.of_match(match, messages.language())

    def checks(self, number: int) -> Report:
        """Return the report on a match. Raises Trouble."""
        with Journal() as journal:
            report = reports.report_on_recorded(journal, _find(journal, number), reports.Request())
        rows = [
            Check(STATES[state], _RECORD("part " + part), one_line(text)) for state, part, text in report.rows
        ]
        return Report(rows, reports.summary(report))

    def file(self, number: int, name: str) -> File:
        """Return the open log, the match file or the bundle of a match. Raises Trouble.

        Before the end of a match none has deals, or the seed of simulated people; one whose values are
        recorded openly has no records.
        """
        with Journal() as journal:
            game = _find(journal, number)
            file = gamefile.of_journal(journal, game)
            if name == "log.jsonl" or game.finished is None:
                chronicle = load_chronicle(journal, game)
        if name == "log.jsonl":
            text = game_log.text(_shown(chronicle.lines, game.finished is not None))
            return File(f"{file.name}-log.jsonl", JSON_LINES, text.encode())
        if game.finished is None and _is_open(chronicle):
            raise Trouble("NOT_OVER", SAID("records-held-back"), SAID("records-held-back-hint"), BUSY)
        if name == "game.jsonl":
            return File(f"{file.name}.jsonl", JSON_LINES, gamefile.to_lines(file).encode())
        return File(f"{file.name}.zip", ZIP, gamefile.to_bundle(file, file.audit()))

    def take_in(self, name: str, data: bytes) -> Taken:
        """Import a file. Raises Trouble."""
        verdicts = [imports.judge(name, data)]
        taken = imports.take_in(verdicts)
        told = [*map(one_line, imports.tell(verdicts, taken)), *verdicts[0].hint.split("\n")]
        return Taken(verdicts[0].file is not None and not taken[0].forked, told, taken[0].game)


def _find(journal: Journal, number: int) -> Game:
    """Return a match, without the seed of a match that is not over: it would tell the deals."""
    game = journal.game(number)
    return game if game.finished is not None else game._replace(seed=None)


def _fits(game: Game, wanted: Wanted) -> bool:
    return (
        wanted.game in ("", game.game)
        and (not wanted.player or seats.plain(wanted.player) in map(seats.plain, game.players))
        and wanted.state in ("", "open" if game.finished is None else "over")
        and wanted.table in ("", "virtual" if game.virtual else "real")
    )


def title_of(game: str) -> str:
    """Return the title of a game by its code, also of one that is unknown here."""
    title: str = terms(messages.language()).get(game, one_line(game).capitalize())
    return title


def row_of(journal: Journal, game: Game) -> MatchRow:
    """Return a match as a row of the list."""
    players: list[str] = escape_all(game.players)
    winners = [players[seat] for seat in game.winners]
    scores = [f"\N{NO-BREAK SPACE}{points}" for points in game.totals] or [""] * len(players)
    state = _STATES("state-" + find_state(journal, game))
    return MatchRow(
        game.id,
        game.started[:16].replace("T", " ") + " UTC",
        title_of(game.game),
        ", ".join(name + score for name, score in zip(players, scores, strict=True)),
        SAID("won-by", winners=messages.join(winners)) if winners else state,
        game.virtual,
        game.is_imported,
        game.finished is not None,
    )


def _is_open(chronicle: Chronicle) -> bool:
    """Return True if the records tell hidden values at once."""
    return any(line.get("open") for line in chronicle.lines[:1])


def _shown(lines: Sequence[Line], is_over: bool) -> list[Line]:
    """Return the lines that all may see now: deals and hidden values when the match is over."""
    return [line for line in lines if is_over or line["kind"] not in ("deal", "hidden")]


def form_correction(one: Corrected, is_over: bool) -> Correction:
    """Return a correction in words: scores before and after, sentences that go and that come; with cards as
    the reader's language shows them.
    """
    show = CardWords(vocabulary.load(messages.language(), str(one.after[0]["game"]))).show
    before, after = _shown(one.before, is_over), _shown(one.after, is_over)
    told = list(narration.narrate(after))
    corrections = [n for n, line in enumerate(after) if line["kind"] == "correction"]
    at = corrections[-1] if corrections else len(told)  # an absence is no correction of its own
    gone, new = _differences(list(narration.narrate(before)), told[:at] + told[at + 1 :])
    then, now = (narration.heard(lines).scores() for lines in (before, after))
    what = "".join(told[at : at + 1]).strip()
    return Correction(one.g, show(what), show(then), show(now), [*map(show, gone)], [*map(show, new)])


def _differences(before: Sequence[str], after: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the sentences that are only in the first list, and those only in the second, in their order."""

    def only(some: Sequence[str], others: Sequence[str]) -> list[str]:
        left = Counter(others)
        found = []
        for one in some:
            if left[one]:
                left[one] -= 1
            else:
                found.append(one.strip())
        return found

    return only(before, after), only(after, before)
