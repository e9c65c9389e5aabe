"""Measurements of the board: half of the 5 V, and MISO lines that nothing drives."""

from cardtable.drivers import board


class Line:
    """A pin, as machine.Pin: what drives it from outside, and how it was set up. `latches`: see `miso`."""

    PULL_UP, PULL_DOWN = 1, 2
    OUT, ALT, ALT_SPI = 1, 3, 1
    driven = None
    latches = False

    def __init__(self, gpio):
        self.gpio = gpio
        self.pull = 0
        self.level = 1
        self.function = "spi"
        self.lines.append(self)

    def init(self, mode=-1, pull=0, value=None, alt=-1):
        self.pull = pull
        if mode == self.OUT:
            self.function = "out"
            self.level = value
        elif mode == self.ALT and alt == self.ALT_SPI:
            self.function = "spi"

    def __call__(self):
        if self.driven is not None:
            self.level = self.driven
        elif self.pull == self.PULL_UP:
            self.level = 1
        elif self.pull == self.PULL_DOWN and not self.latches:
            self.level = 0
        return self.level


def look(gpios, level=None, latching=False):
    class Pin(Line):
        lines: "list" = []
        driven = level
        latches = latching

    waits: "list" = []
    found = board.levels(Pin, gpios, waits.append)
    for line in Pin.lines:
        assert (line.function, line.pull) == ("spi", Line.PULL_DOWN), "as after a reset"
    assert min(waits) >= 100
    return found


def test_a_free_line_follows_the_pulls():
    assert look([16]) == [[16, 0, 1, [0]]]


def test_a_line_that_is_held_does_not():
    assert look([16], 0) == [[16, 0, 0, [0]]]
    assert look([16], 1) == [[16, 1, 1, [0]]]


def test_a_line_that_stays_high_by_itself_is_free():
    assert look([16], None, True) == [[16, 0, 1, [0]]]
    assert look([16], 1, True) == [[16, 1, 1, [0]]]


def test_each_line_is_looked_at_once():
    assert look([16, 16, 12, 16, 12]) == [[16, 0, 1, [0, 1, 3]], [12, 0, 1, [2, 4]]]


class Adc:
    def __init__(self, *looks):
        self.looks = looks
        self.count = 0

    def read_u16(self):
        self.count += 1
        return self.looks[self.count % len(self.looks)]


def test_half_of_the_scale_is_half_of_what_can_be():
    assert board.measured(Adc(0)) == [0, 0]
    assert board.measured(Adc(65535)) == [6600, 6600]
    assert board.measured(Adc(49647)) == [5000, 5000]


def test_a_dip_among_the_looks_is_seen():
    assert board.measured(Adc(49647, 49647, 44683, 50641)) == [4500, 5100]
