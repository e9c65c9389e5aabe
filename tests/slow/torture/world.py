"""Both real ends of the line, and everything that may befall them, from one seed.

The table: its journal on a flash that fails (tests/support/failing_flash.py), the match, the table's end of
the line; people play at the seam of the pads. The computer: the host's end and its SQLite journal. Between
them a line that loses, flips and doubles bytes. Time is a number that the world moves on; the same seed gives
the same bytes.

What is promised is noted when it is promised, and compared when all is over (`World.check`): no promised
record is lost, each is there once, unchanged and in order; nothing is there that never was; all is on the
computer's disk within DRAIN_MS of the last fault.
"""

import contextlib
import hashlib
import random
import shutil

from cardtable.controller.match import commitments as table_terms
from cardtable.controller.match import resume
from cardtable.controller.match import session as table_play
from cardtable.controller.storage import journal as table_journal
from cardtable.controller.storage.store import Store
from cardtable.engine import match as matches
from cardtable.engine.asks.base import PLACES
from cardtable.engine.replay import Difference
from cardtable.games import registry as games
from cardtable.wire.table_session import TableEnd
from failing_flash import TEARS, FailingFlash, PowerCut
from random_players import Guests, NoCard
from recorded_matches import Signs
from simulated_line import UID, compact
from tablehost.errors import Trouble
from tablehost.journal.audit import Audit
from tablehost.journal.databases import JournalError
from tablehost.journal.store import Journal
from tablehost.link import conversation
from tablehost.link.conversation import Conversation
from tablehost.link.events import Result

STEP_MS = 10
DRAIN_MS = 30_000
FIFO = 256  # bytes that a Pico's USB holds for a computer that does not read
BALLAST = "ballast"  # a file that fills the flash
CODE = "code"  # opens what is sealed
SECTORS = 64  # a small flash: the same code, and a full one is near
GAMES = (("democracy", 2, {}), ("democracy", 4, {}), ("demos", 3, {}), ("demos", 4, {"mode": "2v2"}),
         ("democrazy", 4, {}))  # fmt: skip

# What may happen, and how often relative to each other.
FAULTS = (
    ("cut", 10),  # the power of the table, in any operation of its flash
    ("off", 4),  # the same, while its flash is at rest
    ("loss", 4),
    ("flip", 4),
    ("double", 3),
    ("unplug", 4),
    ("deaf", 3),  # the computer does not read
    ("crash", 5),  # the computer's program, before or after it committed
    ("fsync", 2),  # its disk refuses
    ("backup", 2),  # it comes back from an older state of its disk
    ("other", 2),  # another computer takes the line for a while
    ("noise", 3),  # a print of a user's code
    ("ctrl-c", 2),
    ("jump", 2),  # the computer sleeps, its clock jumps
    ("begin", 2),  # another match begins where one is under way, and perhaps the power goes in that
    ("full", 2),  # the table's flash is full for a while
)


class Broken(AssertionError):
    """An invariant does not hold."""


class Line:
    """Bytes under way. `faults`: kind -> chance a byte."""

    def __init__(self, rng):
        self._rng = rng
        self.up = bytearray()
        self.down = bytearray()
        self.plugged = True
        self.deaf = False
        self.faults = {}

    def _spoiled(self, data):
        if not self.faults:
            return data
        out = bytearray()
        for byte in data:
            if self._rng.random() < self.faults.get("loss", 0):
                continue
            if self._rng.random() < self.faults.get("flip", 0):
                byte ^= 1 << self._rng.randrange(8)
            out.append(byte)
            if self._rng.random() < self.faults.get("double", 0):
                out.append(byte)
        return bytes(out)

    def from_table(self, data):
        """Return the number of bytes that the table's port takes."""
        if not self.plugged:
            return len(data)  # into the void
        taken = min(len(data), max(0, FIFO - len(self.up))) if self.deaf else len(data)
        self.up += self._spoiled(data[:taken])
        return taken

    def from_host(self, data):
        if self.plugged:
            self.down += self._spoiled(data)

    def read(self, name):
        queue = getattr(self, name)
        data = bytes(queue)
        queue.clear()
        return data


