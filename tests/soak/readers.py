"""Random lays for as long as you like: `make soak` goes on where it stopped, SOAK_MINUTES at a time.

Each seed is an evening of some hundred lays (tests/support/lays.py). Counts and failures are kept in
.soak/readers.json, with the state of the sources they belong to: other sources begin anew. Exit status 0 if
no failure is on record, 1 if there is one; `python tests/soak/readers.py SEED` plays that evening again.
"""

import hashlib
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

import lays

ROOT = Path(__file__).resolve().parents[2]
STATE = ROOT / ".soak" / "readers.json"
FIRST = 1_000_000  # the gate plays the small seeds
GOAL = 1_000_000  # lays
SUMS = ("lays", "read", "told", "blinks", "faults")
SOURCES = (
    "firmware/lib/cardtable/drivers/mfrc522.py",
    "firmware/lib/cardtable/controller/pads.py",
    "firmware/lib/cardtable/controller/resting.py",
    "host/tablehost/virtual/field.py",
    "host/tablehost/virtual/mfrc522.py",
    "host/tablehost/virtual/spi.py",
    "host/tablehost/virtual/tags.py",
    "tests/support/lays.py",
)


def sources():
    """One digest of everything that decides what a seed gives."""
    digest = hashlib.sha256()
    for name in SOURCES:
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()[:16]


def load():
    """The state on record, or a fresh one."""
    fresh = {"sources": sources(), "next": FIRST, "failures": [], **dict.fromkeys(SUMS, 0)}
    try:
        state = json.loads(STATE.read_text())
    except FileNotFoundError:
        return fresh
    if state["sources"] != fresh["sources"]:
        print(f"the sources have changed since {state['lays']} lays were played: beginning anew")
        return fresh
    return state


def save(state):
    STATE.parent.mkdir(exist_ok=True)
    whole = STATE.with_suffix(".new")
    whole.write_text(json.dumps(state, indent=1))
    whole.replace(STATE)


def note(state, counts):
    for name in SUMS:
        state[name] += getattr(counts, name)
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


def soak(minutes):
    """Play on for so long; the exit status."""
    state = load()
    until = time.monotonic() + 60 * minutes
    workers = os.cpu_count() or 1
    shown = 0.0
    with ProcessPoolExecutor(workers) as pool:
        while time.monotonic() < until and state["lays"] < GOAL:
            seeds = range(state["next"], state["next"] + 4 * workers)
            for counts in pool.map(lays.run, seeds):
                note(state, counts)
            state["next"] = seeds.stop
            save(state)
            if time.monotonic() - shown > 20:
                shown = time.monotonic()
                print(line(state), flush=True)
    print(line(state))
    for failure in state["failures"]:
        print(failure)
    if state["failures"]:
        print("to play one again: .venv/bin/python tests/soak/readers.py SEED")
    elif state["lays"] >= GOAL:
        print("the goal is reached; rm -r .soak begins anew")
    return 1 if state["failures"] else 0


def again(seed):
    """Play one evening again; the exit status."""
    counts = lays.run(seed)
    print(counts.line())
    for failure in counts.wrong + counts.lost:
        print(failure)
    return 1 if counts.wrong or counts.lost else 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(again(int(sys.argv[1])))
    sys.exit(soak(float(os.environ.get("SOAK_MINUTES", "10"))))
