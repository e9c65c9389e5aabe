"""Results by hand: declared scores, tables that were not played, penalties; none over a verified match."""

import json

import pytest

from cardtable_club import ledger
from club_verb import DEMOCRACY, as_owner, change, code_of, data_of, found, rows
from tablehost.journal.store import Journal

BECAUSE = ("--because", "played with paper")


@pytest.fixture
def club(on_both):
    """Run the verb on both databases."""
    return on_both


@pytest.fixture
def table(club):
    """Run `club result` on the one table of a seated round; the scores are given by name."""
    found(club)
    club("next", "Tuesday")
    return club


def seated():
    with Journal() as journal:
        return ledger.read(journal, "tuesday").rounds[-1][0]


def scores(**given):
    """Return the argument of --declared for these scores by name."""
    return ",".join(str(given[name]) for name in seated())


def declare(club, *more, **given):
    given = given or {"Ada": 3, "Ben": 1, "Cleo": 0, "Dan": 3}
    return club("result", "Tuesday", 1, 1, "--declared", scores(**given), *BECAUSE, *more)


def standings(club, *more):
    seen = data_of(club("standings", "Tuesday", "--json", *more))
    return seen, {row["player"]: row for row in seen["standings"]}


def test_a_declared_result_gives_points_and_marks_but_no_rating(table):
    entered = data_of(declare(table, "--json"))
    assert entered["points"] == {"Ada": 0.5, "Ben": 0, "Cleo": 0, "Dan": 0.5}
    assert (entered["places"]["Ben"], entered["places"]["Cleo"], entered["waiting"]) == (3, 4, None)
    seen, row = standings(table)
    assert (seen["matches"], seen["uncounted"]) == (0, [])
    assert seen["declared"][0]["reason"] == "played with paper"
    assert {
        name: (one["matches"], one["declared"], one["points"], one["rating"]) for name, one in row.items()
    } == {name: (0, 1, points, 0.0) for name, points in entered["points"].items()}
    status, out, _ = table("standings", "Tuesday")
    assert status == 0 and "0.5*" in out and "0+1*" in out
    assert "declared by hand: " in out and "Ada 3" in out and "(played with paper)" in out
    french = table("standings", "Tuesday", "--lang", "fr")[1]
    assert "déclaré à la main" in french and "Rien ne les vérifie" in french
    assert table("standings", "Tuesday", "--page", "page.html")[0] == 0
    page = open("page.html", encoding="utf-8").read()
    assert "<td>0.5*</td>" in page and "played with paper" in page


def test_a_declared_result_is_replaced_and_both_rows_stay(table):
    declare(table)
    assert code_of(declare(table, "--json", Ada=0, Ben=0, Cleo=0, Dan=1)) == (2, "HAS_RESULT")
    assert data_of(declare(table, "--replace", "--json", Ada=0, Ben=0, Cleo=0, Dan=1))
    _, row = standings(table)
    assert [row[name]["points"] for name in ("Ada", "Dan")] == [0, 1]
    assert len(rows()) == 4


def test_a_verified_match_counts_in_place_of_what_was_declared_before(table):
    declare(table)
    with Journal() as journal:
        before = journal.game(DEMOCRACY)
    entered = table("result", "Tuesday", 1, 1, DEMOCRACY)
    assert entered[0] == 0 and "in place of what was declared" in entered[1]
    seen, row = standings(table)
    assert (seen["matches"], seen["declared"]) == (1, [])
    assert [row[name]["points"] for name in ("Ada", "Dan")] == [0, 1] and not row["Dan"]["declared"]
    assert code_of(declare(table, "--replace", "--json")) == (2, "MATCH_COUNTS")
    with Journal() as journal:
        assert journal.game(DEMOCRACY) == before


