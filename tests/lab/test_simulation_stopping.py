"""Stopping at a width: the intervals bear repeated looks, and the seed alone decides when to stop."""

import json
import math
import random

import pytest

from called_command import run
from cardtable_lab.simulation import stopping
from cardtable_lab.simulation.figures import Counts, Sample, Series
from tablehost.plugins.choice import choose

RUNS = 200
CASES = {
    "even": (0.5, lambda lots: (float(lots.random() < 0.5), 1.0)),
    "rare": (0.03, lambda lots: (float(lots.random() < 0.03), 1.0)),
    "never": (0.0, lambda lots: (0.0, 1.0)),
    "skewed": (2.0, lambda lots: (lots.expovariate(0.5), 0.0)),
}


def misses(case, most):
    """Return in how many of RUNS any interval, and in how many the last one, misses the true figure."""
    true, draw = CASES[case]
    ever = last = 0
    for seed in range(RUNS):
        lots = random.Random(f"{case} {seed}")
        pairs = [draw(lots) for _ in range(most)]
        held = []
        for k, count in enumerate(stopping.looks(most), 1):
            doubt = stopping.DOUBT / (k * (k + 1))
            low, high = stopping.interval(Series("counted", "it", pairs[:count]), doubt)
            held.append(low <= true <= high)
        ever += not all(held)
        last += not held[-1]
    return ever, last


@pytest.mark.parametrize("case", CASES)
def test_all_looks_together_hold_in_nineteen_of_twenty_runs(case):
    """At 5 % the misses of 200 runs have mean 10 and deviation 3.1."""
    ever, last = misses(case, 1100)
    assert last <= ever <= 10 + 2 * 3.1, (ever, last)


def sample_of(pairs):
    """Return matches of Democracy whose figures all have these pairs."""
    chosen = choose("democracy", 2, None, [])
    names = Sample(chosen, [], "1", []).names
    results = [Counts([pair] * len(names), [pair[0], 1.0], [pair[0], 1 - pair[0]]) for pair in pairs]
    return Sample(chosen, ["random"] * 2, "1", results)


def test_the_figure_at_the_stop_is_as_near_as_promised():
    lots = random.Random(7)
    far = 0
    for _ in range(RUNS):
        sample = sample_of([])
        stop = stopping.Stopping(stopping.read_goal("tribes per island±8%", sample), 4000)
        pairs = []
        while True:
            pairs += [(float(lots.random() < 0.3), 1.0) for _ in range(stop.next_look - len(pairs))]
            if stop.look([sample_of(pairs)]):
                break
        assert len(pairs) in stopping.looks(4000) and len(pairs) < 2000
        low, high = stop.intervals[0][0]
        assert high - low <= 0.16
        far += not low <= 0.3 <= high
    assert far <= 10 + 2 * 3.1


def test_a_number_that_is_the_same_in_every_match_is_not_taken_for_known():
    assert stopping.interval(Series("score", "0", [(3.0, 1.0)] * 500), 0.05) == (-math.inf, math.inf)
    low, high = stopping.interval(Series("wins", "0", [(1.0, 1.0)] * 500), 0.05)
    assert high == 1 and low == pytest.approx(0.05 ** (1 / 500))


@pytest.mark.parametrize(
    "words, name, width",
    [
        ("win_share±0.5%", "win share", 0.005),
        ("Score +- ,5", "score", 0.5),
        ("tribes per island±0.05", "tribes per island", 0.05),
        ("split_tricks+-1 %", "split tricks", 0.01),
    ],
)
def test_a_goal_is_a_figure_and_half_a_width(words, name, width):
    goal = stopping.read_goal(words, sample_of([]))
    assert (goal.name, goal.width) == (name, pytest.approx(width))


def test_where_it_stops_does_not_depend_on_the_processes(capsys):
    words = ["simulate", "democracy", "--players", "2", "--seed", "1", "--bots", "random", "-o", "target=1"]
    words += ["--games", "900", "--until", "tribes per island±0.08", "--json"]
    status, out, _ = run(capsys, *words, "--jobs", "1")
    assert status == 0 and run(capsys, *words, "--jobs", "3")[1] == out
    data = json.loads(out)["data"]
    assert data["until"]["reached"] is True and data["games"] in (200, 300, 450)
    ((low, high),) = data["until"]["intervals"][0:1][0]
    assert low < data["tribes_per_island"]["value"] < high and high - low <= 0.16


def test_an_interval_that_stays_too_wide_is_named(capsys):
    words = ["simulate", "democracy", "--players", "2", "--seed", "1", "--bots", "random", "-o", "target=1"]
    out = run(capsys, *words, "--games", "20", "--until", "win share±1%")[1]
    assert "Not yet known" in out and "win share of seat 2: " in out
