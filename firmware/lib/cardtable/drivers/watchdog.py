"""The watchdog of RP2040 and RP2350: once started it must be fed for ever; and why the chip was started.

Registers: RP2040 datasheet 4.7.6, RP2350 datasheet 12.9.7. MicroPython's `machine.reset_cause` takes every
restart for the watchdog's, `machine.reset()` as well (MicroPython issue 19409).
"""

from cardtable.micro import const

LONGEST_MS = const(8388)  # all that its counter can hold
_ALONE_MS = const(2000)
_BASES = {"RP2040": 0x40058000, "RP2350": 0x400D8000}  # by the end of what sys.implementation calls the board
_REASON = const(0x08)  # bit 0 TIMER: the time was over; bit 1 FORCE: a program asked for it
_TIMER = const(1)
_SCRATCH4 = const(0x1C)
_ENABLED = const(0x6AB73121)  # what pico-sdk's `watchdog_enable` leaves there, and `watchdog_reboot` does not


def find_reset_cause(registers, board):
    """Return "power", "watchdog" or "restart": by whom the chip was started.

    "watchdog": a program hung until the time was over. "restart": all else that is not power, such as
    `machine.reset()`, the BOOTSEL drive after an image was copied, picotool. Some of these wait on the timer,
    too, but `watchdog_reboot` of pico-sdk takes the mark of `watchdog_enable` away first.

    `registers`: as machine.mem32; `board`: as sys.implementation._machine.
    """
    base = _BASES.get(board.split(" ")[-1], _BASES["RP2040"])
    reason = registers[base + _REASON] & 3
    if not reason:
        return "power"
    hung = reason & _TIMER and registers[base + _SCRATCH4] & 0xFFFFFFFF == _ENABLED
    return "watchdog" if hung else "restart"


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
