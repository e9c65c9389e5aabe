"""The conversation with a table: its records go to disk, and only then are they acknowledged."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

from cardtable.wire.host_commands import ShapeError
from cardtable.wire.host_session import HostEnd
from tablehost import messages
from tablehost.errors import CHECK_FAILED, LINK_LOST, UNEXPECTED, VERSION_SKEW, Trouble
from tablehost.firmware.program import VIRTUAL
from tablehost.journal.databases import JournalError
from tablehost.journal.store import Gap
from tablehost.link import events, known_tables
from tablehost.link.events import Came, Event, Greeted, Info, Logged, Printed, Remark, Result
from tablehost.link.port import Line
from tablehost.link.port_error import PortError
from tablehost.types import Answer, Json, Word

SAID = messages.Catalogue("table")
E = TypeVar("E")


QUIET_S = 0.6  # no record for so long: the last one has come
ANSWER_S = 10.0  # how long a command, or the first hello, may stay unanswered

# The table's answers to a command that it could not carry out without a fault of its own: `unable` in the
# catalogue has the consequence and the next step.
UNABLE = ("flash-failed", "malformed", "restarted", "bug")


def host_id(journal: Ledger) -> str:
    """Return the id of this host for every table: created once, kept in the journal."""
    known = journal.get_meta("host")
    if known is None:
        known = uuid.uuid4().hex[:12]
        journal.set_meta("host", known)
    return known


def _now() -> int:
    return int(time.monotonic() * 1000)


class Ledger(known_tables.Memory, Protocol):
    """The part of a journal in which a conversation is kept."""

    def last_g(self, uid: str) -> int:
        """Return the last position of a table that is settled here."""

    def remember_table(self, uid: str, firmware: str, boot: int, virtual: bool) -> None:
        """Remember that a table sent its hello."""

    def append(self, uid: str, news: Sequence[bytes | Gap]) -> int:
        """Write a batch in order; return the last position."""

    def remember_fork(self, uid: str, g: int, theirs: bytes | None) -> None:
        """Remember that a table showed another record g than the one here."""

    def add_console(self, uid: str, lines: Iterable[str]) -> None:
        """Keep console text of a table."""


LOGS, LOGS_S = 20, 2.0  # lines of a table's log that are reported at once; seconds for each further one


class _Allowance:
    """The lines of a table's log that may be reported now: their number grows again with time (s)."""

    def __init__(self) -> None:
        self._left = float(LOGS)
        self._since = time.monotonic()
        self.kept_back = 0  # since the last line that was reported

    def takes(self) -> bool:
        """True if one more line may be reported; else it is counted."""
        now = time.monotonic()
        self._left = min(LOGS, self._left + (now - self._since) / LOGS_S)
        self._since = now
        if self._left < 1:
            self.kept_back += 1
            return False
        self._left -= 1
        return True


