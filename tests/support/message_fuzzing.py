"""Commands and messages by their shapes, valid and mutated, for a table and a host in this very process.

A *case* is a state and the lines said since it began. `hunt_table` and `hunt_host` say so many lines, drawn
from a seed, and raise Failure with the seed and the last lines that fail.
"""

import io
import json
import random
import shutil
import tempfile
from functools import partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from zlib import crc32

from cardtable.controller.match import readiness
from cardtable.engine import match as matches
from cardtable.engine.asks.base import OK
from cardtable.games import registry as games
from cardtable.wire import host_shapes, table_shapes
from cardtable.wire.frames import FROM_HOST, Splitter
from cardtable.wire.shapes import compiled, find_fault
from drawn import Drawn
from firmware_table import CENTRE, Table
from random_players import Guests, everything
from tablehost.cli import corrections
from tablehost.cli.follower import Follower
from tablehost.decks import table as ontable
from tablehost.doctor import table
from tablehost.errors import Trouble
from tablehost.journal.store import Journal
from tablehost.link import orders, service
from tablehost.screen.choice import AS_IT_IS
from tablehost.session import answers
from tablehost.session.session import Session

HUGE = [1 << 31, 1 << 53, (1 << 62) - 1, 1 << 62, 1 << 63, -(1 << 63), 10**30, 10**300]
JUNK = [
    None, True, False, -1, 0, 1, 2, 3, 7, 12, 33, 99, 4095, 4096, 65536, *HUGE, 0.5, 1.0, -0.0, 1e300,
    float("nan"), float("inf"), "", "x", "0", "-1", "seat", "answer", "before", "yes", "?", "5S", "QH#2",
    "9" * 40, "a b", "%s", '"', "\\", "é", "\u202e", "\U0001f0a1", "\x1b[2J", "\x00", "../../x", "x" * 200,
    [], [1], [[]], [None], ["a"], {}, {"a": 1},
]  # fmt: skip
WORDS = {
    "game": ("democracy", "demos", "democrazy"),
    "name": ("lang", "sound", "days", "deal_check", "wins", "mode"),
    "value": ("fr", "en", "off", "soft", "2", "blind"),
    "mode": ("blind", "open"),
    "policy": ("shown", "all", "sealed"),
    "card": ("?", "5S", "QH", "X1", "R05", "END", "N07"),
    "words": ("seat", "answer", "before", "5S", "QH", "yes", "no"),
    "text": ("democracy", "5S 04a1b2c3d4e5f6", "# a remark", "X1 00", "x"),
    "sort": ("iso14443a", "iso15693"),
    "row": ("wins", "nothing", "refused"),
    "hex": ("01020304", "zz", "0102"),
}
RARE = ("begin", "fix end", "fix leave", "fix void", "serve end", "fix resume", "new")  # they end a state
ROWS = [row for row in host_shapes.COMMANDS.split("\n") if row]


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


def sealed(frame):
    """A well-framed line of any JSON value, whatever the protocol says of values."""
    body = json.dumps(frame, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "surrogatepass")
    return body + b" %08x\n" % crc32(body)


# -- drawn from a shape ------------------------------------------------------------------------------


def sample(rng, name, shape):
    """A value of this compiled shape."""
    one = rng.choice(shape)
    kind = one[0]
    if kind == "..":
        least, most = one[1], one[2]
        return rng.choice((least, most, rng.randint(least, min(most, least + 12))))
    if kind == "int":
        return rng.randint(-5, 40)
    if kind in ("text", "string", "name"):
        return rng.choice(WORDS.get(name, ("x", "ready", "lay-face-down")))
    if kind == "digest":
        return "Aa-_0" * 8 + "BCD"
    if kind == "hex":
        return rng.choice(("00ff", "01020304", "04a1b2c3d4e5f6"))
    if kind == '"':
        return one[1]
    if kind == "bool":
        return rng.random() < 0.5
    if kind == "null":
        return None
    if kind == "[":
        return [sample(rng, name, one[1]) for _ in range(rng.randrange(6))]
    if kind == "(":
        return drawn(rng, one[1])
    return rng.choice((None, 3, "x", [1, [2, "y"]], []))


