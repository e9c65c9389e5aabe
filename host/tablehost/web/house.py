"""All that the pages of the browser ask for: tables, cards, colours."""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping, Sequence
from typing import Protocol

from starlette.routing import Route

from cardtable.games import registry
from tablehost import messages, packages
from tablehost.console.output import Once
from tablehost.journal.persons import find_persons
from tablehost.journal.store import Journal
from tablehost.link.present_tables import list_plugged, list_virtual_tables, number_of
from tablehost.plugins.choice import Choice, choose, load_game, presets_of
from tablehost.plugins.presentation import TEACHING_SEED
from tablehost.printing import draw, sprite
from tablehost.types import Line
from tablehost.web import begin, course, learn, past
from tablehost.web.begin import Beginnings
from tablehost.web.course import Course
from tablehost.web.guard import Operator
from tablehost.web.learn import Lessons
from tablehost.web.news import Lookout, News
from tablehost.web.past import Library
from tablehost.web.persons import load_keys
from tablehost.web.servers import RealTable, Server, VirtualTable, find_parked
from tablehost.web.tables import Table

SAID = messages.Catalogue("serve")

FIRST_GAME = registry.NAMES[0]
VIRTUAL = "virtual"
LOOK_S = 1.0  # between two looks for tables


class Pages(Protocol):
    """Pages of a package."""

    def routes(self, operator: Operator) -> list[Route]:
        """Return the addresses. `operator`: the person whose pages some are."""


class House:
    """The tables that this computer keeps, and its matches. `pace`, `kinds`: of simulated people;
    `by_hand`, `reveal`: see `servers.VirtualTable`; `addresses`: of real tables, None for all that are
    plugged in; `tables`: how many virtual ones there are.
    """

    def __init__(
        self,
        pace: float,
        addresses: Sequence[str] | None,
        kinds: Sequence[str] = (),
        by_hand: bool = False,
        reveal: float = 0.0,
        tables: int = 1,
    ) -> None:
        self._addresses = addresses
        self._servers: dict[str, Server] = {}
        self._known: set[str] = set()  # addresses
        self._stop = threading.Event()
        self._looker = threading.Thread(target=self._look, daemon=True)
        self._tables: dict[str, Table] = {}
        self.tables: Mapping[str, Table] = self._tables
        self._virtual = [
            VirtualTable(_virtual_table(number, tables), pace, kinds, by_hand, reveal, number)
            for number in range(1, tables + 1)
        ]
        for server in self._virtual:
            self._add(server)
        self.keys = load_keys()
        self.library: past.Library = Library()
        self.lessons: learn.Lessons = Lessons()
        self.beginnings: begin.Beginnings = Beginnings(self.tables, self.begin, self.stop_match, self.go_on)
        self.course: course.Course = Course()
        self.clubs: Pages = packages.load("clubs").Screens()
        self.news = News(messages.LANGUAGES)
        self._lookout = Lookout(self.news)

    def start(self) -> None:
        """Go on with what was played, and serve the tables that are or will be there."""
        for server in self._virtual:
            server.start()
        self._looker.start()
        self._lookout.start()

    def _look(self) -> None:
        """Serve each table that is plugged in, or named, until the end; print each error once."""
        once = Once()
        while not self._stop.is_set():
            try:
                for name, address in list_plugged(self._addresses):
                    if address not in self._known:
                        self._serve(name, address)
                        self._known.add(address)
                once.clear()
            except Exception as error:
                once.tell(error)
            self._stop.wait(LOOK_S)

    def _serve(self, name: str, address: str) -> None:
        slug = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-").lower() or "table"
        while slug in self._tables:
            slug += "-"
        server = RealTable(Table(slug, name, messages.LANGUAGES, False), address)
        server.start()
        self._add(server)

    def _add(self, server: Server) -> None:
        """Have a table listed: pages may ask its server for a match from then on."""
        self._servers[server.table.name] = server
        self._tables[server.table.name] = server.table

    def stop(self) -> None:
        """Leave all tables."""
        self._stop.set()
        self._lookout.stop()
        self.news.close()
        for server in list(self._servers.values()):
            server.table.close()
        for server in list(self._servers.values()):
            server.stop()

    @property
    def first(self) -> str:
        """Return the table at which one plays without asking."""
        return VIRTUAL

    @property
    def lengths(self) -> dict[str, int]:
        """Return the presets of the match that is played at once, and how long each is (minutes)."""
        presets = presets_of(load_game(FIRST_GAME))
        return {name: presets[name][0] for name in ("first-time", "usual")}

    def play_now(self, length: str) -> None:
        """Begin a match of one of `lengths` at the first table. Raises Trouble, Busy while one is played."""
        self._virtual[0].begin(choose(FIRST_GAME, None, None, [], length))

    def teach(self, game: str) -> None:
        """Begin a match for newcomers at the first table: its set for a first time, always the same deal.
        Raises Trouble if another one is played there, or without such a game.
        """
        choice = choose(game, None, None, [], next(iter(presets_of(load_game(game))), None))
        self._virtual[0].begin(choice, TEACHING_SEED.of(game, 1))

    def begin(self, table: str, choice: Choice) -> None:
        """Begin a match at a table of this house. Raises Trouble if another one is played there."""
        self._servers[table].begin(choice)

    def go_on(self, number: int) -> str:
        """Have a parked match go on at its virtual table, 0 for the newest one; return the name of the table.
        Raises Trouble.
        """
        with Journal() as journal:
            match = find_parked(journal, number)
            persons = find_persons(journal, match)
        place = dict(list_virtual_tables()).get(match.uid, "")
        own = (server for server in self._virtual if server.number == number_of(place))
        server = next(own, self._virtual[0])
        server.go_on(match, persons)
        return server.table.name

    def stop_match(self, table: str, how: str, number: int) -> bool:
        """Stop the match at a table of this house, see `matches.Server`. Raises Trouble."""
        return self._servers[table].stop_match(how, number)

    def faces(self, match: Line | None) -> str:
        """Return the cards of a match as symbols of an SVG picture, an empty one without a match."""
        return sprite.EMPTY if match is None else sprite.of_match(match, messages.language())

    def colours(self) -> Mapping[str, str]:
        """Return the colours of cards, table and lamps, by name."""
        return draw.page_colours()


def _virtual_table(number: int, count: int) -> Table:
    """Return the virtual table of this number, of so many."""
    title = SAID("virtual-table") if count == 1 else SAID("virtual-table-of", number=number)
    return Table(VIRTUAL if number == 1 else f"{VIRTUAL}-{number}", title, messages.LANGUAGES, True)
