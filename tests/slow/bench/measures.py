"""Measures of `make bench` on the host. Each function gives rows for the table: see `Row`.

The machine is shared and its clock drifts, so what is compared is run in turns in one process; the figure
is the median of the ratios of neighbours, the best is given next to it.
"""

import gc
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import floor

from cardtable.engine import match as matches
from cardtable.engine.outputs import Record, Seal
from cardtable.engine.referee import Referee
from cardtable.wire.frames import encode
from tablehost.journal.store import Journal
from tablehost.referee.shadow import Shadow

ROOT = Path(__file__).resolve().parents[3]
SEATS = 3
LONG = 65_536  # records
TABLES = 1_000
REPEATS = 15
TURNS = f"CPU time in turns, median of {REPEATS}"
BLOCK, BLOCKS = 200, 10  # records appended, and how often


class Row(NamedTuple):
    """One line of the table. `met`: None if the value has no target."""

    measure: str
    what: str
    instrument: str
    value: str
    target: str
    met: bool | None


def row(measure: str, what: str, how: str, value: float, target: float, note: str = "") -> Row:
    """A ratio that should stay at or below a target."""
    return Row(measure, what, how, f"{value:.2f}{note}", f"<= {target}", value <= target)


def timed(act: Callable[[], Any]) -> float:
    """Seconds of CPU that `act` takes, no collection among them."""
    gc.collect()
    gc.disable()
    try:
        begin = time.process_time()
        act()
        return time.process_time() - begin
    finally:
        gc.enable()


def in_turns(repeats: int, first: Callable[[], Any], second: Callable[[], Any]) -> list[float]:
    """The ratios second / first, run in turns; sorted."""
    return sorted(timed(second) / timed(first) for _ in range(repeats))


def spread(ratios: list[float]) -> str:
    return f" (best {ratios[0]:.2f})"


def latency(ms: Iterable[float]) -> tuple[float, str]:
    """The p99 of durations, and p50 / p99 / the longest as a text."""
    ranked = sorted(ms)
    late = ranked[len(ranked) * 99 // 100]
    return late, " / ".join(f"{one:.1f}" for one in (statistics.median(ranked), late, ranked[-1]))


# -- M1: a decision ---------------------------------------------------------------------------------

MATCHES = range(20)


def m1() -> list[Row]:
    """The referee over the straight loop, which plays the same match with the same random cards."""
    cards = inputs = 0
    for seed in MATCHES:
        scores, count = floor.straight(SEATS, seed, 99, 5)
        judged, number = floor.judged(SEATS, seed, 99)
        assert scores == judged, f"the loop and the referee disagree about match {seed}"
        cards, inputs = cards + count, inputs + number
    ratios = in_turns(
        REPEATS,
        lambda: [floor.straight(SEATS, seed, 99, 5) for seed in MATCHES],
        lambda: [floor.judged(SEATS, seed, 99) for seed in MATCHES],
    )
    whole = statistics.median(ratios)
    share = cards / inputs
    each = [ratio * share for ratio in ratios]
    rows = [
        row("M1", "an input judged / a card of the loop", TURNS, whole * share, 6, spread(each)),
        row("M1", f"a match: {inputs / cards:.1f} inputs a card", TURNS, whole, 10, spread(ratios)),
    ]
    if shutil.which("valgrind"):
        loop, judge = instructions("straight"), instructions("judged")
        how = "instructions (callgrind), 10 matches"
        rows += [
            row("M1", "an input judged / a card of the loop", how, judge / loop * share, 6),
            row("M1", "a match", how, judge / loop, 10),
        ]
    return rows


def instructions(name: str) -> int:
    """Machine instructions of one match played by `floor.<name>`: two runs that differ by ten matches."""
    counts = []
    for number in (2, 12):
        folder = str(Path(__file__).parent)
        code = (
            f"import gc, sys; sys.path.insert(0, {folder!r}); gc.disable(); import floor\n"
            f"for _ in range({number}): floor.{name}({SEATS}, 1, 99{', 5' if name == 'straight' else ''})"
        )
        with tempfile.NamedTemporaryFile() as out:
            tool = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out.name}"]
            done = subprocess.run(
                [*tool, sys.executable, "-c", code],
                capture_output=True,
                text=True,
                env={**os.environ, "PYTHONHASHSEED": "0"},
            )
        line = next(line for line in done.stderr.splitlines() if "Collected" in line)
        counts.append(int(line.split()[-1]))
    return counts[1] - counts[0]


# -- M5: growth -------------------------------------------------------------------------------------