def drawn(rng, row):
    """Values of a compiled row."""
    values = []
    for name, mode, shape in row:
        if mode == "*":
            return values + [sample(rng, name, shape) for _ in range(rng.randrange(6))]
        if mode == "?" and rng.random() < 0.5:
            return values
        values.append(sample(rng, name, shape))
    return values


def mutated(rng, values):
    """The same values with one of them, or their number, changed."""
    values = list(values)
    at = rng.randrange(len(values) + 1)
    junk = rng.choice([*JUNK, nested(rng.choice((8, 20, 90)))])
    way = rng.randrange(6)
    if way == 0 or at == len(values):
        values.insert(at, junk)
    elif way == 1:
        del values[at]
    elif way == 2:
        values[at:at] = values[at : at + 1] * rng.choice((1, 3, 50))
    elif way == 3 and isinstance(values[at], list):
        values[at] = mutated(rng, values[at])
    elif way == 4 and isinstance(values[at], int):
        values[at] += rng.choice((-1, 1, 10, -100, 1 << 40))
    else:
        values[at] = junk
    return values


class Failure(AssertionError):
    """A failure: the reason, the seed, and the last lines that show it, or all."""

    def __init__(self, why, seed, state, lines):
        said = "\n".join("  " + line.decode("utf-8", "replace").rstrip() for line in lines)
        super().__init__(f"seed {seed}, {state}: {why}\n{said}")


# -- a table -----------------------------------------------------------------------------------------


def play(loop, seed, steps):
    """Random people play at a table's loop, on its own referee."""
    people = Guests(seed, clumsy=0)
    for _ in range(steps):
        referee = loop.play.referee
        if referee is None or referee.over or referee.ask is None:
            return
        if people.referee is not referee:
            people.at(referee)
        loop.feed(people.choose())


def idle(table, seed):
    """Nothing is played."""


def set_up(table, seed):
    """A match is set up by keys at the table."""
    table.press("ok", 1)
    assert hasattr(table.loop.dialogue, "start")


def prepared(table, seed):
    """A computer has said `new`."""
    table.say("new", "democracy", 3)
    assert table.loop.prepared is not None


def in_match(name, seats):
    def begin(table, seed):
        table.loop.clock.turn()
        readiness.begin(table.loop, matches.new(games.load(name), seats, {}))
        for seat in range(seats):
            table.loop.feed(("key", seat, OK))
        play(table.loop, seed, seed % 40)

    begin.__name__ = f"in a match of {name}"
    return begin


def in_dialogue(table, seed):
    """Two seats talk about a correction."""
    in_match("democracy", 3)(table, seed)
    table.loop.close_dialogue()
    for pad in (0, 1):
        for key in ("no", "ok"):
            table.machine.press(pad, key)
        table.run(1_100_000)
        for key in ("no", "ok"):
            table.machine.release(pad, key)
        table.run(300_000)
    assert table.loop.dialogue is not None


def paused(table, seed):
    in_match("demos", 4)(table, seed)
    table.say("fix", "pause")
    assert table.loop.dialogue is not None


def counted(table, seed):
    """The cards of a seat are counted."""
    in_match("democracy", 3)(table, seed)
    table.say("fix", "count", 1)
    assert table.loop.dialogue is not None


def served(table, seed):
    table.say("serve", "begin")
    assert hasattr(table.loop.dialogue, "serve")


def resumed(table, seed):
    """A match waits to go on after the power was cut."""
    in_match("democracy", 3)(table, seed)
    table.switch_on()
    table.greet()


def unfit(table, seed):
    """A reader is dead and a card lies badly."""
    in_match("democracy", 3)(table, seed)
    table.machine.chips[CENTRE].dead = 0
    table.run(1_000_000)


def stopped(table, seed):
    """The program has made a mistake."""
    table.loop._stop(RuntimeError("on purpose"))


STATES = (
    idle, set_up, prepared, in_match("democracy", 3), in_match("demos", 4), in_match("democrazy", 4),
    in_dialogue, paused, counted, served, resumed, unfit, stopped,
)  # fmt: skip


# With which words commands mostly begin; of the others: "fix".
LIKELY = {
    "idle": ("deck", "line", "part", "new", "opt", "set"),
    "set_up": ("new", "opt", "begin", "serve"),
    "prepared": ("opt", "name", "code", "begin"),
    "served": ("serve",),
    "stopped": ("new", "begin", "fix", "serve", "deck"),
}


