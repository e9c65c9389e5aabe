"""M13: matches that the compiled program of `make fast` plays in the time of one of the plain program.

    python tests/slow/bench/m13.py

Two processes, one of each program, play the same matches in turns; each says its processor time.
"""

import json
import statistics
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TESTS / name) for name in ("slow/bench", "portable", "support")]

from measures import Row  # noqa: E402

import compiled_program  # noqa: E402

GAMES = ("democracy", "demos", "democrazy")
SEATS, MATCHES, TURNS = 4, 8, 9

# Plays matches of a game from a number on; prints seconds of processor time and a digest of the facts.
PLAY = """
import gc, hashlib, json, sys, time
from cardtable.engine import match as matches
from cardtable.games import registry
from tablehost.people import bare_match, kinds

for line in sys.stdin:
    name, seats, first, end = json.loads(line)
    game, told = registry.load(name), []
    gc.collect()
    gc.disable()
    begin = time.process_time()
    for seed in range(first, end):
        brains = [kinds.brain("sensible", game, seed, seat) for seat in range(seats)]
        told.append(bare_match.begin(matches.new(game, seats, {}), seed, brains, fidget=0).play().facts)
    spent = time.process_time() - begin
    gc.enable()
    print(json.dumps([spent, hashlib.sha256(json.dumps(told).encode()).hexdigest()]), flush=True)
"""


def start(compiled):
    """Return a process that plays."""
    command, environment = [sys.executable, "-c", PLAY], compiled_program.environment(compiled)
    return subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def play(player, game, first):
    """Return the seconds that MATCHES matches take, and the digest of their facts."""
    print(json.dumps([game, SEATS, first, first + MATCHES]), file=player.stdin, flush=True)
    return json.loads(player.stdout.readline())


def m13():
    """Rows for `make bench`."""
    if not compiled_program.is_there():
        print(
            f"M13 needs compiled modules of these sources; to get them: {compiled_program.CURE}",
            file=sys.stderr,
        )
        return []
    rows = []
    players = [start(False), start(True)]
    try:
        for game in GAMES:
            pairs = []
            for turn in range(TURNS):
                (plain, one), (compiled, other) = (play(player, game, turn * MATCHES) for player in players)
                assert one == other, f"matches of {game} differ from {turn * MATCHES} on"
                pairs.append((plain, compiled))
            ratio = statistics.median(plain / compiled for plain, compiled in pairs)
            speeds = [TURNS * MATCHES / sum(seconds) for seconds in zip(*pairs, strict=True)]
            what = f"matches of {game}, {SEATS} sensible players, compiled / plain"
            how = f"CPU time in turns, median of {TURNS}, {MATCHES} matches each"
            value = f"{ratio:.2f} ({speeds[1]:.1f} / {speeds[0]:.1f} a second)"
            rows.append(Row("M13", what, how, value, "> 1", ratio > 1))
    finally:
        for player in players:
            player.communicate()
    return rows


if __name__ == "__main__":
    for one in m13():
        print(*one)
