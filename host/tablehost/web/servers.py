"""Matches that are played at tables while pages show them: each table has a thread of its own."""

from __future__ import annotations

import queue
import random
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

from tablehost import messages
from tablehost.console.output import Once, tell
from tablehost.errors import DATABASE_AWAY, LINK_LOST, NOT_FOUND, Trouble, unexpected
from tablehost.journal.persons import find_persons
from tablehost.journal.store import Game, Journal
from tablehost.link import discovery, present_tables
from tablehost.link.states import PARKED, RUNNING, UNFINISHED, find_state
from tablehost.plugins.choice import Choice, to_watch
from tablehost.screen.inputs import Left
from tablehost.seats import NAMES, plain
from tablehost.session.session import Session, Terms
from tablehost.web.persons import Guests
from tablehost.web.runner import Runner
from tablehost.web.tables import Busy, Table

PLAY = messages.Catalogue("play")
WEB = messages.Catalogue("web")

LOOK_S = 0.5  # between two looks for a match that is wanted
BEGIN_S = 30.0  # the time limit for the begin of a match
STOP_S = 30.0  # and for the end of one that is stopped
LEAST_PAUSE_S, MOST_PAUSE_S = 1.0, 30.0  # before a table is called again: doubled each time


class MatchWish(NamedTuple):
    """A match that is wanted, a new one or one that was parked. `seed`: of the deals at the virtual table,
    None for any; `begun`: done when the table has begun it, with its Trouble if it could not.
    """

    match: Choice | Game
    seed: int | None
    begun: Future[None]


class Server:
    """A table that is served, in a thread."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._stop = threading.Event()
        self._wishes: queue.Queue[MatchWish] = queue.Queue(1)
        self._free = threading.Event()  # no match is played
        self._free.set()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.guests = Guests(table, self._stop)

    def start(self) -> None:
        """Serve the table from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Leave the table; a match that is played goes on at the next start."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def begin(self, choice: Choice, seed: int | None = None) -> None:
        """Have this match begin. Raises Trouble if it cannot, Busy while another one is played."""
        self._want(MatchWish(choice, seed, Future()))

    def stop_match(self, how: str, number: int) -> bool:
        """Stop the match that is played, see `Order`; return False if none is. `number`: of the match that
        is meant, 0 for any. Raises Trouble, Busy while another one is played.
        """
        was_played = self.is_busy
        try:
            self.table.desk.ask(how, how, messages.language(), str(number or self.table.match))
        except Trouble as trouble:
            if trouble.code == "MOVED_ON":
                raise Busy(self.table, is_other=True) from None
            if trouble.code != "NO_MATCH":
                raise
            was_played = False  # it was over by then
        if not self._free.wait(STOP_S):
            raise Busy(self.table)
        return was_played

    def _want(self, wish: MatchWish) -> None:
        try:
            if self.is_busy:
                raise queue.Full
            self._wishes.put_nowait(wish)
            wish.begun.result(BEGIN_S)
        except (queue.Full, TimeoutError):
            wish.begun.cancel()  # else it would begin after its page was refused
            raise Busy(self.table) from None

    @property
    def is_busy(self) -> bool:
        """Return True while a match is played."""
        return not self._free.is_set()

    def set_busy(self, is_busy: bool) -> None:
        """Note that a match is played from now on, or none."""
        if is_busy:
            self._free.clear()
        else:
            self.table.set_match(0)
            self._free.set()

    def _run(self) -> None:
        """Attend the table until the end: after an error again, with longer and longer pauses."""
        once, pause = Once(), LEAST_PAUSE_S
        while not self._stop.is_set():
            began = time.monotonic()
            try:
                self._attend()
            except Left:
                return
            except Exception as error:
                if time.monotonic() - began > MOST_PAUSE_S:
                    once.clear()
                    pause = LEAST_PAUSE_S
                once.tell(error)
            self._stop.wait(pause)
            pause = min(2 * pause, MOST_PAUSE_S)

    def _attend(self) -> None:
        """Attend the table until the end. Raises any error, and Left."""
        raise NotImplementedError

    def _next_wish(self, seconds: float = 0.0) -> MatchWish | None:
        """Return the match that is wanted next, None without one."""
        try:
            wish = self._wishes.get(timeout=seconds) if seconds else self._wishes.get_nowait()
        except queue.Empty:
            return None
        return wish if wish.begun.set_running_or_notify_cancel() else None


