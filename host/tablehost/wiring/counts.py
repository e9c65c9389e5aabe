"""What a table is made of and what it draws, counted from the rows of its board: pages in Markdown.

Prices and currents are those of the engineering study: estimates of 2026-11, not offers and not measured.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from types import ModuleType
from typing import NamedTuple

DATE = "2026-11"
SPARE_READERS = 0.2  # of those that are built in: every batch has bad ones
SPARE_TAGS = 0.1
TAGS = (("a deck of 54", 54), ("the expanded deck besides", 41), ("Democrazy's cards besides", 110))


class Part(NamedTuple):
    """A row of the list: what, how many, what one costs in euros from and to, what to look at."""

    what: str
    many: int
    least: float
    most: float
    note: str


def parts(board: ModuleType) -> list[Part]:
    """All parts of a table but its cards and its wood."""
    readers = len(board.READERS)
    keys = board.SEAT_PADS * len(board.KEYS)
    kinds = [kind for _, kind in board.CHIPS]
    decoders = kinds.count("74HC138")
    matrix = "matrix" in kinds
    chain = 0 if matrix else (keys + 7) // 8
    rows = [
        Part("Raspberry Pi Pico, Pico W, Pico 2 or Pico 2 W, with headers", 1, 5, 8, "see docs/build.md"),
        Part(
            "RC522 reader module (MFRC522)",
            readers + math.ceil(SPARE_READERS * readers),
            1.5,
            4,
            f"{readers} and a fifth more: grade them when they come",
        ),
        Part("74AHCT125", 1, 0.3, 0.5, "raises the lamps' line to 5 V"),
        Part("74HC138", decoders, 0.3, 0.5, "selects the readers of a bus"),
        Part("74HC165", chain, 0.3, 0.5, "the chain of keys"),
        Part(
            "74LVC125",
            math.ceil(board.SEAT_PADS / 3) if decoders else 0,
            0.3,
            0.5,
            "a buffer for every three seats where cables are long: hardware/README.md",
        ),
        Part(
            "WS2812B lamps, on a strip", board.LIGHT_COUNT, 0.1, 0.15, f"{board.LIGHTS_PER_PAD} at each pad"
        ),
        Part("keys, 12 mm", keys, 0.5, 2, "/".join(key.upper() for key in board.KEYS) + " at each seat"),
        Part("diode 1N4148", keys if matrix else 0, 0.02, 0.05, "one at each key"),
        Part("10 kΩ", *_pulled(board)),
        Part("10 kΩ, 1 kΩ, 100 nF", 0 if matrix else keys, 0.05, 0.1, "one set a key"),
        Part("4.7 kΩ, and a diode at each reader", 1, 0, 1, "with PN5180 alone: BUSY"),
        Part("33 Ω, three at each reader", 3 * readers, 0.02, 0.05, "SCK, MOSI, MISO"),
        Part("10 µF and 100 nF at each reader", readers, 0.1, 0.2, ""),
        Part("OLED 2.4 inch, 128 by 64, I2C, SSD1306 or SSD1309", 1, 12, 18, "with its RES pin led out"),
        Part("330 Ω", 1, 0.02, 0.05, "before the first lamp"),
        Part("1 µF", 1, 0.05, 0.1, "at RES of the OLED"),
        Part("piezo, passive; BC547, two of 1 kΩ", 1, 0.5, 1, ""),
        Part("supply 5 V, 4 A", 1, 8, 12, "with a plug that cannot be touched"),
        Part("buck converter to 3.3 V, 3 A", 1, 2, 4, "for the readers alone"),
        Part("load switch, 3 A, on when high", 1, 1, 2, "of the readers' 3.3 V"),
        Part("fuse 4 A, TVS 5 V, 1N5817, 1000 µF, 100 µF", 1, 3, 5, "one set"),
        Part("cable, connectors, seat boards", 1, 12 if matrix else 20, 15 if matrix else 25, "one set"),
    ]
    return [row for row in rows if row.many]


def _pulled(board: ModuleType) -> tuple[int, float, float, str]:
    """The resistors that hold single lines where they are until the Pico speaks: how many, prices, where."""
    uses = {use for use, _ in board.PINS}
    where = ["RES of the OLED"]
    where += [use for use in ("readers.rst", "readers.power") if use in uses]
    where += sorted(use for use in uses if use.endswith(".enable"))
    where += ["supply.adc, two"] * ("supply.adc" in uses)
    return len(where) + ("supply.adc" in uses), 0.02, 0.05, ", ".join(where)


def tags(count: int) -> Part:
    """The tags for so many cards."""
    return Part("NTAG213 sticker, 25 mm", count + math.ceil(SPARE_TAGS * count), 0.1, 0.3, "a tenth more")


def cost(rows: Iterable[Part]) -> tuple[float, float]:
    """What all of it costs, from and to, in euros."""
    kept = list(rows)
    return sum(row.many * row.least for row in kept), sum(row.many * row.most for row in kept)


def parts_page(board: ModuleType) -> str:
    """The list of parts as a page."""
    rows = parts(board)
    lines = [
        f"# Parts of {board.NAME}",
        "",
        f"For {board.SEAT_PADS} seats and {board.CENTRE_PADS} in the middle. Counted from the rows of",
        f"[`boards/{board.NAME}.py`](../boards/{board.NAME}.py); generated, do not edit. Prices in euros are",
        f"estimates of {DATE} out of the engineering study, no offers.",
        "",
        "| part | how many | each, € | together, € | |",
        "|--|--:|--:|--:|--|",
        *[_line(row) for row in rows],
        f"| **all of this** | | | **{_span(*cost(rows))}** | |",
        "",
        "Wood or acrylic, felt and screws are not counted.",
        "",
        "Tags and sleeves go by the decks you want, spares included:",
        "",
        "| cards | how many | tags | tags, € | sleeves at 0.05, € |",
        "|--|--:|--:|--:|--:|",
    ]
    all_cards = 0
    for what, cards in TAGS:
        row = tags(cards)
        all_cards += cards
        lines.append(f"| {what} | {cards} | {row.many} | {_span(*cost([row]))} | {row.many * 0.05:.0f} |")
    row = tags(all_cards)
    lines.append(
        f"| all of these | {all_cards} | {row.many} | {_span(*cost([row]))} | {row.many * 0.05:.0f} |"
    )
    return "\n".join(lines) + "\n"


def _line(row: Part) -> str:
    each, all_of_it = f"{row.least:g}-{row.most:g}", _span(row.many * row.least, row.many * row.most)
    return f"| {row.what} | {row.many} | {each} | {all_of_it} | {row.note} |"


def _span(least: float, most: float) -> str:
    digits = 0 if most >= 10 else 1
    low, high = f"{least:.{digits}f}", f"{most:.{digits}f}"
    return low if low == high else f"{low}-{high}"


class Load(NamedTuple):
    """A row of the budget, in mA: how many, one at rest, one as it usually is, one at worst."""

    what: str
    many: int
    rest: float
    usual: float
    worst: float


GROUPS_AT_ONCE = 3  # of the readers' fields one group in three is on
DIVISOR = 5  # of full brightness: drivers/ws2812.py
BUCK = 0.85  # of the power that goes in comes out; an estimate


def loads(board: ModuleType) -> tuple[list[Load], list[Load]]:
    """What hangs on the readers' 3.3 V, and what on 5 V. Sources: the study's chapter 7."""
    readers = len(board.READERS)
    active = math.ceil(readers / GROUPS_AT_ONCE)
    low = [
        Load("readers with their field on", active, 15, 60, 120),
        Load("readers with their field off", readers - active, 0.01, 15, 120),
        Load("74HC138", [kind for _, kind in board.CHIPS].count("74HC138"), 0.1, 1, 2),
    ]
    high = [
        Load(
            "lamps, as bright as the firmware lets them be", board.LIGHT_COUNT, 1, 60 / DIVISOR, 60 / DIVISOR
        ),
        Load("Pico", 1, 25, 45, 100),
        Load("OLED", 1, 5, 25, 60),
        Load("piezo", 1, 0, 2, 4),
    ]
    return [row for row in low if row.many], high


def currents(board: ModuleType) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """(at rest, usually, at worst) in mA: on the readers' 3.3 V, and on 5 V with that behind the buck."""
    low, high = loads(board)
    low_sums = _sums(low)
    own = _sums(high)
    return low_sums, tuple(mA + drawn * 3.3 / 5 / BUCK for mA, drawn in zip(own, low_sums, strict=True))


