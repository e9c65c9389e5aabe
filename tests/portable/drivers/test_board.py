"""Measurements of the board: half of the 5 V, and MISO lines that nothing drives; and its random bytes."""

from cardtable.drivers import board, measurements


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
    found = measurements.levels(Pin, gpios, waits.append)
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


class Pins:
    """The pins of a board; `levels`: of each use."""

    def __init__(self):
        self.levels = {}

    def nap(self, us):
        self.levels["naps"] = self.levels.get("naps", 0) + us

    def driven(self, use, level):
        self.levels[use] = level
        return lambda level: self.levels.__setitem__(use, level)


def measured(*looks):
    """Return the 5 V of a board without buses."""
    return board.ReaderSupply(Pins(), 5, (), (), (), Adc(*looks)).measure()


def test_half_of_the_scale_is_half_of_what_can_be():
    assert measured(0) == [0, 0]
    assert measured(65535) == [6600, 6600]
    assert measured(49647) == [5000, 5000]


def test_a_dip_among_the_looks_is_seen():
    assert measured(49647, 49647, 44683, 50641) == [4500, 5100]


def test_readers_have_their_supply_while_the_plug_is_in_as_far_as_that_is_known():
    for adc, at_first, then in ((None, True, False), (Adc(49647), True, True), (Adc(10000), False, False)):
        pins = Pins()
        supply = board.ReaderSupply(pins, 5, (), (), (), adc)
        assert pins.levels == {"readers.power": 0, "readers.rst": 0}
        assert (supply.switch(True), supply.switch(False)) == (at_first, then)
        assert supply.is_on == then == (pins.levels["readers.power"] == 1)
        assert pins.levels.get("naps", 0) == 5000 * at_first


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
