"""Measures of the host and of the engine on it: M1, M5, M6, M7, M9, M13 and M14. Each function gives rows."""

import itertools
import json
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import floor
from rows import Row, cpu, in_turns, row, timed

import compiled_program
from cardtable.engine import match as matches
from cardtable.engine.outputs import Record, Seal
from cardtable.engine.referee import Referee
from cardtable.games import registry as games
from cardtable.wire.frames import encode
from tablehost.journal.store import Journal
from tablehost.people import bare_match
from tablehost.people.decisions import Playthrough
from tablehost.people.minds import Chosen, Decision, by_lot
from tablehost.referee.shadow import Shadow

ROOT = Path(__file__).resolve().parents[3]
SEATS = 3
LONG = 65_536  # records
TABLES = 1_000
BLOCK, BLOCKS = 200, 10  # records appended, and how often

# -- M1: a decision ---------------------------------------------------------------------------------

MATCHES = range(20)
# Two runs that differ by ten matches.
CALLGRIND = """import gc, sys; sys.path.insert(0, {folder!r}); gc.disable(); import floor
for _ in range({times}): floor.{name}({seats}, 1, 99{more})
"""


def decision() -> list[Row]:
    """The referee over the straight loop, which plays the same match with the same random cards."""
    cards = inputs = 0
    for seed in MATCHES:
        scores, count = floor.straight(SEATS, seed, 99, 5)
        judged, number = floor.judged(SEATS, seed, 99)
        assert scores == judged, f"the loop and the referee disagree about match {seed}"
        cards, inputs = cards + count, inputs + number

    def loop() -> None:
        for seed in MATCHES:
            floor.straight(SEATS, seed, 99, 5)

    def judge() -> None:
        for seed in MATCHES:
            floor.judged(SEATS, seed, 99)

    share, single = cards / inputs, "an input judged / a card of the loop"
    match = f"a match: {inputs / cards:.1f} inputs a card"
    rows = [in_turns(single, loop, judge, 6, share), in_turns(match, loop, judge, 10)]
    if shutil.which("valgrind"):
        ratio = instructions("judged") / instructions("straight", ", 5")
        how = "instructions (callgrind), 10 matches"
        rows += [row(single, how, ratio * share, 6), row(match, how, ratio, 10)]
    return rows


def instructions(name: str, more: str = "") -> int:
    """Return the machine instructions of ten matches played by `floor.<name>`."""
    counts = []
    for times in (2, 12):
        code = CALLGRIND.format(
            folder=str(Path(__file__).parent), times=times, name=name, seats=SEATS, more=more
        )
        tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
        env = {**os.environ, "PYTHONHASHSEED": "0"}
        done = subprocess.run([*tool, sys.executable, "-c", code], capture_output=True, text=True, env=env)
        counts.append(int(done.stderr.rpartition("Collected : ")[2].split()[0]))
    return counts[1] - counts[0]


# -- M5: growth, M6: replay ---------------------------------------------------------------------------


class Recording:
    """The inputs and records of a match of random cards. `records` are as they go over the line."""

    def __init__(self, seats: int, seed: int, islands: int) -> None:
        self.fresh = matches.new(floor.GAME, seats, {**floor.OPTIONS, "target": 1000}).dump()
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

    def start(self) -> Any:
        """Return the referee of the match as it begins."""
        referee = Referee(matches.load(floor.GAME, self.fresh))
        referee.start()
        return referee

    def play(self) -> Any:
        """Judge all inputs."""
        referee = self.start()
        for event in self.events:
            referee.feed(event)
        return referee

    def replay(self) -> Any:
        """Return the same state from the records, as after a power cut at the end."""
        referee = Referee(matches.load(floor.GAME, self.fresh))
        referee.vault.update(self.secrets)
        for record in self.records:
            referee.follow(record)
        return referee


def growth() -> list[Row]:
    """A single input or record as seats, records and tables become many."""
    few, many = Recording(2, 1, 12), Recording(10, 1, 24)
    share = len(few.events) / len(many.events)
    seats = in_turns("an input with 10 seats / with 2", few.play, many.play, 1.2, share)
    return [seats, _by_log(), _by_disk(), _by_tables()]


