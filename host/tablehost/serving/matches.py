"""Matches that are played at tables while pages show them: each table has a thread of its own."""

from __future__ import annotations

import queue
import random
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

from tablehost import messages
from tablehost.cli.alone import Alone
from tablehost.cli.evening import Correct, Reply, Terms
from tablehost.console.output import Once, tell
from tablehost.errors import DATABASE_AWAY, LINK_LOST, NOT_FOUND, Trouble, unexpected
from tablehost.journal.persons import find_persons
from tablehost.journal.store import Game, Journal
from tablehost.link import discovery, present_tables
from tablehost.link.states import PARKED, RUNNING, UNFINISHED, find_state
from tablehost.match import taking_back
from tablehost.match.chorus import Chorus
from tablehost.match.presenter import Presenter
from tablehost.people import vocabulary
from tablehost.people.held_seats import Seats
from tablehost.plugins.choice import Choice, to_watch
from tablehost.referee import own_acts
from tablehost.screen.choice import AS_IT_IS
from tablehost.screen.inputs import Left
from tablehost.seats import NAMES, plain
from tablehost.serving.referee import Refereed
from tablehost.serving.seats import Guests, Listeners, Players
from tablehost.types import HeldNote
from tablehost.web.tables import Busy, Table

PLAY = messages.Catalogue("play")
WEB = messages.Catalogue("web")

LOOK_S = 0.5  # between two looks for a match that is wanted
BEGIN_S = 30.0  # the time limit for the begin of a match
STOP_S = 30.0  # and for the end of one that is stopped
LEAST_PAUSE_S, MOST_PAUSE_S = 1.0, 30.0  # before a table is called again: doubled each time


class Wish(NamedTuple):
    """A match that is wanted, a new one or one that was parked. `seed`: of the deals at the virtual table,
    None for any; `begun`: done when the table has begun it, with its Trouble if it could not.
    """

    match: Choice | Game
    seed: int | None
    begun: Future[None]


def show(table: Table, game: str, players: Sequence[str], tongue: vocabulary.Tongue) -> Chorus:
    """Return the presenter of a match that all pages of a table show in their languages."""
    others = [one for one in messages.LANGUAGES if one != tongue.language]
    chorus = Chorus(players, [tongue, *(vocabulary.load(one, game) for one in others)])
    for language, feed in table.feeds.items():
        feed.open(chorus.voice(language))
    return chorus


class Server:
    """A table that is served, in a thread."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._stop = threading.Event()
        self._wishes: queue.Queue[Wish] = queue.Queue(1)
        self._free = threading.Event()  # no match is played
        self._free.set()
        self._thread = threading.Thread(target=self._run, daemon=True)

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
        self._want(Wish(choice, seed, Future()))

    def stop_match(self, how: str, number: int) -> bool:
        """Stop the match that is played, see `Refereed`; return False if none is. `number`: of the match that
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

    def _want(self, wish: Wish) -> None:
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

    def _next_wish(self, seconds: float = 0.0) -> Wish | None:
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


class UndoWish(NamedTuple):
    """The wish of a person to take back an act of the own seat, which is on record. `said`: its parts;
    `correct`: takes it back; `ask`: the number of the open ask; `persons`: by seat, as `web.chairs.Chair`
    counts them.
    """

    seat: int
    name: str
    said: Sequence[taking_back.Said]
    correct: Correct
    ask: int
    persons: Sequence[int]

    def describe(self, presenter: Presenter) -> str:
        """Return the wish in the words of other persons."""
        return taking_back.describe_wish(self.name, self.said, presenter.tongue)


