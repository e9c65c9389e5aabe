"""The picture of the bench on its breadboard, and the list of its wires, to build from.

`Picture` has the way of each wire and the place of each label: a test holds them apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise
from typing import NamedTuple

from cardtable_boards.drawings import breadboard
from cardtable_boards.drawings.breadboard import Breadboard, Hole, Pin, Wire
from cardtable_boards.drawings.catalogue import TYPES
from cardtable_boards.drawings.circuit import FIVE, GND, PICO_3V3, RC522, READERS_3V3, Component
from cardtable_boards.drawings.nets import pad_name
from tablehost.firmware.boards import Board
from tablehost.printing import draw
from tablehost.printing.measure import width
from tablehost.wiring.picos import LEFT, RIGHT

WIDE, HIGH = 297.0, 210.0  # A4, landscape
PITCH = 4.2  # from hole to hole; 2.54 on the breadboard
LEFT_X = 18.0  # of column 1
SIZE, SMALL = 2.6, 2.4
THICK = 0.8  # of a wire
BOARD = (10.0, 64.5, 277.0, 116.3)  # x, y, width, height
READERS_Y = 17.0
LANE = 2.5  # between two wires to readers
_Y = {"top+": 71.0, "top-": 75.2, "bottom+": 172.0, "bottom-": 176.2}
_Y.update({row: 94.8 + at * PITCH for at, row in enumerate("jihgf")})
_Y.update({row: 124.2 + at * PITCH for at, row in enumerate("edcba")})
_MODULE_X = (30.0, 118.0, 206.0)
_PIN, _OLED_PIN = 9.6, 13.0  # between two pins of a module
_BELOW_Y = 190.8  # of the OLED and the lamps
_OLED_X, _LAMPS_X = 52.0, 122.0
# Colours by their names on jumper wires.
COLOURS = {
    "black": "#000000",
    "brown": "#7a4b1f",
    "red": "#d0211c",
    "orange": "#c96300",
    "yellow": "#a88200",
    "green": "#2c8a3c",
    "blue": "#1f5fc4",
    "violet": "#7b3fa0",
    "grey": "#6e6e6e",
    "pink": "#cc4488",
}
_OF_NETS = {
    GND: "black",
    READERS_3V3: "red",
    PICO_3V3: "pink",
    FIVE: "orange",
    breadboard.LAMPS_5V: "orange",
    breadboard.LAMPS_DATA: "green",
    "lights.data": "green",
    "readers.rst": "brown",
    "bus0.sck": "yellow",
    "bus0.mosi": "green",
    "bus0.miso": "blue",
    "select.0": "violet",
    "select.1": "pink",
    "select.2": "grey",
    "display.scl": "yellow",
    "display.sda": "blue",
}
_OF_KEYS = ("violet", "blue", "green", "yellow", "brown", "grey")
_WORDS = {
    GND: "ground",
    READERS_3V3: "3.3 V",
    PICO_3V3: "3.3 V of the Pico",
    FIVE: "5 V",
    breadboard.LAMPS_5V: "lamps' 5 V",
    breadboard.LAMPS_DATA: "lamps' data",
    "lights.data": "lamps' data",
    "readers.rst": "RST",
    "display.scl": "SCL",
    "display.sda": "SDA",
}
_OLED = {"1": "GND", "2": "VCC", "3": "SCL", "4": "SDA"}
_LAMP = {"3": "GND", "4": "DIN", "1": "5V"}

PLASTIC = "#fbfaf5"

Point = tuple[float, float]


class Box(NamedTuple):
    """A rectangle: its left, upper, right and lower edge."""

    left: float
    top: float
    right: float
    low: float

    def is_apart(self, other: Box, room: float = 0.0) -> bool:
        """Return whether two rectangles have at least so much room between them."""
        return (
            self.right + room <= other.left
            or other.right + room <= self.left
            or self.low + room <= other.top
            or other.low + room <= self.top
        )


class Label(NamedTuple):
    """Printed words: their rectangle, their lines, and the wire that they name, if they name one."""

    box: Box
    rows: tuple[str, ...]
    wire: Wire | None
    ink: str


_HEAD = """\
Made from the rows of [`boards/{name}.py`](../boards/{name}.py); generated, do not edit. Not yet built.
The steps are those of [the bench in one evening](../docs/build/bench.md).

