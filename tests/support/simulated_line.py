"""A table's end and a host's end with a line between them, for tests: time stands still until `run`.

The pieces know nothing of each other but bytes, as in life. `Bench` is a perfect line; `faults`
given to it make it a bad one.
"""

import json

from cardtable.wire.frames import encode
from cardtable.wire.host_session import HostEnd
from cardtable.wire.table_session import TableEnd

STEP = 10  # ms of a turn of both loops
UID = "e6614103e7452d2f"


def compact(value):
    """The bytes a record has on disk and on the line."""
    return json.dumps(value, separators=(",", ":")).encode()


def do_unchecked(end, command, *args):
    """`HostEnd.do` by a host that does not look at the shapes of its commands."""
    return end._commands.queue(command, args)


class Ring:
    """A table's journal. Positions below `first` are gone; `thrifty` gives up whatever is acknowledged."""

    def __init__(self, thrifty=False):
        self.records = []  # all ever written, so that tests can compare
        self.first = 0
        self.thrifty = thrifty
        self.told = []
        self.lost = set()  # positions that cannot be read

    def lo(self):
        return self.first if self.hi() >= self.first else -1

    def hi(self):
        return len(self.records) - 1

    def line(self, g):
        assert self.first <= g <= self.hi(), f"asked for {g} of {self.first}..{self.hi()}"
        return None if g in self.lost else encode(["ev"] + self.records[g])

    def acked(self, g):
        self.told.append(g)
        if self.thrifty:
            self.first = max(self.first, g + 1)

    def append(self, boot, *body):
        g = len(self.records)
        self.records.append([g, boot, g, 1000 * g, *body])


class Disk:
    """A host's disk: what is on it was committed."""

    def __init__(self):
        self.rows = {}  # (uid, g): bytes, or None inside a gap

    def last_g(self, uid):
        return max((g for other, g in self.rows if other == uid), default=-1)

    def stored(self, uid, g):
        return self.rows.get((uid, g))

    def write(self, uid, events):
        """Commit the records and gaps among `events`; the last position, or None if there was nothing."""
        last = None
        for event in events:
            if event[0] == "record":
                last = event[1]
                assert (uid, last) not in self.rows, f"position {last} committed twice"
                assert last == self.last_g(uid) + 1, f"position {last} out of turn"
                self.rows[uid, last] = event[3]
            elif event[0] == "gap":
                last = event[2]
                self.rows.update({(uid, g): None for g in range(event[1], last + 1)})
        return last


class Faults:
    """Faults of a line: by default none."""

    def carry(self, data):
        """Return the bytes that arrive of `data`."""
        return data

    def taken(self, count):
        """Return how many of `count` bytes the table's port takes."""
        return count


class Bench:
    """Both ends, their disks and a line. `commands` and `events` hold all that came out."""

    def __init__(self, faults=None, thrifty=False, now=0, uid=UID):
        self.now = now
        self.faults = faults or Faults()
        self.ring = Ring(thrifty)
        self.disk = Disk()
        self.boot = 1
        self.uid = uid
        self.commands = []
        self.events = []
        self.plugged = True
        self.reading = True
        self.to_host = b""
        self.to_table = b""
        self.processes = 0
        self.table = self.host = None
        self.reset_table()
        self.new_host()

    def reset_table(self, firmware="0.1.0"):
        self.boot += 1
        self.ring.append(self.boot, "boot")
        info = (self.uid, self.boot, firmware, "0123456789abcdef", ["undo"])
        self.table = TableEnd(info, self.ring, lambda: 100_000)

    def new_host(self, host_id="host-a", disk=None):
        """Another process, of the same host unless told otherwise."""
        self.processes += 1
        self.disk = disk or self.disk
        self.host = HostEnd(host_id, self.disk, 1000 * self.processes)
        self.host.start(self.now)

    def unplug(self):
        """Drop all bytes under way, in both directions."""
        self.plugged = False
        self.to_host = self.to_table = b""

    def plug(self):
        self.plugged = True
        self.host.start(self.now)

    def commit(self, events):
        last = self.disk.write(self.host.uid, events)
        if last is not None:
            self.host.committed(last)

    def turn_table(self):
        data = self.to_table if self.plugged else b""
        self.to_table = b""
        for command in self.table.receive(data, self.now):
            self.commands.append(command)
            self.table.reply(command[0], True, "ok", len(self.commands))
        data = self.table.poll(self.now)
        while data:
            room = len(data) if self.reading or len(self.to_host) < 4096 else 0
            taken = self.faults.taken(room)
            if self.plugged:
                self.to_host += self.faults.carry(bytes(data[:taken]))
            self.table.sent(taken)
            if taken < len(data):
                break
            data = self.table.poll(self.now)

    def turn_host(self):
        data, self.to_host = self.to_host, b""
        events = self.host.receive(data, self.now)
        self.events += events
        self.commit(events)
        data = self.host.poll(self.now)
        while data:
            assert len(data) <= 63 and data.endswith(b"\n")
            if self.plugged:
                self.to_table += self.faults.carry(data)
            data = self.host.poll(self.now)

    def run(self, milliseconds):
        for _ in range(milliseconds // STEP):
            self.now += STEP
            self.turn_table()
            if self.reading:
                self.turn_host()

    def lay(self, count=1):
        """The table promises `count` more records."""
        for _ in range(count):
            self.ring.append(self.boot, "lay", f"{len(self.ring.records) % 7}:5S")

    def heard(self, *kinds):
        return [event for event in self.events if event[0] in kinds]

    def check(self, first=0):
        """The host has on disk, unchanged, every record from `first` on."""
        have = [self.disk.stored(self.uid, g) for g in range(first, len(self.ring.records))]
        assert have == [compact(record) for record in self.ring.records[first:]]
        assert self.disk.last_g(self.uid) == self.ring.hi()
