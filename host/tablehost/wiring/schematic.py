"""The circuits around the Pico, drawn with schemdraw: an extra, `pip install 'cardtable[draw]'`.

Which pins, how many readers and which of the parts: from the board's rows. Values are those of the
engineering study; nothing has been built yet.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from tablehost.wiring.nets import pad_name

Drawn = Callable[[Any, Any, ModuleType], None]


def circuits(board: ModuleType) -> dict[str, str]:
    """Name of a circuit -> its drawing as SVG, in the order in which one builds them. ImportError without
    schemdraw."""
    import schemdraw
    from schemdraw import elements

    schemdraw.use("svg")
    drawn = {}
    for name, draw in _CIRCUITS.items():
        if name == "supply-sense" and "supply.adc" not in dict(board.PINS):
            continue
        if name == "decoders" and "74HC138" not in dict(board.CHIPS).values():
            continue
        sheet = schemdraw.Drawing(show=False)
        sheet.config(fontsize=12, font="sans-serif", bgcolor="white", unit=2.4, margin=1.2)
        draw(sheet, elements, board)
        drawn[name] = sheet.get_imagedata("svg").decode()
    return drawn


def _gp(board: ModuleType, use: str) -> str:
    return f"GP{dict(board.PINS)[use]}"


def _box(sheet: Any, e: Any, title: str, left: list[str], right: list[str], held: str = "L0") -> Any:
    """A part as a box with named pins: anchors L0.. and R0.. from the top. `held`: which of them is here."""
    most = max(len(left), len(right))
    pins = []
    for side, names in (("L", left), ("R", right)):
        for at, name in enumerate(names):
            slot = f"{most - at}/{most}"
            pins.append(e.IcPin(name=name, side=side, slot=slot, anchorname=f"{side}{at}"))
    wide = 1.2 + 0.17 * (max(map(len, left), default=0) + max(map(len, right), default=0))
    box = e.Ic(pins=pins, size=(max(wide, 0.2 * len(title) + 0.6), 0.75 * most + 0.4))
    return sheet.add(box.anchor(held).label(title, "top", ofst=0.15))


def _power(sheet: Any, e: Any, board: ModuleType) -> None:
    """Supply, buck, load switch, the Pico's own supply."""
    sheet += e.Dot(open=True).label("5 V, 4 A", "left")
    sheet += e.Fuse().right().label("4 A")
    sheet += e.Dot()
    sheet.push()
    sheet += e.Zener().down().reverse().label("TVS 5 V", "bottom", ofst=0.1)
    sheet += e.Ground()
    sheet.pop()
    sheet += e.Line().right().length(3.2)
    sheet += e.Dot()
    sheet.push()
    sheet += e.Capacitor(polar=True).down().label("1000 µF", "bottom", ofst=0.1)
    sheet += e.Ground()
    sheet.pop()
    sheet += e.Line().right().length(2.4)
    sheet += e.Dot()
    sheet.push()
    sheet += e.Line().up().length(2.0)
    sheet += e.Line().right().length(1.2)
    sheet += e.Dot(open=True).label("5 V of lamps and 74AHCT125", "right")
    sheet.pop()
    sheet.push()
    sheet += e.Line().down().length(6.0)
    sheet += e.Line().right().length(0.6)
    sheet += e.Schottky().right().label("1N5817")
    sheet += e.Dot(open=True).label("VSYS of the Pico (pin 39)", "right")
    sheet.pop()
    sheet += e.Line().right().length(1.2)
    buck = _box(sheet, e, "buck, 3 A", ["5 V"], ["3.3 V"])
    sheet.here = buck.R0
    sheet += e.Line().right().length(2.8)
    switch = _box(sheet, e, "load switch, 3 A", ["IN", "ON"], ["OUT"])
    sheet.here = switch.L1
    sheet += e.Line().left().length(0.6)
    sheet += e.Line().down().length(0.9)
    sheet += e.Dot()
    sheet.push()
    sheet += e.Line().left().length(0.8)
    sheet += e.Dot(open=True).label(_gp(board, "readers.power"), "left")
    sheet.pop()
    sheet += e.Resistor().down().label("10 kΩ", "bottom", ofst=0.1)
    sheet += e.Ground()
    sheet.here = switch.R0
    sheet += e.Line().right().length(0.8)
    sheet += e.Dot()
    sheet.push()
    sheet += e.Capacitor(polar=True).down().label("100 µF", "bottom", ofst=0.1)
    sheet += e.Ground()
    sheet.pop()
    sheet += e.Line().right().length(1.0)
    sheet += e.Dot(open=True).label(f"3.3 V of {len(board.READERS)} readers", "right")


