"""Random lays for as long as you like: `make soak` goes on where it stopped, SOAK_MINUTES at a time.

Each seed is an evening of some hundred lays (tests/support/random_lays.py). Counts and failures are kept in
.soak (tests/support/long_run.py). `python tests/slow/soak/readers.py SEED` plays that evening again.

PyPy (from 3.9 on) plays some five times as many, with the same results:
PYTHONPATH=firmware/lib:host pypy3 tests/slow/soak/readers.py
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "support"))

import random_lays
from long_run import LongRun

GOAL = 1_000_000  # lays
SUMS = ("lays", "read", "told", "blinks", "faults")
SOURCES = (
    "firmware/lib/cardtable/drivers/mfrc522.py",
    "firmware/lib/cardtable/controller/input/poll_schedule.py",
    "firmware/lib/cardtable/controller/input/presence.py",
    "firmware/lib/cardtable/controller/input/pad_filter.py",
    "host/tablehost/virtual/tags/field.py",
    "host/tablehost/virtual/chips/mfrc522.py",
    "host/tablehost/virtual/chips/spi.py",
    "host/tablehost/virtual/tags/tag.py",
    "tests/support/random_lays.py",
)


def note(state, counts):
    for name in SUMS:
        state[name] += getattr(counts, name)
    state.setdefault("blinked", []).extend(counts.blinked)
    for line in counts.wrong:
        state["failures"].append(f"wrong identity: {line}")
    for line in counts.lost:
        state["failures"].append(f"unannounced loss: {line}")


def line(state):
    return (
        f"{state['lays']:,} of {GOAL:,} lays, {state['read']:,} cards read, "
        f"{state['told']:,} told as trouble, {state['blinks']} blinks, {state['faults']:,} faults; "
        f"failures: {len(state['failures'])}"
    )


def again(seed):
    """Play one evening again; the exit status."""
    counts = random_lays.run(seed)
    print(counts.line())
    for failure in counts.wrong + counts.lost:
        print(failure)
    return 1 if counts.wrong or counts.lost else 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(again(int(sys.argv[1])))
    long = LongRun(".soak", SOURCES, dict.fromkeys(SUMS, 0), "lays", GOAL)
    sys.exit(long.run(float(os.environ.get("SOAK_MINUTES", "10")), random_lays.run, note, line, batch=32))
