"""The conformance of every game over more seeds and options than a Pico has time for.

`CARDTABLE_SEEDS=200 pytest tests/test_conformance_wide.py` looks further.
"""

import os

import pytest

import test_conformance as conformance
from play import Lots

SEEDS = int(os.environ.get("CARDTABLE_SEEDS", "4"))

CASES = [
    (game, seats, seed)
    for game in conformance.known_games()
    for seats in range(game.SEATS[0], game.SEATS[1] + 1)
    for seed in range(SEEDS)
]


IDS = [f"{game.NAME}-{seats}-{seed}" for game, seats, seed in CASES]


@pytest.mark.parametrize("game, seats, seed", CASES, ids=IDS)
def test_random_legal_play(game, seats, seed):
    run = conformance.go(game, seats, 1000 + seed * 16 + seats, every=3)
    lots = Lots(seed)
    for _ in range(10):
        conformance.tamper(run, lots)


@pytest.mark.parametrize("game", conformance.known_games(), ids=lambda game: game.NAME)
def test_clumsy_play(game):
    """Every third input is one that nobody asked for."""
    for seed in range(SEEDS):
        conformance.go(game, game.SEATS[0] + seed % 4, seed, every=5, clumsy=3)