def _reader(sheet: Any, e: Any, board: ModuleType) -> None:
    """One reader, as all of them are wired."""
    bus, name, output = board.READERS[0]
    chips = dict(board.CHIPS)
    select = f"/Y{output} of {name}" if name in chips else _gp(board, f"{name}.{output}")
    said = [
        ("3.3V", "3.3 V of the readers"),
        ("RST", f"{_gp(board, 'readers.rst')}, all readers"),
        ("GND", "ground"),
        ("IRQ", "open"),
        ("MISO", _gp(board, f"{bus}.miso")),
        ("MOSI", _gp(board, f"{bus}.mosi")),
        ("SCK", _gp(board, f"{bus}.sck")),
        ("SDA", select),
    ]
    box = _box(sheet, e, f"RC522 of {pad_name(board, 0)}", [pin for pin, _ in said], [])
    for at, (pin, where) in enumerate(said):
        sheet.here = getattr(box, f"L{at}")
        if pin in ("MISO", "SCK", "MOSI"):
            sheet += e.Resistor().left().scale(0.6).label("33 Ω" if pin == "MISO" else "", "top")
            sheet += e.Line().left().length(0.96)
        else:
            sheet += e.Line().left().length(2.4)
        sheet += e.Dot(open=True).label(where, "left")
    sheet.here = box.L0
    sheet += e.Line().up().length(1.2)
    sheet += e.Dot()
    sheet.push()
    sheet += e.Line().right().length(5.2)
    sheet.push()
    sheet += e.Capacitor().down().label("100 nF", "bottom", ofst=0.1)
    sheet += e.Ground()
    sheet.pop()
    sheet += e.Line().right().length(2.2)
    sheet += e.Capacitor(polar=True).down().label("10 µF", "bottom", ofst=0.1)
    sheet += e.Ground()
    sheet.pop()


def _decoders(sheet: Any, e: Any, board: ModuleType) -> None:
    """The 74HC138 and what they select."""
    for at, (name, kind) in enumerate(row for row in board.CHIPS if row[1] == "74HC138"):
        left = [f"{_gp(board, f'{name}.{role}')}" for role in ("a0", "a1", "a2")]
        left.append(f"{_gp(board, f'{name}.enable')}, 10 kΩ to VCC")
        left += ["ground", "readers' 3.3 V", "readers' 3.3 V", "ground"]
        pins = ["A  1", "B  2", "C  3", "/G2A  4", "/G2B  5", "G1  6", "VCC  16", "GND  8"]
        outputs = {output: pad for pad, (_, chip, output) in enumerate(board.READERS) if chip == name}
        numbers = (15, 14, 13, 12, 11, 10, 9, 7)
        right = [f"{numbers[output]}  /Y{output}" for output in range(8)]
        sheet.here = (at * 15.5, 0)
        box = _box(sheet, e, f"{name}: {kind}", pins, right)
        for row, where in enumerate(left):
            sheet.here = getattr(box, f"L{row}")
            sheet += e.Line().left().length(0.5)
            sheet += e.Dot(open=True).label(where, "left")
        for output in range(8):
            sheet.here = getattr(box, f"R{output}")
            sheet += e.Line().right().length(0.5)
            where = f"SDA, {pad_name(board, outputs[output])}" if output in outputs else "open"
            sheet += e.Dot(open=True).label(where, "right")


