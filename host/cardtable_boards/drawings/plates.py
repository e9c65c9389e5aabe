"""Drawings to build from, in millimetres and to scale when printed at 100 %: pad, box, labels, template.

Measures are those of the engineering study (chapter 7). None was tried with a reader and a card yet.
"""

from __future__ import annotations

import math

from cardtable_boards.drawings import dxf
from cardtable_boards.drawings.circuit import CABLE_A, CABLE_B
from cardtable_boards.drawings.nets import pad_name
from tablehost.firmware.boards import Board
from tablehost.printing import draw
from tablehost.seats import label
from tablehost.wiring import cables

CARD_WIDE, CARD_HIGH = 63.5, 88.9
PLAY = 1.5  # a pad's frame is so much larger than a card
COIL_WIDE, COIL_HIGH = 40.0, 35.0
MODULE_WIDE, MODULE_HIGH = 60.0, 40.0
TAG = 25.0
OVER, OVER_MOST = 3.0, 4.0  # of wood, acrylic or felt between coil and card
BOARD_THICK = 1.6  # of a reader
PARTS_HIGH = (4.0, 20.0)  # on its other side: crystal and chips; pins with their plug
# A raised edge around a pad, so that fingers find it; open at the player's side, for a thumb.
RAISED_WIDE, RAISED_HIGH, THUMB = 4.0, 2.0, 30.0
# Bumps on the cap of each key, so that fingers tell them apart.
BUMPS = {"ok": 0, "yes": 1, "no": 2}
BUMP_WIDE, BUMPS_APART = 4.0, 5.5
APART = 150.0  # from the middle of a pad to that of the next, at least
CLEAR = 25.0  # no metal so close to a coil: 20 to 30
TOP = 16.0  # of wood, as drawn; the pockets are milled into it from below
# The box with all but seats' parts, inside: so large that the boards of 160 × 100 go in.
BOXES = {"branches": "170 × 110 × 45", "buffered": "240 × 170 × 60"}
SEATS_APART, LEAST_RING = 320.0, 380.0  # of pads on their ring, along it; the ring's radius
TO_RIM = 230.0  # from the middle of a seat's pad to the rim, where its keys are
SLACK = 120.0  # of each wire: from the box down and up again, bends, both ends
LAMP = 5.0  # square, and 16 from the middle of one to that of the next, 11.5 beyond the frame
LAMPS_APART = 16.0
A4 = (210.0, 297.0)
# The pairs of a cable by T568B: pins of the plug, name, colours of the two wires.
PAIRS = (
    ("orange", "orange/white", "orange", "#d55e00"),
    ("green", "green/white", "green", "#007a59"),
    ("blue", "blue/white", "blue", "#0072b2"),
    ("brown", "brown/white", "brown", "#7a4b1f"),
)
_N = draw.number


def _said(y: float, words: str) -> str:
    return draw.text(15, y, words, 3.4)


def _measure(x: float, y: float, long: float, said: str, upright: bool = False) -> str:
    """Return a measure: a line with two ends and its text."""
    if upright:
        line = f"M{_N(x - 1.5)} {_N(y)}h3M{_N(x)} {_N(y)}v{_N(long)}M{_N(x - 1.5)} {_N(y + long)}h3"
        words = draw.text(x + 2, y + long / 2 + 1, said, 3)
    else:
        line = f"M{_N(x)} {_N(y - 1.5)}v3M{_N(x)} {_N(y)}h{_N(long)}M{_N(x + long)} {_N(y - 1.5)}v3"
        words = draw.text(x + long / 2, y - 1.6, said, 3, anchor="middle")
    return draw.path(line, stroke=draw.GREY, wide=0.25) + words