class VirtualMatch(Refereed):
    """One match at the virtual table."""

    def __init__(
        self, journal: Journal, connection: discovery.Connection, table: Table, stop: threading.Event
    ) -> None:
        super().__init__(journal, connection, AS_IT_IS, {}, {})
        self.players: Players | None = None
        self._undo_wished: UndoWish | None = None
        self.desk = table.desk
        self._table = table
        self._stop = stop
        self._held: dict[int, str] = {}
        self._since: dict[int, tuple[int, int]] = {}  # by seat, the answer from which on its person plays
        self._persons: dict[int, str] | None = None  # who play, while that is not noted yet

    def _show_match(self, players: Sequence[str], tongue: vocabulary.Tongue) -> None:
        if self._game is None:
            return
        self._table.set_match(self._game.id)
        hands, match = self._connection.hands, show(self._table, self._game.game, players, tongue)
        self._presenter, self._input = match, Guests(self._table, self._stop)
        if hands is not None:
            self._input = self.players = Players(self._table, self._stop, hands, match, self._note_persons)

    def _note_held(self, game: Game) -> None:
        """Note nothing yet: the persons of this match come and go."""
        self._held = find_persons(self._journal, game)

    def _note_persons(self, names: Sequence[str]) -> None:
        """Note the persons who play from here on, unless it is noted already."""
        self._persons = {seat: name for seat, name in enumerate(names) if name}
        course = self._chronicle.shadow.course
        if course is not None:
            now = course.match.stage, len(course.answers)
            self._since |= {seat: now for seat, name in self._persons.items() if self._held.get(seat) != name}
        if not self._is_database_away:  # pages are served then, too
            self._write_persons()

    def _carry_out(self) -> None:
        super()._carry_out()
        hands = self._connection.hands
        if hands is None:
            return
        for seat in hands.seats:
            self._presenter.undoable(seat, taking_back.can_take_back(self._find_own(seat, hands)))

    def _find_own(self, seat: int, hands: Seats) -> taking_back.Motion | own_acts.Own | None:
        """Return the last act of a held seat that is its person's: what a bot did there before stays."""
        own = super()._find_own(seat, hands)
        is_before = isinstance(own, own_acts.Own) and own.place < self._since.get(seat, own.place)
        return None if is_before else own

    # -- an act that is taken back if another person agrees ---------------------------------------

    def _take_back(self, seat: int, said: Sequence[taking_back.Said], correct: Correct) -> Reply:
        if not self._list_others(seat):
            return super()._take_back(seat, said, correct)
        if self._undo_wished is not None and self._undo_wished.seat != seat:
            return self._undo_wished.describe  # comes first
        own = self._chronicle.shadow.last_act(seat)
        assert own is not None and self._game is not None
        try:
            self._preview(self._game, ["undo", own.dropped, 0], "")
        except Trouble as why:  # the others need not agree to what the rules refuse
            refusal = why.message
            return lambda _: refusal
        chairs = self._table.chairs.all
        persons = tuple(chair.person for chair in chairs)
        ask = self._chronicle.ask.number
        self._undo_wished = UndoWish(seat, chairs[seat].name, said, correct, ask, persons)
        self._show_wish(self._undo_wished, self._undo_wished.describe)
        return lambda _: PLAY("wish-waits")

    def _agree(self, seat: int) -> Reply:
        self._look_at_wish()
        wish = self._undo_wished
        if wish is None or wish.seat == seat:
            return super()._agree(seat)
        self._end_wish(wish)
        told = wish.correct(0)
        self._presenter.reply(wish.seat, lambda presenter: told(presenter, True))
        return lambda presenter: told(presenter, False)

    def _look_at_wish(self) -> None:
        """End the wish if another ask is open, or if persons have come or gone."""
        wish = self._undo_wished
        persons = tuple(chair.person for chair in self._table.chairs.all)
        if wish is None or (wish.ask, wish.persons) == (self._chronicle.ask.number, persons):
            return
        self._end_wish(wish)
        if wish.persons[wish.seat] == persons[wish.seat]:
            self._presenter.reply(wish.seat, lambda _: PLAY("wish-over"))

    def _end_wish(self, wish: UndoWish) -> None:
        self._undo_wished = None
        self._show_wish(wish, lambda _: "")

    def _show_wish(self, wish: UndoWish, form: Reply) -> None:
        for seat in self._list_others(wish.seat):
            self._presenter.wish(seat, form)

    def _list_others(self, seat: int) -> list[int]:
        """Return the seats that other persons hold."""
        return [chair.seat for chair in self._table.chairs.all if chair.name and chair.seat != seat]

    def _step(self) -> bool:
        goes_on = super()._step()
        self._look_at_wish()
        self._write_persons()
        return goes_on

    def _write_persons(self) -> None:
        persons, self._persons = self._persons, None
        if persons is not None and persons != self._held:
            assert self._game is not None
            self._held = persons
            note: HeldNote = {"kind": "held", "seats": list(persons), "names": list(persons.values())}
            self._journal.add_note(self._game.id, self._journal.last_g(self._game.uid), note)