![The breadboard with all its wires]({name}-breadboard.svg)

Column 1 of the breadboard is at the left, and so is the Pico's USB socket. `j17` is row j, column 17.
`top −9` is the hole at column 9 in the upper rail with the blue line; `+` is the rail with the red line.
Row a is nearest to you. The colours are those of the picture; any other will do. The lower `+` stays
empty: no rail has 5 V. Readers hang on wires of 20 cm; none lies on the breadboard."""


def page(board: Board) -> str:
    """Return the list of all that goes into the breadboard, by the steps of the guide, as Markdown."""
    picture = Picture(board)
    bench = picture.bench
    lines = [f"# {board.name} on a breadboard", "", *_HEAD.format(name=board.name).splitlines(), ""]
    holes: dict[str, dict[str, Hole]] = {}
    for hole, pin in bench.legs.items():
        holes.setdefault(pin.ref, {})[pin.pin] = hole
    for step in sorted({wire.step for wire in bench.wires} | {1}):
        lines += [f"## Step {step}", ""]
        rows = [
            f"| {_named(picture, part)} | {_put(part, holes[ref])} |"
            for ref, part in picture.parts.items()
            if ref in holes and bench.step_of(part) == step
        ]
        if rows:
            lines += ["| part | its legs |", "|--|--|", *rows, ""]
        rows = [
            f"| {picture.words(wire.net)} | {wire.first.name} | {picture.end_name(wire.last)} "
            f"| {colour_of(wire.net)} |"
            for wire in bench.wires
            if wire.step == step
        ]
        if rows:
            lines += ["| wire | from | to | colour |", "|--|--|--|--|", *rows, ""]
    return "\n".join(lines)


def _named(picture: Picture, part: Component) -> str:
    """Return a part's name for the list."""
    if part.kind == "key6":
        return picture.words(next(net for net in part.nets.values() if net != GND))
    where = "" if part.place == "box" else f", reader of {part.place}"
    return TYPES[part.kind].name + where


def _put(part: Component, holes: dict[str, Hole]) -> str:
    """Return the holes of a part's legs, in words."""
    if part.kind == "pico":
        return f"pin 1 in {holes['1'].name}, pin 20 in {holes['20'].name}, pin 21 in {holes['21'].name}"
    if part.kind == "ldo":
        return ", ".join(f"{leg} {holes[pin].name}" for leg, pin in (("GND", "1"), ("OUT", "2"), ("IN", "3")))
    if part.kind == "key6":
        one, other = holes["1"], holes["2"]
        return f"{one.name}, {one.row}{other.column}, {other.row}{one.column}, {other.name}"
    first, last = holes["1"].name, holes["2"].name
    if part.kind == "1N4001":
        return f"the end with the ring {first}, the other {last}"
    if part.kind in ("10 µF", "100 µF"):
        return f"plus {first}, minus (the stripe) {last}"
    return f"{first}, {last}"


def place(hole: Hole) -> Point:
    """Return where a hole is drawn."""
    return LEFT_X + (hole.column - 1) * PITCH, _Y[hole.row]


def colour_of(net: str) -> str:
    """Return the name of the colour of a net's wires."""
    if net.startswith("keys."):
        return _OF_KEYS[int(net.rsplit(".", 1)[1])]
    return _OF_NETS[net]


def sections(points: list[Point]) -> list[Box]:
    """Return the straight sections of a wire's way, as rectangles without width."""
    return [Box(min(x, x2), min(y, y2), max(x, x2), max(y, y2)) for (x, y), (x2, y2) in pairwise(points)]


