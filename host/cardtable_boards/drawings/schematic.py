"""The circuits around the Pico, drawn with schemdraw: an extra, `pip install 'cardtable[draw]'`.

Pins, readers and parts come from the board's rows, through `circuit` where that has them; a test holds the
values that are drawn to those of the netlist. Nothing has been built yet.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

import schemdraw
from schemdraw import Drawing
from schemdraw import elements as e

from cardtable_boards.drawings.catalogue import TYPES
from cardtable_boards.drawings.circuit import CABLE_A, GATES_125, HALVES_244, Circuit, Component
from cardtable_boards.drawings.nets import pad_name
from tablehost.firmware.boards import Board

Drawn = Callable[[Drawing, Board], None]
_VIEW = re.compile(r'viewBox="([^"]+)"')


def circuits(board: Board) -> dict[str, str]:
    """Return name of a circuit -> its drawing as SVG, in the order in which one builds them."""
    return {name: _drawn(draw, board) for name, (draw, is_on) in _CIRCUITS.items() if is_on(board)}


def other_readers(board: Board) -> dict[str, str]:
    """Return kind of reader -> drawing of its wiring in place of an RC522."""
    return {kind: _drawn(draw, board) for kind, draw in (("pn532", _pn532), ("pn5180", _pn5180))}


def _drawn(draw: Drawn, board: Board) -> str:
    """Return one drawing, on a ground of its own: black lines alone do not show on a dark page."""
    schemdraw.use("svg")
    sheet = Drawing(show=False)
    sheet.config(fontsize=12, font="sans-serif", bgcolor="white", unit=2.4, margin=1.2)
    draw(sheet, board)
    made = sheet.get_imagedata("svg").decode()
    shape = _VIEW.search(made)
    assert shape is not None
    left, top, wide, high = shape[1].split()
    ground = f'<rect x="{left}" y="{top}" width="{wide}" height="{high}" fill="white"/>'
    end = made.index(">", shape.end()) + 1
    return made[:end] + ground + made[end:]


def _gp(board: Board, use: str) -> str:
    return f"GP{board.gpios[use]}"


def _box(sheet: Drawing, title: str, left: list[str], right: list[str]) -> e.Element:
    """Return a part as a box with named pins: anchors L0.. (which is here) and R0.. from the top."""
    most = max(len(left), len(right))

    def pins(side: Literal["L", "R"], names: list[str]) -> list[e.IcPin]:
        return [
            e.IcPin(name=name, side=side, slot=f"{most - at}/{most}", anchorname=f"{side}{at}")
            for at, name in enumerate(names)
        ]

    wide = 1.2 + 0.17 * (max(map(len, left), default=0) + max(map(len, right), default=0))
    wide += 0.8 * bool(left and right)
    box = e.Ic(
        pins=[*pins("L", left), *pins("R", right)],
        size=(max(wide, 0.2 * len(title) + 0.6), 0.75 * most + 0.4),
    )
    return sheet.add(box.anchor("L0").label(title, "top", ofst=0.15))


def _power(sheet: Drawing, board: Board) -> None:
    """Draw the supply, from the plug to the readers and the Pico."""
    if board.on_usb:
        _usb_power(sheet, board)
        return
    sheet += e.Dot(open=True).label("5 V, 4 A", "left")
    sheet += e.Fuse().right().label("2.5 A, slow")
    sheet += e.Dot()
    sheet.push()
    sheet += e.Zener().down().reverse().label("P6KE6.8A", "bottom", ofst=0.1)
    sheet += e.Ground()
    sheet.pop()
    sheet += e.Line().right(3.2)
    sheet += e.Dot()
    sheet.push()
    sheet += e.Capacitor(polar=True).down().label("1000 µF", "bottom", ofst=0.1)
    sheet += e.Ground()
    sheet.pop()
    sheet += e.Line().right(2.4)
    sheet += e.Dot()
    sheet.push()
    sheet += e.Line().up(2.0)
    sheet += e.Line().right(1.2)
    sheet += e.Dot(open=True).label("5 V of lamps and 74AHCT125", "right")
    sheet.pop()
    sheet.push()
    sheet += e.Line().down(6.6)
    sheet += e.Line().right(0.6)
    sheet += e.Schottky().right().label("1N5817")
    sheet += e.Dot(open=True).label("VSYS of the Pico (pin 39)", "right")
    sheet.pop()
    sheet += e.Line().right(1.2)
    buck = _box(sheet, "D24V22F3", ["VIN", "GND", "EN, PG open"], ["VOUT"])
    sheet.here = buck["L1"]
    sheet += e.Line().left(0.4)
    sheet += e.Line().down(0.4)
    sheet += e.Ground()
    sheet.here = buck["R0"]
    sheet += e.Line().right(3.8)
    switch = _box(sheet, "TPS22918", ["1  VIN", "3  ON", "2  GND", "4  CT"], ["6  VOUT", "5  QOD"])
    sheet.here = switch["L1"]
    sheet += e.Line().left(1.8)
    sheet += e.Dot()
    sheet.push()
    sheet += e.Line().left(0.6)
    sheet += e.Dot(open=True).label(_gp(board, "readers.power"), "left")
    sheet.pop()
    sheet += e.Resistor().down().label("10 kΩ", "top", ofst=0.1)
    sheet += e.Ground()
    sheet.here = switch["L2"]
    sheet += e.Line().left(0.9)
    sheet += e.Line().down(2.4)
    sheet += e.Ground()
    sheet.here = switch["L3"]
    sheet += e.Line().left(0.25)
    sheet += e.Capacitor().down(1.65).label("1 nF", "bottom", ofst=0.1)
    sheet += e.Ground()
    sheet.here = switch["R0"]
    sheet += e.Line().right(0.6)
    sheet += e.Dot()
    sheet.push()
    sheet += e.Line().down().toy(switch["R1"])
    sheet += e.Line().left(0.6)
    sheet.pop()
    sheet += e.Line().right(1.2)
    sheet += e.Dot()
    sheet.push()
    sheet += e.Capacitor(polar=True).down().label("100 µF", "bottom", ofst=0.1)
    sheet += e.Ground()
    sheet.pop()
    sheet += e.Line().right(1.0)
    sheet += e.Dot(open=True).label(f"3.3 V of {len(board.readers)} readers", "right")


def _usb_power(sheet: Drawing, board: Board) -> None:
    sheet += e.Dot(open=True).label("VBUS (pin 40)", "left")
    sheet += e.Line().right(1.2)
    sheet += e.Dot()
    sheet.push()
    sheet += e.Line().up(1.6)
    sheet += e.Line().right(0.6)
    sheet += e.Diode().right().label("1N4001")
    sheet += e.Dot(open=True).label("5 V of the lamps (about 4.3 V)", "right")
    sheet.pop()
    sheet.push()
    sheet += e.Capacitor().down().label("100 nF", "bottom", ofst=0.1)
    sheet += e.Ground()
    sheet.pop()
    sheet += e.Line().right(2.6)
    regulator = _box(sheet, "LD1117V33", ["3  IN", "1  GND"], ["2  OUT"])
    sheet.here = regulator["L1"]
    sheet += e.Line().left(0.5)
    sheet += e.Line().down(0.5)
    sheet += e.Ground()
    sheet.here = regulator["R0"]
    sheet += e.Line().right(0.8)
    sheet += e.Dot()
    sheet.push()
    sheet += e.Capacitor(polar=True).down().label("100 µF", "bottom", ofst=0.1)
    sheet += e.Ground()
    sheet.pop()
    sheet += e.Line().right(1.6)
    sheet += e.Dot(open=True).label(f"3.3 V of {len(board.readers)} readers", "right")


def _reader(sheet: Drawing, board: Board) -> None:
    """Draw one reader, as all of them are wired."""
    bus, chip, output = board.readers[0]
    select = _gp(board, f"{chip}.{output}") if chip not in board.kinds else ""
    wires = {
        "3.3V": "3.3 V of the readers",
        "RST": f"{_gp(board, 'readers.rst')}, all readers; 10 kΩ to ground",
        "GND": "ground",
        "IRQ": "open",
        "MISO": _gp(board, f"{bus}.miso"),
        "MOSI": _gp(board, f"{bus}.mosi"),
        "SCK": _gp(board, f"{bus}.sck"),
        "SDA": select,
    }
    if board.reader_wires == "buffered":
        at = {what: number for number, what in reversed(list(enumerate(CABLE_A, start=1)))}
        for pin, what in (
            ("SCK", "sck"),
            ("MOSI", "mosi"),
            ("MISO", "miso"),
            ("SDA", "select"),
            ("RST", "rst"),
        ):
            wires[pin] = f"cable A, wire {at[what]}"
        wires["GND"] = "cables A (2, 4, 6) and B (2)"
        wires["3.3V"] = "cable B, wire 3"
    over = {} if board.reader_wires == "plain" else {"MISO": "47 Ω"}
    if board.reader_wires == "branches":
        over |= {"SCK": "100 Ω", "MOSI": "100 Ω"}
    if not board.on_usb:
        over |= {"RST": "1 kΩ"} | ({"SDA": "1 kΩ"} if select else {})
    for pin, resistor in over.items():
        wires[pin] += f" ({resistor}, at the {'reader' if pin == 'MISO' else 'Pico'})"
    box = _box(sheet, f"RC522 of {pad_name(board, 0)}", list(wires), [])
    for at_pin, (pin, where) in enumerate(wires.items()):
        sheet.here = box[f"L{at_pin}"]
        if pin in over:
            sheet += e.Line().left(0.5)
            sheet += e.Resistor().left().scale(0.6)
            sheet += e.Line().left(0.46)
        else:
            sheet += e.Line().left(2.4)
        sheet += e.Dot(open=True).label(where, "left")
    sheet.here = box["L0"]
    sheet += e.Line().up(1.2)
    sheet += e.Dot()
    sheet.push()
    sheet += e.Line().right(5.2)
    sheet.push()
    sheet += e.Capacitor().down().label("100 nF", "bottom", ofst=0.1)
    sheet += e.Ground()
    sheet.pop()
    sheet += e.Line().right(2.2)
    sheet += e.Capacitor(polar=True).down().label("10 µF", "bottom", ofst=0.1)
    sheet += e.Ground()
    sheet.pop()


def _named(board: Board, net: str) -> str:
    """Return a net as a maker calls it: the GPIO, a supply, the pad at the end of a cable."""
    words = {"GND": "ground", "READERS_3V3": "readers' 3.3 V"}
    if net in words:
        return words[net]
    if net in board.gpios:
        return f"{_gp(board, net)}  {net}"
    role, at, *_ = net.split(".")
    if at.isdigit():
        return f"{role.upper()} of {pad_name(board, int(at))}"
    return f"/{at.upper()} of {role}"


def _wired(sheet: Drawing, box: e.Element, side: str, at: int, where: str, resistor: str = "") -> None:
    """Draw a pin of a box with its wire, maybe over a resistor, and its destination."""
    sheet.here = box[f"{side}{at}"]
    way = "left" if side == "L" else "right"
    wire = e.Resistor().scale(0.5) if resistor else e.Line().length(0.5)
    sheet += wire.left() if side == "L" else wire.right()
    sheet += e.Dot(open=True).label(where, way)


def _branches(sheet: Drawing, board: Board) -> None:
    """Draw for each four cables: a driver for SCK and MOSI with its resistors, and gates for MISO."""
    circuit = Circuit(board)
    drivers = [part for part in circuit.components if part.kind == "74LVC244"]
    gates = [part for part in circuit.components if part.kind == "74LVC125"]
    for row, (driver, gate) in enumerate(zip(drivers, gates, strict=True)):
        _driver(sheet, board, driver, (0, -10.4 * row))
        _gate(sheet, board, gate, (17.5, -10.4 * row))
    below = "82 Ω in each output of a 74LVC244; 100 kΩ from each MISO here to ground; 100 nF at each chip"
    sheet += e.Label().at((2.0, 2.4)).label(below)


def _gates(sheet: Drawing, board: Board) -> None:
    """Draw a gate for MISO of each reader, opened by its select."""
    gates = [part for part in Circuit(board).components if part.kind == "74LVC125"]
    for at, part in enumerate(gates):
        _gate(sheet, board, part, (15.5 * at, 0))
    below = "100 kΩ from each MISO here to ground; 100 nF at each chip; nothing else changes"
    sheet += e.Label().at((2.0, 2.4)).label(below)


def _driver(sheet: Drawing, board: Board, part: Component, at: tuple[float, float]) -> None:
    left, right = [], []
    for enable, lines in HALVES_244:
        left.append((enable, "/OE"))
        for given, out in lines:
            left.append((given, "A"))
            right.append((out, "Y"))
    left += [("20", "VCC"), ("10", "GND")]
    _chip(sheet, board, part, at, left, right, "82 Ω")


def _gate(sheet: Drawing, board: Board, part: Component, at: tuple[float, float]) -> None:
    left = [pin for enable, given, _ in GATES_125 for pin in ((enable, "/OE"), (given, "A"))]
    left += [("14", "VCC"), ("7", "GND")]
    _chip(sheet, board, part, at, left, [(out, "Y") for *_, out in GATES_125], "")


def _chip(
    sheet: Drawing,
    board: Board,
    part: Component,
    at: tuple[float, float],
    left: list[tuple[str, str]],
    right: list[tuple[str, str]],
    resistor: str,
) -> None:
    """Draw a logic chip of the netlist as a box: (pin, label) at either side."""
    sheet.here = at
    title = f"{part.ref}: {TYPES[part.kind].name}"
    outer, inner = [f"{what}  {pin}" for pin, what in left], [f"{pin}  {what}" for pin, what in right]
    box = _box(sheet, title, outer, inner)
    for side, pins in (("L", left), ("R", right)):
        for row, (pin, what) in enumerate(pins):
            net = part.nets.get(pin)
            where = "open" if net is None else _named(board, net)
            _wired(sheet, box, side, row, where, resistor if what == "Y" and net else "")


def _pn532(sheet: Drawing, board: Board) -> None:
    """Draw a PN532 V3 module in place of an RC522: its switches select SPI."""
    wires = {
        "SCK": "SCK",
        "MISO": "MISO, 47 Ω as ever",
        "MOSI": "MOSI",
        "SS": "select (SDA of an RC522)",
        "VCC": "3.3 V of the readers",
        "GND": "ground",
        "IRQ": "open",
        "RSTO": "open",
    }
    box = _box(sheet, "PN532 module V3", list(wires), ["SW1 (SEL0)", "SW2 (SEL1)"])
    for at, where in enumerate(wires.values()):
        _wired(sheet, box, "L", at, where)
    _wired(sheet, box, "R", 0, "0, off")
    _wired(sheet, box, "R", 1, "1, on: SPI")


def _pn5180(sheet: Drawing, board: Board) -> None:
    """Draw a PN5180 module in place of an RC522: 5 V for its transmitter, and BUSY over a diode."""
    wires = {
        "+5V": "5 V (its transmitter)",
        "+3V3": "3.3 V of the readers",
        "RST": "RST of all readers",
        "NSS": "select (SDA of an RC522)",
        "MOSI": "MOSI",
        "MISO": "MISO, 47 Ω as ever",
        "SCK": "SCK",
        "GND": "ground",
        "GPIO, IRQ, AUX, REQ": "open",
    }
    box = _box(sheet, "PN5180 module", list(wires), ["BUSY"])
    for at, where in enumerate(wires.values()):
        _wired(sheet, box, "L", at, where)
    sheet.here = box["R0"]
    sheet += e.Line().right(0.4)
    sheet += e.Diode().right().label("1N4148, one a reader")
    sheet += e.Dot()
    sheet.push()
    sheet += e.Resistor().down().label("4.7 kΩ, one in all", "bottom", ofst=0.1)
    sheet += e.Ground()
    sheet.pop()
    sheet += e.Line().right(1.4)
    sheet += e.Dot(open=True).label("BUSY of the Pico", "right")


def _decoders(sheet: Drawing, board: Board) -> None:
    """Draw the 74HC138 and their outputs."""
    for at, (name, kind) in enumerate(chip for chip in board.chips if chip.kind == "74HC138"):
        left = [f"{_gp(board, f'{name}.{role}')}" for role in ("a0", "a1", "a2")]
        left.append(f"{_gp(board, f'{name}.enable')}, 10 kΩ to VCC")
        left += ["ground", "readers' 3.3 V", "readers' 3.3 V", "ground"]
        pins = ["A  1", "B  2", "C  3", "/G2A  4", "/G2B  5", "G1  6", "VCC  16", "GND  8"]
        outputs = {one.output: pad for pad, one in enumerate(board.readers) if one.chip == name}
        numbers = (15, 14, 13, 12, 11, 10, 9, 7)
        right = [f"{numbers[output]}  /Y{output}" for output in range(8)]
        sheet.here = (at * 15.5, 0)
        box = _box(sheet, f"{name}: {kind}", pins, right)
        for row, where in enumerate(left):
            sheet.here = box[f"L{row}"]
            sheet += e.Line().left(0.5)
            sheet += e.Dot(open=True).label(where, "left")
        for output in range(8):
            sheet.here = box[f"R{output}"]
            sheet += e.Line().right(0.5)
            where = f"select, {pad_name(board, outputs[output])}" if output in outputs else "open"
            sheet += e.Dot(open=True).label(where, "right")
    sheet += e.Label().at((0.5, 1.6)).label("100 nF at each chip")


def _keys(sheet: Drawing, board: Board) -> None:
    """Draw the keys: as a matrix, on a chain, or with a pin each."""
    {"matrix": _matrix, "74HC165": _chain, "pins": _direct}[board.kinds["keys"]](sheet, board)


def _direct(sheet: Drawing, board: Board) -> None:
    keys = [(seat, key) for seat in range(board.seat_pads) for key in board.keys]
    for at, (seat, key) in enumerate(keys):
        y = -1.3 * at
        sheet += (
            e.Dot(open=True)
            .at((0, y))
            .label(f"{pad_name(board, seat)} {key.upper()}: {_gp(board, f'keys.pin.{at}')}", "left")
        )
        sheet += e.Button().at((0, y)).right()
        sheet += e.Line().right(0.6)
        if at + 1 < len(keys):
            sheet += e.Dot()
            sheet += e.Line().down(1.3)
        else:
            sheet += e.Ground()


def _matrix(sheet: Drawing, board: Board) -> None:
    for column, key in enumerate(board.keys):
        x = 4.2 * (column + 1)
        sheet += e.Line().down(2.4 * board.seat_pads).at((x, 1.2))
        sheet += (
            e.Dot(open=True)
            .at((x, 1.2))
            .label(f"{key.upper()}: {_gp(board, f'keys.column.{column}')}", "top")
        )
    for seat in range(board.seat_pads):
        y = -2.4 * seat
        sheet += (
            e.Dot(open=True)
            .at((0, y - 1))
            .label(f"{pad_name(board, seat)}: {_gp(board, f'keys.row.{seat}')}", "left")
        )
        sheet += e.Line().right(4.2 * len(board.keys) - 0.1).at((0, y - 1))
        for column in range(len(board.keys)):
            x = 4.2 * (column + 1)
            sheet += e.Dot().at((x, y + 0.2))
            sheet += e.Button().left(1.6).at((x, y + 0.2))
            sheet += e.Diode().left(1.3)
            sheet += e.Line().down().toy(y - 1)
            sheet += e.Dot()
    sheet += e.Label().at((2.0, -2.4 * board.seat_pads)).label("1N4148 at each key")


def _chain(sheet: Drawing, board: Board) -> None:
    inputs = "HGFEDCBA"
    pins = (6, 5, 4, 3, 14, 13, 12, 11)
    keys = [(seat, key) for seat in range(board.seat_pads) for key in board.keys][::-1]
    chips = (len(keys) + 7) // 8
    for chip in range(chips):
        left, names = [], []
        for at, letter in enumerate(inputs):
            place = 8 * chip + at
            names.append(f"{letter}  {pins[at]}")
            known = place < len(keys)
            left.append(
                f"{pad_name(board, keys[place][0])} {keys[place][1].upper()}" if known else "3.3 V (not read)"
            )
        right = ["9  QH", "1  SH/LD", "2  CLK", "15  INH", "10  SER", "16  VCC", "8  GND"]
        before = f"SER of chip {chip}" if chip else _gp(board, "keys.q")
        after = f"QH of chip {chip + 2}" if chip + 1 < chips else "ground"
        where = [before, _gp(board, "keys.ld"), _gp(board, "keys.clk"), "ground", after, "3.3 V", "ground"]
        sheet.here = (13.5 * (chip % 2), -8.6 * (chip // 2))
        box = _box(sheet, f"chip {chip + 1}: 74HC165", names, right)
        for row, what in enumerate(left):
            sheet.here = box[f"L{row}"]
            sheet += e.Line().left(0.5)
            sheet += e.Dot(open=True).label(what, "left")
        for row, what in enumerate(where):
            sheet.here = box[f"R{row}"]
            sheet += e.Line().right(0.5)
            sheet += e.Dot(open=True).label(what, "right")
    sheet.here = (27.5, -1.0)
    sheet += e.Dot(open=True).label("3.3 V", "top")
    sheet += e.Resistor().down().label("10 kΩ", "bottom", ofst=0.1)
    sheet += e.Dot()
    sheet.push()
    sheet += e.Line().left(0.8)
    sheet += e.Dot(open=True).label("input", "left")
    sheet.pop()
    sheet.push()
    sheet += e.Line().right(1.6)
    sheet += e.Capacitor().down().label("100 nF", "bottom", ofst=0.1)
    sheet += e.Ground()
    sheet.pop()
    sheet += e.Resistor().down().label("1 kΩ", "top", ofst=0.1)
    sheet += e.Button().down()
    sheet += e.Ground()
    sheet += e.Label().at((27.5, 0.6)).label("each key:")
    sheet += e.Label().at((0.5, 2.2)).label("100 nF at each chip")


def _lamps(sheet: Drawing, board: Board) -> None:
    """Draw the wire from the Pico to the first lamp."""
    sheet += e.Dot(open=True).label(_gp(board, "lights.data"), "left")
    if board.on_usb:
        sheet += e.Resistor().right().label("330 Ω")
        title = f"WS2812B, 1 of {board.light_count}"
        lamp = _box(sheet, title, ["DIN", "5 V: over 1N4001 from VBUS", "GND"], ["DOUT"])
        sheet.here = lamp["R0"]
        sheet += e.Line().right(0.8)
        sheet += e.Dot(open=True).label("DIN of the next", "right")
        return
    sheet += e.Line().right(0.8)
    buffer = _box(
        sheet,
        "74AHCT125",
        ["A  2", "/OE  1 to ground", "GND  7 to ground"],
        ["3  Y", "14  VCC: the same 5 V"],
    )
    sheet.here = buffer["R0"]
    sheet += e.Line().right(0.4)
    sheet += e.Resistor().right().label("330 Ω")
    supply = "5 V: behind the fuse"
    lamp = _box(sheet, f"WS2812B, 1 of {board.light_count}", ["DIN", supply, "GND"], ["DOUT"])
    sheet.here = lamp["R0"]
    sheet += e.Line().right(0.8)
    sheet += e.Dot(open=True).label("DIN of the next", "right")
    rest = "100 nF from 14 to 7; the other gates: /OE 4, 10, 13 to 5 V, A 5, 9, 12 to ground"
    sheet += e.Label().at((0, buffer["L2"][1] - 1.2)).label(rest, halign="left")


def _sound(sheet: Drawing, board: Board) -> None:
    """Draw the piezo and its transistor."""
    if board.on_usb:
        sheet += e.Dot(open=True).label(_gp(board, "sound.pwm"), "left")
        sheet += e.Resistor().right().label("1 kΩ")
        sheet += e.RBox().right().label("piezo")
        sheet += e.Line().down(0.5)
        sheet += e.Ground()
        return
    sheet += e.Dot(open=True).label(_gp(board, "sound.pwm"), "left")
    sheet += e.Resistor().right().label("1 kΩ")
    transistor = sheet.add(e.BjtNpn(circle=True).anchor("base").right().label("BC547", "right", ofst=0.2))
    sheet.here = transistor["emitter"]
    sheet += e.Ground()
    sheet.here = transistor["collector"]
    sheet += e.Line().up(0.5)
    sheet += e.Dot()
    sheet.push()
    sheet += e.Line().right(2.6)
    sheet += e.Resistor().up().label("1 kΩ", "bottom", ofst=0.1)
    sheet += e.Line().left(2.6)
    sheet.pop()
    sheet += e.RBox().up().label("piezo", "top", ofst=0.1)
    sheet += e.Dot()
    sheet += e.Line().up(0.4)
    sheet += e.Dot(open=True).label("3.3 V of the Pico (pin 36)", "top")


PULLED_UP = "; 2.2 to 10 kΩ to 3.3 V: most modules have it"  # of a line of I2C


def _display(sheet: Drawing, board: Board) -> None:
    """Draw the OLED, with the start-up pulse at its RES pin where it has one."""
    if board.on_usb:
        wires = {
            "GND": "ground",
            "VCC": "3.3 V of the Pico (pin 36)",
            "SCL": _gp(board, "display.scl") + PULLED_UP,
            "SDA": _gp(board, "display.sda") + PULLED_UP,
        }
        small = _box(sheet, "OLED 0.96 inch, I2C", list(wires), [])
        for at, where in enumerate(wires.values()):
            _wired(sheet, small, "L", at, where)
        return
    said = [
        ("CS", "ground"),
        ("DC", "ground: address 0x3C"),
        ("GND", "ground"),
        ("VCC", "3.3 V of the Pico (pin 36)"),
        ("SCL", _gp(board, "display.scl") + PULLED_UP),
        ("SDA", _gp(board, "display.sda") + PULLED_UP),
        ("RES", ""),
    ]
    box = _box(sheet, "OLED 2.4 inch, I2C", [pin for pin, _ in said], [])
    for at, (_, where) in enumerate(said[:-1]):
        sheet.here = box[f"L{at}"]
        sheet += e.Line().left(1.2)
        sheet += e.Dot(open=True).label(where, "left")
    sheet.here = box[f"L{len(said) - 1}"]
    sheet += e.Line().left(1.2)
    sheet += e.Dot()
    sheet.push()
    sheet += e.Capacitor().down().label("1 µF", "bottom", ofst=0.1)
    sheet += e.Ground()
    sheet.pop()
    sheet += e.Resistor().left().label("10 kΩ", "bottom", ofst=0.3)
    sheet += e.Dot(open=True).label("3.3 V", "left")


def _sense(sheet: Drawing, board: Board) -> None:
    """Draw the divider for half of the 5 V, to be measured."""
    sheet += e.Dot(open=True).label("5 V", "top")
    sheet += e.Resistor().down().label("10 kΩ", "bottom", ofst=0.1)
    sheet += e.Dot()
    sheet.push()
    sheet += e.Line().right(2.6)
    sheet += e.Dot(open=True).label(_gp(board, "supply.adc"), "right")
    sheet.pop()
    sheet += e.Resistor().down().label("10 kΩ", "bottom", ofst=0.1)
    sheet += e.Ground()


def _always(board: Board) -> bool:
    return True


_CIRCUITS: dict[str, tuple[Drawn, Callable[[Board], bool]]] = {
    "power": (_power, _always),
    "reader": (_reader, _always),
    "branches": (_branches, lambda board: board.reader_wires == "buffered"),
    "gates": (_gates, lambda board: board.reader_wires == "branches"),
    "decoders": (_decoders, lambda board: "74HC138" in board.kinds.values()),
    "keys": (_keys, _always),
    "lamps": (_lamps, _always),
    "sound": (_sound, _always),
    "display": (_display, _always),
    "supply-sense": (_sense, lambda board: "supply.adc" in board.gpios),
}
