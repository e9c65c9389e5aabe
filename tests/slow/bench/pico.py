"""Measures on an emulated Pico (tests/emulator), in its own time: M2, M3, M4, M9 and M10.

Times are taken three times: without a cache of the flash, where the processor never waits and a real Pico
takes longer, and with waits of 60 and of 90 cycles for what is not in it: docs/develop/emulator.md.
Operations on flash take the time of its data sheet. How the heap is measured: tests/support/heap_use.py; a
growth over many decisions is looked for on 32-bit MicroPython as well, which is some forty times faster.
There the code is in the heap, so that only differences mean anything.
"""

import itertools
import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from lays import OCCUPIED
from rows import Row, highest, row

import emulated_pico
import match_file
import mp32
from cardtable.controller.input.pad_filter import REST_MS
from emulated_pico import NS, shows, until
from firmware_table import Host
from heap_use import BOARD, KB, PLAYERS, compile_into, match_files, smallest_heap, weigh
from match_file import Case
from tablehost.firmware import boards
from tablehost.virtual import pack

SEATS = 10
MISSES = (0, 60, 90)  # cycles for what is not in the cache of the flash; 0: without one
INPUTS = 400  # of a match: that is enough, and its end is no other than its beginning
PACE_MS, PACED = 50, 1200  # an input each so many ms, so many of them: a minute
LAYS = 40
DEALT, LYING = (
    5,
    (1, 2, 3),
)  # seats at the table where cards are laid, and those whose cards lie there already
ERRORS = 0.05  # of the frames on the air are damaged
MS = 1_000_000  # ns
LIMIT_NS = 600 * NS
WHOLE_TABLE = mp32.ROOT / "tests" / "micropython" / "whole_table.py"

LEFT_OUT = """\
Left out: M2 is of the firmware alone, without readers, lamps, panel and USB. On a table the sweeps of the
readers take their part of the processor besides: out of each 25 ms the time of a sweep that M10 gives."""

Goals = dict[int, Sequence[float]]  # by cycles of a miss
Figures = tuple[str, Sequence[float], Goals]


def each(take: Callable[[int], list[Figures]], unit: str = " ms") -> list[Row]:
    """Return the rows for each cache, taken at the same time; those of the same figure next to each other."""
    with ThreadPoolExecutor() as pool:
        taken = list(pool.map(take, MISSES))
    rows = []
    for same in zip(*taken, strict=True):
        for miss, (what, found, goals) in zip(MISSES, same, strict=True):
            how = f"emulated RP2040, {f'{miss} cycles a miss' if miss else 'no cache'}"
            rows.append(row(what, how, found, goals.get(miss, ()), unit, form=".3g"))
    return rows


def output(
    module: str, folder: Path, miss: int, *more: Path, occupied: Sequence[int] = ()
) -> tuple[list[list[str]], list[tuple[int, int]]]:
    """Return the output of a module of tests/emulator on a Pico with `BOARD`, line by line, with the files of
    `folder`; and when flash was busy, as (ns, for so many ns). `occupied`: the pads on which a card lies.
    """
    files = {"board": module.encode()}  # it is imported in place of a board
    for path in (emulated_pico.HERE / f"{module}.py", *more, *folder.iterdir()):
        files[path.name] = path.read_bytes()
    busy: list[tuple[int, int]] = []
    with switched_on(files, miss) as firmware:
        pico = firmware.pico
        pico.flashed = lambda kind, at, size: busy.append((pico.ns, emulated_pico.flash_ns(kind, size)))
        for pad in occupied:
            firmware.machine.pads[pad].tags.append(pack.tag(pad))
        until(firmware, lambda: pico.said.endswith(b">>> "), LIMIT_NS / NS)
    rows = [line.split() for line in pico.said.decode(errors="replace").splitlines()]
    assert ["end"] in rows, rows[-9:]
    return rows[: rows.index(["end"])], busy


@contextmanager
def switched_on(files: dict[str, bytes], miss: int) -> Iterator[Any]:
    """Yield the firmware with `BOARD` and these files in an emulated Pico."""
    board = boards.load(BOARD)
    pico = emulated_pico.Pico(dict(board.PINS)["lights.data"], miss=miss)
    try:
        pico.power_cycle(emulated_pico.image({**emulated_pico.board_files(BOARD), **files}))
        yield emulated_pico.Emulated(board, pico)
    finally:
        pico.close()


# -- M2: a match of Democracy at ten seats, see tests/emulator/playing.py ----------------------


