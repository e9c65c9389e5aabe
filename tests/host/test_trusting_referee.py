"""Players whose acts are judged once, several at one prompt, play the match that they play by hand."""

from functools import partial

import pytest

from amounts import amount
from cardtable.engine import match as matches
from cardtable.engine.cards import rank_of
from cardtable.games import registry as games
from cardtable.games.democracy import rules
from random_players import options_of
from seeded_chance import SHORT, Lots
from tablehost.people import bare_match, kinds


def play(game, seats, options, seed, kind, by_hand):
    brains = [kinds.brain(kind, game, seed, seat) for seat in range(seats)]
    match = matches.new(game, seats, options)
    return bare_match.begin(match, seed, brains, fidget=0, by_hand=by_hand).play()


@pytest.mark.parametrize("name", games.NAMES)
def test_the_facts_and_the_winners_are_those_of_a_match_by_hand(name):
    game = games.load(name)
    for seed in range(amount(40, 1000)):
        lots = Lots(seed)
        seats = game.SEATS[0] + lots.below(game.SEATS[1] - game.SEATS[0] + 1)
        options = options_of(game, seats, lots, SHORT[name])
        kind = lots.one_of(("sensible", "random"))
        by_hand = play(game, seats, options, seed, kind, True)
        trusted = play(game, seats, options, seed, kind, False)
        assert trusted == by_hand, (seed, seats, options, kind)


@pytest.mark.parametrize("by_hand", [True, False])
def test_a_card_against_the_rules_ends_the_match_in_either_way(by_hand, monkeypatch):
    def no_kings(table, place, card):
        return "no-king" if rank_of(card) == 13 else None

    monkeypatch.setattr(rules, "Lay", partial(rules.Lay, rule=no_kings))
    with pytest.raises(bare_match.StuckMatch, match="no-king"):
        play(games.load("democracy"), 4, {}, 1, "random", by_hand)
