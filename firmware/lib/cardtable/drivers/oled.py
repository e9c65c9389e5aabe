"""Text lines on an OLED of 128 by 64 dots with an SSD1306 or SSD1309, such as the 2.4-inch ones, over I2C."""

from cardtable.drivers.glyphs import GLYPHS, at
from cardtable.drivers.lines import Lines
from cardtable.micro import const

_WIDE = const(128)
_STEP = const(6)  # from one letter to the next
_ROWS = const(64)
_SET_COLUMNS = const(0x21)  # of a horizontal window, data sheet 10.1.4; first and last follow
_SET_PAGES = const(0x22)
_SET_ROWS = const(0xA8)  # rows that are driven, less one
_SET_WIRING = const(0xDA)  # of the rows' pins
_ALTERNATIVE = const(0x12)  # as panels of 64 rows have them
LEAST_US = const(5000)  # a line takes some 4.5 ms: 3.4 on a bus of 400 kHz, and about 1 to draw; calculated


class Oled(Lines):
    """`panel`: an `Ssd1306`, made for 128 by 8 dots: its buffer is one line of text.

    show() sends nothing: each paint() sends one line, so that readers and keys need not wait for a whole
    picture. What a panel that does not answer was to show is sent with the next text.
    """

    def __init__(self, panel, count, width):
        super().__init__(count, width)
        self._panel = panel
        self._painted = [None] * count
        for byte in (_SET_ROWS, _ROWS - 1, _SET_WIRING, _ALTERNATIVE):
            panel.write_cmd(byte)

    def show(self, texts):
        super().show(texts)
        if not self._painted:
            self._painted = [None] * self.count

    def paint(self):
        """Send the first line that the panel does not show yet. False if there is none, or no panel."""
        for row in range(len(self._painted)):
            if self._painted[row] != self.lines[row]:
                try:
                    self._send(row)
                    self._painted[row] = self.lines[row]
                except OSError:
                    self._painted = []
                    return False
                return True
        return False

    def _send(self, row):
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
