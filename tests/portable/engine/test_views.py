"""The visibility of the cards on the pads."""

from cardtable.engine import cards
from cardtable.engine.asks.base import CENTRE, NO, OK, SEALED, UNTIL_CLOSED, Ok
from cardtable.engine.asks.combined import All
from cardtable.engine.asks.keys import Choose, First, Poll
from cardtable.engine.asks.laying import Clear, Lay
from cardtable.engine.asks.showing import Show
from cardtable.engine.picture import Picture
from cardtable.engine.views import COVERED, pads, view
from scripted_stage import play, waiting_for


def seen(referee):
    """Of the three seats and the centre."""
    lying = pads(referee)
    return lying[:3] + [lying[CENTRE]]


def test_a_card_is_seen_where_an_open_one_is_asked_for():
    referee = waiting_for(Lay((0, CENTRE), "lay"), Poll((0,), (OK,), "on"))
    play(referee, "centre lays KS,1 lays 5S")
    assert seen(referee) == [None, COVERED, None, 13]  # what comes early may be meant for a secret ask
    play(referee, "0 lays 6S")
    assert seen(referee) == [6, COVERED, None, 13]


def test_a_hidden_card_is_seen_when_its_ask_closes_or_a_rule_reveals_it():
    for secrecy, then in ((UNTIL_CLOSED, 5), (SEALED, COVERED)):
        referee = waiting_for(Lay((0,), "lay", secrecy, until=Ok(0)), Poll((0,), (OK,), "on"))
        play(referee, "0 lays 5S")
        assert seen(referee)[0] == COVERED
        play(referee, "0 ok")
        assert seen(referee)[0] == then
        play(referee, "0 lifts,0 lays 5S")
        assert seen(referee)[0] == then


def test_shown_cards():
    for secrecy, expected in ((0, 5), (SEALED, COVERED)):
        referee = waiting_for(Show((0,), 1, 2, "show", secrecy=secrecy))
        play(referee, "0 lays 5S")
        assert seen(referee)[0] == expected
        play(referee, "0 ok")
        assert seen(referee)[0] == COVERED


def test_a_menu_of_one_seat_has_the_row_that_ok_would_take():
    referee = waiting_for(Choose(1, ("one", "two"), "menu"))
    assert view(referee).reached == []
    play(referee, "1 yes,1 yes")
    assert view(referee).reached == [(None, "two")]
    assert view(waiting_for(Choose(1, ("one", "two"), "menu", default=0))).reached == [(None, "one")]


def test_menus_of_several_seats_have_the_rows_of_those_who_have_stepped_and_not_pressed_ok():
    menus = [Choose(seat, ("one", "two", "three"), "menu", default=2) for seat in range(3)]
    referee = waiting_for(All(*menus))
    assert view(referee).reached == []
    play(referee, "2 yes,0 yes,0 yes")
    assert view(referee).reached == [(0, "two"), (2, "one")]
    play(referee, "0 ok")
    assert view(referee).reached == [(2, "one")]
    play(referee, "0 yes")
    assert view(referee).reached == [(0, "three"), (2, "one")], "it may be changed until all have pressed OK"


def test_a_secret_menu_shows_no_row():
    for secrecy in (SEALED, UNTIL_CLOSED):
        referee = waiting_for(All(*[Choose(seat, ("one", "two"), "menu", secrecy) for seat in (0, 1)]))
        play(referee, "0 yes,1 yes")
        assert view(referee).reached == []


def test_a_part_of_an_ask_has_its_own_secrecy():
    name = Choose(0, ("S", "H", "D", "C"), "name-suit", SEALED, by_card=cards.suit_of)
    ask = First(Lay((CENTRE,), "turn-up"), name)
    referee = waiting_for(ask)
    play(referee, "0 lays 5S")
    assert seen(referee) == [COVERED, None, None, None]
    play(referee, "centre lays KS")
    assert seen(referee) == [COVERED, None, None, 13]


def test_an_undo_uncovers_no_secret():
    """The card of a sealed ask still lies where, after two undos, an open one is asked for."""
    for answered in (True, False):
        sealed = Lay((0,), "sealed", SEALED, until=Ok(1))
        referee = waiting_for(Lay((0,), "open"), Clear(), sealed, Poll((2,), (NO,), "on"))
        play(referee, "0 lays 5S,0 lifts,0 lays 6S")
        if answered:
            play(referee, "1 ok")
        while referee.prompt()[0] != "open":
            referee.correct(["undo", referee.last_answer, 1])
            assert seen(referee)[0] == COVERED
        assert play(referee, "2 lays 7S") == []
        assert seen(referee)[0] == COVERED
        play(referee, "0 lifts,0 lays 5S")
        assert referee.answers[0] == [5]


def test_nothing_lies_open_before_the_seats_are_asked_or_after_the_end():
    referee = waiting_for(Poll((0,), (OK,), "on"))
    play(referee, "0 lays 5S")
    assert seen(referee)[0] == COVERED
    play(referee, "0 ok,centre2 lays 6S")
    assert referee.over and seen(referee)[0] == COVERED


def test_a_copy_of_the_picture_has_the_cards_that_count_unread():
    picture = Picture()
    picture.accepted |= 1 << 3
    assert picture.copy().accepted == 1 << 3
