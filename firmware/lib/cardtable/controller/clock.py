"""Time for the whole table: one count of milliseconds that never wraps within an evening."""

from cardtable.micro import const

NEVER = const(0x3FFFFFFF)  # ms


class Clock:
    """The clock.

    `ms`: whole milliseconds since `start`; read once per turn, so that a turn has one time. `ticks_us()` and
    `ticks_diff(a, b)` are MicroPython's wrapping microseconds.
    """

    def __init__(self, ticks_us, ticks_diff):
        self._ticks_us = ticks_us
        self._ticks_diff = ticks_diff
        self._last = 0
        self._rest = 0
        self.ms = 0

    def start(self):
        self._last = self._ticks_us()

    def until_us(self, due):
        """Return the microseconds from this turn to `due` (ms); 0 if that is past."""
        return max(0, (due - self.ms) * 1000 - self._rest)

    def turn(self):
        """Read the time for this turn of the loop."""
        now = self._ticks_us()
        passed = self._ticks_diff(now, self._last) + self._rest
        self._last = now
        self.ms += passed // 1000
        self._rest = passed % 1000
