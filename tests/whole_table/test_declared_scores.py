"""Matches that begin from scores that people declare: at the table, in the log, and for ever after."""

import pytest

import played_matches
from cardtable.engine import match as matches
from cardtable.games import registry as games
from cardtable.wire import host_shapes
from firmware_table import Host, Table
from tablehost.plugins import declared_scores
from tablehost.referee.shadow import Shadow
from tablehost.web.begin import read_wish

DAY = ("--players", "3", "--pace", "0", "--seed", "3", "-o", "days=1", "-o", "target=1")


def play(home, game, *words):
    status, out, err = played_matches.run(home, "play", game, *words)
    assert status == 0, err
    return played_matches.open_log(home), out


def test_they_count_from_the_first_island_on(tmp_path):
    log, out = play(tmp_path, "democracy", *DAY, "--from-scores", "12,-9,0")
    assert log[0]["declared"] == [12, -9, 0]
    [score] = [line for line in log if line["kind"] == "score"]
    won = [points + lost for points, lost in zip(score["game_points"], score["penalties"], strict=True)]
    assert score["totals"] == [one + more for one, more in zip((12, -9, 0), won, strict=True)]
    assert "scores that people declared, not played here: Ada 12, Ben -9, Cleo 0" in out
    status, out, _ = played_matches.run(tmp_path, "verify", "last")
    assert status == 0 and "the match began from scores that people declared: 12, -9, 0" in out


def test_a_match_without_them_says_nothing(tmp_path):
    log, out = play(tmp_path, "democracy", *DAY, "--from-scores", "0,0,0")
    assert "declared" not in log[0] and "declared" not in out
    assert "declared" not in played_matches.run(tmp_path, "verify", "last")[1]


def test_demos_has_them_too(tmp_path):
    log, _ = play(
        tmp_path, "demos", "--players", "3", "--pace", "0", "-o", "max_rounds=1", "--from-scores", "5,0,-2"
    )
    assert log[0]["declared"] == [5, 0, -2]
    first = next(line for line in log if line["kind"] == "standing")
    recorded = [points or 0 for points in first["recorded"] or [0, 0, 0]]
    assert first["totals"] == [one + more for one, more in zip((5, 0, -2), recorded, strict=True)]


@pytest.mark.parametrize(
    ("game", "players", "scores", "said"),
    [
        ("democracy", "3", "1,2", "a score for each of the 3 players"),
        ("democracy", "3", "1,2,10000", "from -9999 to 9999"),
        ("democracy", "3", "1,2,x", "whole numbers are wanted"),
        ("democrazy", "4", "1,2,3,4", "no scores before its end"),
    ],
)
def test_scores_that_cannot_be_are_refused(tmp_path, game, players, scores, said):
    status, _, err = played_matches.run(tmp_path, "play", game, "--players", players, "--from-scores", scores)
    assert status == 2 and said in err


def test_the_table_refuses_what_it_cannot_begin(tmp_path):
    host = Host(Table(tmp_path))
    host.run(2)
    assert host.do("score", 0, 5)[3][0] == "unknown-command"
    host.do("new", "democrazy", 4)
    assert host.do("score", 0, 5)[2]
    assert host.do("begin")[2:] == (False, ["option", ["no-scores", "democrazy"]])
    host.do("new", "democracy", 3)
    assert host.do("score", 3, 5)[3][0] == "usage"
    assert host.do("score", 1, 7)[2] and host.do("begin")[2]
    assert host.table.loop.play.referee.match.totals == [0, 7, 0]
    host.do("new", "democracy", 3)
    host.do("begin")
    assert host.table.loop.play.referee.match.totals == [0, 0, 0], "the next match has none"


@pytest.mark.parametrize("scores", [[1, 2], [1, 2, 10_000], [1, 2, True], [1, 2, None], [1, 2, [3]]])
def test_a_forged_beginning_is_found(scores):
    match = matches.new(games.load("democracy"), 3, {})
    for forged, is_found in ((scores, True), ([3, -2, 1], False)):
        match.totals = forged
        shadow = Shadow()
        shadow.follow(["start", 0, 0, match.dump(), 0])
        assert (shadow.difference is not None) == is_found


def test_another_state_of_the_beginning_is_found_as_before():
    match = matches.new(games.load("democracy"), 3, {}, [1, 2, 3])
    match.island = 2
    shadow = Shadow()
    shadow.follow(["start", 0, 0, match.dump(), 0])
    assert shadow.difference is not None


def test_table_and_computer_have_the_same_bounds():
    for score in (declared_scores.MOST, -declared_scores.MOST):
        assert host_shapes.find_fault_in("score", [0, score]) is None
    for score in (declared_scores.MOST + 1, -declared_scores.MOST - 1):
        assert host_shapes.find_fault_in("score", [0, score])[0] == "score"


def test_a_form_has_them_by_seat():
    assert read_wish({"score-1": "3", "score-3": "-1"}).scores == ["3", "", "-1"]
    assert read_wish({"score-1": "", "score-2": " "}).scores == ()
