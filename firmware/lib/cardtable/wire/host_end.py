"""The host's end of the line: a state machine without I/O and without a clock.

The caller owns the port and the disk:

    events = end.receive(port.read(), now)     # also with b"": this is where silence is noticed
    ... write the records and gaps among the events to disk, then
    end.committed(g)                           # only now may the table forget them
    data = end.poll(now)                       # one line at a time, until b""

`now` is in milliseconds and never goes back. Call `start` whenever the port was opened anew.
If a commit fails, do not call `committed`; start anew once the disk is well.

Events:

| event | meaning |
|--|--|
| `("hi", info)` | a session began; info: uid, boot, lo, hi, firmware, manifest, caps, version |
| `("record", g, record, raw)` | the next record: [g, boot, n, us, kind, ...] and its own bytes |
| `("gap", a, b)` | positions a..b are lost for good: write that down, then commit b |
| `("fork", g, old, new)` | the table's record g (None: it has none) is not ours: latched, the end |
| `("skew", theirs, ours)` | another major version: nothing is taken until `start` |
| `("state", state, hi, free, error)` | the heartbeat |
| `("res", id, ok, args)` | a command was answered; ok None: the table restarted first, so nobody knows |
| `("see", ...)` `("say", ...)` `("raw", ...)` `("log", level, text)` | passing news |
| `("text", line)` | console text |
| `("lost",)` | the table fell silent; hello is said until it answers |
"""

from cardtable.micro import const
from cardtable.wire.frames import (
    FROM_HOST,
    MAJOR,
    MINOR,
    Splitter,
    are_positions,
    cleaned,
    encode,
    is_version,
    shown,
)

HELLO_PACE = const(500)  # ms between hellos
KEEPALIVE = const(1000)  # ms between acknowledgements when nothing else is said
COMMAND_PACE = const(500)  # ms until an unanswered command is said again
SILENCE = const(3000)  # ms without a valid frame: three heartbeats missed
ID_LENGTH = const(16)  # longest host_id: a hello must fit its line

OPENING = b'["ev",'

IDLE = "idle"
HELLO = "hello"
UP = "up"
SKEW = "skew"
FORK = "fork"