def play(miss: int, count: int, pace: bytes = b"") -> tuple[list[list[str]], list[tuple[int, int]]]:
    """Return the output of the first `count` inputs of a match, as `output` does; `pace`: in ms."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        match_file.write_deck(folder)
        match_file.write_match(folder / "match", 1, match_file.FIXED)
        head, _, inputs = (folder / "match").read_bytes().partition(b"\n")
        (folder / "match").write_bytes(head + b"\n" + inputs[: 3 * count])
        if pace:
            (folder / "pace").write_bytes(pace)
        return output("playing", folder, miss, WHOLE_TABLE)


@cache
def played(miss: int) -> tuple[list[list[str]], list[tuple[int, int]]]:
    """Return the output of a match."""
    return play(miss, INPUTS)


def commands() -> list[Row]:
    """A command at ten seats: from an input to its record, lamps, display and the line to the computer."""
    return each(_commands)


def _commands(miss: int) -> list[Figures]:
    rows, busy = played(miss)
    alone, whole = [], []
    for began, end in [(int(one[1]) * 1000, int(one[2]) * 1000) for one in rows if one[0] == "in"]:
        flash = sum(ns for at, ns in busy if began <= at < end)
        alone.append((end - began - flash) / MS)
        whole.append((end - began) / MS)
    [(count, late)] = [row[1:] for row in play(miss, PACED, b"%d" % PACE_MS)[0] if row[0] == "late"]
    what = f"a command at {SEATS} seats until it is on flash, {len(whole)} of them, p50 / p99 / worst"
    often = f"an input each {PACE_MS} ms, {count} of them: how long after it was due one was done, worst"
    return [
        (what, highest(whole), {}),
        ("the same, flash not counted", highest(alone), {}),
        (often, [int(late) / 1000], {}),
    ]


# -- M9 and M10: a whole table -----------------------------------------------------------------------


@contextmanager
def table(miss: int) -> Iterator[Any]:
    """Yield the firmware of a table in the emulated Pico, with a deck."""
    with tempfile.TemporaryDirectory() as name:
        pack.write_deck(Path(name) / "deck.txt")
        deck = (Path(name) / "deck.txt").read_bytes()
    with switched_on({"marker": b"", "deck.txt": deck}, miss) as firmware:
        yield firmware


def ready(firmware: Any) -> float:
    """Return the seconds until it says so."""
    began = firmware.pico.ns
    assert until(firmware, shows(firmware, "Ready"), 10), bytes(firmware.pico.said)
    return float(firmware.pico.ns - began) / NS


def starts() -> list[Row]:
    """From power to a table that says that it is ready."""
    return each(_starts, " s")


def _starts(miss: int) -> list[Figures]:
    with table(miss) as firmware:
        first = ready(firmware)
        until(firmware, lambda: False, 1)
        firmware.pico.power_cycle()
        firmware.machine.lose_power()
        firmware.shown = []
        second = ready(firmware)
    what = "power to ready, 12 pads, the first time with this program"
    return [
        (what, [first], {0: (0.6,), 90: (0.8,)}),
        ("the same, later", [second], {0: (0.25,), 90: (0.35,)}),
    ]


def lays() -> list[Row]:
    """Sweeps, and a card on its way to its lamp."""
    return each(_lays)


def _lays(miss: int) -> list[Figures]:
    waits = laid(miss)
    occupied = f"a sweep of 12 pads, {len(OCCUPIED)} of them occupied, p50 / p99 / worst"
    what = f"card at rest to lamp beyond the dwell, 12 pads, {1 + len(LYING)} occupied, {ERRORS:.0%} damaged"
    what += f", {len(waits)} lays, p50 / p90 / worst"
    return [
        ("a quiet sweep of 12 pads, p50 / p99 / worst", highest(sweeps(miss)), {}),
        (occupied, highest(sweeps(miss, OCCUPIED)), {}),
        (what, highest(waits, (0.5, 0.9, 1)), {0: (25, 40, 50), 90: (35, 55, 70)}),
    ]


def sweeps(miss: int, occupied: Sequence[int] = ()) -> list[float]:
    """Return the processor's time for each sweep, in ms: see tests/emulator/sweeping.py."""
    with tempfile.TemporaryDirectory() as name:
        rows, _ = output("sweeping", Path(name), miss, occupied=occupied)
    return [int(row[1]) / 1000 for row in rows if row[0] == "sweep"]


def laid(miss: int) -> list[float]:
    """Return how long a card lay where it was awaited until its lamp said so, less the dwell, in ms."""
    waits = []
    with table(miss) as firmware:
        machine = firmware.machine

        def wait(seconds: float) -> None:
            until(firmware, lambda: False, seconds)

        def lay(seat: int, card: int) -> float:
            """Lay a card on the pad of a seat, and wait until the lamp there tells; the ms it took."""
            dark, began = machine.lights()[3 * seat + 1], firmware.pico.ns
            machine.pads[seat].tags.append(pack.tag(card))
            assert until(firmware, lambda: machine.lights()[3 * seat + 1] != dark, 3), f"no lamp at {seat}"
            return float(firmware.pico.ns - began) / MS

        ready(firmware)
        host = Host(emulated_pico.Cable(firmware))
        host.run(1)
        options = [("opt", "first_dealer", "1"), ("opt", "deal_check", "off"), ("opt", "bad_catch", "off")]
        for command in (("new", "democracy", DEALT), *options, ("begin",)):
            host.end.do(*command)
            host.run(1)
        for seat in range(DEALT):
            machine.press(seat, "ok")
            wait(0.2)
            machine.release(seat, "ok")
            wait(0.2)
        machine.pads[boards.load(BOARD).SEAT_PADS].tags.append(pack.tag(13))
        assert until(firmware, shows(firmware, "face down"), 3), firmware.display()
        for seat in LYING:
            lay(seat, 1 + seat)
        for chip in machine.chips:
            chip.frame_error_rate = ERRORS
        for turn in range(LAYS):  # at the pad of the first seat, who may exchange the card
            wait(0.3 + turn * 0.007)
            waits.append(lay(0, 5) - REST_MS)
            dark = machine.lights()[1]
            machine.pads[0].tags.clear()
            assert until(firmware, lambda dark=dark: machine.lights()[1] != dark, 3), "it stays lit"
    return waits