def _by_log() -> Row:
    """The same referee, near the beginning and after so many records of one match."""
    run = Recording(6, 1, 3000)  # six seats score slowly
    assert len(run.records) > LONG + 2000, len(run.records)
    size = 3000  # inputs, some thirty islands
    times: dict[int, list[float]] = {64: [], LONG: []}
    for _ in range(5):
        referee = run.start()
        events = iter(run.events)
        records = 0
        for goal, took in times.items():
            while records < goal:
                records += sum(isinstance(out, Record) for out in referee.feed(next(events)))
            part = [next(events) for _ in range(size)]
            took.append(timed(lambda part=part, feed=referee.feed: list(map(feed, part))))
    value = min(times[LONG]) / min(times[64])
    return row(f"an input after {LONG} records / after 64", "CPU time, best of 5 each", value, 1.3)


def _by_disk() -> Row:
    """Appending to the host's journal, CPU alone: the disk is M7."""
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "journal.sqlite") as journal:
        bodies = [body(g) for g in range(LONG + BLOCK * BLOCKS)]

        def append(first: int) -> None:
            for one in bodies[first : first + BLOCK]:
                journal.append("t", [one])

        def one_by_one(first: int) -> float:
            return min(timed(partial(append, first + BLOCK * number)) for number in range(BLOCKS))

        journal.append("t", bodies[:64])
        begun = one_by_one(64)
        journal.append("t", bodies[64 + BLOCK * BLOCKS : LONG])
        ratio = one_by_one(LONG) / begun
    return row(
        f"a record to the journal after {LONG} / after 64", f"CPU time, best of {BLOCKS} each", ratio, 1.3
    )


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

    what = f"a record with {TABLES} tables / with 1"
    return in_turns(what, lambda: follow(1), lambda: follow(TABLES), 1.3, repeats=3)


def replay() -> list[Row]:
    """Rebuilding a match from its records over playing it."""
    run = Recording(SEATS, 1, 20)
    assert run.play().match.dump() == run.replay().match.dump()
    return [in_turns("rebuilding by replay / playing", run.play, run.replay, 0.5)]


# -- M7: on disk ------------------------------------------------------------------------------------

GROUPS = {1: (1.9, 1.1), 8: (1.3, 1.1)}  # records at a time: the goals over a bare write, over SQLite alone


def body(g: int) -> bytes:
    """Return the bytes of a record of usual length, as the table sends them."""
    answer = ["answer", 3, g % 60, [4096 + g % 40, 4097, 4098], 2_000_000_000 + g]
    return encode(["ev", g, 1, g, 25_000 * g, *answer])[6:-11].join((b"[", b"]"))


def disk() -> list[Row]:
    """Wall time of records accepted and on disk, over writing their bytes into a file that has the room, and
    over SQLite alone, which is as sure.
    """
    return [row for size in GROUPS for row in _on_disk(size)]


def _on_disk(size: int, count: int = 300) -> list[Row]:
    """So many records at a time, all three ways in turn."""
    (ROOT / "build").mkdir(exist_ok=True)  # on the disk of the project: /tmp may be memory
    times: list[list[float]] = [[], [], []]
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
        bare = os.open(Path(folder) / "bare", os.O_RDWR | os.O_CREAT)
        os.pwrite(bare, bytes(count * size * 256), 0)
        os.fsync(bare)
        alone = sqlite3.connect(Path(folder) / "alone.sqlite", isolation_level=None)
        alone.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL")
        alone.execute("CREATE TABLE ev (g INTEGER PRIMARY KEY, body BLOB)")
        with Journal(Path(folder) / "journal.sqlite") as journal:
            for first in range(0, count * size, size):
                group = [body(g) for g in range(first, first + size)]
                moments = [time.perf_counter()]
                os.pwrite(bare, b"".join(group), first * 256)
                os.fdatasync(bare)
                moments.append(time.perf_counter())
                alone.execute("BEGIN IMMEDIATE")
                for g, one in enumerate(group, first):
                    alone.execute("INSERT INTO ev VALUES (?, ?)", (g, one))
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
        row(f"{what} / bare pwrite+fdatasync", how, own_us / bare_us, over_bare, note=f" ({own_us:.0f} us)"),
        row(f"{what} / SQLite alone, FULL", how, own_us / alone_us, over_alone, note=f" ({alone_us:.0f} us)"),
    ]


