"""Sets of options: all can be played, a first time is short and has a winner, the last match comes again."""

import json
import re
from pathlib import Path

import pytest

from cardtable.engine.match import resolve
from cardtable.games import registry as games
from tablehost.cli import play
from tablehost.cli.command import main
from tablehost.cli.parser import parser
from tablehost.errors import Trouble
from tablehost.journal.store import Journal
from tablehost.plugins import narration
from tablehost.plugins.choice import choose, presets_of

GAMES = ("democracy", "demos", "democrazy")
# Estimated seconds: of what a match consists of, by kind of line, and once a match.
SECONDS = {
    "democracy": ({"trick": 45, "deal": 90}, 0),
    "demos": ({"round": 170}, 180),
    "democrazy": ({"vote": 85}, 180),
}


@pytest.mark.parametrize("name", GAMES)
def test_every_set_can_be_played_by_every_number_of_players(name):
    game = games.load(name)
    assert list(presets_of(game)) == ["first-time", "usual", "short"]
    for seats in range(game.SEATS[0], game.SEATS[1] + 1):
        assert choose(name, seats, None, [], "usual").options == resolve(game, seats, {})
        for preset in ("first-time", "short"):
            assert choose(name, seats, None, [], preset).options != resolve(game, seats, {})


@pytest.mark.parametrize(("name", "players"), [("democracy", 4), ("democracy", 6), ("demos", 3), ("demos", 5),
                                               ("democrazy", 4), ("democrazy", 10)])  # fmt: skip
def test_a_first_time_ends_in_some_twenty_minutes_with_a_winner(name, players, tmp_path, capsys):
    log = tmp_path / "log.jsonl"
    words = [
        "--players",
        str(players),
        "--preset",
        "first-time",
        "--seed",
        "7",
        "--games",
        "10",
        "--jobs",
        "1",
    ]
    assert main(["simulate", name, *words, "--log", str(log)]) == 0
    capsys.readouterr()
    each, once = SECONDS[name]
    seconds: list[int] = []
    for line in map(json.loads, log.read_text().splitlines()):
        if line["kind"] == "match":
            seconds.append(once)
        seconds[-1] += each.get(line["kind"], 0)
        assert line["kind"] != "result" or line["winners"]
    assert len(seconds) == 10
    assert sorted(seconds)[8] <= 25 * 60, "nine of ten"


def test_a_tie_that_card_points_decide_says_so_with_the_points(tmp_path):
    """Found by lot: a first time that ends so; its last sentence can be checked with a pencil."""
    log = tmp_path / "log.jsonl"
    words = ["--preset", "first-time", "--seed", "1", "--games", "30", "--jobs", "1", "--log", str(log)]
    assert main(["simulate", "democracy", *words]) == 0
    matches: list[list[dict]] = []
    for line in map(json.loads, log.read_text().splitlines()):
        matches += [[]] if line["kind"] == "match" else []
        matches[-1].append(line)
    ties = [match for match in matches if match[-1]["why"] == "card points"]
    assert ties
    for match in ties:
        said = narration.heard(match).ending(match).splitlines()[-1]
        score = [line for line in match if line["kind"] == "score"][-1]
        points = [sum(column) for column in zip(*score["points"].values())]
        assert "the card points of the last island decide" in said
        assert all(f"{name} {points[seat]}" in said for seat, name in enumerate(match[0]["players"]))
        assert max(points[seat] for seat in match[-1]["winners"]) == max(
            points[seat] for seat, total in enumerate(score["totals"]) if total == max(score["totals"])
        )


def test_the_page_for_cafes_has_the_minutes():
    page = (Path(__file__).parents[2] / "docs" / "play" / "cafe.md").read_text()
    for name in GAMES:
        row = next(row for row in page.splitlines() if row.lower().startswith(f"| {name} "))
        first, usual, short = (minutes for minutes, _ in presets_of(games.load(name)).values())
        assert [int(number) for number in re.findall(r"\d+", row)][2:5] == [usual, first, short]


def test_an_option_that_is_named_goes_before_that_of_the_set():
    choice = choose("democracy", 4, None, ["target=7"], "first-time")
    assert (choice.options["target"], choice.options["match_tie"]) == (7, "points")


def test_a_set_that_is_not_there_is_refused_with_those_there_are():
    with pytest.raises(Trouble) as trouble:
        choose("demos", 4, None, [], "shrt")
    assert "demos" in trouble.value.message and "did you mean short?" in trouble.value.hint


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    with Journal() as journal:
        journal.create_game(
            "ab" * 8, "democracy", ["Ann", "Bob"], resolve(games.load("democracy"), 2, {"days": 3}), True
        )
        mode = {"mode": "2v2"}
        journal.create_game(
            "ab" * 8, "demos", ["Eva", "Flo", "Gus", "Hal"], resolve(games.load("demos"), 4, mode), True
        )
        journal.create_game("~" + "ab" * 8, "democrazy", ["Ida", "Jon", "Kit", "Lea"], {}, True)


def repeated(*words):
    args = parser().parse_args(["play", *words, "--preset", "last"])
    play.repeat_last(args)
    return args.game, args.players, args.names, args.option


def test_as_last_time_is_the_same_game_with_its_players_and_options(home):
    assert repeated() == ("demos", None, "Eva,Flo,Gus,Hal", ["mode=2v2"])
    assert repeated("democracy") == ("democracy", None, "Ann,Bob", ["days=3"])


def test_named_options_and_players_replace_those_of_last_time(home):
    assert repeated("democracy", "--players", "4", "-o", "days=1") == ("democracy", 4, None, ["days=1"])
    assert repeated("demos", "--names", "A,B,C,D", "-o", "max_rounds=4")[2:] == (
        "A,B,C,D",
        ["max_rounds=4", "mode=2v2"],
    )


def test_a_match_of_elsewhere_is_not_the_last_one(home, capsys):
    assert main(["play", "democrazy", "--preset", "last"]) == 3
    assert "no match of democrazy was played here" in capsys.readouterr().err
