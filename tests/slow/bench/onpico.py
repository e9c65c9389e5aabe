"""Measures of `make bench` on an emulated Pico (tests/emulator), in its own time: M2, M8, M9 and M10.

Each figure is taken three times: without a cache of the flash, where the processor never waits and a real
Pico takes longer, and with waits of 60 and of 90 cycles for what is not in it: docs/develop/emulator.md.
Operations on flash take the time of its data sheet. Each function gives rows for the table: see
`measures.Row`.
"""

import statistics
import tempfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from m10 import OCCUPIED
from measures import Row

import emulated_pico
import match_file
import mp32
from cardtable.controller.input.pad_filter import REST_MS
from firmware_table import Host
from tablehost.firmware import boards
from tablehost.virtual import pack

SEATS = 10
BOARD = "pico_10pads"
MISSES = (0, 60, 90)  # cycles for what is not in the cache of the flash; 0: without one

INPUTS = 400  # of a match: that is enough, and its end is no other than its beginning
PACE_MS, PACED = 50, 1200  # an input each so many ms, so many of them: a minute
LAYS = 40
PLAYERS, LYING = 5, (1, 2, 3)  # at the table where cards are laid, and seats whose cards lie there already
ERRORS = 0.05  # of the frames on the air are damaged
MS = 1_000_000  # ns
US = 1_000
LIMIT_NS = 600 * emulated_pico.NS

# Goals by the cycles of a miss; for the first figures of a row.
TURN_MS = {0: (10, 40, 60), 90: (14, 55, 80)}
LAMP_MS = {0: (25, 40, 50), 90: (35, 55, 70)}
OCCUPIED_MS = {0: (4,), 90: (6,)}
QUIET_MS = {0: (0.7,), 90: (1.0,)}
LINE_MS = {0: (0.3,), 90: (0.5,)}
LINE_BYTES = 64
FIRST_S = {0: (0.6,), 90: (0.8,)}
LATER_S = {0: (0.25,), 90: (0.35,)}

LEFT_OUT = """\
Left out: M2 and M8 are of the firmware alone, without readers, lamps, panel and USB. On a table the sweeps of
the readers take their part of the processor besides: out of each 25 ms the time of a sweep that M10 gives."""

Share = tuple[float, ...]
MIDDLE_LATE_WORST: Share = (0.5, 0.99, 1)


def share(values: Sequence[float], part: float) -> float:
    """The value that this part of them does not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def row(
    measure: str,
    what: str,
    miss: int,
    values: Sequence[float],
    goals: Mapping[int, Sequence[float]],
    parts: Share = MIDDLE_LATE_WORST,
    unit: str = "ms",
) -> Row:
    """The values that these parts of all do not exceed, next to the goals for such a cache, if there are."""
    found = [share(values, part) for part in parts]
    goal = goals.get(miss, ())
    target = f"<= {' / '.join(f'{one:g}' for one in goal)} {unit}" if goal else ""
    met = all(one <= most for one, most in zip(found, goal, strict=False)) if goal else None
    return Row(measure, what, how(miss), f"{' / '.join(f'{one:.3g}' for one in found)} {unit}", target, met)


def how(miss: int) -> str:
    return f"emulated RP2040, {f'{miss} cycles a miss' if miss else 'no cache'}"


def each(take: Callable[[int], list[Row]]) -> list[Row]:
    """The rows for each cache, taken at the same time; one figure's rows next to each other."""
    with ThreadPoolExecutor() as pool:
        taken = list(pool.map(take, MISSES))
    return [one for same in zip(*taken, strict=True) for one in same]


def told(
    module: str, folder: Path, miss: int, *more: Path, occupied: Sequence[int] = ()
) -> tuple[list[list[str]], list[tuple[int, int]]]:
    """Return the output of a module of tests/emulator on a Pico with `BOARD`, line by line, with the files of
    `folder`; and when flash was busy, as (ns, for so many ns). `occupied`: the pads on which a card lies.
    """
    board = boards.load(BOARD)
    pico = emulated_pico.Pico(dict(board.PINS)["lights.data"], miss=miss)
    busy: list[tuple[int, int]] = []
    pico.flashed = lambda kind, at, size: busy.append((pico.ns, emulated_pico.flash_ns(kind, size)))
    try:
        files = {
            **emulated_pico.board_files(BOARD),
            "board": module.encode(),
        }  # it is imported in place of a board
        files.update({path.name: path.read_bytes() for path in (emulated_pico.HERE / f"{module}.py", *more)})
        files.update({path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()})
        pico.power_cycle(emulated_pico.image(files))
        firmware = emulated_pico.Emulated(board, pico)
        for pad in occupied:
            firmware.machine.pads[pad].tags.append(pack.tag(pad))
        firmware.run(lambda us: not ended(pico, firmware, us))
    finally:
        pico.close()
    rows = [line.split() for line in pico.said.decode(errors="replace").splitlines()]
    assert ["end"] in rows, rows[-9:]
    return rows[: rows.index(["end"])], busy


