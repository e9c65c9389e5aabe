"""Sweeps: every combination is played with the same deals, and compared with the first one deal by deal."""

import csv
import io
import json
import random
import statistics

import pytest

from called_command import run
from cardtable_lab.simulation.figures import Series

WORDS = ["simulate", "democracy", "--players", "3", "--seed", "5", "-o", "days=2"]


def swept(capsys, *words):
    status, out, err = run(capsys, *WORDS, "--games", "12", *words, "--json")
    assert status == 0, err
    return json.loads(out)["data"]


def test_a_variant_has_the_figures_of_a_command_of_its_own(capsys):
    data = swept(capsys, "--sweep", "target=2,3", "--sweep", "split", "--jobs", "2")
    assert data["swept"] == ["target", "split"] and data["games"] == 12
    there = [(one["options"]["target"], one["options"]["split"]) for one in data["variants"]]
    assert there == [(2, "all_keep"), (2, "tied_keep"), (3, "all_keep"), (3, "tied_keep")]
    alone = swept(capsys, "-o", "target=3", "-o", "split=tied_keep", "--jobs", "1")
    last = data["variants"][-1]
    for name in ("tribes_per_island", "islands_per_match", "seats", "options"):
        assert last[name] == alone[name]
    first = data["variants"][0]
    for name, difference in last["differences"].items():
        if name.replace(" ", "_") in first:
            key = name.replace(" ", "_")
            assert difference["value"] == pytest.approx(last[key]["value"] - first[key]["value"])
    assert set(first["differences"]["islands per match"].values()) == {0.0, None}, "with itself"


def test_the_csv_has_the_options_and_the_differences(capsys):
    status, out, _ = run(capsys, *WORDS, "--games", "6", "--sweep", "target=2,3", "--csv", "-")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert status == 0 and {row["target"] for row in rows} == {"2", "3"}
    longer = {row["target"]: row for row in rows if row["figure"] == "islands per match"}
    more = float(longer["3"]["value"]) - float(longer["2"]["value"])
    assert float(longer["3"]["difference"]) == pytest.approx(more) and longer["2"]["difference"] == "0.0"


@pytest.mark.parametrize("lang, title", [("en", "win share of seat 1"), ("fr", "part de victoires")])
def test_the_table_has_a_row_a_variant(capsys, lang, title):
    words = ["--games", "6", "--sweep", "target=2,3", "--lang", lang]
    out = run(capsys, *WORDS, *words)[1]
    assert title in out and "(+" in out
    assert max(map(len, out.splitlines())) <= 110
    blocks = [block for block in out.split("\n\n") if "target=3" in block]
    assert len(blocks) > 1 and all("target=2" in block for block in blocks)


@pytest.mark.parametrize(
    "words, code, named",
    [
        (["--sweep", "jokr=wild5"], "BAD_SWEEP", "joker"),
        (["--sweep", "joker=wild6"], "BAD_SWEEP", "wild5"),
        (["--sweep", "joker=wild5,wild5"], "BAD_SWEEP", "twice"),
        (["--sweep", "joker="], "BAD_SWEEP", "wild5"),
        (["--sweep", "target"], "BAD_SWEEP", "1 to 1000"),
        (["--sweep", "target=2,x"], "BAD_SWEEP", "whole number"),
        (["--sweep", "days=1,2"], "BAD_SWEEP", "-o"),
        (["--sweep", "split", "--sweep", "split"], "BAD_SWEEP", "once"),
        (["--sweep", "deck"], "BAD_SWEEP", "deck=expanded"),
        (["--sweep", "target=" + ",".join(map(str, range(1, 202)))], "BAD_SWEEP", "200"),
        (["--until", "win share"], "BAD_UNTIL", "±"),
        (["--until", "win share±0"], "BAD_UNTIL", "above 0"),
        (["--until", "win share±many"], "BAD_UNTIL", "above 0"),
        (["--until", "win shore±1%"], "BAD_UNTIL", "did you mean win share"),
    ],
)  # fmt: skip
def test_bad_input_is_one_clear_error_and_nothing_is_written(capsys, tmp_path, words, code, named):
    files = ["--csv", str(tmp_path / "f.csv"), "--log", str(tmp_path / "f.jsonl")]
    status, out, _ = run(capsys, *WORDS, "--games", "2", *words, *files, "--json")
    error = json.loads(out)["error"]
    assert (status, error["code"]) == (2, code)
    assert named in error["message"] + error["hint"] and error["hint"]
    assert not list(tmp_path.iterdir())


def test_the_error_of_a_paired_difference_is_what_repeating_shows():
    """Two rulings share the luck of the deal: their difference is known better than either of them."""
    lots = random.Random(2)
    values, errors, alone = [], [], []
    for _ in range(300):
        first, second = [], []
        for _ in range(60):
            luck, tricks = lots.gauss(0, 2), lots.randint(5, 25)
            first.append(((3 + luck + lots.gauss(0, 1)) * tricks, tricks))
            second.append(((3.5 + luck + lots.gauss(0, 1)) * tricks, tricks))
        one, other = Series("counted", "a", first), Series("counted", "a", second)
        difference = other.difference(one)
        values.append(difference.value)
        errors.append(difference.error)
        alone.append(one.figure.error)
    assert statistics.mean(values) == pytest.approx(0.5, abs=0.05)
    assert statistics.mean(errors) == pytest.approx(statistics.stdev(values), rel=0.15)
    assert statistics.mean(errors) < 0.8 * statistics.mean(alone)
