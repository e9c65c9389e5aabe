"""The report of a first builder (`cardtable doctor --report FILE`): figures of a real table, in Markdown.

The table's own measurements are filled in; blanks are for a ruler, a multimeter and a film. It holds no
cards, no tags' numbers and no names. It is in English in every language, as it is read by the project.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import NamedTuple

from cardtable.games import registry as games
from tablehost import packages
from tablehost.doctor.checks import Check
from tablehost.doctor.devices import Devices
from tablehost.firmware import boards
from tablehost.link.service import UNREADABLE, Service
from tablehost.seats import label
from tablehost.types import Fields

BLANK = "______"
LOOKS, LOOKS_S = 40, 3.0  # of each reader, for its rate
RANGE_MM = (5, 10, 15, 20)
FIRST = "firmware"  # the first check of the table; those before it are of the computer


class Reader(NamedTuple):
    """The figures of one reader. `rate`: looks a second; `read`: share of looks that read the card there;
    `silence`: as `Service.silence`, None where a card was read.
    """

    pad: int
    kind: str
    version: int
    alive: bool
    fault: str | None
    start: str | None
    rate: float
    garbled: int
    failures: int
    mhz: float
    silence: str | None
    read: float | None = None


class Figures:
    """The measurements of a table in service mode. Empty until `measure`."""

    def __init__(self) -> None:
        self.board = ""
        self.supply: list[int] | None = None
        self.cache: list[int] | None = None
        self.readers: list[Reader] = []
        self._devices: Devices | None = None

    def measure(self, devices: Devices) -> None:
        """Ask every reader. Takes about a second each. Raises Trouble."""
        service = devices.service
        self._devices = devices
        self.board = service.board
        self.supply = service.table().supply
        for pad in range(service.pads):
            health = service.reader(pad)
            began = time.monotonic()
            count = service.reads(pad, LOOKS, LOOKS_S) if health.alive else None
            took = max(time.monotonic() - began, 0.001)
            self.readers.append(
                Reader(
                    pad,
                    health.kind,
                    health.version,
                    health.alive,
                    health.fault,
                    service.start_send(pad) if health.alive else None,
                    count.looks / took if count else 0.0,
                    health.garbled,
                    health.failures,
                    health.hz / 1e6,
                    service.silence(pad) if health.alive and _may_be_empty(service, pad) else None,
                )
            )
        self.cache = service.table().cache  # since it was asked for the supply, while readers were at work

    def matrix(self) -> list[str]:
        """Return the interference matrix as lines, if cards were laid."""
        return [] if self._devices is None else self._devices.picture()

    def read_of(self, pad: int) -> str:
        """Return the share of looks that read the card there."""
        row = {} if self._devices is None else self._devices.matrix.get(pad, {})
        return f"{row[pad]:.0%}" if pad in row else BLANK


def page(figures: Figures, checks: Iterable[Check], about: Fields, made: str) -> str:
    """Return the page. `about`: the session's data on the table, {} if there was none."""
    found = list(checks)
    virtual = bool(about.get("virtual"))
    lines = ["# Report of a table", ""]
    if virtual:
        lines += ["**A virtual table: these figures are those of models and of this computer.**", ""]
    lines += [
        "Fill in the blanks (`______`) that you can, leave the others, read it, and open an issue with it in",
        "the project's repository. It names no cards, no tags and no people. Little time? Then the ten",
        "figures, **1** to **10**, and the film of **8**.",
        "",
        "| | |",
        "|--|--|",
        f"| made | {made} |",
        f"| board | `{figures.board or BLANK}` |",
        f"| program of the table | {about.get('firmware', BLANK)} |",
        f"| Pico (Pico, Pico W, Pico 2, Pico 2 W) and its MicroPython | {BLANK} |",
        f"| reader modules: seller, print on the board, price | {BLANK} |",
        f"| tags: maker, type, diameter | {BLANK} |",
        f"| wires to the farthest reader, cm, and their kind | {BLANK} |",
        f"| what is over the coil: material, mm | {BLANK} |",
        f"| **1** hours to build it; tools that were missing | {BLANK} |",
        "",
        *_readers(figures),
        *_miso(found),
        *_range(figures),
        *_current(figures),
        *_times(figures, found),
        "## Interference",
        "",
    ]
    matrix = figures.matrix()
    without = f"`cardtable doctor --hw --report FILE` fills it in: {BLANK}"
    lines += ["```", *matrix, "```"] if matrix else [without]
    lines += ["", "## Checks", "", "```", *_checks(found)]
    lines += ["```", "", "## Anything else", "", f"What did not go as the guide says, photographs: {BLANK}"]
    return "\n".join(lines) + "\n"


def template() -> str:
    """Return docs/build/report-template.md: the empty report, to fill in by hand."""
    return page(Figures(), [], {}, BLANK) + "\n<!-- The empty report, made by `make docs`. -->\n"


def _checks(found: list[Check]) -> list[str]:
    """Return the lines of all checks of the table."""
    names = [check.what for check in found]
    return [check.line("en") for check in found[names.index(FIRST) if FIRST in names else len(found) :]]