# -- M3 and M4: the heap -------------------------------------------------------------------------------

READY_KB, PEAK_KB, SMALLEST_KB = 70, 95, 120  # goals
DECISIONS, DECISIONS_ON_PICO, TIMES = 20_000, 2_000, 3
CALL = "import sys; sys.path[:] = [{!r}]; import evenings"  # an argument has 255 bytes at most there
USED = "emulated, gc.mem_alloc after a collection"


def in_kb(what: str, size: int, goal: float | Sequence[float] = (), how: str = USED) -> Row:
    return row(what, how, size / KB, goal, " KB", form=".1f")


def longest(case: Case) -> list[Row]:
    """Return what the longest match of a game takes of the heap."""
    files = match_files(case)
    weight = weigh(files)
    what = f"{case.game.NAME}, {case.game.SEATS[1]} players, {case.what}"
    ballast = "emulated, a ballast before the first import"
    return [
        in_kb(f"{what}: begun", weight.begun),
        in_kb(f"peak of {weight.decisions} decisions", weight.most, PEAK_KB),
        in_kb("smallest heap that finishes it", smallest_heap(files, weight), SMALLEST_KB, ballast),
        row("deepest stack", f"emulated, of {emulated_pico.STACK} B", weight.stack, unit=" B", form="d"),
    ]


def heap() -> list[Row]:
    """Heap in use when the table is ready, at the peak of the longest matches, and the least that will do."""
    ready = weigh(match_files(match_file.CASES[0]), begun=True).ready
    with ThreadPoolExecutor() as pool:
        found = list(pool.map(longest, match_file.CASES))
    return [in_kb(f"{BOARD}, ready", ready, READY_KB), *itertools.chain(*found)]


def growth(what: str, how: str, decisions: int, least: int, live: list[int]) -> list[Row]:
    """Return by how much live memory grew from the last but one to the last of TIMES same matches: at the end
    of the last stage, and at most. What is lost for good is missing at the end, too.

    The first time is left out: what is imported for the first time stays.
    """
    size = len(live) // TIMES
    grown = [later - before for before, later in zip(live[-2 * size : -size], live[-size:], strict=True)]
    what = f"growth of live memory, the same {what} again: in the end / at most in between"
    return [
        row("decisions", how, decisions, least, form="d", least=True),
        row(what, how, (grown[-1], max(grown)), 0, " B", form="d"),
    ]


def drift() -> list[Row]:
    """Growth of live memory when the same matches are played again."""
    many, live = evenings(-(-DECISIONS // TIMES))
    weight = weigh(match_files(match_file.CASES[0]), TIMES, step=1 << 30)
    few = weight.decisions
    return [
        *growth("matches", "32-bit MicroPython, after a collection", many, DECISIONS, live),
        *growth("match", "emulated, after a collection", few, DECISIONS_ON_PICO, weight.live),
    ]


def evenings(decisions: int) -> tuple[int, list[int]]:
    """Play matches of so many decisions, the same ones TIMES times, on 32-bit MicroPython; return the number
    of decisions, and live memory at the end of each stage.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        library = mp32.ROOT / "firmware" / "lib"
        sources = {str(path.relative_to(library).with_suffix("")): path for path in library.rglob("*.py")}
        sources["partitions"] = mp32.ROOT / "firmware" / "frozen" / "partitions.py"
        sources["flash_file"] = mp32.ROOT / "tests" / "micropython" / "flash_file.py"
        compile_into(folder / "lib", {**sources, **PLAYERS}, "x86")
        match_file.write_deck(folder)
        files = match_file.write_evening(folder, decisions) * TIMES
        program = f"import evening\nevening.main({str(folder) + '/'!r}, {files!r})\n"
        (folder / "lib" / "evenings.py").write_text(program)
        done = mp32.run("-c", CALL.format(str(folder / "lib")), timeout=3600)
    assert done.returncode == 0, done.stdout[-900:]
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]
    return rows[-1][1], [row[2] for row in rows if row[0] == "live"]
