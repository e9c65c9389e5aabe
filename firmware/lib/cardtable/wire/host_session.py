"""The host's end of the line: a state machine without I/O and without a clock.

The caller owns the port and the disk:

    events = end.receive(port.read(), now)     # also with b"": this is where silence is detected
    ... write the records and gaps among the events to disk, then
    end.committed(g)                           # only now may the table forget them
    data = end.poll(now)                       # one line at a time, until b""

`now` is in milliseconds and never goes back. Call `start` whenever the port is opened again. If a commit
fails, do not call `committed`; call `start` once the disk works again.

Events:

| event | meaning | |--|--| | `("hi", info)` | a session; info: uid, boot, lo, hi, firmware, program, caps,
shadows, clock, version | | `("record", g, record, raw)` | the next record: [g, boot, n, us, kind, ...] and
its own bytes | | `("gap", a, b)` | positions a..b are lost for good: store that, then commit b | | `("fork",
g, old, new)` | the table's record g (None: it has none) is not ours: latched, the end | | `("skew", theirs,
ours)` | another major version: nothing is taken until `start` | | `("state", state, hi, free, error)` | the
heartbeat | | `("res", id, ok, args)` | the answer to a command; ok None: the table restarted first, the
result is unknown | | `("see", ...)` `("say", ...)` `("raw", ...)` `("log", level, text)` | transient news | |
`("text", line)` | console text; of one `receive` the first 100 lines at most | | `("damaged", line)` | a
message whose values have not their shapes (`table_shapes`): it is ignored | | `("malformed", fault)` | three
records of no known shape, and no good one between: see `find_fault` | | `("lost",)` | the table fell silent;
hello is repeated until it answers |
"""

from cardtable.micro import const
from cardtable.wire.frames import (
    FROM_HOST,
    MAJOR,
    MINOR,
    Splitter,
    cleaned,
    encode,
    shown,
)
from cardtable.wire.host_commands import Commands
from cardtable.wire.shapes import compiled, find_fault
from cardtable.wire.table_shapes import GREETING, MESSAGES, RECORDS, is_picture

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, Callable, Protocol

    from .host_commands import Event
    from .shapes import Row

    class Store(Protocol):
        def last_g(self, uid: str) -> int: ...
        def stored(self, uid: str, g: int) -> bytes | None: ...


HELLO_PACE = const(500)  # ms between hellos
KEEPALIVE = const(1000)  # ms between acknowledgements when nothing else is sent
SILENCE = const(3000)  # ms without a valid frame: three heartbeats missed
ID_LENGTH = const(16)  # longest host_id: a hello must fit its line
TEXTS = const(100)  # lines of console text that one `receive` reports; more are counted only
MALFORMED = const(3)  # records of no known shape, without a good one between, until that is reported

OPENING = b'["ev",'

IDLE = "idle"
HELLO = "hello"
UP = "up"
SKEW = "skew"
FORK = "fork"


def _compiled(rows: dict[str, str]) -> "dict[str, Row]":
    """Return the rows with their shapes compiled."""
    return {name: compiled(row) for name, row in rows.items()}


