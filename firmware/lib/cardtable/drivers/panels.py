"""The display that is there."""

ADDRESSES = (0x3C, 0x3D)  # of an SSD1306 or SSD1309, by its pin SA0
_NOTHING = b"\x00\xe3"  # a command that does nothing: whoever is there acknowledges it


def fit(i2c, count, width, nap):
    """(the display, the board's `idle`): `count` lines of `width` letters. `nap(us)`: how the board rests.

    A panel that answers is an `Oled`, if micropython-lib's `ssd1306` is on the device, and is painted while
    nothing is due. Without one the lines are kept for whoever reads them.
    """
    for address in ADDRESSES:
        try:
            i2c.writeto(address, _NOTHING)
            return _painted(i2c, address, count, width, nap)
        except (OSError, ImportError):  # nobody there, or nobody knows how to talk to it
            pass
    lines = __import__("cardtable.drivers.lines", None, None, ("lines",))
    return lines.Lines(count, width), nap


def _painted(i2c, address, count, width, nap):
    import ssd1306  # type: ignore

    oled = __import__("cardtable.drivers.oled", None, None, ("oled",))
    display = oled.Oled(ssd1306.SSD1306_I2C(128, 8, i2c, address), count, width)
    least = oled.LEAST_US

    def idle(us):
        if us < least or not display.paint():
            nap(us)

    return display, idle
