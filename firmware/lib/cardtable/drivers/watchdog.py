"""The RP2040's watchdog: once started it must be fed for ever [RP2040 datasheet 4.7]."""

from cardtable.micro import const

LONGEST_MS = const(8388)  # all that its counter can hold
_ALONE_MS = const(2000)


class Watchdog:
    """`wdt`: makes it and starts it, as machine.WDT; `timer`: as machine.Timer."""

    held = None  # MicroPython ends a timer that nobody holds, when it collects the heap

    def __init__(self, wdt, timer):
        self._make = wdt
        self._timer = timer
        self._wdt = None

    def start(self):
        """From now on `feed` must be called more often than every LONGEST_MS."""
        self._wdt = self._make(timeout=LONGEST_MS)

    def feed(self):
        """Say that all is well; harmless before `start`."""
        if self._wdt is not None:
            self._wdt.feed()

    def alone(self):
        """Have a timer feed it: the loop does not run any more, and nobody wants a reset."""
        if self._wdt is not None:
            Watchdog.held = self._timer(period=_ALONE_MS, callback=lambda timer: self.feed())