class HostEnd:
    """A host's session with the table at the other end of one port.

    host_id: who we are, at most 16 plain characters, the same every time.
    store: what is on disk. `last_g(uid)`, the last position of a table, gaps included (-1: none);
        `stored(uid, g)`, the bytes of its record g, or None.
    first_id: number of the first command. The table remembers numbers, so begin where no earlier
        process of this host has been: milliseconds since some date will do, seconds would not.

    `state` is one of the five words above, `uid` the table's, `safe` the last position on our disk.
    """

    def __init__(self, host_id, store, first_id):
        if not host_id or cleaned(host_id, ID_LENGTH) != host_id:
            raise ValueError(f"a host id has 1 to {ID_LENGTH} plain characters")
        self.state = IDLE
        self.uid = None
        self.safe = -1
        self.repeated = 0  # records received again
        self.unknown = 0  # sound frames of no known kind or shape
        self._host_id = host_id
        self._store = store
        self._splitter = Splitter()
        self._peer = None  # (uid, boot) of the latest session
        self._proved = True  # the table has the record `safe` as we have it
        self._last = -1  # last position taken in order; those above `safe` await their commit
        self._pending = {}  # their bytes by position; a gap stands at its end, as None
        self._commands = []  # [id, line, said at least once]; the first one is being said
        self._next_id = first_id
        self._heard_at = 0
        self._hello_due = False
        self._ack_due = False
        self._said_at = 0  # of the latest hello or acknowledgement
        self._command_at = 0

    @property
    def bad(self):
        """Lines received that were no frame."""
        return self._splitter.bad + self._splitter.overlong + self.unknown

    def start(self, now):
        """Begin on a newly opened port. What was not committed will come again. A fork stays latched."""
        self._splitter = Splitter()
        self._forget(now)

    def do(self, command, *args):
        """Queue a command; its id. They are carried out in order, each once. ValueError: too long."""
        number = self._next_id
        line = encode(["do", number, command] + list(args), FROM_HOST)
        self._next_id += 1
        self._commands.append([number, line, False])
        return number

    def committed(self, g):
        """Everything up to g is on disk, beyond recall: the table may hear of it."""
        for position in sorted(self._pending):
            if position <= g:
                del self._pending[position]
                self.safe = position
                self._ack_due = True

    def poll(self, now):
        """One line to write now, b"" for none."""
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
        if self._commands and (not self._commands[0][2] or now - self._command_at >= COMMAND_PACE):
            self._commands[0][2] = True
            self._command_at = now
            return self._commands[0][1]
        return b""

    def _position(self):
        """Where the table should go on: at first one record back, so that it shows the last one we have.

        A table with another journal would otherwise go on behind our last record as if it were its own.
        """
        return self.safe if self._proved else self.safe - 1

    def receive(self, data, now):
        """Take bytes from the port; the events they bring."""
        events = []
        for frame, raw in self._splitter.feed(data):
            if frame is None:
                events.append(("text", shown(raw)))
            elif self.state == HELLO or self.state == UP:
                if self._take(frame, raw, events, now):
                    self._heard_at = now
                else:
                    self.unknown += 1
                    events.append(("text", shown(raw)))
        if self.state == UP and now - self._heard_at >= SILENCE:
            self._lose(events, now)
        return events

    def _forget(self, now):
        """Know no table any more and say hello."""
        self.uid = None
        self.safe = self._last = -1
        self._proved = True
        self._pending = {}
        self._greet(now)

    def _greet(self, now):
        if self.state != FORK:
            self.state = HELLO
        self._hello_due = True
        self._said_at = now
        self._ack_due = False

    def _lose(self, events, now):
        events.append(("lost",))
        self._greet(now)

    def _take(self, frame, raw, events, now):
        """Act on a sound frame; False if it is of no known kind or shape."""
        kind = frame[0]
        size = len(frame)
        if kind == "hi":
            return self._hi(frame, events, now)
        if kind == "ev":
            # The record's own text is the frame's without its kind, so the kind must stand there plainly.
            good = size > 5 and are_positions(frame[1:5]) and isinstance(frame[5], str) and raw[:6] == OPENING
            handler = self._record
        elif kind == "gap":
            good = size > 2 and are_positions(frame[1:3]) and frame[1] <= frame[2]
            handler = self._gap
        elif kind == "st":
            good = size > 4 and isinstance(frame[1], str) and are_positions(frame[2:4], -1)
            handler = self._state
        elif kind == "res":
            good = size > 2 and are_positions(frame[1:2]) and isinstance(frame[2], bool)
            handler = self._answer
        elif kind == "log":
            good = size > 2 and isinstance(frame[1], str) and isinstance(frame[2], str)
            handler = self._news
        else:
            good = kind == "see" or kind == "say" or kind == "raw" and size > 4
            handler = self._news
        if good and self.state == UP:
            handler(frame, raw, events)
        return good

    def _hi(self, frame, events, now):
        if len(frame) < 3 or not is_version(frame[1]):
            return False
        if frame[1][0] != MAJOR:
            self.state = SKEW
            events.append(("skew", frame[1], [MAJOR, MINOR]))
            return True
        if len(frame) < 9 or not are_positions(frame[3:4]) or not are_positions(frame[4:6], -1):
            return False
        for i in (2, 6, 7):
            if not isinstance(frame[i], str):
                return False
        if not isinstance(frame[8], list):
            return False
        uid, boot = frame[2:4]
        if self.uid is not None and self.uid != uid:
            # Another board, though the port never closed. What awaits its commit is not its own: begin anew.
            self._forget(now)
            events.append(("lost",))
            return True
        if self.state == UP and self._peer == (uid, boot):
            return True  # answers to several hellos
        self._settle_commands(uid, boot, events)
        if self.uid is None:
            self.uid = uid
            self.safe = self._last = self._store.last_g(uid)
        self._peer = (uid, boot)
        self._proved = self._stored(self.safe) is None
        self.state = UP
        self._ack_due = True
        info = {"version": frame[1], "uid": uid, "boot": boot, "lo": frame[4], "hi": frame[5]}
        info["firmware"], info["manifest"], info["caps"] = frame[6:9]
        events.append(("hi", info))
        self._check_tail(frame[5], events)
        return True

    def _settle_commands(self, uid, boot, events):
        """Give up what an earlier boot may have heard, and what was meant for another table."""
        if self._peer is None or self._peer == (uid, boot):
            return
        kept = []
        for command in self._commands:
            if command[2] or self._peer[0] != uid:
                events.append(("res", command[0], None, []))
            else:
                kept.append(command)
        self._commands = kept

    def _check_tail(self, hi, events):
        """A table that has less than it once sent us has lost its journal."""
        if hi < self._last:
            self._fork(hi + 1, None, events)

    def _fork(self, g, new, events):
        self.state = FORK
        events.append(("fork", g, self._stored(g), new))

    def _stored(self, g):
        """The bytes we took as record g, committed or not; None inside a gap."""
        return self._pending[g] if g in self._pending else self._store.stored(self.uid, g)

    def _record(self, frame, raw, events):
        g = frame[1]
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

    def _gap(self, frame, raw, events):
        first, end = frame[1:3]
        self._proved = self._proved or first <= self.safe  # it holds that record no more
        if end <= self._last:
            self._repeat(end)
        elif first <= self._last + 1:
            events.append(("gap", self._last + 1, end))
            self._pending[end] = None
            self._last = end
        else:
            self._too_early()

    def _too_early(self):
        """Something before this was lost: say where we are."""
        self._ack_due = True

    def _repeat(self, g):
        """The table has not heard our acknowledgement, unless the disk is still at it."""
        self.repeated += 1
        if g <= self.safe:
            self._ack_due = True

    def _state(self, frame, raw, events):
        events.append(("state", frame[1], frame[2], frame[3], frame[4]))
        self._check_tail(frame[2], events)
        if frame[2] > self._last:
            self._ack_due = True

    def _answer(self, frame, raw, events):
        if self._commands and self._commands[0][0] == frame[1] and self._commands[0][2]:
            self._commands.pop(0)
            events.append(("res", frame[1], frame[2], frame[3:]))

    def _news(self, frame, raw, events):
        events.append(tuple(frame))