def _keys(sheet: Any, e: Any, board: ModuleType) -> None:
    """The keys, as a matrix or on a chain."""
    if dict(board.CHIPS)["keys"] == "matrix":
        _matrix(sheet, e, board)
    else:
        _chain(sheet, e, board)


def _matrix(sheet: Any, e: Any, board: ModuleType) -> None:
    for column, key in enumerate(board.KEYS):
        x = 4.2 * (column + 1)
        sheet += e.Line().at((x, 1.2)).down().length(2.4 * board.SEAT_PADS)
        sheet += (
            e.Dot(open=True)
            .at((x, 1.2))
            .label(f"{key.upper()}: {_gp(board, f'keys.column.{column}')}", "top")
        )
    for seat in range(board.SEAT_PADS):
        y = -2.4 * seat
        sheet += (
            e.Dot(open=True).at((0, y - 1)).label(f"seat {seat}: {_gp(board, f'keys.row.{seat}')}", "left")
        )
        sheet += e.Line().at((0, y - 1)).right().length(4.2 * len(board.KEYS) - 0.1)
        for column in range(len(board.KEYS)):
            x = 4.2 * (column + 1)
            sheet += e.Dot().at((x, y + 0.2))
            sheet += e.Button().at((x, y + 0.2)).left().length(1.6)
            sheet += e.Diode().left().length(1.3)
            sheet += e.Line().down().toy(y - 1)
            sheet += e.Dot()