def terms(rng):
    """Return the terms on which a match begins."""
    policy = rng.choice(("all", "shown", "sealed"))
    key, sign = rng.randbytes(32), rng.randbytes(16)
    return table_terms.begin(key, rng.randbytes(8).hex(), rng.choice(("blind", "open")), policy, CODE, sign)


def noticed(journal, note):
    """Have `note()` called in the instant in which a record is promised."""
    keep = journal.append

    def append(us, record):
        g = keep(us, record)
        note()
        return g

    journal.append = append


class Table:
    """The powered part of `world`: its files and its line."""

    def __init__(self, world):
        self.world = world
        self.journal = table_journal.Journal(world.flash)
        self.journal.start()
        self.play = table_play.Play(self.journal, Signs(), self._us)
        self.booted = world.now
        self.done = set()
        self.end = TableEnd((UID, self.journal.boot, "0", "virtual-torture", []), self.journal, lambda: 0)
        self._notice()
        self._note()

    def _us(self):
        return (self.world.now - self.booted) * 1000

    def _notice(self):
        """Have every promise noted in the instant it is given, and look at what is acknowledged."""
        noticed(self.journal, self._note)
        acked = self.journal.acked

        def taken(g):
            if g > self.world.on_disk:
                raise Broken(f"record {g} was acknowledged, on disk is {self.world.on_disk}")
            acked(g)

        self.journal.acked = taken

    def _note(self):
        """Whatever the journal holds now is promised."""
        promised = self.world.promised
        for g in range(len(promised), self.journal.hi() + 1):
            promised.append(compact(self.journal.get(g)))

    def start(self):
        """Go on with the match that was under way, or begin one."""
        world = self.world
        if resume.restore(self.play):
            self.play.go_on(world.lying())
            world.people.at(self.play.referee)
        else:
            self.begin()

    def begin(self):
        """Begin a match."""
        world = self.world
        name, seats, given = world.rng.choice(GAMES)
        world.pads = [None] * PLACES
        fresh = matches.new(games.load(name), seats, given)
        self.play.begin(fresh, world.rng.randbytes(16), terms(world.rng))
        world.people.at(self.play.referee)

    def act(self):
        """Let a player act."""
        referee = self.play.referee
        if referee is None or referee.over:
            self.start()
            return
        people = self.world.people
        if people.referee is not referee:
            people.at(referee)
        try:
            event = people.choose()
        except NoCard:
            self.play.referee = None  # a hand no real person would hold: another match
            return
        if event[0] == "laid":
            self.world.pads[event[1]] = event[2]
        elif event[0] == "lifted":
            self.world.pads[event[1]] = None
        self.play.feed(event)

    def turn(self):
        line, now = self.world.line, self.world.now
        data = line.read("down")
        if b"\x03" in data:
            self.end.receive(data[data.rindex(b"\x03") + 1 :], now)
            raise KeyboardInterrupt
        for command in self.end.receive(data, now):
            if command[2] in self.done:
                raise Broken(f"command {command[2]} was carried out twice")
            self.done.add(command[2])
            self.world.done.add(command[2])
            self.end.reply(command[0], True, "ok")
        if self.world.rng.random() < 0.1:
            self.journal.idle()
        out = self.end.poll(now)
        while out:
            taken = line.from_table(out)
            self.end.sent(taken)
            if taken < len(out):
                break
            out = self.end.poll(now)


class Crash(Exception):
    """The computer's program ends here."""


class Clock:
    """The replacement of the module `time` on the computer's side."""

    def __init__(self, world):
        self._world = world

    def monotonic(self):
        return (self._world.now + self._world.jumped) / 1000

    def time(self):
        return 1_000_000 + self.monotonic()


