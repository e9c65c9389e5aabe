"""The list of parts of a table, counted from the rows of its board: a page in Markdown, CSV.

Prices are estimates of 2026-11, most of them the engineering study's, no offers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from cardtable_boards.drawings import plates
from cardtable_boards.drawings.catalogue import TYPES
from cardtable_boards.drawings.circuit import Circuit
from tablehost.firmware.boards import Board, read
from tablehost.spreadsheet import dump_csv

DATE = "2026-11"
SPARE_READERS = 0.5  # of those that are built in: every batch has bad ones, from two sellers best
SPARE_TAGS = 0.1
TAGS = (
    ("a deck of 54", 54),
    ("a second pack for seven and more besides", 41),
    ("the cards with laws and votes besides", 110),
)
SLEEVE = 0.05
BENCH = "pico_bench"  # whose parts go on to a table
COLUMNS = (
    *("for", "part", "order", "after the bench", "pieces in each", "search for", "EUR together"),
    *("type", "package", "quantity", "references", "equivalent", "unfit copies", "EUR each"),
)


class Part(NamedTuple):
    """A row of the list: part, how many, one in euros from and to, a note; then as in `catalogue.Type`.

    refs   its references in the netlist
    group  table, cards or tools
    """

    what: str
    many: int
    least: float
    most: float
    note: str
    kind: str
    package: str
    equivalent: str
    unfit: str
    search: str
    pack: int = 1
    refs: str = ""
    group: str = "table"

    @property
    def order(self) -> int:
        """Return how many packs to buy."""
        return math.ceil(self.many / self.pack)

    @property
    def price(self) -> tuple[float, float]:
        """Return the price of these packs in euros, from and to."""
        pieces = self.order * self.pack
        return pieces * self.least, pieces * self.most


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
    "100 kΩ": "at the input of each gate, so that it does not float",
    "fuse": "the fuses are a line of their own",
    "1 nF": "at CT of the load switch",
    "buck": "for the readers alone",
    "switch": "of the readers' 3.3 V",
    "ldo": "for the readers alone, from USB",
}


# Tools: name, euros from and to, type, an equivalent, copies that are not fit, words for a shop, and for
# which supply of a board.
TOOLS = (
    (
        *(
            "USB meter",
            6,
            15,
            "USB-A, shows volts and mA",
            "the multimeter, in the 5 V wire of a cut USB cable",
        ),
        *("one that shows watts alone", "USB tester voltage current meter USB-A", ("usb",)),
    ),
    (
        *("multimeter", 12, 30, "volts, ohms, mA and 10 A", "any with these ranges"),
        *("without an mA range", "digital multimeter mA 10A", ("usb", "plug")),
    ),
    (
        *(
            "soldering iron",
            15,
            35,
            "60 W, tips of 1.6 and 0.8 mm",
            "bench: none, if all headers are soldered",
        ),
        *("30 W without a setting", "soldering iron 60W adjustable tips set", ("usb", "plug")),
    ),
    (
        *("solder", 4, 9, "0.7 mm, with flux, 50 g", "0.8 mm"),
        *("acid flux, for plumbing", "solder wire 0.7mm flux core 50g", ("usb", "plug")),
    ),
    (
        *("desoldering wick", 2, 4, "2 mm", "a pump"),
        *("without flux", "desoldering wick 2mm", ("plug",)),
    ),
    (
        *("side cutters", 4, 10, "for electronics", "nail scissors, for a bench"),
        *("for fences", "side cutters electronics 115mm", ("usb", "plug")),
    ),
    (
        *("wire stripper", 5, 12, "0.1 to 1 mm²", "a knife and patience"),
        *("from 0.5 mm²", "wire stripper 20-30 AWG", ("plug",)),
    ),
    (
        *("tweezers and magnifier", 4, 12, "fine, bent; 5 times", "a phone's camera"),
        *("magnetic ones", "SMD tweezers set magnifier", ("plug",)),
    ),
    (
        *(
            "ruler and cutter",
            4,
            9,
            "steel, 30 cm; blades that snap off",
            "a ruler and scissors, on the bench",
        ),
        *("inches alone", "steel ruler 30cm cutter knife set", ("usb", "plug")),
    ),
    (
        *("calliper", 8, 20, "150 mm, to 0.1 mm", "one of plastic"),
        *("inches alone", "vernier calliper 150mm", ("plug",)),
    ),
)
CRIMPING = Part(
    "crimping tool",
    1,
    18,
    30,
    "48 plugs",
    "SN-2549 or like it, for JST XH",
    "",
    "ready-made XH leads",
    "tools for flat or insulated plugs",
    "SN-2549 crimping tool JST XH",
    group="tools",
)


def parts(board: Board) -> list[Part]:
    """Return all parts of a table but its cards and its wood."""
    circuit = Circuit(board)
    rows = []
    for kind in TYPES:
        many = circuit.count(kind)
        if not many:
            continue
        note = NOTES.get(kind, "")
        if kind == "rc522":
            note = f"{many} and half more, from two sellers: grade them when they come"
            many += math.ceil(SPARE_READERS * many)
        elif kind == "ws2812b":
            note = f"{board.lights_per_pad} at each pad"
        elif kind in ("key", "key6"):
            note = "/".join(key.upper() for key in board.keys) + " at each seat"
        refs = " ".join(part.ref for part in circuit.components if part.kind == kind)
        rows.append(_of_type(kind, many, note, refs))
    return rows + _around(board)


def _of_type(kind: str, many: int, note: str, refs: str = "") -> Part:
    """Return so many parts of a type of the catalogue."""
    of = TYPES[kind]
    prices, fits = (of.least, of.most), (of.equivalent, of.unfit)
    return Part(of.name, many, *prices, note, of.order, of.package, *fits, of.search, of.pack, refs)


def _around(board: Board) -> list[Part]:
    """Return the parts that no netlist has: supply, cables, mounting parts."""
    if board.on_usb:
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
                "breadboard 830 points",
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
                "jumper wires 20cm male-male male-female set",
            ),
            USB_CABLE,
        ]
    supply = Part(
        "supply 5 V, 4 A",
        1,
        10,
        16,
        "with a plug that cannot be touched",
        "Mean Well GST25E05-P1J",
        "5.5 by 2.1 mm",
        "any of 5 V, 4 A with a mark of conformity that limits itself when overloaded or shorted",
        "phone chargers; 5.5 V and more unloaded",
        "Mean Well GST25E05-P1J",
    )
    fuses = [
        Part(
            "fuses, T 2.5 A",
            3,
            0.1,
            0.3,
            "one, and two spare ones",
            "5 by 20 mm, T 2.5 A (slow), 250 V",
            "5 by 20 mm",
            "T 2 A at six seats",
            "F (fast); 4 A and more",
            "fuse 5x20mm T2.5A slow blow 250V",
            10,
        )
    ]
    if board.reader_wires == "buffered":
        keys = board.seat_pads * plates.to_keys(board) / 1000
        metres = math.ceil(2 * len(board.readers) * board.cable_cm / 100 + keys)
        cables = Part(
            "cable with four twisted pairs, metres",
            metres,
            0.4,
            0.8,
            f"two to each pad, {board.cable_cm} cm each, see Cables; one to the keys, {keys:.1f} m",
            "Cat 5e patch cable, stranded, 24 or 26 AWG: cut off its plugs",
            "",
            "Cat 6 patch cable, stranded",
            "solid cable for walls: it breaks where it moves; flat cables; copper-clad aluminium (CCA)",
            "Cat 5e U/UTP stranded patch cable pure copper 10m",
            10,
        )
    else:
        lengths = plates.wires(board)
        metres = math.ceil(sum(many * long for many, long in lengths.values()) / 1000)
        ways = ", ".join(f"{what} ({long / 10:.0f} cm)" for what, (_, long) in lengths.items())
        cables = Part(
            "stranded wire, metres",
            metres,
            0.12,
            0.25,
            f"{ways}; SCK, MOSI, MISO each twisted with a ground",
            "0.14 mm², 10 colours, 10 m of each",
            "",
            "Cat 5e patch cable, stranded: 8 wires, and twisted already",
            "solid wire: it breaks where it moves",
            "hook-up wire 0.14mm2 stranded 10 colours 10m each",
            100,
        )
    return [supply, *fuses, cables, *_mounting(board), USB_CABLE]


USB_CABLE = Part(
    "USB cable with data",
    1,
    2,
    3,
    "micro-USB, 1 m",
    "USB 2.0 A to micro B",
    "",
    "",
    "cables that only charge; thin ones of 2 m",
    "USB A to micro USB data cable 1m",
)


# What carries the parts of a table: name, euros from and to, note, type, package, an equivalent, copies that
# are not fit, words for a shop, how many a shop sells together.
MOUNTING = {
    "board": (
        *("perfboard", 3, 6, "for the box", "160 by 100 mm, FR4, holes plated through", "2.54 mm"),
        *("two of 80 by 100", "paper-based boards: pads come off; strips in place of pads"),
        *("perfboard 160x100mm FR4 double sided plated through 2.54mm", 1),
    ),
    "DIP-14": (
        *("socket DIP-14", 0.1, 0.2, "for chips with 14 pins", "14 pins, rows 7.62 mm apart", "DIP-14"),
        *("turned pins", "rows 15.24 mm apart", "IC socket DIP-14 2.54mm", 5),
    ),
    "DIP-16": (
        *("socket DIP-16", 0.1, 0.2, "for chips with 16 pins", "16 pins, rows 7.62 mm apart", "DIP-16"),
        *("turned pins", "rows 15.24 mm apart", "IC socket DIP-16 2.54mm", 5),
    ),
    "pico": (
        *("socket 1 by 20", 0.3, 0.8, "two carry the Pico", "female header, 20 pins, 2.54 mm", "1 by 20"),
        *("one of 40 pins, cut", "round holes: a Pico's pins are square", "female header 1x20 2.54mm", 1),
    ),
    "reader": (
        *(
            "socket 1 by 8",
            0.2,
            0.5,
            "one a reader, at the end of its wires",
            "female header, 8 pins, 2.54 mm",
        ),
        *("1 by 8", "none: wires soldered to the reader's pins, which nothing unplugs", "round holes"),
        *("female header 1x8 2.54mm", 10),
    ),
    "SOT-23-6": (
        *("adapter SOT-23-6", 0.1, 0.4, "carries the TPS22918", "SOT-23-6 to DIP, 0.95 mm to 2.54 mm"),
        *("DIP-6", "a module with the chip on it: none", "SC-70: 0.65 mm"),
        *("SOT23-6 to DIP adapter board 0.95mm 2.54mm", 10),
    ),
    "SOIC-14": (
        *("adapter SOIC-14", 0.2, 0.5, "one a 74LVC125", "SOIC-14 to DIP-14, 1.27 mm to 2.54 mm"),
        *("DIP-14", "SOIC-16, two pads free", "TSSOP: 0.65 mm; some have it on one side, look at both"),
        *("SOP14 SOIC-14 to DIP-14 adapter board 1.27mm", 5),
    ),
    "SOIC-20W": (
        *("adapter SOIC-20", 0.3, 0.7, "one a 74LVC244", "SOIC-20 wide to DIP-20, 1.27 mm to 2.54 mm"),
        *(
            "DIP-20",
            "SOIC-28 wide, eight pads free",
            "TSSOP: 0.65 mm; some have it on one side, look at both",
        ),
        *("SOP20 SOIC-20 wide to DIP-20 adapter board 1.27mm", 5),
    ),
    "pins": (
        *(
            "pin headers 1 by 40",
            0.2,
            0.6,
            "legs of the adapters, which mostly come without",
            "40 pins, 2.54 mm",
        ),
        *("1 by 40", "wire ends", "1.27 or 2 mm", "pin header male 1x40 2.54mm", 5),
    ),
    "bumps": (
        *("bumps for keys", 0.03, 0.06, f"on the caps, to be felt: {plates.of_bumps()}"),
        *("self-adhesive bumper, clear, 4 to 5 mm across, 1.5 to 2 mm high", ""),
        *("a drop of epoxy or of fabric paint", "hard and pointed; larger than half a cap"),
        *("self-adhesive rubber bumper dots 5mm clear", 100),
    ),
    "screws": (
        *(
            "spacers M3",
            4,
            8,
            "one set; the box alone: none within 25 mm of a coil",
            "nylon, with screws and nuts",
        ),
        *(
            "M3",
            "brass",
            "M2 and M4: the perfboard's holes are 3 to 3.2 mm",
            "M3 nylon standoff assortment kit",
            1,
        ),
    ),
}


def _mounting(board: Board) -> list[Part]:
    """Return what carries the parts in the box and at the pads."""
    circuit = Circuit(board)
    packages = [TYPES[part.kind].package for part in circuit.components]
    fine = {name: packages.count(name) for name in ("SOT-23-6", "SOIC-14", "SOIC-20W")}
    legs = sum(int(name.strip("W").rsplit("-", 1)[1]) * many for name, many in fine.items())
    counts = {
        "board": 2 if board.reader_wires == "buffered" else 1,
        **{name: packages.count(name) for name in ("DIP-14", "DIP-16")},
        "pico": 2,
        "reader": len(board.readers),
        **fine,
        "pins": math.ceil(legs / 40),
        "bumps": board.seat_pads * sum(plates.BUMPS[key] for key in board.keys),
        "screws": 1,
    }
    rows = []
    for name, many in counts.items():
        if many:
            what, least, most, note, kind, package, like, unfit, search, pack = MOUNTING[name]
            rows.append(Part(what, many, least, most, note, kind, package, like, unfit, search, pack))
    pull_ups = _of_type("4.7 kΩ", 2, "at SCL and SDA, only if the OLED's module has none")
    return [*rows, pull_ups]


def orders(board: Board) -> list[Part]:
    """Return all that a table takes from shops: parts, a deck's cards with spare ones, tools."""
    tools = [
        Part(what, 1, least, most, "", kind, "", like, unfit, search or kind, group="tools")
        for what, least, most, kind, like, unfit, search, boards in TOOLS
        if board.supply in boards
    ]
    if board.reader_wires == "buffered":
        tools.append(CRIMPING)
    rows = [one for row in parts(board) for one in _by_seller(row)]
    return [*rows, *cards(TAGS[0][1]), *tools]


