"""Text lines on an OLED of 128 by 64 dots with an SSD1306 or SSD1309, such as the 2.4-inch ones, over I2C.

The panel's start sequence is that of the data sheet's application note (3.1). Its bytes are columns of eight
dots, the uppermost in the lowest bit. MicroPython's framebuf has letters 8 dots wide, 16 a line, without
accents; the sentences of the table need 21, so the letters of 5 by 8 dots are here. Without a panel the lines
are kept for readers of `lines`.
"""

from cardtable.micro import const

# Without AE, which a reset implies: a panel that shows its text goes on doing so meanwhile.
BEGIN = (  # a literal, which stays in flash
    b"\x20\x00\x40\xa1\xa8\x3f\xc8\xd3\x00\xda\x12\xd5\x80"
    b"\xd9\xf1\xdb\x30\x81\xff\xa4\xa6\xad\x30\x8d\x14\xaf"
)

MORE = "ÀÉÈÊÎÔàâèéêëēîïôùûçÇ’"
GLYPHS = (
    b"\x00\x00\x00\x00\x00\x00\x00\xbe\x00\x00\x00\x0e\x00\x0e\x00\x28\xfe\x28\xfe\x28\x48\x54\xfe\x54\x24"
    b"\x46\x26\x10\xc8\xc4\x6c\x92\xaa\x44\xa0\x00\x0a\x06\x00\x00\x00\x38\x44\x82\x00\x00\x82\x44\x38\x00"
    b"\x28\x10\x7c\x10\x28\x10\x10\x7c\x10\x10\x00\xa0\x60\x00\x00\x10\x10\x10\x10\x10\x00\xc0\xc0\x00\x00"
    b"\x40\x20\x10\x08\x04\x7c\xa2\x92\x8a\x7c\x00\x84\xfe\x80\x00\x84\xc2\xa2\x92\x8c\x42\x82\x8a\x96\x62"
    b"\x30\x28\x24\xfe\x20\x4e\x8a\x8a\x8a\x72\x78\x94\x92\x92\x60\x02\xe2\x12\x0a\x06\x6c\x92\x92\x92\x6c"
    b"\x0c\x92\x92\x52\x3c\x00\x6c\x6c\x00\x00\x00\xac\x6c\x00\x00\x10\x28\x44\x82\x00\x28\x28\x28\x28\x28"
    b"\x00\x82\x44\x28\x10\x04\x02\xa2\x12\x0c\x64\x92\xf2\x82\x7c\xfc\x22\x22\x22\xfc\xfe\x92\x92\x92\x6c"
    b"\x7c\x82\x82\x82\x44\xfe\x82\x82\x44\x38\xfe\x92\x92\x92\x82\xfe\x12\x12\x12\x02\x7c\x82\x92\x92\xf4"
    b"\xfe\x10\x10\x10\xfe\x00\x82\xfe\x82\x00\x40\x80\x82\x7e\x02\xfe\x10\x28\x44\x82\xfe\x80\x80\x80\x80"
    b"\xfe\x04\x18\x04\xfe\xfe\x08\x10\x20\xfe\x7c\x82\x82\x82\x7c\xfe\x12\x12\x12\x0c\x7c\x82\xa2\x42\xbc"
    b"\xfe\x12\x32\x52\x8c\x8c\x92\x92\x92\x62\x02\x02\xfe\x02\x02\x7e\x80\x80\x80\x7e\x3e\x40\x80\x40\x3e"
    b"\x7e\x80\x70\x80\x7e\xc6\x28\x10\x28\xc6\x0e\x10\xe0\x10\x0e\xc2\xa2\x92\x8a\x86\x00\xfe\x82\x82\x00"
    b"\x04\x08\x10\x20\x40\x00\x82\x82\xfe\x00\x08\x04\x02\x04\x08\x80\x80\x80\x80\x80\x00\x02\x04\x08\x00"
    b"\x40\xa8\xa8\xa8\xf0\xfe\x90\x88\x88\x70\x70\x88\x88\x88\x40\x70\x88\x88\x90\xfe\x70\xa8\xa8\xa8\x30"
    b"\x10\xfc\x12\x02\x04\x18\xa4\xa4\xa4\x7c\xfe\x10\x08\x08\xf0\x00\x88\xfa\x80\x00\x40\x80\x88\x7a\x00"
    b"\xfe\x20\x50\x88\x00\x00\x82\xfe\x80\x00\xf8\x08\x30\x08\xf0\xf8\x10\x08\x08\xf0\x70\x88\x88\x88\x70"
    b"\xf8\x28\x28\x28\x10\x10\x28\x28\x30\xf8\xf8\x10\x08\x08\x10\x90\xa8\xa8\xa8\x40\x08\x7e\x88\x80\x40"
    b"\x78\x80\x80\x40\xf8\x38\x40\x80\x40\x38\x78\x80\x60\x80\x78\x88\x50\x20\x50\x88\x18\xa0\xa0\xa0\x78"
    b"\x88\xc8\xa8\x98\x88\x00\x10\x6c\x82\x00\x00\x00\xfe\x00\x00\x00\x82\x6c\x10\x00\x10\x08\x10\x20\x10"
    b"\xf8\x25\x25\x24\xf8\xfc\x94\x95\x95\x84\xfc\x95\x95\x94\x84\xfc\x95\x95\x95\x84\x00\x85\xfd\x85\x00"
    b"\x78\x85\x85\x85\x78\x40\xa9\xaa\xa8\xf0\x40\xaa\xa9\xaa\xf0\x70\xa9\xaa\xa8\x30\x70\xa8\xaa\xa9\x30"
    b"\x70\xaa\xa9\xaa\x30\x70\xa9\xa8\xa9\x30\x70\xa9\xa9\xa9\x30\x00\x8a\xf9\x82\x00\x00\x89\xf8\x81\x00"
    b"\x70\x8a\x89\x8a\x70\x78\x81\x82\x40\xf8\x78\x82\x81\x42\xf8\x70\x88\xc8\x88\x40\x3e\x41\xc1\x41\x22"
    b"\x00\x0a\x06\x00\x00"
)

