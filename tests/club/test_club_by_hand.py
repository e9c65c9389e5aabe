"""Results by hand: declared scores, tables that were not played, penalties; none over a verified match."""

import csv
import io
import json
from contextlib import closing

import pytest

import club_evening
from called_command import run
from cardtable_club import ledger
from cardtable_club.standings import Outcome, rank_by_points, rank_by_rating
from club_verb import DEMOCRACY, as_owner, change, code_of, data_of, found, rows
from tablehost.journal import store
from tablehost.journal.store import Journal
from tablehost.link import orders

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


def test_who_stayed_away_has_no_result(table):
    data_of(declare(table, "--json", Ada="-", Ben=1, Cleo=0, Dan=3))
    _, row = standings(table)
    assert [row[name]["declared"] for name in ("Ada", "Ben", "Cleo", "Dan")] == [0, 1, 1, 1]
    assert row["Dan"]["points"] == 1


def test_a_table_that_was_not_played_is_settled_and_gives_nothing(table):
    told = table("result", "Tuesday", 1, 1, "--declared", "not-played", "--because", "went home")
    assert told[0] == 0 and "not played" in told[1]
    seen, row = standings(table)
    assert seen["uncounted"] == [] and seen["declared"][0]["scores"] is None
    assert not any(one["points"] or one["declared"] for one in row.values())
    assert "not played (went home)" in table("standings", "Tuesday")[1]
    assert data_of(table("next", "Tuesday", "--json"))["open"] == []


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


def test_a_match_of_this_table_that_waits_is_named(new_home, capsys):
    club_evening.seat(club_evening.NAMES[:4], 1, 1)
    number = club_evening.play((1, 1))
    words = ("club", "result", "Tuesday", "1", "1", "--declared", "3,1,0,0", *BECAUSE)
    status, out, _ = run(capsys, *words)
    assert status == 0 and f"cardtable club result Tuesday 1 1 {number}" in out
    with Journal() as journal:
        assert ledger.read(journal, "Tuesday").links == {}


def test_a_table_that_plays_just_now_is_refused(new_home, capsys):
    club_evening.seat(club_evening.NAMES[:4], 1, 1)
    number = club_evening.play((1, 1), until=60)
    words = ("club", "result", "Tuesday", "1", "1", "--declared", "3,1,0,0", *BECAUSE, "--json")
    with Journal() as journal:
        uid = journal.game(number).uid
    with closing(orders.playing(uid)):
        assert code_of(run(capsys, *words)) == (4, "PLAYS_NOW")
        assert len(rows()) == 2
    assert data_of(run(capsys, *words))["waiting"] is None  # it was broken off: that is what a hand is for


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


def test_csv_has_the_marks_too(table):
    declare(table)
    table("result", "Tuesday", 1, 1, "--penalty", "Ada=0.5", "--because", "late")
    told = list(csv.DictReader(io.StringIO(table("standings", "Tuesday", "--csv")[1])))
    assert {row["player"]: (row["declared"], row["penalty"]) for row in told} == {
        name: ("1", "0.5" if name == "Ada" else "0.0") for name in ("Ada", "Ben", "Cleo", "Dan")
    }


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


@pytest.mark.parametrize(
    ("reason", "code"),
    [([], "NO_REASON"), (["  "], "NO_REASON"), (["x" * 201], "BAD_REASON"), (["a\nb"], "BAD_REASON")],
)
@pytest.mark.parametrize("what", [("--declared", "3,1,0,0"), ("--penalty", "Ada=1")])
def test_what_is_declared_has_a_reason(table, reason, code, what):
    before = rows()
    because = ["--because", *reason] if reason else []
    assert code_of(table("result", "Tuesday", 1, 1, *what, *because, "--json")) == (2, code)
    assert rows() == before


def test_a_round_with_a_penalty_is_not_seated_again(table):
    table("result", "Tuesday", 1, 1, "--penalty", "Ada=1", "--because", "late")
    assert code_of(table("next", "Tuesday", "--again", "--json")) == (2, "HAS_RESULT")


@pytest.mark.parametrize(
    "row",
    [
        {"kind": "declared", "round": 1, "table": 1, "scores": [3, 1, 0], "reason": "a"},
        {"kind": "declared", "round": 1, "table": 1, "scores": [3, 1, 0, -1], "reason": "a"},
        {"kind": "declared", "round": 1, "table": 1, "scores": [3, 1, 0, 0], "reason": ""},
        {"kind": "declared", "round": 1, "table": 1, "scores": [None] * 4, "reason": "a"},
        {"kind": "penalty", "round": 1, "table": 1, "player": "Eva", "points": "1", "reason": "a"},
        {"kind": "penalty", "round": 1, "table": 1, "player": "Ada", "points": "-1", "reason": "a"},
    ],
)
def test_a_row_that_declares_nonsense_is_left_out(table, row, monkeypatch):
    monkeypatch.setattr(store, "_TOLD", set())
    with Journal() as journal:
        journal.add_club_row("tuesday", 2, json.dumps({"at": "2026-01-01T00:00:00+00:00", **row}))
    status, out, err = table("standings", "Tuesday")
    assert status == 0 and "left out" in err and "*" not in out


def test_ratings_are_of_matches_alone():
    played = [Outcome(["Ada", "Ben"], [1, 0], [1, 2])]
    declared = [Outcome(["Ben", "Ada"], [1, 0], [1, 2])] * 3
    alone, mixed = (rank_by_rating(["Ada", "Ben"], played, more) for more in ([], declared))
    assert [row.rating for row in alone] == [row.rating for row in mixed]
    assert [(row.player, row.points) for row in rank_by_points(["Ada", "Ben"], played, declared)] == [
        ("Ben", 3), ("Ada", 1),
    ]  # fmt: skip
