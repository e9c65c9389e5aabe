"""The list of parts of a table, counted from the rows of its board: a page in Markdown, CSV.

Prices are those of the engineering study: estimates of 2026-11, no offers.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable
from types import ModuleType
from typing import NamedTuple

from tablehost.drawings.catalogue import TYPES
from tablehost.drawings.circuit import Circuit

DATE = "2026-11"
SPARE_READERS = 0.2  # of those that are built in: every batch has bad ones
SPARE_TAGS = 0.1
TAGS = (("a deck of 54", 54), ("the expanded deck besides", 41), ("Democrazy's cards besides", 110))
COLUMNS = ("part", "type", "package", "quantity", "references", "equivalent", "unfit copies", "EUR each")


class Part(NamedTuple):
    """A row of the list: part, how many, one in euros from and to, a note; then as in `catalogue.Type`."""

    what: str
    many: int
    least: float
    most: float
    note: str
    order: str
    package: str
    equivalent: str
    unfit: str
    refs: str = ""  # of the netlist


NOTES = {
    "74HC138": "selects the readers of a bus",
    "74HC165": "the chain of keys",
    "74LVC125": "lets a reader's MISO through while it is selected, four readers each",
    "74LVC244": "drives SCK and MOSI of four cables",
    "74AHCT125": "raises the lamps' line to 5 V",
    "1N4148": "one at each key",
    "1N4001": "lowers the lamps' 5 V, so that they see 3.3 V as high",
    "1N5817": "from 5 V to VSYS",
    "47 Ω": "in MISO, at each reader",
    "82 Ω": "in SCK and MOSI of each cable, behind the 74LVC244",
    "100 Ω": "in SCK and MOSI of each branch, at the Pico",
    "330 Ω": "before the first lamp",
    "fuse": "and two spare ones",
    "1 nF": "at CT of the load switch",
    "buck": "for the readers alone",
    "switch": "of the readers' 3.3 V",
    "ldo": "for the readers alone, from USB",
}


def parts(board: ModuleType, gates: bool | None = None) -> list[Part]:
    """Return all parts of a table but its cards and its wood. `gates`: see `Circuit`."""
    circuit = Circuit(board, gates)
    rows = []
    for kind, of in TYPES.items():
        many = circuit.count(kind)
        if not many:
            continue
        note = NOTES.get(kind, "")
        if kind == "rc522":
            note = f"{many} and a fifth more: grade them when they come"
            many += math.ceil(SPARE_READERS * many)
        elif kind == "ws2812b":
            note = f"{board.LIGHTS_PER_PAD} at each pad"
        elif kind in ("key", "key6"):
            note = "/".join(key.upper() for key in board.KEYS) + " at each seat"
        refs = " ".join(part.ref for part in circuit.components if part.kind == kind)
        rows.append(
            Part(of.name, many, of.least, of.most, note, of.order, of.package, of.equivalent, of.unfit, refs)
        )
    return rows + _around(board)


def _around(board: ModuleType) -> list[Part]:
    """Return the parts that no netlist has: supply, cables, mounting parts."""
    if board.SUPPLY == "usb":
        return [
            Part(
                "breadboard, 830 contacts",
                1,
                3,
                5,
                "",
                "830 contacts, two rails each side",
                "165 by 55 mm",
                "two of 400",
                "rails that are cut in the middle: bridge them",
            ),
            Part(
                "jumper wires, 20 cm",
                1,
                2,
                4,
                "one set",
                "40 male-male, 40 male-female",
                "2.54 mm",
                "",
                "longer than 20 cm; loose ones: each bad contact is an hour",
            ),
            Part(
                "USB cable with data",
                1,
                2,
                3,
                "micro-USB, 1 m",
                "USB 2.0 A to micro B",
                "",
                "",
                "cables that only charge; thin ones of 2 m",
            ),
        ]
    supply = Part(
        "supply 5 V, 4 A",
        1,
        10,
        16,
        "with a plug that cannot be touched",
        "Mean Well GST25E05-P1J",
        "5.5 by 2.1 mm",
        "any of 5 V, 4 A with a mark of conformity",
        "phone chargers; 5.5 V and more unloaded",
    )
    metres = math.ceil(2 * len(board.READERS) * board.CABLE_CM / 100)
    if board.READER_WIRES == "buffered":
        cables = Part(
            "cable with four twisted pairs, metres",
            metres,
            0.3,
            0.6,
            "two to each pad: see Cables",
            "Cat 5e, stranded, 24 AWG",
            "",
            "Cat 6 stranded",
            "flat cables; copper-clad aluminium (CCA)",
        )
    else:
        cables = Part(
            "stranded wire, sets",
            1,
            6,
            8,
            "SCK, MOSI, MISO each twisted with a ground",
            "0.14 mm², 10 colours",
            "",
            "Cat 5e",
            "solid wire: it breaks where it moves",
        )
    board_ = Part(
        "perfboard, sockets, screws",
        2 if board.READER_WIRES == "buffered" else 1,
        6,
        10,
        "one set",
        "160 by 100 mm, FR4, plated through",
        "2.54 mm",
        "",
        "paper-based boards: pads come off",
    )
    return [supply, cables, board_]


def bom_csv(board: ModuleType) -> str:
    """Return the list of parts for a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in parts(board):
        price = f"{row.least:g}-{row.most:g}"
        writer.writerow(
            (row.what, row.order, row.package, row.many, row.refs, row.equivalent, row.unfit, price)
        )
    return out.getvalue()


