"""The start of a Pico for which no board was ever chosen."""

import pytest

from bare_pico import BENCH, LED, frozen, tried_board
from cardtable.drivers.board import number
from tablehost.firmware import boards
from tablehost.virtual.pico import FakeMachine, Pin
from tablehost.wiring.picos import PICOS


@pytest.mark.parametrize("name", ["board", "board.py", "board.mpy"])
def test_files_that_name_a_board(tmp_path, name):
    module = frozen("overlay", FakeMachine(boards.load(BENCH)))
    (tmp_path / "deck.txt").touch()
    (tmp_path / "boards_of_mine").mkdir()
    assert not module.has_board(tmp_path)
    (tmp_path / name).touch()
    assert module.has_board(tmp_path)


def test_the_board_is_the_bench_with_its_first_reader_alone():
    bench, board = boards.load(BENCH), tried_board()
    assert (board.NAME, board.PINS, board.READERS) == (BENCH, bench.PINS, bench.READERS[:1])
    machine = FakeMachine(board)
    parts = machine.build()
    assert (len(parts.readers), parts.seat_pads) == (1, 1)
    wires = machine.modules()["machine"].Pin.wires
    assert wires[number(bench.PINS, "select.1")].mode == -1, "what is not tried is not driven"


def test_further_readers_of_the_bench_are_not_selected():
    bench = boards.load(BENCH)
    machine = FakeMachine(bench)
    tried_board(machine=machine)
    wires = machine.modules()["machine"].Pin.wires
    for use in ("select.1", "select.2"):
        wire = wires[number(bench.PINS, use)]
        assert (wire.mode, wire.read()) == (Pin.IN, 1)


@pytest.mark.parametrize("use", ["bus0.sck", "bus0.mosi", "select.1", "select.2"])
def test_other_wires_than_those_of_the_bench_are_left_alone(use):
    """A display of six seats holds its lines up by resistors."""
    gpio = number(boards.load(BENCH).PINS, use)
    with pytest.raises(ValueError, match=f"no board is chosen, and GP{gpio} is held up"):
        tried_board([gpio])


def test_a_module_may_hold_its_own_lines_up():
    pins = boards.load(BENCH).PINS
    assert tried_board([number(pins, use) for use in ("readers.rst", "select.0", "bus0.miso")]).NAME == BENCH


def test_the_led_is_that_of_a_pico_without_radio():
    machine = FakeMachine(boards.load(BENCH))
    board = tried_board(machine=machine)
    with machine.installed():
        assert board.build().led.gpio == LED
    assert {name for name, pico in PICOS.items() if pico.own[LED] == "its LED"} == {"pico", "pico2"}
