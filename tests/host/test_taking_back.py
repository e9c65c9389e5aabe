"""The motions of a hand that take back an act without a record, and the words for what is taken back."""

import pytest

from cardtable.engine.asks.ballot import Ballot
from cardtable.engine.asks.base import CENTRE, KEY_NAMES, NO, OK, SEALED, YES, Ok
from cardtable.engine.asks.keys import Call, Choose, First, Poll
from cardtable.engine.asks.laying import Lay
from cardtable.engine.asks.showing import Show
from cardtable.engine.picture import Picture
from tablehost import messages
from tablehost.match import taking_back
from tablehost.match.events import Hand
from tablehost.match.taking_back import Said
from tablehost.people import vocabulary

KEYS = {"act": "key", "keys": ["yes", "no"]}
LAYS = Lay((0, 1), "lay-face-down", SEALED, until=Ok(0))


def motion(ask, hand, pressed="", shown=()):
    """(act, word) of the motion, "" for none that a hand can make, None where a record tells the act."""
    picture = Picture()
    picture.shown[1] = list(shown)
    found = taking_back.find_motion(hand, ask, picture, pressed)
    if found is None:
        return None
    with messages.speaking("fr"):
        assert "{" not in taking_back.describe_motion(found, vocabulary.load("fr", "democracy"))
    return "" if found.act is None else f"{found.act.act} {found.act.word}".strip()


@pytest.mark.parametrize("lamp, expected", [("read", "lift"), ("wrong", "lift"), ("early", "lift"),
                                            ("kept", None), ("clear", None), ("keep", None)])  # fmt: skip
def test_a_card_that_has_not_answered_is_lifted(lamp, expected):
    assert motion(LAYS, Hand(1, pad=("5S",), lamp_code=lamp)) == expected


def test_a_key_of_an_open_poll_gives_way_to_another_and_one_alone_stands():
    waits, due = Hand(1, may=(KEYS,)), Hand(1, do="answer", steps=(KEYS,))
    poll = Poll((0, 1), (YES, NO), "agree")
    assert motion(poll, waits, "yes") == "press no" and motion(poll, waits, "no") == "press yes"
    assert motion(poll, due, "yes") is None, "it was taken out of the vote again"
    assert motion(poll, waits) is None, "of another ask"
    assert motion(Poll((0, 2), (YES, NO), "agree"), waits, "yes") is None
    assert motion(Poll((0, 1), (OK,), "negotiate"), Hand(1), "ok") == ""
    assert motion(Ballot((0, 1), 0, "vote", lambda *_: None), waits, "no") == "press yes"
    call = First(LAYS, Call((0, 1), (YES,), "declare"))
    assert motion(call, Hand(1, may=({"act": "key", "keys": ["yes"]},)), "yes") is None


def test_cards_that_were_shown_and_a_row_that_was_reached_are_taken_back_by_no():
    show = Show((0, 1), 1, 3, "show-combination")
    assert motion(show, Hand(1), shown=[5]) == "press no" and motion(show, Hand(1)) is None
    choose = Choose(1, ("a", "b"), "which")
    reached, fresh = ({"act": "pick", "keys": ["yes", "no", "ok"], "reached": one} for one in (True, False))
    assert motion(choose, Hand(1, do="pick", steps=(reached,))) == "press no"
    assert motion(choose, Hand(1, do="pick", steps=(fresh,))) is None


def test_a_card_in_the_middle_is_taken_up_by_the_player_who_laid_it():
    ask = Lay((CENTRE,), "propose", by=1, until=Ok(1))
    assert motion(ask, Hand(1, do="ok")) == "clear"
    assert motion(ask, Hand(1, do="lay")) is None and motion(ask, Hand(0, do="ok")) is None


@pytest.mark.parametrize("lang, gone, is_last, said, expected", [
    ("en", ["trick"], False, [Said("card", "JC")],
     "Taken back: your jack of clubs; the trick is played again."),
    ("fr", ["trick"], False, [Said("card", "JC")], "Repris : votre valet de trèfle ; le pli se rejoue."),
    ("en", [], True, [Said("key", KEY_NAMES[NO])], "Taken back: your no."),
    ("en", [], False, [Said("row")], "Taken back: your choice; what followed is played again."),
    ("en", ["vote"], False, [Said("key")], "Taken back: your answer; the vote is held again."),
    ("en", [], True, [Said("card", "5S"), Said("card", "6S"), Said("key", KEY_NAMES[OK])],
     "Taken back: your 5 of spades, 6 of spades."),
    ("fr", [], True, [Said("card"), Said("card", "6S")], "Repris : vos cartes."),
])  # fmt: skip
def test_the_sentence_names_what_is_taken_back(lang, gone, is_last, said, expected):
    with messages.speaking(lang):
        told = taking_back.describe(said, gone, is_last, vocabulary.load(lang, "democracy"))
    assert (
        told.replace("\u202f", " ").replace("\u00a0", " ").replace("five", "5").replace("six", "6")
        == expected
    )
