"""The boards' PIO programs, in the words of the chip, run in the emulator `pioemu` of rp2040-pio-emulator.

It is not of this project, as `tablehost.virtual.chips.pio` is, and runs words, not lines. Its MOV to pins and
its IN count from GP0, whatever pin is the first: the lamps' line and the output of the keys' chain are there.
"""

import runpy
import sys
import types
from collections import deque

import pytest
from pioemu import State, clock_cycles_reached, emulate

import mp32
from cardtable.drivers.board import number
from cardtable.drivers.key_chain import KeyChain
from cardtable.drivers.ws2812 import Ws2812
from pio_words import words
from tablehost.firmware import boards
from tablehost.firmware.firmware_files import boards as names
from tablehost.virtual.chips import pio
from tablehost.virtual.chips.logic import Hc165Chain
from tablehost.virtual.pico import FakeMachine

ASSEMBLER = mp32.ROOT / ".tools/image/tree/src/micropython/ports/rp2/modules/rp2.py"
CHAINED = "pico_10pads"  # the board whose keys have a program
MOST = 1000  # cycles, for a few scans


def program_of(name, use):
    """The pins of this board, its program for this use, and the time of a cycle in ns."""
    board = boards.load(name)
    fake = FakeMachine(board)
    fake.build()
    program, hz = fake.programs[number(board.BLOCKS, use)]
    return board.PINS, program, 1_000_000_000 // hz


# -- The lamps -------------------------------------------------------------------------------------


@pytest.fixture(params=names())
def lamps(request):
    """A function: words for the lamps -> all changes of their line, as (ns, level)."""
    _, program, cycle_ns = program_of(request.param, "lights")
    left = program.options["out_shiftdir"] == pio.CONSTANTS["SHIFT_LEFT"]
    gap = 50  # cycles without data

    def run(sent):
        state = State(pin_directions=1, transmit_fifo=deque(sent))
        most = 24 * len(sent) * 10 + 2 * gap
        changes = []
        for before, after in emulate(
            words(program),
            stop_when=clock_cycles_reached(most),
            initial_state=state,
            auto_pull=program.options["autopull"],
            pull_threshold=program.options["pull_thresh"],
            shift_osr_right=not left,
            set_count=1,
        ):
            if (before.pin_values ^ after.pin_values) & 1:
                changes.append((before.clock * cycle_ns, after.pin_values & 1))
        assert after.clock * cycle_ns - changes[-1][0] > gap * cycle_ns, "it still sends"
        return changes

    return run


def pulses(changes):
    """(ns high, ns from the beginning of one to that of the next) of each pulse; of the last one None."""
    rises = [at for at, level in changes if level] + [None]
    falls = [at for at, level in changes if not level]
    assert [level for _, level in changes] == [1, 0] * len(falls)
    return [
        (fall - rise, None if following is None else following - rise)
        for rise, fall, following in zip(rises, falls, rises[1:])
    ]


def test_bits_of_lamps_are_as_long_as_a_ws2812b_wants_them(lamps):
    """WS2812B: a zero is high for 220 to 380 ns, a one for 580 to 1000; a bit takes 1.25 us, also at the end
    of a word.
    """
    found = pulses(lamps([0xFF00AA00, 0x00FF5500]))
    bits = f"{0xFF00AA:024b}{0x00FF55:024b}"
    assert len(found) == len(bits)
    for bit, (high, _) in zip(bits, found):
        assert (580 <= high <= 1000) if bit == "1" else (220 <= high <= 380), (bit, high)
    assert {period for _, period in found[:-1]} == {1250}


def test_each_lamp_receives_green_then_red_then_blue_highest_bit_first(lamps):
    sent = []
    chain = Ws2812(sent.append, 3)
    for lamp, colour in enumerate([(5, 10, 15), (255, 0, 40), (0, 255, 20)]):
        chain.set(lamp, *colour)
    chain.show()
    bits = "".join("1" if high > 450 else "0" for high, _ in pulses(lamps(sent)))
    colours = [int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)]
    assert colours == [2, 1, 3, 0, 51, 8, 51, 0, 4]


# -- The keys --------------------------------------------------------------------------------------


