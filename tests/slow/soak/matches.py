"""Matches of all games, followed by a shadow: `make soak` goes on where it stopped, SOAK_MINUTES at a time.

Each seed is a match of one of the games in turn, with random seats, options and kinds of players. The shadow
must agree with every record, and come to the same facts and winners. Counts and failures are kept in
.soak/matches. `python tests/slow/soak/matches.py SEED` plays that match again.
"""

import copy
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "portable"))

from cardtable.engine import match as matches
from cardtable.engine.outputs import Record
from cardtable.games import registry as games
from long_run import ROOT, LongRun
from random_players import Lots, options_of
from tablehost.people import bare_match, kinds
from tablehost.referee.shadow import Shadow

EACH = 100_000  # matches of each game
# Options that would make matches long.
SHORT = {"democracy": {"target": 1}, "demos": {"max_rounds": 3}}
SOURCES = (
    "firmware/lib/cardtable/engine",
    "firmware/lib/cardtable/games",
    "host/tablehost/games",
    "host/tablehost/people",
    "host/tablehost/referee",
)


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


def play(seed):
    """Play a match: (its game, how many records, what is wrong or None)."""
    game = games.load(games.NAMES[seed % len(games.NAMES)])
    lots = Lots(seed)
    least, most = game.SEATS
    seats = least + lots.below(most - least + 1)
    given = options_of(game, seats, lots, SHORT.get(game.NAME, {}))
    there_are = [kind for kind in kinds.of(game) if kind != kinds.STRONG]
    brains = [kinds.brain(lots.one_of(there_are), game, seed, seat) for seat in range(seats)]
    wrong = None
    followed = bare_match.begin(matches.new(game, seats, given), seed, brains, kind=Followed)
    try:
        played = followed.play()
        shadow = followed.shadow
        if shadow.difference is not None:
            wrong = str(shadow.difference)
        elif shadow.facts != played.facts or list(game.winners(shadow.match)) != played.winners:
            wrong = "other facts, or other winners"
    except Exception as error:
        wrong = repr(error)
    return game.NAME, followed.shadow.records, wrong and f"seed {seed}, {game.NAME}, {given}: {wrong}"


def note(state, result):
    name, records, wrong = result
    state["matches"] += 1
    state[name] += 1
    state["records"] += records
    if wrong:
        state["failures"].append(wrong)


def line(state):
    counts = ", ".join(f"{name} {state[name]:,}" for name in games.NAMES)
    return (
        f"{state['matches']:,} of {EACH * len(games.NAMES):,} matches ({counts}), "
        f"{state['records']:,} records judged again; failures: {len(state['failures'])}"
    )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(play(int(sys.argv[1])))
        sys.exit(0)
    (ROOT / ".soak").mkdir(exist_ok=True)
    counts = dict.fromkeys(("matches", "records", *games.NAMES), 0)
    long = LongRun(".soak/matches", SOURCES, counts, "matches", EACH * len(games.NAMES))
    sys.exit(long.run(float(os.environ.get("SOAK_MINUTES", "10")), play, note, line, batch=32))
