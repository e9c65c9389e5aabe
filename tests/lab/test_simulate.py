"""Simulations: the same seed gives the same bytes on any number of processes; figures, errors are right."""

import json
import math
import multiprocessing
import os
import random
import signal
import time
from pathlib import Path

import pytest

from called_command import run
from cardtable.engine import match as matches
from cardtable.engine import notation
from cardtable.engine.match import resolve
from cardtable.games import registry as games
from cardtable.games.democracy import scoring
from cardtable_lab import simulate
from cardtable_lab.simulation import figures
from played_matches import environment
from preloaded import Process
from tablehost.cli.command import main
from tablehost.console import text
from tablehost.games import democracy
from tablehost.people import bare_match, kinds
from tablehost.referee import open_log


def lines_of(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def simulated(tmp_path, *words):
    path = tmp_path / "log.jsonl"
    assert main(["simulate", "democracy", "--log", str(path), *words]) == 0
    return path.read_bytes()


def test_the_same_seed_gives_the_same_log_byte_for_byte(tmp_path):
    words = ["--players", "3", "--games", "20", "--seed", "11", "-o", "bad_catch=one_two"]
    first = simulated(tmp_path, *words, "--jobs", "1")
    assert simulated(tmp_path, *words, "--jobs", "2") == first
    assert simulated(tmp_path, *words[:-1], "bad_catch=one", "--jobs", "1") != first
    assert len([line for line in first.splitlines() if b'"kind":"match"' in line]) == 20


def test_a_match_does_not_depend_on_how_many_come_after_it(tmp_path):
    few = simulated(tmp_path, "--games", "2", "--seed", "5", "--players", "2")
    assert simulated(tmp_path, "--games", "3", "--seed", "5", "--players", "2").startswith(few)


def test_the_log_is_complete_and_adds_up(tmp_path):
    """Card points, scores and winners can be found again from the lines alone, with a pencil."""
    value = {"5": 5, "4": 4, "3": 3, "A": 3, "K": 2, "Q": 2, "J": 2, "10": 1, "9": 1, "8": 1, "7": 1}
    simulated(tmp_path, "--games", "5", "--seed", "3", "--players", "4", "--bots", "random,sensible")
    captured, totals = [], []
    for line in lines_of(tmp_path / "log.jsonl"):
        if line["kind"] == "match":
            assert line["virtual"] is True and line["options"]["target"] == 5
            totals = [0] * 4
        elif line["kind"] == "island":
            captured = [[] for _ in range(4)]
        elif line["kind"] == "trick":
            for seat in range(4):
                captured[seat] += line["captured"][seat]
        elif line["kind"] == "score":
            assert list(line["points"]) == ["S", "H", "D", "C"]
            for suit, points in line["points"].items():
                suits = [[card for card in pile if card[-1] == suit] for pile in captured]
                assert points == [sum(value.get(card[:-1], 0) for card in cards) for cards in suits]
                for seat in range(4):
                    totals[seat] += points[seat] >= 13
            assert line["totals"] == totals
        elif line["kind"] == "result":
            assert line["winners"] == [totals.index(max(totals))]


def test_totals_that_know_no_suits_stay_lists(tmp_path):
    words = ["--games", "1", "--players", "2", "--seed", "1"]
    simulated(tmp_path, *words, "-o", "scoring=day_total", "-o", "days=4")
    scores = [line for line in lines_of(tmp_path / "log.jsonl") if line["kind"] == "score"]
    assert len(scores[0]["points"]) == 4 and isinstance(scores[0]["points"], list)
    days = scores[0]["points"]
    told = democracy.Words(["Ada", "Ben"]).sentence(scores[0])
    assert f"card points day 1: Ada {days[0][0]}, Ben {days[0][1]}; day 2: Ada {days[1][0]}" in told


def test_every_reason_for_a_point_has_words():
    page = Path("docs/reference/log.md").read_text(encoding="utf-8")
    codes = page.split("or null. Codes: ")[1].split(".\n")[0].split("`")[1::2]
    assert "day_total" in codes and set(codes) == set(democracy.SAID.kind("reason"))


def test_random_players_give_the_known_figures(capsys):
    """Two players by lot: 3.93 tribes an island, 3.5 % split tricks."""
    words = ["--games", "60", "--players", "2", "--seed", "4", "--bots", "random", "--json"]
    assert main(["simulate", "democracy", *words]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["schema"], told["ok"], told["virtual"]) == ("cardtable/1", True, True)
    for name, known in (("tribes_per_island", 3.93), ("split_tricks", 0.035), ("islands_per_match", 2.24)):
        figure = told["data"][name]
        assert 0 < figure["error"] < known
        assert abs(figure["value"] - known) < 4 * figure["error"]
    assert sum(seat["wins"]["value"] for seat in told["data"]["seats"]) == pytest.approx(1)


def test_the_table_for_people(capsys):
    assert main(["simulate", "democracy", "--games", "3", "--names", "Zoe,Yan,Xia", "--seed", "1"]) == 0
    out, err = capsys.readouterr()
    assert "tribes per island" in out and "±" in out and "Zoe" in out
    assert "\r" not in err, "no bar where there is no terminal"


def test_a_mean_and_its_error():
    assert figures.mean([2.0]) == (2.0, None, None)
    value, error, _ = figures.mean([1.0, 2.0, 3.0, 4.0])
    assert value == 2.5 and error == pytest.approx(math.sqrt(5 / 3 / 4))


def test_the_error_of_a_ratio_is_what_repeating_shows():
    """Matches whose tricks belong together: the spread of many ratios is the error that each one states."""
    lots = random.Random(1)
    found = []
    for _ in range(400):
        pairs = []
        for _ in range(50):
            chance, tricks = lots.choice((0.1, 0.5)), lots.randint(5, 25)
            pairs.append((float(sum(lots.random() < chance for _ in range(tricks))), float(tricks)))
        found.append(figures.ratio(pairs))
    values = [one.value for one in found]
    middle = sum(values) / len(values)
    spread = math.sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1))
    stated = sum(one.error for one in found) / len(found)
    assert stated == pytest.approx(spread, rel=0.12)


