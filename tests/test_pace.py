"""At the usual pace a match that somebody looks on at takes about a minute, in every game."""

import random

import pytest

from cardtable.rulebook import games, referee
from cardtable.rulebook import match as matches
from tablehost import bots, openlog, people
from tablehost.virtual.table import BRISK_S, QUICK_S, SLOW_S, pause_before_act

SEED = 1


@pytest.mark.parametrize("name", games.NAMES)
def test_a_whole_match_takes_about_a_minute(name):
    """What people wait before their acts; the acts themselves take a few seconds more."""
    match = matches.new(games.load(name), 4, {})
    judge = referee.Referee(match, draw=lambda *at: random.Random(f"{at[:2]}").randrange(at[2]))
    best = bots.kinds(match.game)[0]
    brains = [bots.brain(best, match.game, SEED, seat) for seat in range(4)]
    room = people.room(match.game, 4, match.options, SEED, brains)
    waited = {SLOW_S: 0.0, BRISK_S: 0.0, QUICK_S: 0.0}

    def note(outs):
        for out in outs:
            if out[0] == "fact":
                room.told(openlog.raw(match.game, out[2]))

    note(judge.start())
    while not judge.over:
        waited[pause_before_act(room)] += pause_before_act(room)
        for event in room.act(*judge.prompt()) or [("expired",)]:
            note(judge.feed(event))
    assert 25 < sum(waited.values()) < 75
    assert waited[SLOW_S] > 20, "the beginning can be followed"