class Scanner:
    """The program of the keys' chain, and the chain that its pins lead to."""

    def __init__(self, pins, program):
        self.chain = Hc165Chain(4)
        self.options = program.options
        self.words = words(program)
        self.ld, self.clk = number(pins, "keys.ld"), number(pins, "keys.clk")
        self.state = State(pin_directions=1 << self.ld | 1 << self.clk, pin_values=1 << self.ld)
        self.cycles = 0  # of the last scan
        assert self.state.pin_directions & 1 == 0, "GP0 is where IN reads"

    def levels(self, state: State) -> int:
        """The level of Q, once its chain has seen what the pins do."""
        self.chain.load(state.pin_values >> self.ld & 1)
        self.chain.clock(state.pin_values >> self.clk & 1)
        return self.chain.q()

    def put(self, word):
        """Feed the program, which waits for that at its first line."""
        self._run(lambda state: state.program_counter == 0)
        self.state.transmit_fifo.append(word)

    def get(self):
        begun = self.state.clock
        self._run(lambda state: state.receive_fifo)
        self.cycles = self.state.clock - begun
        return self.state.receive_fifo.popleft()

    def _run(self, done):
        for _, state in emulate(
            self.words,
            stop_when=lambda _, state: done(state) or state.clock > MOST,
            initial_state=self.state,
            input_source=self.levels,
            auto_push=self.options["autopush"],
            push_threshold=self.options["push_thresh"],
            shift_isr_right=self.options["in_shiftdir"] != pio.CONSTANTS["SHIFT_LEFT"],
            set_base=self.ld,
            set_count=1,
            side_set_base=self.clk,
            side_set_count=1,
        ):
            self.state = state


@pytest.fixture
def scanner():
    pins, program, _ = program_of(CHAINED, "keys")
    return Scanner(pins, program)


@pytest.mark.parametrize("down", [(), (0,), (29,), (0, 1, 7, 8, 15, 16, 28), range(30)])
def test_keys_are_those_that_the_registers_took(scanner, down):
    """30 of 32 inputs: the key that comes out first is the highest bit, the last one bit 0."""
    keys = KeyChain(scanner.put, scanner.get, 30)
    scanner.chain.pressed.update((30, 31))
    assert keys.scan() == 0
    scanner.chain.pressed.update(down)
    assert keys.scan() == sum(1 << 29 - place for place in down)
    scanner.chain.pressed.clear()
    assert keys.scan() == 0


def test_a_scan_takes_as_long_as_in_our_own_model(scanner):
    fake = FakeMachine(boards.load(CHAINED))
    keys = fake.build().keys
    _, hz = fake.programs[number(fake.board.BLOCKS, "keys")]
    for _ in range(2):
        fake.clock.advance(1000)  # of the one before nothing is left
        begun = fake.clock.ns
        keys.scan()
        scanner.put(0)
        scanner.get()
        assert scanner.cycles * 1_000_000_000 // hz == fake.clock.ns - begun


# -- The words -------------------------------------------------------------------------------------


@pytest.mark.skipif(
    not ASSEMBLER.is_file(), reason="missing: MicroPython's assembler; to get it: make firmware"
)
@pytest.mark.parametrize(("name", "use"), [(CHAINED, "lights"), (CHAINED, "keys")])
def test_micropython_assembles_the_same_words(name, use, monkeypatch):
    """Its own `rp2.asm_pio`, from the sources of the image."""
    chip, plain = types.ModuleType("_rp2"), types.ModuleType("micropython")
    chip.PIO, plain.const = types.SimpleNamespace(**pio.CONSTANTS), lambda value: value
    monkeypatch.setitem(sys.modules, "_rp2", chip)
    monkeypatch.setitem(sys.modules, "micropython", plain)
    theirs = runpy.run_path(str(ASSEMBLER))

    class Both(pio.Program):
        def __init__(self, source, options):
            super().__init__(source, options)
            self.made = theirs["asm_pio"](**options)(source)

    monkeypatch.setattr(pio, "Program", Both)
    _, program, _ = program_of(name, use)
    assert list(program.made[0]) == words(program)
