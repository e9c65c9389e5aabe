"""Power budgets: the current of each load of a board, from its rows, and the page that shows them.

Currents are those of data sheets and of the engineering study; none was measured.
"""

from __future__ import annotations

from typing import NamedTuple

from cardtable_boards.drawings.circuit import Circuit
from tablehost.firmware.boards import Board


class Load(NamedTuple):
    """A row of the budget, in mA: how many, the least that one draws, its usual current, its worst."""

    what: str
    many: int
    least: float
    usual: float
    worst: float


class Field(NamedTuple):
    """Currents of one reader in mA, each (least, usual, worst), and the share of time that its field is on.

    The share is that of the drivers at the virtual table, which a test measures.
    """

    share: float
    low: tuple[float, float, float]  # on the readers' 3.3 V while the field is on
    idle: tuple[float, float, float]  # the same while it is off
    high: tuple[float, float, float]  # on 5 V while the field is on


# MFRC522 (data sheet): chip 13.5 mA, transmitter 60 mA and 100 mA at most; modules are seen from 20 mA on.
# The firmware never switches its field off. PN532 and PN5180 switch theirs off after each look.
FIELDS = {
    "mfrc522": Field(1, (20, 73.5, 120), (15, 15, 15), (0, 0, 0)),
    "pn532": Field(0.4, (60, 100, 150), (15, 25, 40), (0, 0, 0)),
    "pn5180": Field(0.6, (10, 20, 30), (10, 20, 30), (100, 180, 250)),
}
LAMP_MA = 60  # of a lamp, white and as bright as it can be
DIVISOR = 5  # of full brightness: drivers/ws2812.py
BUCK = 0.85  # efficiency of the converter; an estimate
FUSE_MA = 2500
SWITCH_MA = 2000  # a TPS22918
WEAK_MA = 25  # one reader that draws less sends weakly: at the one measured, the transmitter took 7 mA
USB_MA = 500  # a port of USB 2; others give 900 mA and more


def current_at_5v(board: Board, drawn: float) -> float:
    """Return the current on 5 V of so much on the readers' 3.3 V: a regulator passes it, a converter lowers
    it.
    """
    return drawn if board.on_usb else drawn * 3.3 / 5 / BUCK


def loads(board: Board) -> tuple[list[Load], list[Load]]:
    """Return the loads on the readers' 3.3 V, and those on 5 V. Sources: the study's chapter 7."""
    readers, circuit = len(board.readers), Circuit(board)
    field = FIELDS[board.reader]
    low = [
        Load("readers", readers, *_over_time(field, field.low, field.idle)),
        *[
            Load(kind, circuit.count(kind), 0.1, 1, most)
            for kind, most in (("74HC138", 2), ("74LVC125", 3), ("74LVC244", 6))
        ],
    ]
    high = [
        Load(
            "transmitters of the readers",
            readers if any(field.high) else 0,
            *_over_time(field, field.high, (0, 0, 0)),
        ),
        Load(
            "lamps, as bright as the firmware lets them be",
            board.light_count,
            1,
            LAMP_MA / DIVISOR,
            LAMP_MA / DIVISOR,
        ),
        Load("Pico", 1, 25, 45, 100),
        Load("OLED", 1, 5, 25, 60) if circuit.count("oled24") else Load("OLED", 1, 3, 12, 25),
        Load("piezo", 1, 0, 2, 4),
    ]
    return [row for row in low if row.many], [row for row in high if row.many]


def _over_time(field: Field, on: tuple[float, ...], off: tuple[float, ...]) -> tuple[float, float, float]:
    """Return (least, usual, worst) of one reader: means over time, but at worst all fields are on
    together.
    """
    least, usual = (field.share * on[at] + (1 - field.share) * off[at] for at in (0, 1))
    return least, usual, max(on[2], off[2])


def currents(board: Board) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return (least, usual, worst) in mA: on the readers' 3.3 V, and at the fuse, the buck included."""
    low, high = loads(board)
    low_sums = _sums(low)
    own = _sums(high)
    return low_sums, tuple(mA + current_at_5v(board, drawn) for mA, drawn in zip(own, low_sums, strict=True))


def _sums(rows: list[Load]) -> tuple[float, ...]:
    return tuple(sum(column) for column in zip(*(_drawn(row) for row in rows), strict=True))


def _drawn(row: Load) -> tuple[float, ...]:
    """Return the current of all of a row: least, usual, worst."""
    return tuple(row.many * each for each in (row.least, row.usual, row.worst))


def page(board: Board) -> str:
    """Return the power budget as a page."""
    low, high = loads(board)
    low_sums, sums = currents(board)
    usb = board.on_usb
    converter = "linear regulator" if usb else f"converter of {BUCK * 100:.0f} %"
    place = "from USB" if usb else f"at the fuse of {FUSE_MA / 1000:g} A"
    lines = [
        f"# Power of {board.name}",
        "",
        f"Counted from the rows of [`boards/{board.name}.py`](../boards/{board.name}.py); generated,",
        "do not edit. Currents of the parts are those of data sheets and of the engineering study. Nothing",
        "here was measured on a table: a multimeter, or a USB meter, will (`docs/build/build.md`).",
        "",
        *words_of_fields(board),
        "Least: modules that send weakly, lamps dark. Usual: typical currents of the data sheets, all lamps",
        "white. Worst: the most that the data sheets allow. A table that is right draws between least and",
        "worst, and stays there: cards on pads change little. Cheap modules may draw as little as *least*.",
        "",
        "| on 3.3 V of the readers, mA | how many | least | usual | worst |",
        "|--|--:|--:|--:|--:|",
        *[_load(row) for row in low],
        f"| **together** | | **{low_sums[0]:.0f}** | **{low_sums[1]:.0f}** | **{low_sums[2]:.0f}** |",
        "",
        "| on 5 V, mA | how many | least | usual | worst |",
        "|--|--:|--:|--:|--:|",
        *[_load(row) for row in high],
        f"| 3.3 V of the readers, through a {converter} | 1 | "
        + " | ".join(f"{current_at_5v(board, drawn):.0f}" for drawn in low_sums)
        + " |",
        f"| **together, {place}** | | " + " | ".join(f"**{drawn:.0f}**" for drawn in sums) + " |",
        "",
        "The Pico's own 3V3 pin gives 300 mA at most: the readers must never hang on it. Lamps without the",
        f"firmware's limit would take {board.light_count * 0.06:.1f} A.",
    ]
    if usb:
        lines += [
            "",
            f"A port of USB 2 gives {USB_MA} mA, which carries the usual. For the worst take a port of",
            "900 mA or more (USB 3, USB-C), or a hub with a supply of its own.",
        ]
    return "\n".join(lines) + "\n"


def words_of_fields(board: Board) -> list[str]:
    """Return sentences on how long the readers' fields are on."""
    share = FIELDS[board.reader].share
    if share == 1:
        return ["The firmware never switches the field of a reader off: all are on, day and night.", ""]
    return [
        f"The field of a reader is on while it looks, {share:.0%} of the time at most; at worst all at once.",
        "",
    ]


def _load(row: Load) -> str:
    sums = " | ".join(f"{drawn:.0f}" for drawn in _drawn(row))
    return f"| {row.what} | {row.many} | {sums} |"
