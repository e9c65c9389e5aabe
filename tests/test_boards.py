"""Every board in boards/: its pins against the RP2040's pin multiplexer, and what its build() hands over."""

import builtins

import pytest

from cardtable.drivers.lines import Lines
from cardtable.drivers.mfrc522 import IDENTIFY, NONE
from pico import load_board, powered, run
from tablehost.firmware_files import boards
from tablehost.virtual.machine import FakeMachine

NAMES = boards()

# RP2040 datasheet 1.4.3: which GPIO can serve which role of which block.
ROLES = {
    ("SPI", 0, "miso"): {0, 4, 16, 20},
    ("SPI", 0, "sck"): {2, 6, 18, 22},
    ("SPI", 0, "mosi"): {3, 7, 19, 23},
    ("SPI", 1, "miso"): {8, 12, 24, 28},
    ("SPI", 1, "sck"): {10, 14, 26},
    ("SPI", 1, "mosi"): {11, 15, 27},
    ("I2C", 0, "sda"): set(range(0, 30, 4)),
    ("I2C", 0, "scl"): set(range(1, 30, 4)),
    ("I2C", 1, "sda"): set(range(2, 30, 4)),
    ("I2C", 1, "scl"): set(range(3, 30, 4)),
}
PLAIN = {"cs", "rst", "data"}  # roles any GPIO can play
OWN = {23, 24, 25, 29}  # taken by the Pico itself


@pytest.fixture(params=NAMES)
def board(request):
    return load_board(request.param)


def test_there_is_a_board():
    assert "pico_6pads" in NAMES


def test_name_is_the_files(board):
    assert board.NAME in NAMES


def test_no_pin_and_no_use_twice(board):
    uses, pins = zip(*board.PINS)
    assert len(set(pins)) == len(pins)
    assert len(set(uses)) == len(uses)


def test_only_pins_that_are_led_out(board):
    assert {pin for _, pin in board.PINS} <= set(range(29)) - OWN


def test_pin_multiplexer(board):
    blocks = {name: (kind, number) for name, kind, number in board.BLOCKS}
    slices = {}
    for use, pin in board.PINS:
        name, *_, role = use.split(".")
        kind, number = blocks.get(name, ("", 0))
        if kind == "PWM":
            assert (pin >> 1) % 8 == number, use
            assert slices.setdefault(number, use) == use, "two tones on one slice"
        elif (kind, number, role) in ROLES:
            assert pin in ROLES[kind, number, role], use
        else:
            assert role in PLAIN or role.isdigit(), use


def test_blocks_are_used_once(board):
    blocks = [(kind, number) for _, kind, number in board.BLOCKS]
    assert len(set(blocks)) == len(blocks)


def test_every_pad_and_key_has_its_pin(board):
    pads = board.SEAT_PADS + board.CENTRE_PADS
    uses = {use for use, _ in board.PINS}
    assert {f"reader.{pad}.cs" for pad in range(pads)} <= uses
    assert f"reader.{pads}.cs" not in uses
    assert {f"keys.row.{row}" for row in range(board.SEAT_PADS)} <= uses
    assert {f"keys.column.{i}" for i in range(len(board.KEYS))} <= uses
    assert board.LIGHT_COUNT == pads * board.LIGHTS_PER_PAD


def test_unknown_use(board):
    with pytest.raises(KeyError):
        board.gpio("coffee")
    with pytest.raises(KeyError):
        board.block("coffee")


def test_build_touches_no_reader(board):
    fake = FakeMachine(board)
    parts = fake.build()
    assert len(parts.readers) == len(fake.pads)
    assert [chip.accesses for chip in fake.chips] == [0] * len(fake.chips)
    assert not any(field.on for field in fake.pads)
    assert isinstance(parts.display, Lines)
    assert isinstance(parts.unique_id, bytes)
    assert parts.name == board.NAME
    assert parts.seat_pads == board.SEAT_PADS
    assert parts.root.endswith("/")
    assert parts.entropy(16) == FakeMachine(board).build().entropy(16) != parts.entropy(16)


def test_real_modules_are_back_after_build(board):
    import select
    import sys

    FakeMachine(board).build()
    assert "machine" not in sys.modules
    import select as again

    assert again is select


# The light program, cycle by cycle.


class Instructions:
    """Stands for the names rp2 gives a PIO program; notes (operation, operands, cycles)."""

    def __init__(self):
        self.listing = []

    def name(self, operation):
        return lambda *operands: Noted(self.listing, operation, operands)


