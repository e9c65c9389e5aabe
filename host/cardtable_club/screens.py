"""Clubs in the browser: their list, and the screen of an evening for the wall of the hall."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cardtable_club import evening, ledger, page
from cardtable_club.desk import Desks
from cardtable_club.ledger import Club, Declared, Place
from tablehost import messages
from tablehost.console.terminal import one_line
from tablehost.errors import Trouble
from tablehost.journal.databases import DAMAGED, JournalError
from tablehost.journal.store import Game, Journal, Numbers
from tablehost.link.states import find_state
from tablehost.session import summaries
from tablehost.web import pages
from tablehost.web.guard import Operator
from tablehost.web.past import title_of

SAID = messages.Catalogue("web")
TOLD = messages.Catalogue("cardtable_club/club")

ON_WALL = ("rank", "player", "matches", "points", "rating")  # the columns that are read from afar
MOST_KEPT = 2000  # checked matches


class ClubRow(NamedTuple):
    """A club in the list. `name`: in its address; `about`: in words."""

    name: str
    title: str
    about: str


class Player(NamedTuple):
    """A player at a table of the round. `score`: so far or at the end, "" for none."""

    name: str
    score: str
    has_won: bool


class Seated(NamedTuple):
    """A table of the round. `state`: "open", "doubtful", "declared", or that of its match; it is in
    `words`.
    """

    number: int
    state: str
    words: str
    players: Sequence[Player]


class Hall(NamedTuple):
    """The evening of a club. `round`: the last one that was seated, 0 for none; `heads`, `rows`: of the
    standings, each row with its place and its player first; `remarks`: on tables of earlier rounds.
    """

    title: str
    game: str
    round: int
    tables: Sequence[Seated]
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    remarks: Sequence[str]


class Clubs:
    """The clubs of the journal. A screen is formed once for each state of it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._halls: dict[tuple[str, str], tuple[Numbers, Hall]] = {}
        self._faults: dict[tuple[str, str], str] = {}

    def clubs(self) -> list[ClubRow]:
        """Return all clubs; one whose ledger is damaged has the reason with it."""
        found = []
        with Journal() as journal:
            for name in journal.clubs():
                try:
                    club = ledger.read(journal, name)
                    count, n = len(club.rounds), len(club.players)
                    about = SAID("club-about", game=title_of(club.game), rounds=count, n=n)
                    found.append(ClubRow(name, club.name, about))
                except JournalError:
                    raise
                except Trouble as trouble:
                    found.append(ClubRow(name, name, one_line(trouble.message)))
        return found

    def hall(self, name: str) -> Hall:
        """Return the evening of a club. Raises Trouble."""
        key = (ledger.key_of(name), messages.language())
        with self._lock, Journal() as journal:
            state = journal.numbers()
            if key not in self._halls or self._halls[key][0] != state:
                self._halls[key] = (state, self._form(journal, ledger.read(journal, name)))
            return self._halls[key][1]

    def _form(self, journal: Journal, club: Club) -> Hall:
        results = evening.read_results(journal, club, self.find_fault)
        faults = {place: reason for place, reason in results.uncounted if place in club.links}
        told = {place: one for place, one in results.by_hand.items() if place[0] == len(club.rounds)}
        games = journal.games()
        number = len(club.rounds)
        seated = [
            _seat_table(journal, club, (number, table), games, faults, told)
            for table in range(1, len(club.rounds[-1]) + 1 if club.rounds else 1)
        ]
        ranked = evening.rank_club(club, results)
        earlier = [one for one in results.uncounted if one.place[0] < number]
        return Hall(
            club.name,
            title_of(club.game),
            number,
            seated,
            _choose(page.head_cells()),
            [_choose(page.cells_of(row)) for row in ranked],
            [
                *page.explain_marks(ranked),
                *page.list_uncounted(results._replace(uncounted=earlier)),
                *map(one_line, club.bad),
            ],
        )

    def find_fault(self, journal: Journal, game: Game) -> str:
        """Return why a match does not count; a match is checked once, and again after each correction."""
        try:
            key = (messages.language(), repr((game, journal.game_gaps(game))))
        except JournalError as error:
            if error.code != DAMAGED:
                raise
            return error.message
        fault = self._faults.get(key)
        if fault is None:
            if len(self._faults) >= MOST_KEPT:
                self._faults.clear()
            fault = self._faults[key] = evening.find_fault(journal, game)
        return fault


