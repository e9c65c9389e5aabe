"""The board of a test: as its own, but what the display shows goes over I2C as text.

When it has shown the text of the file `hang`, the program does nothing any more.
"""

import os
import time

import machine
from wired import *  # noqa: F403
from wired import BLOCKS, DISPLAY_LINES, DISPLAY_WIDTH, PINS
from wired import build as wired

from cardtable.drivers.board import number
from cardtable.drivers.oled import Lines

ADDRESS = 0x3E  # where no panel is


class Words(Lines):
    """Tells all its lines when one has changed."""

    def __init__(self, i2c):
        super().__init__(DISPLAY_LINES, DISPLAY_WIDTH)
        self._i2c = i2c
        self._last = None  # it hangs when it has shown that
        try:
            with open("hang") as file:
                self._last = file.read()
            os.remove("hang")  # but only in this start
        except OSError:
            pass

    def show(self, texts):
        before = self.lines[:]
        super().show(texts)
        if self.lines != before:
            text = "".join(self.lines)
            self._i2c.writeto(ADDRESS, text.encode())
            while self._last is not None and self._last in text:
                time.sleep_ms(100)  # it feeds no watchdog; the emulator has little to do meanwhile


def build():
    parts = wired()
    sda, scl = (machine.Pin(number(PINS, f"display.{role}")) for role in ("sda", "scl"))
    parts.display = Words(machine.I2C(number(BLOCKS, "display"), sda=sda, scl=scl, freq=400_000))
    return parts
