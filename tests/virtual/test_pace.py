"""At the usual pace a match that a user watches takes about a minute, in every game."""

import random

import pytest

from cardtable.engine import match as matches
from cardtable.engine import referee
from cardtable.engine.outputs import Told
from cardtable.games import registry as games
from tablehost.people import bare_match, kinds
from tablehost.people import room as people
from tablehost.plugins.choice import choose, to_watch
from tablehost.referee import open_log
from tablehost.virtual.table import BRISK_S, QUICK_S, SLOW_S, pause_before_act

SEED = 1


@pytest.mark.parametrize("name", games.NAMES)
def test_a_whole_match_takes_about_a_minute(name):
    """Only the waits of people before their acts count; the acts themselves take a few seconds more."""
    match = matches.new(games.load(name), 4, {})
    judge = referee.Referee(match, draw=lambda *at: random.Random(f"{at[:2]}").randrange(at[2]))
    best = kinds.of(match.game)[0]
    minds = [kinds.mind(best, match.game) for seat in range(4)]
    room = people.room(match.game, 4, match.options, SEED, minds)
    waited = {SLOW_S: 0.0, BRISK_S: 0.0, QUICK_S: 0.0}

    def note(outs):
        for out in outs:
            if isinstance(out, Told):
                room.told(open_log.raw(match.game, out.fact))

    note(judge.start())
    while not judge.over:
        waited[pause_before_act(room)] += pause_before_act(room)
        for event in room.act(*judge.prompt()[:4]) or [("expired",)]:
            note(judge.feed(event))
    assert 25 < sum(waited.values()) < 75
    assert waited[SLOW_S] > 20, "the beginning can be followed"


def test_a_match_of_demos_to_look_on_at_has_a_winner():
    """By default 15 of 100 matches of four end without one; a user who names the option gets its share."""
    choice, said = to_watch(choose("demos", 4, None, []))
    assert choice.options["no_trio"] == choice.given["no_trio"] == "points"
    assert len(said) == 1 and "no_trio=points" in said[0] and choice.warnings == []
    for n in range(8):
        match = matches.new(choice.game, 4, {**choice.given, "max_rounds": 3})
        minds = [kinds.mind("sensible", choice.game) for seat in range(4)]
        assert bare_match.begin(match, n, minds).play().winners
    asked = choose("demos", 4, None, ["no_trio=no_winner"])
    assert to_watch(asked) == (asked, [])
    alone = choose("demos", 5, None, ["mode=2v2+1"])
    assert to_watch(alone) == (alone, []), "it has no effect there"
    for name in ("democracy", "democrazy"):
        assert to_watch(choose(name, 4, None, []))[1] == []