# -- M9: the command line, M13: the compiled program --------------------------------------------------

STARTS = {"--help": 1.5, "": 2.5}  # what is said to the command, and the goal


def starts() -> list[Row]:
    """The command on a computer where nothing was played yet, its bytecode kept as after any first start."""
    rows = []
    with tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "CARDTABLE_HOME": home}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        for word, goal in STARTS.items():
            command = [str(Path(sys.executable).parent / "cardtable"), *word.split()]
            cpu(command, env)
            pairs = [(cpu([sys.executable, "-c", "import json"], env), cpu(command, env)) for _ in range(20)]
            other, own = (statistics.median(times) for times in zip(*pairs, strict=True))
            what = f'{" ".join(["cardtable", *word.split()])} / python -c "import json"'
            note = f" ({own * 1e3:.0f} ms / {other * 1e3:.0f} ms)"
            how = "user + system time in turns, medians of 20"
            rows.append(row(what, how, own / other, goal, note=note))
    return rows


FAST_SEATS, FAST_MATCHES, FAST_TURNS = 4, 8, 9
# Plays matches of a game from a number on; prints seconds of processor time and the facts.
PLAY = """
import gc, json, sys, time
from cardtable.engine import match as matches
from cardtable.games import registry
from tablehost.people import bare_match, kinds

name, seats, first, end = json.loads(sys.argv[1])
game, told = registry.load(name), []

def play(seed):
    minds = [kinds.mind("sensible", game) for seat in range(seats)]
    return bare_match.begin(matches.new(game, seats, {}), seed, minds, fidget=0).play().facts

play(first)
gc.collect()
gc.disable()
begin = time.process_time()
told = [play(seed) for seed in range(first, end)]
print(json.dumps([time.process_time() - begin, told]))
"""


def compiled() -> list[Row]:
    """Matches that the compiled program of `make fast` plays in the time of one of the plain program."""
    if not compiled_program.is_there():
        print(f"M13 needs compiled modules of these sources: {compiled_program.CURE}", file=sys.stderr)
        return []
    rows = []
    for name in games.NAMES:
        pairs = []
        for first in range(0, FAST_TURNS * FAST_MATCHES, FAST_MATCHES):
            asked = json.dumps([name, FAST_SEATS, first, first + FAST_MATCHES])
            plain, fast = (
                json.loads(compiled_program.run(PLAY, asked, compiled=kind)) for kind in (False, True)
            )
            assert plain[1] == fast[1], f"matches of {name} differ from {first} on"
            pairs.append((plain[0], fast[0]))
        ratio = statistics.median(plain / fast for plain, fast in pairs)
        slow, quick = (len(pairs) * FAST_MATCHES / sum(seconds) for seconds in zip(*pairs, strict=True))
        what = f"matches of {name}, {FAST_SEATS} sensible players, compiled / plain"
        how = f"CPU time in turns, median of {FAST_TURNS}, {FAST_MATCHES} matches each"
        rows.append(row(what, how, ratio, 1, note=f" ({quick:.1f} / {slow:.1f} a second)", least=True))
    return rows


# -- M14: random decisions a second, of our games and of others, over one floor -----------------------

# A decision of the floor is a card laid at random. Games of OpenSpiel are played by `apply_action` on a
# random legal action; RLCard's by `step`. All in one run.
SECONDS = 4.0  # of each
SPIEL = ("leduc_poker", "hearts", "gin_rummy", "python_kuhn_poker", "python_tic_tac_toe")
RLCARDS = ("leduc-holdem", "uno", "doudizhu")
Play = Callable[[int], int]  # plays the match of a seed; returns its decisions


