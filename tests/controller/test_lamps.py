"""Lamps: every state has its look, every tone a lamp, nothing flashes fast, and the chain has its silence."""

import random
from itertools import pairwise, product

import pytest

from cardtable.controller.output import lamps
from cardtable.controller.output.lamps import (
    COLOURS,
    DO,
    DO_STATES,
    GAP_MS,
    HURRIED,
    OFF,
    PAD,
    PAD_STATES,
    REMIND,
    REMINDERS_MS,
    RESULT,
    RESULT_STATES,
    RHYTHMS,
    Lamps,
    beat,
    quicken,
)
from cardtable.controller.output.tunes import TUNES
from cardtable.engine.asks import base
from tablehost.virtual.people.ears import NAMES

TASKS = range(base.MAY_CALL + 1)
VERDICTS = range(base.OUT + 1)


class Lights:
    def __init__(self):
        self.colours = {}
        self.shows = []
        self.now = 0

    def set(self, i, *colour):
        self.colours[i] = colour

    def show(self):
        self.shows.append(self.now)


TABLES = (DO_STATES, PAD_STATES, RESULT_STATES)


def looks(states):
    return [look for look, _ in states.values() if look != OFF]


def test_every_task_and_verdict_has_its_look():
    assert sorted(DO_STATES) == list(TASKS)
    assert set(PAD_STATES) == {*VERDICTS, "several"}
    for states in TABLES:
        assert len(looks(states)) == len(set(looks(states))), "two states look alike"
        for colour, rhythm in looks(states):
            assert colour in COLOURS and rhythm in RHYTHMS


def test_who_is_reminded_still_sees_of_what():
    """Each task keeps its colour and is alone in its look, at every stage."""
    seen = []
    for look in looks(DO_STATES):
        stages = {quicken(look, stage) for stage in range(len(REMINDERS_MS) + 1)}
        assert {one[0] for one in stages} == {look[0]}
        assert len(stages) == (3 if look[1] in HURRIED else 1)
        seen += stages
    assert len(seen) == len(set(seen))
    assert DO_STATES[base.MAY_CALL][0][1] not in HURRIED, "who may but need not is not reminded"


def test_every_tone_has_a_lamp_and_every_tune_a_use():
    """Silence hides nothing: a tone is the tone of a state that is seen, or of a lamp that reminds."""
    for states in TABLES:
        assert all(tone is None or look != OFF for look, tone in states.values())
    tones = {tone for states in TABLES for _, tone in states.values() if tone is not None}
    assert tones | {REMIND} == set(NAMES)


def test_tunes_can_be_distinguished():
    tunes = [TUNES[name] for name in NAMES]
    assert all(len(tune) % 2 == 0 and all(tune[1::2]) for tune in tunes)
    melodies = [tuple(note for note in zip(tune[::2], tune[1::2], strict=True) if note[0]) for tune in tunes]
    assert len(set(melodies)) == len(melodies)


def test_yellow_and_vermilion_of_one_rhythm_differ_in_brightness():
    """Hue alone does not tell them apart for every eye."""
    for states in TABLES:
        for one, other in product(looks(states), looks(states)):
            if one[0] == "Y" and other[0] == "V" and one[1] == other[1]:
                assert sum(COLOURS["Y"]) - sum(COLOURS["V"]) >= 100


@pytest.mark.parametrize("rhythm", RHYTHMS)
def test_nothing_flashes_above_three_hertz(rhythm):
    states = [beat(rhythm, now)[0] for now in range(10_000)]
    starts = [now for now, (before, after) in enumerate(pairwise(states)) if after and not before]
    for first in starts:
        assert sum(first <= now < first + 1000 for now in starts) <= 3, "in any second"
    assert states[0], "a lamp that is set shines at once somewhere in its rhythm"


def test_lamps_of_a_pad():
    lights = Lights()
    table = Lamps(lights, 2)
    table.set(0, DO, DO_STATES[base.PRESS_OK][0])
    table.set(1, PAD, PAD_STATES[base.FINE][0])
    table.set(1, RESULT, RESULT_STATES["wins"][0])
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


@pytest.mark.parametrize("seed", range(5))
def test_every_light_is_as_its_state_says_whatever_was_there_before(seed):
    """Only what changes is sent."""
    rng = random.Random(seed)
    states = [OFF, lamps.BEGIN, *(colour + rhythm for colour in COLOURS for rhythm in RHYTHMS)]
    lights = Lights()
    table = Lamps(lights, 2)
    now = 0
    for _ in range(2000):
        for _ in range(rng.randrange(3)):
            table.set(rng.randrange(2), rng.randrange(3), rng.choice(states))
        table.step(now)
        for i, state in enumerate(table._states):
            level = 0 if state == OFF else beat(state[1], now)[0]
            light = tuple(part * level // lamps.FULL for part in COLOURS.get(state[0], (0, 0, 0)))
            assert lights.colours.get(i, (0, 0, 0)) == light, (i, state, now)
        now += rng.choice((1, 7, 25, 90, 300))


def test_brightness_stays_a_small_int():
    for colour in lamps.COLOURS.values():
        assert all(0 <= part <= 255 for part in colour)


def test_a_breathing_lamp_is_dim_never_dark_and_changes_slowly():
    lights = Lights()
    shown = Lamps(lights, 1)
    shown.set(0, DO, lamps.BEGIN)
    levels = []
    for now in range(0, 12_000, 25):
        lights.now = now
        shown.step(now)
        levels.append(lights.colours[0])
    assert all(0 < max(light) <= max(COLOURS["W"]) // 5 for light in levels)
    assert len(set(levels)) > 5, "it breathes"
    assert len(lights.shows) <= 12_000 // lamps.STEP_MS + 1, "the chain is sent no more often than that"
    assert all(abs(max(a) - max(b)) <= 5 for a, b in pairwise(levels))
