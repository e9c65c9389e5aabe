"""What `make bench` measures on an emulated Pico (tests/emulator), in its own time: M2, M8, M9 and M10.

The emulated processor never waits for its flash, so a real Pico takes longer for what is computed; flash
takes the time of its data sheet. Each function gives rows for the table: see `measures.Row`.
"""

import statistics
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

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

INPUTS = 400  # of a match: that is enough, and its end is no other than its beginning
LAYS = 20
ERRORS = 0.05  # of the frames on the air are damaged
MS = 1_000_000  # ns
US = 1_000
LIMIT_NS = 600 * emulated_pico.NS
EMULATED = "emulated RP2040"


def share(values: list[float], part: float) -> float:
    """The value that this part of them does not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def three(values: list[float]) -> str:
    return f"{share(values, 0.5):.1f} / {share(values, 0.99):.1f} / {max(values):.1f} ms"


def told(module: str, folder: Path, *more: Path) -> tuple[list[list[str]], list[tuple[int, int]]]:
    """What a module of tests/emulator tells on an emulated Pico with `BOARD`, line by line, with the files of
    `folder`; and when flash was busy, as (ns, for so many ns).
    """
    board = boards.load(BOARD)
    pico = emulated_pico.Pico(dict(board.PINS)["lights.data"])
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
        firmware.run(lambda us: not ended(pico, firmware, us))
    finally:
        pico.close()
    rows = [line.split() for line in pico.said.decode(errors="replace").splitlines()]
    assert ["end"] in rows, rows[-9:]
    return rows[: rows.index(["end"])], busy


def ended(pico: Any, firmware: Any, us: int) -> bool:
    firmware.machine.clock.advance(us)
    return pico.ns > LIMIT_NS or pico.said.endswith(b">>> ")


@cache
def played() -> tuple[list[list[str]], list[tuple[int, int]]]:
    """A match of Democracy at ten seats: see tests/emulator/playing.py."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        match_file.write_deck(folder)
        match_file.write_match(folder / "match", 1, match_file.FIXED)
        head, _, inputs = (folder / "match").read_bytes().partition(b"\n")
        (folder / "match").write_bytes(head + b"\n" + inputs[: 3 * INPUTS])
        return told("playing", folder, mp32.ROOT / "tests" / "micropython" / "whole_table.py")


def m2() -> list[Row]:
    """A command at ten seats: from an input to its record, lamps, display and the line to the computer."""
    rows, busy = played()
    turns = [(int(row[1]) * US, int(row[2]) * US) for row in rows if row[0] == "in"]
    alone, whole = [], []
    for began, end in turns:
        flash = sum(ns for at, ns in busy if began <= at < end)
        alone.append((end - began - flash) / MS)
        whole.append((end - began) / MS)
    met = share(alone, 0.5) <= 3 and share(alone, 0.99) <= 8 and max(alone) <= 25
    what = f"a command at {SEATS} seats, {len(turns)} of them, p50 / p99 / worst"
    return [
        Row("M2", what, f"{EMULATED}, flash not counted", three(alone), "<= 3 / 8 / 25 ms", met),
        Row("M2", "the same, until it is on flash", EMULATED, three(whole), "", None),
    ]


def m8() -> list[Row]:
    """A record on its way to the line."""
    rows, _ = played()
    took = [int(row[1]) / 1000 for row in rows if row[0] == "record"]
    sizes = [int(row[2]) for row in rows if row[0] == "record"]
    what = f"a record to its line at {SEATS} seats, {len(took)} of them, p50 / p99 / worst"
    mean = statistics.mean(sizes)
    return [
        Row("M8", what, EMULATED, three(took), "<= 0.6 ms", share(took, 0.5) <= 0.6),
        Row(
            "M8",
            "bytes on the wire, mean / most",
            EMULATED,
            f"{mean:.0f} / {max(sizes)} B",
            "<= 96 B",
            mean <= 96,
        ),
    ]


class Table:
    """A table with `BOARD` in the emulated Pico, with people's hands."""

    def __init__(self, folder: Path) -> None:
        self.board = boards.load(BOARD)
        self.pico = emulated_pico.Pico(dict(self.board.PINS)["lights.data"])
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
    with tempfile.TemporaryDirectory() as name:
        table = Table(Path(name))
        try:
            first = table.ready()
            table.run(1e6)
            table.pico.power_cycle()
            table.firmware.machine.lose_power()
            table.firmware.shown = []
            second = table.ready()
        finally:
            table.pico.close()
    goal = "<= 1 s"
    return [
        Row("M9", "power to ready, 12 pads", EMULATED, f"{second:.2f} s", goal, second <= 1),
        Row("M9", "the same, the first time with this program", EMULATED, f"{first:.2f} s", "", None),
    ]


def m10() -> list[Row]:
    """A quiet sweep, and a card on its way to its lamp."""
    with tempfile.TemporaryDirectory() as name:
        rows, _ = told("sweeping", Path(name))
    sweeps = [int(row[1]) / 1000 for row in rows if row[0] == "sweep"]
    least = share(sweeps, 0.5)
    waits = laid()
    met = share(waits, 0.5) <= 25 and share(waits, 0.99) <= 50
    what = f"card at rest to lamp beyond the dwell, 12 pads, {len(waits)} lays, p50 / p99 / worst"
    return [
        Row(
            "M10",
            "a quiet sweep of 12 pads, p50 / p99 / worst",
            EMULATED,
            three(sweeps),
            "<= 1.5 ms",
            least <= 1.5,
        ),
        Row("M10", what, f"{EMULATED}, {ERRORS:.0%} damaged frames", three(waits), "<= 25 / 50 ms", met),
    ]


def laid() -> list[float]:
    """How long a card lay where it was awaited until its lamp said so, less the dwell, in ms."""
    waits = []
    with tempfile.TemporaryDirectory() as name:
        table = Table(Path(name))
        try:
            table.ready()
            host = Host(table)
            host.run(1)
            options = (
                ("opt", "first_dealer", "1"),
                ("opt", "deal_check", "off"),
                ("opt", "bad_catch", "off"),
            )
            for command in (("new", "democracy", 2), *options, ("begin",)):
                host.end.do(*command)
                host.run(1)
            machine = table.firmware.machine
            for seat in (0, 1):
                machine.press(seat, "ok")
                table.run(2e5)
                machine.release(seat, "ok")
                table.run(2e5)
            machine.pads[table.board.SEAT_PADS].tags.append(pack.tag(13))
            assert table.until(lambda: table.shows("face down"), 3), table.firmware.display()
            for chip in machine.chips:
                chip.frame_error_rate = ERRORS
            for turn in range(LAYS):  # at the pad of the first seat, who may exchange the card
                table.run(3e5 + turn * 7e3)
                dark = machine.lights()[1]
                began = table.pico.ns
                machine.pads[0].tags.append(pack.tag(5))
                assert table.until(lambda dark=dark: machine.lights()[1] != dark, 3), "no lamp"
                waits.append((table.pico.ns - began) / MS - REST_MS)
                machine.pads[0].tags.clear()
                assert table.until(lambda dark=dark: machine.lights()[1] == dark, 3), "it stays lit"
        finally:
            table.pico.close()
    return waits