def _choose(cells: Sequence[str]) -> list[str]:
    return [cell for name, cell in zip(page.COLUMNS, cells, strict=True) if name in ON_WALL]


def _seat_table(
    journal: Journal,
    club: Club,
    place: Place,
    games: Sequence[Game],
    faults: Mapping[Place, str],
    by_hand: Mapping[Place, Declared],
) -> Seated:
    """Return a table of the last round, with its match if that is known. `by_hand`: what counts of those that
    were declared.
    """
    group, link = evening.group_of(club, place), club.links.get(place)
    if place in by_hand:
        found = None if link is not None else evening.find_match(journal, club, place, games)
        return _seat_declared(journal, place, group, by_hand[place], found and found[0])
    if place in faults:
        return Seated(place[1], "doubtful", faults[place], [Player(name, "", False) for name in group])
    if link is not None:
        found = journal.game(link.match), list(link.seats)
    else:
        found = evening.find_match(journal, club, place, games)
    if found is None:
        return Seated(place[1], "open", SAID("round-open"), [Player(name, "", False) for name in group])
    game, seats = found
    state = find_state(journal, game)
    words = SAID("round-counts") if link is not None else SAID(f"round-{state}", n=game.id)
    scores, winners = dict(zip(seats, _scores(journal, game, state), strict=False)), game.winners
    won = {seats[seat] for seat in winners}
    players = [Player(name, scores.get(name, ""), name in won) for name in group]
    return Seated(place[1], state, words, players)


def _seat_declared(
    journal: Journal, place: Place, group: Sequence[str], declared: Declared, match: Game | None
) -> Seated:
    """Return a table whose result was declared. `match`: one that it played all the same."""
    words = TOLD("by-hand" if declared.scores else "not-played")
    if match is not None:
        words += "; " + SAID(f"round-{find_state(journal, match)}", n=match.id)
    if declared.scores is None:
        return Seated(place[1], "declared", words, [Player(name, "", False) for name in group])
    outcome = evening.judge_declared(group, declared.scores)
    won = {name for name, share in zip(outcome.players, outcome.shares, strict=True) if share}
    cells = ["" if score is None else f"{score}*" for score in declared.scores]
    players = [Player(name, cell, name in won) for name, cell in zip(group, cells, strict=True)]
    return Seated(place[1], "declared", words, players)


def _scores(journal: Journal, game: Game, state: str) -> list[str]:
    """Return the scores by seat, in words; [] for none, also of rules that this computer lacks."""
    try:
        return summaries.describe(journal, game, state)[1]
    except JournalError:
        raise
    except Trouble:
        return []


class Screens:
    """The answers about clubs."""

    def __init__(self) -> None:
        self._clubs = Clubs()
        pages.add_templates(Path(__file__).parent / "templates")

    def routes(self, operator: Operator) -> list[Route]:
        """Return the addresses. `operator`: who leads an evening."""
        self._operator = operator
        return [
            Route("/clubs", self.clubs),
            Route("/clubs/{club}/hall", self.hall),
            Route("/clubs/{club}/cards", self.cards),
            *Desks(operator, self._clubs.find_fault).routes(),
        ]

    async def clubs(self, asked: Request) -> Response:
        """The list of clubs."""
        clubs, is_operator = await pages.speak(asked, self._clubs.clubs), self._operator.is_at(asked)
        return pages.render(asked, "clubs", clubs=clubs, is_operator=is_operator, tell=TOLD)

    async def hall(self, asked: Request) -> Response:
        """The screen of one evening: who sits where, scores, standings."""
        hall = await pages.toil(asked, self._clubs.hall, str(asked.path_params["club"]))
        return pages.render(asked, "club_hall", hall=hall)

    async def cards(self, asked: Request) -> Response:
        """Cards for the tables: a sheet a table."""
        title, count = await pages.speak(asked, _count_tables, str(asked.path_params["club"]))
        return pages.render(asked, "club_cards", title=title, count=count, tell=TOLD)


def _count_tables(name: str) -> tuple[str, int]:
    """Return the name of a club, and how many tables its last round has. Raises Trouble."""
    with Journal() as journal:
        club = ledger.read(journal, name)
    return club.name, len(club.rounds[-1]) if club.rounds else club.tables
