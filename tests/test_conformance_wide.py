"""The conformance of every game over more seeds and options than a Pico has time for.

`CARDTABLE_SEEDS=200 pytest tests/test_conformance_wide.py` looks further.
"""

import os

import pytest

import test_conformance as conformance
from play import Lots

SEEDS = int(os.environ.get("CARDTABLE_SEEDS", "4"))

CASES = [
    (game, seats, fixed, seed)
    for game in conformance.known_games()
    for seats in range(game.SEATS[0], game.SEATS[1] + 1)
    for fixed in conformance.variants(game, seats)
    for seed in range(SEEDS)
]
IDS = ["-".join([game.NAME, str(seats), *fixed.values(), str(seed)]) for game, seats, fixed, seed in CASES]


@pytest.mark.parametrize("game, seats, fixed, seed", CASES, ids=IDS)
def test_random_legal_play(game, seats, fixed, seed):
    """Every other match of a game that has modes is as long as its options make it."""
    whole = bool(fixed) and seed % 2 == 1
    run = conformance.go(game, seats, 1000 + seed * 16 + seats, every=3, fixed=fixed, whole=whole)
    lots = Lots(seed)
    for _ in range(10):
        conformance.tamper(run, lots)


@pytest.mark.parametrize("game", list(conformance.known_games()), ids=lambda game: game.NAME)
def test_clumsy_play(game):
    """Every third input is one that nobody asked for."""
    for seed in range(SEEDS):
        least, most = game.SEATS
        conformance.go(game, least + seed % min(4, most - least + 1), seed, every=5, clumsy=3)
