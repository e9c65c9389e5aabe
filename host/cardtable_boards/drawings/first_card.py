"""The seven wires from a Pico to its first reader, which are those of the bench."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cardtable_boards.drawings.assembly import COLOURS, THICK, colour_of
from cardtable_boards.drawings.circuit import GND, RC522, READERS_3V3, Circuit
from tablehost.firmware.boards import Board
from tablehost.printing import draw
from tablehost.wiring.picos import RIGHT

WIDE, HIGH = 150.0, 112.0
TOP, STEP = 28.0, 3.9  # of the Pico's pins
EDGE, MODULE = 46.0, 104.0  # the Pico's right side, the module's left side
FIRST, APART = 44.0, 7.4  # of the module's pins
SIZE = 2.8
UNUSED = "IRQ"
_GROUND = 23  # the ground next to the others


class Wire(NamedTuple):
    """A wire: the word on the module, the Pico's pin, the colour."""

    name: str
    pin: int
    colour: str


def wires(board: Board) -> Iterator[Wire]:
    """Yield the wires of the board's first reader; its 3.3 V are the Pico's own."""
    parts = Circuit(board).components
    pico = next(part for part in parts if part.kind == "pico")
    reader = next(part for part in parts if part.kind == "rc522")
    pins = {net: int(pin) for pin, net in pico.nets.items()}
    pins |= {GND: _GROUND, READERS_3V3: 40 - RIGHT.index("3V3")}
    for name, pin in RC522.items():
        net = reader.nets[pin]
        yield Wire(name, pins[net], COLOURS[colour_of(net)])


def svg(board: Board) -> str:
    """Return the drawing."""
    title = "Seven wires"
    by_pin = {wire.pin: wire for wire in wires(board)}
    by_name = {wire.name: wire for wire in by_pin.values()}
    parts = [
        draw.text(8, 10, title, 5, bold=True),
        draw.text(8, 15, "Go by the words on the module: their order may be another. Never 5 V.", SIZE),
        draw.box(22, TOP - 4, EDGE - 22, 20 * STEP + 4, round=2, fill="#e8f2ec", stroke=draw.INK),
        draw.box(29, TOP - 9, 10, 6, round=1, fill=draw.FAINT, stroke=draw.INK),
        draw.text(34, TOP - 5, "USB", 2.4, anchor="middle"),
        draw.box(MODULE, FIRST - 8, 40, 8 * APART + 8, round=2, fill="#e3ecf7", stroke=draw.INK),
        draw.box(MODULE + 17, FIRST - 3, 20, 8 * APART - 2, round=2, stroke=draw.GREY),
        draw.text(MODULE + 27, FIRST + 3.4 * APART, "coil", SIZE, anchor="middle", ink=draw.GREY),
        draw.text(MODULE + 20, FIRST + 8 * APART + 5, "RC522, the side with words", SIZE, anchor="middle"),
        draw.text(34, TOP + 20 * STEP + 4, "Pico, from above", SIZE, anchor="middle"),
    ]
    names = sorted([*RC522, UNUSED], key=lambda name: RC522.get(name, "5"))
    for at, name in enumerate(names):
        y = FIRST + at * APART
        wire = by_name.get(name)
        ink = draw.GREY if wire is None else draw.INK
        words = name if wire else f"{name}: free"
        parts.append(draw.text(MODULE + 3, y + 1, words, SIZE, bold=wire is not None, ink=ink))
        parts.append(draw.disc(MODULE, y, 1, fill=wire.colour if wire else draw.PAPER))
        if wire is not None:
            parts.insert(0, _line(TOP + (40 - wire.pin) * STEP, y, wire.colour))
    for at, what in enumerate(RIGHT):
        y, wire = TOP + at * STEP, by_pin.get(40 - at)
        ink = draw.GREY if wire is None else draw.INK
        name = f"GP{what}" if isinstance(what, int) else what
        words = f"{name}  {40 - at}"
        parts.append(draw.text(EDGE - 2.4, y + 1, words, 2.5, bold=wire is not None, anchor="end", ink=ink))
        parts.append(draw.disc(EDGE, y, 1, fill=wire.colour if wire else draw.PAPER, line=0.3))
    return draw.page(WIDE, HIGH, title, "".join(parts), "en")


def _line(begin: float, end: float, ink: str) -> str:
    left, right = draw.number(EDGE), draw.number(MODULE)
    middle = draw.number((EDGE + MODULE) / 2)
    way = f"M{left} {draw.number(begin)}C{middle} {draw.number(begin)} {middle} {draw.number(end)} "
    return draw.path(f"{way}{right} {draw.number(end)}", stroke=ink, wide=THICK)
