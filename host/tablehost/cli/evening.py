"""A match at the table from its beginning to its end: logged, judged again and shown here."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import IO, NamedTuple, TypeAlias

from cardtable.engine.game import Game as GameRules
from cardtable.wire.shapes import CAPABILITY
from tablehost import messages
from tablehost.console.output import tell
from tablehost.errors import BUSY, CHECK_FAILED, INTERRUPTED, NOT_FOUND, UNEXPECTED, Trouble
from tablehost.files import make_folder, write_error
from tablehost.folders import home
from tablehost.journal.adoption import adopt, find_reasons, resume
from tablehost.journal.anchors import label_words
from tablehost.journal.databases import ROW_REFUSED, JournalError
from tablehost.journal.game_log import Chronicle, close_game, load_chronicle, settle
from tablehost.journal.lookup import resume_line
from tablehost.journal.records import HeadTold, Parked, TakenUp, Told
from tablehost.journal.store import Game, Gap, Journal
from tablehost.link import discovery, order_answers, orders
from tablehost.link.conversation import Conversation, refusal
from tablehost.link.events import Came, Displayed, Event, Greeted, Logged, Lost, OwnCards, Remark, Seen
from tablehost.link.port_error import PortError
from tablehost.link.states import under_way
from tablehost.match import taking_back
from tablehost.match.events import Hand, number_of
from tablehost.match.presenter import Presenter
from tablehost.people import act_rows, faults, vocabulary
from tablehost.people.asking import Asking
from tablehost.people.held_seats import Seats
from tablehost.plugins import own
from tablehost.plugins.choice import Choice, at_real_table
from tablehost.printing import aid
from tablehost.referee import own_acts, revisions
from tablehost.referee.revisions import OtherRules
from tablehost.referee.ruled import Ruled
from tablehost.screen.choice import JSON, open_view
from tablehost.screen.inputs import Watching
from tablehost.screen.json_lines import JsonLines
from tablehost.screen.plain import Plain
from tablehost.seats import label, nicknames, spell
from tablehost.types import DealNote, FaultsNote, Json, Option, OptionRow, Word

SAID = messages.Catalogue("play")
_SAID = messages.Catalogue("table")

VIEWS = (Greeted, Seen, OwnCards, Displayed)  # events of which only the newest counts
ACTS = (Came, Gap, Lost)  # events that are reported one by one
MOST_OPTION = 22  # characters of an option and its value that a line to the table holds
MOST_REMARKS = 20  # that wait until there is a view to show them
LEAST_PAUSE, MOST_PAUSE = 0.25, 5.0  # seconds between two looks for a table that is gone
# The reasons why a match is not parked or resumed; a sentence each, and the next step behind "-hint".
PARKING = ("too-many-parked", "parked-too-often", "not-parked", "records-lost")
FULL = "flash-full"  # the answer of a table that has no room for a match
ROOM_S = 30.0  # the time limit for handing over its records
MOST_UNDOS = 3  # for one own act, while bots act on
ANSWER_S = 5.0  # the time limit of a table's answer before it is called again


def option_word(game: GameRules, name: str, value: Option) -> str | int:
    """Return the name of an option for the table: its number where name and value are too long for a line."""
    if len(name) + len(str(value)) <= MOST_OPTION:
        return name
    return [row.name for row in OptionRow.all_of(game.OPTIONS)].index(name)


def merge_waiting(waiting: list[Event], event: Event) -> list[Event]:
    """Return the events that wait to be shown, with this `event`: of each view the newest, and the first
    remarks. All others are on disk or passing.
    """
    if isinstance(event, VIEWS):
        return [one for one in waiting if type(one) is not type(event)] + [event]
    if (
        isinstance(event, Logged | Remark)
        and sum(not isinstance(one, VIEWS) for one in waiting) < MOST_REMARKS
    ):
        return [*waiting, event]
    return waiting


Reply: TypeAlias = Callable[[Presenter], str]  # what was done, in the language of a presenter
# Take back an act, 1 to insist; return what was done, True for the player of the act.
Correct: TypeAlias = Callable[[int], Callable[[Presenter, bool], str]]


class Terms(NamedTuple):
    """The terms on which a match is started. `words`: for the table, none if they are its own; `code`: for
    --policy sealed.
    """

    words: tuple[str, ...] = ()
    code: str = ""


class Evening:
    """One match from the first hello to the last record.

    `form`: of the view, see `screen.choice`. `wishes`: the wanted settings of the table. `asked`: the
    faults to inject meanwhile. `witness`: show the words to note down. `teach`: explain each kind of act.
    """

    def __init__(
        self,
        journal: Journal,
        connection: discovery.Connection,
        form: str,
        wishes: dict[str, str],
        asked: faults.Asked,
        witness: bool = False,
        teach: bool = False,
    ) -> None:
        as_json = form == JSON
        self._form = form
        self._asked = asked
        self._witness = witness
        self._teach = teach and not as_json
        self._journal = journal
        self._connection = connection
        self._session = Conversation(journal, connection.line, connection.virtual)
        self._json = as_json
        self._wishes = wishes
        self._game: Game | None = None
        self._chronicle = Chronicle([], connection.virtual)
        self._news = Asking()
        self._presenter = Presenter((), vocabulary.load(messages.language()))
        self._view: Plain = JsonLines(sys.stdout) if as_json else Plain(sys.stdout)
        self._presenter.attach(self._view)
        self._input = Watching()
        self._waiting: list[Event] = []
        self._heard: Callable[[Event], None] = self._hear
        self._people_at = 0  # how far the file of the people was read (bytes)
        self._deals = 0  # noted before, and there once more
        self._is_parked = False  # the table has parked this match
        self._language = ""  # of the table's own texts, "" if that is not known
        self._is_held = False  # people hold hands in this match, see `_note_held`
        self._waits: set[str] = set()  # why matches are not shown here, as was reported
        self._orders = orders.Orders(journal.mailbox)
        self._lock: IO[str] | None = None  # that shows that this program is at the table
        self._is_database_away = False
        journal.database.on_absence = self._wait_for_database

    @property
    def game(self) -> Game | None:
        """Return the match, once it has begun."""
        return self._game

    # -- beginning -----------------------------------------------------------------------------

    def begin(self, choice: Choice, seed: int | None, terms: Terms) -> None:
        """Have the table start a new match."""
        self._greet()
        self.start(choice, seed, terms)

    def start(self, choice: Choice, seed: int | None, terms: Terms) -> None:
        """Have a table that was met start a new match."""
        session = self._session
        if not session.virtual:
            choice, preset = at_real_table(choice)
            for line in preset:
                print(f"cardtable: {line}", file=sys.stderr)
        own.check_table(session.info.get("caps", []), choice.game.NAME)
        revisions.check_table(session.info.get("caps", []), choice.game)
        self.catch_up()
        self._say_what_is_parked(session.uid)
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
        number = self._journal.create_game(
            session.uid,
            choice.game.NAME,
            choice.players,
            choice.options,
            session.virtual,
            None if seed is None else str(seed),
            _number(first),
        )
        self._note_faults(number, {})
        if terms.code:
            self._warn_of_code(number, terms.code)
        self._open(self._journal.game(number))

    def _give_names(self, players: Sequence[str]) -> None:
        """Have the table's display call the players by name. It shows the numbers of seats where it
        cannot.
        """
        left = list(players)
        if CAPABILITY in self._session.info["caps"]:
            for seat, name in enumerate(nicknames(players)):
                if name and self._session.command(self._hear, "name", seat, name)[0]:
                    left.remove(players[seat])
        if left:
            print("cardtable: " + SAID("called-by-number", names=", ".join(left)), file=sys.stderr)

    def catch_up(self) -> None:
        """Import first the matches that were played at the table without a computer."""
        session = self._session
        until = time.monotonic() + ANSWER_S
        before = self._journal.last_g(session.uid)
        while before < int(session.info["hi"]) and time.monotonic() < until:
            for event in session.turn(0.2):
                self._hear(event)
            if self._journal.last_g(session.uid) > before:
                before = self._journal.last_g(session.uid)
                until = time.monotonic() + ANSWER_S
        self._adopted()

    def _adopted(self) -> list[Game]:
        """Return the matches that were started at the table and are new here. Report all matches that ended
        without this computer.
        """
        journal, uid = self._journal, self._session.uid
        adopted = adopt(journal, uid, self._session.virtual)
        for ended in settle(journal, uid):
            about = SAID("match-without-computer", id=ended.game.id, game=ended.game.game)
            print(SAID("log-goes-to", about=about, path=ended.path), file=sys.stderr)
        found = []
        for game in adopted:
            try:
                load_chronicle(journal, game)
            except OtherRules as trouble:  # it was resumed there when both had its rules
                self._tell_once(trouble)
                continue
            found.append(journal.game(game.id))
        for why in find_reasons(journal, uid):
            self._tell_once(why)
        return found

    def _tell_once(self, why: Trouble) -> None:
        if why.message not in self._waits:
            self._waits.add(why.message)
            tell(why, as_json=False)

    def _warn_of_code(self, number: int, code: str) -> None:
        """Warn that the owner of the code will see all hidden values: it is kept for the owner of this
        computer.
        """
        folder = home() / "codes"
        make_folder(folder)
        path = folder / str(number)
        try:
            path.touch(mode=0o600)
            path.write_text(code + "\n", encoding="utf-8")
        except OSError as error:
            raise write_error(path, error) from error
        about = SAID("code-kept", path=path)
        print(f"cardtable: {about}", file=sys.stderr)

    def go_on(self, game: Game) -> None:
        """Take up a match where it was left."""
        self._greet()
        if self._session.uid != game.uid:
            self._game = game
            raise self._other_table()
        if self._journal.is_parked(game):
            load_chronicle(self._journal, game)  # of other rules it is not even asked for
            self.catch_up()
            if game.first_g in _firsts(self._expect("match", "list")):
                self._take_up(game)
            game = self._journal.game(game.id)
        self._open(game)

    def _say_what_is_parked(self, uid: str) -> None:
        """Print which match of a table is parked because another one begins."""
        for left in under_way(self._journal, self._journal.games(uid)):
            print(SAID("is-parked-now", id=left.id, game=left.game), file=sys.stderr)

    def _take_up(self, game: Game) -> None:
        """Resume a parked match; park one that is under way at the table."""
        self._say_what_is_parked(game.uid)
        begun: list[int] = []

        def goes_on(event: Came) -> bool:
            return isinstance(event.told, TakenUp) and event.told.first == game.first_g

        def hear(event: Event) -> None:
            if isinstance(event, Came) and goes_on(event):
                begun.append(event.g)
            self._hear(event)

        self._heard = hear
        self._expect("match", "take", game.first_g)
        if not begun:
            begun.append(self._session.until(Came, goes_on, "match take", self._hear).g)
        self._heard = self._hear
        resume(self._journal, game.uid, game.first_g, begun[0])

    def _greet(self) -> None:
        """Meet the table, and apply the wanted settings."""
        self._session.greet(self._hear)
        self._orders.forget_old(self._session.uid)
        self._lock = orders.playing(self._session.uid)
        for name, value in self._wishes.items():
            self._expect("set", name, value)
        if "lang" in self._wishes and not self._json:
            print("cardtable: " + SAID("language-stays"), file=sys.stderr)
        if "lessons" in self._wishes and not self._json:
            print("cardtable: " + SAID("lessons-stay"), file=sys.stderr)

    def _other_table(self) -> Trouble:
        assert self._game is not None
        return Trouble(
            "OTHER_TABLE",
            SAID("other-table", uid=self._game.uid, uid2=self._session.uid),
            SAID("other-table-hint"),
            NOT_FOUND,
        )

    def _expect(self, command: str, *args: Word) -> Json:
        until = time.monotonic() + ROOM_S
        while True:
            accepted, answer = self._session.command(self._heard, command, *args)
            if accepted:
                return answer.detail
            if answer.code != FULL or time.monotonic() > until:
                break
            for event in self._session.turn(LEAST_PAUSE):  # it hands over its records, and then makes room
                self._heard(event)
        code, detail = answer
        if code == "busy":
            raise Trouble("TABLE_BUSY", SAID("table-busy"), SAID("table-busy-hint"), BUSY)
        if code == "too-few-pads":
            raise Trouble(
                "TOO_FEW_PADS",
                SAID("too-few-pads", detail=detail),
                SAID("too-few-pads-hint", detail=detail),
            )
        if code in PARKING:
            numbers = {one.first_g: one.id for one in self._journal.games(self._session.uid)}
            firsts = detail if isinstance(detail, list) else [detail]
            told = (
                ", ".join(str(numbers.get(one, f"@{one}")) for one in firsts if isinstance(one, int)) or "-"
            )
            about = SAID(code, matches=told)
            raise Trouble(code.upper().replace("-", "_"), about, SAID(code + "-hint"), BUSY)
        if code == "deck-lacks" and isinstance(detail, list):
            lacks, *lacking = map(str, detail)
            raise Trouble(
                "DECK_LACKS",
                SAID("deck-lacks", detail=lacks, detail2=", ".join(lacking)),
                SAID("deck-lacks-hint"),
                NOT_FOUND,
            )
        if code == FULL:
            raise Trouble(
                "TABLE_FULL",
                SAID("table-full"),
                SAID("table-full-hint"),
                UNEXPECTED,
            )
        raise refusal(command, args, answer)

    def _open(self, game: Game) -> None:
        """Report records of this match from here on; judge those already on disk first, silently."""
        self._game = game
        self._people_at = 0
        self._deals = sum(note["kind"] == "deal" for _, note in self._journal.notes(game.id))
        self._note_held(game)
        tongue = self._tongue(game.game)
        self._language = "" if self._connection.folder is None else tongue.language
        self._show_match(game.players, tongue)
        self._chronicle = load_chronicle(self._journal, game)
        known = self._deals
        self._read_deals(game)
        if self._deals != known:  # of records that are on disk already: each goes to its place in the log
            self._chronicle = load_chronicle(self._journal, game)
        self._words_so_far()
        self._presenter.prompt(self._chronicle.shadow.prompt())
        waiting, self._waiting = self._waiting, []
        seen = self._journal.last_g(game.uid)
        self._news = Asking(self._chronicle.ask, seen)
        for event in waiting:
            if not isinstance(event, Came) or event.g > seen:
                self._hear(event)

    def _words_so_far(self) -> None:
        for line, number in zip(self._chronicle.lines, self._chronicle.numbers, strict=True):
            self._presenter.line(line, number)

    def _tongue(self, game: str = "") -> vocabulary.Tongue:
        """Return the language of the table, at a real one that of the command, in the words of a game."""
        connection = self._connection
        return vocabulary.load(
            messages.language() if connection.folder is None else connection.language(), game
        )

    def _show_match(self, players: Sequence[str], tongue: vocabulary.Tongue) -> None:
        """Publish from here on to a view that is opened now."""
        hands = self._connection.hands
        self._presenter = Presenter(players, tongue, self._teach, self._is_held, self._presenter.snapshot)
        self._view, self._input = open_view(sys.stdout, self._presenter, self._form, hands)

    def _note_held(self, game: Game) -> None:
        """Note the seats that users play at the virtual table: then no view of the match shows deals."""
        notes = [note for _, note in self._journal.notes(game.id) if note["kind"] == "held"]
        hands = self._connection.hands
        if hands is not None and hands.seats and [note["seats"] for note in notes][-1:] != [hands.seats]:
            notes.append({"kind": "held", "seats": list(hands.seats)})
            self._journal.add_note(game.id, self._journal.last_g(game.uid), notes[-1])
        self._is_held = bool(notes)

    # -- the course ----------------------------------------------------------------------------

    def run(self) -> None:
        """Run the match until it is over by the rules. Raises Trouble."""
        self._attend(self._step)
        self._session.finish()
        self._view.end()

    def _attend(self, step: Callable[[], bool]) -> None:
        """Go on while `step()` returns True; a view that is opened meanwhile takes over."""
        opened = None
        while opened is not self._input:
            opened = self._input
            opened.run(partial(self._goes_on, step, opened))

    def _goes_on(self, step: Callable[[], bool], opened: Watching) -> bool:
        return step() and opened is self._input

    def _step(self) -> bool:
        """Listen to table and users for a moment; return True if the match goes on. Raises Trouble."""
        if self._chronicle.closed:
            return False
        for event in self._turn():
            self._hear(event)
        if self._is_parked:
            self._session.finish()
            raise self._parked()
        self._carry_out()
        self._input.serve()
        difference = self._chronicle.shadow.difference
        if difference is not None:
            raise Trouble(
                "DIFFERENCE",
                SAID("difference", difference=difference),
                SAID("difference-hint"),
                CHECK_FAILED,
            )
        return not self._chronicle.closed

    def _carry_out(self) -> None:
        """Carry out an order from another process, see `say`, and the requests that were typed here."""
        order = self._orders.take(self._session.uid)
        if order is not None:
            number, command = order
            self._orders.answer(number, orders.form_answer(*self._session.fix(self._hear, *command)))
        hands = self._connection.hands
        while hands is not None and hands.requests:
            seat, request = hands.requests.pop(0)
            if request == "undo":
                answer = self._undo(seat, hands)
            else:
                answer = self._agree(seat) if request == "agree" else self._answer(request)
            self._presenter.reply(seat, answer)

    def _answer(self, request: str) -> Callable[[Presenter], str]:
        """Return the answer to a request that was typed: scores or rules."""
        game = self._game
        assert game is not None
        if request == "scores":
            return lambda presenter: presenter.scores()
        return lambda _: aid.in_short(game.game, game.players, game.options, messages.language())

    def _undo(self, seat: int, hands: Seats) -> Callable[[Presenter], str]:
        """Take back the last act of a held seat, and what followed it; return what was done."""
        own, course = self._find_own(seat, hands), self._chronicle.shadow.course
        if own is None:
            return lambda _: SAID("own-nothing")
        if isinstance(own, taking_back.Motion):
            motion = own
            if motion.act is not None:
                hand = self._presenter.snapshot.hands[seat]
                hands.send(motion.act._replace(task=number_of(hand.task)), self._presenter.tongue.language)
            return lambda presenter: taking_back.describe_motion(motion, presenter.tongue)
        assert course is not None  # a match that is shown has begun
        said = [taking_back.Said(*one) for one in own_acts.name_parts(course, own.parts)]
        return self._take_back(seat, said, partial(self._correct, seat, own, said))

    def _find_own(self, seat: int, hands: Seats) -> taking_back.Motion | own_acts.Own | None:
        """Return the last act of a held seat, as it can be taken back; None without one."""
        shadow, hand = self._chronicle.shadow, self._presenter.snapshot.hands.get(seat, Hand(seat))
        pressed = hands.pressed.get(seat, ("", ""))
        return taking_back.find_own(hand, shadow.course, pressed, shadow.last_act(seat))

    def _take_back(self, seat: int, said: Sequence[taking_back.Said], correct: Correct) -> Reply:
        """Take back the last act of the person at a seat, which is on record; return what was done."""
        told = correct(1)
        return lambda presenter: told(presenter, True)

    def _agree(self, seat: int) -> Reply:
        """Have the person at a seat agree to what another one would take back; return what was done."""
        return lambda _: SAID("no-wish")

    def _correct(
        self, seat: int, own: own_acts.Own, said: Sequence[taking_back.Said], insist: int
    ) -> Callable[[Presenter, bool], str]:
        """Take back an act of a seat and what followed it; return what was done, for its player or for
        others. `said`: its parts; `insist`: as of `say undo`.
        """
        shadow = self._chronicle.shadow
        corrected = len(self._chronicle.corrected)
        for _ in range(MOST_UNDOS):  # again, if bots had acted before the table heard of it
            left = shadow.last_act(seat)
            if left is None or left.place != own.place:
                break
            answer = orders.form_answer(*self._session.fix(self._hear, "undo", left.dropped, insist))
            if not answer["ok"]:
                return lambda *_: order_answers.refusal(answer).message
            if not self._hear_until(answer["record"]):
                break
        gone, is_last = self._chronicle.find_gone(corrected), own.dropped == 1
        return lambda presenter, is_own: taking_back.describe(said, gone, is_last, presenter.tongue, is_own)

    def _hear_until(self, g: int) -> bool:
        """Listen to the table until its record `g` has come; return False if it does not."""
        uid, until = self._session.uid, time.monotonic() + ANSWER_S
        while self._journal.last_g(uid) < g and time.monotonic() < until:
            for event in self._session.turn(LEAST_PAUSE):
                self._hear(event)
        return self._journal.last_g(uid) >= g

    def _turn(self) -> list[Event]:
        """Listen to the table; if a real one is lost, wait until it is back, for ever if need be."""
        if self._is_database_away:
            self._is_database_away = False
            self._presenter.notice(SAID.later("database-back"))
            self._session.go_on(self._connection.line)  # the table says nothing to a computer that was silent
        try:
            events = self._session.turn(0.0 if self._input.listen() else 0.2)
        except PortError as lost:
            if lost.code != "LOST" or self._connection.address is None:
                raise
            return self._find_again(f"{lost.message}\n{lost.hint}")
        # A network that was cut is silent for minutes; calling again shows whether the table is there.
        heard = [event for event in events if not isinstance(event, Lost)]
        if len(heard) < len(events) and self._connection.is_network:
            return heard + self._find_again(SAID.later("nothing-comes", safe=_SAID.later("records-safe")))
        return events

    def _find_again(self, why: object) -> list[Event]:
        """Call the table until it answers; return its events. `why`: the message for the user meanwhile."""
        self._presenter.notice(SAID.later("waiting-for-table", why=why))
        events: list[Event] = []
        pause = LEAST_PAUSE
        while True:
            self._input.pause(pause)
            pause = min(2 * pause, MOST_PAUSE)
            try:
                self._session.go_on(self._connection.reopen())
                until = time.monotonic() + ANSWER_S
                while time.monotonic() < until:
                    self._input.serve()
                    heard = self._session.turn(0.2)
                    for event in heard:
                        events = events + [event] if isinstance(event, ACTS) else merge_waiting(events, event)
                    if any(isinstance(event, Greeted) for event in heard):
                        self._presenter.notice(SAID.later("table-back"))
                        return events
            except PortError:
                continue

    def _wait_for_database(self, why: str, seconds: float) -> None:
        """Let time go by while the database is away: the table plays on, and keeps its records."""
        if not self._is_database_away:
            self._is_database_away = True
            self._presenter.notice(SAID.later("waiting-for-database", why=why))
        self._input.pause(seconds)

    def close(self) -> None:
        """Leave the terminal as it was, however the match ended."""
        self._view.end()
        self._orders.close()
        if self._lock is not None:
            self._lock.close()

    def _hear(self, event: Event) -> None:
        if self._game is None:
            self._waiting = merge_waiting(self._waiting, event)
            return
        if isinstance(event, Came):
            self._news.last = event.g
            self._record(event.g, event.told)
        elif isinstance(event, Greeted) and event.info["uid"] != self._game.uid:
            raise self._other_table()
        elif isinstance(event, Lost) and (self._connection.hands is None or self._connection.hands.has_power):
            self._presenter.notice(SAID.later("table-silent"))
        else:
            self._hear_table(event)

    def _hear_table(self, event: Event) -> None:
        """Show the table's messages other than its records."""
        if isinstance(event, Greeted) and self._connection.hands is not None:
            self._connection.hands.has_power = True
        elif isinstance(event, Seen):
            self._presenter.see(event.lamps, event.pads, event.seats)
            self._news.seen = event
            self._show_asked()
        elif isinstance(event, OwnCards):
            self._presenter.own(event.cards)
        elif isinstance(event, Displayed):
            self._news.displayed = event
            self._show_asked()
        elif isinstance(event, Remark):
            text = spell(event.text, self._presenter.snapshot.players)
            self._presenter.notice(text, self._language)
        elif isinstance(event, Logged):
            self._presenter.notice(SAID.later("table-says", event=event.text))

    def _record(self, g: int, record: Told) -> None:
        game = self._game
        assert game is not None
        if g < game.first_g:
            return
        self._read_deals(game)
        self._is_parked = isinstance(record, Parked)
        prompt = self._chronicle.shadow.prompt()
        retold = self._chronicle.shadow.retold
        lines = self._chronicle.take(g, record)
        told = list(zip(self._chronicle.lines, self._chronicle.numbers, strict=True))
        new = len(told) - len(lines)
        if self._chronicle.shadow.retold != retold:
            self._presenter.retell(told[:new])
        for line, number in told[new:]:
            self._presenter.line(line, number)
        if self._witness and isinstance(record, HeadTold) and not self._chronicle.closed:
            noted = self._chronicle.words if record.stage else self._chronicle.first_words
            self._presenter.remark(SAID.later("words-to-note", words=noted), g)
        if isinstance(record, Ruled) and record.kind == "answer" and prompt is not None:
            self._presenter.answered(prompt, record.value, g)
        self._presenter.prompt(self._chronicle.shadow.prompt())
        self._show_asked()

    def _show_asked(self) -> None:
        """Publish what is asked, as soon as news and records tell of the same."""
        hands, players = self._connection.hands, self._presenter.snapshot.players
        held = hands.seats if hands else ()
        has_bots = self._connection.virtual and len(held) < len(players)
        wanted = self._news.find(clears=not has_bots, held=held)
        if wanted is not None and self._news.displayed is not None:
            self._presenter.asks(wanted, self._news.displayed.text, self._language)

    # -- simulated people ------------------------------------------------------------------------

    def _read_deals(self, game: Game) -> None:
        """Note the deals of simulated players since the last look, next to the records."""
        folder = self._connection.folder
        file = None if folder is None else act_rows.path_of(folder, game.first_g)
        if file is None or not file.exists():
            return
        with file.open("rb") as rows:
            rows.seek(self._people_at)
            for row in rows:
                if not row.endswith(b"\n"):
                    break  # still being written
                self._people_at += len(row)
                for note in act_rows.find_deals(row) if b'"deal"' in row else ():
                    self._deals -= 1
                    if self._deals < 0:
                        self._note_deal(game, note)

    def _note_deal(self, game: Game, note: DealNote) -> None:
        """Note a deal; where people could not read its day or size on the display, none of this match."""
        try:
            self._journal.add_note(game.id, note["after"], note)
        except JournalError as error:
            if error.code != ROW_REFUSED:
                raise
            self._deals = sys.maxsize
            print(f"cardtable: {SAID('deals-not-noted', about=error.message)}", file=sys.stderr)
            return
        self._chronicle.deal(note["after"], note)

    def stopped(self) -> Trouble:
        """Return the message after Ctrl-C."""
        self._view.end()
        game = self._game
        if game is None:
            return Trouble("INTERRUPTED", SAID("stopped-before-match"), "", INTERRUPTED)
        return Trouble(
            "INTERRUPTED",
            SAID("stopped-amid-match"),
            SAID("go-on-hint", game=game.game, options=self._resume_options()),
            INTERRUPTED,
        )

    def _parked(self) -> Trouble:
        """Return the message after players at the table have parked the match."""
        self._view.end()
        assert self._game is not None
        about = SAID("parked-at-table", id=self._game.id, game=self._game.game)
        return Trouble("PARKED", about, SAID("go-on-with", line=resume_line(self._game)), INTERRUPTED)

    def _resume_options(self) -> str:
        """Return the options that go on with the same seats held, and with lessons if there were any."""
        hands = self._connection.hands
        held = "" if hands is None else f" --hands {','.join(label(seat) for seat in hands.seats)}"
        return held + (" --teach" if self._teach else "")

    def _note_faults(self, game_id: int, happened: dict[str, int]) -> None:
        """Note that faults were asked for, and how many there were; this belongs to the match for ever."""
        if self._asked:
            note: FaultsNote = {"kind": "faults", "asked": faults.in_order(self._asked)}
            if happened:
                note["happened"] = faults.in_order(happened)
            game = self._journal.game(game_id)
            self._journal.add_note(game_id, self._journal.last_g(game.uid), note)

    # -- the end -------------------------------------------------------------------------------

    def finish(self) -> int:
        """Note the end, write the open log next to the journal, and print where the data are stored."""
        game = self._game
        assert game is not None
        if self._asked and self._connection.folder is not None:
            happened = faults.read(self._connection.folder)["happened"]
            self._note_faults(game.id, happened)
            if not self._json:
                print(
                    SAID("faults-made", happened=faults.describe_happened(happened)),
                    file=sys.stderr,
                )
        lines = load_chronicle(self._journal, game).lines if self._asked else self._chronicle.lines
        path = close_game(self._journal, game, lines, self._chronicle.last_g)
        self._presenter.ending(lines)
        if not self._json:
            print(SAID("log-kept", path=path, id=game.id))
            if self._witness and self._chronicle.first_words:
                first_words = label_words(self._chronicle.first_words, game.uid, game.first_g)
                print(SAID("words-of-beginning", first_words=first_words))
            if self._witness and self._chronicle.words:
                last_words = label_words(self._chronicle.words, game.uid, game.first_g)
                print(SAID("words-to-note-down", words=last_words, id=game.id))
        return 0


def _number(detail: Json) -> int:
    """Return the number that the table answered."""
    assert isinstance(detail, int)  # by its shape, see `cardtable.wire.table_shapes`
    return detail


def _firsts(detail: Json) -> list[Json]:
    """Return the first records of the matches that the table listed."""
    rows = detail if isinstance(detail, list) else []
    return [first for row in rows if isinstance(row, list) for first in row[:1]]