def pad(board: Board) -> str:
    """Return a pad from above."""
    wide, high = CARD_WIDE + 2 * PLAY, CARD_HIGH + 2 * PLAY
    x, y = 50.0, 62.0
    middle_x, middle_y = x + wide / 2, y + high / 2
    far = y - 9
    parts = [
        draw.text(15, 16, "A pad, from above", 6, bold=True),
        _said(23, "Print at 100 %: the frame is as large as in wood. Not yet tried with a reader."),
        draw.text(
            15, 30, "The far edge, towards the middle of the table: lamps, 10 mm beyond the frame,", 3.2
        ),
        draw.text(15, 35, "where no hand covers them. Their strip and its wires end there.", 3.2),
        draw.path(_raised(x, y), fill="#e9d8b4", stroke=draw.INK, wide=0.2),
        draw.box(x, y, wide, high, round=2, stroke=draw.INK, line=0.5),
        draw.box(x + PLAY, y + PLAY, CARD_WIDE, CARD_HIGH, round=3, stroke=draw.GREY, line=0.25),
        draw.box(
            middle_x - MODULE_HIGH / 2,
            middle_y - MODULE_WIDE / 2 + 10,
            MODULE_HIGH,
            MODULE_WIDE,
            fill="#e8f2ec",
            stroke="#007a59",
            line=0.3,
        ),
        draw.box(
            middle_x - COIL_HIGH / 2,
            middle_y - COIL_WIDE / 2,
            COIL_HIGH,
            COIL_WIDE,
            round=3,
            stroke="#0072b2",
            line=1.2,
        ),
        draw.disc(middle_x, middle_y, TAG / 2, line=0.3),
        draw.text(middle_x, middle_y + 1, "tag", 3.4, anchor="middle"),
        draw.path(
            f"M{_N(middle_x)} {_N(y - 2)}V{_N(y + high + 2)}M{_N(x - 2)} {_N(middle_y)}H{_N(x + wide + 2)}",
            stroke=draw.GREY,
            wide=0.15,
            more=' stroke-dasharray="4 1 1 1"',
        ),
        *[
            draw.box(
                middle_x + (lamp - 1) * LAMPS_APART - LAMP / 2,
                far - 5,
                LAMP,
                LAMP,
                fill="#f0e442",
                stroke=draw.INK,
            )
            for lamp in range(3)
        ],
        draw.text(middle_x + 26, far - 1, "3 lamps", 3.2),
        _measure(middle_x - THUMB / 2, y + high + 9, THUMB, f"{_N(THUMB)} for a thumb"),
        _measure(x, y + high + 18, wide, f"{_N(wide)}: card and {_N(2 * PLAY)}"),
        _measure(x - 8, y, high, "", upright=True),
        draw.text(x - 10, middle_y, _N(high), 3, anchor="end"),
    ]
    label = x + wide + 10
    for row, (words, ink) in enumerate(
        (
            (f"frame: a raised edge, {_N(RAISED_WIDE)} wide and", draw.INK),
            (f"   {_N(RAISED_HIGH)} high, of wood or plastic", draw.INK),
            ("card, 63.5 × 88.9", draw.GREY),
            ("reader's coil, 40 × 35: its middle is", "#0072b2"),
            ("   that of the card and of the tag", "#0072b2"),
            ("RC522 board, 60 × 40, from below;", "#007a59"),
            ("   its plug towards the player", "#007a59"),
            ("tag, 25, in the middle of the card", draw.INK),
        )
    ):
        parts.append(draw.text(label, y + 12 + row * 6, words, 3.2, ink=ink))
    parts.append(_rules(204.0))
    return draw.page(*A4, "A pad", "".join(parts), "en")


def _raised(x: float, y: float) -> str:
    """Return the outline of the raised edge as a path; (x, y): the frame's upper left corner."""
    wide, high, edge = CARD_WIDE + 2 * PLAY, CARD_HIGH + 2 * PLAY, RAISED_WIDE
    side = (wide - THUMB) / 2
    outer = f"h{_N(-edge - side)}v{_N(-high - 2 * edge)}h{_N(wide + 2 * edge)}v{_N(high + 2 * edge)}"
    inner = f"h{_N(-edge - side)}v{_N(-edge)}h{_N(side)}v{_N(-high)}h{_N(-wide)}v{_N(high)}h{_N(side)}Z"
    return f"M{_N(x + side)} {_N(y + high + edge)}{outer}{inner}"