class Recording:
    """The inputs and records of a match of random cards. `records` are as they go over the line."""

    def __init__(self, seats: int, seed: int, islands: int, **options: Any) -> None:
        given = {**floor.OPTIONS, "target": 1000, **options}
        self.fresh = matches.new(floor.GAME, seats, given).dump()
        self.events: list[Any] = []
        self.records: list[Any] = []
        self.secrets: dict[int, int] = {}
        floor.judged(seats, seed, islands, self.fresh, self._keep)

    def _keep(self, event: Any, outputs: list[Any]) -> None:
        if event is not None:
            self.events.append(event)
        for out in outputs:
            if isinstance(out, Record):
                self.records.append(list(out))
            elif isinstance(out, Seal):
                self.secrets[out.handle] = out.value

    def play(self) -> Referee:
        """Judge all inputs."""
        referee = Referee(matches.load(floor.GAME, self.fresh))
        referee.start()
        for event in self.events:
            referee.feed(event)
        return referee

    def replay(self) -> Referee:
        """The same state from the records, as after a power cut at the end."""
        referee = Referee(matches.load(floor.GAME, self.fresh))
        referee.vault.update(self.secrets)
        for record in self.records:
            referee.follow(record)
        return referee


def m5() -> list[Row]:
    return [_by_seats(), _by_log(), _by_disk(), _by_tables()]


def _by_seats() -> Row:
    few, many = Recording(2, 1, 12), Recording(10, 1, 24)
    share = len(few.events) / len(many.events)
    ratios = [ratio * share for ratio in in_turns(REPEATS, few.play, many.play)]
    value = statistics.median(ratios)
    return row("M5", "an input with 10 seats / with 2", TURNS, value, 1.2, spread(ratios))


def _by_log() -> Row:
    """The same referee, near the beginning and after so many records of one match."""
    run = Recording(6, 1, 3000)  # six seats score slowly
    assert len(run.records) > LONG + 2000, len(run.records)
    size = 3000  # inputs, some thirty islands
    begun, late = [], []
    for _ in range(5):
        referee = Referee(matches.load(floor.GAME, run.fresh))
        referee.start()
        records = at = 0
        while records < 64:
            records += _records_of(referee.feed(run.events[at]))
            at += 1
        begun.append(timed(partial(_feed, referee, run.events[at : at + size])))
        at += size
        while records < LONG:
            records += _records_of(referee.feed(run.events[at]))
            at += 1
        late.append(timed(partial(_feed, referee, run.events[at : at + size])))
    value = min(late) / min(begun)
    return row("M5", f"an input after {LONG} records / after 64", "CPU time, best of 5 each", value, 1.3)


def _feed(referee: Any, events: list[Any]) -> None:
    for event in events:
        referee.feed(event)


def _records_of(outputs: list[Any]) -> int:
    return sum(isinstance(out, Record) for out in outputs)


def _by_disk() -> Row:
    """Appending to the host's journal, CPU alone: the disk is M7."""
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "journal.sqlite") as journal:
        bodies = [body(g) for g in range(LONG + BLOCK * BLOCKS)]

        def one_by_one(first: int) -> float:
            starts = range(first, first + BLOCK * BLOCKS, BLOCK)
            return min(timed(partial(_append, journal, bodies[at : at + BLOCK])) for at in starts)

        journal.append("t", bodies[:64])
        begun = one_by_one(64)
        journal.append("t", bodies[64 + BLOCK * BLOCKS : LONG])
        late = one_by_one(LONG)
    what = f"a record to the journal after {LONG} / after 64"
    return row("M5", what, f"CPU time, best of {BLOCKS} each", late / begun, 1.3)


def _append(journal: Journal, bodies: list[bytes]) -> None:
    for one in bodies:
        journal.append("t", [one])