class Spoken(Table):
    """A table, and a host that says any line. `root` is a folder of its own; `close` removes it."""

    def __init__(self, state, seed):
        self.folder = Path(tempfile.mkdtemp())
        if not hasattr(Spoken, "decks"):
            Spoken.decks = Path(tempfile.mkdtemp())
            Table(Spoken.decks)
        shutil.copy(Spoken.decks / "deck.txt", self.folder / "deck.txt")
        self.heard = Splitter()
        self.number = 0
        self.likely = LIKELY.get(state.__name__, ("fix",))
        super().__init__(self.folder)
        self.grain = 1000
        self.run(600_000)
        state(self, seed)
        self.exchange(b"")
        self.bug = self.loop.bug
        assert (self.bug is None) == (state is not stopped), self.bug

    def close(self):
        shutil.rmtree(self.folder)

    def greet(self):
        """Begin a session in which no record comes again."""
        self.machine.usb.take()
        self._exchange(sealed(["hello", [1, 0], 1 << 40, "fuzz"]))
        assert self.loop.end.link_up

    def say(self, *words):
        self.number += 1
        return self.exchange(sealed(["do", self.number, *words]))

    def exchange(self, line):
        """Say this; what the table says meanwhile."""
        if not self.loop.end.link_up:
            self.greet()
        return self._exchange(line)

    def _exchange(self, line):
        usb = self.machine.usb
        while line:
            line = line[usb.feed(line) :]
            self.turn()
        frames = []
        for _ in range(400):
            self.turn()
            data = usb.take()
            frames += [frame for frame, _ in self.heard.feed(data)]
            if not data:
                break
        return frames

    def turn(self):
        self.machine.clock.advance(1000)
        self.loop.end._heard_at = self.loop.clock.ms  # no silence ends the session
        self.loop.step()
        self.time = self.machine.clock.us

    def state(self):
        """Return the state that a refused command must not change."""
        loop = self.loop
        referee = loop.play.referee
        files = [
            path.read_bytes() if path.exists() else None
            for path in (self.folder / "settings", self.folder / "deck.txt", self.folder / "deck.txt.new")
        ]
        whole = None if referee is None or referee.table is None else repr(everything(referee))
        prepared = None if loop.prepared is None else repr(vars(loop.prepared))
        return [loop.journal.hi(), prepared, list(loop.long_correction), id(loop.dialogue), files, whole]


def a_command(rng, likely):
    """The words of a command; of two three begin with a word of `likely`."""
    rows = [row for row in ROWS if row.startswith(likely)] if rng.random() < 0.67 else ROWS
    while True:
        row = rng.choice(rows)
        names = row.split(" ")
        name = " ".join(names[:2] if names[0] in host_shapes.WITH_WORDS else names[:1])
        is_valid = rng.random() < 0.3
        if not is_valid or name not in RARE or rng.random() < 0.05:
            break
    args = drawn(rng, compiled(row[len(name) + 1 :]))
    words = name.split(" ") + args
    if name == "fix amend" and rng.random() < 0.7:
        words = [*name.split(" "), rng.randrange(2)]
        for _ in range(rng.randrange(3)):
            words += ["answer", rng.randrange(9)] if rng.random() < 0.3 else []
            words += ["seat", rng.randrange(5), rng.choice(("5S", "QH", "yes", "no", "R05", "N07"))]
    if not is_valid:
        for _ in range(rng.choice((1, 1, 2, 3))):
            words = mutated(rng, words)
    return words


def fault_of(words):
    """Why the table must refuse these words before it looks at its state, None: it need not."""
    if not words or not isinstance(words[0], str):
        return "no command"
    if not host_shapes.is_known(words[0]):
        return "unknown"
    return host_shapes.find_fault_in(words[0], tuple(words[1:]))


_OUT = {kind: compiled(row) for kind, row in table_shapes.MESSAGES.items()}
_RECORDS = {kind: compiled(row) for kind, row in table_shapes.RECORDS.items()}


