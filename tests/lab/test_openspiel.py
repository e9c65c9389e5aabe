"""The games in OpenSpiel: its own checks, secrets of other players, returns, deals as `simulate` has them."""

import importlib
import pickle
import random
import re
import shlex
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from open_spiel.python.algorithms import outcome_sampling_mccfr

import pyspiel
from called_command import run
from cardtable.engine import match as matches
from cardtable.games import registry as games
from cardtable_lab.research import openspiel
from tablehost.errors import Trouble
from tablehost.people import bare_match, kinds, room

GAMES = [
    "cardtable_democracy(target=1,days=4)",
    "cardtable_democracy(players=3,target=1,days=6,joker=declared,joker_turned=ghost)",
    "cardtable_demos(mode=learning,max_rounds=2)",
    "cardtable_demos(players=4,mode=2v2,max_rounds=1,no_trio=points)",
    "cardtable_demos(players=5,mode=2v2+1,max_rounds=1,favourite=on)",
    "cardtable_democrazy(stack_top=1,stack_bottom=1)",
    "cardtable_democrazy(players=5,stack_top=2,stack_bottom=1,blank_laws=5,wild_is_ballot=true)",
]
OF_EACH = ["cardtable_democracy(players=3)", "cardtable_demos(players=4)", "cardtable_democrazy(players=5)"]


@pytest.mark.parametrize("name", GAMES)
def test_the_checks_of_openspiel_pass(name):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