_WIDE = const(128)
_STEP = const(6)  # from one letter to the next
_SET_COLUMNS = const(0x21)  # of a horizontal window, data sheet 10.1.4; first and last follow
_SET_PAGES = const(0x22)
LEAST_US = const(5000)  # a line takes some 4.5 ms: 3.4 on a bus of 400 kHz, and about 1 to draw; calculated


ADDRESSES = (0x3C, 0x3D)  # of an SSD1306 or SSD1309, by its pin SA0
_NOTHING = b"\x00\xe3"  # a NOP command, to probe for an acknowledgement
_CLOCKS = const(9)  # a byte and its acknowledgement: then a chip lets go of SDA [I2C specification 3.1.16]
_HALF_US = const(2)  # of a clock of 250 kHz; the panel takes 400
_TIMEOUT_US = const(10_000)  # of a transfer, which takes 3 ms at most; else a bus that is held costs 50 ms
_RENEW_US = const(30_000_000)  # a panel that lost its power unnoticed is dark no longer than this
_RETRY_US = const(2_000_000)  # and so often one is sought that does not answer


class Ssd1306:
    """A panel; `buffer` is the picture of one line of text, one byte for eight dots."""

    def __init__(self, i2c, addr=0x3C):
        self.buffer = bytearray(_WIDE)
        self._i2c = i2c
        self._addr = addr

    def begin(self):
        """Send the start sequence."""
        for byte in BEGIN:
            self.write_cmd(byte)

    def write_cmd(self, cmd):
        """Send a command."""
        self._i2c.writeto(self._addr, bytes([0x80, cmd]))

    def write_data(self, buf):
        """Send bytes of the picture."""
        self._i2c.writevto(self._addr, [b"\x40", buf])


