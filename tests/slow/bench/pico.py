"""Measures on an emulated Pico (tests/emulator), in its own time: M2, M3, M4, M9 and M10.

Times are taken three times: without a cache of the flash, where the processor never waits and a real Pico
takes longer, and with waits of 60 and of 90 cycles for what is not in it: docs/develop/emulator.md.
Operations on flash take the time of its data sheet. How the heap is measured: tests/support/heap_use.py;
its growth is looked for on 32-bit MicroPython, which is some forty times faster. There the code is in the
heap, so that only differences mean anything.
"""

import itertools
import json
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

from lays import OCCUPIED
from rows import Row, highest, row

import emulated_pico
import match_file
import mp32
from cardtable.controller.input.pad_filter import REST_MS
from emulated_hands import Hands
from emulated_pico import shows, until
from heap_use import BOARD, KB, PLAYERS, compile_into, match_files, on_pico, players, smallest_heap, weigh
from match_file import Case
from tablehost.firmware import boards
from tablehost.virtual import pack

SEATS = 10
MISSES = (0, 60, 90)  # cycles for what is not in the cache of the flash; 0: without one
INPUTS = 400  # of a match: that is enough, and its end is no other than its beginning
PACE_MS, PACED = 50, 1200  # an input each so many ms, so many of them: a minute
LAYS = 40
DEALT = 5  # seats at the table where cards are laid
LYING = (1, 2, 3)  # those whose cards lie there already
ERRORS = 0.05  # of the frames on the air are damaged
MS = 1_000_000  # ns
LIMIT_S = 600

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


# -- M2: a match of Democracy at ten seats, see tests/emulator/playing.py ------------------------------


def commands() -> list[Row]:
    """A command at ten seats: from an input to its record, lamps, display and the line to the computer."""
    return each(_commands)


def _commands(miss: int) -> list[Figures]:
    files, busy = match_files(match_file.CASES[0]), []

    def watch(pico: emulated_pico.Pico) -> None:
        pico.flashed = lambda kind, at, size: busy.append((pico.ns, emulated_pico.flash_ns(kind, size)))

    rows = on_pico(f"import playing\nplaying.main({INPUTS})\n", files, miss, watch)
    alone, whole = [], []
    for began, end in [(int(one[1]) * 1000, int(one[2]) * 1000) for one in rows if one[0] == "in"]:
        flash = sum(ns for at, ns in busy if began <= at < end)
        alone.append((end - began - flash) / MS)
        whole.append((end - began) / MS)
    paced = on_pico(f"import playing\nplaying.main({PACED}, {PACE_MS})\n", files, miss)
    [late] = [int(row[1]) / 1000 for row in paced if row[0] == "late"]
    what = f"a command at {SEATS} seats until it is on flash, {len(whole)} of them, p50 / p99 / worst"
    often = f"an input each {PACE_MS} ms, {PACED} of them: how long after it was due one was done, worst"
    return [
        (what, highest(whole), {}),
        ("the same, flash not counted", highest(alone), {}),
        (often, [late], {}),
    ]


# -- M9 and M10: a whole table -----------------------------------------------------------------------


def table(miss: int) -> closing[Any]:
    """Return the firmware of a table in the emulated Pico, with a deck, as a context."""
    with tempfile.TemporaryDirectory() as name:
        pack.write_deck(Path(name) / "deck.txt")
        deck = (Path(name) / "deck.txt").read_bytes()
    files = {**emulated_pico.board_files(BOARD), "marker": b"", "deck.txt": deck}
    return closing(emulated_pico.start(files, BOARD, miss=miss))


def starts() -> list[Row]:
    """From power to a table that says that it is ready."""
    return each(_starts, " s")


def _starts(miss: int) -> list[Figures]:
    with table(miss) as firmware:
        first, second = emulated_pico.start_times(firmware)
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
    with closing(emulated_pico.start({"board": b"none", **players()}, BOARD, miss=miss)) as firmware:
        for pad in occupied:
            firmware.machine.pads[pad].tags.append(pack.tag(pad))
        firmware.pico.ask()
        said = firmware.pico.ask("import sweeping; sweeping.main()", LIMIT_S)
    return [int(row.split()[1]) / 1000 for row in said.splitlines() if row.startswith("sweep ")]


def laid(miss: int) -> list[float]:
    """Return how long a card lay where it was awaited until its lamp said so, less the dwell, in ms."""
    waits = []
    with table(miss) as firmware:
        machine = firmware.machine

        def lay(seat: int, card: int) -> float:
            """Lay a card on the pad of a seat, and wait until the lamp there tells; the ms it took."""
            dark, began = machine.lights()[3 * seat + 1], firmware.pico.ns
            machine.pads[seat].tags.append(pack.tag(card))
            assert until(firmware, lambda: machine.lights()[3 * seat + 1] != dark, 3), f"no lamp at {seat}"
            return float(firmware.pico.ns - began) / MS

        until(firmware, shows(firmware, "Ready"), 10)
        hands = Hands(firmware)
        for command in (
            ("new", "democracy", DEALT), ("opt", "first_dealer", "1"), ("opt", "deal_check", "off"),
            ("opt", "bad_catch", "off"), ("begin",),
        ):  # fmt: skip
            hands.say(*command)
        hands.wait(0.7)
        hands.press("ok", *range(DEALT))
        hands.lay(boards.load(BOARD).SEAT_PADS, "KS")
        assert until(firmware, shows(firmware, "face down"), 3), firmware.display()
        for seat in LYING:
            lay(seat, 1 + seat)
        for chip in machine.chips:
            chip.frame_error_rate = ERRORS
        for turn in range(LAYS):  # at the pad of the first seat, who may exchange the card
            until(firmware, lambda: False, 0.3 + turn * 0.007)
            waits.append(lay(0, 5) - REST_MS)
            dark = machine.lights()[1]
            machine.pads[0].tags.clear()
            assert until(firmware, lambda dark=dark: machine.lights()[1] != dark, 3), "it stays lit"
    return waits


# -- M3 and M4: the heap -------------------------------------------------------------------------------

READY_KB, PEAK_KB, SMALLEST_KB = 70, 95, 120  # goals
DECISIONS, TIMES = 20_000, 3
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


def drift() -> list[Row]:
    """Growth of live memory when the same matches are played again."""
    decisions, live = evenings(-(-DECISIONS // TIMES))
    size = len(live) // TIMES
    # The first time is left out: what is imported for the first time stays.
    grown = [later - before for before, later in zip(live[-2 * size : -size], live[-size:], strict=True)]
    what = "growth of live memory, the same matches again: in the end / at most in between"
    how = "32-bit MicroPython, after a collection"
    return [
        row("decisions", how, decisions, DECISIONS, form="d", least=True),
        row(what, how, (grown[-1], max(grown)), 0, " B", form="d"),
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
