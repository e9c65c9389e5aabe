"""The count of failed starts, by the main script of the image: what counts as one, and what three lead to."""

import runpy
import sys
import time
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from cardtable.controller import loop

FROZEN = Path(__file__).resolve().parents[2] / "firmware" / "frozen"
SCRATCH0 = 0x4005800C  # RP2040 data sheet 4.7.6
PLACES = ("speed", "overlay", "build", "run")  # of a start, in this order


class Restarted(BaseException):
    """The chip was reset."""


class Table:
    """A Pico without hardware. It keeps its scratch register over `start`; `shown`: reasons of safe mode."""

    def __init__(self, monkeypatch):
        self.registers = {SCRATCH0: 0x12345678}  # after power
        self.shown = []
        self._fails = {}
        self._timers = []
        set_up = monkeypatch.setitem
        machine = self._made(mem32=self.registers, Timer=self._timer(), reset=self._reset)
        set_up(sys.modules, "machine", machine)
        set_up(sys.modules, "files_partition", self._made(find_fault=lambda: None))
        set_up(sys.modules, "journal_partition", self._made(device=lambda: None))
        set_up(sys.modules, "program_digest", self._made(DIGEST="", NAMES=()))
        set_up(sys.modules, "clock_speed", self._made(raise_speed=lambda: self._pass("speed")))
        set_up(sys.modules, "overlay", self._made(load=self._load, has_board=lambda: True))
        set_up(sys.modules, "identity", self._made(describe=lambda overlaid: None, read_flash=None))
        set_up(sys.modules, "board", self._made(build=self._build))
        safe = self._made(KEYS=0, STARTS=1, is_asked=lambda board: False, enter=self._enter)
        set_up(sys.modules, "safe_mode", safe)
        monkeypatch.syspath_prepend(FROZEN)
        monkeypatch.delitem(sys.modules, "start_count", raising=False)
        monkeypatch.setattr(sys.implementation, "_machine", "Raspberry Pi Pico with RP2040", raising=False)
        monkeypatch.setattr(sys, "print_exception", lambda error: None, raising=False)
        monkeypatch.setattr(time, "sleep_ms", lambda ms: None, raising=False)
        monkeypatch.setattr(loop, "run", lambda parts: self._pass("run"))

    def start(self, **fails):
        """Start it; at each place that is named this is raised. Return what left the main script."""
        self._fails = fails
        before = len(self._timers)
        try:
            runpy.run_path(str(FROZEN / "main.py"))
            return None
        except (KeyboardInterrupt, Restarted) as end:
            return type(end)
        finally:
            assert all(self._timers[before:]), "no timer is left running"

    def failed(self):
        """Return the number of failed starts in a row, as the next start will read it."""
        return sys.modules["start_count"].read()

    def _made(self, **content):
        module = ModuleType("fake")
        vars(module).update(content)
        return module

    def _pass(self, place):
        if place in self._fails:
            raise self._fails[place]

    def _load(self, digest, names):
        self._pass("overlay")
        return (), "", ()

    def _build(self):
        self._pass("build")
        return SimpleNamespace()

    def _enter(self, board, reason, detail):
        self.shown.append(reason)

    def _reset(self):
        raise Restarted

    def _timer(self):
        ended = self._timers

        class Timer:
            ONE_SHOT = 0

            def __init__(self, number, mode, period, callback):
                self._place = len(ended)
                ended.append(False)

            def deinit(self):
                ended[self._place] = True

        return Timer


@pytest.fixture
def table(monkeypatch):
    return Table(monkeypatch)


@pytest.mark.parametrize("place", PLACES)
def test_ctrl_c_during_a_start_is_no_failed_start(table, place):
    """`mpremote` types one as soon as it finds the table, whatever that does just then."""
    for _ in range(5):
        assert table.start(**{place: KeyboardInterrupt()}) is KeyboardInterrupt, "the prompt"
        assert table.failed() == 0
    assert table.start() is None and table.shown == []


@pytest.mark.parametrize("place", PLACES)
def test_after_three_starts_with_an_error_the_fourth_is_safe_mode(table, place):
    for count in (1, 2, 3):
        assert table.start(**{place: ValueError()}) is Restarted
        assert table.failed() == count and table.shown == []
    assert table.start() is None and table.shown == [1]
    assert table.start() is None and table.shown == [1], "and then it is tried again"


def test_a_ctrl_c_ends_a_row_of_failed_starts(table):
    """A person is at the prompt, and sees the error."""
    table.start(run=ValueError())
    table.start(run=ValueError())
    table.start(build=KeyboardInterrupt())
    assert table.failed() == 0
