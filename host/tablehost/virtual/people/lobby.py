"""Players at a table without a match: they have keys and no cards, and sit at every pad.

When a match was started at the table, as its records on the line show, the players seated for it become its
players (`StartedMatch`).
"""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import NamedTuple

from cardtable.engine.game import Game as GameRules
from tablehost.people.minds import by_lot
from tablehost.people.room import Room
from tablehost.types import Args, Event, Options
from tablehost.virtual.people import acts
from tablehost.virtual.people.news import Records, Screen

SETS_UP = "set-"  # prefix of the prompts while a match is set up by keys
_NO_GAME = GameRules(SimpleNamespace(NAME="", deck=lambda seats, options: ()))


class Lobby(Room):
    """A player at each of so many pads, whose hands a user moves. `seed`: of the matches to come."""

    def __init__(self, pads: int, seed: object) -> None:
        self.seed = seed
        super().__init__(_NO_GAME, pads, {}, 0, [by_lot] * pads)  # no player decides here

    def act(self, what: str, args: Args, tasks: Sequence[int], pads: Sequence[int]) -> list[Event]:
        return []

    def look(self, what: str, args: Args) -> None:
        """Ignore the display: there is no card to remember."""


class StartedMatch(NamedTuple):
    """A match that has its people: `pads`, where each seat sits; `records`: those of the match so far."""

    game: GameRules
    seats: int
    options: Options
    pads: list[int]
    records: Records

    def people(self, seed: object) -> acts.People:
        """Return these players, as they would be if a computer had started the match; `seed`: of the
        lobby.
        """
        seed = f"{seed} {self.records[0][0]}"
        people = acts.seated(self.game, self.seats, self.options, seed, self.pads)
        people.room.records += self.records
        return people


class Watch:
    """Hears on the line which match was begun."""

    def __init__(self) -> None:
        self._records: Records = []
        self._screen = Screen(self._records)

    def hear(self, data: bytes) -> StartedMatch | None:
        """Read bytes from the table; return the match that has its players now, if one has."""
        for fact in self._screen.hear(data):
            match = self._screen.match
            if fact["kind"] == "seated" and match is not None:
                pads = list(fact["pads"])
                return StartedMatch(match.game, match.seats, match.options, pads, self._records[:])
        return None

    def forget_line(self) -> None:
        """Drop the unfinished line: the table has lost its power."""
        self._screen.forget_line()