def _chain(sheet: Any, e: Any, board: ModuleType) -> None:
    inputs = "HGFEDCBA"
    pins = (6, 5, 4, 3, 14, 13, 12, 11)
    keys = [(seat, key) for seat in range(board.SEAT_PADS) for key in board.KEYS][::-1]
    chips = (len(keys) + 7) // 8
    for chip in range(chips):
        left, names = [], []
        for at, letter in enumerate(inputs):
            place = 8 * chip + at
            names.append(f"{letter}  {pins[at]}")
            known = place < len(keys)
            left.append(f"seat {keys[place][0]} {keys[place][1].upper()}" if known else "3.3 V (not read)")
        right = ["9  QH", "1  SH/LD", "2  CLK", "15  INH", "10  SER", "16  VCC", "8  GND"]
        before = f"SER of chip {chip}" if chip else _gp(board, "keys.q")
        after = f"QH of chip {chip + 2}" if chip + 1 < chips else "ground"
        where = [before, _gp(board, "keys.ld"), _gp(board, "keys.clk"), "ground", after, "3.3 V", "ground"]
        sheet.here = (13.5 * (chip % 2), -8.6 * (chip // 2))
        box = _box(sheet, e, f"chip {chip + 1}: 74HC165", names, right)
        for row, what in enumerate(left):
            sheet.here = getattr(box, f"L{row}")
            sheet += e.Line().left().length(0.5)
            sheet += e.Dot(open=True).label(what, "left")
        for row, what in enumerate(where):
            sheet.here = getattr(box, f"R{row}")
            sheet += e.Line().right().length(0.5)
            sheet += e.Dot(open=True).label(what, "right")
    sheet.here = (27.5, -1.0)
    sheet += e.Dot(open=True).label("3.3 V", "top")
    sheet += e.Resistor().down().label("10 kΩ", "bottom", ofst=0.1)
    sheet += e.Dot()
    sheet.push()
    sheet += e.Line().left().length(0.8)
    sheet += e.Dot(open=True).label("input", "left")
    sheet.pop()
    sheet.push()
    sheet += e.Line().right().length(1.6)
    sheet += e.Capacitor().down().label("100 nF", "bottom", ofst=0.1)
    sheet += e.Ground()
    sheet.pop()
    sheet += e.Resistor().down().label("1 kΩ", "top", ofst=0.1)
    sheet += e.Button().down()
    sheet += e.Ground()
    sheet += e.Label().at((27.5, 0.6)).label("each key:")


def _lamps(sheet: Any, e: Any, board: ModuleType) -> None:
    """From the Pico to the first lamp."""
    sheet += e.Dot(open=True).label(_gp(board, "lights.data"), "left")
    sheet += e.Line().right().length(0.8)
    buffer = _box(
        sheet, e, "74AHCT125", ["A  2", "/OE  1 to ground", "GND  7 to ground"], ["3  Y", "14  VCC to 5 V"]
    )
    sheet.here = buffer.R0
    sheet += e.Line().right().length(0.4)
    sheet += e.Resistor().right().label("330 Ω")
    lamp = _box(sheet, e, f"WS2812B, 1 of {board.LIGHT_COUNT}", ["DIN", "5 V", "GND"], ["DOUT"])
    sheet.here = lamp.R0
    sheet += e.Line().right().length(0.8)
    sheet += e.Dot(open=True).label("DIN of the next", "right")


def _sound(sheet: Any, e: Any, board: ModuleType) -> None:
    """The piezo and its transistor."""
    sheet += e.Dot(open=True).label(_gp(board, "sound.pwm"), "left")
    sheet += e.Resistor().right().label("1 kΩ")
    transistor = sheet.add(e.BjtNpn(circle=True).anchor("base").right().label("BC547", "right", ofst=0.2))
    sheet.here = transistor.emitter
    sheet += e.Ground()
    sheet.here = transistor.collector
    sheet += e.Line().up().length(0.5)
    sheet += e.Dot()
    sheet.push()
    sheet += e.Line().right().length(2.6)
    sheet += e.Resistor().up().label("1 kΩ", "bottom", ofst=0.1)
    sheet += e.Line().left().length(2.6)
    sheet.pop()
    sheet += e.RBox().up().label("piezo", "top", ofst=0.1)
    sheet += e.Dot()
    sheet += e.Line().up().length(0.4)
    sheet += e.Dot(open=True).label("3.3 V", "top")


def _display(sheet: Any, e: Any, board: ModuleType) -> None:
    """The OLED, with the start-up pulse at its RES pin."""
    said = [
        ("VCC", "3.3 V of the Pico (pin 36)"),
        ("GND", "ground"),
        ("SCL", _gp(board, "display.scl")),
        ("SDA", _gp(board, "display.sda")),
        ("RES", ""),
    ]
    box = _box(sheet, e, "OLED 2.4 inch, I2C", [pin for pin, _ in said], [])
    for at, (_, where) in enumerate(said[:4]):
        sheet.here = getattr(box, f"L{at}")
        sheet += e.Line().left().length(1.2)
        sheet += e.Dot(open=True).label(where, "left")
    sheet.here = box.L4
    sheet += e.Line().left().length(1.2)
    sheet += e.Dot()
    sheet.push()
    sheet += e.Capacitor().down().label("1 µF", "bottom", ofst=0.1)
    sheet += e.Ground()
    sheet.pop()
    sheet += e.Resistor().left().label("10 kΩ", "bottom", ofst=0.3)
    sheet += e.Dot(open=True).label("3.3 V", "left")


def _sense(sheet: Any, e: Any, board: ModuleType) -> None:
    """Half of the 5 V, to be measured."""
    sheet += e.Dot(open=True).label("5 V", "top")
    sheet += e.Resistor().down().label("10 kΩ", "bottom", ofst=0.1)
    sheet += e.Dot()
    sheet.push()
    sheet += e.Line().right().length(2.6)
    sheet += e.Dot(open=True).label(_gp(board, "supply.adc"), "right")
    sheet.pop()
    sheet += e.Resistor().down().label("10 kΩ", "bottom", ofst=0.1)
    sheet += e.Ground()


_CIRCUITS: dict[str, Drawn] = {
    "power": _power,
    "reader": _reader,
    "decoders": _decoders,
    "keys": _keys,
    "lamps": _lamps,
    "sound": _sound,
    "display": _display,
    "supply-sense": _sense,
}