def _by_seller(row: Part) -> list[Part]:
    """Return readers as two lines, for a batch may be weak as a whole; any other part as it is."""
    if row.what != TYPES["rc522"].name:
        return [row]
    first, refs = math.ceil(row.many / 2), row.refs.split()
    return [
        row._replace(what=f"{row.what}, {seller} seller", many=many, refs=" ".join(of))
        for seller, many, of in (
            ("first", first, refs[:first]),
            ("second", row.many - first, refs[first:]),
        )
    ]


def after_bench(board: Board) -> list[Part]:
    """Return what a table takes from shops where the bench's own order is at hand; 0 of some."""
    at_hand = {row.what: row.order * row.pack for row in orders(read(BENCH))}
    return [row._replace(many=max(0, row.many - at_hand.get(row.what, 0))) for row in orders(board)]


def _left(board: Board) -> list[Part | None]:
    """Return `after_bench` of a table, None for each line of the bench's own order."""
    return [None] * len(orders(board)) if board.on_usb else list(after_bench(board))


def bom_csv(board: Board) -> str:
    """Return the list of parts for a spreadsheet, and what to order."""
    rows = [
        (
            *(row.group, row.what, row.order, None if left is None else left.order, row.pack, row.search),
            "{:.2f}-{:.2f}".format(*row.price),
            *(row.kind, row.package, row.many, row.refs, row.equivalent, row.unfit),
            f"{row.least:g}-{row.most:g}",
        )
        for row, left in zip(orders(board), _left(board), strict=True)
    ]
    return dump_csv([COLUMNS, *rows], "\n")


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
        "NTAG215; ready-made playing cards with MIFARE Ultralight EV1: no sticker, no sleeve",
        "no maker named; metal behind it; UIDs of 4 bytes",
        "NXP NTAG213 sticker 25mm round wet inlay",
        10,
        group="cards",
    )


