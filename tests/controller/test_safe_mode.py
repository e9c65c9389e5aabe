"""Safe mode: the keys that lead to it, on every board, read without the board's build()."""

import importlib.util
from pathlib import Path

import pytest

from tablehost.firmware import boards, firmware_files
from tablehost.virtual.pico import FakeMachine

SAFE = Path(__file__).resolve().parents[2] / "firmware" / "frozen" / "safe_mode.py"


def asked(name, *keys):
    """Return True if safe mode is asked for at this board, while these keys (seat, key) are held."""
    board = boards.load(name)
    machine = FakeMachine(board)
    machine.build()
    for seat, key in keys:
        machine.press(seat, key)
    with machine.installed():
        spec = importlib.util.spec_from_file_location("safe_mode", SAFE)
        safe = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(safe)
        return safe.is_asked(board)


@pytest.mark.parametrize("name", firmware_files.boards())
def test_no_and_ok_of_one_seat(name):
    last = boards.load(name).SEAT_PADS - 1
    assert not asked(name)
    for seat in (0, last):
        assert asked(name, (seat, "no"), (seat, "ok"))
        assert asked(name, (seat, "no"), (seat, "ok"), (last - seat, "yes"))
        assert not asked(name, (seat, "no"))
        assert not asked(name, (seat, "yes"), (seat, "no"), (seat, "ok")), "an arm on all three keys"
    assert not asked(name, (0, "no"), (last, "ok")), "two seats"


def test_every_text_fits_a_display():
    with FakeMachine(boards.load("pico_6pads")).installed():
        spec = importlib.util.spec_from_file_location("safe_mode", SAFE)
        safe = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(safe)
    rows = [line for reason in safe.REASONS for line in reason] + [*safe.TITLE, *safe.REST]
    assert all(len(line) <= 21 for line in rows), rows
    assert all(len(safe.TITLE + reason + safe.REST) == 8 for reason in safe.REASONS)