@contextmanager
def answering(begun: Future[None] | None) -> Iterator[None]:
    """Give the error of a match that has not begun to the page that wants it; raise any but Trouble, too."""
    try:
        yield
    except Exception as error:
        is_awaited = begun is not None and not begun.done()
        if begun is not None and is_awaited:
            begun.set_exception(error if isinstance(error, Trouble) else unexpected(error))
        if not (is_awaited and isinstance(error, Trouble)):
            raise


class VirtualTable(Server):
    """The virtual table, with simulated people. `pace`: how fast they play, 1 as people do, 0 at once;
    `kinds`: see `people.kinds`, () for the usual one; `by_hand`: persons move each card themselves,
    unless they say otherwise; `reveal`: how long all look at a reveal (s); `number`: of the table among those
    that play at the same time.
    """

    def __init__(
        self,
        table: Table,
        pace: float,
        kinds: Sequence[str],
        by_hand: bool = False,
        reveal: float = 0.0,
        number: int = 1,
    ) -> None:
        super().__init__(table)
        self.number = number
        table.chairs.by_hand = by_hand
        table.reveal_s = reveal if pace else 0.0
        self._pace = pace
        self._kinds = kinds
        self._reveal = reveal

    def begin(self, choice: Choice, seed: int | None = None) -> None:
        """Have this match begin, with the presets of those who watch. Raises Trouble if it cannot."""
        names = self.table.chairs.names(len(choice.players))
        super().begin(seat_persons(choice if any(names) else to_watch(choice)[0], names), seed)

    def go_on(self, match: Game, persons: Mapping[int, str]) -> None:
        """Have a parked match go on, with the persons who played it, by seat. Raises Trouble if it cannot."""
        if not self.is_busy:
            for seat, name in persons.items():
                self.table.chairs.sit(seat, name)
        self._want(MatchWish(match, None, Future()))

    def _attend(self) -> None:
        left, persons = self._find_left()
        for seat, name in persons.items():
            self.table.chairs.sit(seat, name)
        if left is not None and self._wishes.empty():  # a person who waits comes before one more attempt
            self._play(left, None)
        while not self._stop.is_set():
            self.table.breathe()
            wish = self._next_wish(LOOK_S)
            if wish is not None:
                self._play(wish.match, wish.begun, wish.seed)

    def _find_left(self) -> tuple[Game | None, dict[int, str]]:
        """Return the match that was left under way, see `_find_left`, as soon as the database answers."""
        is_reported = False
        while not self._stop.is_set():
            self.table.breathe()
            try:
                return _find_left(self.number)
            except Trouble as trouble:
                if not is_reported:
                    tell(trouble, as_json=False)
                is_reported = True
                if trouble.code not in DATABASE_AWAY:
                    break
            self._stop.wait(LOOK_S)
        return None, {}

    def _play(self, match: Choice | Game, begun: Future[None] | None, wanted: int | None = None) -> None:
        """Play a match to its end, or go on with one. A Trouble before it has `begun` is for who wants it."""
        self.set_busy(True)
        try:
            with answering(begun), Journal() as journal:
                self._play_on(journal, match, begun, wanted)
        except Trouble as trouble:
            if trouble.exit == LINK_LOST:
                raise  # the match goes on when the table comes back
            tell(trouble, as_json=False)
        finally:
            self.set_busy(False)

    def _play_on(
        self, journal: Journal, match: Choice | Game, begun: Future[None] | None, wanted: int | None
    ) -> None:
        left = match if isinstance(match, Game) else None
        seed = random.SystemRandom().randrange(1_000_000) if wanted is None else wanted
        people = {
            "game": match.game if isinstance(match, Game) else match.game.NAME,
            "seats": len(match.players),
            "options": match.options,
            "seed": seed,
            "pace": self._pace,
            "board": discovery.board_for(len(match.players), left and left.uid, None, self.number),
            "resume": left is not None,
            "match": left and left.first_g,
            "held": [seat for seat, name in enumerate(self.table.chairs.names(len(match.players))) if name],
            "joins": self.table.has_seats,
            "by_hand": self.table.chairs.list_by_hand(len(match.players)),
            "slowness": self.table.chairs.slowness,
            "reveal": self._reveal,
            "lingers": True,
            "bots": self._kinds,
            "faults": {},
        }
        connection = discovery.connect(discovery.SIM, people)
        session = Session(journal, connection)
        runner = Runner(session, self.table, self.guests, self.set_busy)
        try:
            session.meet()
            if isinstance(match, Game):
                session.take_up(match)
            else:
                session.begin(match, seed, Terms())
            if begun is not None:
                begun.set_result(None)
            runner.run()
        except Left:
            pass
        finally:
            runner.close()
            session.close()
            connection.close()


