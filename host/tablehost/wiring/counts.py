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


# MFRC522: chip 13.5 mA and transmitter 60 mA, 100 mA at most (data sheet); modules are seen from 20 mA on.
# The firmware never switches its field off. PN532 and PN5180 switch theirs off after each look.
FIELDS = {
    "mfrc522": Field(1, (20, 60, 120), (15, 15, 15), (0, 0, 0)),
    "pn532": Field(0.4, (60, 100, 150), (15, 25, 40), (0, 0, 0)),
    "pn5180": Field(0.6, (10, 20, 30), (10, 20, 30), (100, 180, 250)),
}
DIVISOR = 5  # of full brightness: drivers/ws2812.py
BUCK = 0.85  # of the power that goes in comes out; an estimate
FUSE_MA = 2500


def loads(board: ModuleType) -> tuple[list[Load], list[Load]]:
    """The loads on the readers' 3.3 V, and those on 5 V. Sources: the study's chapter 7."""
    readers = len(board.READERS)
    field = FIELDS[board.READER]
    low = [
        Load("readers", readers, *_over_time(field, field.low, field.idle)),
        Load("74HC138", [kind for _, kind in board.CHIPS].count("74HC138"), 0.1, 1, 2),
    ]
    high = [
        Load(
            "transmitters of the readers",
            readers if any(field.high) else 0,
            *_over_time(field, field.high, (0, 0, 0)),
        ),
        Load(
            "lamps, as bright as the firmware lets them be", board.LIGHT_COUNT, 1, 60 / DIVISOR, 60 / DIVISOR
        ),
        Load("Pico", 1, 25, 45, 100),
        Load("OLED", 1, 5, 25, 60),
        Load("piezo", 1, 0, 2, 4),
    ]
    return [row for row in low if row.many], [row for row in high if row.many]


def _over_time(field: Field, on: tuple[float, ...], off: tuple[float, ...]) -> tuple[float, float, float]:
    """(least, usual, worst) of one reader: means over time, but at worst all fields are on together."""
    least, usual = (field.share * on[at] + (1 - field.share) * off[at] for at in (0, 1))
    return least, usual, max(on[2], off[2])


def currents(board: ModuleType) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """(least, usual, worst) in mA: on the readers' 3.3 V, and at the fuse, the buck included."""
    low, high = loads(board)
    low_sums = _sums(low)
    own = _sums(high)
    return low_sums, tuple(mA + drawn * 3.3 / 5 / BUCK for mA, drawn in zip(own, low_sums, strict=True))


def _sums(rows: list[Load]) -> tuple[float, ...]:
    return tuple(sum(column) for column in zip(*(_drawn(row) for row in rows), strict=True))


def _drawn(row: Load) -> tuple[float, ...]:
    """The current of all of a row: least, usual, worst."""
    return tuple(row.many * each for each in (row.least, row.usual, row.worst))


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
        *_words_of_fields(board),
        "Least: modules that send weakly, lamps dark. Usual: typical currents of the data sheets, all lamps",
        "white. Worst: the most that the data sheets allow. A table that is right draws between least and",
        "worst, and stays there: cards on pads change little.",
        "",
        "| on 3.3 V of the readers, mA | how many | least | usual | worst |",
        "|--|--:|--:|--:|--:|",
        *[_load(row) for row in low],
        f"| **together** | | **{low_sums[0]:.0f}** | **{low_sums[1]:.0f}** | **{low_sums[2]:.0f}** |",
        "",
        "| on 5 V, mA | how many | least | usual | worst |",
        "|--|--:|--:|--:|--:|",
        *[_load(row) for row in high],
        f"| 3.3 V of the readers, through a buck of {BUCK * 100:.0f} % | 1 | "
        + " | ".join(f"{drawn * 3.3 / 5 / BUCK:.0f}" for drawn in low_sums)
        + " |",
        f"| **together, at the fuse of {FUSE_MA / 1000:g} A** | | "
        + " | ".join(f"**{drawn:.0f}**" for drawn in sums)
        + " |",
        "",
        "The Pico's own 3V3 pin gives 300 mA at most: the readers must never hang on it. Lamps without the",
        f"firmware's limit would take {board.LIGHT_COUNT * 0.06:.1f} A.",
    ]
    return "\n".join(lines) + "\n"


def _words_of_fields(board: ModuleType) -> list[str]:
    """Sentences on how long the readers' fields are on."""
    share = FIELDS[board.READER].share
    if share == 1:
        return ["The firmware never switches the field of a reader off: all are on, day and night.", ""]
    return [
        f"The field of a reader is on while it looks, {share:.0%} of the time at most; at worst all at once.",
        "",
    ]


def _load(row: Load) -> str:
    sums = " | ".join(f"{drawn:.0f}" for drawn in _drawn(row))
    return f"| {row.what} | {row.many} | {sums} |"
