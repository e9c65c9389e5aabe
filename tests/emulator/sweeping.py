"""In the place of the table's program: how long sweeps take a Pico. For tests/bench/sweep.py."""

import gc
import time

import wired
from cardtable.controller.pads import Pads

SETTLED = 60  # sweeps and glances until all is quiet
COUNT = 30


def sweep(pads):
    """Of the next sweep or glance: us spent in `step`, us until the last reader was heard, calls of `step`,
    and how many sweeps in a row were quiet then.
    """
    us = time.ticks_us
    spent = calls = heard = 0
    while time.ticks_ms() < pads.due():
        pass
    began = us()
    while True:
        now = time.ticks_ms()
        if not pads.busy() and now < pads.due():
            continue
        before = us()
        pads.step(now)
        after = us()
        spent += after - before
        calls += 1
        if pads.busy():
            continue
        if heard == 0:
            heard = after - began
        if not pads._unjudged:
            return spent, heard, calls, pads.quiet


def main():
    parts = wired.build()
    pads = Pads(parts.readers, parts.reader_codes)
    for _ in range(SETTLED):
        sweep(pads)
    gc.collect()
    gc.disable()
    for _ in range(COUNT):
        print("sweep", *sweep(pads))
    print("over")


main()
