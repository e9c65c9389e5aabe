"""Quiet sweeps of a board's readers on the emulated Pico are timed: for `make bench`.

Output on USB, a line each: `sweep US`, the time that the processor spent on one, from its start until it was
judged; at last `end`.
"""

import time

import clock_speed
from pico_10pads import build

from cardtable.controller.input.poll_schedule import Pads

_SETTLED = 16  # sweeps until all is routine
_SWEEPS = 64
_LOOK_US = 250  # between two looks while readers talk, as the loop has it


def main():
    """Sweep until all is routine, and then as often as is timed."""
    clock_speed.raise_speed()
    parts = build()
    pads = Pads(parts.readers, parts.reader_codes)
    spent = count = 0
    while count < _SETTLED + _SWEEPS:
        quiet = pads.quiet
        began = time.ticks_us()
        pads.step(time.ticks_ms())
        spent += time.ticks_diff(time.ticks_us(), began)
        if pads.quiet != quiet:
            count += 1
            if count > _SETTLED:
                print("sweep", spent)
            spent = 0
        elif not pads.busy() and not pads._unjudged:
            spent = 0  # a glance between two sweeps, or nothing
        time.sleep_us(_LOOK_US if pads.busy() else 1000)
    print("end")