class VirtualTable(Server):
    """The virtual table, with simulated people. `pace`: how fast they play, 1 as people do, 0 at once;
    `kinds`: see `people.kinds`, () for the usual one; `by_hand`: persons move each card themselves,
    unless they say otherwise; `reveal`: how long all look at a reveal (s).
    """

    def __init__(
        self, table: Table, pace: float, kinds: Sequence[str], by_hand: bool = False, reveal: float = 0.0
    ) -> None:
        super().__init__(table)
        table.chairs.by_hand = by_hand
        table.reveal_s = reveal if pace else 0.0
        self._pace = pace
        self._kinds = kinds
        self._reveal = reveal

    def begin(self, choice: Choice, seed: int | None = None) -> None:
        """Have this match begin, with the presets of those who watch. Raises Trouble if it cannot."""
        names = self.table.chairs.names(len(choice.players))
        super().begin(seat_persons(choice if any(names) else to_watch(choice)[0], names), seed)

    def go_on(self, number: int) -> None:
        """Have a parked match go on, with the persons who played it. Raises Trouble if it cannot."""
        with Journal() as journal:
            match = find_parked(journal, number)
            persons = find_persons(journal, match)
        if not self.is_busy:
            for seat, name in persons.items():
                self.table.chairs.sit(seat, name)
        self._want(Wish(match, None, Future()))

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
                return _find_left()
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
            "board": discovery.board_for(len(match.players), left and left.uid),
            "resume": left is not None,
            "match": left and left.first_g,
            "held": [seat for seat, name in enumerate(self.table.chairs.names(len(match.players))) if name],
            "joins": self.table.has_seats,
            "by_hand": self.table.chairs.list_by_hand(len(match.players)),
            "reveal": self._reveal,
            "lingers": True,
            "bots": self._kinds,
            "faults": {},
        }
        connection = discovery.connect(discovery.SIM, people)
        played = VirtualMatch(journal, connection, self.table, self._stop)
        try:
            if isinstance(match, Game):
                played.go_on(match)
            else:
                played.begin(match, seed, Terms())
            if begun is not None:
                begun.set_result(None)
            played.run()
            self.set_busy(False)  # another one may be wanted as soon as the end is shown
            played.finish()
        except Left:
            pass
        finally:
            self.table.desk.close()
            if played.players is not None:
                played.players.end()
            played.close()
            connection.close()


def seat_persons(choice: Choice, names: Sequence[str]) -> Choice:
    """Return a choice whose players have the names of the persons at their seats, unless they were given."""
    if choice.named or not any(names):
        return choice
    spare = iter([name for name in NAMES if plain(name) not in map(plain, names)])
    return replace(choice, players=[name or next(spare) for name in names], named=True)


def _find_left() -> tuple[Game | None, dict[int, str]]:
    """Return the match that was left under way at a virtual table, None without one, and its persons."""
    virtual = {uid for uid, _ in present_tables.list_virtual_tables()}
    with Journal() as journal:
        left = [one for one in journal.games() if one.uid in virtual and one.last_g is None]
        left = [one for one in left if find_state(journal, one) in (RUNNING, UNFINISHED)]
        return (left[-1], find_persons(journal, left[-1])) if left else (None, {})


