"""A session: a match at a table, from the first hello to the last record. Commands in, events out.

One thread calls it. `step` waits for the table and returns events; a command raises Trouble where it is
refused, see `answers.ROWS`. What happens during a command comes with the next step.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import IO, NamedTuple, TypeAlias

from cardtable.engine.game import Game as GameRules
from cardtable.engine.replay import Conflict
from cardtable.wire.shapes import CAPABILITY
from tablehost import messages
from tablehost.errors import NOT_FOUND, Trouble
from tablehost.files import make_folder, write_error
from tablehost.folders import home
from tablehost.journal.adoption import adopt, find_reasons, resume
from tablehost.journal.game_log import Chronicle, close_game, load_chronicle, settle
from tablehost.journal.records import Begun, HeadTold, Parked, TakenUp, Told
from tablehost.journal.store import Game, Journal
from tablehost.link import discovery, orders
from tablehost.link import events as news
from tablehost.link.conversation import Conversation
from tablehost.link.port_error import PortError
from tablehost.link.states import under_way
from tablehost.match import taking_back
from tablehost.match.events import Hand
from tablehost.people import faults, vocabulary
from tablehost.people.asking import Asking
from tablehost.plugins import own
from tablehost.plugins.choice import Choice, at_real_table
from tablehost.referee import own_acts, revisions
from tablehost.referee.revisions import OtherRules
from tablehost.referee.ruled import Ruled
from tablehost.seats import nicknames
from tablehost.session import answers, events, foresight
from tablehost.session.deals import Deals, DealsRefused
from tablehost.session.events import Event
from tablehost.types import DealNote, FaultsNote, Json, Option, OptionRow, Word

SAID = messages.Catalogue("play")

VIEWS = (news.Seen, news.OwnCards, news.Displayed)  # news of which only the newest counts
PASSING = (*VIEWS, news.Remark, news.Logged)  # news that pass through as they are
MOST_OPTION = 22  # characters of an option and its value that a line to the table holds
MOST_REMARKS = 20  # that wait until a match is followed
LEAST_PAUSE, MOST_PAUSE = 0.25, 5.0  # seconds between two looks for a table that is gone
ROOM_S = 30.0  # the time limit for handing over its records
MOST_UNDOS = 3  # for one own act, while bots act on
ANSWER_S = 5.0  # the time limit of a table's answer before it is called again

# The states, and those that may follow each. A lost table, or an absent database, leaves the state as it is.
NEW, MET, IDLE, BEGINNING, PLAYING, CLOSED = "new met idle beginning playing closed".split()
FOLLOWING: Mapping[str, Sequence[str]] = {
    NEW: (MET, CLOSED),
    MET: (BEGINNING, IDLE, PLAYING, CLOSED),
    IDLE: (IDLE, BEGINNING, PLAYING, CLOSED),
    BEGINNING: (MET, IDLE, PLAYING, CLOSED),
    PLAYING: (MET, IDLE, CLOSED),
    CLOSED: (),
}

OwnAct: TypeAlias = taking_back.Motion | own_acts.Own


class Terms(NamedTuple):
    """The terms on which a match is started. `words`: for the table, none if they are its own; `code`: for
    --policy sealed.
    """

    words: tuple[str, ...] = ()
    code: str = ""


class Undone(NamedTuple):
    """An own act that was taken back. `gone`: the kinds of facts that hold no more; `is_last`: no later act
    of a player went with it.
    """

    gone: Sequence[str]
    is_last: bool


class _Away:
    """A table that is lost. `until`: the time limit of a call that was made, None before one."""

    def __init__(self) -> None:
        self._pause = LEAST_PAUSE
        self.at = time.monotonic() + self._pause  # of the next call
        self.until: float | None = None

    def wait_again(self) -> None:
        """Call later, and later each time."""
        self._pause = min(2 * self._pause, MOST_PAUSE)
        self.at, self.until = time.monotonic() + self._pause, None


class Session:
    """The session with the table at `connection`. `asked`: the faults to inject meanwhile.

    `wait`: lets seconds go by while the database is away; it shows the event, None if that was shown.
    `game`: the match that is followed, `chronicle` its log; `state`: see FOLLOWING.
    """

    def __init__(
        self,
        journal: Journal,
        connection: discovery.Connection,
        asked: faults.Asked | None = None,
    ) -> None:
        self.journal = journal
        self.connection = connection
        self.table = Conversation(journal, connection.line, connection.virtual)
        self.state = NEW
        self.game: Game | None = None
        self.chronicle = Chronicle([], connection.virtual)
        self.is_database_away = False
        self._asked = asked or {}
        self.wait: Callable[[events.DatabaseAway | None, float], None] = _sleep
        self._attends = False  # follows each match that is begun at the table
        self._events: list[Event] = []
        self._news = Asking()
        self._followed = -1  # the last record that the chronicle has
        self._deals: Deals | None = None
        self.language = ""  # of the table's own texts in this match, "" if that is not known
        self._told: set[str] = set()  # why matches are not followed, as was reported
        self._is_difference_told = False
        self._away: _Away | None = None
        self._orders = orders.Orders(journal.mailbox)
        self._lock: IO[str] | None = None  # that shows that this program is at the table
        journal.database.on_absence = self._wait_for_database

    # -- commands ------------------------------------------------------------------------------

    def meet(self, settings: Mapping[str, str] | None = None) -> None:
        """Meet the table, and apply settings. Raises Trouble."""
        self.table.greet(self._hear)
        self._orders.forget_old(self.table.uid)
        self._lock = orders.playing(self.table.uid)
        self._become(MET)
        for name, value in (settings or {}).items():
            self._expect("set", name, value)

    def begin(self, choice: Choice, seed: int | None, terms: Terms) -> None:
        """Have the table start a new match. Raises Trouble."""
        before = self.state
        self._become(BEGINNING)
        try:
            game = self._begin(choice, seed, terms)
        except BaseException as error:
            self._become(before)
            if before == IDLE and isinstance(error, Trouble):
                self._adopt()  # players at the keys may have begun one meanwhile
                self._follow_running()
            raise
        self._follow(game)

    def take_up(self, game: Game) -> None:
        """Take up a match where it was left; one that is under way at the table is parked. Raises Trouble."""
        if self.table.uid != game.uid:
            raise self._other_table(game)
        self._become(BEGINNING)
        if self.journal.is_parked(game):
            load_chronicle(self.journal, game)  # of other rules it is not even asked for
            self.catch_up()
            if game.first_g in _firsts(self._expect("match", "list")):
                self._unpark(game)
            game = self.journal.game(game.id)
        self._follow(game)

    def attend(self) -> None:
        """Follow each match that is begun at the table from now on, and first the one that is under way."""
        self.catch_up()
        self._attends = True
        if not self._follow_running():
            self._rest()

    def park(self) -> None:
        """Have the table park the match. Raises Trouble."""
        self._expect("match", "park")

    def correct(self, command: Sequence[Word]) -> orders.Answer:
        """Have the table carry out a correction; return its answer, also a refusal."""
        return orders.form_answer(*self.table.fix(self._hear, *command))

    def take_back(self, seat: int, own: own_acts.Own, insist: int) -> Undone:
        """Take back an act of a seat, which is on record, and what followed it; `insist`: as of `say undo`.
        Raises Trouble if it is refused.
        """
        shadow, corrected = self.chronicle.shadow, len(self.chronicle.corrected)
        for _ in range(MOST_UNDOS):  # again, if bots had acted before the table heard of it
            left = shadow.last_act(seat)
            if left is None or left.place != own.place:
                break
            answer = self.correct(["undo", left.dropped, insist])
            if not answer["ok"]:
                raise answers.refuse_correction(answer)
            if not self._hear_until(answer["record"]):
                break
        gone = self.chronicle.find_gone(corrected) if len(self.chronicle.corrected) > corrected else []
        return Undone(gone, own.dropped == 1)

    def close(self) -> None:
        """Leave the table."""
        self._become(CLOSED)
        self._orders.close()
        if self._lock is not None:
            self._lock.close()

    # -- queries -------------------------------------------------------------------------------

    def find_own(self, hand: Hand, pressed: tuple[str, str]) -> OwnAct | None:
        """Return the last act of the player of `hand`, as it can be taken back; None without one. `pressed`:
        the task in which a key was pressed last, and the key.
        """
        shadow = self.chronicle.shadow
        return taking_back.find_own(hand, shadow.course, pressed, shadow.last_act(hand.seat))

    def tongue(self, game: str = "") -> vocabulary.Tongue:
        """Return the language of the table, at a real one that of the command, in the words of a game."""
        connection = self.connection
        language = messages.language() if connection.folder is None else connection.language()
        return vocabulary.load(language, game)

    def preview(self, game: Game, command: Sequence[Word]) -> foresight.Foreseen | None:
        """Return what a correction would change, None where only the table knows. Raises Trouble if the rules
        refuse it.
        """
        try:
            return self.foresee(game).correct(command)
        except Conflict as why:
            answer = orders.Answer(ok=False, code=why.code, against=why.index)
            raise answers.refuse_correction(answer) from None
        except foresight.Unforeseen:
            return None

    def foresee(self, game: Game, act: foresight.Place | None = None) -> foresight.Foresight:
        """Return the foresight of corrections of a match. `act`: the part of an act to find choices for."""
        return foresight.Foresight(self.journal, game, act)

    # -- the course ----------------------------------------------------------------------------

    def step(self, seconds: float = 0.2) -> list[Event]:
        """Listen to the table for so long at most, and carry out an order from another process; return what
        happened. Raises Trouble.
        """
        if self.is_database_away:
            self.is_database_away = False
            self._events.append(events.DatabaseBack())
            self.table.go_on(self.connection.line)  # the table says nothing to a computer that was silent
        if self._away is not None:
            self._call(self._away, seconds)
        else:
            self._listen(seconds)
        if self._away is None:
            self._carry_out()
        return self.take_events()

    def take_events(self) -> list[Event]:
        """Return the events that no step has returned."""
        found, self._events = self._events, []
        return found

    def catch_up(self) -> None:
        """Import the matches that were played at the table without a computer."""
        until = time.monotonic() + ANSWER_S
        before = self.journal.last_g(self.table.uid)
        while before < int(self.table.info["hi"]) and time.monotonic() < until:
            for event in self.table.turn(0.2):
                self._hear(event)
            if self.journal.last_g(self.table.uid) > before:
                before = self.journal.last_g(self.table.uid)
                until = time.monotonic() + ANSWER_S
        self._adopt()

    def _become(self, state: str) -> None:
        assert state in FOLLOWING[self.state], (self.state, state)
        self.state = state

    def _listen(self, seconds: float) -> None:
        try:
            heard = self.table.turn(seconds)
        except PortError as lost:
            if lost.code != "LOST" or self.connection.address is None:
                raise
            self._lose(lost)
            return
        # A network that was cut is silent for minutes; calling again shows whether the table is there.
        is_cut = self.connection.is_network and any(isinstance(event, news.Lost) for event in heard)
        for event in heard:
            if not (is_cut and isinstance(event, news.Lost)):
                self._hear(event)
        if is_cut:
            self._lose(None)

    def _lose(self, lost: PortError | None) -> None:
        self._away = _Away()
        self._events.append(events.TableAway(lost))

    def _call(self, away: _Away, seconds: float) -> None:
        """Call a table that is away, or wait for its answer, for so long at most."""
        try:
            if away.until is None:
                left = away.at - time.monotonic()
                time.sleep(max(0.0, min(left, seconds)))
                if left <= seconds:
                    self.table.go_on(self.connection.reopen())
                    away.until = time.monotonic() + ANSWER_S
                return
            heard = self.table.turn(seconds)
        except PortError:
            away.wait_again()
            return
        if any(isinstance(event, news.Greeted) for event in heard):
            self._away = None
            self._events.append(events.TableBack())
        elif time.monotonic() > away.until:
            away.wait_again()
        for event in heard:
            if not isinstance(event, news.Lost):
                self._hear(event)

    def _wait_for_database(self, why: str, seconds: float) -> None:
        """Let time go by while the database is away: the table plays on, and keeps its records."""
        event = None if self.is_database_away else events.DatabaseAway(why)
        self.is_database_away = True
        self.wait(event, seconds)

    def _carry_out(self) -> None:
        """Carry out an order from another process, see `operator.send`."""
        order = self._orders.take(self.table.uid)
        if order is not None:
            number, command = order
            self._orders.answer(number, self.correct(command))

    # -- events of the table -------------------------------------------------------------------

    def _hear(self, event: news.Event) -> None:
        hands, game = self.connection.hands, self.game
        if isinstance(event, news.Came):
            self._hear_record(event)
        elif isinstance(event, news.Greeted):
            if game is not None and event.info["uid"] != game.uid:
                raise self._other_table(game)
            if hands is not None:
                hands.has_power = True
        elif isinstance(event, news.Lost):
            if self.state in (IDLE, PLAYING) and (hands is None or hands.has_power):
                self._events.append(events.TableSilent())
        elif isinstance(event, PASSING):
            if isinstance(event, news.Seen):
                self._news.seen = event
            elif isinstance(event, news.Displayed):
                self._news.displayed = event
            if self.state in (IDLE, PLAYING):
                self._events.append(event)
                self._ask()
            else:
                self._events = merge_waiting(self._events, event)

    def _hear_record(self, event: news.Came) -> None:
        self._news.last = event.g
        told, game = event.told, self.game
        if self.state == IDLE and (isinstance(told, TakenUp) or _is_seating(told)):
            for begun in self._adopt():
                if begun.last_g is None and self.state == IDLE:
                    self._follow(begun)
        if self.state != PLAYING or game is None or event.g <= max(self._followed, game.first_g - 1):
            return
        is_next = isinstance(told, Begun) and event.g > game.first_g
        if is_next or isinstance(told, Parked):
            self._tell_table()
            self._events.append(events.MatchParked(game))
            self._rest()
            return
        self._followed = event.g
        for note in self._read_deals():
            self.chronicle.deal(note["after"], note)
        self._events.append(self._judge(event))
        self._ask()
        difference = self.chronicle.shadow.difference
        if difference is not None and not self._is_difference_told:
            self._is_difference_told = True
            self._events.append(events.DifferenceFound(str(difference)))
        if self.chronicle.closed:
            self._finish(game)

    def _judge(self, event: news.Came) -> events.RecordJudged:
        """Return a record with what follows from it."""
        told, chronicle = event.told, self.chronicle
        shadow = chronicle.shadow
        act = foresight.read_record(shadow.course, told)
        asked, retold = shadow.prompt(), shadow.retold
        new = len(chronicle.take(event.g, told))
        numbered = list(zip(chronicle.lines, chronicle.numbers, strict=True))
        at = len(numbered) - new
        words = ""
        if isinstance(told, HeadTold) and not chronicle.closed:
            words = chronicle.words if told.stage else chronicle.first_words
        kept = numbered[:at] if shadow.retold != retold else None
        return events.RecordJudged(
            event.g, told, event.raw, act, kept, numbered[at:], asked, shadow.prompt(), words
        )

    def _ask(self) -> None:
        """Tell what is asked, as soon as news and records tell of the same."""
        hands, game = self.connection.hands, self.game
        held = hands.seats if hands else ()
        seats = 0 if game is None else len(game.players)
        has_bots = self.connection.virtual and len(held) < seats
        wanted = self._news.find(clears=not has_bots, held=held)
        if wanted is not None and self._news.displayed is not None:
            self._events.append(events.AskPosed(wanted, self._news.displayed.text, self.language))

    def _hear_until(self, g: int) -> bool:
        """Listen to the table until its record `g` has come; return False if it does not."""
        uid, until = self.table.uid, time.monotonic() + ANSWER_S
        while self.journal.last_g(uid) < g and time.monotonic() < until:
            for event in self.table.turn(LEAST_PAUSE):
                self._hear(event)
        return self.journal.last_g(uid) >= g

    # -- begin and end of a match --------------------------------------------------------------

    def _begin(self, choice: Choice, seed: int | None, terms: Terms) -> Game:
        table = self.table
        if not table.virtual:
            choice, preset = at_real_table(choice)
            self._events += [events.Message(line) for line in preset]
        own.check_table(table.info.get("caps", []), choice.game.NAME)
        revisions.check_table(table.info.get("caps", []), choice.game)
        self.catch_up()
        self._tell_what_is_parked(table.uid)
        self._expect("new", choice.game.NAME, choice.seats)
        for name in sorted(choice.given):
            self._expect("opt", option_word(choice.game, name, choice.given[name]), choice.given[name])
        if choice.named:
            self._give_names(choice.players)
        for seat, score in enumerate(choice.scores):
            self._expect("score", seat, score)
        for seat in choice.listeners:
            self._expect("listen", seat)
        if terms.code:
            self._expect("code", terms.code)
        first = self._expect("begin", *terms.words)
        assert isinstance(first, int)  # by its shape, see `cardtable.wire.table_shapes`
        number = self.journal.create_game(
            table.uid,
            choice.game.NAME,
            choice.players,
            choice.options,
            table.virtual,
            None if seed is None else str(seed),
            first,
        )
        self._note_faults(number, {})
        if terms.code:
            self._keep_code(number, terms.code)
        return self.journal.game(number)

    def _give_names(self, players: Sequence[str]) -> None:
        """Have the table's display call the players by name. It shows the numbers of seats where it
        cannot.
        """
        left = list(players)
        if CAPABILITY in self.table.info["caps"]:
            for seat, name in enumerate(nicknames(players)):
                if name and self.table.command(self._hear, "name", seat, name)[0]:
                    left.remove(players[seat])
        if left:
            self._events.append(events.Message(SAID("called-by-number", names=", ".join(left))))

    def _keep_code(self, number: int, code: str) -> None:
        """Keep the code of a match for the owner of this computer, who will see all hidden values with it."""
        folder = home() / "codes"
        make_folder(folder)
        path = folder / str(number)
        try:
            path.touch(mode=0o600)
            path.write_text(code + "\n", encoding="utf-8")
        except OSError as error:
            raise write_error(path, error) from error
        self._events.append(events.Message(SAID("code-kept", path=path)))

    def _adopt(self) -> list[Game]:
        """Return the matches that were started at the table and are new here. Tell of all matches that ended
        without this computer.
        """
        uid = self.table.uid
        adopted = adopt(self.journal, uid, self.table.virtual)
        self._events += [events.MatchCollected(ended.game, ended.path) for ended in settle(self.journal, uid)]
        found = []
        for game in adopted:
            try:
                load_chronicle(self.journal, game)
            except OtherRules as trouble:  # it was resumed there when both had its rules
                self._tell_once(trouble)
                continue
            found.append(self.journal.game(game.id))
        for why in find_reasons(self.journal, uid):
            self._tell_once(why)
        return found

    def _tell_once(self, why: Trouble) -> None:
        if why.message not in self._told:
            self._told.add(why.message)
            self._events.append(events.MatchWaits(why))

    def _tell_what_is_parked(self, uid: str) -> None:
        """Tell which match of a table is parked because another one begins."""
        for left in under_way(self.journal, self.journal.unfinished_games(uid)):
            self._events.append(events.Message(SAID("is-parked-now", id=left.id, game=left.game)))

    def _unpark(self, game: Game) -> None:
        """Have the table resume a parked match; one that is under way there is parked."""
        self._tell_what_is_parked(game.uid)
        begun: list[int] = []

        def goes_on(event: news.Came) -> bool:
            return isinstance(event.told, TakenUp) and event.told.first == game.first_g

        def hear(event: news.Event) -> None:
            if isinstance(event, news.Came) and goes_on(event):
                begun.append(event.g)
            self._hear(event)

        self._expect("match", "take", game.first_g, heard=hear)
        if not begun:
            begun.append(self.table.until(news.Came, goes_on, "match take", self._hear).g)
        resume(self.journal, game.uid, game.first_g, begun[0])

    def _expect(self, command: str, *args: Word, heard: Callable[[news.Event], None] | None = None) -> Json:
        """Return the table's answer to a command that it must accept. Raises Trouble."""
        until = time.monotonic() + ROOM_S
        while True:
            accepted, answer = self.table.command(heard or self._hear, command, *args)
            if accepted:
                return answer.detail
            if answer.code != answers.FULL or time.monotonic() > until:
                break
            for event in self.table.turn(LEAST_PAUSE):  # it hands over its records, and then makes room
                (heard or self._hear)(event)
        raise answers.refuse(command, args, answer, self.journal.first_positions(self.table.uid))

    def _other_table(self, game: Game) -> Trouble:
        about = SAID("other-table", uid=game.uid, uid2=self.table.uid)
        return Trouble("OTHER_TABLE", about, SAID("other-table-hint"), NOT_FOUND)

    def _follow_running(self) -> bool:
        """Follow the match that is under way at the table; return False if none is."""
        left = under_way(self.journal, self.journal.unfinished_games(self.table.uid))
        for game in left[-1:]:
            self._follow(game)
        return bool(left)

    def _follow(self, game: Game) -> None:
        """Follow a match from here on; its records that are on disk already are judged first."""
        self._become(PLAYING)
        self.game = game
        self._is_difference_told = False
        self.chronicle = load_chronicle(self.journal, game)
        self._deals = Deals(self.journal, game, self.connection.folder)
        if self._read_deals():  # of records that are on disk already: each goes to its place in the log
            self.chronicle = load_chronicle(self.journal, game)
        self._followed = self.journal.last_g(game.uid)
        lines = list(zip(self.chronicle.lines, self.chronicle.numbers, strict=True))
        begun = events.MatchBegun(game, lines, self.chronicle.shadow.prompt(), self._followed)
        passing = [event for event in self._events if isinstance(event, PASSING)]
        self._events = [*(event for event in self._events if not isinstance(event, PASSING)), begun]
        self._renew(Asking(self.chronicle.ask, self._followed), passing)
        if self.chronicle.closed:
            self._finish(game)

    def _renew(self, asking: Asking, passing: Sequence[Event] = ()) -> None:
        """Ask for another match from here on, or for none; tell the newest of the table again."""
        others = [event for event in passing if not isinstance(event, VIEWS)]
        before = [event for event in (self._news.seen, self._news.displayed) if event is not None]
        asking.seen, asking.displayed = self._news.seen, self._news.displayed
        self._news = asking
        self.language = "" if self.connection.folder is None else self.tongue().language
        self._events += [*others, *before]
        self._ask()

    def _rest(self) -> None:
        """Follow no match; wait for the next one if the session attends the table."""
        self.game = None
        self._become(IDLE if self._attends else MET)
        if self._attends:
            self._events.append(events.TableIdle())
            self._renew(Asking())

    def _finish(self, game: Game) -> None:
        """Note the end of the match, and write its open log next to the journal."""
        self._tell_table()
        happened = None
        if self._asked and self.connection.folder is not None:
            happened = faults.read(self.connection.folder)["happened"]
            self._note_faults(game.id, happened)
        chronicle = self.chronicle
        lines = load_chronicle(self.journal, game).lines if self._asked else chronicle.lines
        path = close_game(self.journal, game, lines, chronicle.last_g)
        assert path is not None  # no session follows an imported match
        self._events.append(
            events.MatchFinished(game, path, lines, happened, chronicle.first_words, chronicle.words)
        )
        self._rest()

    def _tell_table(self) -> None:
        """Acknowledge the last record before anybody leaves; if the line is lost the table sends it again."""
        try:
            self.table.finish()
        except PortError:
            pass

    def _read_deals(self) -> list[DealNote]:
        """Return the deals of simulated players that are noted now."""
        assert self._deals is not None  # a match is followed
        noted: list[DealNote] = []
        try:
            noted.extend(self._deals.note_new())
        except DealsRefused as why:
            self._events.append(events.Message(SAID("deals-not-noted", about=why)))
        return noted

    def _note_faults(self, number: int, happened: Mapping[str, int]) -> None:
        """Note that faults were asked for, and how many there were; this belongs to the match for ever."""
        if self._asked:
            note: FaultsNote = {"kind": "faults", "asked": faults.in_order(self._asked)}
            if happened:
                note["happened"] = faults.in_order(dict(happened))
            game = self.journal.game(number)
            self.journal.add_note(number, self.journal.last_g(game.uid), note)