def _rules(y: float) -> str:
    """Return what a pad needs besides its measures."""
    rows = (
        f"No metal, screw, foil or lamp's copper within {_N(CLEAR)} of the coil: see pad-side.svg.",
        f"From the middle of a pad to that of the next: {_N(APART)} or more. From 80 to 150:",
        "neighbours in different groups, which commissioning finds out. Less than 80: not.",
        "Keys sit under the rim, a hand's breadth apart, so that nobody sees which finger moves.",
        "Accept a pad when 199 of 200 layings are read (commissioning, below 0.5 % missed).",
    )
    return "".join(_said(y + row * 6, words) for row, words in enumerate(rows))


def side() -> str:
    """Return a pad from the side, twice as large as it is: card, table top, reader, room without metal."""
    scale = 2.0
    middle, face = 105.0, 104.0  # of card, tag and coil; the reader's bare side
    top = face - OVER * scale
    card = CARD_HIGH * scale
    coil_left, coil_right = middle - COIL_WIDE * scale / 2, middle + COIL_WIDE * scale / 2
    board_left = coil_left
    board_right = board_left + MODULE_WIDE * scale
    thick, low, high = BOARD_THICK * scale, PARTS_HIGH[0] * scale, PARTS_HIGH[1] * scale
    under, low_side = face + thick, face + (TOP - OVER) * scale
    clear = CLEAR * scale
    pocket_left, pocket_right = board_left - scale, board_right + scale
    wood, copper = "#ead9bd", "#0072b2"
    left, right = 4.0, 206.0  # the wood that is drawn
    sides = ((left, pocket_left), (pocket_right, right))
    rim_wide, rim_high = RAISED_WIDE * scale, RAISED_HIGH * scale
    rim = (middle - card / 2 - PLAY * scale - rim_wide, middle + card / 2 + PLAY * scale)
    rest = "".join(draw.box(x, face, end - x, low_side - face, fill=wood) for x, end in sides)
    around = (coil_left - clear, face - clear, coil_right - coil_left + 2 * clear, 2 * clear)
    zone = draw.box(*around, round=clear, fill="#fff4ee")
    edge = draw.box(*around, round=clear, stroke="#b84300", line=0.5)
    plug = board_right - 7
    inner = [
        draw.text(15, 16, "A pad, from the side", 6, bold=True),
        _said(23, "Twice as large as it is; measures in mm. Not yet tried with a reader."),
        _said(
            32,
            "The bare side of the reader faces the card. Its parts, pins and plug are on the other side.",
        ),
        zone,
        draw.box(left, top, right - left, OVER * scale, fill=wood),
        draw.box(rim[0], top - rim_high, rim_wide, rim_high, fill="#e9d8b4", stroke=draw.INK),
        draw.box(rim[1], top - rim_high, rim_wide, rim_high, stroke=draw.GREY),
        rest,
        edge,
        draw.path(
            f"M{_N(left)} {_N(top)}H{_N(right)}M{_N(left)} {_N(low_side)}H{_N(pocket_left)}V{_N(face)}"
            f"H{_N(pocket_right)}V{_N(low_side)}H{_N(right)}",
            stroke=draw.INK,
            wide=0.4,
        ),
        draw.box(middle - card / 2, top - 2.4, card, 2.4, fill=draw.PAPER, stroke=draw.INK),
        draw.box(middle - TAG * scale / 2, top - 1.6, TAG * scale, 0.8, fill=draw.INK),
        draw.box(board_left, face, board_right - board_left, thick, fill="#8fc7b4", stroke=draw.INK),
        *[draw.box(x, face, 9, 0.9, fill=copper) for x in (coil_left + 1, coil_right - 10)],
        draw.box(coil_right - 6, under, 12, low, fill="#bdbdbd", stroke=draw.INK),
        draw.box(coil_right + 12, under, 10, low / 2, fill="#333333", stroke=draw.INK),
        draw.box(plug, under, 5, high, fill="#555555", stroke=draw.INK),
        draw.path(f"M{_N(plug + 2.5)} {_N(under + high)}c0 8 -8 6 -12 14", stroke="#7a4b1f", wide=1.2),
        # Words, each with a line to what it names.
        _note(8, top - 12, f"raised edge, {_N(RAISED_HIGH)} high", 14, top - 11, 10, top - rim_high - 0.5),
        _note(158, top - 20, "open here, for a thumb", 182, top - 19, rim[1] + 4, top - rim_high - 0.5),
        _note(30, top - 20, "card in its sleeve, face up or down", 40, top - 19, 40, top - 2),
        _note(112, top - 12, f"tag, {_N(TAG)}, in the middle of the card", 111, top - 13, 106, top - 1.2),
        _note(68, face + 14, "coil", 70, face + 11, 70, face + 1),
        _note(82, face + 14, "RC522, its bare side up", 95, face + 11, 95, under - 1),
        _note(
            90, face + 21, f"crystal, chips: {_N(PARTS_HIGH[0])} high", 126, face + 20, 142, under + low - 1
        ),
        _note(
            112,
            face + 40,
            f"pins and plug: to {_N(PARTS_HIGH[1])} high",
            plug - 10,
            face + 39,
            plug + 1,
            under + high - 5,
        ),
        _measure(24, top, OVER * scale, f"{_N(OVER)} over the coil, {_N(OVER_MOST)} at most", upright=True),
        _measure(74, face, clear, f"{_N(CLEAR)} without metal", upright=True),
        _measure(coil_right, face - 36, clear, _N(CLEAR)),
        _measure(coil_left - clear, face - 36, clear, _N(CLEAR)),
        draw.text(middle, face - 42, "no metal inside this line", 3.4, anchor="middle", ink="#b84300"),
        draw.box(60, face + clear + 4, 90, 8, fill="#d9d9d9", stroke=draw.INK),
        draw.text(105, face + clear + 9.4, "metal from here on, a breadboard too", 3.2, anchor="middle"),
    ]
    keeps = f"{_N(PARTS_HIGH[0])} to {_N(PARTS_HIGH[1])}"
    notes = (
        "On the bench: the module lies on something soft with room for its plug, its bare side up,",
        f"under a cardboard of {_N(OVER)}. In a table: in a pocket that is milled from below, so that",
        f"{_N(OVER)} of wood, acrylic or felt are left over the coil.",
        "Foil, metal paint, screws, steel legs and the copper of the lamps are metal.",
        f"The other way round its own parts would keep it {keeps} away from the card.",
    )
    inner += [_said(face + clear + 28 + row * 6, words) for row, words in enumerate(notes)]
    return draw.page(*A4, "A pad, from the side", "".join(inner), "en")