class Picture:
    """The bench on its breadboard.

    ways    wire -> the corners of its way, from its first end to its last
    labels  all printed words on the board and next to it
    solids  the rectangles of the parts, by name
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.bench = Breadboard(board)
        self.parts = {part.ref: part for part in self.bench.circuit.components}
        self.ways: dict[Wire, list[Point]] = {}
        self.labels: list[Label] = []
        self.solids: dict[str, Box] = {}
        self._shapes: list[str] = []  # under the wires
        self._prints: list[str] = []  # over them
        self._readers = [part.ref for part in self.bench.of("rc522")]
        self._lamps = [part.ref for part in self.bench.of("ws2812b")]
        self._draw_parts()
        self._lead_wires()
        self._sections = [sections(way) for way in self.ways.values()]
        for rail in breadboard.RAILS:
            for x in (LEFT_X - 4, LEFT_X + 62 * PITCH):
                self._say(x, _Y[rail] + 0.8, ("+" if rail[-1] == "+" else "−",), size=3.4)
        self._name_pins()
        self._name_wires()
        self._name_columns()

    # -- wires -----------------------------------------------------------------------------------

    def _end(self, pin: Pin) -> Point:
        """Return where a wire ends at a module."""
        if pin.ref in self._readers:
            return _MODULE_X[self._readers.index(pin.ref)] + (int(pin.pin) - 0.5) * _PIN, READERS_Y + 13.5
        if pin.ref in self._lamps:
            return _LAMPS_X + (list(_LAMP).index(pin.pin) + 0.5) * _PIN, _BELOW_Y
        return _OLED_X + (list(_OLED).index(pin.pin) + 0.5) * _OLED_PIN, _BELOW_Y

    def _lead_wires(self) -> None:
        self._lead_to_readers()
        below: list[Wire] = []
        upper: list[Wire] = []
        lower: list[Wire] = []
        for wire in self.bench.wires:
            if wire in self.ways:
                continue
            if isinstance(wire.last, Pin):
                below.append(wire)
            elif wire.first.column == wire.last.column:
                self.ways[wire] = [place(wire.first), place(wire.last)]
            elif wire.first.row in breadboard.RAILS:
                self.ways[wire] = self._bridge(wire)
            else:
                (lower if wire.first.row == "a" else upper).append(wire)
        upper += [wire for wire in below if wire.net == PICO_3V3]
        for at, wire in enumerate(
            sorted(upper, key=lambda wire: (wire.net == FIVE, wire.first.column != 7, wire.first.column))
        ):
            y = _Y["top-"] + 5.9 + at * 3.2
            x, end = place(wire.first)[0], wire.last
            way = [place(wire.first), (x, y)]
            if isinstance(end, Pin):
                to, under = self._end(end)
                bend = LEFT_X + 19.9 * PITCH
                way += [(bend, y), (bend, under - 7.5), (to, under - 7.5), (to, under)]
            elif end.row == "f":
                bend = place(end)[0] - 1.2 * PITCH
                way += [(bend, y), (bend, place(end)[1]), place(end)]
            else:
                way += [(place(end)[0], y), place(end)]
            self.ways[wire] = way
        for at, wire in enumerate(sorted(lower, key=lambda wire: -wire.first.column)):
            assert isinstance(wire.last, Hole)
            y = _Y["a"] + 5.0 + at * 3.4
            (x, begin), (to, end_y) = place(wire.first), place(wire.last)
            self.ways[wire] = [(x, begin), (x, y), (to, y), (to, end_y)]
        lanes = {GND: 2.5, breadboard.LAMPS_DATA: 4.5, breadboard.LAMPS_5V: 6.5}
        lanes.update({"display.sda": 2.5, "display.scl": 4.5})
        for wire in below:
            if wire not in self.ways and isinstance(wire.last, Pin):
                (x, begin), (to, end_y) = place(wire.first), self._end(wire.last)
                y = end_y - lanes[wire.net]
                self.ways[wire] = [(x, begin), (x, y), (to, y), (to, end_y)]

    def _bridge(self, wire: Wire) -> list[Point]:
        """Return the way of a wire from one half of a rail to the other, around the holes between."""
        assert isinstance(wire.last, Hole)
        (x, y), (to, _) = place(wire.first), place(wire.last)
        over = y + (-1.6 if wire.first.row == "top+" else 1.6)
        return [(x, y), (x, over), (to, over), (to, y)]

    def _lead_to_readers(self) -> None:
        """Lead the wires of each reader up, each in a lane of its own, the first reader's uppermost."""
        lanes: list[list[Box]] = []
        first = 0
        for ref in self._readers:
            wires = [wire for wire in self.bench.wires if isinstance(wire.last, Pin) and wire.last.ref == ref]
            for wire in sorted(wires, key=self._by_lane):
                assert isinstance(wire.last, Pin)
                (x, y), (to, end_y) = place(wire.first), self._end(wire.last)
                jog = {"i": 1, "h": -1}.get(wire.first.row, 0) * PITCH / 3
                span = Box(min(x + jog, to), 0, max(x + jog, to), 0)
                lane = next(
                    (
                        at
                        for at in range(first, len(lanes))
                        if all(span.is_apart(other, 1.5) for other in lanes[at])
                    ),
                    len(lanes),
                )
                if lane == len(lanes):
                    lanes.append([])
                lanes[lane].append(span)
                over = READERS_Y + 15.5 + lane * LANE
                self.ways[wire] = [(x, y)] + ([(x + jog, y)] if jog else [])
                self.ways[wire] += [(x + jog, over), (to, over), (to, end_y)]
            first = max(0, len(lanes) - 5)

    def _by_lane(self, wire: Wire) -> tuple[int, float]:
        assert isinstance(wire.last, Pin)
        x, to = place(wire.first)[0], self._end(wire.last)[0]
        return (0, x) if to > x else (1, -x)

    # -- parts -----------------------------------------------------------------------------------

    def _solid(self, name: str, box: Box) -> Box:
        self.solids[name] = box
        return box

    def _draw_parts(self) -> None:
        draws = {
            "pico": self._pico,
            "ldo": self._regulator,
            "10 kΩ": self._axial,
            "330 Ω": self._axial,
            "1 kΩ": self._axial,
            "1N4001": self._axial,
            "100 nF": self._disc,
            "10 µF": self._can,
            "100 µF": self._can,
            "key6": self._key,
            "piezo": self._piezo,
            "rc522": self._reader,
            "oled096": self._oled,
        }
        for part in self.parts.values():
            if part.kind in draws:
                holes = {pin.pin: hole for hole, pin in self.bench.legs.items() if pin.ref == part.ref}
                draws[part.kind](part, {pin: place(hole) for pin, hole in holes.items()})
        self._strip()

    def _pico(self, part: Component, legs: dict[str, Point]) -> None:
        (x, low), (right, top) = legs["1"], legs["21"]
        box = self._solid(part.ref, Box(x - 2.7, top - 2.6, right + 2.6, low + 2.6))
        shape = draw.box(
            *box[:2], box[2] - box[0], box[3] - box[1], round=1.5, fill="#d8eadf", stroke=draw.INK
        )
        middle = (top + low) / 2
        shape += draw.box(x - 5, middle - 5, 9, 10, round=1, fill=draw.FAINT, stroke=draw.INK)
        shape += _turned(x - 0.2, middle, "USB", SMALL)
        shape += draw.text((x + right) / 2, middle + 4, TYPES[part.kind].name, 3, bold=True, anchor="middle")
        for at, what in enumerate((*LEFT, *RIGHT[::-1])):
            name = f"GP{what}" if isinstance(what, int) else what.replace("ADC_VREF", "VREF")
            leg = legs[str(at + 1)]
            used = str(at + 1) in part.nets
            shape += draw.disc(*leg, 1.0, fill="#e3c04d" if used else draw.PAPER, line=0.25)
            side = 1 if at >= 20 else -1
            y = leg[1] + side * (1.8 + width(name, 2.3) / 2)
            shape += _turned(leg[0] + 0.8, y, name, 2.3, ink=draw.INK if used else draw.GREY)
        self._shapes.append(shape)

    def _regulator(self, part: Component, legs: dict[str, Point]) -> None:
        (x, y), (right, _) = legs["1"], legs["3"]
        box = self._solid(part.ref, Box(x - 2.2, y - 2.6, right + 2.2, y + 2.6))
        shape = draw.box(*box[:2], box[2] - box[0], box[3] - box[1], fill="#4d4d4d", stroke=draw.INK)
        shape += draw.box(box.left, box.top - 0.2, box.right - box.left, 1.2, fill="#bdbdbd", stroke=draw.INK)
        shape += draw.text((x + right) / 2, y + 1.6, "LD1117", SMALL, anchor="middle", ink=draw.PAPER)
        self._shapes.append(shape)
        self._say((x + right) / 2 + 7, y + 9.4, ("print this side: GND, OUT, IN",), anchor="end")

    def _axial(self, part: Component, legs: dict[str, Point]) -> None:
        x, right = sorted(leg[0] for leg in legs.values())
        y = legs["1"][1]
        diode = part.kind == "1N4001"
        room = 2.8 if diode else 4.2
        box = self._solid(part.ref, Box(x + room, y - 1.6, right - room, y + 1.6))
        fill, ink = ("#333333", draw.PAPER) if diode else ("#ecd9ac", draw.INK)
        shape = draw.path(
            f"M{draw.number(x)} {draw.number(y)}H{draw.number(right)}", stroke="#8a8a8a", wide=0.8
        )
        shape += draw.box(*box[:2], box[2] - box[0], 3.2, round=0.6, fill=fill, stroke=draw.INK)
        if diode:
            band = box.right - 2 if legs["1"][0] > legs["2"][0] else box.left + 1
            shape += draw.box(band, box.top, 1, 3.2, fill="#dcdcdc")
        size = 2.2 if diode else SMALL
        shape += draw.text((x + right) / 2 - 0.6 * diode, y + 0.9, part.kind, size, anchor="middle", ink=ink)
        self._shapes.append(shape + self._tips(legs))

    def _tips(self, legs: dict[str, Point]) -> str:
        return "".join(draw.disc(*leg, 0.9, fill="#bdbdbd", line=0.25) for leg in legs.values())

    def _disc(self, part: Component, legs: dict[str, Point]) -> None:
        (x, y), (right, low) = legs["1"], legs["2"]
        if y == low:
            box = Box(x + 0.2, y - 1.6, right - 0.2, y + 1.6)
            words = draw.text((x + right) / 2, y + 3.6, part.kind, 2.2, anchor="middle")
        else:
            box = Box(x - 1.6, y + 0.6, x + 1.6, low - 0.6)
            words = ""
            self._say(x, y - 3.4, (part.kind,))
        self._solid(part.ref, box)
        shape = draw.box(
            *box[:2], box[2] - box[0], box[3] - box[1], round=1.5, fill="#f0a860", stroke=draw.INK
        )
        self._shapes.append(shape + words + self._tips(legs))

    def _can(self, part: Component, legs: dict[str, Point]) -> None:
        (x, y), (other, low) = legs["1"], legs["2"]
        middle_x, middle_y, radius = (x + other) / 2, (y + low) / 2, 4.1 if y == low else 3.8
        self._solid(part.ref, Box(middle_x - radius, middle_y - radius, middle_x + radius, middle_y + radius))
        shape = draw.disc(middle_x, middle_y, radius, fill="#9fc3e6") + self._tips(legs)
        if y == low:
            shape += draw.text(middle_x, middle_y + 2.6, part.kind, 2, anchor="middle")
            minus = (min(x, other) - 2.6, middle_y + 1)
        else:
            self._say(x, y - 3.4, (part.kind,))
            minus = (middle_x - 2.2, low + 0.6)
        shape += draw.text(*minus, "−", 3, bold=True, anchor="middle")
        self._shapes.append(shape)

    def _key(self, part: Component, legs: dict[str, Point]) -> None:
        x, right = sorted(leg[0] for leg in legs.values())
        top, low = sorted(leg[1] for leg in legs.values())
        box = self._solid(part.ref, Box(x - 0.8, top + 1.4, right + 0.8, low - 1.4))
        shape = "".join(
            draw.path(f"M{draw.number(at)} {draw.number(top)}V{draw.number(low)}", stroke="#8a8a8a", wide=1)
            for at in (x, right)
        )
        corners = {
            str(at): corner for at, corner in enumerate(((x, top), (x, low), (right, top), (right, low)))
        }
        shape += self._tips(corners)
        shape += draw.box(
            *box[:2], box[2] - box[0], box[3] - box[1], round=0.8, fill="#e6e6e6", stroke=draw.INK
        )
        use = next(net for net in part.nets.values() if net != GND)
        key = self.board.keys[int(use.rsplit(".", 1)[1]) % len(self.board.keys)].upper()
        middle = (top + low) / 2
        shape += draw.text((x + right) / 2, middle - 0.6, key, 3.2, bold=True, anchor="middle")
        shape += draw.text((x + right) / 2, middle + 3, part.place, SMALL, anchor="middle")
        self._shapes.append(shape)

    def _piezo(self, part: Component, legs: dict[str, Point]) -> None:
        (x, y), (right, _) = legs["1"], legs["2"]
        middle, radius = (x + right) / 2, 7.0
        self._solid(part.ref, Box(middle - radius, y - radius, middle + radius, y + radius))
        shape = draw.disc(middle, y, radius, fill="#e6e6e6") + self._tips(legs)
        shape += draw.text(middle, y - 2.4, "piezo", SIZE, anchor="middle")
        self._shapes.append(shape)

    def _module(
        self, name: str, x: float, y: float, wide: float, high: float, title: str, words: str
    ) -> None:
        self._solid(name, Box(x, y, x + wide, y + high))
        if y == _BELOW_Y:
            y += 7.4
        shape = draw.box(*self.solids[name][:2], wide, high, round=1, fill="#dbe7f5", stroke=draw.INK)
        shape += draw.text(x + 2, y + 4, title, 3, bold=True)
        shape += draw.text(x + 4 + width(title, 3, True), y + 4, words, SMALL)
        self._shapes.append(shape)

    def _reader(self, part: Component, _: object) -> None:
        at = self._readers.index(part.ref)
        title = f"Reader {at + 1}, {pad_name(self.board, at)}"
        self._module(
            part.ref, _MODULE_X[at] - 1.5, READERS_Y, 8 * _PIN + 3, 13.5, title, "its side with parts"
        )

    def _oled(self, part: Component, _: object) -> None:
        self._module(part.ref, _OLED_X - 1, _BELOW_Y, 4 * _OLED_PIN + 2, 15, "OLED", "go by its print")

    def _strip(self) -> None:
        self._module(self._lamps[0], _LAMPS_X, _BELOW_Y, 160, 15, "", "")
        shape = ""
        for at, ref in enumerate(self._lamps):
            x = _LAMPS_X + 34 + at * 13.5
            shape += draw.box(x, _BELOW_Y + 3, 5, 5, fill=draw.LIT, stroke=draw.INK)
            if at % self.board.lights_per_pad == 1:
                where = self.parts[ref].place
                shape += draw.text(x + 2.5, _BELOW_Y + 12.5, f"lamps of {where}", SIZE, anchor="middle")
        x = _LAMPS_X + 30
        shape += draw.path(
            f"M{draw.number(x)} {draw.number(_BELOW_Y + 5.5)}h2.6m-1 -1l1 1l-1 1", stroke=draw.INK, wide=0.4
        )
        self._shapes.append(shape)

    # -- labels ----------------------------------------------------------------------------------

    def _say(
        self,
        x: float,
        y: float,
        rows: tuple[str, ...],
        wire: Wire | None = None,
        ink: str = draw.INK,
        anchor: str = "middle",
        size: float = SMALL,
    ) -> None:
        self.labels.append(Label(_label_box(x, y, rows, size, anchor), rows, wire, ink))
        box = self.labels[-1].box
        if wire is not None and not isinstance(wire.last, Pin):
            self._prints.append(
                draw.box(box.left, box.top, box.right - box.left, box.low - box.top, fill=PLASTIC)
            )
        self._prints.append(draw.lines(x, y, rows, size, lead=1.1, anchor=anchor, ink=ink))

    def _name_pins(self) -> None:
        """Print each pin of a module, and under it the hole of its wire."""
        at = {wire.last: wire for wire in self.bench.wires if isinstance(wire.last, Pin)}
        for pin, wire in at.items():
            x, y = self._end(pin)
            names, below = self._pin_names(pin.ref), y == _BELOW_Y
            ink = COLOURS[colour_of(wire.net)]
            self._say(x, y + (3.4 if below else -4.2), (names[pin.pin], wire.first.name), wire, ink)
        for ref in self._readers:
            x, y = self._end(Pin(ref, "5"))
            self._say(x, y - 4.2, ("IRQ", "free"), ink=draw.GREY)

    def _name_wires(self) -> None:
        bridges_first = sorted(self.ways.items(), key=lambda row: row[0].first.row not in breadboard.RAILS)
        for wire, way in bridges_first:
            if isinstance(wire.last, Pin):
                continue
            first, last = wire.first.name, wire.last.name
            words = self.words(wire.net)
            shapes = (
                (f"{words}: {first} – {last}",),
                (f"{words}:", f"{first} – {last}"),
                (f"{words}:", f"{first} –", last),
            )
            if not self._name(wire, way, shapes):
                raise ValueError(f"no room for the name of {wire}")

    def _name(self, wire: Wire, way: list[Point], shapes: tuple[tuple[str, ...], ...]) -> bool:
        """Print the name of a wire where it hides nothing; return whether there was room."""
        ink = COLOURS[colour_of(wire.net)]
        for rows in shapes:
            for x, y, anchor in _candidates(way, rows):
                box = _label_box(x, y, rows, SMALL, anchor)
                if BOARD[0] + 4 < box.left and box.right < BOARD[0] + BOARD[2] - 4 and self._is_free(box):
                    self._say(x, y, rows, wire, ink, anchor)
                    return True
        return False

    def _is_free(self, box: Box, room: float = 0.4) -> bool:
        """Return whether a label would hide no wire, part, label or hole."""
        wires = (part for parts in self._sections for part in parts)
        labels = (label.box for label in self.labels)
        return all(box.is_apart(other, room) for other in chain(labels, self.solids.values(), wires, _DOTS))

    def words(self, net: str) -> str:
        """Return a net's name for people."""
        if net.startswith("keys."):
            seat, key = divmod(int(net.rsplit(".", 1)[1]), len(self.board.keys))
            return f"{self.board.keys[key].upper()} of {pad_name(self.board, seat)}"
        if net.startswith("select."):
            return "select"
        return _WORDS.get(net) or net.split(".")[-1].upper()

    def end_name(self, end: Hole | Pin) -> str:
        """Return the name of a wire's end: a hole, or a pin of a module."""
        if isinstance(end, Hole):
            return end.name
        return f"{self._module_name(end.ref)}, {self._pin_names(end.ref)[end.pin]}"

    def _module_name(self, ref: str) -> str:
        if ref in self._readers:
            return f"reader {self._readers.index(ref) + 1}"
        return "lamps" if ref in self._lamps else "OLED"

    def _pin_names(self, ref: str) -> dict[str, str]:
        if ref in self._readers:
            return {number: name for name, number in RC522.items()}
        return _LAMP if ref in self._lamps else _OLED

    def _name_columns(self) -> None:
        """Print each column's number above, in the middle and below, where nothing hides it."""
        pico = self.solids[self.bench.of("pico")[0].ref]
        for column in range(1, breadboard.COLUMNS + 1):
            x = LEFT_X + (column - 1) * PITCH
            heights = [_Y["j"] - 1.6, (_Y["f"] + _Y["e"]) / 2 + 0.8, _Y["a"] + 3.2]
            for y in heights:
                box = _label_box(x, y, (str(column),), 2.2, "middle")
                on_pico = y == heights[1] and 2 < column <= 20  # at the first two is the USB socket
                free = self._is_free(box, 0.1)
                if on_pico:
                    self._say(x, pico.low - 17.2, (str(column),), ink=draw.GREY, size=2.2)
                elif free:
                    self._say(x, y, (str(column),), ink=draw.GREY, size=2.2)
        for row in breadboard.ROWS:
            for x in (LEFT_X - 6.4, LEFT_X + 36.5 * PITCH, LEFT_X + 63.4 * PITCH):
                self._say(x, _Y[row] + 0.8, (row,), ink=draw.GREY)

    # -- the page --------------------------------------------------------------------------------

    def svg(self) -> str:
        """Return the page."""
        title = f"{self.board.name} on a breadboard"
        inner = [
            draw.text(10, 9, title, 5, bold=True),
            draw.text(
                12 + width(title, 5, True),
                9,
                "Seen from above; wider than it is, so that wires can be told apart. "
                "Each wire has its holes at its name or at its pin. Not yet built.",
                SMALL,
            ),
            draw.text(
                10,
                13.6,
                "Wires of reader 1 begin in row j, those of reader 2 in row i, those of reader 3 in row h. "
                "+ and − are rails; go by the colour of their line, not by its place.",
                SMALL,
            ),
            draw.box(*BOARD, round=2, fill=PLASTIC, stroke=draw.GREY, line=0.4),
            self._holes(),
            *self._shapes,
            *[self._wire(wire, way) for wire, way in self.ways.items()],
            *map(self._plug, self.ways),
            *self._prints,
        ]
        return draw.page(WIDE, HIGH, title, "".join(inner), "en")

    def _holes(self) -> str:
        begin, end = draw.number(LEFT_X + 1.4 * PITCH), draw.number(LEFT_X + 60.6 * PITCH)
        shape = "".join(
            draw.path(
                f"M{begin} {draw.number(_Y[rail] + side)}H{end}",
                stroke="#e39a97" if rail[-1] == "+" else "#9ab4dc",
                wide=0.4,
            )
            for rail, side in (("top+", -2.1), ("top-", 2.1), ("bottom+", -2.1), ("bottom-", 2.1))
        )
        dots = "".join(f"M{draw.number(x)} {draw.number(y)}h0" for x, y in map(place, _HOLES))
        return shape + draw.path(dots, stroke="#a9a9a9", wide=1.2, more=' stroke-linecap="round"')

    def _wire(self, wire: Wire, way: list[Point]) -> str:
        data = "M" + "L".join(f"{draw.number(x)} {draw.number(y)}" for x, y in way)
        ink = COLOURS[colour_of(wire.net)]
        round_ = ' stroke-linejoin="round"'
        shape = draw.path(data, stroke=draw.PAPER, wide=THICK + 0.7, more=round_)
        return shape + draw.path(data, stroke=ink, wide=THICK, more=round_)

    def _plug(self, wire: Wire) -> str:
        """Draw the ends of a wire that are in a hole."""
        ends = [place(end) for end in (wire.first, wire.last) if isinstance(end, Hole)]
        ink = COLOURS[colour_of(wire.net)]
        return "".join(draw.disc(x, y, 0.95, fill=ink, line=0.2) for x, y in ends)


