"""Every board in boards/ on every Pico: pins against the chip's multiplexer, and what build() hands over."""

import pytest

from cardtable.controller.input.poll_schedule import Pads
from cardtable.drivers.board import number
from cardtable.drivers.measurements import count_flash_reads
from cardtable.drivers.oled import Lines
from cardtable.drivers.reader import IDENTIFY, NONE, ReaderFault
from cardtable.drivers.reader_kinds import KINDS
from tablehost.firmware.boards import load as load_board
from tablehost.firmware.firmware_files import boards
from tablehost.virtual.pico import FakeMachine, Pin
from tablehost.virtual.tags.tag import Tag
from tablehost.wiring.picos import LEFT, PICOS, RIGHT, pin_of
from virtual_pico import lay, powered, run

NAMES = boards()

# Roles any GPIO can play, with a PIO block behind them or none.
PLAIN = {"rst", "power", "busy", "data", "clk", "ld", "q", "a0", "a1", "a2", "enable"}
PIO_LINES = 32  # instructions shared by the four state machines of a PIO block
RADIO_LINES = 8  # at most so many of them the radio's line takes on a Pico W (pico-sdk, cyw43_bus_pio_spi)


@pytest.fixture(params=NAMES)
def board(request):
    return load_board(request.param)


@pytest.fixture(params=PICOS)
def pico(request):
    return PICOS[request.param]


def test_there_are_boards():
    assert {"pico_bench", "pico_6pads", "pico_10pads"} <= set(NAMES)


def test_name_is_the_files(board):
    assert board.NAME in NAMES


def test_no_pin_and_no_use_twice(board):
    uses, pins = zip(*board.PINS)
    assert len(set(pins)) == len(pins)
    assert len(set(uses)) == len(uses)


def test_every_pico_leads_out_the_same_pins_but_its_own(pico):
    led_out = {pin for pin in (*LEFT, *RIGHT) if isinstance(pin, int)}
    assert led_out == set(range(30)) - set(pico.own)
    assert [pin_of(gpio) for gpio in (0, 15, 16, 22, 26, 28)] == [1, 20, 21, 29, 31, 34]
    with pytest.raises(KeyError):
        pin_of(25)


def test_only_pins_that_are_led_out(board, pico):
    assert {pin for _, pin in board.PINS} <= set(range(30)) - set(pico.own)


def test_pin_multiplexer(board, pico):
    blocks = {name: (kind, n) for name, kind, n in board.BLOCKS}
    slices = {}
    for use, pin in board.PINS:
        name, *_, role = use.split(".")
        kind, n = blocks.get(name, ("", 0))
        if kind == "PWM":
            assert (pin >> 1) % pico.chip.slices == n, use
            assert slices.setdefault(n, use) == use, "two tones on one slice"
        elif kind == "ADC":
            assert pin == 26 + n, use
        elif kind in ("SPI", "I2C"):
            assert pin in pico.chip.roles[kind, n, role], use
        else:
            assert role in PLAIN or role.isdigit(), use


def test_blocks_are_the_chips_and_used_once(board, pico):
    blocks = [(kind, n) for _, kind, n in board.BLOCKS]
    assert len(set(blocks)) == len(blocks)
    assert all(0 <= n < pico.chip.blocks[kind] for kind, n in blocks)


def test_no_input_rests_on_a_weak_pull_down(board, pico):
    """RP2350-E9: such an input may stay high. Those of ours are pulled up, driven, or have a resistor."""
    pulled = []
    fake = FakeMachine(board)
    with fake.installed():
        import machine

        class Told(machine.Pin):
            def __init__(self, gpio, mode=-1, pull=-1, value=None):
                pulled.append(pull)
                super().__init__(gpio, mode, pull, value)

        machine.Pin = Told
        board.build()
    assert Told.PULL_UP in pulled
    assert not pico.chip.weak_pull_down or Told.PULL_DOWN not in pulled


def test_buses_have_all_their_pins(board):
    uses = {use for use, _ in board.PINS}
    roles = {"SPI": ("miso", "sck", "mosi"), "I2C": ("sda", "scl")}
    for name, kind, _ in board.BLOCKS:
        assert {f"{name}.{role}" for role in roles.get(kind, ())} <= uses


