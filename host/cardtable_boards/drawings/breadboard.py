"""The bench on a breadboard: the hole of each leg and each wire. `assembly` draws it.

The breadboard has 830 holes: 63 columns of a to e and f to j, and two rails of 50 holes at either side. Some
rails are cut in the middle. All of them are taken for cut here, and wires bridge those in use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from cardtable_boards.drawings.catalogue import TYPES
from cardtable_boards.drawings.circuit import FIVE, GND, PICO_3V3, RC522, READERS_3V3, Circuit, Component
from tablehost.firmware.boards import Board
from tablehost.wiring.picos import pin_of

COLUMNS = 63
ROWS = "abcdefghij"
RAILS = ("top+", "top-", "bottom+", "bottom-")
RAIL_COLUMNS = tuple(column for column in range(3, 62) if (column - 3) % 6 < 5)
CUT = 32  # where rails may be cut
LAMPS_5V, LAMPS_DATA = "LAMPS_5V", "lights.0"


class Hole(NamedTuple):
    """A hole of the breadboard: its row or rail, and its column."""

    row: str
    column: int

    @property
    def name(self) -> str:
        """The name for people: `j17`, `top −9`."""
        if self.row in RAILS:
            return f"{self.row[:-1]} {'+' if self.row[-1] == '+' else '−'}{self.column}"
        return f"{self.row}{self.column}"

    @property
    def strip(self) -> tuple[str, int]:
        """The metal strip below: five holes of a column, or half a rail."""
        if self.row in RAILS:
            return self.row, int(self.column > CUT)
        return "a-e" if self.row in "abcde" else "f-j", self.column


class Pin(NamedTuple):
    """A pin of a part that is not in the breadboard: a reader, the OLED, the lamps."""

    ref: str
    pin: str


class Wire(NamedTuple):
    """A wire: the step of the guide in which it comes, its net, and what it connects."""

    step: int
    net: str
    first: Hole
    last: Hole | Pin


def hole(name: str) -> Hole:
    """Return the hole of this name: `j17`, `top-9`."""
    row = next((rail for rail in RAILS if name.startswith(rail)), name[0])
    return Hole(row, int(name[len(row) :]))


def holes() -> Iterator[Hole]:
    """Return all holes."""
    yield from (Hole(row, column) for row in ROWS for column in range(1, COLUMNS + 1))
    yield from (Hole(rail, column) for rail in RAILS for column in RAIL_COLUMNS)


def pico_hole(pin: int) -> Hole:
    """Return the hole of a Pico's pin: its USB socket is at the left, pin 1 in b1, pin 40 in g1."""
    return Hole("b", pin) if pin <= 20 else Hole("g", 41 - pin)


READER_ROWS = "jih"  # the wires of reader 1 begin in row j, and so on
_RST = 23  # the column in which RST of all readers meet
_CAPACITORS = ((7, 5), (37, 35), (47, 43))  # 100 nF and 10 µF of each reader, across the upper rails
_SUPPLIES = ((9, 10), (39, 40), (51, 52))  # ground and 3.3 V of each reader
_REGULATOR = 27  # GND, OUT, IN in this column and the next two
_LAMPS = 31  # ground, data, 5 V in this column and the next two
_KEYS = (39, 43, 47, 51, 55, 59)


