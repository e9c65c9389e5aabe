"""Games as a computer exports them, for tests: made once a process, of which every test takes a copy."""

import copy
import json
from functools import cache

from recorded_matches import Match
from tablehost.journal.gamefile import GameFile
from tablehost.referee import open_log
from tablehost.seats import NAMES

UID = "e66138528350be2f"


@cache
def _made(name, seats, seed, policy, corrected, fixed):
    match = Match(name, seats, seed, policy=policy, corrected=corrected, fixed=dict(fixed) or None).play()
    shadow = GameFile(UID, {}, match.raws).audit().shadow
    result = open_log.fact_line(shadow.match.game, shadow.match.options, shadow.facts[-1])
    told = {
        "game": name,
        "players": list(NAMES[:seats]),
        "options": shadow.match.options,
        "seed": None,
        "virtual": True,
        "started": "2026-11-21T20:15:00.000+00:00",
        "finished": "2026-11-21T21:15:00.000+00:00",
        "result": json.loads(json.dumps(result)),
    }
    notes = [(8, {"kind": "deal", "day": 1, "hand": 0, "hands": [], "pool": []})]
    return GameFile(UID, told, match.raws, [], notes)


def finished(name, seats, seed, policy="shown", corrected=0, **fixed):
    """A whole game as it is exported; `fixed`: options that are not drawn by lot."""
    return copy.deepcopy(_made(name, seats, seed, policy, corrected, tuple(sorted(fixed.items()))))