def cards(count: int) -> list[Part]:
    """Return so many cards to be tagged, their tags and their sleeves."""
    deck = Part(
        "a deck with jokers",
        1,
        3,
        8,
        "54 cards",
        "poker size, 63.5 by 88.9 mm",
        "",
        "printed cards",
        "foil or metallic ink; bridge size",
        "poker playing cards 54 standard size",
        group="cards",
    )
    sleeves = Part(
        "sleeves, opaque back",
        tags(count).many,
        SLEEVE,
        2 * SLEEVE,
        "one a card",
        "63.5 by 88.9 mm, matt, opaque back",
        "",
        "any whose tag does not show",
        "clear backs: they show the tag; metallic ones",
        "card sleeves standard 63.5x88 opaque back matte 100",
        100,
        group="cards",
    )
    return [deck, tags(count), sleeves]


def cost(rows: Iterable[Part]) -> tuple[float, float]:
    """Return the price of all of it, from and to, in euros."""
    kept = list(rows)
    return sum(row.many * row.least for row in kept), sum(row.many * row.most for row in kept)


def paid(rows: Iterable[Part]) -> tuple[float, float]:
    """Return what shops take for it, whole packs, from and to, in euros."""
    prices = [row.price for row in rows]
    return sum(least for least, _ in prices), sum(most for _, most in prices)