def option_word(game: GameRules, name: str, value: Option) -> str | int:
    """Return the name of an option for the table: its number where name and value are too long for a line."""
    if len(name) + len(str(value)) <= MOST_OPTION:
        return name
    return [row.name for row in OptionRow.all_of(game.OPTIONS)].index(name)


def merge_waiting(waiting: Sequence[Event], event: events.News) -> list[Event]:
    """Return the events that wait for a match, with this one: of each view the newest, and the first
    remarks.
    """
    if isinstance(event, VIEWS):
        return [*(one for one in waiting if type(one) is not type(event)), event]
    is_full = sum(isinstance(one, news.Logged | news.Remark) for one in waiting) >= MOST_REMARKS
    return [*waiting] if is_full else [*waiting, event]


def _sleep(event: events.DatabaseAway | None, seconds: float) -> None:
    """Let seconds go by where no user looks on."""
    time.sleep(seconds)


def _firsts(detail: Json) -> list[Json]:
    """Return the first records of the matches that the table listed."""
    rows = detail if isinstance(detail, list) else []
    return [first for row in rows if isinstance(row, list) for first in row[:1]]


def _is_seating(told: Told) -> bool:
    """Return True for the first answer of a match: the players have taken their seats."""
    if not isinstance(told, Ruled):
        return False
    return (told.kind, told.stage, told.answered) == ("answer", 0, 0)