def ended(pico: Any, firmware: Any, us: int) -> bool:
    firmware.machine.clock.advance(us)
    return pico.ns > LIMIT_NS or pico.said.endswith(b">>> ")


def begun_match(folder: Path, count: int) -> None:
    """Write a deck and the first `count` inputs of a match at ten seats to a folder."""
    match_file.write_deck(folder)
    match_file.write_match(folder / "match", 1, match_file.FIXED)
    head, _, inputs = (folder / "match").read_bytes().partition(b"\n")
    (folder / "match").write_bytes(head + b"\n" + inputs[: 3 * count])


WHOLE_TABLE = mp32.ROOT / "tests" / "micropython" / "whole_table.py"


@cache
def played(miss: int) -> tuple[list[list[str]], list[tuple[int, int]]]:
    """A match of Democracy at ten seats: see tests/emulator/playing.py."""
    with tempfile.TemporaryDirectory() as name:
        begun_match(Path(name), INPUTS)
        return told("playing", Path(name), miss, WHOLE_TABLE)


def paced(miss: int) -> tuple[int, float]:
    """With an input each PACE_MS: how many, and how long after it was due one was done at most, in ms."""
    with tempfile.TemporaryDirectory() as name:
        begun_match(Path(name), PACED)
        (Path(name) / "pace").write_text(str(PACE_MS))
        rows, _ = told("playing", Path(name), miss, WHOLE_TABLE)
    [(count, most)] = [row[1:] for row in rows if row[0] == "late"]
    return int(count), int(most) / 1000


def m2() -> list[Row]:
    """A command at ten seats: from an input to its record, lamps, display and the line to the computer."""
    return each(_m2)


def _m2(miss: int) -> list[Row]:
    rows, busy = played(miss)
    turns = [(int(row[1]) * US, int(row[2]) * US) for row in rows if row[0] == "in"]
    alone, whole = [], []
    for began, end in turns:
        flash = sum(ns for at, ns in busy if began <= at < end)
        alone.append((end - began - flash) / MS)
        whole.append((end - began) / MS)
    count, late = paced(miss)
    what = f"a command at {SEATS} seats until it is on flash, {len(turns)} of them, p50 / p99 / worst"
    often = f"an input each {PACE_MS} ms, {count} of them: how long after it was due one was done, worst"
    return [
        row("M2", what, miss, whole, TURN_MS),
        row("M2", "the same, flash not counted", miss, alone, {}),
        row("M2", often, miss, [late], {}, (1,)),
    ]


def m8() -> list[Row]:
    """A record on its way to the line."""
    return each(_m8)


def _m8(miss: int) -> list[Row]:
    rows, _ = played(miss)
    took = [int(row[1]) / 1000 for row in rows if row[0] == "record"]
    sizes = [int(row[2]) for row in rows if row[0] == "record"]
    what = f"a record to its line at {SEATS} seats, {len(took)} of them, p50 / p99 / worst"
    mean = statistics.mean(sizes)
    size = f"{mean:.0f} / {max(sizes)} B"
    return [
        row("M8", what, miss, took, LINE_MS),
        Row(
            "M8", "bytes on the wire, mean / most", how(miss), size, f"<= {LINE_BYTES} B", mean <= LINE_BYTES
        ),
    ]


class Table:
    """A table with `BOARD` in the emulated Pico, with people's hands."""

    def __init__(self, folder: Path, miss: int) -> None:
        self.board = boards.load(BOARD)
        self.pico = emulated_pico.Pico(dict(self.board.PINS)["lights.data"], miss=miss)
        pack.write_deck(folder / "deck.txt")
        files = {
            **emulated_pico.board_files(BOARD),
            "marker": b"",
            "deck.txt": (folder / "deck.txt").read_bytes(),
        }
        self.pico.power_cycle(emulated_pico.image(files))
        self.firmware = emulated_pico.Emulated(self.board, self.pico)
        self.machine = self  # for a `firmware.Host`
        self.clock, self.usb = self.firmware.machine.clock, self.firmware.line

    def until(self, wanted: Callable[[], bool], seconds: float) -> bool:
        """Run until `wanted()`, for so long at most; whether it came."""
        limit = self.pico.ns + seconds * emulated_pico.NS

        def idle(us: int) -> bool:
            self.clock.advance(us)
            return not wanted() and self.pico.ns < limit

        self.firmware.run(idle)
        return wanted()

    def run(self, us: float) -> None:
        self.until(lambda: False, us / 1e6)

    def shows(self, words: str) -> bool:
        return words in " ".join(" ".join(self.firmware.display()).split())

    def ready(self) -> float:
        """Seconds until it says so."""
        began = self.pico.ns
        assert self.until(lambda: self.shows("Ready"), 10), bytes(self.pico.said)
        return float(self.pico.ns - began) / emulated_pico.NS


