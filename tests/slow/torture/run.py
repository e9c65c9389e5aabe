"""Torture for as long as you like: `make torture` goes on where it stopped, TORTURE_MINUTES at a time.

First all pairs of cuts, one in a match and one in the recovery after it (cuts.py); then seeds (world.py).
Counts and failures are kept in .torture and .torture/pairs (tests/support/long_run.py). `python
tests/slow/torture/run.py SEED` plays that seed again.
"""

import functools
import os
import sys
import tempfile
import time
import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "tests" / name) for name in ("slow/torture", "portable", "support")]

import cuts  # noqa: E402
import world  # noqa: E402
from long_run import FIRST, LongRun  # noqa: E402

GOAL = 100_000  # seeds
SOURCES = (
    "firmware/lib/cardtable",
    "tests/slow/torture",
    "tests/portable/random_players.py",
    "tests/support/recorded_matches.py",
    "tests/support/failing_flash.py",
)
MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None  # a disk has nothing to do with this


def play(seed):
    """One seed: (records, cuts in the flash, faults by kind, what is wrong or None)."""
    with tempfile.TemporaryDirectory(prefix="torture-", dir=MEMORY) as folder:
        one = world.World(seed, Path(folder))
        wrong = None
        try:
            one.run()
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            wrong = f"seed {seed}: {error!r} ({where.name}, line {where.lineno})"
        return len(one.promised), one.cuts, one.counts, wrong


def sources():
    """Return the sources that decide the course of a seed; on the computer's side only those in use: when the
    others change, the run goes on.
    """
    host = [module.__file__ for name, module in sys.modules.items() if name.startswith("tablehost")]
    return SOURCES + tuple(sorted(str(Path(file).relative_to(ROOT)) for file in host))


def note(state, result):
    records, cuts, faults, wrong = result
    state["seeds"] += 1
    state["records"] += records
    state["cuts"] += cuts
    for name, count in faults.items():
        state["faults"][name] = state["faults"].get(name, 0) + count
    if wrong:
        state["failures"].append(wrong)


def line(state):
    faults = sum(state["faults"].values())
    return (
        f"{state['seeds']:,} of {GOAL:,} seeds, {state['records']:,} records, {faults:,} faults, "
        f"{state['cuts']:,} cuts in an operation of the flash; failures: {len(state['failures'])}"
    )


@functools.cache
def recorded(number):
    return cuts.Recorded(number)


def pairs(unit):
    """All cuts in one operation of a match, and all in the recoveries: (which game, how many cuts, how many
    pairs, processor seconds, what is wrong or None); None behind the last one.
    """
    at = unit - FIRST
    for number, (name, *_) in enumerate(cuts.MATCHES):
        if at < len(recorded(number)):
            count, wrong, begun = 0, None, time.process_time()
            for tear in cuts.TORN:
                try:
                    count += cuts.every_second_cut(recorded(number), at, tear)
                except Exception as error:
                    wrong = f"{name}, operation {at}, {tear}: {error!r}"
            return name, len(cuts.TORN), count, time.process_time() - begun, wrong
        at -= len(recorded(number))
    return None


def note_pairs(state, result):
    if result is None:
        return
    name, cut, count, seconds, wrong = result
    state["operations"] += 1
    state["cuts"] += cut
    state["pairs"][name] = state["pairs"].get(name, 0) + count
    state["seconds"] += seconds
    if wrong:
        state["failures"].append(wrong)


def line_of_pairs(state):
    counts = ", ".join(f"{name} {count:,}" for name, count in state["pairs"].items())
    return (
        f"{state['operations']:,} operations of the flash, {state['cuts']:,} cuts, with a second one each: "
        f"{counts}; {state['seconds']:,.0f} processor seconds; failures: {len(state['failures'])}"
    )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        records, cuts, faults, wrong = play(int(sys.argv[1]))
        print(wrong or f"{records} records, {cuts} cuts, {faults}")
        sys.exit(wrong is not None)
    minutes = float(os.environ.get("TORTURE_MINUTES", "10"))
    (ROOT / ".torture").mkdir(exist_ok=True)
    begun = time.monotonic()
    goal = sum(len(recorded(number)) for number in range(len(cuts.MATCHES)))
    counts = {"operations": 0, "cuts": 0, "pairs": {}, "seconds": 0}
    long = LongRun(".torture/pairs", sources(), counts, "operations", goal)
    failed = long.run(minutes, pairs, note_pairs, line_of_pairs, batch=4)
    minutes = max(0, minutes - (time.monotonic() - begun) / 60)
    long = LongRun(".torture", sources(), {"seeds": 0, "records": 0, "cuts": 0, "faults": {}}, "seeds", GOAL)
    sys.exit(long.run(minutes, play, note, line, batch=100) or failed)
