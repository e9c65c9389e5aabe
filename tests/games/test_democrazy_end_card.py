"""The End Card that is claimed with the keys at a table whose stack only people see."""

import pytest

from cardtable.engine.asks.base import CENTRE, MAY_CALL, NO, NOTHING, OK, PRESS_YES_NO, YES
from democrazy_players import Assembly, lay, press, prompt, refused, what


def claimed(**state):
    """Return a table of four at which seat 1, whose turn it is, claims the End Card."""
    club = Assembly(4, seat=1, **state)
    press(club, (1, YES), (1, NO), (1, YES))
    assert prompt(club)[1][0] == "end-card"
    press(club, (1, OK))
    return club


def test_a_claim_waits_for_a_second_seat():
    club = claimed()
    assert prompt(club)[:2] == ("confirm-end-card", (1,)) and not club.of("end_card")
    assert prompt(club)[2][:4] == [PRESS_YES_NO, MAY_CALL, PRESS_YES_NO, PRESS_YES_NO]


@pytest.mark.parametrize("key", [YES, OK])
@pytest.mark.parametrize("seat", [0, 2, 3])
def test_any_other_seat_confirms_it(seat, key):
    club = claimed()
    press(club, (seat, key))
    assert club.of("end_card") == [("end_card", 1)] and club.match.ended == "end-card"


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_any_seat_refuses_it_and_the_match_goes_on(seat):
    """The NO of the seat that claimed takes it back."""
    club = claimed()
    press(club, (seat, NO))
    assert what(club) == "propose" and not club.match.ended and not club.of("end_card")
    lay(club, CENTRE, "B05")
    assert what(club) == "debate"


def test_the_seat_that_claims_cannot_confirm():
    club = claimed()
    press(club, (1, YES), (1, OK))
    assert refused(club) == ["not-asked", "not-asked"] and what(club) == "confirm-end-card"


def test_a_claim_that_was_refused_may_be_made_again():
    club = claimed()
    press(club, (0, NO), (1, YES), (1, YES), (1, OK), (3, YES))
    assert club.of("end_card") == [("end_card", 1)]


def test_an_absent_seat_confirms_nothing():
    club = claimed(away=[1, 0, 0, 0])
    assert prompt(club)[2][:4] == [NOTHING, MAY_CALL, PRESS_YES_NO, PRESS_YES_NO]
    press(club, (0, YES))
    assert refused(club) == ["not-asked"] and not club.match.ended


def test_without_a_second_seat_the_card_itself_is_laid():
    club = Assembly(4, away=[0, 1, 1, 1])
    press(club, (0, YES))
    assert prompt(club)[1][0] != "end-card"
    press(club, (0, OK))
    lay(club, CENTRE, "END")
    assert club.of("end_card") == [("end_card", 0)]