def rate(play: Play) -> float:
    """Return decisions a second."""
    play(0)
    made, seed, begun = 0, 1, time.process_time()
    while time.process_time() < begun + SECONDS:
        made += play(seed)
        seed += 1
    return made / (time.process_time() - begun)


def straight(seed: int) -> int:
    """Play the floor."""
    return int(floor.straight(4, seed, 5, 5)[1]) * 4 // 5  # the card of the pool is no decision


def ours(name: str) -> Play:
    """Return a match of simulated people, as `cardtable simulate` plays it."""
    game = games.load(name)

    def play(seed: int) -> int:
        made = itertools.count()

        def mind(decision: Decision, lots: random.Random) -> Chosen:
            next(made)
            return by_lot(decision, lots)

        bare_match.begin(matches.new(game, 4, {}), seed, [mind] * 4, fidget=0).play()
        return next(made)

    return play


def spiel(name: str) -> Play:
    """Return a match of a game of OpenSpiel."""
    import pyspiel

    if name.startswith("cardtable_"):
        import cardtable_lab.research.openspiel  # noqa: F401
    elif name.startswith("python_"):
        import open_spiel.python.games  # noqa: F401
    game = pyspiel.load_game(name, {"players": 4} if name.startswith("cardtable_") else {})

    def play(seed: int) -> int:
        lots, state, made = random.Random(seed), game.new_initial_state(), 0
        while not state.is_terminal():
            made += not state.is_chance_node()
            state.apply_action(lots.choice(state.legal_actions()))
        return made

    return play


def rlcard(name: str) -> Play:
    """Return a match of a game of RLCard."""
    import rlcard as library

    env = library.make(name)

    def play(seed: int) -> int:
        lots, made = random.Random(seed), 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(lots.choice(list(state["legal_actions"])))
            made += 1
        return made

    return play


def all_games() -> Iterator[tuple[str, str, Play]]:
    """Yield (library, game, a match of it); a library that is absent is one line."""
    for library, names, load in (
        ("cardtable simulate, random bots", games.NAMES, ours),
        ("OpenSpiel", (*[f"cardtable_{name}" for name in games.NAMES], *SPIEL), spiel),
        ("RLCard", RLCARDS, rlcard),
    ):
        for name in names:
            try:
                yield library, name, load(name)
            except ImportError as error:
                print(f"{library} is missing ({error.name}); M14 did not run its games", file=sys.stderr)
                break


def decisions() -> list[Row]:
    """Random decisions a second."""
    base = rate(straight)
    what = "decisions a second: a straight loop of Democracy, the floor"
    rows = [row(what, "processor time", base, form=",.0f")]
    for library, name, play in all_games():
        found = rate(play)
        what = f"decisions a second over the floor's: {library}, {name}"
        rows.append(row(what, "processor time", found / base, note=f" ({found:,.0f})", form=".4f"))
    return rows


# -- M16: copies of a match of decisions ----------------------------------------------------------------

EARLY, LATE = 20, 400  # decisions, or as late as the match goes


def copies() -> list[Row]:
    """A late copy over an early one, both where a stage begins."""
    rows = []
    for name in games.NAMES:
        match, lots, kept = Playthrough(games.load(name), 5, {}, "1"), random.Random(1), []
        while (due := match.decision) is not None:
            if match.begins_stage and len(match.decisions) >= EARLY:
                kept.append(match.clone())
            match.decide(lots.randrange(len(due.options)))
        early, late = kept[0], next((one for one in kept if len(one.decisions) >= LATE), kept[-1])
        what = f"a copy of a match of {name} at decision {len(late.decisions)} / at {len(early.decisions)}"
        rows.append(in_turns(what, partial(_use, early), partial(_use, late), 1.5))
    return rows


def _use(match: Playthrough, times: int = 50) -> None:
    for _ in range(times):
        assert match.clone().decision is not None
