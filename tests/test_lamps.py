"""Lamps: every state has a look of its own, nothing flashes fast, and the chain gets its silence."""

from itertools import pairwise, product

import pytest

from cardtable.controller import lamps
from cardtable.controller.lamps import (
    COLOURS,
    DO,
    DO_STATES,
    GAP_MS,
    OFF,
    PAD,
    PAD_STATES,
    RESULT,
    RESULT_STATES,
    RHYTHMS,
    Lamps,
    lit,
)
from cardtable.rulebook import asks

TASKS = range(asks.MAY_CALL + 1)
VERDICTS = range(asks.OUT + 1)


class Lights:
    def __init__(self):
        self.colours = {}
        self.shows = []
        self.now = 0

    def set(self, i, *colour):
        self.colours[i] = colour

    def show(self):
        self.shows.append(self.now)


def test_every_task_and_verdict_has_its_look():
    assert sorted(DO_STATES) == list(TASKS)
    assert sorted(PAD_STATES) == list(VERDICTS)
    for states in (DO_STATES, PAD_STATES, RESULT_STATES):
        looks = [state for state in states.values() if state != OFF]
        assert len(looks) == len(set(looks)), "two states look alike"
        for colour, rhythm in looks:
            assert colour in COLOURS and rhythm in RHYTHMS


def test_yellow_and_vermilion_of_one_rhythm_differ_in_brightness():
    """Hue alone does not tell them apart for every eye."""
    for states in (DO_STATES, PAD_STATES, RESULT_STATES):
        looks = [state for state in states.values() if state != OFF]
        for one, other in product(looks, looks):
            if one[0] == "Y" and other[0] == "V" and one[1] == other[1]:
                assert sum(COLOURS["Y"]) - sum(COLOURS["V"]) >= 100


@pytest.mark.parametrize("rhythm", RHYTHMS)
def test_nothing_flashes_above_three_hertz(rhythm):
    states = [lit(rhythm, now) for now in range(10_000)]
    starts = sum(1 for before, after in pairwise(states) if after and not before)
    assert starts <= 30
    assert states[0], "a lamp that is set shines at once somewhere in its rhythm"


def test_lamps_of_a_pad():
    lights = Lights()
    table = Lamps(lights, 2)
    table.set(0, DO, DO_STATES[asks.PRESS_OK])
    table.set(1, PAD, PAD_STATES[asks.FINE])
    table.set(1, RESULT, RESULT_STATES["wins"])
    assert table.line() == "Y~" + OFF + OFF + OFF + "B=W="
    table.step(0)
    assert lights.colours == {0: COLOURS["Y"], 4: COLOURS["B"], 5: COLOURS["W"]}
    table.step(700)
    assert lights.colours[0] == (0, 0, 0)
    table.step(1300)
    assert lights.colours[0] == COLOURS["Y"]


def test_nothing_is_sent_without_a_change():
    lights = Lights()
    table = Lamps(lights, 1)
    table.set(0, DO, "B=")
    for now in range(1000):
        table.step(now)
    assert len(lights.shows) == 1


def test_the_chain_gets_its_silence():
    """The lights take a picture over in 0.3 ms without data, and sending takes as long again."""
    lights = Lights()
    table = Lamps(lights, 1)
    for now in range(300):
        lights.now = now
        table.set(0, DO, "B=" if now < 200 and now % 2 else "W=")
        table.step(now)
        if table.due(now) is not None:
            assert now < table.due(now) <= now + GAP_MS
    gaps = [b - a for a, b in pairwise(lights.shows)]
    assert min(gaps) >= GAP_MS
    assert lights.colours[0] == COLOURS["W"] and table.due(300) is None, "the last picture is shown"


def test_brightness_stays_a_small_int():
    for colour in lamps.COLOURS.values():
        assert all(0 <= part <= 255 for part in colour)
