"""docs/play/lamps.md says what the tables say, and what they say of keys is what the rules take."""

import pytest

from cardtable.controller.output.lamps import (
    BREATH,
    COLOURS,
    DO_STATES,
    OFF,
    PAD_STATES,
    RESULT_STATES,
    RHYTHMS,
)
from cardtable.engine.asks import base
from cardtable.games import registry as games
from random_players import Game, Lots, options_of
from tablehost.people import looks
from tablehost.virtual import booklet

KEYS = {"yes": base.YES, "no": base.NO, "ok": base.OK}


@pytest.mark.parametrize(
    ("states", "meanings"),
    [(DO_STATES, booklet.DO), (PAD_STATES, booklet.PAD), (RESULT_STATES, booklet.RESULT)],
    ids=["do", "card", "result"],
)
def test_everything_that_shines_has_its_meaning(states, meanings):
    assert [code for code, (look, _) in states.items() if look != OFF] == list(meanings)
    assert len(set(meanings.values())) == len(meanings)


def test_everything_has_its_words():
    assert set(looks.COLOURS) == set(COLOURS) and set(booklet.RHYTHMS) == {*RHYTHMS, BREATH}
    assert set(booklet.KEYS) == set(booklet.DO)


def test_keys_mean_what_the_page_says():
    """Over many matches: no key counts for a seat with this lamp of which the page knows nothing."""
    game = games.load("democracy")
    counted = set()
    for seed in range(60):
        seats = 2 + seed % 5
        match = Game(game, seats, options_of(game, seats, Lots(seed), {"target": 1}), seed)
        for _ in range(300):
            if match.referee.over:
                break
            counted |= keys_that_count(match.referee)
            match.step()
    told = {(task, name) for task, meant in booklet.KEYS.items() for name in meant}
    assert counted == told


def keys_that_count(referee):
    """(task, key) of what would not be refused now to those of whom something is asked."""
    ask, picture, table = referee.ask, referee.picture, referee.table
    return {
        (task, name)
        for seat, task in enumerate(referee.prompt()[2])
        for name, key in KEYS.items()
        if task != base.NOTHING and ask.refuses(picture, table, seat, key) is None
    }