class Conversation:
    """`line`: an open port; `virtual`: whether the table is one. Only the conversation is kept here."""

    def __init__(self, journal: Ledger, line: Line, virtual: bool) -> None:
        self.journal = journal
        self.virtual = virtual
        self.info: Info = {}
        self._allowance = _Allowance()
        self._damaged = 0  # messages that are counted as damaged in the journal
        self._line = line
        self._end = HostEnd(host_id(journal), journal, int(time.time() * 1000) & 0x3FFFFFFF)
        self._end.start(_now())

    @property
    def uid(self) -> str:
        return self.info["uid"]

    @property
    def damaged(self) -> int:
        """Return how many lines were invalid: damaged on the way, or from another sender."""
        return int(self._end.bad)

    @property
    def repeated(self) -> int:
        """Return how many records were received twice."""
        return int(self._end.repeated)

    def turn(self, seconds: float) -> list[Event]:
        """Listen for `seconds` at most; records among the returned events are on disk.

        Of its log the lines beyond LOGS at once are kept as console text, and counted. Raises Trouble.
        """
        self._say()
        self._line.wait(seconds)
        news: list[bytes | Gap] = []
        remarks: list[str] = []
        console: list[str] = []
        malformed: list[str] | None = None
        told: list[Event] = []
        for one in self._end.receive(self._line.read(), _now()):
            event = events.read(one)
            if event is None:
                malformed = self._end_by(one) or malformed
                continue
            if isinstance(event, Logged) and not self._allowance.takes():
                console.append(event.text)
                continue
            told.append(event)
            if isinstance(event, Logged) and self._allowance.kept_back:
                remarks.append(SAID("log-kept-back", count=self._allowance.kept_back))
                self._allowance.kept_back = 0
            elif isinstance(event, Greeted):
                self.info = info = event.info
                self.virtual = self.virtual or info["program"].startswith(VIRTUAL)
                remarks += known_tables.remember_program(self.journal, self.uid, info["program"])
                self.journal.remember_table(self.uid, info["firmware"], info["boot"], self.virtual)
            elif isinstance(event, Came):
                news.append(event.raw)
                moved = known_tables.moved_remark(self.journal, self.uid, event.raw)
                remarks += [] if moved is None else [moved]
            elif isinstance(event, Gap):
                news.append(event)
            elif isinstance(event, Printed):
                console.append(event.text)
        if news:
            self._end.committed(self.journal.append(self.uid, news))
        if console and self.info:
            self.journal.add_console(self.uid, console)
            known_tables.add_damaged(self.journal, self.uid, self._end.damaged - self._damaged)
            self._damaged = self._end.damaged
        if malformed is not None:
            raise _malformed(malformed)
        try:
            self._say()
        except PortError:
            pass  # the received data count; the next turn meets the same loss
        return told + [Remark(text) for text in remarks]

    def _end_by(self, event: tuple[Any, ...]) -> list[str] | None:
        """Return the fault of malformed records; raise Trouble for what ends the conversation at once."""
        match event:
            case ("malformed", list(fault)):
                return fault
            case ("skew", list(theirs), list(ours)):
                raise _skew(theirs, ours)
            case ("fork", int(g), _, bytes() | None as theirs):
                try:
                    self.journal.remember_fork(str(self._end.uid), g, theirs)
                except JournalError:
                    pass  # it is reported now, and will be seen again
                raise _fork(g)
        return None

    def go_on(self, line: Line) -> None:
        """Use this port from now on: the old one was lost. Records on disk are not reported again."""
        self._line = line
        self._end.start(_now())

    def _say(self) -> None:
        data = self._end.poll(_now())
        while data:
            self._line.write(data)
            data = self._end.poll(_now())

    def until(self, kind: type[E], done: Callable[[E], bool], what: str, heard: Callable[[Event], None]) -> E:
        """Run until an event of this kind for which `done` holds; pass every other one to `heard`. Raises
        Trouble.
        """
        deadline = time.monotonic() + ANSWER_S
        while time.monotonic() < deadline:
            found: E | None = None
            for event in self.turn(0.2):
                if found is None and isinstance(event, kind) and done(event):
                    found = event
                else:
                    heard(event)
            if found is not None:
                return found
        raise Trouble(
            "NO_ANSWER",
            SAID("no-answer", answer_s=ANSWER_S, what=what),
            SAID("no-answer-hint"),
            LINK_LOST,
        )

    def greet(self, heard: Callable[[Event], None]) -> Info:
        """Wait for the table's hi."""
        self.until(Greeted, lambda event: True, "hello", heard)
        return self.info

    def command(self, heard: Callable[[Event], None], name: str, *args: Word) -> tuple[bool, Answer]:
        """Have the table carry out a command; return (accepted, its answer)."""
        try:
            number = self._end.do(name, *args)
        except ShapeError as error:
            which, cure = error.fault
            raise Trouble(
                "BAD_ARGUMENT",
                SAID("bad-argument", name=name, which=which, cure=cure),
                SAID("bad-argument-hint"),
            ) from error
        result = self.until(Result, lambda event: event.number == number, name, heard)
        if result.accepted is None:
            return False, Answer("restarted")
        code, detail, *_ = [*result.values, None, None]
        return result.accepted, Answer(str(code), detail)

    def fix(self, heard: Callable[[Event], None], *command: Word) -> tuple[bool, Answer]:
        """Have it correct something, see `controller/dialogs/operator.py`; an amend of many cards takes more
        lines.
        """
        if command[0] != "amend":
            return self.command(heard, "fix", *command)
        words, said = list(command[2:]), 0
        while True:
            try:
                return self.command(heard, "fix", *command[:2], *words[said:])
            except ValueError:
                accepted, answer, number = self._more(heard, said, words[said:])
            if not accepted:
                return False, answer
            said += number

    def _more(self, heard: Callable[[Event], None], at: int, words: list[Word]) -> tuple[bool, Answer, int]:
        """Send as many of these words as fit a line, the first of them is number `at`; return their
        number.
        """
        for number in range(len(words), 0, -1):
            try:
                return *self.command(heard, "fix", "more", at, *words[:number]), number
            except ValueError:
                continue  # too long for a line
        return False, Answer("usage", "amend"), 0

    def finish(self) -> None:
        """Send the last acknowledgement before hanging up."""
        self._say()


def take_all(conversation: Conversation) -> None:
    """Receive all remaining records of the table."""
    quiet = time.monotonic() + QUIET_S
    while time.monotonic() < quiet:
        if any(isinstance(event, Came) for event in conversation.turn(0.1)):
            quiet = time.monotonic() + QUIET_S
    conversation.finish()


def unable_reason(code: str, detail: Json) -> Trouble | None:
    """Return the reason why the table could not carry out a command; None: it refused."""
    if code not in UNABLE:
        return None
    if code == "malformed" and isinstance(detail, list):
        field, cure, *_ = detail
        detail = SAID("must-be", field=field, cure=cure)
    about, hint = SAID(f"unable {code}", detail=detail), SAID(f"unable {code}-hint")
    return Trouble(code.replace("-", "_").upper(), about, hint, UNEXPECTED)


def refusal(command: str, args: Sequence[Word], answer: Answer) -> Trouble:
    """Return the reason why the table did not carry out a command, by its answer."""
    code, detail = answer
    if command == "set" and code == "no-such-value" and isinstance(detail, list):
        name, value = args
        about = SAID("bad-setting", name=name, value=value)
        return Trouble("BAD_SETTING", about, SAID("bad-setting-hint", detail=", ".join(map(str, detail))))
    about = SAID("refused", command=command, code=code, detail=detail)
    return unable_reason(code, detail) or Trouble("REFUSED", about, SAID("refused-hint"), UNEXPECTED)


def _skew(their_version: list[int], our_version: list[int]) -> Trouble:
    theirs, theirs2 = their_version[:2]
    ours, ours2 = our_version
    return Trouble(
        "VERSION_SKEW",
        SAID("version-skew", theirs=theirs, theirs2=theirs2, ours=ours, ours2=ours2),
        SAID("version-skew-hint"),
        VERSION_SKEW,
    )


def _malformed(found: list[str]) -> Trouble:
    fault, fault2 = found
    return Trouble(
        "MALFORMED_RECORD",
        SAID("malformed-record", fault=fault, fault2=fault2),
        SAID("malformed-record-hint"),
        CHECK_FAILED,
    )


def _fork(g: int) -> Trouble:
    return Trouble(
        "FORK",
        SAID("fork", g=g),
        SAID("fork-hint"),
        CHECK_FAILED,
    )
