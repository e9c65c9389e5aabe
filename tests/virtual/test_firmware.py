"""The firmware on the virtual machine, as the virtual table runs it."""

import pytest

from tablehost.firmware import boards
from tablehost.virtual.firmware import InProcess

TURNS = 20


@pytest.fixture
def firmware(tmp_path):
    return InProcess(boards.load("pico_6pads"), b"identity", tmp_path, 0)


def run(firmware, turns=TURNS):
    """Let it take so many turns."""
    left = [turns]

    def idle(us):
        left[0] -= 1
        firmware.machine.clock.advance(us)
        return left[0] > 0

    firmware.run(idle)


def stumble(firmware, monkeypatch, times):
    """Plant a mistake in the program that is made so many times."""
    sound = firmware.loop.tunes.step
    left = [times]

    def step(now):
        left[0] -= 1
        if left[0] >= 0:
            raise KeyError("planted")
        return sound(now)

    monkeypatch.setattr(firmware.loop.tunes, "step", step)


def test_a_mistake_that_stops_the_table_shows_its_traceback_once(firmware, monkeypatch, capsys):
    stumble(firmware, monkeypatch, 1)
    run(firmware)
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("Traceback") == 1 and said.err.endswith("KeyError: 'planted'\n")
    assert "in _serve" in said.err, "where it was made"
    assert "KeyError" in " ".join(firmware.display())


def test_a_second_mistake_ends_the_process(firmware, monkeypatch, capsys):
    stumble(firmware, monkeypatch, 2)
    with pytest.raises(KeyError):
        run(firmware)
    assert capsys.readouterr().err.count("Traceback") == 1


def test_a_table_without_a_mistake_says_nothing(firmware, capsys):
    run(firmware)
    assert capsys.readouterr() == ("", "")