_HOLES = list(breadboard.holes())
_DOTS = [Box(x - 0.7, y - 0.7, x + 0.7, y + 0.7) for x, y in map(place, _HOLES)]


def _label_box(x: float, y: float, rows: tuple[str, ...], size: float, anchor: str) -> Box:
    long = max(width(row, size) for row in rows)
    left = x - {"start": 0, "middle": long / 2, "end": long}[anchor]
    return Box(left, y - size * 0.75, left + long, y + (len(rows) - 1) * size * 1.1 + size * 0.15)


def _candidates(way: list[Point], rows: tuple[str, ...]) -> Iterator[tuple[float, float, str]]:
    """Return places next to a wire's way: above its level sections, then next to its upright ones."""
    high = (len(rows) - 1) * SMALL * 1.1
    long = max(width(row, SMALL) for row in rows)
    parts = sections(way)
    for part in parts:
        if part.top == part.low:
            for y in (part.top - 0.9 - high, part.top + 1.3 + SMALL * 0.75):
                begin = part.left - long + 2
                steps = int((part.right - 2 - begin) / 1.4)
                nearest = sorted(range(steps), key=lambda at: abs(begin + at * 1.4 - part.left - 1))
                yield from ((begin + at * 1.4, y, "start") for at in nearest)
    for part in parts:
        if part.left == part.right:
            steps = int((part.low - part.top) / 0.3)
            for at in range(steps):
                y = part.top + SMALL * 0.75 + at * 0.3
                yield part.right + 0.9, y, "start"
                yield part.left - 0.9, y, "end"


def _turned(x: float, y: float, words: str, size: float, ink: str = draw.INK) -> str:
    """Return words that run upwards, their middle at y."""
    inner = draw.text(x, y, words, size, anchor="middle", ink=ink)
    return f'<g transform="rotate(-90 {draw.number(x)} {draw.number(y)})">{inner}</g>'
