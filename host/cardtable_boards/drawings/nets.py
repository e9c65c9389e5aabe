"""The nets of a board: the destination of each pin, in a maker's words on a part, derived from the board's
rows.
"""

from __future__ import annotations

from typing import NamedTuple

from tablehost.firmware.boards import Board, Use
from tablehost.seats import label
from tablehost.wiring.picos import pin_of

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
    "readers.rst": "10 kΩ to ground; 1 kΩ each, RST of all readers",
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
    "readers.rst": "RST of all readers; 10 kΩ to ground",
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


def pad_name(board: Board, pad: int) -> str:
    """Return the name of a pad for people: seats count from 1."""
    if pad < board.seat_pads:
        return f"seat {label(pad)}"
    return "the middle" if board.centre_pads == 1 else f"middle {pad - board.seat_pads + 1}"


def pads_on(board: Board, bus: str) -> str:
    """Return the pads whose readers are on a bus."""
    pads = [pad for pad, reader in enumerate(board.readers) if reader.bus == bus]
    seats = [pad for pad in pads if pad < board.seat_pads]
    middle = [pad_name(board, pad) for pad in pads if pad >= board.seat_pads]
    said = (
        [f"seats {label(seats[0])}-{label(seats[-1])}"]
        if len(seats) > 1
        else [pad_name(board, pad) for pad in seats]
    )
    return ", ".join([*said, *middle])


def nets(board: Board) -> list[Net]:
    """Return every pin the board uses, in the order of the GPIOs."""
    return sorted(_net(board, use) for use in board.pins)


def _net(board: Board, use: Use) -> Net:
    name, *path, role = use.name.split(".")
    chip = board.kinds.get(name)
    group = name
    if name in {reader.bus for reader in board.readers}:
        leads_to = f"{_SPI[role]}: {_OVER[board.reader_wires][role]}readers of {pads_on(board, name)}"
    elif chip == "74HC138":
        group = next(reader.bus for reader in board.readers if reader.chip == name)
        pulled = "; 10 kΩ to the readers' 3.3 V" if role == "enable" else ", a 74HC138"
        leads_to = f"{_DECODER[role]} of {name}{pulled}"
    elif name == "select":
        pad = next(pad for pad, one in enumerate(board.readers) if one[1:] == (name, int(role)))
        group = board.readers[pad].bus
        over = "" if board.on_usb else "1 kΩ, then "
        leads_to = f"{over}SDA (select) of the reader of {pad_name(board, pad)}"
    elif chip == "74HC165":
        leads_to = f"{_CHAIN[role]} 74HC165"
    elif chip == "pins":
        seat, key = divmod(int(role), len(board.keys))
        leads_to = f"{board.keys[key].upper()} of {pad_name(board, seat)}, to ground"
    elif chip == "matrix":
        if path == ["row"]:
            leads_to = f"row: keys of {pad_name(board, int(role))}"
        else:
            leads_to = f"column: {board.keys[int(role)].upper()} of every seat"
    else:
        leads_to = (_USB if board.on_usb else {}).get(use.name) or _PLAIN[use.name]
    return Net(use.gpio, pin_of(use.gpio), use.name, group, leads_to)
