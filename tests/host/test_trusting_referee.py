"""Players whose acts are judged once, several at one prompt, play the match that they play by hand."""

import json
from functools import partial

import pytest

import own_game
from amounts import amount
from cardtable.engine import match as matches
from cardtable.engine.cards import rank_of
from cardtable.games import registry as games
from cardtable.games.democracy import rules
from random_players import options_of
from seeded_chance import SHORT, Lots
from tablehost.cli.command import main
from tablehost.people import bare_match, kinds
from tablehost.people.trusting_referee import TrustingReferee
from tablehost.plugins import own


def play(game, seats, options, seed, kind, by_hand):
    minds = [kinds.mind(kind, game) for seat in range(seats)]
    match = matches.new(game, seats, options)
    return bare_match.begin(match, seed, minds, fidget=0, by_hand=by_hand).play()


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


# A key of a pick counts for the vote as well: what it decides depends on the moment at which the table looks.
PICK_AND_VOTE = """        answer = yield First(
            Choose(n % match.seats, ("1", "2", "3"), "pick"),
            Poll(tuple(table.all_seats()), (YES, NO), "stop", quorum=2),
        )
        if answer[0] == 1:
            break
        match.totals[n % match.seats] += answer[1]
"""


@pytest.fixture
def folder(tmp_path):
    text = own_game.rules()
    for old, new in (
        ("import CENTRE, OK, SEALED, Ok", "import CENTRE, NO, OK, SEALED, YES, Ok"),
        ("import Poll", "import Choose, First, Poll"),
        ("        winner = yield from bid", PICK_AND_VOTE + "        winner = yield from bid"),
    ):
        assert old in text
        text = text.replace(old, new)
    return own_game.put(tmp_path, rules=text)


def test_a_key_of_a_pick_that_ends_a_vote_ends_it_at_once(folder):
    with own.loaded(folder) as game:
        for seed in range(60):
            by_hand = play(game, 2 + seed % 5, {}, seed, "random", True)
            assert play(game, 2 + seed % 5, {}, seed, "random", False) == by_hand, seed


@pytest.mark.usefixtures("registry", "new_home")
def test_own_tells_of_a_game_that_simulations_play_otherwise(folder, monkeypatch, capsys):
    def take_act(judge, events):
        for event in events:
            judge.take_input(event)
        judge.settle()
        return judge.taken()

    assert main(["own", str(folder)]) == 0
    assert "simulate plays another match" not in capsys.readouterr().out
    monkeypatch.setattr(TrustingReferee, "take_act", take_act)
    assert main(["own", str(folder)]) == 0
    assert "with 6 players, simulate plays another match than the table" in capsys.readouterr().out
    assert main(["own", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["data"]["simulated_otherwise"] == [6]
