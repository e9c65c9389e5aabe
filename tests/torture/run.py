"""Torture for as long as you like: `make torture` goes on where it stopped, TORTURE_MINUTES at a time.

Counts and failures are kept in .torture/counts.json, with the state of the sources they belong to: other
sources begin anew. Exit status 0 if no failure is on record, 1 if there is one;
`python tests/torture/run.py SEED` plays that seed again.
"""

import hashlib
import json
import os
import sys
import tempfile
import time
import traceback
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / name) for name in ("torture", "shared", "support")]

import world  # noqa: E402

STATE = ROOT / ".torture" / "counts.json"
FIRST = 1_000_000  # the gate plays the small seeds
GOAL = 100_000  # seeds
SOURCES = ("firmware/lib/cardtable", "host/tablehost", "tests/torture", "tests/shared/play.py")


def sources():
    """One digest of everything that decides what a seed gives."""
    digest = hashlib.sha256()
    for name in SOURCES:
        path = ROOT / name
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def load():
    """The state on record, or a fresh one."""
    fresh = {
        "sources": sources(),
        "next": FIRST,
        "seeds": 0,
        "records": 0,
        "cuts": 0,
        "faults": {},
        "failures": [],
    }
    try:
        state = json.loads(STATE.read_text())
    except FileNotFoundError:
        return fresh
    if state["sources"] != fresh["sources"]:
        print(f"the sources have changed since {state['seeds']} seeds were played: beginning anew")
        return fresh
    return state


def save(state):
    STATE.parent.mkdir(exist_ok=True)
    whole = STATE.with_suffix(".new")
    whole.write_text(json.dumps(state, indent=1))
    whole.replace(STATE)


def play(seed):
    """One seed: (records, cuts in the flash, faults by kind, what is wrong or None)."""
    with tempfile.TemporaryDirectory(prefix="torture-", dir=memory()) as folder:
        one = world.World(seed, Path(folder))
        try:
            one.run()
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            return (
                len(one.promised),
                one.cuts,
                one.counts,
                f"seed {seed}: {error!r} ({where.name}, line {where.lineno})",
            )
        return len(one.promised), one.cuts, one.counts, None


def memory():
    """A folder in memory, where there is one: a disk has nothing to do with this."""
    return "/dev/shm" if os.path.isdir("/dev/shm") else None


def line(state):
    faults = sum(state["faults"].values())
    return (
        f"{state['seeds']:,} of {GOAL:,} seeds, {state['records']:,} records, {faults:,} faults, "
        f"{state['cuts']:,} cuts in an operation of the flash; failures: {len(state['failures'])}"
    )


def torture(minutes):
    """Play on for so long; the exit status."""
    state = load()
    until = time.monotonic() + 60 * minutes
    workers = os.cpu_count() or 1
    shown = 0.0
    with ProcessPoolExecutor(workers) as pool:
        while time.monotonic() < until and state["seeds"] < GOAL:
            seeds = range(state["next"], state["next"] + 25 * workers)
            for records, cuts, faults, wrong in pool.map(play, seeds, chunksize=5):
                state["records"] += records
                state["cuts"] += cuts
                for name, count in faults.items():
                    state["faults"][name] = state["faults"].get(name, 0) + count
                if wrong:
                    state["failures"].append(wrong)
            state["seeds"] += len(seeds)
            state["next"] = seeds.stop
            save(state)
            if time.monotonic() - shown > 20:
                shown = time.monotonic()
                print(line(state), flush=True)
    print(line(state))
    print(", ".join(f"{name} {count:,}" for name, count in state["faults"].items()))
    for failure in state["failures"]:
        print(failure)
    if state["failures"]:
        print("to play one again: .venv/bin/python tests/torture/run.py SEED")
    elif state["seeds"] >= GOAL:
        print("the goal is reached; rm -r .torture begins anew")
    return 1 if state["failures"] else 0


if __name__ == "__main__":
    world.quiet()
    if len(sys.argv) > 1:
        records, cuts, faults, wrong = play(int(sys.argv[1]))
        print(wrong or f"{records} records, {cuts} cuts, {faults}")
        sys.exit(wrong is not None)
    sys.exit(torture(float(os.environ.get("TORTURE_MINUTES", "10"))))