class HostEnd:
    """A host's session with the table at the other end of one port.

    host_id: the name of this host, at most 16 plain characters, the same every time.
    store: the records on disk. `last_g(uid)`, the last position of a table, gaps included (-1: none);
        `stored(uid, g)`, the bytes of its record g, or None.
    first_id: number of the first command. The table remembers numbers, so begin where no earlier
        process of this host has been: milliseconds since some date will do, seconds would not.

    `state` is one of the five words above, `uid` the table's, `safe` the last position on our disk.
    """

    def __init__(self, host_id: str, store: "Store", first_id: int) -> None:
        if not host_id or cleaned(host_id, ID_LENGTH) != host_id:
            raise ValueError(f"a host id has 1 to {ID_LENGTH} plain characters")
        self.state = IDLE
        self.uid: str | None = None
        self.safe = -1
        self.repeated = 0  # records received again
        self.unknown = 0  # sound frames of no known kind
        self.damaged = 0  # sound frames whose values have not their shapes
        self._shapes = _compiled(MESSAGES)
        self._records = _compiled(RECORDS)
        self._greeting = compiled(GREETING)
        self._malformed = 0  # records of no known shape since the last good one
        self._host_id = host_id
        self._store = store
        self._splitter = Splitter()
        self._peer: tuple[str, int] | None = None  # (uid, boot) of the latest session
        self._proved = True  # the table has the record `safe` as we have it
        self._last = -1  # last position taken in order; those above `safe` await their commit
        # Their bytes by position; a gap is stored at its end, as None.
        self._pending: dict[int, bytes | None] = {}
        self._commands = Commands(first_id)
        self._heard_at = 0
        self._hello_due = False
        self._ack_due = False
        self._said_at = 0  # of the latest hello or acknowledgement

    @property
    def bad(self) -> int:
        """Return the number of lines received that were no frame."""
        return self._splitter.bad + self._splitter.overlong + self.unknown + self.damaged

    def start(self, now: int) -> None:
        """Begin on a newly opened port. Records not committed will come again. A fork stays latched."""
        self._splitter = Splitter()
        self._forget(now)

    def do(self, command: str, *args: "Any") -> int:
        """Queue a command; return its id. Commands are carried out in order, each once.

        A command that is not known here goes to the table, which may be newer. Raises ValueError: too long;
        `host_commands.ShapeError`: the table would refuse it.
        """
        return self._commands.do(command, args)

    def committed(self, g: int) -> None:
        """Acknowledge everything up to g, which is on disk beyond recall."""
        for position in sorted(self._pending):
            if position <= g:
                del self._pending[position]
                self.safe = position
                self._ack_due = True

    def poll(self, now: int) -> bytes:
        """Return one line to write now, b"" for none."""
        if self.state == HELLO:
            if self._hello_due or now - self._said_at >= HELLO_PACE:
                self._hello_due = False
                self._said_at = now
                # The table may hold half a line of an earlier host: end it first.
                return b"\n" + encode(["hello", [MAJOR, MINOR], self._position(), self._host_id], FROM_HOST)
            return b""
        if self.state != UP:
            return b""
        if self._ack_due or now - self._said_at >= KEEPALIVE:
            self._ack_due = False
            self._said_at = now
            return encode(["ack", self._position()], FROM_HOST)
        return self._commands.line(now)

    def _position(self) -> int:
        """Return the position from which the table should go on.

        At first that is one record back, so that the table sends the last one we have. A table with another
        journal would otherwise go on behind our last record as if it were its own.
        """
        return self.safe if self._proved else self.safe - 1

    def receive(self, data: bytes, now: int) -> "list[Event]":
        """Take bytes from the port; return their events."""
        events: "list[Event]" = []
        texts = 0
        for frame, raw in self._splitter.feed(data):
            kind = None
            if frame is None:
                kind = "text"
            elif self.state == HELLO or self.state == UP:
                if frame[0] not in MESSAGES:
                    self.unknown += 1
                    kind = "text"
                elif self._take(frame, raw, events, now):
                    self._heard_at = now
                else:
                    self.damaged += 1
                    kind = "damaged"
            if kind is not None:
                texts += 1
                if texts <= TEXTS:
                    events.append((kind, shown(raw)))
        if self.state == UP and now - self._heard_at >= SILENCE:
            self._lose(events, now)
        return events

    def _forget(self, now: int) -> None:
        """Drop the session and say hello."""
        self.uid = None
        self.safe = self._last = -1
        self._proved = True
        self._pending = {}
        self._greet(now)

    def _greet(self, now: int) -> None:
        """Queue a hello."""
        if self.state != FORK:
            self.state = HELLO
        self._hello_due = True
        self._said_at = now
        self._ack_due = False

    def _lose(self, events: "list[Event]", now: int) -> None:
        """Report a lost table."""
        events.append(("lost",))
        self._greet(now)

    def _take(self, frame: "list[Any]", raw: bytes, events: "list[Event]", now: int) -> bool:
        """Act on a sound frame of a known kind; False if its values have not their shapes."""
        kind: str = frame[0]
        values = frame[1:]
        if kind == "hi":
            return self._hi(frame, events, now)
        fault = find_fault(self._shapes[kind], values, True)
        if fault is not None:
            if kind == "ev":
                self._tell_malformed(fault, events)
            return False
        if kind == "ev":
            # The record's own text is the frame's without its kind, so the kind must be written plainly.
            fault = self._find_fault_of_record(frame) if raw[:6] == OPENING else ["ev", "its kind, unescaped"]
            if fault is not None:
                self._tell_malformed(fault, events)
                return False
            self._malformed = 0
            handler: "Callable[[list[Any], bytes, list[Event]], object]" = self._record
        elif kind == "gap":
            if values[0] > values[1]:
                return False
            handler = self._gap
        elif kind == "st":
            handler = self._state
        elif kind == "res":
            handler = self._commands.answer
        else:
            if kind == "see" and not is_picture(values[0], values[1], values[2]):
                return False
            handler = self._news
        if self.state == UP:
            return handler(frame, raw, events) is not False
        return True

    def _find_fault_of_record(self, frame: "list[Any]") -> list[str] | None:
        """Return the first field behind the kind of a record that has not its shape, see `find_fault`."""
        kind: str = frame[5]
        values = frame[6:]
        if kind not in self._records or " " in kind:
            return None
        fault = find_fault(self._records[kind], values, True)
        if fault is None and kind == "note":
            row = self._records.get("note " + values[0])
            fault = None if row is None else find_fault(row, values[1:], True)
        return fault

    def _tell_malformed(self, fault: list[str], events: "list[Event]") -> None:
        """Count a record of no known shape and report the third."""
        if self.state == UP:
            self._malformed += 1
            if self._malformed == MALFORMED:
                events.append(("malformed", fault))

    def _hi(self, frame: "list[Any]", events: "list[Event]", now: int) -> bool:
        """Take the table's greeting."""
        if find_fault(self._greeting, frame[1:2]) is not None:
            return False
        version: "list[int]" = frame[1]
        if version[0] != MAJOR:
            self.state = SKEW
            events.append(("skew", version, [MAJOR, MINOR]))
            return True
        if find_fault(self._shapes["hi"], frame[1:], True) is not None:
            return False
        uid: str = frame[2]
        boot: int = frame[3]
        hi: int = frame[5]
        if self.uid is not None and self.uid != uid:
            # Another board, though the port never closed. The records awaiting their commit are not its own.
            self._forget(now)
            events.append(("lost",))
            return True
        if self.state == UP and self._peer == (uid, boot):
            return True  # answers to several hellos
        if self._peer is not None and self._peer != (uid, boot):
            self._commands.give_up(events, self._peer[0] != uid)
        if self.uid is None:
            self.uid = uid
            self.safe = self._last = self._store.last_g(uid)
        self._peer = (uid, boot)
        self._proved = self._stored(self.safe) is None
        self.state = UP
        self._ack_due = True
        info: "dict[str, object]" = {"version": version, "uid": uid, "boot": boot, "lo": frame[4], "hi": hi}
        info["firmware"], info["program"], info["caps"] = frame[6:9]
        info["shadows"] = frame[9] if len(frame) > 9 else []  # older tables do not send it
        info["clock"] = frame[10] if len(frame) > 10 else None
        info["display"] = frame[11] if len(frame) > 11 else None
        events.append(("hi", info))
        self._check_tail(hi, events)
        return True

    def _check_tail(self, hi: int, events: "list[Event]") -> None:
        """Detect a table that has fewer records than it once sent: it has lost its journal."""
        if hi < self._last:
            self._fork(hi + 1, None, events)

    def _fork(self, g: int, new: bytes | None, events: "list[Event]") -> None:
        """Latch a fork."""
        self.state = FORK
        events.append(("fork", g, self._stored(g), new))

    def _stored(self, g: int) -> bytes | None:
        """Return the bytes of record g as received, committed or not; None inside a gap."""
        if g in self._pending or self.uid is None:
            return self._pending.get(g)
        return self._store.stored(self.uid, g)

    def _record(self, frame: "list[Any]", raw: bytes, events: "list[Event]") -> None:
        """Take a record."""
        g: int = frame[1]
        record = b"[" + raw[6:]
        if g == self._last + 1 and self._proved:
            self._last = g
            self._pending[g] = record
            events.append(("record", g, frame[1:], record))
        elif g > self._last:
            self._too_early()
        else:
            old = self._stored(g)
            if old is not None and old != record:
                self._fork(g, record, events)
            else:
                self._proved = self._proved or g == self.safe
                self._repeat(g)

    def _gap(self, frame: "list[Any]", raw: bytes, events: "list[Event]") -> None:
        """Take a gap."""
        first: int = frame[1]
        end: int = frame[2]
        self._proved = self._proved or first <= self.safe  # the table holds that record no more
        if end <= self._last:
            self._repeat(end)
        elif first <= self._last + 1:
            events.append(("gap", self._last + 1, end))
            self._pending[end] = None
            self._last = end
        else:
            self._too_early()

    def _too_early(self) -> None:
        """Send our position: an earlier record was lost."""
        self._ack_due = True

    def _repeat(self, g: int) -> None:
        """Repeat the acknowledgement that the table has not received, unless the disk is still busy."""
        self.repeated += 1
        if g <= self.safe:
            self._ack_due = True

    def _state(self, frame: "list[Any]", raw: bytes, events: "list[Event]") -> None:
        """Take a heartbeat."""
        hi: int = frame[2]
        events.append(("state", frame[1], hi, frame[3], frame[4]))
        self._check_tail(hi, events)
        if hi > self._last:
            self._ack_due = True

    def _news(self, frame: "list[Any]", raw: bytes, events: "list[Event]") -> None:
        """Take transient news."""
        events.append(tuple(frame))
