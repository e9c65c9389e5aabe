"""The nets of a board: the destination of each pin, in a maker's words on a part, derived from the board's
rows.
"""

from __future__ import annotations

from types import ModuleType
from typing import NamedTuple

from tablehost.drawings.picos import pin_of
from tablehost.seats import label

# Group -> (its name, its colour in drawings). The colours stay apart for every kind of colour vision.
GROUPS = {
    "bus0": ("readers, bus 0", "#0072b2"),
    "bus1": ("readers, bus 1", "#d55e00"),
    "readers": ("all readers", "#595959"),
    "keys": ("keys", "#007a59"),
    "lights": ("lamps", "#b07c00"),
    "sound": ("sound", "#8a3d73"),
    "display": ("display", "#8a3d73"),
    "supply": ("supply", "#595959"),
}

_SPI = {"miso": "MISO", "mosi": "MOSI", "sck": "SCK"}
# Between a pin of the bus and its readers.
_OVER = {
    "plain": dict.fromkeys(_SPI, ""),
    "branches": {"sck": "100 Ω each, ", "mosi": "100 Ω each, ", "miso": "47 Ω each, "},
    "buffered": {"sck": "74LVC244, ", "mosi": "74LVC244, ", "miso": "74LVC125, "},
}
_DECODER = {"a0": "A (pin 1)", "a1": "B (pin 2)", "a2": "C (pin 3)", "enable": "/G2A (pin 4)"}
_CHAIN = {"clk": "CLK (pin 2) of all four", "ld": "SH/LD (pin 1) of all four", "q": "QH (pin 9) of the first"}
_PLAIN = {
    "readers.rst": "RST of all readers; 10 kΩ to ground",
    "readers.power": "ON of the readers' load switch; 10 kΩ to ground",
    "readers.busy": "only PN5180: BUSY, a diode each; 4.7 kΩ to ground",
    "lights.data": "74AHCT125, then 330 Ω, then DIN of the first lamp",
    "sound.pwm": "1 kΩ to the transistor of the piezo",
    "display.sda": "SDA of the OLED",
    "display.scl": "SCL of the OLED",
    "supply.adc": "half of 5 V: 10 kΩ from 5 V, 10 kΩ to ground",
}
# The same without a supply of its own.
_USB = {
    "lights.data": "330 Ω, then DIN of the first lamp",
    "sound.pwm": "1 kΩ, the piezo, ground",
}


class Net(NamedTuple):
    """One pin: the GPIO, the Pico's pin, its use as the board calls it, its group, where it leads to."""

    gpio: int
    pin: int
    use: str
    group: str
    leads_to: str


def pad_name(board: ModuleType, pad: int) -> str:
    """Return the name of a pad for people: seats count from 1."""
    if pad < board.SEAT_PADS:
        return f"seat {label(pad)}"
    return "the middle" if board.CENTRE_PADS == 1 else f"middle {pad - board.SEAT_PADS + 1}"


def pads_on(board: ModuleType, bus: str) -> str:
    """Return the pads whose readers are on a bus."""
    pads = [pad for pad, (name, *_) in enumerate(board.READERS) if name == bus]
    seats = [pad for pad in pads if pad < board.SEAT_PADS]
    middle = [pad_name(board, pad) for pad in pads if pad >= board.SEAT_PADS]
    said = (
        [f"seats {label(seats[0])}-{label(seats[-1])}"]
        if len(seats) > 1
        else [pad_name(board, pad) for pad in seats]
    )
    return ", ".join([*said, *middle])


def nets(board: ModuleType) -> list[Net]:
    """Return every pin the board uses, in the order of the GPIOs."""
    return sorted(_net(board, use, gpio) for use, gpio in board.PINS)


def _net(board: ModuleType, use: str, gpio: int) -> Net:
    name, *_, role = use.split(".")
    chips = dict(board.CHIPS)
    group = name
    if name in {bus for bus, *_ in board.READERS}:
        leads_to = f"{_SPI[role]}: {_OVER[board.READER_WIRES][role]}readers of {pads_on(board, name)}"
    elif chips.get(name) == "74HC138":
        group = next(bus for bus, chip, _ in board.READERS if chip == name)
        pulled = "; 10 kΩ to the readers' 3.3 V" if role == "enable" else ", a 74HC138"
        leads_to = f"{_DECODER[role]} of {name}{pulled}"
    elif name == "select":
        pad = next(pad for pad, row in enumerate(board.READERS) if row[1:] == (name, int(role)))
        group = board.READERS[pad][0]
        leads_to = f"SDA (select) of the reader of {pad_name(board, pad)}"
    elif chips.get(name) == "74HC165":
        leads_to = f"{_CHAIN[role]} 74HC165"
    elif chips.get(name) == "pins":
        seat, key = divmod(int(role), len(board.KEYS))
        leads_to = f"{board.KEYS[key].upper()} of {pad_name(board, seat)}, to ground"
    elif chips.get(name) == "matrix":
        if use.split(".")[1] == "row":
            leads_to = f"row: keys of {pad_name(board, int(role))}"
        else:
            leads_to = f"column: {board.KEYS[int(role)].upper()} of every seat"
    else:
        leads_to = (_USB if board.SUPPLY == "usb" else {}).get(use) or _PLAIN[use]
    return Net(gpio, pin_of(gpio), use, group, leads_to)