def test_what_was_declared_counts_where_the_match_does_not(table, monkeypatch):
    as_owner(monkeypatch)
    declare(table)
    table("result", "Tuesday", 1, 1, DEMOCRACY)
    with Journal() as journal:
        game = journal.game(DEMOCRACY)
    change("UPDATE games SET result = ? WHERE id = ?", json.dumps({**game.result, "winners": [1]}), DEMOCRACY)
    seen, row = standings(table)
    assert (seen["matches"], len(seen["uncounted"]), len(seen["declared"])) == (0, 1, 1)
    assert row["Ada"]["points"] == 0.5
    assert data_of(declare(table, "--replace", "--json", Ada=0, Ben=0, Cleo=0, Dan=1))


def test_a_penalty_is_taken_off_marked_replaced_and_lifted(table):
    table("result", "Tuesday", 1, 1, DEMOCRACY)
    penalty = lambda points, *more: table(  # noqa: E731
        "result", "Tuesday", 1, 1, "--penalty", f"dan={points}", "--because", "late", "--json", *more
    )
    assert data_of(penalty("0.25")) == {
        "round": 1, "table": 1, "player": "Dan", "penalty": 0.25, "reason": "late",
    }  # fmt: skip
    seen, row = standings(table)
    assert (row["Dan"]["points"], row["Dan"]["penalty"]) == (0.75, 0.25) and seen["matches"] == 1
    assert row["Ada"]["opponents"] == 1  # what Dan won, not what was left
    assert "penalty of Dan, 0.25 off the points (late)" in table("standings", "Tuesday")[1]
    assert "0.75*" in table("standings", "Tuesday")[1]
    assert code_of(penalty("2")) == (2, "HAS_RESULT")
    data_of(penalty("2", "--replace"))
    assert standings(table)[1]["Dan"]["points"] == -1
    data_of(penalty("0", "--replace"))
    seen, row = standings(table)
    assert (row["Dan"]["points"], seen["penalties"]) == (1, [])
    assert "*" not in table("standings", "Tuesday")[1]


@pytest.mark.parametrize(
    ("words", "status", "code"),
    [
        (["1", "1", "--declared", "3,1,0"], 2, "BAD_SCORES"),
        (["1", "1", "--declared", "3,1,0,0,0"], 2, "BAD_SCORES"),
        (["1", "1", "--declared", "3,-1,0,0"], 2, "BAD_SCORES"),
        (["1", "1", "--declared", "3,1,0,10000"], 2, "BAD_SCORES"),
        (["1", "1", "--declared", "3,1.5,0,0"], 2, "BAD_SCORES"),
        (["1", "1", "--declared", "3,,0,0"], 2, "BAD_SCORES"),
        (["1", "1", "--declared", "3,-,-,-"], 2, "BAD_SCORES"),
        (["1", "1", "--declared", ""], 2, "BAD_SCORES"),
        (["2", "1", "--declared", "3,1,0,0"], 3, "NO_SUCH_ROUND"),
        (["1", "0", "--declared", "3,1,0,0"], 3, "NO_SUCH_PLACE"),
        (["1", "1", "1", "--declared", "3,1,0,0"], 2, "USAGE"),
        (["1", "1", "--declared", "3,1,0,0", "--names", "Ada,Ben"], 2, "USAGE"),
        (["1", "1", "--declared", "3,1,0,0", "--penalty", "Ada=1"], 2, "USAGE"),
        (["1", "1"], 2, "USAGE"),
        (["1", "1", "--penalty", "Ada=-1"], 2, "BAD_PENALTY"),
        (["1", "1", "--penalty", "Ada"], 2, "BAD_PENALTY"),
        (["1", "1", "--penalty", "Ada=100"], 2, "BAD_PENALTY"),
        (["1", "1", "--penalty", "Eva=1"], 2, "NO_SUCH_PLAYER"),
        (["1", "2", "--penalty", "Ada=1"], 3, "NO_SUCH_PLACE"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_cannot_be_declared_is_refused_and_nothing_is_written(table, words, status, code, lang):
    before = rows()
    assert code_of(table("result", "Tuesday", *words, *BECAUSE, "--json", "--lang", lang)) == (status, code)
    assert rows() == before
