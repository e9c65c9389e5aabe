"""All parts of a board and the nets between their pins, from the board's rows.

`netlist`, `parts` and `budget` are views of this; the drawings of `schematic` are held to it by tests.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cardtable_boards.drawings.catalogue import TYPES
from cardtable_boards.drawings.nets import pad_name
from tablehost.firmware.boards import Board, has_gates
from tablehost.wiring.picos import LEFT, RIGHT, pin_of

GND, FIVE, PICO_3V3, READERS_3V3 = "GND", "5V", "3V3", "READERS_3V3"
GATES_A_CHIP = 4  # of a 74LVC125, and readers to a 74LVC244

# Pins of a cable's plug, in twisted pairs: (1, 2), (3, 4), ... Keys are absent at pads in the middle.
CABLE_A = ("sck", "GND", "mosi", "GND", "miso", "GND", "select", "rst")
CABLE_B = ("5V", "GND", "3.3V", "ok", "lamps in", "yes", "lamps out", "no")

RC522 = {"SDA": "1", "SCK": "2", "MOSI": "3", "MISO": "4", "GND": "6", "RST": "7", "3.3V": "8"}
HC138_OUTPUTS = ("15", "14", "13", "12", "11", "10", "9", "7")
HC165_INPUTS = ("6", "5", "4", "3", "14", "13", "12", "11")  # H to A: the order in which they come out
GATES_125 = (("1", "2", "3"), ("4", "5", "6"), ("10", "9", "8"), ("13", "12", "11"))  # /OE, A, Y
HALVES_244 = (  # /OE, then (A, Y) four times
    ("1", (("2", "18"), ("4", "16"), ("6", "14"), ("8", "12"))),
    ("19", (("17", "3"), ("15", "5"), ("13", "7"), ("11", "9"))),
)


class Component(NamedTuple):
    """A part: its reference, its type (a key of `TYPES`), where it is, and the net of each connected pin."""

    ref: str
    kind: str
    place: str
    nets: dict[str, str]


class Circuit:
    """The parts of one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.buffered = board.reader_wires == "buffered"
        self.gated = has_gates(board.reader_wires)
        self.components: list[Component] = []
        self._numbers: dict[str, int] = {}
        self._uses = board.gpios
        self._chips = board.kinds
        self._pico()
        self._power()
        self._readers()
        self._decoders()
        self._keys()
        self._lamps()
        self._sound()
        self._display()
        self._sense()

    def nets(self) -> dict[str, list[tuple[str, str]]]:
        """Return net -> its (reference, pin), in the order of the components."""
        found: dict[str, list[tuple[str, str]]] = {}
        for part in self.components:
            for pin, net in part.nets.items():
                found.setdefault(net, []).append((part.ref, pin))
        return found

    def count(self, kind: str) -> int:
        """Return how many parts of this type there are."""
        return sum(part.kind == kind for part in self.components)

    # -- building --------------------------------------------------------------------------------

    def _add(self, kind: str, place: str, nets: dict[str, str]) -> None:
        prefix = TYPES[kind].prefix
        number = self._numbers[prefix] = self._numbers.get(prefix, 0) + 1
        self.components.append(Component(f"{prefix}{number}", kind, place, nets))

    def _pair(self, kind: str, place: str, one: str, other: str) -> None:
        """Add a part with two pins. Pin 1 is the cathode of a diode and the plus of an electrolytic."""
        self._add(kind, place, {"1": one, "2": other})

    def _chip(self, kind: str, supply: str, nets: dict[str, str]) -> None:
        """Add a logic chip in the box with its capacitor."""
        pins = TYPES[kind].pins
        self._add(kind, "box", {**nets, str(pins // 2): GND, str(pins): supply})
        self._pair("100 nF", "box", supply, GND)

    def _pico(self) -> None:
        nets = {str(pin_of(gpio)): use for use, gpio in self.board.pins if self._is_wired(use)}
        for at, what in enumerate((*LEFT, *RIGHT)):
            pin = str(at + 1 if at < len(LEFT) else 40 - (at - len(LEFT)))
            if what in ("GND", "AGND"):
                nets[pin] = GND
            elif what == "3V3":
                nets[pin] = PICO_3V3
            elif what == "VBUS" and self.board.on_usb:
                nets[pin] = FIVE
            elif what == "VSYS" and not self.board.on_usb:
                nets[pin] = "VSYS"
        self._add("pico", "box", nets)

    def _is_wired(self, use: str) -> bool:
        return use != "readers.busy" or self.board.reader == "pn5180"

    def _power(self) -> None:
        if self.board.on_usb:
            self._add("ldo", "box", {"1": GND, "2": READERS_3V3, "3": FIVE})
            self._pair("100 nF", "box", FIVE, GND)
            self._pair("100 µF", "box", READERS_3V3, GND)
            return
        self._add("jack", "box", {"1": "5V_IN", "2": GND})
        self._pair("fuse", "box", "5V_IN", FIVE)
        self._pair("tvs", "box", FIVE, GND)
        self._pair("1000 µF", "box", FIVE, GND)
        self._pair("1N5817", "box", "VSYS", FIVE)
        self._add("buck", "box", {"3": FIVE, "4": GND, "5": "BUCK_3V3"})
        nets = {
            "1": "BUCK_3V3",
            "2": GND,
            "3": "readers.power",
            "4": "SLOPE",
            "5": READERS_3V3,
            "6": READERS_3V3,
        }
        self._add("switch", "box", nets)
        self._pair("1 nF", "box", "SLOPE", GND)
        self._pair("10 kΩ", "box", "readers.power", GND)
        self._pair("100 µF", "box", READERS_3V3, GND)

    def select_of(self, pad: int) -> str:
        """Return the net that selects a pad's reader."""
        reader = self.board.readers[pad]
        mark = "y" if reader.chip in self._chips else ""
        return f"{reader.chip}.{mark}{reader.output}"

    def _readers(self) -> None:
        board = self.board
        for pad, reader in enumerate(board.readers):
            bus = reader.bus
            place = pad_name(board, pad)
            plain = board.reader_wires == "plain"
            sck, mosi = (f"{bus}.{role}" if plain else f"{role}.{pad}" for role in ("sck", "mosi"))
            arrives = f"miso.{pad}" if self.gated else f"{bus}.miso"
            leaves = arrives if plain else f"miso.{pad}.reader"
            select = self.select_of(pad)
            if select in self._uses:
                select = self._resting_high(select, f"select.{pad}.out")
            reset = self._resting_high("readers.rst", f"rst.{pad}")
            self._add(
                "rc522",
                place,
                {
                    RC522["SDA"]: select,
                    RC522["SCK"]: sck,
                    RC522["MOSI"]: mosi,
                    RC522["MISO"]: leaves,
                    RC522["GND"]: GND,
                    RC522["RST"]: reset,
                    RC522["3.3V"]: READERS_3V3,
                },
            )
            self._pair("100 nF", place, READERS_3V3, GND)
            self._pair("10 µF", place, READERS_3V3, GND)
            if plain:
                continue
            self._pair("47 Ω", place, leaves, arrives)
            for role in ("sck", "mosi"):
                if self.buffered:
                    self._pair("82 Ω", "box", f"{role}.{pad}.driven", f"{role}.{pad}")
                else:
                    self._pair("100 Ω", "box", f"{bus}.{role}", f"{role}.{pad}")
            if self.buffered:
                self._cables(pad, place, select, reset)
        self._pair("10 kΩ", "box", "readers.rst", GND)
        for first in range(0, len(board.readers), GATES_A_CHIP):
            pads = range(first, min(first + GATES_A_CHIP, len(board.readers)))
            if self.buffered:
                self._drivers(pads)
            if self.gated:
                self._gates(pads)

    def _resting_high(self, net: str, end: str) -> str:
        """Return the end at a reader of a net on which a pin of the Pico rests high. It passes 1 kΩ, or would
        feed a reader that is off while the Pico runs on USB. With one supply for both it is the net itself.
        """
        if self.board.on_usb:
            return net
        self._pair("1 kΩ", "box", net, end)
        return end

    def _drivers(self, pads: Iterable[int]) -> None:
        """Add a 74LVC244: SCK of up to four branches on its first half, MOSI on the second."""
        nets = {}
        for (enable, lines), role in zip(HALVES_244, ("sck", "mosi"), strict=True):
            nets[enable] = GND
            nets.update({given: GND for given, _ in lines})
            for pad, (given, out) in zip(pads, lines, strict=False):
                nets[given] = f"{self.board.readers[pad].bus}.{role}"
                nets[out] = f"{role}.{pad}.driven"
        self._chip("74LVC244", READERS_3V3, nets)

    def _gates(self, pads: Iterable[int]) -> None:
        """Add a 74LVC125: MISO of up to four readers, each gate opened by its reader's select. Its input does
        not float while the reader lets go of its line.
        """
        nets = {}
        for enable, given, _ in GATES_125:
            nets.update({enable: READERS_3V3, given: GND})
        for pad, (enable, given, out) in zip(pads, GATES_125, strict=False):
            nets.update(
                {
                    enable: self.select_of(pad),
                    given: f"miso.{pad}",
                    out: f"{self.board.readers[pad].bus}.miso",
                }
            )
        self._chip("74LVC125", READERS_3V3, nets)
        for pad in pads:
            self._pair("100 kΩ", "box", f"miso.{pad}", GND)

    def _cables(self, pad: int, place: str, select: str, reset: str) -> None:
        """Add the two cables of a pad: a plug at either end of each."""
        first = pad * self.board.lights_per_pad
        behind = first + self.board.lights_per_pad
        names = {
            "sck": f"sck.{pad}",
            "mosi": f"mosi.{pad}",
            "miso": f"miso.{pad}",
            "GND": GND,
            "select": select,
            "rst": reset,
            "5V": FIVE,
            "3.3V": READERS_3V3,
            "lamps in": f"lights.{first}",
            "lamps out": f"lights.{behind}",
            **{key: self._key_wire(pad, key) for key in self.board.keys},
        }
        for cable in (CABLE_A, CABLE_B):
            nets = {str(at + 1): names[what] for at, what in enumerate(cable)}
            for end in ("box", place):
                self._add("xh8", end, dict(nets))

    def _key_wire(self, pad: int, key: str) -> str:
        """Return the wire of a key that is on the chain; pads in the middle have ground in its place."""
        return f"keys.{pad}.{key}" if pad < self.board.seat_pads else GND

    def _decoders(self) -> None:
        for name, kind in self.board.chips:
            if kind != "74HC138":
                continue
            nets = {"1": f"{name}.a0", "2": f"{name}.a1", "3": f"{name}.a2", "4": f"{name}.enable"}
            nets.update({"5": GND, "6": READERS_3V3})
            for reader in self.board.readers:
                if reader.chip == name:
                    nets[HC138_OUTPUTS[reader.output]] = f"{name}.y{reader.output}"
            self._chip(kind, READERS_3V3, nets)
            self._pair("10 kΩ", "box", f"{name}.enable", READERS_3V3)

    def _keys(self) -> None:
        board = self.board
        keys = [(seat, key) for seat in range(board.seat_pads) for key in board.keys]
        kind = self._chips["keys"]
        if kind == "74HC165":
            self._chain(keys[::-1])
        for at, (seat, key) in enumerate(keys):
            place = pad_name(board, seat)
            if kind == "pins":
                self._pair("key6", place, f"keys.pin.{at}", GND)
            elif kind == "74HC165":
                self._pair("key", place, self._key_wire(seat, key), GND)
            else:
                self._pair("key", place, f"keys.column.{board.keys.index(key)}", f"keys.{seat}.{key}")
                self._pair("1N4148", place, f"keys.row.{seat}", f"keys.{seat}.{key}")

    def _chain(self, keys: list[tuple[int, str]]) -> None:
        """Add 74HC165s, the key that comes out first at H of the one next to the Pico."""
        chips = (len(keys) + 7) // 8
        for chip in range(chips):
            nets = {"1": "keys.ld", "2": "keys.clk", "15": GND}
            nets["9"] = f"keys.ser.{chip}" if chip else "keys.q"
            nets["10"] = f"keys.ser.{chip + 1}" if chip + 1 < chips else GND
            for at, pin in enumerate(HC165_INPUTS):
                place = 8 * chip + at
                if place < len(keys):
                    seat, key = keys[place]
                    nets[pin] = f"keys.{seat}.{key}.input"
                else:
                    nets[pin] = PICO_3V3
            self._chip("74HC165", PICO_3V3, nets)
        for seat, key in keys:
            given = f"keys.{seat}.{key}.input"
            self._pair("10 kΩ", "box", PICO_3V3, given)
            self._pair("100 nF", "box", given, GND)
            self._pair("1 kΩ", "box", given, self._key_wire(seat, key))

    def _lamps(self) -> None:
        board, given, supply = self.board, "lights.data", FIVE
        if board.on_usb:
            supply = "LAMPS_5V"
            self._pair("1N4001", "box", supply, FIVE)
        else:
            given = "lights.raised"
            nets = {"1": GND, "2": "lights.data", "3": given}
            nets.update({"4": FIVE, "5": GND, "10": FIVE, "9": GND, "13": FIVE, "12": GND})
            self._chip("74AHCT125", FIVE, nets)
        self._pair("330 Ω", "box", given, "lights.0")
        for lamp in range(board.light_count):
            nets = {"1": supply, "3": GND, "4": f"lights.{lamp}"}
            if lamp + 1 < board.light_count or self.buffered:
                nets["2"] = f"lights.{lamp + 1}"
            self._add("ws2812b", pad_name(board, lamp // board.lights_per_pad), nets)

    def _sound(self) -> None:
        if self.board.on_usb:
            self._pair("1 kΩ", "box", "sound.pwm", "sound.piezo")
            self._pair("piezo", "box", "sound.piezo", GND)
            return
        self._pair("1 kΩ", "box", "sound.pwm", "sound.base")
        self._add("BC547", "box", {"1": "sound.piezo", "2": "sound.base", "3": GND})
        self._pair("piezo", "box", PICO_3V3, "sound.piezo")
        self._pair("1 kΩ", "box", PICO_3V3, "sound.piezo")

    def _display(self) -> None:
        if self.board.on_usb:
            self._add("oled096", "box", {"1": GND, "2": PICO_3V3, "3": "display.scl", "4": "display.sda"})
            return
        nets = {"1": GND, "2": PICO_3V3, "3": "display.scl", "4": "display.sda", "5": "display.res"}
        nets.update({"6": GND, "7": GND})  # DC: the address 0x3C; CS
        self._add("oled24", "box", nets)
        self._pair("10 kΩ", "box", PICO_3V3, "display.res")
        self._pair("1 µF", "box", "display.res", GND)

    def _sense(self) -> None:
        if "supply.adc" in self._uses:
            self._pair("10 kΩ", "box", FIVE, "supply.adc")
            self._pair("10 kΩ", "box", "supply.adc", GND)