class Noted:
    def __init__(self, listing, operation, operands):
        listing.append([operation, operands, 1])
        self.entry = listing[-1]

    def __getitem__(self, delay):
        self.entry[2] += delay
        return self


def high_and_low_ns(board, bit):
    """How long the line is high, then low, for one bit."""
    fake = FakeMachine(board)
    fake.build()
    notes = Instructions()
    names = {name: notes.name(name) for name in ("out", "set", "mov")} | {"pins": "pins", "x": "x"}
    for name, value in names.items():
        setattr(board, name, value)
    fake.light_program()
    level, high, low = 0, 0, 0
    for operation, operands, cycles in notes.listing:
        if operation == "set":
            level = operands[1]
        elif operation == "mov":
            level = bit
        if level:
            high += cycles
        else:
            low += cycles
    return high * 1_000_000_000 // fake.light_hz, low * 1_000_000_000 // fake.light_hz


def test_light_program_timing(board):
    """WS2812B: zero 220 to 380 ns high, one 580 to 1000; a bit takes 1.25 us."""
    zero_high, zero_low = high_and_low_ns(board, 0)
    one_high, one_low = high_and_low_ns(board, 1)
    assert 220 <= zero_high <= 380
    assert 580 <= one_high <= 1000
    assert zero_high + zero_low == one_high + one_low == 1250
    assert builtins.set is set


# Devices through the board.


def test_lights_are_green_red_blue_and_capped():
    fake = powered()
    lights = fake.parts.lights
    lights.set(0, 255, 100, 9)
    lights.show()
    assert fake.lights()[0] == (51, 20, 1)
    assert fake.lights()[1:] == [(0, 0, 0)] * 20


def test_lights_are_sent_only_when_they_changed():
    fake = powered()
    sent = []
    lights = fake.parts.lights
    lights._put = sent.append
    lights.show()
    assert len(sent) == 21
    lights.set(3, 10, 10, 10)
    lights.set(3, 0, 0, 0)
    lights.show()
    lights.set(3, 0, 0, 0)
    lights.show()
    assert len(sent) == 42
    assert max(sent) < 1 << 30


def test_tone():
    fake = powered()
    assert fake.tone() == 0
    fake.parts.piezo.tone(2000)
    assert fake.tone() == 2000
    fake.parts.piezo.tone(3000)
    assert fake.tone() == 3000
    fake.parts.piezo.quiet()
    assert fake.tone() == 0
    fake.parts.piezo.tone(3000)
    assert fake.tone() == 3000


def test_every_key_has_its_bit():
    fake = powered()
    parts = fake.parts
    assert parts.keys.scan() == 0
    assert len(parts.key_names) == 18
    for bit, (pad, key) in enumerate(parts.key_names):
        fake.press(pad, key)
        assert parts.keys.scan() == 1 << bit
        fake.release(pad, key)
    for pad, key in parts.key_names:
        fake.press(pad, key)
    assert parts.keys.scan() == (1 << 18) - 1


def test_display_cuts_and_pads():
    display = Lines(3, 5)
    display.show(["abcdefg", "xy"])
    assert display.lines == ["abcde", "xy   ", "     "]


def test_usb_line_reads_frames_and_drops_the_rest():
    fake = powered()
    line = fake.parts.line
    assert line.read() == b""
    fake.usb.feed(b"noise\r\n[1,2] 00000000\n[3] 11111111\n")
    assert line.read() == b"[1,2] 00000000\n"
    assert line.read() == b"[3] 11111111\n"
    assert line.read() == b""
    fake.usb.feed(b"x" * 100 + b"[4] 22222222\n")
    assert [line.read() for _ in range(4)] == [b"", b"", b"", b"[4] 22222222\n"]


def test_usb_line_writes_what_fits():
    fake = powered()
    line = fake.parts.line
    assert line.write(b"a" * 200) == 200
    assert line.write(b"b" * 200) == 56
    assert line.write(b"c") == 0
    assert fake.usb.take() == b"a" * 200 + b"b" * 56
    fake.usb.connected = False
    assert line.write(b"d") == 0
    fake.usb.connected = True
    fake.usb.write = lambda data: None
    assert line.write(b"e") == 0


def test_idle_moves_the_virtual_clock():
    fake = powered()
    before = fake.clock.us
    fake.parts.idle(750)
    assert fake.clock.us == before + 750


def test_every_reader_has_its_own_field():
    fake = powered()
    for pad in range(len(fake.pads)):
        assert run(fake, IDENTIFY, pad) == NONE
        assert fake.pads[pad].on
