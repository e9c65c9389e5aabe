"""Seed after seed, for as long as you like: `make soak` and `make torture` go on where they stopped.

    python tests/slow/seeds.py MINUTES PART [PART ...]   each part until its goal, then the next one
    python tests/slow/seeds.py seed SEED PART            this seed again

PARTS says what there is. Counts and failures are kept in .soak/PART.json, with a digest of the sources that
they belong to: other sources begin from the start. Exits 1 if a failure is on record.

PyPy (from 3.9 on) plays some five times as many lays, with the same results:
PYTHONPATH=firmware/lib:host pypy3 tests/slow/seeds.py 10 lays
"""

import copy
import functools
import hashlib
import json
import os
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / name) for name in ("slow/torture", "portable", "support")]

import cuts  # noqa: E402
import random_lays  # noqa: E402
import world  # noqa: E402
from cardtable.engine import match as matches_of  # noqa: E402
from cardtable.engine.outputs import Record  # noqa: E402
from cardtable.games import registry as games  # noqa: E402
from random_players import Lots, options_of  # noqa: E402
from recorded_matches import Match, audited, mutated  # noqa: E402
from tablehost.people import bare_match, kinds  # noqa: E402
from tablehost.referee.revisions import OtherRules  # noqa: E402
from tablehost.referee.shadow import Shadow  # noqa: E402

FIRST = 1_000_000  # the gate plays the small seeds
SHOW_S = 20
MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None  # a disk has nothing to do with this


class Result(NamedTuple):
    """Outcome of a seed: `counts` by name, lines of failures, and lines to be kept besides."""

    counts: dict[str, float]
    failures: list[str]
    notes: list[str] = []


def lays(seed):
    """Play an evening of some hundred lays (tests/support/random_lays.py)."""
    found = random_lays.run(seed)
    failures = [f"wrong identity: {line}" for line in found.wrong]
    failures += [f"unannounced loss: {line}" for line in found.lost]
    counts = {name: getattr(found, name) for name in ("lays", "read", "told", "blinks", "faults")}
    return Result(counts, failures, found.blinked)


# Options that would make matches long.
SHORT = {"democracy": {"target": 1}, "demos": {"max_rounds": 3}}


class Followed(bare_match.BareMatch):
    """A match whose records a shadow follows."""

    def __init__(self, *about):
        super().__init__(*about)
        self.shadow = Shadow()

    def _note(self, outs):
        super()._note(outs)
        for out in outs:
            if isinstance(out, Record):
                self.shadow.follow(copy.deepcopy(list(out)))


def matches(seed):
    """Play a match of a game, with random seats, options and kinds of players. The shadow must agree with
    every record, and come to the same facts and winners.
    """
    game = games.load(games.NAMES[seed % len(games.NAMES)])
    lots = Lots(seed)
    least, most = game.SEATS
    seats = least + lots.below(most - least + 1)
    given = options_of(game, seats, lots, SHORT.get(game.NAME, {}))
    there_are = [kind for kind in kinds.of(game) if kind != kinds.STRONG]
    minds = [kinds.mind(lots.one_of(there_are), game) for seat in range(seats)]
    wrong = None
    followed = bare_match.begin(matches_of.new(game, seats, given), seed, minds, kind=Followed)
    shadow = followed.shadow
    try:
        played = followed.play()
        if shadow.difference is not None:
            wrong = str(shadow.difference)
        elif shadow.facts != played.facts or list(game.winners(shadow.match)) != played.winners:
            wrong = "other facts, or other winners"
    except Exception as error:
        wrong = repr(error)
    counts = {"matches": 1, game.NAME: 1, "records": shadow.records}
    return Result(counts, [f"seed {seed}, {game.NAME}, {given}: {wrong}"] if wrong else [])


CHANGED = [("democracy", 4), ("demos", 4), ("democrazy", 5)]
POLICIES = ("shown", "all", "sealed")
EACH = 100  # changes of a match, then another one is played