class Disk(Journal):
    """The computer's journal: the program may crash before and after it wrote, the disk may refuse."""

    def __init__(self, world, path):
        super().__init__(path)
        self._world = world
        self.crash = None  # "before" or "after" the next commit
        self.refuse = False  # the next commit fails

    def append(self, uid, news):
        if self.crash == "before":
            raise Crash
        if self.refuse:
            self.refuse = False
            raise JournalError("no room", "make some")
        last = super().append(uid, news)
        self._world.on_disk = max(self._world.on_disk, last)
        if self.crash == "after":
            raise Crash
        return last


class Computer:
    """A program that is in session with the table; also its side of the line."""

    def __init__(self, world, name):
        self.world = world
        self.name = name
        self.journal = Disk(world, world.folder / f"{name}.sqlite")
        self.session = Conversation(self.journal, self, True)
        self.orders = {}  # number of the command on the line -> which one it was

    # What a session wants of a line.

    def wait(self, seconds):
        pass

    def read(self):
        return b"" if self.world.line.deaf else self.world.line.read("up")

    def write(self, data):
        self.world.line.from_host(data)

    def turn(self):
        """Raises Crash, JournalError or, for a fork, Broken."""
        world, end = self.world, self.session._end
        if end.state == "up" and world.rng.random() < 0.02:
            world.ordered += 1
            self.orders[end.do("nothing", world.ordered)] = world.ordered
        try:
            for event in self.session.turn(0):
                if not isinstance(event, Result) or not event.accepted:
                    continue
                if self.orders[event.number] not in world.done:
                    raise Broken(f"command {self.orders[event.number]} was answered and not carried out")
        except JournalError:
            raise
        except Trouble as trouble:
            raise Broken(f"{trouble.code}: {trouble.message}") from trouble

    def close(self):
        self.journal.close()


