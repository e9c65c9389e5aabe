"""The table's end of the line: a state machine without I/O and without a clock.

The app passes in the bytes that the port received, carries out the commands it gets back, and offers the port
the bytes that `poll` returns:

    for command in end.receive(line.read(), now): ...      # then end.reply(command[0], ok, ...)
    data = end.poll(now)
    while data:
        taken = line.write(data)
        end.sent(taken)
        if taken < len(data): break
        data = end.poll(now)

`now` is in milliseconds and may wrap at 2**30, as `time.ticks_ms` does.

Records are sent go-back-N, up to _WINDOW unacknowledged, and again from the first unacknowledged one after a
time-out that follows the measured round trip as in RFC 6298, in whole milliseconds. An acknowledgement is the
host's position, so it may also lead backwards (a host restored from a backup, another host). Nothing is sent
before the first hello, nor while the link is down; the match goes on without it.
"""

from cardtable.micro import const
from cardtable.wire.frames import (
    FROM_TABLE,
    MAJOR,
    MINOR,
    Splitter,
    cleaned,
    encode,
)
from cardtable.wire.host_shapes import MESSAGES
from cardtable.wire.shapes import compiled, find_fault

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, Callable, Protocol, Sequence

    class Journal(Protocol):
        def lo(self) -> int: ...
        def hi(self) -> int: ...
        def line(self, g: int) -> bytes | None: ...
        def acked(self, g: int) -> None: ...


_WINDOW = const(8)  # records on their way
_BEAT = const(1000)  # ms between heartbeats
_SILENCE = const(5000)  # ms without a valid frame from the host: the link is down
_STALL = const(500)  # ms in which the port took no byte: the link is down
ANSWERS = const(8)  # commands whose answers are remembered
_LOGS = const(8)  # log lines waiting; the first ones explain most, so later ones are dropped and counted
_LOG_PACE = const(200)  # ms between log lines
_LOG_TEXT = const(200)  # longest text of a log line

_UNMEASURED = const(1000)  # before the first round trip: RFC 6298, 2.1
_FLOOR = const(250)  # flash writes and collections pause the table
_CEILING = const(5000)
_TICKS = const(0x3FFFFFFF)