def test_figures_show_no_more_digits_than_their_error_allows():
    assert text.with_error(3.93312, 0.0093) == "3.9331 ± 0.0093"
    assert text.with_error(43.2, 1.4) == "43.2 ± 1.4"
    assert text.with_error(431.7, 14.0) == "432 ± 14"
    assert text.with_error(2.0, None) == "2"


class Terminal:
    def __init__(self):
        self.written = ""

    def isatty(self):
        return True

    def write(self, words):
        self.written += words

    def flush(self):
        pass


def test_the_bar_on_a_terminal_ends_full_and_goes_away():
    stream = Terminal()
    bar = text.Progress(4, "matches", stream)
    for done in range(1, 5):
        bar.at(done)
    bar.end()
    assert "4/4 matches" in stream.written and "." not in stream.written.split("[")[-1].split("]")[0]
    assert stream.written.endswith("\r\x1b[K")


@pytest.mark.parametrize("title", ["Democracy", "DemoS", "Democrazy"])
def test_the_worked_example_of_the_documentation_is_what_the_command_writes(title, tmp_path):
    page = Path("docs/reference/log.md").read_text(encoding="utf-8").split(f"a pencil: {title}\n")[1]
    command = page.split("```console\n")[1].split("\n")[0].split()
    path = tmp_path / command[-1]
    assert main([*command[1:-1], str(path)]) == 0
    written = path.read_text(encoding="utf-8").splitlines()
    told = page.split("```json\n")[1].split("```")[0].splitlines()
    dealt = [line for line in written if '"kind":"deal"' in line and line not in told]  # left out on the page
    assert told and "\n".join(told) in "\n".join(line for line in written if line not in dealt)


@pytest.mark.parametrize("title", ["Democracy", "DemoS", "Democrazy"])
def test_the_documentation_names_every_kind_of_line_and_every_field(title):
    game = games.load(title.lower())
    common = lines_in("Lines of every game")
    rows = lines_in(f"Lines of {title}")
    assert set(common) == {
        "match", "deal", "seated", "hidden", "void", "result", "correction", "pause", "fault",
        *notation.FOUND,
    }  # fmt: skip
    assert set(rows) | {"seated"} == set(game.FACTS)
    for kind, fields in {**game.FACTS, **notation.FOUND}.items():
        told = common.get(kind, "") + rows.get(kind, "")
        for field in fields:
            assert f"`{field.rstrip('*')}`" in told, (kind, field)
    line = open_log.match_line(game, [], resolve(game, max(3, game.SEATS[0]), {}), True, seed="1")
    assert all(f"`{field}`" in common["match"] for field in line if field != "kind")
    line = open_log.deal_line(1, 1, [[1]], [2])
    assert all(f"`{field}`" in common["deal"] for field in line if field != "kind")


def lines_in(title):
    """The rows of a table in the page about the log: kind -> row."""
    page = Path("docs/reference/log.md").read_text(encoding="utf-8")
    page = page.split(f"## {title}\n")[1].split("\n## ")[0]
    return {line.split("`")[1]: line for line in page.splitlines() if line.startswith("| `")}


