"""All that the pages of the browser ask for: tables, cards, colours."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping

from cardtable.games import registry
from tablehost import messages
from tablehost.journal.store import Game
from tablehost.plugins.choice import choose, to_watch
from tablehost.printing import draw, sprite
from tablehost.serving.library import Library
from tablehost.serving.matches import VirtualTable
from tablehost.types import Line
from tablehost.web import past
from tablehost.web.tables import Table

SAID = messages.Catalogue("serve")

FIRST_GAME = registry.NAMES[0]
VIRTUAL = "virtual"


class House:
    """The tables that this computer keeps, and its games."""

    def __init__(self, pace: float) -> None:
        table = Table(VIRTUAL, SAID("virtual-table"), messages.LANGUAGES, is_virtual=True)
        self.tables: Mapping[str, Table] = {VIRTUAL: table}
        self._virtual = VirtualTable(table, pace)
        self._sprites: dict[tuple[str, str], str] = {}
        self._lock = threading.Lock()
        self.library: past.Library = Library()

    def start(self) -> None:
        """Go on with what was played."""
        self._virtual.start()

    def stop(self) -> None:
        """Leave all tables."""
        for table in self.tables.values():
            table.close()
        self._virtual.stop()

    def play_now(self, language: str) -> str:
        """Begin a match among simulated people, unless one is played; return the table. Raises Trouble."""
        if not self._virtual.is_busy:
            self._virtual.begin(to_watch(choose(FIRST_GAME, None, None, []))[0])
        return VIRTUAL

    def faces(self, table: str, language: str) -> str:
        """Return the cards of the match at a table as symbols of an SVG picture."""
        played = self._virtual.played
        match = _first_match() if played is None else _match_line(played)
        key = (json.dumps(match, sort_keys=True), language)
        with self._lock, messages.speaking(language):
            if key not in self._sprites:
                self._sprites[key] = sprite.of_match(match, language)
            return self._sprites[key]

    def colours(self) -> Mapping[str, str]:
        """Return the colours of cards, table and lamps, by name."""
        return draw.page_colours()


def _match_line(game: Game) -> Line:
    return {"game": game.game, "players": game.players, "options": game.options}


def _first_match() -> Line:
    choice = choose(FIRST_GAME, None, None, [])
    return {"game": FIRST_GAME, "players": choice.players, "options": choice.options}
