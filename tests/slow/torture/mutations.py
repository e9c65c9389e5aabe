"""Ten thousand random changes of finished matches of each game: every one must be found.

    python tests/slow/torture/mutations.py [--count 10000] [--minutes 30] [--seed 0]

Prints how many were made of each kind and exits 1 if one was not found, with what brings it about again.
"""

import argparse
import collections
import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "tests" / name) for name in ("portable", "support")]

from recorded_matches import Match, audited, mutated  # noqa: E402
from tablehost.referee.revisions import OtherRules  # noqa: E402

GAMES = [("democracy", 4), ("demos", 4), ("democrazy", 5)]
POLICIES = ("shown", "all", "sealed")
EACH = 100  # changes of one match, then another one is played


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000, help="changes of each game")
    parser.add_argument("--minutes", type=float, default=30, help="stop after that, and say how far it came")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    until = time.monotonic() + args.minutes * 60
    made: collections.Counter[str] = collections.Counter()
    missed = []
    for number in range(args.count // EACH):
        for name, seats in GAMES:
            seed = args.seed + number
            policy = POLICIES[number % len(POLICIES)]
            raws = Match(name, seats, seed, policy=policy, code="olive").play().raws
            sound = audited(raws, "olive")
            assert sound.over and not sound.findings, (name, seed, sound.findings)
            lots = random.Random(f"{name} {seed}")
            for _ in range(EACH):
                what, changed = mutated(raws, lots)
                made[what[0]] += 1
                try:
                    audit = audited(changed, "olive", quickly=True)
                except OtherRules:  # the number of the rules is another one
                    continue
                if audit.over and not audit.findings:
                    missed.append((name, seats, seed, policy, what))
        if time.monotonic() > until:
            break
    print(", ".join(f"{what} {count}" for what, count in sorted(made.items())))
    print(f"{sum(made.values())} changes, {len(missed)} not found")
    for one in missed:
        print("NOT FOUND", one)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