def play(game, seed):
    lots = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(lots.randrange(game.max_chance_outcomes()))
        else:
            state.apply_action(lots.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_returns_are_win_shares_less_an_equal_share(name):
    game = pyspiel.load_game(name)
    state = play(game, 7)
    winners = state.playthrough.winners
    equal = 1 / game.num_players()
    assert sum(state.returns()) == pytest.approx(0)
    for seat, worth in enumerate(state.returns()):
        share = (1 / len(winners) if seat in winners else 0) if winners else equal
        assert worth == pytest.approx(share - equal)


def test_partners_share_a_victory():
    game = pyspiel.load_game("cardtable_demos(players=4,mode=2v2,max_rounds=1,no_trio=points)")
    returns = [play(game, seed).returns() for seed in range(8)]
    assert [0.25, -0.25, 0.25, -0.25] in returns
    assert all(one[0] == one[2] and one[1] == one[3] for one in returns)


def test_a_deal_is_the_match_of_this_number_in_a_simulation():
    state = pyspiel.load_game("cardtable_democracy(players=3,target=1,seed=5)").new_initial_state()
    state.apply_action(17)
    rules = games.load("democracy")
    minds = [kinds.mind("random", rules) for seat in range(3)]
    match = matches.new(rules, 3, {"target": 1})
    lines = bare_match.begin(match, "5.17", minds, ["Ada", "Ben", "Cleo"]).play().lines
    hands = next(line for line in lines if line["kind"] == "deal")["hands"]
    names = [state.action_to_string(action).split()[-1] for action in state.legal_actions()]
    assert sorted(names) == sorted(hands[state.current_player()])


def test_actions_are_stable_and_never_clash():
    state = pyspiel.load_game("cardtable_democracy(players=3)").new_initial_state()
    state.apply_action(0)
    assert state.legal_actions() == sorted(state.playthrough.decision.hand)
    state = play(pyspiel.load_game(GAMES[-1]), 3)
    assert all(0 <= action < openspiel.ACTIONS for action in state.history()[1:])


@pytest.mark.parametrize("name", OF_EACH)
def test_a_clone_and_a_pickle_know_the_same(name):
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    for step in range(30):
        state.apply_action(state.legal_actions()[step % len(state.legal_actions())])
    for copy in (state.clone(), pickle.loads(pickle.dumps(state))):
        for seat in range(game.num_players()):
            assert copy.information_state_string(seat) == state.information_state_string(seat)
        copy.apply_action(copy.legal_actions()[0])
        assert len(copy.history()) == len(state.history()) + 1


# -- secrets ----------------------------------------------------------------------------------------------


def find_hidden(state, seat, held):
    """Return the cards whose exchange this seat cannot notice, those of one kind with each other."""
    people = state.playthrough._bare._room
    hand, view = state.playthrough.look(seat)
    there = [*people.pool, *people.rest, *people._face_down]
    there += [card for one in people.people if one.seat != seat for card in one.hand]
    known = {*hand, *held, *view.seen, *view.private}
    if state.playthrough.game.NAME == "demos":
        return [card for card in there if card not in known and card & 15 <= 10]
    if state.playthrough.game.NAME == "democrazy":
        return [card for card in there if card not in known and card < 180]
    return [card for card in there if card not in known]


class Swapped:
    """Rooms whose first shuffles deal other cards: each card of `mapping` takes the place of another."""

    def __init__(self, monkeypatch, mapping):
        self.left = dict(mapping)
        shuffle = room.Room.shuffle

        def shuffle_and_swap(own, pack):
            shuffle(own, pack)
            for at, card in enumerate(pack):
                if card in self.left:
                    pack[at] = self.left.pop(card)

        monkeypatch.setattr(room.Room, "shuffle", shuffle_and_swap)


def first_deal(state):
    return state.playthrough._bare._room.part <= 1


@settings(max_examples=40)
@given(st.sampled_from(OF_EACH), st.integers(0, 999), st.integers(1, 30), st.randoms(use_true_random=False))
def test_cards_that_a_seat_has_not_seen_are_not_in_its_information(name, deal, moves, lots):
    game = pyspiel.load_game(name)
    seat = lots.randrange(game.num_players())
    state = game.new_initial_state()
    state.apply_action(deal)
    held, made = set(), []
    for _ in range(moves):
        hand, _ = state.playthrough.look(seat)
        held.update(hand)
        decision = state.playthrough.decision
        if "demos" in name and decision.what in ("vote", "show-combination"):
            break  # hands are open from here on
        action = lots.choice(state.legal_actions())
        if (decision.kind == "card" and decision.seat == seat) or decision.what == "propose":
            held.add(action)
        made.append((decision.kind, action))
        state.apply_action(action)
        assume(not state.is_terminal() and first_deal(state))
    hidden = find_hidden(state, seat, held)
    others = list(hidden)
    lots.shuffle(others)
    mapping = dict(zip(hidden, others))
    swapped = game.new_initial_state()
    with pytest.MonkeyPatch.context() as patch:
        Swapped(patch, mapping)
        swapped.apply_action(deal)
        for kind, action in made:
            swapped.apply_action(mapping.get(action, action) if kind == "card" else action)
    assert swapped.information_state_string(seat) == state.information_state_string(seat)
    assert swapped.observation_string(seat) == state.observation_string(seat)
    assert np.array_equal(swapped.observation_tensor(seat), state.observation_tensor(seat))


def test_a_card_laid_in_secret_is_in_the_information_of_its_player_alone():
    game = pyspiel.load_game("cardtable_democracy(players=3)")
    states = []
    for which in (0, 1):
        state = game.new_initial_state()
        state.apply_action(3)
        first = state.current_player()
        state.apply_action(state.legal_actions()[which])
        states.append(state)
    for seat in range(3):
        same = states[0].information_state_string(seat) == states[1].information_state_string(seat)
        assert same == (seat != first)


# -- use --------------------------------------------------------------------------------------------------


def test_an_algorithm_of_openspiel_learns_from_a_game():
    game = pyspiel.load_game("cardtable_democracy(target=1,days=8,match_tie=shared,deals=1)")
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(3):
        solver.iteration()
    state = game.new_initial_state()
    state.apply_action(0)
    chances = solver.average_policy().action_probabilities(state)
    assert sorted(chances) == state.legal_actions() and sum(chances.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    "name, named",
    [
        ("cardtable_democracy(players=1)", "2 to 10 players, not 1"),
        ("cardtable_democracy(split=none)", "split is one of all_keep, tied_keep, not none"),
        ("cardtable_demos(deals=0)", "deals=0"),
        ("cardtable_demos(longest=-3)", "longest=-3"),
    ],
)
def test_a_setting_that_is_not_there_is_refused_by_name(name, named):
    with pytest.raises(Trouble, match=named):
        pyspiel.load_game(name)


def test_a_match_that_does_not_end_ends_without_a_winner():
    game = pyspiel.load_game("cardtable_democracy(longest=10)")
    state = play(game, 1)
    assert state.returns() == [0, 0] and len(state.history()) == 11


@pytest.mark.parametrize("number", range(3))
def test_the_programs_of_the_page_for_researchers_run(capsys, number):
    page = Path("docs/develop/research.md").read_text(encoding="utf-8")
    programs = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(programs) == 3
    exec(programs[number], {})
    assert capsys.readouterr().out


def test_the_command_of_the_page_for_researchers_runs(capsys, tmp_path, monkeypatch):
    page = Path("docs/develop/research.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for command in re.findall("^cardtable (.*)$", page, re.MULTILINE):
        assert run(capsys, *shlex.split(command.replace("1000", "2")))[0] == 0
    assert (tmp_path / "corpus" / "README.md").is_file()


@pytest.mark.parametrize(
    "module, library",
    [("tablehost.people.decisions", "greenlet"), ("cardtable_lab.research.openspiel", "pyspiel")],
)
def test_without_the_library_one_line_says_how_to_get_it(monkeypatch, module, library):
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, module)
    with pytest.raises(Trouble) as trouble:
        importlib.import_module(module)
    assert library[-5:] in trouble.value.message and trouble.value.hint == 'pip install "cardtable[research]"'