class Lines:
    """A text display of `count` lines of exactly `width` characters. A real panel offers the same show().

    `answers`: whether a panel does.
    """

    answers = False

    def __init__(self, count, width):
        self.count = count
        self.width = width
        self.lines = [" " * width] * count

    def show(self, texts):
        """Replace the picture: texts are cut or padded to the width, missing ones are blank."""
        width = self.width
        for i in range(self.count):
            text = texts[i] if i < len(texts) else ""
            self.lines[i] = text[:width] + " " * (width - len(text))


def at(letter):
    """Return the index in GLYPHS of the five columns of a letter: ASCII, then MORE; "?" for others."""
    code = ord(letter) - 32
    if code >= 95:
        code = MORE.find(letter)
        code = 31 if code < 0 else 95 + code
    return code * 5


class Oled(Lines):
    """The lines on a `panel`, an `Ssd1306` that answers.

    show() sends nothing: each paint() sends one line, so that readers and keys need not wait for a whole
    picture. A panel whose power was away for a moment is dark, and acknowledges all the same. So every 30 s,
    and after an error, it gets the start sequence and all lines again.
    """

    answers = True

    def __init__(self, panel, count, width, ticks_us, ticks_diff):
        super().__init__(count, width)
        self._panel = panel
        self._painted = [None] * count
        self._ticks_us = ticks_us
        self._ticks_diff = ticks_diff
        self._begin(ticks_us())

    def _begin(self, now):
        """Send the start sequence. Raises OSError where no panel answers."""
        self._begun = now
        self._panel.begin()
        self.answers = True
        for row in range(self.count):
            self._painted[row] = None

    def paint(self):
        """Send the start sequence if it is due, or the first line that the panel does not show yet.

        Returns False if there is none, or no panel.
        """
        now = self._ticks_us()
        wait = _RENEW_US if self.answers else _RETRY_US
        try:
            if self._ticks_diff(now, self._begun) >= wait:
                self._begin(now)
                return True
            if self.answers:
                for row in range(self.count):
                    if self._painted[row] != self.lines[row]:
                        self._send(row)
                        self._painted[row] = self.lines[row]
                        return True
        except OSError:
            self.answers = False
            self._begun = now
        return False

    def _send(self, row):
        """Send one line."""
        page = self._panel.buffer
        for x in range(_WIDE):
            page[x] = 0
        x = (_WIDE - _STEP * self.width) // 2
        for letter in self.lines[row]:
            glyph = at(letter)
            for column in range(5):
                page[x + column] = GLYPHS[glyph + column]
            x += _STEP
        command = self._panel.write_cmd
        for byte in (_SET_COLUMNS, 0, _WIDE - 1, _SET_PAGES, row, row):
            command(byte)
        self._panel.write_data(page)


def open_bus(machine, block, sda, scl, hertz, nap):
    """Return the I2C bus of a panel, by the numbers of block and pins. `nap(us)`: the board's sleep.

    A Pico that was reset in the middle of a byte leaves a panel that holds SDA until it gets the byte's other
    clocks.
    """
    Pin = machine.Pin
    clock = Pin(scl, Pin.OPEN_DRAIN, Pin.PULL_UP, value=1)
    for _ in range(_CLOCKS):
        clock(0)
        nap(_HALF_US)
        clock(1)
        nap(_HALF_US)
    return machine.I2C(block, sda=Pin(sda), scl=Pin(scl), freq=hertz, timeout=_TIMEOUT_US)


def fit(i2c, count, width, nap, ticks_us, ticks_diff):
    """Return (the display, the board's `idle`): `count` lines of `width` letters.

    `nap(us)`: the board's sleep. A panel that answers is an `Oled`, and is painted while nothing is due.
    """
    for address in ADDRESSES:
        try:
            i2c.writeto(address, _NOTHING)
            return _idle_painting(Oled(Ssd1306(i2c, address), count, width, ticks_us, ticks_diff), nap)
        except OSError:  # no panel
            pass
    return Lines(count, width), nap


def _idle_painting(display, nap):
    """Return an idle function that paints."""

    def idle(us):
        if us < LEAST_US or not display.paint():
            nap(us)

    return display, idle