def test_reports_of_many_things_are_tables():
    told = {"length": (3.0, None), "B01: adopted": (0.5, 0.1), "R01: adopted": (1.0, None)}
    told["B01: decides"] = (0.25, 0.1)
    job = simulate.Job("democracy", ["Ada", "Ben"], {}, ["random"], "1", False)
    found = figures.Figures(told, {}, [(1.0, None)] * 2, [(0.5, None)] * 2)
    lines = simulate.as_text(job, found).split("\n")
    assert lines[:5] == [
        "length  3", "", "         adopted      decides", "B01  0.50 ± 0.10  0.25 ± 0.10", "R01            1",
    ]  # fmt: skip


def test_what_never_happened_has_a_bound_and_no_error():
    """The rule of three: not seen in n matches, so its rate is below about 3 / n. No ± 0 anywhere."""
    for n in (20, 100, 3000):
        never = figures.ratio([(0, 1)] * n)
        assert never[:2] == (0, None) and 0.9 * 3 / n < never.bound < 3 / n
        assert (1 - never.bound) ** n == pytest.approx(0.05)
        always = figures.ratio([(2, 2)] * n)
        assert always[:2] == (1, None) and always.bound == pytest.approx(1 - never.bound)
    # Ten hands of one match do not tell more than one; a match without any tells nothing.
    assert figures.ratio([(0, 10)] * 20) == figures.ratio([(0, 1)] * 20)
    assert figures.ratio([(0, 1)] * 20 + [(0, 0)] * 20) == figures.ratio([(0, 1)] * 20)
    assert figures.ratio([(0, 0)] * 20) == figures.ratio([(0, 1)] * 20), "per match"
    assert figures.ratio([(3, 0)] * 20) == (3, None, None), "the same each time"
    assert figures.mean([5, 5]) == (5, None, None)
    assert text.with_error(*figures.ratio([(0, 1)] * 20)) == "0 (< 0.14)"
    assert text.with_error(*figures.ratio([(1, 1)] * 20)) == "1 (> 0.86)"
    assert text.with_error(*figures.mean([3, 3, 3])) == "3"


def test_a_match_that_would_hardly_end_is_warned_of():
    """Two players by the total of the island, who play on: nearly every island gives 1 to both [A42]."""
    game = games.load("democracy")
    for seats, given, warned in (
        (2, {"scoring": "island_total"}, True),
        (2, {"scoring": "island_total", "match_tie": "points"}, False),
        (2, {"scoring": "day_total"}, False),
        (2, {"scoring": "day_total", "days": 1}, True),
        (3, {"scoring": "island_total"}, False),
    ):
        said = game.warnings(seats, resolve(game, seats, given))
        assert (("island-total", {"scoring": given["scoring"], "most": 10}) in said) == warned, (seats, given)


@pytest.mark.parametrize("given", [{"scoring": "island_total"}, {"scoring": "day_total", "days": 1}])
def test_two_players_by_one_total_an_island_come_to_an_end(given):
    """Each scoring island adds 1 to a total, and no total passes 5 above the target before the end."""
    game = games.load("democracy")
    for seed in range(10):
        match = matches.new(game, 2, {"target": 1, **given})
        minds = [kinds.mind("random", game) for seat in range(2)]
        played = bare_match.begin(match, seed, minds, ["Ada", "Ben"]).play()
        won = [line["game_points"] for line in played.lines if line["kind"] == "score"]
        assert played.lines[-1]["kind"] == "result"
        assert len([seats for seats in won if any(seats)]) < 2 * (1 + scoring.PLAYED_ON), (seed, won)


# --- processes that share the work ----------------------------------------------------------------------


def job():
    return simulate.Job("democracy", ["Ada", "Ben"], {}, ["sensible"], "1", False)


def test_no_process_is_left_when_enough_is_played():
    others = set(multiprocessing.active_children())
    played = simulate.run([job()], 100_000, 2)
    next(played)
    assert len(set(multiprocessing.active_children()) - others) == 2
    played.close()
    assert set(multiprocessing.active_children()) <= others


def test_a_process_that_is_killed_is_named_with_the_matches_before_it(capsys, monkeypatch):
    play = simulate.one

    def killed(job, number):
        if number == 20:
            os.kill(os.getpid(), signal.SIGKILL)
        return play(job, number)

    monkeypatch.setattr(simulate, "one", killed)
    words = ["democracy", "--players", "2", "--games", "64", "--jobs", "2", "--seed", "1"]
    status, _, said = run(capsys, "simulate", *words)
    assert status == 4 and "killed after 16 of 64 matches" in said and "--jobs 1" in said


def test_processes_end_when_their_parent_is_killed(tmp_path):
    """Their copies of its output would keep its reader waiting for ever."""
    words = ["simulate", "democracy", "--players", "2", "--games", "100000", "--jobs", "3"]
    process = Process(words, environment(tmp_path), is_one=True)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while len(children.read_text().split()) < 3:
        assert process.poll() is None
        time.sleep(0.02)
    process.kill()
    process.communicate(60)
