"""The Pico's own LED, where no board was ever chosen: version, and whether a tag is there.

From power on, and again and again while no reader answers, it blinks each number of the version that is not
0: `0.2.0` is two blinks, `1.3.0` one, a pause, three. Then it is lit while any tag is on a working reader.
"""

from cardtable import __version__
from cardtable.micro import const

_ON_MS = const(150)
_OFF_MS = const(250)
_NEXT_MS = const(800)  # between two numbers
_AGAIN_MS = const(2000)  # after the last one


def blinks(version):
    """Return the begins of the blinks of this version, and when the last one is over, in ms."""
    begins, at = [], 0
    for word in version.split("."):
        count = int(word)
        begins += [at + i * (_ON_MS + _OFF_MS) for i in range(count)]
        at += count * (_ON_MS + _OFF_MS) + _NEXT_MS if count else 0
    return begins, begins[-1] + _ON_MS + _OFF_MS


class Led:
    """`pin(level)` sets the LED, which is dark."""

    def __init__(self, pin, version=__version__):
        self._pin = pin
        self._level = 0
        self._begins, self._over = blinks(version)
        self._began = -1  # ms: not yet

    def step(self, now, pads):
        """Take a turn. `pads`: see `input.poll_schedule.Pads`."""
        works = True in pads.alive
        if self._began < 0 or not works and now - self._began >= self._over + _AGAIN_MS:
            self._began = now
        at, level = now - self._began, 0
        if at < self._over:
            for begin in self._begins:
                if begin <= at < begin + _ON_MS:
                    level = 1
        else:
            for pad in range(len(pads.seen)):
                if pads.alive[pad] and pads.seen[pad] is not None:
                    level = 1
        if level != self._level:
            self._level = level
            self._pin(level)