def find_parked(journal: Journal, number: int = 0) -> Game:
    """Return the match of this number that was parked at a virtual table, 0 for the newest one. Raises
    Trouble.
    """
    for game in reversed(journal.games()):
        if game.virtual and number in (0, game.id) and find_state(journal, game) == PARKED:
            return game
    raise Trouble("NOT_PARKED", WEB("not-stopped"), WEB("not-stopped-hint"), NOT_FOUND)


class RealMatches(Refereed, Alone):
    """The matches at a real table, one after another: begun by its keys, or by a page."""

    def __init__(self, journal: Journal, connection: discovery.Connection, server: RealTable) -> None:
        super().__init__(journal, connection, AS_IT_IS, {}, {})
        self._server = server
        self._listeners: Listeners | None = None
        self._heard_by: Chorus | None = None  # the match whose listeners are seated
        self.desk = server.table.desk

    def _show_match(self, players: Sequence[str], tongue: vocabulary.Tongue) -> None:
        self._input, self._server.table.uid = self._server.guests, self._session.uid
        if self._game is not None:
            self._presenter = show(self._server.table, self._game.game, players, tongue)
        elif self._server.table.feeds[tongue.language].match is None:
            self._presenter = show(self._server.table, "", (), tongue)
        else:  # the result stays until the next match begins
            self._presenter = Presenter((), tongue)
        if self._game is not None:
            self._server.table.set_match(self._game.id)
        self._server.set_busy(self._game is not None)

    def _seat_listeners(self) -> None:
        """Have those listen whom the first line of the match names; who sat at their seats before goes."""
        match = self._presenter
        if isinstance(match, Chorus) and match.snapshot.match is not None and match is not self._heard_by:
            self._heard_by = match
            if self._listeners is not None:
                self._listeners.end()
                self._listeners = None
            seats = self._server.table.listeners = match.snapshot.listeners
            players = match.snapshot.players
            for chair in self._server.table.chairs.all:
                if chair.name and (chair.seat not in seats or chair.name != players[chair.seat]):
                    self._server.table.chairs.leave(chair.seat)
            if seats:
                self._input = self._listeners = self._server.seat_listeners(match, seats)

    def _carry_out(self) -> None:
        super()._carry_out()
        self._seat_listeners()
        while self._listeners is not None and self._listeners.requests:
            seat, request = self._listeners.requests.pop(0)
            if request in ("undo", "agree"):  # at the table, where the hands are
                self._presenter.reply(seat, lambda _: messages.Catalogue("web")("hands-at-table"))
            else:
                self._presenter.reply(seat, self._answer(request))

    def _close(self) -> None:
        self._server.set_busy(False)  # another one may be wanted as soon as the end is shown
        super()._close()

    def _look(self) -> bool:
        wish = None if self._game is not None else self._server.next_wish()
        if wish is not None:
            assert isinstance(wish.match, Choice)  # a parked one goes on at the table itself
            with answering(wish.begun):
                self.start(wish.match, None, Terms())
                self._server.table.listeners = wish.match.listeners
                wish.begun.set_result(None)
        return super()._look()


class RealTable(Server):
    """A table that is plugged in, or in the network, at this `address`."""

    def __init__(self, table: Table, address: str) -> None:
        super().__init__(table)
        self.guests = Guests(table, self._stop)
        self._address = address

    def seat_listeners(self, match: Chorus, seats: Sequence[int]) -> Listeners:
        """Return the persons who listen to a match at these seats."""
        return Listeners(self.table, self._stop, match, seats)

    def next_wish(self) -> Wish | None:
        """Return the match that a page wants, None without one."""
        return self._next_wish()

    def _attend(self) -> None:
        connection = discovery.connect(self._address, {})
        with Journal() as journal:
            matches = RealMatches(journal, connection, self)
            try:
                matches.attend()
            finally:
                self.set_busy(False)
                self.table.desk.close()
                matches.close()
                connection.close()