def _by_tables() -> Row:
    """One process that follows so many tables in turn, against one that follows one after the other."""
    run = Recording(SEATS, 1, 2)

    def follow(tables: int) -> None:
        for _ in range(TABLES // tables):
            shadows = [Shadow() for _ in range(tables)]
            for record in run.records:
                for shadow in shadows:
                    shadow.follow(record)
            assert not any(shadow.difference for shadow in shadows)

    ratios = in_turns(3, lambda: follow(1), lambda: follow(TABLES))
    value = statistics.median(ratios)
    what = f"a record with {TABLES} tables / with 1"
    return row("M5", what, "CPU time in turns, median of 3", value, 1.3, spread(ratios))


# -- M6: replay -------------------------------------------------------------------------------------


def m6() -> list[Row]:
    run = Recording(SEATS, 1, 20)
    assert run.play().match.dump() == run.replay().match.dump()
    ratios = in_turns(REPEATS, run.play, run.replay)
    value = statistics.median(ratios)
    return [row("M6", "rebuilding by replay / playing", TURNS, value, 0.5, spread(ratios))]


# -- M7: on disk ------------------------------------------------------------------------------------


def body(g: int) -> bytes:
    """The bytes of a record of usual length, as the table sends them."""
    answer = ["answer", 3, g % 60, [4096 + g % 40, 4097, 4098], 2_000_000_000 + g]
    return encode(["ev", g, 1, g, 25_000 * g, *answer])[6:-11].join((b"[", b"]"))


GROUPS = {1: (1.9, 1.1), 8: (1.3, 1.1)}  # records at a time: the goals over a bare write, over SQLite alone


def m7() -> list[Row]:
    """Wall time of records accepted and on disk, over writing their bytes into a file that has the room, and
    over SQLite alone, which is as sure.
    """
    return [row for size in GROUPS for row in _on_disk(size)]


def _on_disk(size: int, count: int = 300) -> list[Row]:
    """So many records at a time, all three ways in turn."""
    groups = [[body(g) for g in range(first, first + size)] for first in range(0, count * size, size)]
    (ROOT / "build").mkdir(exist_ok=True)  # on the disk of the project: /tmp may be memory
    times: list[list[float]] = [[], [], []]
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
        bare = os.open(Path(folder) / "bare", os.O_RDWR | os.O_CREAT)
        os.pwrite(bare, bytes(count * size * 256), 0)
        os.fsync(bare)
        alone = sqlite3.connect(Path(folder) / "alone.sqlite", isolation_level=None)
        alone.execute("PRAGMA journal_mode=WAL")
        alone.execute("PRAGMA synchronous=FULL")
        alone.execute("CREATE TABLE ev (g INTEGER PRIMARY KEY, body BLOB)")
        with Journal(Path(folder) / "journal.sqlite") as journal:
            at = 0
            for group in groups:
                moments = [time.perf_counter()]
                os.pwrite(bare, b"".join(group), at * 256)
                os.fdatasync(bare)
                moments.append(time.perf_counter())
                alone.execute("BEGIN IMMEDIATE")
                for one in group:
                    alone.execute("INSERT INTO ev VALUES (?, ?)", (at, one))
                    at += 1
                alone.execute("COMMIT")
                moments.append(time.perf_counter())
                journal.append("t", group)
                moments.append(time.perf_counter())
                for way, (begin, end) in zip(times, pairwise(moments), strict=True):
                    way.append(end - begin)
        alone.close()
        os.close(bare)
    bare_us, alone_us, own_us = (1e6 * statistics.median(way) for way in times)
    what = "a record on disk" if size == 1 else f"{size} records at once on disk"
    how = f"wall time in turns, medians of {count}"
    over_bare, over_alone = GROUPS[size]
    return [
        row("M7", f"{what} / bare pwrite+fdatasync", how, own_us / bare_us, over_bare, f" ({own_us:.0f} us)"),
        row(
            "M7", f"{what} / SQLite alone, FULL", how, own_us / alone_us, over_alone, f" ({alone_us:.0f} us)"
        ),
    ]


# -- M9: the command line ---------------------------------------------------------------------------


STARTS = {"--help": 1.5, "": 2.5}  # what is said to the command, and the goal


def cpu(command: list[str], env: dict[str, str]) -> float:
    """User and system time of a command, in seconds."""
    with open(os.devnull, "wb") as null:
        process = subprocess.Popen(command, stdout=null, stdin=subprocess.DEVNULL, env=env)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return usage.ru_utime + usage.ru_stime


def m9() -> list[Row]:
    """The command on a computer where nothing was played yet, its bytecode kept as after any first start."""
    with tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "CARDTABLE_HOME": home}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        return [_start(word, goal, env) for word, goal in STARTS.items()]


def _start(word: str, goal: float, env: dict[str, str]) -> Row:
    command = [str(Path(sys.executable).parent / "cardtable"), *word.split()]
    cpu(command, env)
    pairs = [(cpu([sys.executable, "-c", "import json"], env), cpu(command, env)) for _ in range(20)]
    other, own = (statistics.median(times) for times in zip(*pairs, strict=True))
    note = f" ({own * 1e3:.0f} ms / {other * 1e3:.0f} ms)"
    what = f'{" ".join(["cardtable", *word.split()])} / python -c "import json"'
    return row("M9", what, "user + system time in turns, medians of 20", own / other, goal, note)