def test_pio_programs_fit_their_blocks(board, pico):
    fake = FakeMachine(board)
    fake.build()
    assert {n for _, kind, n in board.BLOCKS if kind == "PIO"} == set(fake.programs)
    lines = [0] * (pico.chip.blocks["PIO"] // 4)
    if pico.radio_pio is not None:
        lines[pico.radio_pio] = RADIO_LINES
    for machine, (program, _) in fake.programs.items():
        lines[machine // 4] += len(program.lines)
        sides = [line.side_level is not None for line in program.lines]
        assert all(sides) if "sideset_init" in program.options else not any(sides)
    assert max(lines) <= PIO_LINES


def test_every_pad_has_its_select(board):
    pads = board.SEAT_PADS + board.CENTRE_PADS
    uses = {use for use, _ in board.PINS}
    chips = dict(board.CHIPS)
    buses = {name for name, kind, _ in board.BLOCKS if kind == "SPI"}
    selects = [(name, output) for _, name, output in board.READERS]
    assert len(selects) == len(set(selects)) == pads
    assert board.LIGHT_COUNT == pads * board.LIGHTS_PER_PAD
    for bus, name, output in board.READERS:
        assert bus in buses
        if name in chips:
            assert chips[name] == "74HC138" and 0 <= output < 8
        else:
            assert f"{name}.{output}" in uses


def test_readers_are_of_a_kind_there_is_and_not_clocked_too_fast(board):
    """The tables of each board serve every kind; what it is built with is one row."""
    assert board.READER in KINDS
    uses = {use for use, _ in board.PINS}
    for _, fastest, asks, _ in KINDS.values():
        assert board.READER_HZ <= fastest
        assert not asks or "readers.busy" in uses


def test_every_chip_has_its_pins(board):
    uses = {use for use, _ in board.PINS}
    roles = {
        "74HC138": ["enable", "a0", "a1", "a2"],
        "74HC165": ["ld", "clk", "q"],
        "matrix": [f"row.{row}" for row in range(board.SEAT_PADS)]
        + [f"column.{i}" for i in range(len(board.KEYS))],
        "pins": [f"pin.{i}" for i in range(board.SEAT_PADS * len(board.KEYS))],
    }
    for name, kind in board.CHIPS:
        assert {f"{name}.{role}" for role in roles[kind]} <= uses


def test_the_wires_to_readers_and_the_supply_are_kinds_there_are(board):
    """A board without a load switch is small enough for a USB port."""
    assert board.READER_WIRES in ("plain", "branches", "buffered")
    assert board.SUPPLY in ("usb", "plug")
    assert ("readers.power" in dict(board.PINS)) == (board.SUPPLY == "plug")


def test_a_start_without_a_load_switch_resets_readers_while_they_are_deselected():
    seen = levels_of_readers(load_board("pico_bench"))
    before = [row for row in seen if row[1] != "readers.rst" or not row[2]]
    reset = [(us, level) for us, use, level in seen if use == "readers.rst"]
    assert [level for _, level in reset] == [0, 1] and reset[1][0] - reset[0][0] >= 1000
    assert {level for us, use, level in before if use.startswith("select")} == {1}


def test_unknown_use(board):
    with pytest.raises(KeyError):
        number(board.PINS, "coffee")


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


def high_and_low_ns(board, bit):
    """Return how long the line is high, then low, for one bit."""
    fake = FakeMachine(board)
    fake.build()
    program, hz = fake.programs[number(board.BLOCKS, "lights")]
    level, high, low = 0, 0, 0
    for line in program.lines:
        if line.operation == "set":
            level = line.operands[1]
        elif line.operation == "mov":
            level = bit
        if level:
            high += line.cycles
        else:
            low += line.cycles
    return high * 1_000_000_000 // hz, low * 1_000_000_000 // hz


def test_light_program_timing(board):
    """WS2812B: zero 220 to 380 ns high, one 580 to 1000; a bit takes 1.25 us."""
    zero_high, zero_low = high_and_low_ns(board, 0)
    one_high, one_low = high_and_low_ns(board, 1)
    assert 220 <= zero_high <= 380
    assert 580 <= one_high <= 1000
    assert zero_high + zero_low == one_high + one_low == 1250


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


def test_every_key_has_its_bit(board):
    fake = FakeMachine(board)
    parts = fake.build()
    assert parts.keys.scan() == 0
    assert len(parts.key_names()) == board.SEAT_PADS * len(board.KEYS)
    for bit, (pad, key) in enumerate(parts.key_names()):
        fake.press(pad, key)
        assert parts.keys.scan() == 1 << bit
        fake.release(pad, key)
    for pad, key in parts.key_names():
        fake.press(pad, key)
    assert parts.keys.scan() == (1 << len(parts.key_names())) - 1


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
    assert [line.read() for _ in range(2)] == [b"", b"[4] 22222222\n"]


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


def test_every_reader_has_its_own_field(board):
    fake = powered(board)
    for pad in range(len(fake.pads)):
        assert run(fake, IDENTIFY, pad) == NONE
        tag = lay(fake, Tag(bytes([0x04, 1, 2, 3, 4, 5, pad])), pad)
        assert run(fake, IDENTIFY, pad) == tag.uid
    assert all(field.on for field in fake.pads)


# The readers' supply.


def levels_of_readers(board):
    """While build() runs: (us, use, level) of whatever leads to the readers, and of their power."""
    fake = FakeMachine(board)
    uses = [(use, pin) for use, pin in board.PINS if use.split(".")[0] in ("readers", "bus0", "bus1")]
    uses += [(use, pin) for use, pin in board.PINS if use.startswith("select")]
    seen = []
    for use, pin in uses:
        wire = fake._wires[pin]

        def follow(level, use=use, before=wire.listener):
            seen.append((fake.clock.us, use, level))
            if before is not None:
                before(level)

        wire.listener = follow
    fake.build()
    return seen


def test_each_start_takes_the_readers_power_away_and_feeds_none_meanwhile(board):
    if board.SUPPLY == "usb":
        pytest.skip("no switch for the readers' power")
    seen = levels_of_readers(board)
    power = [(us, level) for us, use, level in seen if use == "readers.power"]
    assert [level for _, level in power] == [0, 0, 1]
    assert 20_000 <= power[-1][0] - power[0][0] < 100_000
    off = [row for row in seen if row[0] < power[-1][0] and row[1] != "readers.power"]
    assert off and {level for _, _, level in off} == {0}
    driven = {use for _, use, _ in off}
    outputs = {use for _, use, _ in seen}
    assert driven == outputs - {"readers.power"}


def test_a_restart_takes_the_readers_power_away_before_it_drives_their_selects(board):
    """The pins are as the program before left them."""
    fake = FakeMachine(board)
    fake.build()
    for reader in fake.parts.readers:
        reader.probe()
    for reader in fake.build().readers:
        reader.probe()


def test_readers_are_held_until_they_have_power(board):
    fake = FakeMachine(board)
    parts = fake.build()
    last = len(parts.readers) - 1
    line = "readers.rst" if board.SUPPLY == "usb" else "readers.power"
    with fake.installed():
        import machine

        power = machine.Pin(number(board.PINS, line), machine.Pin.OUT)
    power(0)
    with pytest.raises(ReaderFault):
        parts.readers[last].probe()
    power(1)
    parts.readers[last].probe()


def lines_to_readers(fake):
    """Yield (use, wire) of each line from the Pico to a reader or its decoder."""
    for use, gpio in fake.board.PINS:
        if use == "readers.rst" or use.startswith("select") or use.endswith((".sck", ".mosi")):
            yield use, fake._wires[gpio]


def find_fed(fake):
    """Return the lines that could feed readers just now, which have no supply."""
    return [use for use, wire in lines_to_readers(fake) if wire.level or wire.mode == Pin.ALT]


@pytest.mark.parametrize("begins", ["out", "in"])
def test_with_the_plug_out_no_line_feeds_a_reader_and_play_goes_on_when_it_is_in(board, begins):
    """On USB alone. Where nothing measures the 5 V, at six seats, for an attempt a second; at ten never."""
    if board.SUPPLY == "usb":
        pytest.skip("no switch for the readers' power")
    fake = FakeMachine(board)
    fake.supply_mv = 0 if begins == "out" else 5000
    parts = fake.build()
    pads = Pads(parts.readers, parts.reader_codes, parts.buses, parts.power)
    events, attempts = [], []

    def run(ms):
        until = fake.clock.us + 1000 * ms
        while fake.clock.us < until:
            events.extend(pads.step(fake.clock.us // 1000))
            fake.clock.advance(1000)

    run(1500)
    assert pads.alive == [begins == "in"] * len(parts.readers)
    fake.supply_mv = 0
    run(200)
    for use, wire in lines_to_readers(fake):
        before = wire.listener

        def follow(level, use=use, before=before):
            attempts.extend([(use, fake.clock.us)] * level)
            if before is not None:
                before(level)

        wire.listener = follow
    events.clear()
    for _ in range(10):
        run(300)
        assert find_fed(fake) == []
    assert 2 <= [(event.pad, event.value) for event in events].count((-1, "no-readers")) <= 4
    times = [us for _, us in attempts]
    assert times == [] if "supply.adc" in dict(board.PINS) else 1_900_000 < times[-1] - times[0] < 3_000_000
    fake.supply_mv = 5000
    run(1200)
    assert pads.alive == [True] * len(parts.readers)
    assert parts.power.is_on


def test_readers_that_do_not_answer_keep_their_supply_while_the_plug_is_in(board):
    """A maker measures at a module why it does not answer. Where nothing measures the 5 V they have it in
    service alone.
    """
    if board.SUPPLY == "usb":
        pytest.skip("no switch for the readers' power")
    fake = FakeMachine(board)
    parts = fake.build()
    pads = Pads(parts.readers, parts.reader_codes, parts.buses, parts.power)
    for chip in fake.chips:
        chip.dead = 0

    def run():
        """Return for how many of 2,500 ms they have it."""
        has = 0
        for _ in range(2500):
            pads.step(fake.clock.us // 1000)
            has += fake._wire("readers.power").level
            fake.clock.advance(1000)
        return has

    is_measured = "supply.adc" in dict(board.PINS)
    assert run() == 2500 if is_measured else run() < 50
    pads.let_rest(False)
    assert run() == 2500
    pads.let_rest(True)
    run()
    assert run() == 2500 if is_measured else run() < 50


def test_the_supply_is_measured_where_a_pin_is_for_it(board):
    fake = FakeMachine(board)
    parts = fake.build()
    if "supply.adc" not in dict(board.PINS):
        assert parts.power is None or parts.power.measure() is None
        return
    for mv in (5000, 4550, 0, 6600):
        fake.supply_mv = mv
        assert parts.power.measure() == [mv, mv]


@pytest.mark.parametrize("chip, hit, all_of_them", [
    ("Raspberry Pi Pico W with RP2040", 0x1400000C, 0x14000010),
    ("Raspberry Pi Pico 2 with RP2350", 0x400C800C, 0x400C8010),
])  # fmt: skip
def test_reads_of_the_flash_are_counted_from_one_call_to_the_next(chip, hit, all_of_them):
    registers = {hit: 0x7FFFFFFF, all_of_them: -2}  # as mem32 of some versions has it
    assert count_flash_reads(registers, chip) == [0x7FFFFFFF, 0xFFFFFFFE]
    assert registers == {hit: 0, all_of_them: 0}
    registers.update({hit: 90, all_of_them: 100})
    assert count_flash_reads(registers, chip) == [90, 100]
    registers.update({hit: 90, all_of_them: 0xFFFFFFFF})
    assert count_flash_reads(registers, chip) is None, "it may have been full for long"
    registers.update({hit: 9, all_of_them: 10})
    assert count_flash_reads(registers, chip) == [9, 10]


def test_where_nothing_counts_reads_of_the_flash_there_are_none(board):
    assert count_flash_reads({}, "linux [GCC 12.2.0] version") is None
    assert FakeMachine(board).build().cache() is None


# Ten pads alone.


def test_a_scan_of_the_key_chain_takes_less_than_100_us():
    fake = powered(load_board("pico_10pads"))
    before = fake.clock.us
    fake.parts.keys.scan()
    assert 0 < fake.clock.us - before < 100
