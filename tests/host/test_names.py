"""Names of players: two that a reader cannot tell apart are one, wherever names come in."""

import pytest

from cardtable_club import verb
from tablehost import seats
from tablehost.errors import Trouble
from tablehost.match import documents
from tablehost.plugins.choice import read_names
from tablehost.web import begin
from tablehost.web.begin import MatchForm, Objection

ALIKE = [
    ("Ada", "ada"), ("Béla", "Be\u0301la"), ("Bela", "BÉLA"), ("Ａda", "Ada"), ("ﬁnn", "Finn"),
    ("Ana B", "Ana  B"), ("Straße", "STRASSE"),
]  # fmt: skip


@pytest.mark.parametrize("names", ALIKE)
def test_two_names_that_look_alike_are_one(names):
    assert seats.find_twin(names) is not None
    with pytest.raises(Trouble, match="two players"):
        read_names(",".join(names))
    with pytest.raises(Trouble, match="two players"):
        verb.read_players(",".join(names))
    wish = MatchForm(players="3", preset="usual", names=[*names, ""])
    objection = begin._choose("democracy", wish)
    assert isinstance(objection, Objection) and objection.field == "names"


@pytest.mark.parametrize(
    "typed", ["jean\u00a0luc", "Jean\u2003Luc", "JEAN\u200b LUC", "jean\u2060 luc", "Jean  Luc"]
)
def test_spaces_that_look_alike_and_those_of_no_width_are_passed_over_in_what_is_typed(typed):
    assert seats.parse(typed, 3, ["Ana", "Jean Luc", "Béla"]) == 1


def test_a_name_that_is_given_is_no_name_of_another_player():
    wish = MatchForm(players="3", preset="usual", names=["ada", "", ""])
    chosen = begin._choose("democracy", wish)
    assert [seats.plain(name) for name in chosen.players] == ["ada", "ben", "cleo"]


def test_a_person_is_called_by_the_own_name_first():
    person = "Wolfeschlegelsteinhausen"
    assert documents._call("Ben", person) == f"{person} (Ben)"
    assert documents._call("Ben", "") == documents._call("Ben", "Ben") == "Ben"
