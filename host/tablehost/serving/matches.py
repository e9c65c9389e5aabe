"""Matches that are played at a table while pages show it, one after another, in a thread of their own."""

from __future__ import annotations

import queue
import random
import threading
from collections.abc import Sequence

from tablehost import messages
from tablehost.cli.evening import Evening, Terms
from tablehost.console.output import tell
from tablehost.errors import BUSY, Trouble
from tablehost.journal.store import Game, Journal
from tablehost.link import discovery
from tablehost.match.chorus import Chorus
from tablehost.people import vocabulary
from tablehost.plugins.choice import Choice
from tablehost.screen.choice import AS_IT_IS
from tablehost.screen.inputs import Left, Watching
from tablehost.web.tables import Table

LOOK_S = 0.5  # between two looks for a match that is wanted


class Guests(Watching):
    """The guests of a table do nothing but watch. `stop`: set when the server ends."""

    def __init__(self, table: Table, stop: threading.Event) -> None:
        self._table = table
        self._stop = stop

    def serve(self) -> None:
        """Note that the session is alive. Raises Left."""
        self._table.breathe()
        if self._stop.is_set():
            raise Left


class Served(Evening):
    """One match, which all pages of a table show in their languages."""

    def __init__(
        self, journal: Journal, connection: discovery.Connection, table: Table, stop: threading.Event
    ) -> None:
        super().__init__(journal, connection, AS_IT_IS, {}, {})
        self._table = table
        self._guests = Guests(table, stop)

    def _show_match(self, players: Sequence[str], tongue: vocabulary.Tongue) -> None:
        game = "" if self._game is None else self._game.game
        others = [one for one in messages.LANGUAGES if one != tongue.language]
        chorus = Chorus(players, [tongue, *(vocabulary.load(one, game) for one in others)])
        for language, feed in self._table.feeds.items():
            feed.open(chorus.voice(language))
        self._presenter, self._input = chorus, self._guests


class VirtualTable:
    """The virtual table, with simulated people. `pace`: how fast they play, 1 as people do, 0 at once."""

    def __init__(self, table: Table, pace: float) -> None:
        self.table = table
        self.played: Game | None = None  # the newest match that was shown
        self._pace = pace
        self._stop = threading.Event()
        self._wanted: queue.Queue[Choice | Game] = queue.Queue()
        self._is_busy = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Take up the match that was left under way here, if there is one, and wait for others."""
        left = _find_left()
        if left is not None:
            self._want(left)
        self._thread.start()

    def begin(self, choice: Choice) -> None:
        """Have this match played. Raises Trouble if another one is."""
        if self._is_busy.is_set():
            said = messages.Catalogue("serve")
            raise Trouble("TABLE_BUSY", said("is-playing"), said("is-playing-hint"), BUSY)
        self._want(choice)

    @property
    def is_busy(self) -> bool:
        """Return True while a match is played, or is about to begin."""
        return self._is_busy.is_set()

    def _want(self, match: Choice | Game) -> None:
        self._is_busy.set()
        self._wanted.put(match)

    def stop(self) -> None:
        """Leave the table; a match that is played goes on at the next start."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            self.table.breathe()
            try:
                wanted = self._wanted.get(timeout=LOOK_S)
            except queue.Empty:
                continue
            try:
                self._play(wanted)
            except Trouble as trouble:
                self._is_busy.clear()
                tell(trouble, as_json=False)

    def _play(self, wanted: Choice | Game) -> None:
        is_begun = isinstance(wanted, Game)
        name = wanted.game if isinstance(wanted, Game) else wanted.game.NAME
        board = discovery.board_for(len(wanted.players), wanted.uid if isinstance(wanted, Game) else None)
        seed = random.SystemRandom().randrange(1_000_000)
        people = {
            "game": name,
            "seats": len(wanted.players),
            "options": wanted.options,
            "seed": seed,
            "pace": self._pace,
            "board": board,
            "resume": is_begun,
            "match": wanted.first_g if isinstance(wanted, Game) else None,
            "held": [],
            "faults": {},
        }
        connection = discovery.connect(discovery.SIM, people)
        with Journal() as journal:
            match = Served(journal, connection, self.table, self._stop)
            try:
                if isinstance(wanted, Game):
                    match.go_on(wanted)
                else:
                    match.begin(wanted, seed, Terms())
                self.played = match.game
                match.run()
                self._is_busy.clear()  # another one may be wanted as soon as the end is shown
                match.finish()
            except Left:
                pass
            finally:
                match.close()
                connection.close()


def _find_left() -> Game | None:
    """Return the match that was left under way at a virtual table, None without one."""
    virtual = {uid for uid, _ in discovery.list_virtual_tables()}
    with Journal() as journal:
        left = [one for one in journal.games() if one.uid in virtual and one.last_g is None]
        left = [one for one in left if one.finished is None and not journal.is_parked(one)]
    return left[-1] if left else None