class World:
    """`folder`: an empty one; `acts`: how much people do while faults come."""

    def __init__(self, seed, folder, acts=120):
        self.seed = seed
        self.rng = random.Random(f"torture {seed}")
        self.folder = folder
        self.acts = acts
        self.now = 0
        self.jumped = 0
        self.line = Line(self.rng)
        self.flash = FailingFlash(SECTORS, seed=seed, removals=True)
        self.people = Guests(seed)
        self.pads = [None] * PLACES
        self.ordered = 0  # commands given
        self.done = set()  # those carried out
        self.promised = []
        self.on_disk = -1  # the last record that ever was on a computer's disk
        self.counts = dict.fromkeys([row[0] for row in FAULTS], 0)
        self.table = None
        self.computer = None
        self.owner = "one"
        self.backups = {}
        self.later = []  # (when, what to do)
        self.ballast = False
        self.cuts = 0  # times the power went in an operation of the flash
        self.trace = hashlib.sha256()

    # -- the course ------------------------------------------------------------------------------

    def run(self):
        """Everything, to the end; raises Broken."""
        with self.in_place():
            self.begin()
            next_act = next_fault = 0
            while self.acts > 0:
                self._tick()
                if self.now >= next_act and self.table is not None:
                    next_act = self.now + self.rng.randrange(10, 120)
                    self.acts -= 1
                    self._guarded(self.table.act)
                if self.now >= next_fault:
                    next_fault = self.now + self.rng.randrange(50, 1500)
                    self._fault()
            self._calm()
            self.until_drained()
            self.check()
        return self

    def begin(self):
        """Switch everything on."""
        self.switch_on()
        self.computer = Computer(self, "one")

    def people_act(self, times):
        """So many acts of people, one in each turn."""
        for _ in range(times):
            self._tick()
            if self.table is not None:
                self._guarded(self.table.act)

    @contextlib.contextmanager
    def in_place(self):
        """Time is this world's."""
        real = conversation.time
        conversation.time = Clock(self)
        try:
            yield
        finally:
            conversation.time = real

    def _tick(self):
        self.now += STEP_MS
        for row in [row for row in self.later if row[0] <= self.now]:
            self.later.remove(row)
            row[1]()
        if self.table is not None:
            self._guarded(self.table.turn)
        if self.computer is not None:
            try:
                self.computer.turn()
            except (Crash, JournalError):
                self._stop_computer()
                self._after(self.rng.randrange(10, 800), self._start_computer)

    def _after(self, ms, act):
        self.later.append((self.now + ms, act))

    def _guarded(self, act):
        """Something the table does, in which its power may go."""
        try:
            act()
        except PowerCut:
            self._was_cut()
        except KeyboardInterrupt:
            self.table = None  # maintenance, then a soft reset
            self._after(self.rng.randrange(10, 500), self.switch_on)
        except OSError:
            # The flash is full: nothing was promised; a user makes room and switches off and on.
            self.table = None
            self._after(self.rng.randrange(10, 500), self._make_room)

    def _was_cut(self):
        self.cuts += 1
        self.flash.switch_on()
        self._lost_power()

    def _lost_power(self):
        self.table = None
        self.line.up.clear()  # what the USB still held
        self._after(self.rng.randrange(10, 800), self.switch_on)

    def switch_on(self):
        if self.table is not None:
            return
        try:
            table = Table(self)
            self.table = table
            table.start()
        except PowerCut:
            self._was_cut()
        except Difference as difference:
            raise Broken(f"the match does not go on: {difference}") from difference
        except OSError:
            self.table = None
            self._after(self.rng.randrange(10, 500), self._make_room)

    def _make_room(self):
        self._unload()
        self.switch_on()

    def lying(self):
        return [(place, self.pads[place]) for place in range(PLACES) if self.pads[place] is not None]

    def _stop_computer(self):
        self.computer.close()
        self.computer = None

    def _start_computer(self):
        if self.computer is None:
            self.computer = Computer(self, self.owner)

    # -- what befalls them -----------------------------------------------------------------------

    def _fault(self):
        names = [row[0] for row in FAULTS]
        name = self.rng.choices(names, [row[1] for row in FAULTS])[0]
        self.counts[name] += 1
        if name in ("loss", "flip", "double"):
            self._spoil(name)
        else:
            getattr(self, "_" + name.replace("-", "_"))()

    def _cut(self):
        self.flash.cut_in(self.rng.randrange(1, 12), self.rng.choice(TEARS))

    def _off(self):
        if self.table is not None:
            self._lost_power()

    def _spoil(self, name):
        self.line.faults[name] = self.rng.choice((0.001, 0.01, 0.1))
        self._after(self.rng.randrange(100, 3000), lambda: self.line.faults.pop(name, None))

    def _unplug(self):
        self.line.plugged = False
        self.line.up.clear()
        self.line.down.clear()
        self._after(self.rng.randrange(100, 8000), self._plug)

    def _plug(self):
        if not self.line.plugged and self.computer is not None:
            self.computer.session.go_on(self.computer)  # the port is opened again
        self.line.plugged = True

    def _deaf(self):
        self.line.deaf = True
        self._after(self.rng.randrange(100, 8000), self._hear)

    def _hear(self):
        self.line.deaf = False

    def _crash(self):
        if self.computer is not None:
            self.computer.journal.crash = self.rng.choice(("before", "after"))

    def _fsync(self):
        if self.computer is not None:
            self.computer.journal.refuse = True

    def _backup(self):
        """The disk as it was some time ago; the first time, only a copy is made."""
        if self.computer is None:
            return
        name = self.computer.name
        self._stop_computer()
        if name in self.backups:
            shutil.copy(self.backups.pop(name), self.folder / f"{name}.sqlite")
        else:
            self.backups[name] = self.folder / f"{name}.old"
            shutil.copy(self.folder / f"{name}.sqlite", self.backups[name])
        self._after(self.rng.randrange(10, 500), self._start_computer)

    def _other(self):
        self.owner = "two" if self.owner == "one" else "one"
        if self.computer is not None:
            self._stop_computer()
        self._after(self.rng.randrange(10, 500), self._start_computer)

    def _noise(self):
        text = self.rng.choice(
            (b"hello\r\n", b"Traceback (most recent call last):\r\n", b"[1,2", b"\n\n", b'["ev",')
        )
        self.line.up += text + self.rng.randbytes(self.rng.randrange(0, 600))

    def _ctrl_c(self):
        self.line.down += b"\x03"

    def _jump(self):
        self.jumped += self.rng.choice((1000, 60_000, 8 * 3_600_000))

    def _begin(self):
        if self.table is not None:
            if self.rng.random() < 0.5:
                self._cut()
            self._guarded(self.table.begin)

    def _full(self):
        if self.table is None or self.ballast:
            return
        self.ballast = True
        try:
            while True:
                self.table.journal.store.append(BALLAST, bytes(4000))
        except OSError:
            pass
        except PowerCut:
            self._was_cut()
        self._after(self.rng.randrange(500, 4000), self._unload)

    def _unload(self):
        if not self.ballast:
            return
        store = self.table.journal.store if self.table is not None else Store(self.flash)
        try:
            if self.table is None:
                store.start()
            store.remove(BALLAST)
            self.ballast = False
        except PowerCut:
            self._was_cut()
            self._after(self.rng.randrange(500, 4000), self._unload)

    # -- the end ---------------------------------------------------------------------------------

    def _calm(self):
        """No fault from here on."""
        self.flash.cut_in(-1, "nothing")
        self.line.faults.clear()
        self.line.deaf = False
        self._plug()
        if self.computer is not None:
            self.computer.journal.crash = None
            self.computer.journal.refuse = False

    def until_drained(self):
        """Until the computer has everything; nothing befalls anybody any more."""
        calm_at = self.now
        while self.table is None or self.computer is None or self.later or not self._is_drained():
            if self.now - calm_at > DRAIN_MS:
                have = None if self.computer is None else self.computer.journal.last_g(UID)
                raise Broken(
                    f"{DRAIN_MS} ms after the last fault the computer has {have} of {len(self.promised)}"
                )
            self._tick()

    def _is_drained(self):
        return self.computer.journal.last_g(UID) == len(self.promised) - 1 == self.table.journal.hi()

    def check(self):
        """Compare every disk with what was promised."""
        self._stop_computer()
        for name in ("one", "two"):
            path = self.folder / f"{name}.sqlite"
            if path.exists():
                with Journal(path) as journal:
                    self._check(journal)

    def _check(self, journal):
        journal.check()
        least = self.table.journal.lo()  # of a full flash what a host had may have gone
        gaps = [gap for gap in journal.gaps(UID) if gap.last >= least]
        if gaps:
            raise Broken(f"gaps {gaps}, though the table forgot nothing from {least} on")
        records = journal.records(UID)
        if [record.g for record in records] != sorted({record.g for record in records}):
            raise Broken(f"not in order: {[record.g for record in records]}")
        for record in records:
            if record.g >= len(self.promised):
                raise Broken(f"record {record.g} never was: {record.body!r}")
            if record.body != self.promised[record.g]:
                raise Broken(
                    f"record {record.g} is {record.body!r}, promised was {self.promised[record.g]!r}"
                )
            self.trace.update(record.body)
        self._audit(records)

    def _audit(self, records):
        """Every match follows from the rules, and what was hidden is what was opened."""
        audit = Audit(CODE)
        is_closed = True  # what a table records between two matches belongs to none
        for record in records:
            if record.kind == "game":
                audit, is_closed = Audit(CODE), False
            if not is_closed:
                audit.take(record.body)
                is_closed = record.kind == "head" and audit.over
            if audit.findings:
                raise Broken(str(audit.findings[0]))