def _note(x: float, y: float, words: str, from_x: float, from_y: float, to_x: float, to_y: float) -> str:
    """Return words, and a line to what they name."""
    line = f"M{_N(from_x)} {_N(from_y)}L{_N(to_x)} {_N(to_y)}"
    return draw.path(line, stroke=draw.GREY, wide=0.25) + draw.text(x, y, words, 3.2)


def pad_dxf() -> str:
    """Return the pad for a mill or a laser: seen from above, the frame's lower left corner at the origin."""
    wide, high = CARD_WIDE + 2 * PLAY, CARD_HIGH + 2 * PLAY
    middle_x, middle_y = wide / 2, high / 2
    sheet = dxf.Sheet(
        {"FRAME": 7, "RAISED_EDGE": 3, "POCKET_FROM_BELOW": 5, "COIL": 4, "LAMPS": 2, "CARD": 8}
    )
    sheet.box("FRAME", 0, 0, wide, high, 2)
    _add_raised(sheet, wide, high)
    sheet.box("CARD", PLAY, PLAY, CARD_WIDE, CARD_HIGH, 3)
    module_y = middle_y + MODULE_WIDE / 2 - 10 - MODULE_WIDE  # its plug is towards the player
    sheet.box(
        "POCKET_FROM_BELOW", middle_x - MODULE_HIGH / 2 - 1, module_y - 1, MODULE_HIGH + 2, MODULE_WIDE + 2
    )
    sheet.box("COIL", middle_x - COIL_HIGH / 2, middle_y - COIL_WIDE / 2, COIL_HIGH, COIL_WIDE, 3)
    sheet.circle("COIL", middle_x, middle_y, TAG / 2)
    for lamp in range(3):
        x = middle_x + (lamp - 1) * LAMPS_APART - LAMP / 2
        sheet.box("LAMPS", x, high + 9, LAMP, LAMP)
    return sheet.text()


