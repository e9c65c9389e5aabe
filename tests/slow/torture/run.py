"""Torture for as long as you like: `make torture` goes on where it stopped, TORTURE_MINUTES at a time.

Counts and failures are kept in .torture (tests/support/long_run.py). `python tests/slow/torture/run.py SEED`
plays that seed again.
"""

import os
import sys
import tempfile
import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "tests" / name) for name in ("slow/torture", "portable", "support")]

import world  # noqa: E402
from long_run import LongRun  # noqa: E402

GOAL = 100_000  # seeds
SOURCES = (
    "firmware/lib/cardtable",
    "tests/slow/torture",
    "tests/portable/random_players.py",
    "tests/support/recorded_matches.py",
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
    """What decides what a seed gives; of the computer's side only what is in use here: when the rest changes
    the run goes on.
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


if __name__ == "__main__":
    if len(sys.argv) > 1:
        records, cuts, faults, wrong = play(int(sys.argv[1]))
        print(wrong or f"{records} records, {cuts} cuts, {faults}")
        sys.exit(wrong is not None)
    long = LongRun(".torture", sources(), {"seeds": 0, "records": 0, "cuts": 0, "faults": {}}, "seeds", GOAL)
    sys.exit(long.run(float(os.environ.get("TORTURE_MINUTES", "10")), play, note, line, batch=100))
