"""Key presses: bounce, long presses, keys that hang."""

import pytest

from cardtable.controller.input.keys import CHORD_MS, DEBOUNCE_MS, HOLD_MS, STUCK_MS, Keys
from cardtable.engine.asks.base import CORRECT, HOLD_NO, NO, OK, YES

NAMES = [(pad, key) for pad in range(2) for key in ("yes", "no", "ok")]


class Bench:
    """Keys and a clock; `down` is the set of (pad, name) that are pressed."""

    def __init__(self, down=()):
        self.down = set(down)
        self.keys = Keys(self, NAMES)
        self.now = 1000
        self.keys.start(self.now)
        self.run(DEBOUNCE_MS)

    def scan(self):
        return sum(1 << NAMES.index(one) for one in self.down)

    def run(self, ms):
        presses = []
        for _ in range(ms):
            self.now += 1
            presses += self.keys.step(self.now)
        return presses

    def tap(self, name, ms=80, pad=0):
        self.down.add((pad, name))
        presses = self.run(ms)
        self.down.remove((pad, name))
        return presses + self.run(DEBOUNCE_MS + 5)


@pytest.mark.parametrize(("name", "key"), [("yes", YES), ("no", NO), ("ok", OK)])
def test_a_tap_is_one_press(name, key):
    bench = Bench()
    assert bench.tap(name) == [(0, key)]
    assert bench.tap(name, ms=30, pad=1) == [(1, key)]


def test_a_press_counts_on_its_first_edge():
    bench = Bench()
    bench.down.add((0, "yes"))
    assert bench.run(1) == [(0, YES)]


def test_ok_waits_for_a_moment_whether_no_comes_with_it():
    bench = Bench()
    bench.down.add((0, "ok"))
    assert bench.run(CHORD_MS) == [] and bench.run(5) == [(0, OK)]
    bench.down.clear()
    assert bench.run(100) == []
    assert bench.tap("ok", ms=CHORD_MS // 2) == [(0, OK)]


@pytest.mark.parametrize("first", ["no", "ok"])
@pytest.mark.parametrize("apart", [0, 25, 50])
@pytest.mark.parametrize("late", [False, True])
def test_no_and_ok_held_together_ask_for_a_correction(first, apart, late):
    bench = Bench()
    bench.keys.hide(late)
    bench.down.add((0, first))
    presses = bench.run(apart)
    bench.down = {(0, "no"), (0, "ok")}
    assert presses + bench.run(HOLD_MS - 5) == []
    assert bench.run(10) == [(0, CORRECT)]
    assert bench.run(2000) == []
    bench.down = {(0, first)}
    assert bench.run(2000) == []
    bench.down = set()
    assert bench.run(100) == []


def test_no_and_ok_let_go_too_soon_mean_nothing():
    bench = Bench()
    bench.down = {(0, "no"), (0, "ok")}
    presses = bench.run(HOLD_MS - 50)
    bench.down = {(0, "no")}
    presses += bench.run(HOLD_MS)
    bench.down = set()
    assert presses + bench.run(100) == []


def test_no_and_ok_of_two_pads_are_no_chord():
    bench = Bench()
    bench.down = {(0, "no"), (1, "ok")}
    assert bench.run(2 * HOLD_MS) == [(1, OK), (0, HOLD_NO)]


@pytest.mark.parametrize("name", ["yes", "ok"])
def test_a_long_press_of_other_keys_means_the_same(name):
    assert len(Bench().tap(name, ms=3 * HOLD_MS)) == 1


@pytest.mark.parametrize(("name", "key"), [("yes", YES), ("no", NO), ("ok", OK)])
def test_where_keys_are_secret_all_count_when_they_are_released(name, key):
    """So that the moment does not tell YES from NO."""
    bench = Bench()
    bench.keys.hide(True)
    bench.down.add((0, name))
    assert bench.run(200) == []
    bench.down.clear()
    assert bench.run(1) == [(0, key)]
    assert bench.run(DEBOUNCE_MS) == []


def test_a_key_that_has_counted_does_not_count_again_when_it_is_released():
    """The OK that opens a secret vote is no OK in it."""
    bench = Bench()
    bench.down.add((0, "ok"))
    assert bench.run(CHORD_MS + 5) == [(0, OK)]
    bench.keys.hide(True)
    bench.down.clear()
    assert bench.run(50) == []


def test_a_late_key_may_be_held_but_not_hang():
    bench = Bench()
    bench.keys.hide(True)
    assert bench.tap("yes", ms=2 * HOLD_MS) == [(0, YES)]
    assert bench.tap("no", ms=2 * HOLD_MS) == [(0, HOLD_NO)]
    assert bench.tap("yes", ms=STUCK_MS + 100) == []


def test_holding_no_is_not_saying_no():
    bench = Bench()
    bench.down.add((0, "no"))
    assert bench.run(HOLD_MS - 5) == []
    assert bench.run(10) == [(0, HOLD_NO)]
    assert bench.run(2000) == []
    bench.down.clear()
    assert bench.run(100) == []


def test_two_seats_hold_no():
    bench = Bench()
    bench.down = {(0, "no")}
    presses = bench.run(2 * HOLD_MS)
    bench.down = {(0, "no"), (1, "no")}
    assert presses + bench.run(2 * HOLD_MS) == [(0, HOLD_NO), (1, HOLD_NO)]


def test_contacts_that_bounce():
    """4 ms of chatter at every edge: one press, whatever the pattern."""
    bench = Bench()
    presses = []
    for pattern in range(16):
        for edge in (True, False):
            for i in range(4):
                bench.down = {(0, "ok")} if (pattern >> i & 1) == edge else set()
                presses += bench.run(1)
            bench.down = {(0, "ok")} if edge else set()
            presses += bench.run(60)
    assert presses == [(0, OK)] * 16


def test_a_key_that_hangs_at_power_up_does_not_count():
    bench = Bench(down={(0, "yes"), (1, "no")})
    assert bench.run(2000) == []
    assert bench.keys.stuck_pads() == [0, 1]
    bench.down = {(1, "no")}
    assert bench.run(100) == []
    assert bench.keys.stuck_pads() == [1]
    assert bench.tap("yes") == [(0, YES)]
    bench.down = set()
    assert bench.run(100) == []
    assert bench.tap("no", pad=1) == [(1, NO)]


def test_when_keys_want_to_be_looked_at():
    bench = Bench()
    assert bench.keys.due(bench.now) is None
    bench.down.add((0, "no"))
    bench.run(1)
    assert bench.keys.due(bench.now) <= bench.now + DEBOUNCE_MS
    bench.down.clear()
    bench.run(100)
    assert bench.keys.due(bench.now) is None


def test_a_key_held_for_longer_than_a_finger_would_is_stuck():
    bench = Bench()
    bench.down.add((1, "ok"))
    assert bench.run(STUCK_MS - 5) == [(1, OK)] and bench.keys.stuck_pads() == []
    assert bench.run(10) == [] and bench.keys.stuck_pads() == [1]
    assert bench.tap("yes") == [(0, YES)], "the others go on"
    bench.down.remove((1, "ok"))
    assert bench.run(DEBOUNCE_MS) == [] and bench.keys.stuck_pads() == []
    assert bench.tap("ok", pad=1) == [(1, OK)]
