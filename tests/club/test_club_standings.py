"""Standings of a club: examples that were worked out by hand."""

import math
import sys
from fractions import Fraction

import pytest

from cardtable_club import page
from cardtable_club.standings import Outcome, judge, rank_by_points, rank_by_rating, rate
from tablehost.errors import Trouble

HALF, WHOLE, NONE = Fraction(1, 2), Fraction(1), Fraction(0)


def outcome(players, shares, places):
    return Outcome(players.split(), shares, places)


# Ada beat Ben, Ben beat Dan, Dan beat Ada: their direct encounters are even.
MATCHES = [
    outcome("Ada Ben Cleo", [WHOLE, NONE, NONE], [1, 2, 3]),
    outcome("Ben Cleo Dan", [WHOLE, NONE, NONE], [1, 3, 2]),
    outcome("Ada Dan Eva", [NONE, WHOLE, NONE], [3, 1, 2]),
    outcome("Cleo Eva Ben", [HALF, HALF, NONE], [1, 1, 3]),
]


def test_tie_breaks_by_hand():
    rows = rank_by_points(["Eva", "Dan", "Cleo", "Ben", "Ada", "Finn"], MATCHES)
    found = [
        (row.rank, row.player, row.matches, row.points, row.direct, row.opponents, row.decided)
        for row in rows
    ]
    assert found == [
        # opponents: Ada 1, Cleo 1/2; Cleo 1/2, Dan 1; Cleo 1/2, Eva 1/2
        (1, "Ben", 3, 1, 0, 4, ""),
        # Dan was second and first, Ada first and third of as many matches: the rating decides
        (2, "Dan", 2, 1, 0, 3, "opponents"),
        (3, "Ada", 2, 1, 0, 3, "rating"),
        (4, "Cleo", 3, HALF, 0, Fraction(11, 2), ""),
        (5, "Eva", 2, HALF, 0, Fraction(7, 2), "opponents"),
        (6, "Finn", 0, 0, None, 0, ""),
    ]


def test_the_direct_encounters_of_equal_points_come_first():
    matches = [
        outcome("Ada Ben Cleo", [WHOLE, NONE, NONE], [1, 2, 3]),
        outcome("Ben Cleo Dan", [WHOLE, NONE, NONE], [1, 2, 3]),
        outcome("Cleo Dan", [WHOLE, NONE], [1, 2]),
    ]
    rows = rank_by_points(["Cleo", "Ben", "Ada", "Dan"], matches)
    assert [(row.player, row.direct, row.decided) for row in rows] == [
        ("Ada", 2, ""),  # ahead of Ben and of Cleo
        ("Ben", 1 - 1 + 1, "direct"),  # behind Ada, ahead of Cleo twice
        ("Cleo", -3, "direct"),
        ("Dan", None, ""),
    ]


def test_players_whom_only_the_name_orders_share_a_place():
    rows = rank_by_points(["Zoe", "Ada", "Ben"], [outcome("Ben Zoe Ada", [WHOLE, NONE, NONE], [1, 2, 2])])
    assert [(row.rank, row.player, row.decided) for row in rows] == [
        (1, "Ben", ""),
        (2, "Ada", ""),
        (2, "Zoe", "name"),
    ]


def test_a_duel_is_rated_as_the_formula_has_it():
    """Weng and Lin's update for two players of mean 25 and deviation 25/3, with beta half of that."""
    variance, beta = (25 / 3) ** 2, 25 / 6
    spread = math.sqrt(2 * (variance + beta**2))
    step = variance / spread / 2
    shrink = math.sqrt(1 - math.sqrt(variance) / spread * variance / spread**2 / 4)
    rated = rate(["Ada", "Ben"], [outcome("Ada Ben", [WHOLE, NONE], [1, 2])])
    assert rated["Ada"] == pytest.approx((25 + step, 25 / 3 * shrink), rel=1e-3)
    assert rated["Ben"] == pytest.approx((25 - step, 25 / 3 * shrink), rel=1e-3)
    assert rated["Ada"].shown == 3.44  # 27.64 less three times 8.07


def test_by_rating_the_better_places_lead_and_a_player_without_a_match_has_zero():
    rows = rank_by_rating(["Ben", "Ada", "Cleo"], [outcome("Ada Ben", [WHOLE, NONE], [1, 2])])
    assert [(row.rank, row.player) for row in rows] == [(1, "Ada"), (2, "Cleo"), (3, "Ben")]
    assert rows[1].rating.shown == 0


def test_bots_are_left_out_and_a_win_of_theirs_is_no_point_of_others():
    """Seats: Ada 10, a bot 30, Ben 20, Cleo who has left."""
    found = judge(["Ada", None, "Ben", "Cleo"], winners=[1], totals=[10, 30, 20, None])
    assert found == (["Ada", "Ben", "Cleo"], [0, 0, 0], [2, 1, 3])
    shared = judge(["Ada", None, "Ben", "Cleo"], winners=[0, 1], totals=[10, 30, 20, None])
    assert shared == (["Ada", "Ben", "Cleo"], [HALF, 0, 0], [1, 2, 3])


@pytest.mark.parametrize(
    ("outcomes", "fails"),
    [
        ([], False),
        ([("Ada Ben Cleo", [WHOLE, NONE, NONE], [1, 2, 3])], False),
        ([("Ada Ben Cleo", [WHOLE, NONE, NONE], [1, 2, 2])], True),  # the ratings of Ben and Cleo decide
    ],
)
def test_by_points_ratings_are_needed_where_they_decide_alone(outcomes, fails, monkeypatch):
    played = [outcome(*one) for one in outcomes]
    whole = rank_by_points(["Ben", "Ada", "Cleo"], played)
    monkeypatch.setitem(sys.modules, "openskill", None)
    if fails:
        with pytest.raises(Trouble):
            rank_by_points(["Ben", "Ada", "Cleo"], played)
    else:
        found = rank_by_points(["Ben", "Ada", "Cleo"], played)
        assert [row._replace(rating=None) for row in found] == [row._replace(rating=None) for row in whole]
        assert all(page.cells_of(row)[6] == "" for row in found)


def test_without_its_extra_the_command_that_installs_it_is_the_hint(monkeypatch):
    monkeypatch.setitem(sys.modules, "openskill", None)
    with pytest.raises(Trouble) as raised:
        rate(["Ada"], [])
    assert (raised.value.code, raised.value.hint) == ("MISSING_EXTRA", 'pip install "cardtable[club]"')