def page(board: Board) -> str:
    """Return the list of parts as a page."""
    rows = parts(board)
    lines = [
        f"# Parts of {board.name}",
        "",
        f"For {board.seat_pads} seats and {board.centre_pads} in the middle. Counted from the rows of",
        f"[`boards/{board.name}.py`](../boards/{board.name}.py); generated, do not edit. Prices in euros are",
        f"estimates of {DATE}, most of them the engineering study's, no offers. For a spreadsheet:",
        f"`cardtable wire {board.name} --bom csv`. All pins, for KiCad: `{board.name}.net`, made by",
        "`make drawings`.",
        "",
        "| part | exact type | how many | each, € | together, € | |",
        "|--|--|--:|--:|--:|--|",
        *[_line(row) for row in rows],
        f"| **all of this, by the piece** | | | | **{_span(*cost(rows))}** | |",
        "",
        *_fewer(board),
        *_not_in_it(board),
        "",
        *_order_list(board),
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
        lines.append(f"| {what} | {cards} | {row.many} | {_span(*cost([row]))} | {row.many * SLEEVE:.0f} |")
    row = tags(all_cards)
    lines.append(
        f"| all of these | {all_cards} | {row.many} | {_span(*cost([row]))} | {row.many * SLEEVE:.0f} |"
    )
    return "\n".join(lines) + "\n"


def _order_list(board: Board) -> list[str]:
    """Return the order: whole packs, the words for a shop, what it comes to."""
    rows, left = orders(board), _left(board)
    groups = {of: [row for row in rows if row.group == of] for of in ("table", "cards", "tools")}
    sums = {of: _span(*paid(group)) for of, group in groups.items()}
    lines = [
        "## The order",
        "",
        f"Whole packs and spare ones: the parts about **{sums['table']} €**, a deck of {TAGS[0][1]} with",
        f"its tags and sleeves about **{sums['cards']} €**, tools, where you have none, about",
        f"**{sums['tools']} €**; shipping not counted. The same as a",
        f"[table for a spreadsheet]({board.name}-parts.csv).",
        "",
    ]
    head = "| for | buy | of | what to type into the shop's search field | about, € |"
    if board.on_usb:
        lines += [head, "|--|--:|--|--|--:|", *[f"{_bought(row)} |" for row in rows], ""]
        return lines
    lines += [
        "**After the bench**: the last two columns, where all of",
        f"[its order]({BENCH}-parts.md#the-order) is at hand and goes on to the table. Its OLED will do,",
        "too; what serves the bench alone stays over.",
        "",
        f"{head} after the bench | about, € |",
        "|--|--:|--|--|--:|--:|--:|",
    ]
    still = [row for row in left if row is not None]
    for row, rest in zip(rows, still, strict=True):
        lines.append(f"{_bought(row)} | {rest.order} | {_span(*rest.price) if rest.order else '-'} |")
    lines.append(f"| **all of this** | | | | **{_span(*paid(rows))}** | | **{_span(*paid(still))}** |")
    return [*lines, ""]


def _bought(row: Part) -> str:
    """Return a line of the order, without its end."""
    metres = " m" if row.what.endswith(", metres") else ""
    of = f"packs of {row.pack}{metres}" if row.pack > 1 else "one piece"
    return f"| {row.group} | {row.order} | {of} | {row.search}{_seller(row)} | {_span(*row.price)}"


def _seller(row: Part) -> str:
    """Return which of two sellers a line is for, in brackets; nothing for most."""
    _, _, seller = row.what.partition(", ")
    return f" ({seller})" if seller.endswith(" seller") else ""


def _not_in_it(board: Board) -> list[str]:
    """Return what is neither listed nor ordered: wood and its kin."""
    if board.on_usb:
        return ["No wood: the pads lie on the desk, a card of cardboard of 3 mm over each reader."]
    out = plates.OVER + plates.BOARD_THICK + plates.PARTS_HIGH[1] - plates.TOP
    box = plates.BOXES.get(board.reader_wires, plates.BOXES["branches"])
    return [
        f"**Neither here nor in the order**: the top, {plates.across(board)} mm across, of wood of",
        f"{plates.TOP:g} mm as [drawn](pad-side.svg): {plates.OVER:g} mm stay over each coil, felt included",
        f"{plates.OVER_MOST:g} at most, and plugs stand out {out:.0f} mm below. Felt; legs;",
        f"for each pad a raised edge, {plates.RAISED_WIDE:g} mm wide and {plates.RAISED_HIGH:g} high, of",
        "wood or plastic, the layer `RAISED_EDGE` of `pad.dxf`; a box,",
        f"plastic or wood, {box} mm inside, with lid and screws; wood glue; tape, later glue,",
        "for the readers.",
    ]


def _fewer(board: Board) -> list[str]:
    """Return lines on the same table with fewer seats; of a board whose pads have pins of their own."""
    if board.reader_wires != "branches":
        return []
    seats = range(3, board.seat_pads)
    prices = [_span(*cost(parts(with_seats(board, many)))) for many in seats]
    return [
        "**Fewer seats**: a board of your own with as many",
        "([how](../docs/build/build.md#4-choose-a-table)). For",
        f"{_listed(map(str, seats))} seats all of this is about {_listed(prices)} €;",
        "`cardtable wire` prints its order.",
        "",
    ]


def with_seats(board: Board, seats: int) -> Board:
    """Return a board's rows with fewer seats, to be counted."""
    pads = seats + board.centre_pads
    lights = pads * board.lights_per_pad
    return board._replace(seat_pads=seats, light_count=lights, readers=board.readers[:pads])


def _listed(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}"


def _line(row: Part) -> str:
    each, all_of_it = f"{row.least:g}-{row.most:g}", _span(row.many * row.least, row.many * row.most)
    return f"| {row.what} | {row.kind} | {row.many} | {each} | {all_of_it} | {row.note} |"


def _span(least: float, most: float) -> str:
    digits = 0 if most >= 10 else 1
    low, high = f"{least:.{digits}f}", f"{most:.{digits}f}"
    return low if low == high else f"{low}-{high}"
