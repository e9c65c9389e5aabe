"""The output of `simulate demos`: parts of a whole add up to it, and the log of the same matches agrees."""

import json

import pytest

from tablehost.cli.command import main

TABLES = (("learning", 3), ("complete", 4), ("2v2", 4), ("2v3", 5), ("2v2+1", 5))
GAMES = 12
SIDES = {
    "2v2": ("the_first_pair", "the_second_pair"),
    "2v3": ("the_pair", "the_three"),
    "2v2+1": ("the_first_pair", "the_second_pair", "the_Independent"),
}


def simulated(capsys, mode, seats, *words):
    """The figures of a few matches by name, as far as they are figures, and the whole output."""
    about = ["--games", str(GAMES), "--players", str(seats), "--seed", "6", "-o", f"mode={mode}", "--json"]
    assert main(["simulate", "demos", *about, *words]) == 0
    data = json.loads(capsys.readouterr().out)["data"]
    figures = {name: one["value"] for name, one in data.items() if isinstance(one, dict) and "value" in one}
    for name, value in figures.items():
        error, bound = data[name]["error"], data[name]["bound"]
        assert error is None or error > 0
        assert (bound is not None) == (value == 0 or (value == 1 and error is None)), name
    return figures, data


def together(figures, start):
    return sum(value for name, value in figures.items() if name.startswith(start))


@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_parts_add_up_to_the_whole(capsys, mode, seats):
    figures, data = simulated(capsys, mode, seats, "--bots", "sensible,random", "--jobs", "1")
    assert together(figures, "hands_that_show") == pytest.approx(1)
    assert together(figures, "figures_drawn_by") == pytest.approx(1)
    assert together(figures, "ties") == pytest.approx(1 if figures["rounds_with_equal_points"] else 0)
    sides = [figures.pop(f"won_by_{words}") for words in SIDES.get(mode, ())]
    nobody = figures["matches_that_nobody_wins"]
    assert together(figures, "won_by") + nobody == pytest.approx(1)
    assert not sides or sum(sides) + nobody == pytest.approx(1)
    assert sum(seat["wins"]["value"] for seat in data["seats"]) + nobody == pytest.approx(1)
    assert sum(one["value"] for one in data["kinds"].values()) == pytest.approx(1)
    assert ("vetoes_spent_per_match" in figures) == (mode != "learning")


def test_the_log_of_the_same_matches_says_the_same(capsys, tmp_path):
    path = tmp_path / "log.jsonl"
    figures, _ = simulated(capsys, "2v2+1", 5, "--log", str(path), "--jobs", "2")
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]

    def count(kind, **fields):
        return sum(line["kind"] == kind and fields.items() <= line.items() for line in lines)

    assert figures["rounds_per_match"] == pytest.approx(count("round") / GAMES)
    assert figures["rounds_without_a_winner"] == pytest.approx(count("void") / count("round"))
    assert figures["third_turns_stopped"] == pytest.approx(count("vote", held=False) / count("vote"))
    spent = sum(len(line["payers"]) for line in lines if line["kind"] == "vote")
    assert figures["vetoes_spent_per_match"] == pytest.approx(spent / GAMES)
    tied = count("tie", criterion="suit")
    assert figures["rounds_with_equal_points"] == pytest.approx(tied / count("round"))
    assert figures["hands_that_show_nothing"] == pytest.approx(count("reveal", what=None) / count("reveal"))
    assert figures["Media_used_per_match"] == pytest.approx(count("media", what="used") / GAMES)
    assert figures["won_by_three_suits"] == pytest.approx(count("final", step="three-suits") / GAMES)
