"""The watchdog of RP2040 and RP2350, which must be fed once started, and the cause of the last reset.

Registers: RP2040 datasheet 4.7.6, RP2350 datasheet 12.9.7. MicroPython's `machine.reset_cause` reports every
restart as the watchdog's, `machine.reset()` as well (MicroPython issue 19409).
"""

from cardtable.micro import const

LONGEST_MS = const(8388)  # the range of its counter
_ALONE_MS = const(2000)
_RP2040 = const(0x40058000)
_RP2350 = const(0x400D8000)
_REASON = const(0x08)  # bit 0 TIMER: it expired; bit 1 FORCE: a program triggered it
_TIMER = const(1)
_SCRATCH4 = const(0x1C)
_ENABLED = const(0x6AB73121)  # left there by `watchdog_enable` of pico-sdk, not by `watchdog_reboot`


def find_reset_cause(registers, board):
    """Return the cause of the start: "power", "watchdog" or "restart".

    "watchdog": a program hung until the watchdog expired. "restart": all else that is not power, such as
    `machine.reset()`, the BOOTSEL drive after an image was copied, picotool. Some of these wait on the timer,
    too, but `watchdog_reboot` of pico-sdk takes the mark of `watchdog_enable` away first.

    `registers`: as machine.mem32; `board`: as sys.implementation._machine.
    """
    base = _RP2350 if board.endswith("RP2350") else _RP2040
    reason = registers[base + _REASON] & 3
    if not reason:
        return "power"
    hung = reason & _TIMER and registers[base + _SCRATCH4] & 0xFFFFFFFF == _ENABLED
    return "watchdog" if hung else "restart"


class Watchdog:
    """A watchdog. `wdt`: creates and starts it, as machine.WDT; `timer`: as machine.Timer."""

    held = None  # MicroPython ends a timer without a reference when it collects the heap

    def __init__(self, wdt, timer):
        self._make = wdt
        self._timer = timer
        self._wdt = None

    def start(self):
        """Start it: from now on `feed` must be called more often than every LONGEST_MS."""
        self._wdt = self._make(timeout=LONGEST_MS)

    def feed(self):
        """Feed it; harmless before `start`."""
        if self._wdt is not None:
            self._wdt.feed()

    def alone(self):
        """Let a timer feed it: the loop does not run any more, and no reset is wanted."""
        if self._wdt is not None:
            Watchdog.held = self._timer(period=_ALONE_MS, callback=lambda timer: self.feed())
