"""Open logs: `log` of the page of a game, or of a random match."""

import json
from functools import lru_cache

from recorded_matches import Match
from tablehost.journal import game_log
from tablehost.journal.records import read
from tablehost.printing import guide, rounds


@lru_cache
def log(game, seats, seed, options):
    """The open log of a game's page, or with `seats` of a random match."""
    if not seats:
        return tuple(rounds.read(guide.folder() / f"{game}.jsonl"))
    match = Match(game, seats, seed, fixed=dict(options)).play()
    chronicle = game_log.Chronicle([f"P{seat}" for seat in range(seats)], True)
    for number, raw in enumerate(match.raws):
        chronicle.take(number, read(json.loads(raw)[4:]))
    return tuple(chronicle.lines)
