"""Measurements of the board: half of the 5 V, and MISO lines that nothing drives; and its random bytes."""

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


class Chip:
    """The sources of random bytes, none of which varies: `asked` are the lengths that were asked for. With
    `noisy`, one of the readings of the converter is off by a bit.
    """

    CORE_TEMP = 4

    def __init__(self, content=b"\x2a", noisy=-1, us=7):
        self.asked: "list" = []
        self._content = content
        self._noisy = noisy
        self._us = us
        self._looks = 0

    def __call__(self, channel):
        assert channel == self.CORE_TEMP
        return self

    def bytes(self, count):
        self.asked.append(count)
        return self._content * count

    def read_u16(self):
        self._looks += 1
        return 14001 if self._looks == self._noisy else 14000

    def random(self, count):
        return board.random_bytes(count, self.bytes, self, lambda: self._us)


def test_random_bytes_rest_on_each_of_their_sources():
    plain = Chip().random(32)
    assert len(plain) == 32 and Chip().random(32) == plain
    others = [Chip(b"\x2b"), Chip(noisy=1), Chip(noisy=32), Chip(us=8)]
    drawn = [plain] + [one.random(32) for one in others]
    assert len(set(drawn)) == 5


def test_random_bytes_take_eight_times_as_many_of_the_chip():
    for count in (4, 8, 16, 32):
        chip = Chip()
        assert len(chip.random(count)) == count
        assert sum(chip.asked) == 8 * count