def _readers(figures: Figures) -> list[str]:
    """Return a row for each reader."""
    rows = []
    for one in figures.readers:
        answers = "yes" if one.alive else one.fault or "no"
        start = one.start or (BLANK if one.kind == "mfrc522" else "-")
        rows.append(
            f"| {label(one.pad)} | {one.kind} | 0x{one.version:02x} | {answers} | {start} | {one.mhz:g} "
            f"| {one.rate:.0f} | {one.garbled} | {one.failures} |"
        )
    return [
        "## Readers",
        "",
        "StartSend is how the chip takes that bit: `strobe`, `kept`, `edge` or `level`. Looks a second:",
        "one each 25 ms makes 40, the models come to 60.",
        "",
        "| pad | kind | version | answers | StartSend | MHz | looks a second | garbled | failures |",
        "|--:|--|--|--|--|--:|--:|--:|--:|",
        *(rows or [f"| {BLANK} | | | | | | | | |"]),
        "",
        *_silence(figures),
    ]


def _may_be_empty(service: Service, pad: int) -> bool:
    """Return True if no tag is read there. Noise of the reader looks like a tag that cannot be read."""
    return service.tags[pad] in (None, UNREADABLE)


def _silence(figures: Figures) -> list[str]:
    """Return a line for each reader that reports a damaged answer from an empty pad."""
    words = {
        "cured": "sets ProtocolErr on an empty pad, but not with RxNoErr set",
        "error": "sets ProtocolErr on an empty pad, also with RxNoErr set",
    }
    found = ((one.pad, words.get(one.silence or "")) for one in figures.readers)
    lines = [f"- pad {label(pad)}: {text}" for pad, text in found if text]
    return [*lines, ""] if lines else []


def _miso(found: list[Check]) -> list[str]:
    """Return the words of the checks of MISO, or instructions for a check by hand."""
    told = [f"- {check.line('en')}" for check in found if check.what == "miso"]
    by_hand = [
        "Not measured by this firmware. By hand: how many readers answer with all of them plugged in,",
        f"and each alone? All: {BLANK}. Each alone: {BLANK}. Module that holds MISO: {BLANK}",
    ]
    return ["## MISO", "", *(told or by_hand), ""]


def _range(figures: Figures) -> list[str]:
    """Return a table to fill in: a tag of the deck at so many mm."""
    heads = " | ".join(f"{mm} mm" for mm in RANGE_MM)
    rows = [
        f"| {label(one.pad)} | {figures.read_of(one.pad)} |" + f" {BLANK} |" * (len(RANGE_MM) + 1)
        for one in figures.readers
    ]
    return [
        "## Range",
        "",
        "A card of the deck in its sleeve, flat over the middle of the coil, on so much cardboard or wood:",
        "is it read (y, n, or now and then)? Then at 5 mm: how far aside, in mm, before it is lost?",
        "",
        f"**2** pads that read it at 15 mm: {BLANK}",
        "",
        f"| pad | read as it lies | {heads} | aside, mm |",
        "|--:|--:|" + "--|" * (len(RANGE_MM) + 1),
        *(rows or [f"| {BLANK} |" + " |" * (len(RANGE_MM) + 2)]),
        "",
    ]


def _current(figures: Figures) -> list[str]:
    """Return the supply: measurements of the table, expectations of the budget, blanks."""
    budget, expected = packages.load("currents"), ["", "", ""]
    try:
        board = boards.read(figures.board)
    except LookupError:
        place = "5 V"
    else:
        place = "USB" if board.on_usb else "the fuse"
        expected = [f"{drawn:.0f}" for drawn in budget.currents(board)[1]]
    both = dict.fromkeys(f"{mv / 1000:.2f}" for mv in figures.supply or ())
    volts = " - ".join(both) or BLANK
    return [
        "## Current and voltage",
        "",
        f"| at {place}, mA | measured | budget: least | usual | worst |",
        "|--|--:|--:|--:|--:|",
        f"| **3** lamps dark, no card | {BLANK} | {' | '.join(expected)} |",
        f"| **4** all lamps white | {BLANK} | | | |",
        f"| a card on each pad | {BLANK} | | | |",
        "",
        f"**5** 3.3 V wire of reader 1 alone, mA (under {budget.WEAK_MA}: it sends weakly): {BLANK}",
        "",
        f"5 V of the table: {volts} V. **6** 3.3 V at the farthest reader, cards on all pads: {BLANK} V.",
        f"Warm parts: {BLANK}",
        "",
    ]


def _times(figures: Figures, found: list[Check]) -> list[str]:
    """Return times: those measured on the line, and blanks for hands and eyes."""
    hits, accesses = figures.cache or (0, 0)
    share = f"{hits / accesses:.1%} of {accesses} accesses" if accesses else ""
    cache = [f"- reads of the flash that its cache had, while readers were asked: {share}"] if share else []
    line = next((check.found("en") for check in found if check.what == "line"), BLANK)
    return [
        "## Times",
        "",
        f"- the line: {line}",
        *cache,
        f"- **7** from plugging in to *Ready* on the display, s: {BLANK}",
        "- **8** from a card at rest to its lamp, by a film of 240 pictures a second, ms, five times: "
        f"{BLANK}",
        f"- **9** one match with two players (`cardtable play {games.NAMES[0]}`), min: {BLANK}; "
        f"**10** cards that had to be laid again: {BLANK}",
        "",
    ]