def seat_persons(choice: Choice, names: Sequence[str]) -> Choice:
    """Return a choice whose players have the names of the persons at their seats, unless they were given."""
    if choice.named or not any(names):
        return choice
    spare = iter([name for name in NAMES if plain(name) not in map(plain, names)])
    return replace(choice, players=[name or next(spare) for name in names], named=True)


def _find_left(number: int) -> tuple[Game | None, dict[int, str]]:
    """Return the match that was left under way at the virtual table of this number, None without one, and its
    persons.
    """
    tables = present_tables.list_virtual_tables()
    virtual = {uid for uid, place in tables if present_tables.number_of(place) == number}
    with Journal() as journal:
        left = [one for one in journal.unfinished_games() if one.uid in virtual and one.last_g is None]
        left = [one for one in left if find_state(journal, one) in (RUNNING, UNFINISHED)]
        return (left[-1], find_persons(journal, left[-1])) if left else (None, {})


def find_parked(journal: Journal, number: int = 0) -> Game:
    """Return the match of this number that was parked at a virtual table, 0 for the newest one. Raises
    Trouble.
    """
    for game in reversed(journal.unfinished_games()):
        if game.virtual and number in (0, game.id) and find_state(journal, game) == PARKED:
            return game
    raise Trouble("NOT_PARKED", WEB("not-stopped"), WEB("not-stopped-hint"), NOT_FOUND)


class RealTable(Server):
    """A table that is plugged in, or in the network, at this `address`: matches are begun by its keys, or by
    a page, one after another.
    """

    def __init__(self, table: Table, address: str) -> None:
        super().__init__(table)
        self._address = address

    def _attend(self) -> None:
        connection = discovery.connect(self._address, {})
        with Journal() as journal:
            session = Session(journal, connection)
            runner = Runner(session, self.table, self.guests, self.set_busy, attends=True)
            try:
                session.meet()
                self.table.uid = session.table.uid
                session.attend()
                runner.run(lambda: self._begin_next(session))
            finally:
                self.set_busy(False)
                runner.close()
                session.close()
                connection.close()

    def _begin_next(self, session: Session) -> None:
        """Begin the match that a page wants, if no match is played."""
        wish = None if session.game is not None else self._next_wish()
        if wish is None:
            return
        assert isinstance(wish.match, Choice)  # a parked one goes on at the table itself
        with answering(wish.begun):
            session.begin(wish.match, None, Terms())
            self.table.listeners = wish.match.listeners
            wish.begun.set_result(None)
