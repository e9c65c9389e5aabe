"""`machine` as far as the boards use it: every call goes to the chip models."""

from models import models


class Pin:
    """A GPIO. What an input reads depends on the outputs and on what people do: it is asked for only once."""

    IN, OUT, OPEN_DRAIN, ALT = 0, 1, 2, 3
    PULL_UP, PULL_DOWN = 1, 2
    ALT_SPI = 1

    def __init__(self, gpio, mode=-1, pull=-1, value=None):
        self.gpio = gpio
        self._known = {}  # level by the levels of all outputs
        self._outside = -1
        if mode == Pin.OUT and value is not None:
            models.drive(gpio, value)

    def init(self, mode=-1, pull=-1, value=None, alt=-1):
        models.call("pull", self.gpio, pull)
        self._known.clear()
        if mode == Pin.OUT:
            models.drive(self.gpio, value)

    def __call__(self, value=None):
        if value is not None:
            models.drive(self.gpio, value)
            return None
        if self._outside != models.outside:
            self._outside = models.outside
            self._known.clear()
        level = self._known.get(models.levels)
        if level is None:
            level = models.level(self.gpio)
            self._known[models.levels] = level
        return level

    value = __call__


class SPI:
    MSB, LSB = 0, 1

    def __init__(self, block, baudrate=1_000_000, **settings):
        self._block = block
        for role in ("sck", "mosi", "miso"):
            settings[role] = settings[role].gpio
        self._byte_ns = models.call("spi", block, baudrate, settings)

    def init(self, baudrate):
        self._byte_ns = models.call("spi-clock", self._block, baudrate)

    def write(self, out):
        models.write(self._block, out)
        models.took(models.write_ns + self._byte_ns * len(out))

    def write_readinto(self, out, into):
        models.swap(self._block, out, into)


class I2C:
    """No chip answers: the display's lines are read where they are kept."""

    def __init__(self, block, **settings):
        pass

    def writeto(self, address, data):
        raise OSError(5)


class PWM:
    def __init__(self, pin):
        models.call("pwm", pin.gpio)
        self.freq = models.freq
        self.duty_u16 = models.duty


class ADC:
    CORE_TEMP = 4

    def __init__(self, source):
        self._gpio = -1 if source == self.CORE_TEMP else source.gpio  # the temperature is never asked for

    def read_u16(self):
        return models.call("adc", self._gpio)


class WDT:
    def __init__(self, id=0, timeout=5000):
        pass

    def feed(self):
        pass


class Timer:
    """Never runs: no test enters maintenance."""


mem32 = {0x40058008: 0, 0x4005801C: 0}  # the watchdog's REASON and SCRATCH4 after power


def unique_id():
    return bytes(models.call("unique_id"))


def bootloader():
    """Never called: no test puts another program on it."""
