"""The pages on which a match is chosen and begun: `/new`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from cardtable.engine.game import Game as GameRules
from cardtable.engine.match import OptionError, resolve
from tablehost import messages
from tablehost.errors import Trouble
from tablehost.firmware.texts import terms
from tablehost.journal.persons import name_players
from tablehost.journal.store import Journal
from tablehost.plugins import declared_scores, own
from tablehost.plugins.choice import Choice, choose, default_text, load_game, presets_of, read_pairs
from tablehost.plugins.presentation import get_option_text, meanings_of, ruling
from tablehost.printing import aid, draw, guide, rulings
from tablehost.seats import NAMES, find_twin, is_name, plain
from tablehost.session.rematches import Last, describe_again, find_last
from tablehost.types import OptionRow
from tablehost.web import pages
from tablehost.web.guard import Operator
from tablehost.web.learn import Learn, Lessons, list_rulings
from tablehost.web.requests import Refused, check_operator, number_of, read_form
from tablehost.web.seats import Seats
from tablehost.web.servers import find_parked
from tablehost.web.tables import Table, find_table

SAID = messages.Catalogue("web")

OPTION = "option-"  # before the name of an option
NAME, LISTENS, SCORE = "name-", "listens-", "score-"  # before the number of a seat
MOST_QUERY = 8000  # characters
STOPS = ("park", "end")  # what is done with the match that is played: it goes on later, or is over
BEGINS = re.compile(r"/(play-now|learn/[\w-]+/play|new/[\w-]+|games/\d+/rematch|tables/[\w-]+/continue)")


class Question(NamedTuple):
    """An option. `usual`: its default in words; `values`: each with its sentence, "" for none; none for a
    whole number of `least` to `most`.
    """

    name: str
    meaning: str
    usual: str
    values: Sequence[tuple[str, str]]
    least: int | None = None
    most: int | None = None


class Section(NamedTuple):
    """The options below a heading."""

    title: str
    questions: Sequence[Question]


class MatchForm(NamedTuple):
    """A match as a form has it, unchecked. `names`: by seat, "" for none; `options`: those that are given;
    `listeners`: the seats whose players listen, see docs/reference/trust.md; `scores`: those with which the
    match begins, by seat, "" for none.
    """

    players: str = ""
    names: Sequence[str] = ()
    preset: str = ""
    options: Mapping[str, str] = {}
    table: str = ""
    listeners: Sequence[int] = ()
    scores: Sequence[str] = ()


class Objection(NamedTuple):
    """Why a wish is refused. `field`: "players", "names", "listens", "scores", "preset", "table", the
    field of an option, or ""; `words`: the reason; `hint`: the next step.
    """

    field: str
    words: str
    hint: str = ""


class Parked(NamedTuple):
    """A match that was parked, and can go on. `number`: in the journal; `game`, `players`: in words."""

    number: int
    game: str
    players: str


class Rules(NamedTuple):
    """The rules of a match. `aid`: in short, one page of A4 as SVG; `whole`: as Markdown."""

    aid: str
    whole: str


def read_wish(fields: Mapping[str, str]) -> MatchForm:
    """Return the wish of a form. A field that is empty is as good as none."""
    names, listeners, scores = (_by_seat(fields, head) for head in (NAME, LISTENS, SCORE))
    options = {
        name[len(OPTION) :]: value for name, value in fields.items() if name.startswith(OPTION) and value
    }
    return MatchForm(
        players=fields.get("players", ""),
        names=_list(names),
        preset=fields.get("preset", ""),
        options=options,
        table=fields.get("table", ""),
        listeners=[seat - 1 for seat in listeners],
        scores=_list(scores) if any(scores.values()) else (),
    )


def _list(by_seat: Mapping[int, str]) -> list[str]:
    return [by_seat.get(seat, "") for seat in range(1, max(by_seat, default=0) + 1)]


def _by_seat(fields: Mapping[str, str], head: str) -> dict[int, str]:
    """Return the fields of seats, by number from 1, in their order."""
    found = (
        (int(name[len(head) :]), value.strip())
        for name, value in fields.items()
        if name.startswith(head) and name[len(head) :].isdecimal() and len(name) < len(head) + 3
    )
    return dict(sorted(found))


class Begin:
    """The answers. `tables`: those at which a match can be begun; `seats`: where the operator plays, too."""

    def __init__(
        self,
        beginnings: Beginnings,
        lessons: Lessons,
        tables: Mapping[str, Table],
        operator: Operator,
        seats: Seats,
    ) -> None:
        self._seats = seats
        self._beginnings = beginnings
        self._lessons = lessons
        self._tables = tables
        self._operator = operator

    def routes(self) -> list[Route]:
        """Return the addresses."""
        return [
            Route("/new", self.games),
            Route("/new/again", self.again, methods=["POST"]),
            Route("/new/{game}", self.form),
            Route("/new/{game}", self.begin, methods=["POST"]),
            Route("/new/{game}/rules", self.rules),
            Route("/new/{game}/rules/whole", self.rules),
            Route("/tables/{table}/stop", self.stop, methods=["POST"]),
            Route("/tables/{table}/continue", self.go_back),
            Route("/tables/{table}/continue", self.go_on, methods=["POST"]),
        ]

    async def games(self, asked: Request) -> Response:
        """The games, and the last match."""
        check_operator(asked, self._operator)
        games = [await pages.speak(asked, self._lessons.game, name) for name in self._lessons.names]
        return pages.render(asked, "new", games=games)

    async def form(self, asked: Request) -> Response:
        """The form of a game, filled in as the address says."""
        check_operator(asked, self._operator)
        plays = any(self._seats.find_own(asked, table) is not None for table in self._tables.values())
        return await self._form(asked, self._named(asked), self._asked_wish(asked), None, plays)

    async def begin(self, asked: Request) -> Response:
        """Begin a match, and show it; or show the form again, with the reason why not."""
        fields = await read_form(asked)
        check_operator(asked, self._operator)
        game, wish = self._named(asked), read_wish(fields)
        table, name = self._tables.get(wish.table), ""
        if "play" in fields:
            name = next(iter(wish.names), "") or NAMES[0]
        objection = await pages.speak(asked, self._beginnings.find_objection, game, wish)
        if objection is not None or table is None:
            return await self._form(asked, game, wish, objection, bool(name))
        with self._seats.sitting(asked, table, name) as sitting:
            await pages.speak(asked, self._beginnings.begin, game, wish)
            sitting.has_begun = True
        return self._seats.lead(asked, table, name)

    async def again(self, asked: Request) -> Response:
        """Begin a match as it was last time."""
        await read_form(asked)
        check_operator(asked, self._operator)
        name = await pages.speak(asked, self._beginnings.again)
        return self._seats.lead_back(asked, self._tables[name])

    async def stop(self, asked: Request) -> Response:
        """Park the match that is played, or end it; then do what the form was sent for at first."""
        fields = await read_form(asked)
        check_operator(asked, self._operator)
        table, how, then = find_table(self._tables, asked), fields.get("stop", ""), fields.get("then", "")
        if how not in STOPS or (then and not BEGINS.fullmatch(then)):
            raise Refused(400, "malformed")
        number = number_of(fields, "stopped")
        was_played = await pages.speak(asked, self._beginnings.stop, table.name, how, number)
        if then:
            return RedirectResponse(then, 307)  # with the same form
        if not was_played:
            raise Refused(410, "nothing-played")
        return RedirectResponse("/", 303)

    async def go_back(self, asked: Request) -> Response:
        """Lead to the seat of this browser, else to the table."""
        return self._seats.lead_back(asked, find_table(self._tables, asked))

    async def go_on(self, asked: Request) -> Response:
        """Have a parked match go on."""
        fields = await read_form(asked)
        check_operator(asked, self._operator)
        find_table(self._tables, asked)
        name = await pages.speak(asked, self._beginnings.go_on, number_of(fields, "match"))
        return self._seats.lead_back(asked, self._tables[name])

    async def rules(self, asked: Request) -> Response:
        """The rules of a match: on one page to print, or whole."""
        game, wish = self._named(asked), self._asked_wish(asked)
        found = await pages.speak(asked, self._beginnings.rules, game, wish)
        if isinstance(found, Objection):
            check_operator(asked, self._operator)
            return await self._form(asked, game, wish, found)
        about = await pages.speak(asked, self._lessons.game, game)
        whole = ""
        if asked.url.path.endswith("/whole"):
            whole = Learn(self._lessons, self._operator).html(asked, found.whole)
        query = urlencode(list(asked.query_params.items()))
        return pages.render(asked, "rules", aid=found.aid, whole=whole, query=query, game=about)

    async def _form(
        self, asked: Request, game: str, wish: MatchForm, objection: Objection | None, plays: bool = False
    ) -> Response:
        about = await pages.speak(asked, self._lessons.game, game)
        sections = await pages.speak(asked, self._beginnings.sections, game)
        has_scores = self._beginnings.has_scores(game)
        values = {"game": about, "sections": sections, "wish": wish, "objection": objection, "plays": plays}
        tables = list(self._tables.values())
        return pages.render(
            asked, "begin", 200 if objection is None else 422, **values, tables=tables, has_scores=has_scores
        )

    def _asked_wish(self, asked: Request) -> MatchForm:
        if len(asked.url.query) > MOST_QUERY:
            raise Refused(413, "too-long")
        return read_wish(asked.query_params)

    def _named(self, asked: Request) -> str:
        name = str(asked.path_params["game"])
        if name not in self._lessons.names:
            raise Refused(404, "unknown-game")
        return name


class Beginnings:
    """The matches that can be begun at these tables. `begin`: begins one; raises Busy at a busy table;
    `stop`: stops the one that is played; `go_on`: has a parked match go on, and returns
    the name of its table.
    """

    def __init__(
        self,
        tables: Mapping[str, Table],
        begin: Callable[[str, Choice], None],
        stop: Callable[[str, str, int], bool],
        go_on: Callable[[int], str],
    ) -> None:
        self._tables = tables
        self._begin = begin
        self._stop = stop
        self._go_on = go_on

    def stop(self, table: str, how: str, number: int) -> bool:
        """Stop the match that is played at a table; return False if none is. Raises Trouble."""
        return self._stop(table, how, number)

    def go_on(self, number: int) -> str:
        """Have a parked match go on; return the name of its table. Raises Trouble."""
        return self._go_on(number)

    def find_parked(self) -> Parked | None:
        """Return the match that was parked last at a virtual table, None without one. Raises Trouble."""
        with Journal() as journal:
            try:
                match = find_parked(journal)
            except Trouble as trouble:
                if trouble.code != "NOT_PARKED":
                    raise
                return None
            title = terms(messages.language()).get(match.game, match.game)
            return Parked(match.id, title, ", ".join(name_players(journal, match)))

    def sections(self, game: str) -> Sequence[Section]:
        """Return the options of a game."""
        return list(_sections(load_game(game), messages.language()))

    def has_scores(self, game: str) -> bool:
        """Return True if a match of this game can begin with scores."""
        return declared_scores.has_scores(load_game(game))

    def find_objection(self, game: str, wish: MatchForm) -> Objection | None:
        """Return the objection to a match, None if it can be played."""
        choice = self._choose(game, wish)
        return choice if isinstance(choice, Objection) else None

    def begin(self, game: str, wish: MatchForm) -> None:
        """Begin a match without an objection. Raises Trouble, Busy if the table is busy."""
        choice = self._choose(game, wish)
        assert not isinstance(choice, Objection)
        self._begin(wish.table, choice)

    def _choose(self, game: str, wish: MatchForm) -> Choice | Objection:
        """Return a wish as a match that can be played at its table, or the objection to it."""
        choice = _choose(game, wish)
        if isinstance(choice, Objection):
            return choice
        if wish.table not in self._tables:
            return Objection("table", SAID("choose-one"))
        listeners = [seat for seat in wish.listeners if 0 <= seat < choice.seats]
        if listeners and self._tables[wish.table].is_virtual:
            return Objection("listens", SAID("listens-virtual"), SAID("listens-virtual-hint"))
        scores = [*wish.scores[: choice.seats], *[""] * (choice.seats - len(wish.scores))]
        try:
            choice = declared_scores.begin_with(choice, [int(one or 0) for one in scores])
        except (ValueError, Trouble):
            return Objection("scores", SAID("bad-scores", most=declared_scores.MOST))
        return replace(choice, listeners=listeners)

    def again(self, number: int | None = None) -> str:
        """Begin the match that was played last, or the one of this number, again; return its table. Raises
        Trouble.
        """
        last, table = find_last() if number is None else _find(number), next(iter(self._tables))
        own.renew(last.game)
        self._begin(table, choose(last.game, None, last.names, last.pairs))
        return table

    def rules(self, game: str, wish: MatchForm) -> Rules | Objection:
        """Return the rules of this match, as `cardtable rules` has them."""
        choice, language = _choose(game, wish), messages.language()
        if isinstance(choice, Objection):
            return choice
        found = rulings.list_rulings(choice.game, choice.seats, choice.options, language)
        if guide.has_page(game):
            page = guide.path_of(game, language).read_text(encoding="utf-8")
            whole = guide.remove_comments(guide.apply_options(page, found, language))
        else:
            whole = list_rulings(terms(language).get(game, game), found, SAID("own-game-rulings"))
        return Rules(aid.draw_aid(game, choice.seats, found, language).removeprefix(draw.XML), whole)


def _find(number: int) -> Last:
    with Journal() as journal:
        return describe_again(journal.game(number))


def _sections(game: GameRules, language: str) -> Iterator[Section]:
    meanings = meanings_of(game, language)
    title, questions = "", list[Question]()
    for row in OptionRow.all_of(game.OPTIONS):
        head = get_option_text(game.NAME, "section", row.name, language)
        if head and questions:
            yield Section(title or SAID("options"), questions)
            questions = []
        title = head or title
        least, most = row.span or (None, None)
        values = [] if row.span else [one for one in row.choices if one is not None]
        said = [(str(one), ruling(game.NAME, row.name, one, language)) for one in values]
        meaning = messages.capitalise(meanings[row.name])
        questions.append(Question(row.name, meaning, default_text(game, row), said, least, most))
    if questions:
        yield Section(title or SAID("options"), questions)


def _choose(name: str, wish: MatchForm) -> Choice | Objection:
    """Return a wish as a match that can be played, or the objection to it."""
    own.renew(name)
    game = load_game(name)
    if not wish.players or (not wish.preset and presets_of(game)):
        return Objection("preset" if wish.players else "players", SAID("choose-one"))
    is_number = wish.players.isascii() and wish.players.isdigit() and len(wish.players) < 4
    players = int(wish.players) if is_number else 0
    given = list(wish.names[:players])
    names = None
    if any(given) and game.SEATS[0] <= players <= game.SEATS[1]:
        spare = iter([one for one in NAMES if plain(one) not in map(plain, given)])
        seated = [one or next(spare) for one in [*given, *[""] * (players - len(given))]]
        bad = next((one for one in seated if not is_name(one)), find_twin(seated))
        if bad is not None:
            code = "bad-name" if not is_name(bad) else "same-name"
            return Objection("names", SAID(code, name=bad[:40]), SAID("bad-name-hint"))
        names = ",".join(seated)
    pairs = [f"{option}={value}" for option, value in wish.options.items()]
    try:
        return choose(name, players, names, pairs, wish.preset or None)
    except Trouble as trouble:
        field = _field_of(game, players, wish, trouble)
        return Objection(field, trouble.message, trouble.hint)


def _field_of(game: GameRules, players: int, wish: MatchForm, trouble: Trouble) -> str:
    """Return the field to which an objection belongs: an option without which there would be none, if
    possible the one whose value is refused.
    """
    error = trouble.__cause__
    if trouble.code in ("BAD_PLAYERS", "UNKNOWN_PRESET") or not isinstance(error, OptionError):
        return {"BAD_PLAYERS": "players", "UNKNOWN_PRESET": "preset"}.get(trouble.code, "")
    if error.code == "no-option":
        return ""
    preset = read_pairs(presets_of(game)[wish.preset][1]) if wish.preset else {}
    fitting = []
    for name, value in wish.options.items():
        others = {one: text for one, text in {**preset, **wish.options}.items() if one != name}
        try:
            resolve(game, players, others)
        except OptionError as left:
            if (left.code, left.values) == (error.code, error.values):
                continue
        fitting.append((value != str(error.given), f"{OPTION}{name}"))
    return min(fitting)[1] if fitting else "preset"