def m9() -> list[Row]:
    """From power to a table that says that it is ready."""
    return each(_m9)


def _m9(miss: int) -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        table = Table(Path(name), miss)
        try:
            first = table.ready()
            table.run(1e6)
            table.pico.power_cycle()
            table.firmware.machine.lose_power()
            table.firmware.shown = []
            second = table.ready()
        finally:
            table.pico.close()
    return [
        row(
            "M9",
            "power to ready, 12 pads, the first time with this program",
            miss,
            [first],
            FIRST_S,
            (1,),
            "s",
        ),
        row("M9", "the same, later", miss, [second], LATER_S, (1,), "s"),
    ]


def m10() -> list[Row]:
    """Sweeps, and a card on its way to its lamp."""
    return each(_m10)


def _m10(miss: int) -> list[Row]:
    waits = laid(miss)
    what = f"card at rest to lamp beyond the dwell, 12 pads, {1 + len(LYING)} occupied, {ERRORS:.0%} damaged"
    occupied = f"a sweep of 12 pads, {len(OCCUPIED)} of them occupied, p50 / p99 / worst"
    return [
        row("M10", "a quiet sweep of 12 pads, p50 / p99 / worst", miss, swept(miss), QUIET_MS),
        row("M10", occupied, miss, swept(miss, OCCUPIED), OCCUPIED_MS),
        row("M10", f"{what}, {len(waits)} lays, p50 / p90 / worst", miss, waits, LAMP_MS, (0.5, 0.9, 1)),
    ]


def swept(miss: int, occupied: Sequence[int] = ()) -> list[float]:
    """Return the processor's time for each sweep, in ms: see tests/emulator/sweeping.py."""
    with tempfile.TemporaryDirectory() as name:
        rows, _ = told("sweeping", Path(name), miss, occupied=occupied)
    return [int(row[1]) / 1000 for row in rows if row[0] == "sweep"]


def laid(miss: int) -> list[float]:
    """Return how long a card lay where it was awaited until its lamp said so, less the dwell, in ms."""
    waits = []
    with tempfile.TemporaryDirectory() as name:
        table = Table(Path(name), miss)
        try:
            table.ready()
            host = Host(table)
            host.run(1)
            options = (
                ("opt", "first_dealer", "1"),
                ("opt", "deal_check", "off"),
                ("opt", "bad_catch", "off"),
            )
            for command in (("new", "democracy", PLAYERS), *options, ("begin",)):
                host.end.do(*command)
                host.run(1)
            machine = table.firmware.machine
            for seat in range(PLAYERS):
                machine.press(seat, "ok")
                table.run(2e5)
                machine.release(seat, "ok")
                table.run(2e5)
            machine.pads[table.board.SEAT_PADS].tags.append(pack.tag(13))
            assert table.until(lambda: table.shows("face down"), 3), table.firmware.display()
            for seat in LYING:
                lay(table, seat, 1 + seat)
            for chip in machine.chips:
                chip.frame_error_rate = ERRORS
            for turn in range(LAYS):  # at the pad of the first seat, who may exchange the card
                table.run(3e5 + turn * 7e3)
                waits.append(lay(table, 0, 5) / MS - REST_MS)
                dark = machine.lights()[1]
                machine.pads[0].tags.clear()
                assert table.until(lambda dark=dark: machine.lights()[1] != dark, 3), "it stays lit"
        finally:
            table.pico.close()
    return waits


def lay(table: Table, seat: int, card: int) -> int:
    """Lay a card on the pad of a seat, and wait until the lamp there tells; the ns it took."""
    machine = table.firmware.machine
    lamp = 3 * seat + 1
    dark = machine.lights()[lamp]
    began = table.pico.ns
    machine.pads[seat].tags.append(pack.tag(card))
    assert table.until(lambda: machine.lights()[lamp] != dark, 3), f"no lamp at {seat}"
    return int(table.pico.ns - began)
