"""The operator's page of a club: the next round, and the results of tables by hand, without a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from cardtable_club import by_hand, evening, ledger, page
from cardtable_club.ledger import Club, Place
from tablehost import messages
from tablehost.console.terminal import one_line
from tablehost.errors import BUSY, DATABASE_AWAY, NOT_FOUND, Trouble
from tablehost.journal.store import Game, Journal, now
from tablehost.link.states import OVER, find_state
from tablehost.plugins.choice import read_names
from tablehost.web import pages
from tablehost.web.guard import Operator
from tablehost.web.requests import Refused, check_operator, number_of, read_form

TOLD = messages.Catalogue("cardtable_club/club")
STATUS = {NOT_FOUND: 404, BUSY: 409}
Find = Callable[[Journal, Game], str]


class Table(NamedTuple):
    """A table as the operator sees it. `words`: its result, or that it has none; `scores`: those that were
    declared, by player; `match`: the number of one that could be entered, 0 without one; `is_final`: a match
    that verifies counts here.
    """

    round: int
    number: int
    words: str
    scores: Sequence[tuple[str, str]]
    match: int
    is_final: bool
    is_declared: bool


class Desk(NamedTuple):
    """The page. `tables`: of the last round, and of earlier ones those without a match that counts.

    `present`: names, one a line; `wanted`: how many tables there are; `may_again`: the last round may be
    seated again; `remarks`: what was declared.
    """

    title: str
    name: str
    round: int
    tables: Sequence[Table]
    present: str
    wanted: int
    may_again: bool
    remarks: Sequence[str]


class Desks:
    """The answers. `find`: see `evening.read_results`."""

    def __init__(self, operator: Operator, find: Find) -> None:
        self._operator = operator
        self._find = find
        self._acts = {
            "round": self._seat,
            "declare": self._declare,
            "penalty": self._penalise,
            "match": self._enter,
        }

    def routes(self) -> list[Route]:
        """Return the addresses."""
        return [
            Route("/clubs/{club}/desk", self.page),
            Route("/clubs/{club}/desk/{what}", self.act, methods=["POST"]),
        ]

    async def page(self, asked: Request) -> Response:
        """The last round with its results, and the forms."""
        check_operator(asked, self._operator)
        return await self._show(asked, None, {})

    async def act(self, asked: Request) -> Response:
        """Carry out a form; where it is refused, show it again with the reason."""
        fields = await read_form(asked)
        check_operator(asked, self._operator)
        what, name = str(asked.path_params["what"]), str(asked.path_params["club"])
        if what not in self._acts:
            raise Refused(404, "no-page")
        try:
            await pages.toil(asked, self._act, what, name, fields)
        except Trouble as trouble:
            if trouble.code in DATABASE_AWAY:
                raise
            return await self._show(asked, trouble, {**fields, "what": what})
        return RedirectResponse(f"/clubs/{ledger.key_of(name)}/desk", 303)

    async def _show(self, asked: Request, trouble: Trouble | None, fields: Mapping[str, str]) -> Response:
        desk = await pages.toil(asked, self._form, str(asked.path_params["club"]))
        status = 200 if trouble is None else STATUS.get(trouble.exit, 400)
        places = (
            [(table.round, table.number) for table in desk.tables] if fields.get("what") != "round" else []
        )
        where = _place_of(fields) if _place_of(fields) in places else None
        values = {"trouble": trouble, "fields": fields, "where": where, "tell": TOLD}
        return pages.render(asked, "club_desk", status, desk=desk, **values)

    def _form(self, name: str) -> Desk:
        """Return the page of a club. Raises Trouble."""
        with Journal() as journal:
            club = ledger.read(journal, name)
            results = evening.read_results(journal, club, self._find)
            games, last = journal.games(), len(club.rounds)
            open_places = {*results.by_hand, *(one.place for one in results.uncounted)}
            tables = [
                self._table(journal, club, place, games, place not in open_places)
                for place in reversed(club.places)
                if place[0] == last or place in open_places
            ]
        tables.sort(key=lambda table: (-table.round, table.number))
        remarks = [
            *evening.describe_declared(club, results),
            *evening.describe_penalties(club),
            *page.list_uncounted(results),
            *map(one_line, club.bad),
        ]
        may_again = bool(last) and not club.has_results(last)
        present = "\n".join(club.present)
        count = len(club.rounds[-1]) if club.rounds else club.tables
        key = ledger.key_of(name)
        return Desk(club.name, key, last, tables, present, count, may_again, remarks)

    def _table(
        self, journal: Journal, club: Club, place: Place, games: Sequence[Game], is_final: bool
    ) -> Table:
        group, declared = evening.group_of(club, place), club.declared.get(place)
        found = None if place in club.links else evening.find_match(journal, club, place, games)
        is_over = found is not None and find_state(journal, found[0]) == OVER
        given = (declared and declared.scores) or [None] * len(group)
        scores = [(one, "" if score is None else str(score)) for one, score in zip(group, given, strict=True)]
        is_declared = declared is not None
        if is_final:
            words = TOLD("desk-final", match=club.links[place].match)
        elif declared is not None:
            words = TOLD("by-hand") + messages.colon() + evening.describe_scores(group, declared)
        else:
            words = TOLD("no-result-yet")
        match = found[0].id if found is not None and is_over else 0
        return Table(*place, words, scores, match, is_final, is_declared)

    # -- acts: each raises Trouble, and then has written nothing -----------------------------------------

    def _act(self, what: str, name: str, fields: Mapping[str, str]) -> None:
        with Journal() as journal:
            club = ledger.read(journal, name)
            self._acts[what](journal, club, fields)

    def _seat(self, journal: Journal, club: Club, fields: Mapping[str, str]) -> None:
        names = [line.strip() for line in fields.get("players", "").splitlines() if line.strip()]
        given, is_again = read_names(",".join(names)), "again" in fields
        if number_of(fields, "round") != len(club.rounds) + 1:  # an old page, or a second press
            about = TOLD("desk-seated", round=len(club.rounds))
            raise Trouble("BUSY", about, TOLD("desk-seated-hint"), BUSY)
        evening.seat_round(journal, club, given, number_of(fields, "tables"), is_again, self._find)

    def _declare(self, journal: Journal, club: Club, fields: Mapping[str, str]) -> None:
        place = _place_of(fields)
        count = len(evening.group_of(club, place))
        words = None
        if "none" not in fields:
            words = [fields.get(f"score{seat}", "").strip() or by_hand.ABSENT for seat in range(count)]
        reason, is_replaced = fields.get("reason"), "replace" in fields
        by_hand.declare(journal, club, place, words, reason, is_replaced, self._find)

    def _penalise(self, journal: Journal, club: Club, fields: Mapping[str, str]) -> None:
        player, points = fields.get("player", ""), fields.get("points", "").strip().replace(",", ".")
        by_hand.penalise(journal, club, _place_of(fields), player, points, fields.get("reason"), True)

    def _enter(self, journal: Journal, club: Club, fields: Mapping[str, str]) -> None:
        place, game = _place_of(fields), journal.game(number_of(fields, "match"))
        link, _ = evening.link_match(journal, club, place, game, None, False)
        ledger.add_link(journal, club, place, link, now())


def _place_of(fields: Mapping[str, str]) -> Place:
    return number_of(fields, "round"), number_of(fields, "table")
