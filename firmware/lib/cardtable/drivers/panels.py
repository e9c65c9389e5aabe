"""The display that is there."""

from .lines import Lines
from .oled import LEAST_US, Oled
from .ssd1306 import Ssd1306

ADDRESSES = (0x3C, 0x3D)  # of an SSD1306 or SSD1309, by its pin SA0
_NOTHING = b"\x00\xe3"  # a command that does nothing: whoever is there acknowledges it


def fit(i2c, count, width, nap):
    """(the display, the board's `idle`): `count` lines of `width` letters. `nap(us)`: how the board rests.

    A panel that answers is an `Oled`, and is painted while nothing is due. Without one the lines are kept for
    whoever reads them.
    """
    for address in ADDRESSES:
        try:
            i2c.writeto(address, _NOTHING)
            return _painted(Oled(Ssd1306(128, 8, i2c, address), count, width), nap)
        except OSError:  # nobody there
            pass
    return Lines(count, width), nap


def _painted(display, nap):
    def idle(us):
        if us < LEAST_US or not display.paint():
            nap(us)

    return display, idle