def changes(seed):
    """Change the records of a finished match at random, again and again: every change must be found."""
    name, seats = CHANGED[seed % len(CHANGED)]
    policy = POLICIES[seed // len(CHANGED) % len(POLICIES)]
    raws = Match(name, seats, seed, policy=policy, code="olive").play().raws
    sound = audited(raws, "olive")
    assert sound.over and not sound.findings, (name, seed, sound.findings)
    lots = random.Random(f"{name} {seed}")
    counts, missed = Counter(changes=EACH), []
    for _ in range(EACH):
        what, changed = mutated(raws, lots)
        counts[what[0]] += 1
        try:
            audit = audited(changed, "olive", quickly=True)
        except OtherRules:  # the number of the rules is another one
            continue
        if audit.over and not audit.findings:
            missed.append(f"not found: seed {seed}, {name}, {seats}, {policy}: {what}")
    return Result(counts, missed)


@functools.cache
def recorded(number):
    """Return the match of a game whose operations are cut."""
    return cuts.Recorded(number)


def pairs(seed):
    """Cut the power in an operation of the flash in a match, and in each of the recovery after it."""
    at = seed - FIRST
    for number, (name, *_) in enumerate(cuts.MATCHES):
        if at < len(recorded(number)):
            count, failures, begun = 0, [], time.process_time()
            for tear in cuts.TORN:
                try:
                    count += cuts.every_second_cut(recorded(number), at, tear)
                except Exception as error:
                    failures.append(f"{name}, operation {at}, {tear}: {error!r}")
            spent = round(time.process_time() - begun, 1)
            counts = {"operations": 1, "cuts": len(cuts.TORN), f"pairs in {name}": count}
            return Result({**counts, "processor seconds": spent}, failures)
        at -= len(recorded(number))
    return Result({}, [])  # behind the last one


def worlds(seed):
    """Play both ends of the line, with everything that may befall them (tests/slow/torture/world.py)."""
    failures = []
    with tempfile.TemporaryDirectory(prefix="torture-", dir=MEMORY) as folder:
        played = world.World(seed, Path(folder))
        try:
            played.run()
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            failures.append(f"seed {seed}: {error!r} ({where.name}, line {where.lineno})")
    counts = {"seeds": 1, "records": len(played.promised), "cuts in an operation of the flash": played.cuts}
    return Result({**counts, **played.counts}, failures)


class Part(NamedTuple):
    """`unit`: of the counts of `play(seed)`, the one that has a goal; `sources`: what decides them."""

    play: object
    unit: str
    goal: object
    sources: tuple[str, ...]


TABLE, HOST = "firmware/lib/cardtable", "host/tablehost"
MATCH = (f"{TABLE}/engine", f"{TABLE}/games", f"{HOST}/games", f"{HOST}/people", f"{HOST}/referee")
READERS = (f"{TABLE}/drivers/mfrc522.py", f"{TABLE}/controller/input", f"{HOST}/virtual/tags/field.py",
           f"{HOST}/virtual/tags/tag.py", f"{HOST}/virtual/chips/mfrc522.py", f"{HOST}/virtual/chips/spi.py",
           "tests/support/random_lays.py")  # fmt: skip
TORTURE = (TABLE, f"{HOST}/journal", f"{HOST}/link", f"{HOST}/referee", f"{HOST}/games", f"{HOST}/errors.py",
           "tests/slow/torture", "tests/portable/random_players.py", "tests/support/recorded_matches.py",
           "tests/support/failing_flash.py")  # fmt: skip
PARTS = {
    "lays": Part(lays, "lays", lambda: 1_000_000, READERS),
    "matches": Part(matches, "matches", lambda: 300_000, MATCH),
    "changes": Part(changes, "changes", lambda: 30_000, TORTURE),
    "pairs": Part(
        pairs, "operations", lambda: sum(map(len, map(recorded, range(len(cuts.MATCHES))))), TORTURE
    ),
    "worlds": Part(worlds, "seeds", lambda: 100_000, TORTURE),
}


def go_on(name, until):
    """Play on until this time, or the goal; return the failures that are on record."""
    part, goal = PARTS[name], PARTS[name].goal()
    file = ROOT / ".soak" / f"{name}.json"
    state = load(file, part)
    workers = os.cpu_count() or 1
    shown = 0.0
    with ProcessPoolExecutor(workers) as pool:
        while time.monotonic() < until and state["counts"].get(part.unit, 0) < goal:
            seeds = range(state["next"], state["next"] + 16 * workers)
            for result in pool.map(part.play, seeds):
                state["counts"] = Counter(state["counts"]) + Counter(result.counts)
                state["failures"] += result.failures
                state["notes"] += result.notes
            state["next"] = seeds.stop
            file.parent.mkdir(exist_ok=True)
            file.with_suffix(".new").write_text(json.dumps(state, indent=1))
            file.with_suffix(".new").replace(file)
            if time.monotonic() - shown > SHOW_S:
                shown = time.monotonic()
                print(line(name, state, goal), flush=True)
    print("\n".join([line(name, state, goal), *state["failures"]]))
    return state["failures"]


def load(file, part):
    """Return the state of the last run, or a fresh one."""
    digest = hashlib.sha256()
    for path in [ROOT / source for source in part.sources]:
        for source in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(source.read_bytes())
    state = json.loads(file.read_text()) if file.exists() else {}
    if state.get("sources") == digest.hexdigest():
        return state
    if state:
        print(f"the sources have changed since {file.name} was written: starting over")
    return {"sources": digest.hexdigest(), "next": FIRST, "counts": {}, "failures": [], "notes": []}


def line(name, state, goal):
    """Return the sentence that is shown now and then."""
    counts = ", ".join(f"{what} {count:,}" for what, count in state["counts"].items())
    return f"{name} to {goal:,} {PARTS[name].unit}: {counts}; failures: {len(state['failures'])}"


def main(words):
    """Play a seed again, or go on with the parts that are named."""
    if words[0] == "seed":
        result = PARTS[words[2]].play(int(words[1]))
        print(dict(result.counts), *result.failures, *result.notes, sep="\n")
        return len(result.failures) > 0
    until = time.monotonic() + 60 * float(words[0])
    failures = [go_on(name, until) for name in words[1:]]
    return any(failures)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
