"""A match as decisions: the same match as one of bots, copies that part ways, and wrong indices."""

import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtable.engine import match as matches
from cardtable.games import registry as games
from tablehost.people import bare_match, kinds
from tablehost.people.decisions import Playthrough
from tablehost.people.minds import lots_of

MATCHES = [
    ("democracy", 2, {"target": 1}),
    ("democracy", 3, {"days": 3, "target": 1, "match_tie": "points"}),
    ("democracy", 4, {"negotiation": "majority", "bad_catch": "one_two", "high_stake": 2, "target": 1}),
    ("democracy", 3, {"joker": "declared", "joker_turned": "ghost", "sweep": "announced", "target": 1}),
    ("demos", 3, {"mode": "learning", "max_rounds": 3}),
    ("demos", 4, {"mode": "2v2", "max_rounds": 3, "no_trio": "points"}),
    ("demos", 5, {"mode": "2v2+1", "max_rounds": 3, "favourite": "on"}),
    ("demos", 3, {"points_for": "winner", "max_rounds": 4, "declared": "on"}),
    ("democrazy", 4, {"stack_top": 2, "stack_bottom": 2}),
    ("democrazy", 5, {"stack_top": 2, "stack_bottom": 2, "chip_record": "counted", "blank_laws": 2}),
]
SOME = st.sampled_from(MATCHES)


def begin(setup, seed):
    name, seats, options = setup
    return Playthrough(games.load(name), seats, options, seed)


def decide_by_lot(playthrough, lots, most=10**6):
    while playthrough.decision is not None and most:
        playthrough.decide(lots.randrange(len(playthrough.decision.options)))
        most -= 1


@settings(max_examples=30)
@given(SOME, st.integers(0, 10**9), st.sampled_from(["random", "sensible"]))
def test_bots_that_are_asked_one_by_one_play_their_match(setup, seed, kind):
    name, seats, options = setup
    game = games.load(name)

    mind, lots = kinds.mind(kind, game), [lots_of(seed, seat) for seat in range(seats)]
    playthrough = begin(setup, seed)
    while (decision := playthrough.decision) is not None:
        playthrough.decide(mind(decision, lots[decision.seat]).option)
    played = bare_match.begin(matches.new(game, seats, options), seed, [mind] * seats, fidget=0).play()
    assert playthrough.facts == played.facts
    assert playthrough.winners == played.winners


@settings(max_examples=15)
@given(SOME, st.integers(0, 10**9), st.integers(0, 300))
def test_a_clone_continues_from_the_same_place_and_leaves_the_original_alone(setup, seed, moves):
    original = begin(setup, seed)
    decide_by_lot(original, random.Random(seed), moves)
    due, facts = original.decision, list(original.facts)
    copies = [original.clone(), pickle.loads(pickle.dumps(original))]
    for copy in copies:
        assert copy.decision is None if due is None else copy.decision.options == due.options
        decide_by_lot(copy, random.Random(1))
    assert copies[0].facts == copies[1].facts
    assert copies[0].facts[: len(facts)] == facts
    assert original.facts == facts and original.decision is due
    decide_by_lot(original, random.Random(1))
    assert original.facts == copies[0].facts and original.decisions == copies[1].decisions


@pytest.mark.parametrize("setup", [("democracy", 4, {}), ("demos", 4, {}), ("democrazy", 5, {})])
def test_a_clone_makes_the_decisions_of_its_stage_alone(setup, monkeypatch):
    """Also a clone of a clone that was never used, and one in each stage of a whole match."""
    asked, ask = [], Playthrough._ask
    monkeypatch.setattr(Playthrough, "_ask", lambda self, *about: asked.append(self) or ask(self, *about))
    original, lots, least = begin(setup, 3), random.Random(3), []
    while (due := original.decision) is not None:
        if not len(original.decisions) % 20:
            copy = original.clone().clone()
            assert copy.decision.options == due.options
            least.append((sum(one is copy for one in asked), len(original.decisions)))
        original.decide(lots.randrange(len(due.options)))
    assert max(again for again, _ in least[-3:]) < 30 < least[-1][1], least


def test_the_cards_of_a_hand_are_the_options_of_a_lay():
    playthrough = begin(MATCHES[1], 1)
    decision = playthrough.decision
    assert decision.kind == "card" and list(decision.options) == list(decision.hand)
    card = decision.options[2]
    playthrough.decide(2)
    while playthrough.decision is not None and playthrough.facts[-1][0] != "trick":
        playthrough.decide(0)
    assert card in playthrough.facts[-1][4]


@pytest.mark.parametrize("index", [-1, 99])
def test_an_option_that_is_not_there_changes_nothing(index):
    playthrough = begin(MATCHES[1], 1)
    due = playthrough.decision
    with pytest.raises(IndexError):
        playthrough.decide(index)
    assert playthrough.decision is due and playthrough.decisions == []


def test_nothing_is_decided_after_the_end():
    playthrough = begin(MATCHES[1], 1)
    decide_by_lot(playthrough, random.Random(1))
    with pytest.raises(IndexError):
        playthrough.decide(0)
