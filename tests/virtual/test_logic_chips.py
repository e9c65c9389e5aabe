"""The logic chips' models, and the drivers that speak to them through pins and PIO."""

import pytest

from cardtable.drivers.decoder import Decoder
from cardtable.drivers.key_chain import KeyChain
from tablehost.firmware import boards
from tablehost.virtual.chips.logic import Hc138, Hc165Chain
from tablehost.virtual.chips.pio import PioMachine, Program
from tablehost.virtual.clock import Clock
from tablehost.virtual.pico import FakeMachine


def decoder():
    """A 74HC138 and what its outputs do: a list of (output, level)."""
    chip = Hc138()
    seen = []
    for n in range(8):
        chip.outputs[n] = lambda level, n=n: seen.append((n, level))
    lines = [lambda level, bit=bit: chip.address(bit, level) for bit in range(3)]
    return chip, seen, Decoder(lines, chip.enable)


def test_decoder_selects_one_and_only_while_the_strobe_is_low():
    _, seen, driver = decoder()
    selects = [driver.select(n) for n in range(8)]
    for n in (0, 5, 5, 2, 7, 0):
        selects[n](0)
        assert seen == [(n, 0)]
        selects[n](1)
        assert seen == [(n, 0), (n, 1)]
        seen.clear()


def test_decoder_ends_an_access_before_another_begins():
    _, seen, driver = decoder()
    driver.select(3)(0)
    driver.select(4)(0)
    assert seen == [(3, 0), (3, 1), (4, 0)]


def test_decoder_moves_its_address_only_when_it_changes():
    moves = []
    driver = Decoder([lambda level, bit=bit: moves.append(bit) for bit in range(3)], lambda level: None)
    first, second = driver.select(1), driver.select(6)
    for cs in (first, first, second, second, first):
        cs(0)
        cs(1)
    assert moves == [0, 1, 2] * 3


def test_address_of_an_enabled_decoder_must_stand_still():
    chip, _, _ = decoder()
    chip.enable(0)
    chip.address(1, 0)
    with pytest.raises(RuntimeError):
        chip.address(1, 1)


def shifted_out(chain, count):
    bits = []
    for _ in range(count):
        bits.append(chain.q())
        chain.clock(1)
        chain.clock(0)
    return bits


def test_chain_brings_out_what_was_pressed_when_it_was_loaded():
    chain = Hc165Chain(2)
    chain.pressed |= {0, 9}
    chain.load(0)
    chain.load(1)
    chain.pressed.clear()
    assert shifted_out(chain, 18) == [0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 0]


def test_chain_that_is_being_loaded_does_not_shift():
    chain = Hc165Chain(1)
    chain.pressed.add(0)
    chain.load(0)
    assert shifted_out(chain, 3) == [0, 0, 0]
    chain.pressed.clear()
    assert chain.q() == 1


def test_a_key_pressed_during_a_scan_waits_for_the_next():
    fake = FakeMachine(boards.load("pico_10pads"))
    keys = fake.build().keys
    keys._put(0)
    fake.press(4, "no")
    assert keys._get() == (1 << 30) - 1
    assert keys.scan() == 1 << 4 * 3 + 1


def test_key_chain_answers_what_the_program_does():
    words = iter([0b1011])
    asked = []
    chain = KeyChain(asked.append, lambda: next(words), 4)
    assert chain.scan() == 0b0100
    assert len(asked) == 1


def test_pio_refuses_what_it_does_not_know():
    def program():
        wait(1, gpio, 3)  # noqa: F821

    with pytest.raises(NameError):
        Program(program, {})

    def copies():
        pull()  # noqa: F821
        mov(x, y)  # noqa: F821

    options = {"in_shiftdir": 0, "autopush": True, "push_thresh": 8}
    machine = PioMachine(Clock(), Program(copies, options), 1_000_000, print, print, int, int)
    with pytest.raises(RuntimeError):
        machine.get()
    with pytest.raises(ValueError):
        machine.put(0)
    with pytest.raises(ValueError):
        PioMachine(Clock(), Program(copies, {}), 1_000_000, print, print, int, int)
