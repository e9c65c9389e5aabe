"""Seating plans: everybody once a round, tables of like sizes, meetings and seats as even as can be."""

from collections import Counter
from contextlib import contextmanager
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtable_club import seating
from cardtable_club.evening import plan_evening
from cardtable_club.seating import assign_seats, assign_tables, count_meetings, pair_like, plan_rounds, sizes


@contextmanager
def short_searches():
    """Cut searches short: what holds for every plan holds for a poor one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seating, "STEPS", 2000)
        patch.setattr(seating, "TRIES", 1)
        yield


@st.composite
def evenings(draw):
    tables = draw(st.integers(1, 5))
    players = draw(st.integers(2 * tables, 6 * tables))
    return players, tables, draw(st.integers(1, 6)), draw(st.integers(0, 9))


def check_rounds(rounds, players, tables):
    for groups in rounds:
        assert sorted(player for group in groups for player in group) == list(range(players))
        assert sorted(map(len, groups), reverse=True) == sizes(players, tables)


@settings(deadline=None, max_examples=60)
@given(evenings())
def test_each_player_has_one_place_a_round_at_tables_of_like_sizes(evening):
    players, tables, count, seed = evening
    with short_searches():
        plan = assign_seats(plan_rounds(players, tables, count, seed))
        assert plan == assign_seats(plan_rounds(players, tables, count, seed))
    assert len(plan) == count
    check_rounds(plan, players, tables)
    size = sizes(players, tables)
    assert size[0] - size[-1] <= 1 and sum(size) == players


@settings(deadline=None, max_examples=60)
@given(evenings(), st.data())
def test_each_player_has_each_seat_equally_often_at_tables_of_one_size(evening, data):
    _, tables, count, _ = evening
    size = data.draw(st.integers(2, 6))
    order = st.permutations(range(tables * size))
    rounds = [
        [tuple(mixed[table * size : (table + 1) * size]) for table in range(tables)]
        for mixed in data.draw(st.lists(order, min_size=count, max_size=count))
    ]
    plan = assign_seats(rounds)
    assert [list(map(sorted, groups)) for groups in plan] == [list(map(sorted, groups)) for groups in rounds]
    sat = Counter((player, seat) for groups in plan for group in groups for seat, player in enumerate(group))
    for player in range(tables * size):
        times = [sat[player, seat] for seat in range(size)]
        assert max(times) - min(times) <= 1


@settings(deadline=None, max_examples=40)
@given(evenings())
def test_the_first_seat_goes_around_at_tables_of_two_sizes(evening):
    players, tables, count, seed = evening
    with short_searches():
        plan = assign_seats(plan_rounds(players, tables, count, seed))
    firsts = Counter(group[0] for groups in plan for group in groups)
    assert max(firsts.values()) - min(firsts[player] for player in range(players)) <= 2


@pytest.mark.parametrize(
    ("players", "tables", "rounds"), [(4, 2, 3), (9, 3, 4), (16, 4, 5), (25, 5, 6), (64, 8, 9)]
)
def test_a_plane_has_each_pair_meet_exactly_once(players, tables, rounds):
    plan = plan_rounds(players, tables, rounds, seed=3)
    check_rounds(plan, players, tables)
    assert count_meetings(plan, players) == (1, 1)
    twice = plan_rounds(players, tables, 2 * rounds, seed=3)
    assert count_meetings(twice, players) == (2, 2)


def test_no_pair_meets_twice_where_tables_are_smaller_than_their_number_is():
    assert count_meetings(plan_rounds(18, 5, 5, seed=1), 18) == (0, 1)


def test_the_search_finds_seven_rounds_in_which_each_pair_of_eight_meets_three_times():
    assert count_meetings(plan_rounds(8, 2, 7, seed=1), 8) == (3, 3)


def test_the_rounds_that_were_played_count():
    """Six players in pairs have met in four rounds of five; the last round is the one that is left."""
    rounds = [
        [(0, 1), (2, 3), (4, 5)],
        [(0, 2), (1, 4), (3, 5)],
        [(0, 3), (1, 5), (2, 4)],
        [(0, 4), (1, 3), (2, 5)],
    ]
    last = plan_rounds(6, 3, 1, 1, rounds)[0]
    assert {frozenset(group) for group in last} == {frozenset(group) for group in [(0, 5), (1, 2), (3, 4)]}


def find_most_rounds_at_a_table(rounds):
    """Return how often a player sat at the same table at most."""
    sat = Counter((player, at) for groups in rounds for at, group in enumerate(groups) for player in group)
    return max(sat.values())


@pytest.mark.parametrize(
    ("players", "tables", "count", "most"),
    [(16, 4, 5, 3), (9, 3, 4, 3), (25, 5, 6, 3), (8, 2, 6, 5), (13, 3, 5, 3), (20, 5, 5, 2), (5, 2, 5, 3)],
)
@pytest.mark.parametrize("seed", range(4))
def test_players_move_between_tables(players, tables, count, most, seed):
    names = [str(player) for player in range(players)]
    assert find_most_rounds_at_a_table(plan_evening(names, tables, count, seed)) <= most


def test_a_later_round_moves_those_who_sat_at_a_table():
    past = [[(0, 3), (1, 2)], [(0, 3), (1, 2)]]
    assert assign_tables([[(0, 3), (1, 2)]], past) == [[(1, 2), (0, 3)]]


@settings(deadline=None)
@given(evenings())
def test_to_move_between_tables_changes_no_group(evening):
    players, tables, count, seed = evening
    with short_searches():
        rounds = plan_rounds(players, tables, count, seed)
    moved = assign_tables(rounds)
    assert [sorted(groups) for groups in moved] == [sorted(groups) for groups in rounds]
    assert find_most_rounds_at_a_table(moved) <= count


def test_seats_of_a_later_round_even_out_those_of_the_past():
    past = [[(0, 1, 2)], [(0, 2, 1)]]
    assert assign_seats([[(0, 1, 2)]], past)[0][0][0] != 0


# -- like standings ------------------------------------------------------------------------------------


def test_players_of_like_points_meet():
    found = pair_like([3, 0, 1, 3, 1, 0, 2, 2], 4, [], seed=1)
    assert {frozenset(group) for group in found} == {
        frozenset(pair) for pair in [(0, 3), (6, 7), (2, 4), (1, 5)]
    }


@pytest.mark.parametrize(("players", "tables", "count"), [(8, 4, 5), (10, 5, 5), (12, 4, 3), (15, 5, 3)])
def test_no_pair_meets_twice_while_it_can_be_avoided(players, tables, count):
    past, points = [], [0] * players
    for _ in range(count):
        groups = pair_like(points, tables, past, seed=2)
        past.append(groups)
        for group in groups:
            points[min(group)] += 1
    check_rounds(past, players, tables)
    assert count_meetings(past, players)[1] == 1


def test_a_pair_meets_again_only_when_all_have_met():
    all_pairs = [[(0, 1), (2, 3)], [(0, 2), (1, 3)], [(0, 3), (1, 2)]]
    again = pair_like([5, 5, 0, 0], 2, all_pairs, seed=1)
    assert sorted(map(sorted, again)) == [[0, 1], [2, 3]]
    left = pair_like([5, 5, 0, 0], 2, all_pairs[:2], seed=1)
    assert sorted(map(sorted, left)) == [[0, 3], [1, 2]]


@settings(deadline=None, max_examples=30)
@given(evenings(), st.data())
def test_a_round_by_standings_seats_each_player_once(evening, data):
    players, tables, _, seed = evening
    points = data.draw(st.lists(st.integers(0, 4), min_size=players, max_size=players))
    with short_searches():
        past = plan_rounds(players, tables, 1, seed)
        found = pair_like(points, tables, past, seed)
        assert found == pair_like(points, tables, past, seed)
    check_rounds([found], players, tables)
    met = {frozenset(pair) for group in found for pair in combinations(group, 2)}
    assert len(met) == sum(size * (size - 1) // 2 for size in sizes(players, tables))