class TableEnd:
    """One table's session with the host that is listening.

    info: (uid hex, boot number, firmware version, digest of the program, list of capabilities, list of its
        modules that files hide, [MHz, mV] or None).
    journal: `lo()`, the first position held (-1: none is), and `hi()`, the last ever written (-1:
        none was); `line(g)`, the line ["ev", g, boot, n, us, kind, ...] or None for a lost record;
        `acked(g)`, called once per advance: host `host_id` has everything up to g on disk.
        A record must fit a frame: prove it by `encode(["ev"] + record)` before promising it.
    free: callable giving the free heap in bytes.

    `state` and `error` go into the heartbeat. `display` goes into the hello: whether one answers; None where
    that is not known.
    """

    def __init__(self, info: "Sequence[Any]", journal: "Journal", free: "Callable[[], int]") -> None:
        self.state = "ready"
        self.error = None
        self.display: "bool | None" = None
        self.link_up = False
        self.host_id = None  # of the last compatible hello
        self.dropped = 0  # log lines lost for want of room, in all
        self.unknown = 0  # sound frames of no known kind or shape
        self.trip = RoundTrip()
        self._info = info
        self._journal = journal
        self._free = free
        self._splitter = Splitter()
        self._shapes = {kind: compiled(row) for kind, row in MESSAGES.items()}
        self._now = 0
        self._heard_at = 0
        self._out = bytearray(FROM_TABLE + 1)  # a line feed, and the line being sent
        self._out[0] = 10
        self._from = self._to = 0  # the part of it that the port has still to take
        self._fresh_line = True  # the port may hold half a line: begin the next frame with a line feed
        self._stalled_at = -1  # the time since which the port takes nothing; -1: it does
        self._hi_due = False
        self._beat_at = 0
        # [host_id, id, line or None while it is being carried out, due]
        self._answers: "list[list[object]]" = []
        # [frame, due]: the latest of each kind, repeated to every new session
        self._views: "list[list[Any]]" = []
        self._logs: list[bytes] = []
        self._log_at = 0
        self._untold = 0  # log lines dropped and not yet reported
        self._base = 0  # first position the host has not acknowledged
        self._next = 0  # next position to send
        self._top = -1  # highest position sent in this session
        self._told = -1  # highest position reported to the journal
        self._timer = 0  # when the time-out of `_base` began
        self._timed = -1  # the position whose round trip is being measured
        self._timed_at = 0

    def set_state(self, state: str) -> None:
        """Set the state of the heartbeat: "ready" or "playing"."""
        self.state = state

    @property
    def bad(self) -> int:
        """Return the number of lines received that were no valid message."""
        return self._splitter.bad + self._splitter.overlong + self.unknown

    def receive(self, data: bytes, now: int) -> "list[tuple[Any, ...]]":
        """Take bytes from the port; return the commands to carry out, as (id, command, arguments...)."""
        commands: "list[tuple[Any, ...]]" = []
        for frame, _ in self._splitter.feed(data):
            if frame is not None and not self._take(frame, now, commands):
                self.unknown += 1
        return commands

    def reply(self, number: int, ok: object, *args: "Any") -> None:
        """Answer a command. Raises ValueError if the answer does not fit a frame."""
        for answer in self._answers:
            if answer[0] == self.host_id and answer[1] == number:
                answer[2] = encode(["res", number, bool(ok)] + list(args))
                answer[3] = True

    def tell(self, frame: "list[Any]") -> None:
        """Queue transient news: ["log", level, text], or "see" or "say", of which only the newest counts.

        It must fit a frame, as `poll` finds out; a log text is cut and cleaned to fit. The caller must not
        change `frame` afterwards.
        """
        if frame[0] == "log":
            if len(self._logs) < _LOGS:
                self._logs.append(encode(["log", frame[1], cleaned(frame[2], _LOG_TEXT)]))
            else:
                self.dropped += 1
                self._untold += 1
            return
        for view in self._views:
            if view[0][0] == frame[0]:
                view[:] = frame, True
                return
        self._views.append([frame, True])

    def poll(self, now: int) -> memoryview:
        """Return the bytes to offer the port now, as a view that is valid until the next poll.

        They are the same ones until `sent` reports them taken. Raises ValueError for news that do not fit a
        frame.
        """
        self._now = now
        if self.link_up and since(now, self._heard_at) >= _SILENCE:
            self._hang_up()
        if self._from == self._to:
            line = self._choose(now)
            if line:
                self._from = 0 if self._fresh_line else 1
                self._to = len(line) + 1
                self._out[1 : self._to] = line
                self._fresh_line = False
        return memoryview(self._out)[self._from : self._to]

    def sent(self, count: int) -> None:
        """Take the number of polled bytes that the port took."""
        if count >= self._to - self._from:
            self._from = self._to
            self._stalled_at = -1
            return
        self._fresh_line = True
        if count:
            self._from += count
            self._stalled_at = -1
        elif self._stalled_at < 0:
            self._stalled_at = self._now
        elif since(self._now, self._stalled_at) >= _STALL:
            self._hang_up()

    def _hang_up(self) -> None:
        """Stop sending until the next hello."""
        self.link_up = False
        self._from = self._to
        self._fresh_line = True
        self._stalled_at = -1

    def _take(self, frame: "list[Any]", now: int, commands: "list[tuple[Any, ...]]") -> bool:
        """Act on a frame of the host; False if it is of no known kind or shape."""
        kind: str = frame[0]
        row = self._shapes.get(kind)
        if row is None or find_fault(row, frame[1:], True) is not None:
            return False
        if kind == "hello":
            self._hello(frame, now)
            return True
        if kind == "ack" and self.link_up:
            self._acknowledge(frame[1], now)
        elif self.link_up:
            self._command(frame, commands)
        self._heard_at = now
        return True

    def _hello(self, frame: "list[Any]", now: int) -> None:
        """Begin a session."""
        self._hi_due = True
        if frame[1][0] != MAJOR:
            self._hang_up()
            return
        self.link_up = True
        self.host_id = frame[3]
        self._heard_at = now
        self._beat_at = since(now, _BEAT)
        self._base = self._next = min(frame[2], self._journal.hi()) + 1
        self._top = self._next - 1
        self._timed = -1
        for view in self._views:
            view[1] = True

    def _acknowledge(self, g: int, now: int) -> None:
        """Move to the host's position. One beyond our records is for the host to judge: it knows `hi`."""
        if g > self._journal.hi():
            return
        if g >= self._base:
            if 0 <= self._timed <= g:
                self.trip.measured(since(now, self._timed_at))
                self._timed = -1
            self._base = g + 1
            self._next = max(self._next, self._base)
            self._timer = now
        elif g + 1 < self._base:
            self._base = self._next = g + 1
            self._timed = -1
        if g > self._told:
            self._told = g
            self._journal.acked(g)

    def _command(self, frame: "list[Any]", commands: "list[tuple[Any, ...]]") -> None:
        """Return a new command; repeat the answer to an old one."""
        for answer in self._answers:
            if answer[0] == self.host_id and answer[1] == frame[1]:
                answer[3] = answer[2] is not None
                return
        if len(self._answers) == ANSWERS:
            self._answers.pop(0)
        self._answers.append([self.host_id, frame[1], None, False])
        commands.append(tuple(frame[1:]))

    def _choose(self, now: int) -> bytes:
        """Return the next line to send, b"" for none: greeting, answers, heartbeat, records, news."""
        if self._hi_due:
            self._hi_due = False
            told, held = list(self._info), self._journal
            if self.display is not None:
                told.append(self.display)
            return encode(["hi", [MAJOR, MINOR]] + told[:2] + [held.lo(), held.hi()] + told[2:])
        if not self.link_up:
            return b""
        for answer in self._answers:
            if answer[3] and isinstance(answer[2], bytes):  # always bytes, if it is due
                answer[3] = False
                return answer[2]
        if since(now, self._beat_at) >= _BEAT:
            self._beat_at = now
            return encode(["st", self.state, self._journal.hi(), self._free(), self.error])
        return self._record(now) or self._news(now)

    def _record(self, now: int) -> bytes:
        """Return the next record the window allows, b"" for none."""
        last = self._journal.hi()
        if self._next > self._base and since(now, self._timer) >= self.trip.patience:
            self.trip.expired()
            self._next = self._base
            self._timed = -1  # the answer could be to either sending (Karn)
        if self._next > last or self._next >= self._base + _WINDOW:
            return b""
        g = self._next
        if g == self._base:
            self._timer = now
        if g > self._top:
            self._top = g
            if self._timed < 0:
                self._timed = g
                self._timed_at = now
        return self._line_at(g, last)

    def _line_at(self, g: int, last: int) -> bytes:
        """Return record g, or the gap that begins there; `_next` moves behind it."""
        first = self._journal.lo()
        end = g
        if first < 0:
            end = last  # no record is held any more
        elif g < first:
            end = first - 1
        else:
            line = self._journal.line(g)
            if line is not None:
                self._next = g + 1
                return line
            while end < last and self._journal.line(end + 1) is None:
                end += 1
        self._next = end + 1
        return encode(["gap", g, end])

    def _news(self, now: int) -> bytes:
        """Return a view that changed, else a log line if its time has come."""
        for view in self._views:
            if view[1]:
                view[1] = False
                return encode(view[0])
        if since(now, self._log_at) < _LOG_PACE:
            return b""
        if self._logs:
            self._log_at = now
            return self._logs.pop(0)
        if self._untold:
            self._log_at = now
            count = self._untold
            self._untold = 0
            return encode(["log", "warn", f"{count} log lines dropped"])
        return b""


class RoundTrip:
    """The smoothed round trip and the time-out that follows from it, `patience`."""

    def __init__(self) -> None:
        self.patience = _UNMEASURED
        self._mean = -1  # -1: never measured
        self._spread = 0

    def measured(self, trip: int) -> None:
        """Fold in one round trip, of a record sent once only (Karn's rule): RFC 6298, 2.2 to 2.4."""
        if self._mean < 0:
            self._mean = trip
            self._spread = trip >> 1
        else:
            self._spread = (3 * self._spread + abs(self._mean - trip)) >> 2
            self._mean = (7 * self._mean + trip) >> 3
        self.patience = min(max(self._mean + 4 * self._spread, _FLOOR), _CEILING)

    def expired(self) -> None:
        """Double the time-out: RFC 6298, 5.5."""
        self.patience = min(2 * self.patience, _CEILING)


def since(now: int, then: int) -> int:
    """Return the milliseconds from `then` to `now`, across the wrap of `time.ticks_ms` at 2**30."""
    return (now - then) & _TICKS