def _sums(rows: list[Load]) -> tuple[float, ...]:
    return tuple(sum(column) for column in zip(*(_drawn(row) for row in rows), strict=True))


def _drawn(row: Load) -> tuple[float, ...]:
    """What all of a row draw, at rest, usually, at worst."""
    return tuple(row.many * each for each in (row.rest, row.usual, row.worst))


def budget_page(board: ModuleType) -> str:
    """The power budget as a page."""
    low, high = loads(board)
    low_sums, sums = currents(board)
    lines = [
        f"# Power of {board.NAME}",
        "",
        f"Counted from the rows of [`boards/{board.NAME}.py`](../boards/{board.NAME}.py); generated,",
        "do not edit. Currents of the parts are those of data sheets and of the engineering study. Nothing",
        "here was measured on a table: a multimeter in the line of the fuse will (`docs/build.md`).",
        "",
        "Usual: one group in three of the readers has its field on, all lamps are white. Worst: all fields",
        "are on, at the most that the chip's data sheet lets its driver take.",
        "",
        "| on 3.3 V of the readers, mA | how many | at rest | usual | worst |",
        "|--|--:|--:|--:|--:|",
        *[_load(row) for row in low],
        f"| **together** | | **{low_sums[0]:.0f}** | **{low_sums[1]:.0f}** | **{low_sums[2]:.0f}** |",
        "",
        "| on 5 V, mA | how many | at rest | usual | worst |",
        "|--|--:|--:|--:|--:|",
        *[_load(row) for row in high],
        f"| 3.3 V of the readers, through a buck of {BUCK * 100:.0f} % | 1 | "
        + " | ".join(f"{drawn * 3.3 / 5 / BUCK:.0f}" for drawn in low_sums)
        + " |",
        f"| **together** | | **{sums[0]:.0f}** | **{sums[1]:.0f}** | **{sums[2]:.0f}** |",
        "",
        "The Pico's own 3V3 pin gives 300 mA at most: the readers must never hang on it. Lamps without the",
        f"firmware's limit would take {board.LIGHT_COUNT * 0.06:.1f} A.",
    ]
    return "\n".join(lines) + "\n"


def _load(row: Load) -> str:
    sums = " | ".join(f"{drawn:.0f}" for drawn in _drawn(row))
    return f"| {row.what} | {row.many} | {sums} |"
