"""The board of a test: as its own, but what the display shows goes over I2C as text."""

import machine

from cardtable.drivers.lines import Lines
from cardtable.drivers.parts import number
from wired import *  # noqa: F403
from wired import BLOCKS, DISPLAY_LINES, DISPLAY_WIDTH, PINS
from wired import build as wired

ADDRESS = 0x3E  # where no panel is


class Words(Lines):
    """Tells all its lines when one has changed."""

    def __init__(self, i2c):
        super().__init__(DISPLAY_LINES, DISPLAY_WIDTH)
        self._i2c = i2c

    def show(self, texts):
        before = self.lines[:]
        super().show(texts)
        if self.lines != before:
            self._i2c.writeto(ADDRESS, "".join(self.lines).encode())


def build():
    parts = wired()
    sda, scl = (machine.Pin(number(PINS, f"display.{role}")) for role in ("sda", "scl"))
    parts.display = Words(machine.I2C(number(BLOCKS, "display"), sda=sda, scl=scl, freq=400_000))
    return parts
