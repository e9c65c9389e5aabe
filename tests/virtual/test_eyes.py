"""Any watch of a lamp for a while shows its state, for every state there is, at any time of its beginning."""

import pytest

from cardtable.controller.output.lamps import COLOURS, OFF, RHYTHMS, beat
from eyes import GRAIN_US, PATIENCE_US, WATCH_US, Eyes, hue

STATES = [OFF, *(colour + rhythm for colour in COLOURS for rhythm in RHYTHMS)]
DARK = (0, 0, 0)


def light(state, us):
    """The light that the driver sends: a fifth."""
    shines = state != OFF and beat(state[1], us // 1000)[0]
    return tuple(part // 5 for part in COLOURS[state[0]]) if shines else DARK


def watch(eyes, state, start, until):
    for us in range(start, until, GRAIN_US):
        eyes.look(us, [light(state, us)])


@pytest.mark.parametrize("start", [0, 18_500, 333_000, 1_234_500])
def test_every_state_is_distinguished_from_every_other(start):
    for state in STATES:
        eyes = Eyes(1)
        eyes.look(start, [light(state, start)])
        eyes.forget(start)
        watch(eyes, state, start, start + WATCH_US + GRAIN_US)
        assert eyes.picture(start + WATCH_US - 1) is None, "too soon"
        assert eyes.picture(start + WATCH_US + GRAIN_US) == state


@pytest.mark.parametrize("before", STATES)
def test_a_lamp_that_changes_is_watched_again(before):
    """At no moment is it taken for something that it was neither before nor after."""
    for after in STATES:
        eyes = Eyes(1)
        watch(eyes, before, 0, WATCH_US)
        told = set()
        for us in range(WATCH_US, 3 * WATCH_US, GRAIN_US):
            eyes.look(us, [light(after, us)])
            told.add(eyes.picture(us))
        assert eyes.picture(3 * WATCH_US) == after
        assert told <= {before, after, None}, (before, after)


def test_before_the_power_came_all_was_dark():
    assert Eyes(2).picture(0) == OFF * 2


def test_an_ambiguous_lamp_is_reported():
    eyes = Eyes(1)
    with pytest.raises(RuntimeError, match="lamp 0"):
        for us in range(0, 2 * PATIENCE_US, GRAIN_US):
            eyes.look(us, [light("B=", us) if us // 50_000 % 2 else DARK])
            eyes.picture(us)


def test_colours_are_known_by_their_hue():
    for letter, colour in COLOURS.items():
        assert [hue(tuple(part // dim for part in colour)) for dim in (1, 5, 20)] == [letter] * 3
    assert hue(DARK) is None