def _add_raised(sheet: dxf.Sheet, wide: float, high: float) -> None:
    """Add the raised edge: one closed outline, open at the player's side."""
    edge, side = RAISED_WIDE, (wide - THUMB) / 2
    corners = [
        *((side, -edge), (-edge, -edge), (-edge, high + edge), (wide + edge, high + edge)),
        *((wide + edge, -edge), (wide - side, -edge), (wide - side, 0.0), (wide, 0.0)),
        *((wide, high), (0.0, high), (0.0, 0.0), (side, 0.0)),
    ]
    for (x, y), (to_x, to_y) in zip(corners, [*corners[1:], corners[0]], strict=True):
        sheet.line("RAISED_EDGE", x, y, to_x, to_y)


def cable(board: Board) -> str:
    """Return the two cables of a pad: the use of each wire, and its twisted pair."""
    clock = cables.start_clock(board.reader_wires, board.cable_cm) / 1e6
    inner = [
        draw.text(15, 16, "The two cables of a pad", 6, bold=True),
        _said(23, "Cat 5e, stranded, 24 or 26 AWG; a plug of 8 pins at either end, wired straight, 1 to 1."),
        _said(
            29,
            f"Up to {board.cable_cm} cm: {clock:g} MHz. Each pair stays twisted to within 10 mm of the plug.",
        ),
    ]
    for at, (title, wires) in enumerate((("A: the reader", CABLE_A), ("B: supply, lamps, keys", CABLE_B))):
        x, y = 15 + at * 95, 44.0
        inner.append(draw.text(x, y, f"Cable {title}", 4.5, bold=True))
        for wire, what in enumerate(wires):
            _, white, solid, ink = PAIRS[wire // 2]
            row = y + 10 + wire * 9 + wire // 2 * 5
            inner.append(draw.box(x, row - 4.4, 85, 7.4, round=1, stroke=ink, line=0.3))
            inner.append(draw.text(x + 3, row + 0.6, str(wire + 1), 3.6, bold=True))
            inner.append(draw.text(x + 10, row + 0.6, white if wire % 2 == 0 else solid, 3.4, ink=ink))
            inner.append(draw.text(x + 42, row + 0.6, _CABLE_WORDS.get(what, what.upper()), 3.6))
    for row, words in enumerate(
        (
            "Why these pairs: SCK, MOSI and MISO have each a ground of their own beside them, so that no",
            "fast edge runs next to another. Select and RST rest while bits run. In cable B each wire that",
            "changes fast has one for a partner that hardly moves: a key, which has 100 nF at its chip.",
            "",
            "Where the lamps come back (B7) they go on to the next pad's cable (B5). In the middle there are",
            "no keys: B4, B6, B8 are ground. 47 Ω in MISO is at the reader, 82 Ω in SCK and MOSI at the box.",
        )
    ):
        inner.append(_said(156 + row * 6, words))
    return draw.page(*A4, "The two cables of a pad", "".join(inner), "en")


_CABLE_WORDS = {
    "GND": "ground",
    "select": "select (SDA)",
    "rst": "RST",
    "5V": "5 V",
    "3.3V": "3.3 V of the readers",
    "ok": "key OK",
    "yes": "key YES",
    "no": "key NO",
    "lamps in": "lamps, in",
    "lamps out": "lamps, out: back",
}


def across(board: Board) -> int:
    """Return the table's diameter."""
    return round(2 * ring(board)) + round(2 * TO_RIM)


def _of_wires(board: Board) -> tuple[str, ...]:
    """Return what the wires are, and how long."""
    keys = f"{to_keys(board) / 10:.0f} cm"
    twisted = "SCK, MOSI and MISO each twisted with a ground of its own."
    if board.reader_wires == "buffered":
        return (
            f"Two cables to each pad, {board.cable_cm} cm at most: 5 V, 3.3 V, grounds, SCK, MOSI, MISO,",
            f"select, RST, lamps, keys. {twisted}",
            f"From the pad on to the keys at the rim: {keys}.",
        )
    return (
        f"Wires to each reader, {board.cable_cm} cm at most: 3.3 V, grounds, SCK, MOSI, MISO, select, RST.",
        twisted,
        f"Wires to the keys at the rim, which are slow: {keys}. Lamps: from pad to pad.",
    )


def ring(board: Board) -> float:
    """Return the radius of the ring of pads."""
    return max(LEAST_RING, SEATS_APART * int(board.seat_pads) / (2 * math.pi))


def apart_on_ring(board: Board) -> float:
    """Return how far apart the pads of two neighbours are."""
    return 2 * ring(board) * math.sin(math.pi / int(board.seat_pads))


def wires(board: Board) -> dict[str, tuple[int, float]]:
    """Return the wires of a table without plugs: what for -> how many, the length of each in mm.

    The lengths are those of the drawing of the table and `SLACK`; to readers, the most that the board has.
    """
    pads, seats = board.seat_pads + board.centre_pads, board.seat_pads
    return {
        "10 to each reader": (10 * pads, 10.0 * board.cable_cm),
        f"{len(board.keys) + 1} to each seat's keys": ((len(board.keys) + 1) * seats, to_keys(board)),
        "3 from pad to pad for the lamps": (3 * pads, apart_on_ring(board) + SLACK),
    }


def to_keys(board: Board) -> float:
    """Return how long a wire to the keys is: from the box, or from the pad where there is a cable to it."""
    return TO_RIM + SLACK + (0.0 if board.reader_wires == "buffered" else ring(board))


def enclosure(board: Board) -> str:
    """Return the table from above, a tenth of its size, with every pad, its keys and the box."""
    seats = board.seat_pads
    radius = ring(board)
    scale = 0.1 if radius < 700 else 0.085
    circle, rim = radius * scale, (radius + TO_RIM) * scale
    cx, cy = 105.0, 40 + rim + 8
    inner = [
        draw.text(15, 16, f"A table for {seats}, from above", 6, bold=True),
        _said(23, f"A drawing at {scale:g} of its size; measures in mm. Not yet built."),
        draw.disc(cx, cy, rim, fill="#f7f1e5", line=0.5),
    ]
    for seat in range(seats):
        angle = 2 * math.pi * seat / seats
        turn = math.degrees(angle)
        group = (
            draw.box(
                -CARD_WIDE / 2 * scale,
                -circle - CARD_HIGH / 2 * scale,
                CARD_WIDE * scale,
                CARD_HIGH * scale,
                fill=draw.PAPER,
                stroke=draw.INK,
            )
            + draw.box(
                -2.4,
                -circle + (CARD_HIGH / 2 + 10) * scale,
                4.8,
                0.9,
                fill="#f0e442",
                stroke=draw.INK,
                line=0.15,
            )
            + "".join(
                draw.box(
                    (key - 1) * 6.5 - 1.2, -rim + 0.8, 2.4, 1.6, fill="#8fc7b4", stroke=draw.INK, line=0.15
                )
                for key in range(len(board.keys))
            )
        )
        inner.append(f'<g transform="translate({_N(cx)} {_N(cy)}) rotate({_N(turn)})">{group}</g>')
        far = rim + 8
        inner.append(
            draw.text(
                cx + far * math.sin(angle),
                cy - far * math.cos(angle) + 1,
                pad_name(board, seat),
                3,
                anchor="middle",
            )
        )
    for at in range(board.centre_pads):
        offset = (at - (board.centre_pads - 1) / 2) * APART * scale
        inner.append(
            draw.box(
                cx + offset - CARD_WIDE / 2 * scale,
                cy - CARD_HIGH / 2 * scale,
                CARD_WIDE * scale,
                CARD_HIGH * scale,
                fill=draw.PAPER,
                stroke=draw.INK,
            )
            + draw.box(cx + offset - 2.4, cy - 6.4, 4.8, 0.9, fill="#f0e442", stroke=draw.INK, line=0.15)
        )
    inner.append(draw.text(cx, cy + 12, "the middle", 3, anchor="middle"))
    low, apart = cy + rim + 16, apart_on_ring(board)
    for row, words in enumerate(
        (
            f"Across: {across(board)}. Pads on a ring of {round(2 * radius)}, {apart:.0f} apart.",
            "Yellow: lamps, at a pad's far edge. Green: YES, NO, OK from left to right, under the rim.",
            f"Bumps on their caps: {of_bumps()}. A raised edge around each pad.",
            f"Under the middle: the box, {BOXES[board.reader_wires]} inside: Pico, converter, switch, fuse.",
            "The OLED stands beside the middle, 60 × 37 to be seen, tilted towards seat 1.",
            "A lid with screws: no 5 V can be touched. An opening for the USB plug, a hole for the piezo.",
            *_of_wires(board),
        )
    ):
        inner.append(draw.text(15, low + row * 6, words, 3.4))
    return draw.page(*A4, f"A table for {seats}", "".join(inner), "en")


def of_bumps() -> str:
    """Return how many bumps each key has, in words."""
    return ", ".join(f"{key.upper()} {('none', 'one', 'two')[many]}" for key, many in BUMPS.items())


def labels(board: Board) -> str:
    """Return labels to cut out: a number for each seat, and the names of its keys."""
    inner = [
        draw.text(15, 14, "Seat labels: print at 100 %, cut out, one at each seat's rim", 4.5, bold=True)
    ]
    for pad_number in range(len(board.readers)):
        x, y = 15 + pad_number % 3 * 61, 22 + pad_number // 3 * 46
        seat = pad_number < board.seat_pads
        name = label(pad_number) if seat else pad_name(board, pad_number).replace("the ", "")
        inner.append(draw.box(x, y, 58, 42, round=3, stroke=draw.GREY, line=0.2))
        size = 20.0 if seat else 8.0
        inner.append(draw.text(x + 29, y + (22 if seat else 24), name, size, bold=True, anchor="middle"))
        if seat:
            for at, key in enumerate(board.keys):
                inner.append(draw.box(x + 4 + at * 17, y + 29, 16, 9, round=2, stroke=draw.INK))
                inner.append(
                    draw.text(x + 12 + at * 17, y + 35.2, key.upper(), 4.5, bold=True, anchor="middle")
                )
                if not board.on_usb:
                    inner.append(_bumps(x + 12 + at * 17, y + 26.5, key))
    return draw.page(*A4, "Seat labels", "".join(inner), "en")


def _bumps(x: float, y: float, key: str) -> str:
    """Return the bumps of a key's cap, at their real size; (x, y): the middle of the cap."""
    many = BUMPS[key]
    first = x - (many - 1) / 2 * BUMPS_APART
    return "".join(draw.disc(first + at * BUMPS_APART, y, BUMP_WIDE / 2, line=0.3) for at in range(many))


def tagging() -> str:
    """Return a jig: lay the card into the frame, its sticker onto the circle."""
    inner = [
        draw.text(15, 16, "Template for tags", 6, bold=True),
        draw.text(
            15,
            23,
            "Print at 100 % and check: the bar below is 100 mm. Glue onto card, cut out the circles.",
            3.4,
        ),
        _measure(15, 34, 100, "100"),
    ]
    for at in range(4):
        x, y = 25 + at % 2 * 85, 46 + at // 2 * 108
        middle_x, middle_y = x + CARD_WIDE / 2, y + CARD_HIGH / 2
        inner.append(draw.box(x, y, CARD_WIDE, CARD_HIGH, round=3, stroke=draw.INK))
        inner.append(draw.disc(middle_x, middle_y, TAG / 2, line=0.4))
        cross = f"M{_N(middle_x - 17)} {_N(middle_y)}h34M{_N(middle_x)} {_N(middle_y - 17)}v34"
        inner.append(draw.path(cross, stroke=draw.GREY, wide=0.15))
        inner.append(draw.text(middle_x, y + 12, "63.5 × 88.9", 3, anchor="middle"))
        inner.append(draw.text(middle_x, middle_y + 22, "tag 25, in the middle", 3, anchor="middle"))
    inner.append(
        draw.text(
            15,
            264,
            "1. The card face down under a cut-out template. 2. The tag into the circle, on the back.",
            3.4,
        )
    )
    inner.append(
        draw.text(
            15, 270, "3. The same place on every card: a tag that can be felt elsewhere marks the card.", 3.4
        )
    )
    inner.append(
        draw.text(
            15,
            276,
            "4. Into a sleeve whose back is opaque. 5. `cardtable deck enrol` asks for each card.",
            3.4,
        )
    )
    return draw.page(*A4, "Template for tags", "".join(inner), "en")
