"""An OLED of 128 by 64 dots with an SSD1306 or an SSD1309 on I2C, written from the data sheet (rev 1.1).

It takes the bytes of whole transfers: a control byte announces commands or the picture (8.1.5). Commands that
the data sheet does not have, or with less than all their bytes, are errors here; a real chip would take the
next byte for the rest. So are pages and columns that do not exist.
"""

from __future__ import annotations

from enum import Enum

WIDE, PAGES = 128, 8
_MODES = {0: "horizontal", 1: "vertical", 2: "page"}

# Commands (9, table 9-1) -> how many bytes follow. Some have a number in their lower bits.
_FOLLOWING = {
    code: count
    for count, codes in {
        0: (*range(0x20), *range(0x40, 0x80), 0x2E, 0x2F, 0xA0, 0xA1, *range(0xA4, 0xA8), 0xAE, 0xAF),
        1: (0x20, 0x81, 0x8D, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB),
        2: (0x21, 0x22, 0xA3),
        5: (0x29, 0x2A),
        6: (0x26, 0x27),
    }.items()
    for code in codes
} | dict.fromkeys((*range(0xB0, 0xB8), 0xC0, 0xC8, 0xE3), 0)
# SSD1306B has the inner reference current at AD; the others let it pass.
ONLY_1306 = {0x8D}  # the charge pump: an SSD1309 has its high voltage from the module
ONLY_1306B = {0xAD}


class Model(Enum):
    """The model of the controller."""

    SSD1306 = 1
    SSD1309 = 2


class Ssd1306Chip:
    """`address`: on I2C. `on`: it shows its memory. `rows`: how many it drives. `ignored`: commands this
    model lets pass. `unplugged`: it has no power and answers nothing; plugged in again it was reset.
    `held_clocks`: after so many clocks it lets go of SDA, which it holds in the middle of a byte.
    """

    def __init__(self, model: Model = Model.SSD1306, address: int = 0x3C) -> None:
        self.model = model
        self.address = address
        self._unplugged = False
        self.held_clocks = 0
        self.transfers = 0
        self.ignored: list[int] = []
        self.reset()

    @property
    def unplugged(self) -> bool:
        return self._unplugged

    @unplugged.setter
    def unplugged(self, unplugged: bool) -> None:
        self._unplugged = unplugged
        self.held_clocks = 0
        self.reset()

    def clock(self, level: int) -> None:
        """Take an edge of SCL outside of a transfer."""
        if level and self.held_clocks:
            self.held_clocks -= 1

    def reset(self) -> None:
        """Reset by RES# low: registers as in the data sheet; the memory keeps random contents."""
        self.on = False
        self.rows = 64
        self.contrast = 0x7F
        self.inverted = False
        self.all_on = False
        self.mode = "page"
        self.wiring = 0x12
        self.pump = False
        self._columns = (0, WIDE - 1)
        self._pages = (0, PAGES - 1)
        self._at = (0, 0)
        self.memory = [bytearray(b"\xa5" * WIDE) for _ in range(PAGES)]
        self._command: list[int] = []

    def write(self, data: bytes) -> None:
        """Take one transfer after the address. OSError if it is unplugged, ValueError for an invalid
        command.
        """
        if self.unplugged:
            raise OSError("no answer")
        self.transfers += 1
        at = 0
        while at < len(data):
            control = data[at]
            if control & 0x3F:
                raise ValueError(f"{control:#04x} is no control byte")
            single = control & 0x80
            rest = data[at + 1 : at + 2] if single else data[at + 1 :]
            for byte in rest:
                if control & 0x40:
                    self._store(byte)
                else:
                    self._hear(byte)
            at += 1 + len(rest)

    def _hear(self, byte: int) -> None:
        self._command.append(byte)
        code = self._command[0]
        if code not in _FOLLOWING:
            self._command.clear()
            raise ValueError(f"{code:#04x} is no command")
        if len(self._command) > _FOLLOWING[code]:
            code, *values = self._command
            self._command.clear()
            self._do(code, values)

    def _do(self, code: int, values: list[int]) -> None:
        if code in ONLY_1306B or (code in ONLY_1306 and self.model is Model.SSD1309):
            self.ignored.append(code)
        elif code == 0x20:
            self.mode = _MODES[values[0]]
        elif code == 0x21:
            self._columns = self._window(values, WIDE)
            self._at = (self._pages[0], self._columns[0])
        elif code == 0x22:
            self._pages = self._window(values, PAGES)
            self._at = (self._pages[0], self._columns[0])
        elif code == 0x81:
            self.contrast = values[0]
        elif code == 0x8D:
            self.pump = bool(values[0] & 4)
        elif code in (0xA4, 0xA5):
            self.all_on = code == 0xA5
        elif code in (0xA6, 0xA7):
            self.inverted = code == 0xA7
        elif code == 0xA8:
            if not 15 <= values[0] <= 63:
                self.ignored.append(code)  # 0 to 14 are "invalid entry"
            self.rows = values[0] + 1
        elif code in (0xAE, 0xAF):
            self.on = code == 0xAF
        elif code == 0xDA:
            self.wiring = values[0]

    @staticmethod
    def _window(values: list[int], most: int) -> tuple[int, int]:
        first, last = values
        if not first <= last < most:
            raise ValueError(f"a window from {first} to {last}, of {most}")
        return first, last

    def _store(self, byte: int) -> None:
        if self.mode != "horizontal":
            raise ValueError("only the horizontal mode is modelled")
        page, column = self._at
        self.memory[page][column] = byte
        if column < self._columns[1]:
            column += 1
        else:
            column = self._columns[0]
            page = page + 1 if page < self._pages[1] else self._pages[0]
        self._at = (page, column)

    def picture(self) -> list[str]:
        """Return the picture, row by row, "#" for a lit dot; empty while it is off."""
        rows = []
        for y in range(self.rows if self.on else 0):
            page = self.memory[y // 8]
            rows.append("".join("#" if page[x] >> y % 8 & 1 else " " for x in range(WIDE)))
        return rows