def tags(count: int) -> Part:
    """Return the tags for so many cards."""
    return Part(
        "NTAG213 sticker, 25 mm",
        count + math.ceil(SPARE_TAGS * count),
        0.1,
        0.3,
        "a tenth more",
        "genuine NXP NTAG213, 25 mm round, wet inlay",
        "25 mm",
        "NTAG215",
        "no maker named; metal behind it",
    )


def cost(rows: Iterable[Part]) -> tuple[float, float]:
    """Return the price of all of it, from and to, in euros."""
    kept = list(rows)
    return sum(row.many * row.least for row in kept), sum(row.many * row.most for row in kept)


def page(board: ModuleType) -> str:
    """Return the list of parts as a page."""
    rows = parts(board)
    lines = [
        f"# Parts of {board.NAME}",
        "",
        f"For {board.SEAT_PADS} seats and {board.CENTRE_PADS} in the middle. Counted from the rows of",
        f"[`boards/{board.NAME}.py`](../boards/{board.NAME}.py); generated, do not edit. Prices in euros are",
        f"estimates of {DATE} out of the engineering study, no offers. For a spreadsheet:",
        f"`cardtable wire {board.NAME} --bom csv`. All pins, for KiCad: [netlist]({board.NAME}.net).",
        "",
        "| part | exact type | how many | each, € | together, € | |",
        "|--|--|--:|--:|--:|--|",
        *[_line(row) for row in rows],
        f"| **all of this** | | | | **{_span(*cost(rows))}** | |",
        "",
        *_option(board),
        "Wood or acrylic, felt and screws are not counted."
        if board.SUPPLY == "plug"
        else "No wood: the pads lie on the desk, a card of cardboard of 3 mm over each reader.",
        "",
        "## In place of these",
        "",
        "| part | package | an equivalent | copies that are not fit |",
        "|--|--|--|--|",
        *[f"| {row.what} | {row.package} | {row.equivalent} | {row.unfit} |" for row in rows],
        "",
        "## Tags and sleeves",
        "",
        "By the decks you want, spares included:",
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


def _option(board: ModuleType) -> list[str]:
    """Return lines on the gates of a board that has none by default."""
    if board.READER_WIRES != "branches":
        return []
    many = Circuit(board, True).count("74LVC125")
    return [
        f"**Option**: {many} of {TYPES['74LVC125'].order} and {many} of 100 nF, if readers hold MISO while",
        f"they are deselected ([drawing]({board.NAME}-gates.svg)). `cardtable doctor` tells, before anything",
        "is glued.",
        "",
    ]


def _line(row: Part) -> str:
    each, all_of_it = f"{row.least:g}-{row.most:g}", _span(row.many * row.least, row.many * row.most)
    return f"| {row.what} | {row.order} | {row.many} | {each} | {all_of_it} | {row.note} |"


def _span(least: float, most: float) -> str:
    digits = 0 if most >= 10 else 1
    low, high = f"{least:.{digits}f}", f"{most:.{digits}f}"
    return low if low == high else f"{low}-{high}"