def judge(table, line, before):
    """Say a line to the table; why that went wrong, or None."""
    heard, bug = table.exchange(line), table.loop.bug
    if bug is not table.bug:
        return f"the table stopped: {bug!r}"
    for frame in heard:
        if frame is None:
            return "the table said what is no frame"
        if find_fault(_OUT[frame[0]], frame[1:], True) is not None:
            return f"{frame}: not as table_shapes has it"
        if frame[0] == "ev" and find_fault(_RECORDS[frame[5]], frame[6:], True) is not None:
            return f"{frame}: no record as table_shapes has it"
    body = line[: line.rfind(b" ")]
    found = Splitter().feed(line)
    frame = found[0][0] if found else None
    answers = [one for one in heard if one[0] == "res"]
    if frame is None or frame[0] != "do" or not _is_heard(frame):
        return f"an answer to what is no command: {answers}" if answers else None
    if len(answers) != 1:
        return f"{len(answers)} answers to {body!r}"
    return _judge_answer(table, frame[2:], answers[0], before)


def _is_heard(frame):
    return find_fault(compiled(host_shapes.MESSAGES["do"]), frame[1:], True) is None


def _judge_answer(table, words, answer, before):
    fault = fault_of(words)
    ok, code, detail = answer[2:5]
    if fault is not None and (ok or code not in ("usage", "unknown-command")):
        return f"taken, though {fault}: {answer}"
    if code == "usage" and not (isinstance(detail, list) and len(detail) == 2 and all(detail)):
        return f"it names no argument and no cure: {answer}"
    name = words[0]
    keys = (f"{name} {words[1]}", name) if len(words) > 1 else (name,)
    row = next((table_shapes.ANSWERS[key] for key in keys if key in table_shapes.ANSWERS), None)
    row = row if ok else table_shapes.REFUSALS.get(code)
    if row is not None and find_fault(compiled(row), answer[4:], True) is not None:
        return f"{answer}: not as table_shapes has it"
    if before is not None and fault is not None and table.state() != before:
        return f"refused with {code}, and something changed"
    return None


def a_line(rng, table):
    """Something well framed that a host might say."""
    table.number += 1
    dice = rng.random()
    if dice < 0.93:
        return sealed(["do", table.number, *a_command(rng, table.likely)])
    kind = rng.choice(tuple(host_shapes.MESSAGES))
    values = mutated(rng, drawn(rng, compiled(host_shapes.MESSAGES[kind])))
    if kind == "hello":
        values = [[1, 0], 1 << 40, *values[2:]] if dice < 0.95 else mutated(rng, values)
        return (
            sealed([kind, *values]) if values[0:1] != [[1, 0]] else sealed(["hello", [1, 0], 1 << 40, "fuzz"])
        )
    if kind == "do" and values and type(values[0]) is int and values[0] >= 0:
        values[0] = table.number  # one that came before has its answer
    return sealed([kind, *values])


def hunt_table(seed, number, states=STATES):
    """Say so many lines to tables in all these states; how many were said to each."""
    said = {}
    for at, state in enumerate(states):
        rng = random.Random(f"{seed} {at}")
        left = number // len(states)
        while left > 0:
            batch = min(left, 120)
            _hunt(rng, seed, state, batch)
            left -= batch
        said[state.__name__] = number // len(states)
    return said


def _hunt(rng, seed, state, count):
    lines = []
    where = rng.randrange(1 << 30)
    table = Spoken(state, where)
    try:
        for i in range(count):
            before = table.state() if i % 8 == 0 else None
            line = a_line(rng, table)
            if len(line) > FROM_HOST:
                continue  # its line drops what is longer, see `drivers.usb_line`
            lines.append(line)
            why = _why(table, line, before)
            if why is not None:
                raise Failure(why, seed, state.__name__, fewest(lines, partial(_fails, state, where)))
    finally:
        table.close()


def _why(table, line, before):
    try:
        return judge(table, line, before)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def _fails(state, where, lines):
    """True if these lines go wrong in a fresh state."""
    table = Spoken(state, where)
    try:
        return any(_why(table, line, table.state()) is not None for line in lines)
    finally:
        table.close()


def fewest(lines, fails):
    """The fewest of the last lines that go wrong by themselves; all, if it takes those before them."""
    return next((some for some in (lines[-1:], lines[-2:]) if fails(some)), lines)


# -- a host ------------------------------------------------------------------------------------------

