"""docs/reference/protocol.md: its session is spoken by both ends, its numbers are the code's."""

import os
import re
import subprocess
import sys
import threading
from importlib import import_module
from itertools import groupby
from pathlib import Path

import pytest

from cardtable.wire import host_shapes, table_shapes
from cardtable.wire.frames import FROM_HOST, FROM_TABLE, Splitter, encode
from cardtable.wire.host_session import HostEnd
from cardtable.wire.table_session import TableEnd
from simulated_line import STEP, Disk, Ring, compact
from timeouts import PATIENCE

PATH = Path(__file__).resolve().parents[2] / "docs" / "reference" / "protocol.md"
PAGE = PATH.read_text(encoding="utf-8")
LOST = "  LOST"


class Said:
    """One line of the session."""

    def __init__(self, row):
        time, self.who, line = row.removesuffix(LOST).split(None, 2)
        self.at = int(time)
        self.lost = row.endswith(LOST)
        self.line = line.encode() + b"\n"
        [(self.frame, _)] = Splitter().feed(self.line)
        self.kind = self.frame[0]


def session():
    [block] = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    return [Said(row) for row in block.splitlines()]


class Replay:
    """Both ends, and the world around them: what it does follows from what the ends then say."""

    def __init__(self, lines):
        self.ring = Ring()
        self.disk = Disk()
        hello = lines[0].frame
        hi = next(line.frame for line in lines if line.kind == "hi")
        self.free = next(line.frame[3] for line in lines if line.kind == "st")
        self.table = TableEnd((hi[2], hi[3], *hi[6:9]), self.ring, lambda: self.free)
        self.host = HostEnd(hello[3], self.disk, next(line.frame[1] for line in lines if line.kind == "do"))
        self.host.start(0)
        self.commands = [line.frame for line in lines if line.kind == "do"]
        self.under_way = []  # (time of arrival, sender, bytes)

    def prepare(self, line):
        """The table's loop, or the host's user, makes this line due."""
        if line.kind == "ev" and line.frame[1] > self.ring.hi():
            self.ring.records.append(line.frame[1:])
        elif line.kind in ("see", "say", "log"):
            self.table.tell(line.frame)
        elif line.kind == "res":
            self.table.reply(*line.frame[1:])
        elif line.kind == "st":
            self.table.state = line.frame[1]
        elif line.kind == "do":
            while self.commands:
                self.host.do(*self.commands.pop(0)[2:])

    def arrive(self, now):
        for due, who, data in [one for one in self.under_way if one[0] == now]:
            self.under_way.remove((due, who, data))
            if who == "host":
                self.table.receive(data, now)
                continue
            last = self.disk.write(self.host.uid, self.host.receive(data, now))
            if last is not None:
                self.host.committed(last)

    def say(self, now, who):
        """All lines that one end has to say now."""
        end = self.table if who == "table" else self.host
        found = []
        data = end.poll(now)
        while data:
            found.append(bytes(data).lstrip(b"\n"))
            if who == "table":
                end.sent(len(data))
            data = end.poll(now)
        return found


def test_the_session_is_what_both_ends_say():
    lines = session()
    replay = Replay(lines)
    by_time = {at: list(some) for at, some in groupby(lines, lambda line: line.at)}
    assert list(by_time) == sorted(by_time)
    for now in range(0, lines[-1].at + STEP, STEP):
        expected = by_time.pop(now, [])
        replay.arrive(now)
        for line in expected:
            replay.prepare(line)
        for who in ("host", "table"):
            here = [line for line in expected if line.who == who]
            assert replay.say(now, who) == [line.line for line in here], (now, who)
            replay.under_way += [(now + STEP, who, line.line) for line in here if not line.lost]
    assert not by_time
    for record in replay.ring.records:
        assert replay.disk.stored(replay.host.uid, record[0]) == compact(record)


def test_every_line_of_the_session_fits_and_is_written_as_we_write_it():
    for line in session():
        assert encode(line.frame, FROM_HOST if line.who == "host" else FROM_TABLE) == line.line


def test_the_numbers():
    rows = re.findall(r"^\| `([A-Z_]+)` \| `(\w+)` \| (\d+) \|", PAGE, re.MULTILINE)
    assert len(rows) > 15
    for name, module, value in rows:
        known = vars(import_module(f"cardtable.wire.{module}"))
        assert known.get(name, known.get(f"_{name}")) == int(value), name


def test_every_message_and_command_is_described():
    told = set(re.findall(r'^\| `\["(\w+)"', PAGE, re.MULTILINE))
    assert told == {"hello", "ack", "do", "hi", "ev", "gap", "res", "st", "see", "own", "say", "raw", "log"}
    commands = ["new", "opt", "name", "listen", "score", "code", "begin", *["match"] * 4, "fix", "set"]
    commands += ["deck", "deck", "serve", "bootloader", "program"]
    commands += ["serve"] * 16  # of the service mode
    assert re.findall(r'^\| `"(\w+)"', PAGE, re.MULTILINE) == commands


def of_doctor():
    """Return the lines of the session that a person types: what is typed, and the answers."""
    page = PATH.parents[1] / "build" / "doctor.md"
    [block] = re.findall(r"```text\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    return block.splitlines()


@pytest.mark.parametrize("is_typed", [False, True], ids=["sent", "typed"])
def test_another_host_can_say_hello_to_the_virtual_table(tmp_path, is_typed):
    """The command of the page, without the shell; the same by a person who types, letter by letter."""
    [line, wish] = re.findall(r"printf '(.*?)\\n'.*virtual /tmp/table '(.*?)'", PAGE)[0]
    typed, *answers = of_doctor()
    assert typed == line
    table = subprocess.Popen(
        [sys.executable, "-m", "tablehost.virtual", str(tmp_path), wish],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )
    for piece in [bytes([one]) for one in line.encode()] if is_typed else [line.encode()]:
        table.stdin.write(piece)
        table.stdin.flush()
    table.stdin.write(b"\n")
    table.stdin.flush()
    watchdog = threading.Timer(PATIENCE, table.kill)
    watchdog.start()
    heard, rows = [], []
    while len(heard) < 5 and (said := table.stdout.readline()):
        heard += [frame for frame, _ in Splitter().feed(said)]
        rows += [said.decode().strip()] if said.strip() else []
    table.stdin.close()
    table.stdout.close()
    table.wait(PATIENCE)
    watchdog.cancel()
    assert [frame[0] for frame in heard] == ["hi", "st", "ev", "see", "say"]
    for row, answer in zip(rows, answers, strict=True):
        is_cut = answer.endswith("...")
        assert row.partition(",")[0] == answer.partition(",")[0] if is_cut else row == answer


def test_the_shapes():
    """Row by row as both ends judge by them."""
    told = re.findall(r"```shapes\n(.*?)\n```", PAGE, re.DOTALL)
    tables = (host_shapes.MESSAGES, table_shapes.MESSAGES, table_shapes.RECORDS, table_shapes.ANSWERS)
    tables += (table_shapes.REFUSALS,)
    rows = ["\n".join(f"{name} {row}" for name, row in table.items()) for table in tables]
    assert told == [rows[0], host_shapes.COMMANDS.strip(), *rows[1:]]
    words = "any|digest|hex|name|string|text|plain|bool|null|int"
    assert set(re.findall(rf"`({words})`", PAGE.partition("## Shapes")[2])) == set(words.split("|"))
