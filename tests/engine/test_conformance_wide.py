"""The conformance of every game over more seeds and options than a Pico has time for."""

import pytest

import conformance
from amounts import amount
from cardtable.engine.asks.base import NO, OK, PLACES, YES
from random_players import Lots, NoCard, told

SEEDS = amount(3, soak=200)

CASES = [
    (game, seats, fixed, seed)
    for game in conformance.known_games()
    for seats in range(game.SEATS[0], game.SEATS[1] + 1)
    for fixed in conformance.variants(game, seats)
    for seed in range(SEEDS if game.NAME not in conformance.VARIANTS else max(1, SEEDS // 4))
]
IDS = [
    "-".join([game.NAME, str(seats), *map(str, fixed.values()), str(seed)])
    for game, seats, fixed, seed in CASES
]


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
    """Every third input is one that was not asked for."""
    for seed in range(SEEDS):
        least, most = game.SEATS
        conformance.go(game, least + seed % min(4, most - least + 1), seed, every=5, clumsy=3)


def anything(run, lots):
    """An input that no rule had in mind: any card or tag, any key, anywhere."""
    seats = run.referee.match.seats
    what = lots.below(10)
    if what < 5:
        tags = (*run.deck, 0, 15, 63, 64, 127, 252, 253, 254, 255)
        return ("laid", lots.below(seats) if what else lots.below(PLACES), lots.one_of(tags))
    if what < 7:
        return ("lifted", lots.below(PLACES))
    return ("key", lots.below(seats), lots.one_of((YES, NO, OK))) if what < 9 else ("expired",)


@pytest.mark.parametrize("game", list(conformance.known_games()), ids=lambda game: game.NAME)
def test_no_input_does_harm(game):
    """Every other input is anything at all: nothing stops, no card is in two places, the shadow agrees."""
    for seed in range(SEEDS):
        for fixed in conformance.variants(game, game.SEATS[1]):
            run = conformance.begin(game, game.SEATS[1], seed, fixed=fixed)
            shadow, lots = conformance.Follower(run), Lots(seed)
            for _ in range(400):
                try:
                    event = anything(run, lots) if lots.below(2) else run.choose()
                except (AssertionError, NoCard):  # the cards on the table leave people no way on
                    event = anything(run, lots)
                run.feed(event)
                shadow.catch_up()
                conformance.conserve(run)
                told(run.referee)
                if run.referee.over:
                    break