class Breadboard:
    """The holes of a board's parts, and its wires.

    legs    hole -> the (reference, pin) in it
    spare   hole -> the reference of a key, whose other two legs these are
    wires   in the order in which the guide has them
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.circuit = Circuit(board)
        self.legs: dict[Hole, Pin] = {}
        self.spare: dict[Hole, str] = {}
        self.wires: list[Wire] = []
        self._parts = {kind: iter(self.of(kind)) for kind in TYPES}
        self._pico()
        self._display()
        self._supply()
        self._readers()
        self._lamps()
        self._keys()
        self._sound()
        self.wires.sort(key=lambda wire: wire.step)

    def of(self, kind: str) -> list[Component]:
        """Return the parts of a type, in the circuit's order."""
        return [part for part in self.circuit.components if part.kind == kind]

    def step_of(self, part: Component) -> int:
        """Return the step of the guide in which a part comes."""
        if part.kind == "rc522" or (part.place != "box" and part.kind in ("100 nF", "10 µF")):
            places = [reader.place for reader in self.of("rc522")]
            return 6 if places.index(part.place) else 5
        steps = {"pico": 1, "oled096": 3, "ldo": 4, "100 nF": 4, "100 µF": 4, "10 kΩ": 5}
        return steps.get(part.kind, 7)

    def _place(self, kind: str, *names: str) -> str:
        """Put the next part of a type into these holes, by its pins; return its reference."""
        part = next(self._parts[kind])
        for pin, name in zip(part.nets, names, strict=True):
            self.legs[hole(name)] = Pin(part.ref, pin)
        return part.ref

    def _wire(self, step: int, net: str, first: Hole | str, last: Hole | Pin | str) -> None:
        begin = hole(first) if isinstance(first, str) else first
        end = hole(last) if isinstance(last, str) else last
        self.wires.append(Wire(step, net, begin, end))

    def _from(self, use: str, row: str | None = None) -> Hole:
        """Return the hole next to the Pico's pin of a use, or that of its strip in `row`."""
        pin = pico_hole(pin_of(self.board.gpios[use]))
        return Hole(row or ("a" if pin.row == "b" else "j"), pin.column)

    def _pico(self) -> None:
        (pico,) = self.of("pico")
        for pin in range(1, TYPES["pico"].pins + 1):
            self.legs[pico_hole(pin)] = Pin(pico.ref, str(pin))
        self._wire(3, GND, "a3", "bottom-3")
        self._wire(4, GND, "j3", "top-3")

    def _display(self) -> None:
        (oled,) = self.of("oled096")
        begins = {
            GND: hole("bottom-9"),
            PICO_3V3: Hole("j", pico_hole(36).column),
            "display.scl": self._from("display.scl"),
            "display.sda": self._from("display.sda"),
        }
        for pin, net in oled.nets.items():
            self._wire(3, net, begins[net], Pin(oled.ref, pin))

    def _supply(self) -> None:
        at = _REGULATOR
        self._place("ldo", f"f{at}", f"f{at + 1}", f"f{at + 2}")
        self._place("100 nF", f"i{at + 2}", f"i{_LAMPS}")
        self._place("100 µF", f"i{at + 1}", f"i{at}")
        self._wire(4, FIVE, Hole("j", pico_hole(40).column), f"j{at + 2}")
        self._wire(4, GND, f"j{at}", f"top-{at}")
        self._wire(4, GND, f"j{_LAMPS}", f"top-{_LAMPS}")
        self._wire(5, READERS_3V3, f"j{at + 1}", f"top+{at + 1}")

    def _readers(self) -> None:
        self._place("10 kΩ", f"g{_RST}", f"h{_REGULATOR}")  # the regulator's metal is over row g
        self._wire(5, "readers.rst", self._from("readers.rst"), f"f{_RST}")
        self._wire(6, READERS_3V3, f"top+{CUT - 1}", f"top+{CUT + 1}")
        self._wire(6, GND, f"top-{CUT - 2}", f"top-{CUT + 1}")
        for pad, reader in enumerate(self.of("rc522")):
            step, row = self.step_of(reader), READER_ROWS[pad]
            small, large = _CAPACITORS[pad]
            ground, supply = _SUPPLIES[pad]
            self._place("100 nF", f"top+{small}", f"top-{small}")
            self._place("10 µF", f"top+{large}", f"top-{large}")
            begins = {
                GND: hole(f"top-{ground}"),
                READERS_3V3: hole(f"top+{supply}"),
                "readers.rst": Hole(row, _RST),
            }
            for pin in RC522.values():
                net = reader.nets[pin]
                begin = begins[net] if net in begins else self._from(net, row)
                self._wire(step, net, begin, Pin(reader.ref, pin))

    def _lamps(self) -> None:
        at = _LAMPS
        self._place("1N4001", f"g{at + 2}", f"h{_REGULATOR + 2}")
        self._place("330 Ω", f"h{at + 5}", f"h{at + 1}")
        self._wire(7, "lights.data", self._from("lights.data"), f"j{at + 5}")
        first = self.of("ws2812b")[0].ref
        for column, net, pin in ((at, GND, "3"), (at + 1, LAMPS_DATA, "4"), (at + 2, LAMPS_5V, "1")):
            self._wire(7, net, f"f{column}", Pin(first, pin))

    def _keys(self) -> None:
        for at, column in enumerate(_KEYS):
            ref = self._place("key6", f"e{column}", f"f{column + 2}")
            self.spare.update({hole(f"e{column + 2}"): ref, hole(f"f{column}"): ref})
            self._wire(7, f"keys.pin.{at}", self._from(f"keys.pin.{at}"), f"a{column}")
            self._wire(7, GND, f"j{column + 2}", f"top-{column + 2}")

    def _sound(self) -> None:
        begin = self._from("sound.pwm")
        at = begin.column + 5
        self._place("1 kΩ", begin.name, f"a{at}")
        self._place("piezo", f"d{at}", f"d{at + 2}")  # two holes are 5.08 mm; in row d it covers no wire
        self._wire(7, GND, f"a{at + 2}", f"bottom-{at + 2}")

    def taken(self) -> list[Hole]:
        """Return the holes in use, each as often as something is in it."""
        ends = [end for wire in self.wires for end in (wire.first, wire.last) if isinstance(end, Hole)]
        return [*self.legs, *self.spare, *ends]

    def joins(self) -> Iterator[Iterable[Pin]]:
        """Return the pins that are one inside a part: the Pico's ground, the lamps of a strip."""
        (pico,) = self.of("pico")
        yield [Pin(pico.ref, pin) for pin, net in pico.nets.items() if net == GND]
        lamps = self.of("ws2812b")
        for pin in ("1", "3"):
            yield [Pin(lamp.ref, pin) for lamp in lamps]
        for lamp, after in pairwise(lamps):
            yield [Pin(lamp.ref, "2"), Pin(after.ref, "4")]
