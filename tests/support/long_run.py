"""Seed after seed, for as long as you like: a run goes on where the last one stopped.

Counts and failures are kept in a file, with the state of the sources they belong to: other sources begin
from the start.
"""

import hashlib
import json
import os
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIRST = 1_000_000  # the gate plays the small seeds
SHOW_S = 20


class LongRun:
    """`folder`: below the root, for what is kept; `sources`: files and folders that decide what a seed gives;
    `counts`: name -> zero of what is counted; `unit`: the one of them that has a `goal`.

    What uses it gives `play(seed)`, a result that can be pickled; `note(state, result)`, which adds it to the
    counts and to state["failures"]; and `line(state)`, the sentence shown now and then.
    """

    def __init__(self, folder, sources, counts, unit, goal):
        self._folder = ROOT / folder
        self._file = self._folder / "counts.json"
        self._sources = sources
        self._counts = counts
        self._unit = unit
        self._goal = goal

    def run(self, minutes, play, note, line, batch):
        """Play on for so long, `batch` seeds a processor at a time; the exit status: 1 if a failure is on
        record.
        """
        state = self._load()
        until = time.monotonic() + 60 * minutes
        workers = os.cpu_count() or 1
        shown = 0.0
        with ProcessPoolExecutor(workers) as pool:
            while time.monotonic() < until and state[self._unit] < self._goal:
                seeds = range(state["next"], state["next"] + batch * workers)
                for result in pool.map(play, seeds):
                    note(state, result)
                state["next"] = seeds.stop
                self._save(state)
                if time.monotonic() - shown > SHOW_S:
                    shown = time.monotonic()
                    print(line(state), flush=True)
        print(line(state))
        for failure in state["failures"]:
            print(failure)
        if not state["failures"] and state[self._unit] >= self._goal:
            print(f"the goal is reached; rm -r {self._folder.name} starts over")
        return 1 if state["failures"] else 0

    def _digest(self):
        """One digest of all sources."""
        digest = hashlib.sha256()
        for name in self._sources:
            path = ROOT / name
            for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
                digest.update(file.read_bytes())
        return digest.hexdigest()[:16]

    def _load(self):
        fresh = {"sources": self._digest(), "next": FIRST, "failures": [], **self._counts}
        try:
            state = json.loads(self._file.read_text())
        except FileNotFoundError:
            return fresh
        if state["sources"] != fresh["sources"]:
            print(
                f"the sources have changed since {state[self._unit]} {self._unit} were played: starting over"
            )
            return fresh
        return state

    def _save(self, state):
        self._folder.mkdir(exist_ok=True)
        whole = self._file.with_suffix(".new")
        whole.write_text(json.dumps(state, indent=1))
        whole.replace(self._file)