PATIENT = SimpleNamespace(monotonic=lambda: next(TICKS) / 20, time=lambda: 1e9, sleep=lambda seconds: None)
TICKS = count(1)  # every look at the clock takes 50 ms
UID = "e6614103e7452d2f"
HI = ["hi", [1, 0], UID, 1, 0, 1 << 40, "0.1.0", "0123456789abcdef", []]
CONSUMERS = {
    "serve reader": lambda service: service.reader(1),
    "serve count": lambda service: service.count(1),
    "serve table": lambda service: service.table(),
    "serve worn": lambda service: service.worn(),
    "serve memory": lambda service: service.memory(1),
    "serve tone": lambda service: service.tone("wins"),
    "serve fresh": lambda service: service.fresh(),
}


class FarEnd:
    """A `port.Line` at whose other end anything may be said. `answer`: the frames that answer a command."""

    def __init__(self):
        self.said = b""
        self.answer = lambda words: []
        self._heard = Splitter()

    def read(self):
        data, self.said = self.said[:4096], self.said[4096:]
        return data

    def write(self, data):
        for frame, _ in self._heard.feed(data):
            if frame is not None and frame[0] == "do":
                self.said += b"".join(sealed(one) for one in self.answer(frame))

    def wait(self, seconds):
        return True

    def close(self):
        """Nothing is there."""


class Looking:
    """A computer that looks on as a match of `game` goes on; None: as nothing is played."""

    def __init__(self, name, seed):
        self.folder = Path(tempfile.mkdtemp())
        self.journal = unsynced(self.folder)
        self.line = FarEnd()
        self.records = [] if name is None else recorded(name)
        connection = SimpleNamespace(
            line=self.line, virtual=False, hands=None, folder=None, is_network=False, address=None
        )
        self.session = Session(self.journal, connection)
        self.session._orders._db.execute("PRAGMA synchronous=OFF")
        self.table = self.session.table
        self.follower = Follower(self.session, AS_IT_IS)
        self.doctor = table.Table(self.journal, self.table, None)
        self.out = io.StringIO()
        self.at = 0
        self.say(HI)
        if name is not None:
            first = next(at for at, record in enumerate(self.records) if record[5] == "game")
            self.at = first + 2 + seed % (len(self.records) - first - 2)
            self.hear(b"".join(sealed(frame) for frame in self.records[: self.at]))
            seats = self.records[first + 1][8][1]
            players = [f"Player {seat}" for seat in range(seats)]
            number = self.journal.create_game(UID, name, players, {}, False, None, self.records[first][1])
            self.session.state = "met"
            self.session._follow(self.journal.game(number))
            self.show()
            self.follower._presenter.attach(Drawn(self.out))
        self.good = self.stored()

    def stored(self):
        return [record.body for record in self.journal.records(UID, 0)]

    def say(self, frame):
        self.hear(sealed(frame))

    def hear(self, line):
        self.line.said += line
        while self.line.said:
            for event in self.table.turn(0):
                self.session._hear(event)
                self.doctor.hear(event)
        self.show()

    def show(self):
        """Show what has happened in the match; before one it waits."""
        for event in self.session.take_events() if self.session.game is not None else ():
            self.follower._take(event)

    def close(self):
        self.session.close()
        self.journal.close()
        shutil.rmtree(self.folder)


def unsynced(folder):
    """A journal whose writes do not wait for the disk: no test cuts the power here."""
    if not EMPTY:
        EMPTY.append(Path(tempfile.mkdtemp()) / "journal.sqlite")
        with Journal(EMPTY[0]) as journal:
            orders.Orders(journal.mailbox).close()
    shutil.copy(EMPTY[0], folder)
    journal = Journal(folder / "journal.sqlite")
    journal.database.execute("PRAGMA synchronous=OFF")
    return journal


def recorded(name):
    """The records of some match of this game, as their frames."""
    if name not in RECORDED:
        spoken = Spoken(in_match(name, {"democracy": 3}.get(name, 4)), 35)
        held = spoken.loop.journal
        RECORDED[name] = [json.loads(bytes(held.line(g))[:-9]) for g in range(held.lo(), held.hi() + 1)]
        spoken.close()
    return RECORDED[name]


RECORDED = {}
EMPTY: list[Path] = []  # the journal that others are copied from


def a_message(rng, looking):
    """Something well framed that a table might say."""
    dice = rng.random()
    if dice < 0.35 and looking.at < len(looking.records):
        frame = looking.records[looking.at]
        if dice < 0.05:
            looking.at += 1
            return sealed(frame)
        return sealed(["ev", *mutated(rng, frame[1:])])
    if dice < 0.5:
        kind = rng.choice([kind for kind in table_shapes.RECORDS if " " not in kind])
        g = rng.choice((looking.at, looking.at, 0, 1))
        values = drawn(rng, _RECORDS[kind])
        return sealed(["ev", g, 1, g, 5, kind, *(mutated(rng, values) if rng.random() < 0.9 else values)])
    kind = rng.choice([kind for kind in table_shapes.MESSAGES if kind not in ("ev", "gap")] + ["new-kind"])
    values = drawn(rng, _OUT.get(kind, []))
    if kind == "see":
        values = ["B~" * 21, [None, 3, -1, 15, 70, 254, 33], 6]
    if kind == "hi":
        values = HI[1:]
    return sealed([kind, *(mutated(rng, values) if rng.random() < 0.8 else values)])


def an_answer(rng, frame):
    """Return a possible answer of a table to a command."""
    words = frame[2:]
    key = f"{words[0]} {words[1]}" if len(words) > 1 else words[0]
    if words[:2] == ["serve", "begin"]:
        key = "serve begin"
    if rng.random() < 0.3:
        code = rng.choice([*table_shapes.REFUSALS, "busy", "match", "bug"])
        row = compiled(table_shapes.REFUSALS.get(code, "detail:plain"))
        values = [False, code, *drawn(rng, row)]
    else:
        row = table_shapes.ANSWERS.get(key) or table_shapes.ANSWERS.get(words[0]) or "detail:plain"
        values = [True, "ok", *drawn(rng, compiled(row))]
    if rng.random() < 0.7:
        values = mutated(rng, values)
    return [["res", frame[1], *values]]


def ask(looking, rng):
    """Have a command carried out that is answered with anything."""
    looking.line.answer = lambda frame: an_answer(rng, frame)
    way = rng.randrange(5)
    heard = looking.session._hear
    if way == 0:
        name, args = rng.choice(
            (("new", ("demos", 4)), ("begin", ()), ("set", ("lang", "fr")), ("opt", ("a", 1)))
        )
        looking.session._expect(name, *args)
    elif way == 1:
        answer = orders.form_answer(*looking.table.fix(heard, "undo", 1, 0))
        corrections.tell(["undo", 1, 0], answer, True) if answer["ok"] else answers.refuse_correction(answer)
    elif way == 2:
        ontable._ask(looking.table, "deck", "end", 1, 2)
        ontable._ask(looking.table, "deck", "read", 0)
    elif way == 3:
        served_by = rng.choice(tuple(CONSUMERS))
        at = service.Service.__new__(service.Service)
        at.session, at._heard, at.tags, at.over = looking.table, heard, [], False
        at.down, at.stuck, at.open = set(), set(), False
        CONSUMERS[served_by](at)
    else:
        looking.table.command(heard, "echo")


def hunt_host(seed, number):
    """Say so many messages to computers in all states; how many ended a session with a clear error."""
    ended = 0
    names = (None, *games.NAMES)
    for name in names:
        rng = random.Random(f"{seed} {name}")
        left = number // len(names)
        while left > 0:
            where = rng.randrange(1 << 30)
            looking, lines = Looking(name, where), []
            try:
                for _ in range(min(left, 250)):
                    left -= 1
                    line = a_message(rng, looking)
                    lines.append(line)
                    ended += _is_over(looking, line, rng)
                    if looking.table._end.state != "up":
                        break
            except Exception as error:
                why = f"{type(error).__name__}: {error}"
                raise Failure(why, seed, name, fewest(lines, partial(_ends, name, where))) from error
            finally:
                looking.close()
    return ended


def _is_over(looking, line, rng):
    """Say this, and now and then have a command answered; whether that ended in a clear error."""
    ended = 0
    try:
        looking.hear(line)
        if rng is not None and rng.random() < 0.3:
            ask(looking, rng)
    except (Trouble, service.NotReached):
        ended = 1
    looking.line.said = b""
    kept = looking.stored()
    assert kept[: len(looking.good)] == looking.good, "what was recorded has changed"
    looking.good = kept
    return ended


def _ends(name, where, lines):
    """True if these lines go wrong at a fresh computer."""
    looking = Looking(name, where)
    try:
        for line in lines:
            _is_over(looking, line, None)
    except Exception:
        return True
    finally:
        looking.close()
    return False
