"""The fake Raspberry Pi Pico: `machine`, `rp2`, `select` and ticks, wired to chip models.

`FakeMachine(board).build()` runs the board's own build() against the fakes and returns its Parts. The wiring
is read from the board's tables (PINS, BLOCKS, CHIPS, READERS); there is no second one. One virtual clock: SPI
accesses, ticks calls, sleeps, key chains and full light FIFOs move it, plain computation costs nothing.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from errno import EIO, ETIMEDOUT
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from cardtable.drivers import board
from cardtable.drivers.board import Parts, number
from cardtable.drivers.watchdog import LONGEST_MS
from tablehost.firmware.boards import has_gates
from tablehost.virtual.chips import pio
from tablehost.virtual.chips.flash import JOURNAL, JOURNAL_SECTORS, Flash
from tablehost.virtual.chips.framed import FramedChip
from tablehost.virtual.chips.logic import Hc138, Hc165Chain, KeysModel, MatrixModel
from tablehost.virtual.chips.mfrc522 import Mfrc522Chip
from tablehost.virtual.chips.outputs import PwmRecorder, Ws2812Strip
from tablehost.virtual.chips.pn532 import Pn532Chip
from tablehost.virtual.chips.pn5180 import Pn5180Chip, busy_line
from tablehost.virtual.chips.spi import SpiBus
from tablehost.virtual.chips.ssd1306 import Ssd1306Chip
from tablehost.virtual.clock import Clock
from tablehost.virtual.tags.field import Field

TICKS_PERIOD = 1 << 30  # as on the Pico
TICKS_NS = 4_000  # the cost of a call of ticks_us, so that a loop that only watches the clock ends
WATCHDOG_ENABLED = 0x6AB73121  # the value that watchdog_enable of pico-sdk leaves in SCRATCH4
CONVERTER_MV = 4000  # of the 5 V: with less the readers' converter gives nothing
ROOM_HEAT = 14_000  # read_u16 of the temperature sensor at 27 degrees: 0.706 V (RP2040 data sheet 4.9.5)
STREAM_FIFO = 256  # USB transmit FIFO
STREAM_PIECE = 64  # of a write that is longer
STREAM_WAIT_US = 20_000  # a piece waits for room in the FIFO, see firmware/board/usb_timeout.h
STREAM_RING = 512  # USB receive ring
FRAMED: dict[str, type[FramedChip]] = {
    "pn532": Pn532Chip,
    "pn5180": Pn5180Chip,
}  # by a board's name of its readers

Callback = Callable[[object], object]  # of a timer


class Wire:
    """One GPIO: the level driven or read, its listeners and its sources from outside.

    A source that answers None drives nothing just then: the pull decides, or the line keeps its level.
    `latches`: a line that was high stays so under a pull-down (erratum RP2350-E9). `mode`: one of Pin's.
    """

    __slots__ = ("latches", "level", "listener", "mode", "pull", "source")

    def __init__(self) -> None:
        self.mode = -1
        self.level = 1
        self.pull = -1
        self.latches = False
        self.listener: Callable[[int], object] | None = None
        self.source: Callable[[], int | None] | None = None

    def read(self) -> int:
        """Return the level as an input sees it."""
        if self.source is None and self.mode != Pin.IN:
            return self.level
        driven = None if self.source is None else self.source()
        if driven is not None:
            self.level = driven
        elif self.pull == Pin.PULL_UP:
            self.level = 1
        elif self.pull == Pin.PULL_DOWN and not self.latches:
            self.level = 0
        return self.level


class Pin:
    """machine.Pin, output or input, as far as the boards use it."""

    IN, OUT, OPEN_DRAIN, ALT = 0, 1, 2, 3
    PULL_UP, PULL_DOWN = 1, 2
    ALT_SPI = 1
    wires: dict[int, Wire] = {}  # every machine gives its own

    def __init__(self, gpio: int, mode: int = -1, pull: int = -1, value: int | None = None) -> None:
        self.gpio = gpio
        self._wire = self.wires[gpio]
        if mode != -1 or pull != -1:
            self.init(mode, pull, value)

    def init(self, mode: int = -1, pull: int = -1, value: int | None = None, alt: int = -1) -> None:
        """Set the pin up again; its pull is gone unless it is named."""
        self._wire.pull = pull
        self._wire.mode = mode
        if mode == Pin.OUT and value is not None:
            self(value)

    def __call__(self, value: int | None = None) -> int | None:
        wire = self._wire
        if value is None:
            return wire.read()
        wire.level = value
        if wire.listener is not None:
            wire.listener(value)
        return None

    value = __call__


class UsbStream:
    """Both ends of the Pico's USB serial stream, in memory.

    The host side calls feed() and take(). With `connected` False nothing is accepted. A write waits for room,
    as in our image (shared/tinyusb/mp_usbd_cdc.c): `waited` times so far. A read of bytes that have not
    arrived, for which a Pico would wait, raises RuntimeError: no other thread could send them meanwhile.
    """

    def __init__(self, clock: Clock) -> None:
        self.connected = True
        self.waited = 0
        self._clock = clock
        self._in = bytearray()
        self._out = bytearray()
        self.buffer = self  # both sys.stdin and sys.stdout

    def feed(self, data: bytes) -> int:
        """Return the host sends; how many bytes fit into the ring."""
        taken = data[: STREAM_RING - len(self._in)]
        self._in += taken
        return len(taken)

    def take(self) -> bytes:
        """Return the host reads all there is."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def readinto(self, into: bytearray) -> int:
        if len(self._in) < len(into):
            raise RuntimeError(f"the line has {len(self._in)} bytes: a read of {len(into)} waits for more")
        into[:] = self._in[: len(into)]
        del self._in[: len(into)]
        return len(into)

    def forget(self) -> None:
        """Forget what is on its way in both directions, as a Pico without power does."""
        self._in.clear()
        self._out.clear()

    def write(self, data: bytes | str) -> int:
        if isinstance(data, str):
            data = data.encode()
        taken = 0
        while self.connected and taken < len(data):
            piece = data[taken : taken + STREAM_PIECE]
            room = STREAM_FIFO - len(self._out)
            if room < len(piece):
                self.waited += 1
                self._clock.advance(STREAM_WAIT_US)
            if not room:
                break
            self._out += piece[:room]
            taken += len(piece[:room])
        return taken

    def flush(self) -> None:
        """Do nothing: no data are held back."""

    def events(self) -> int:
        """Return the current POLLIN and POLLOUT."""
        room = self.connected and len(self._out) < STREAM_FIFO
        return (_POLLIN if self._in else 0) | (_POLLOUT if room else 0)


_POLLIN, _POLLOUT = 1, 4


class Poller:
    """select.poll() over the USB stream."""

    def __init__(self) -> None:
        self._registered: list[tuple[UsbStream, int]] = []

    def register(self, stream: UsbStream, events: int) -> None:
        self._registered.append((stream, events))

    def ipoll(self, timeout: int) -> Iterator[tuple[UsbStream, int]]:
        """Yield those that are ready now; `timeout` is not waited for."""
        for stream, wanted in self._registered:
            ready = stream.events() & wanted
            if ready:
                yield stream, ready


class Registers:
    """`machine.mem32` of a Pico, as far as a table reads it: why it was started [RP2040 datasheet 4.7.6]."""

    def __init__(self, fake: FakeMachine) -> None:
        self._fake = fake

    def __getitem__(self, address: int) -> int:
        return {0x40058008: self._fake.reset_reason, 0x4005801C: self._fake.reset_mark}[address]


class FakeMachine:
    """One virtual board. `board` is a module from boards/ (or a module-like object with its tables).

    clock    virtual time: clock.us, clock.advance(us)
    pads     Field list in pad order; lay a tag with pads[i].tags.append(tag), lift it with .remove(tag)
    chips    the models of the readers in pad order, for faults: of the kind in board.READER
    usb      the host's end of the serial stream
    entropy  parts.entropy, the source of the firmware's chance
    key_names  (pad, key) by the bit of the keys' mask, empty before build()
    parts    the result of build(), None before; its display is read directly: parts.display.lines
    unplugged  the pads whose reader is: see unplug()
    open_gates  the pads whose gate in MISO is never shut, on a board with gates
    panel    the OLED on its I2C pins, None for none; plug one in before build()
    supply_mv  the table's 5 V: 0 with its plug out, while the Pico runs on USB
    flash    the program's flash, for the command that reads it; empty: unreadable
    journal  the journal's partition of the flash; in the folder `root` its content is a file
    waits_for_image  whether machine.bootloader() was called
    `seed` feeds the chips' faults and `entropy`; nothing else depends on chance.
    """

    def __init__(
        self,
        board: ModuleType,
        seed: int = 0,
        unique_id: bytes = bytes.fromhex("E66138528350BE2F"),
        root: str = "/",
        version: int = 0x92,
    ) -> None:
        self.board = board
        self.clock = Clock()
        self.usb = UsbStream(self.clock)
        self.parts: Parts | None = None
        self.unplugged: set[int] = set()
        self.open_gates: set[int] = set()
        self._holding: dict[int, int] = {}  # pad -> the level at which its reader holds MISO while plugged in
        self.panel: Ssd1306Chip | None = None
        self._supply_mv = 5000
        self.flash = bytearray()
        self.waits_for_image = False
        self.key_names: list[tuple[int, str]] = []
        self.reset_reason = 0  # REASON of the watchdog: bit 0 TIMER, bit 1 FORCE; after power neither
        self.reset_mark = 0  # SCRATCH4: WATCHDOG_ENABLED where the program had started the watchdog
        self.watchdog_ms = 0  # how long it waits, once it was started
        self.fed = 0
        self.timers: list[tuple[int, Callback | None]] = []  # (period in ms, callback) of each that was made
        self.programs: dict[int, tuple[pio.Program, int]] = {}  # by state machine, with its frequency
        self.entropy = random.Random(f"entropy {seed}").randbytes
        self._unique_id = unique_id
        self._root = root
        self.journal = Flash(JOURNAL_SECTORS, Path(root) / JOURNAL if root != "/" else None)
        self._wires = {gpio: Wire() for gpio in range(30)}
        pads = board.SEAT_PADS + board.CENTRE_PADS
        self.pads = [Field(self.clock) for _ in range(pads)]
        self.chips = [self._reader(field, seed * 100 + pad, version) for pad, field in enumerate(self.pads)]
        self._buses = {name: SpiBus(self.clock) for name, kind, _ in board.BLOCKS if kind == "SPI"}
        self._strip = Ws2812Strip(self.clock, board.LIGHT_COUNT)
        self.sound = PwmRecorder(self.clock)
        self._switches: set[Any] = set()  # those that are closed, as the model of the keys counts them
        self._switch: Callable[[int], object] = lambda bit: bit  # the key of this bit as the model counts it
        self._connect()

    def bus(self, block: int) -> SpiBus:
        """Return the bus that this SPI block drives."""
        return next(
            self._buses[name] for name, kind, number in self.board.BLOCKS if (kind, number) == ("SPI", block)
        )

    def show(self, lights: list[tuple[int, int, int]]) -> None:
        """Have the lights, from the first on, show this: for a machine whose wire is read elsewhere."""
        self._strip.lights[: len(lights)] = lights

    def _reader(self, field: Field, seed: int, version: int) -> Mfrc522Chip | FramedChip:
        kind = self.board.READER
        if kind == "mfrc522":
            return Mfrc522Chip(self.clock, field, version=version, seed=seed)
        return FRAMED[kind](self.clock, field, seed)

    def _connect(self) -> None:
        board = self.board
        uses = {use for use, _ in board.PINS}
        decoders = {}
        for name, kind in board.CHIPS:
            if kind == "74HC138":
                decoders[name] = self._connect_decoder(name)
            elif kind == "74HC165":
                self._connect_chain(name)
            elif kind == "matrix":
                self._connect_matrix(name)
            elif kind == "pins":
                self._connect_keys(name)
            else:
                raise ValueError(f"there is no model of a {kind}")
        for chip, (bus, name, output) in zip(self.chips, board.READERS, strict=True):
            select = self._buses[bus].chip_select(chip)
            if isinstance(chip, FramedChip):
                select = chip.nss(select)
            if "readers.power" in uses:
                select = self._powered(select)
            if name in decoders:
                decoders[name].outputs[output] = select
            else:
                self._wire(f"{name}.{output}").listener = select
        for name, bus in self._buses.items():
            self._wire(f"{name}.miso").source = bus.miso
        if busy := [chip for chip in self.chips if isinstance(chip, Pn5180Chip)]:
            self._wire("readers.busy").source = busy_line(busy)
        self._wire("display.scl").listener = self._clock_panel
        self._reader_lines = [use for use in ("readers.rst", "readers.power") if use in uses]
        for use in self._reader_lines:
            self._wire(use).level = 0
            self._wire(use).listener = lambda level: self._supply_readers()

    def _clock_panel(self, level: int) -> None:
        if self.panel is not None:
            self.panel.clock(level)

    @property
    def supply_mv(self) -> int:
        return self._supply_mv

    @supply_mv.setter
    def supply_mv(self, millivolts: int) -> None:
        self._supply_mv = millivolts
        self._supply_readers()

    def _powered(self, select: Callable[[int], None]) -> Callable[[int], None]:
        """Return a select that a reader without power does not hear."""
        power = self._wire("readers.power")
        return lambda level: select(level) if power.level and self._supply_mv >= CONVERTER_MV else None

    def _connect_decoder(self, name: str) -> Hc138:
        decoder = Hc138()
        self._wire(f"{name}.enable").listener = decoder.enable
        for bit in range(3):
            self._wire(f"{name}.a{bit}").listener = lambda level, bit=bit: decoder.address(bit, level)
        return decoder

    def _connect_chain(self, name: str) -> None:
        count = self.board.SEAT_PADS * len(self.board.KEYS)
        chain = Hc165Chain((count + 7) // 8)
        self._wire(f"{name}.ld").listener = chain.load
        self._wire(f"{name}.clk").listener = chain.clock
        self._wire(f"{name}.q").source = chain.q
        self._switches = chain.pressed
        self._switch = lambda bit: count - 1 - bit  # the first key to come out ends in the highest bit

    def _connect_matrix(self, name: str) -> None:
        columns = len(self.board.KEYS)
        matrix = MatrixModel(self.board.SEAT_PADS)
        for row in range(self.board.SEAT_PADS):
            self._wire(f"{name}.row.{row}").listener = lambda level, row=row: matrix.drive(row, level)
        for column in range(columns):
            self._wire(f"{name}.column.{column}").source = lambda column=column: matrix.column(column)
        self._switches = matrix.pressed
        self._switch = lambda bit: divmod(bit, columns)

    def _connect_keys(self, name: str) -> None:
        keys = KeysModel()
        for place in range(self.board.SEAT_PADS * len(self.board.KEYS)):
            self._wire(f"{name}.pin.{place}").source = lambda place=place: keys.level(place)
        self._switches = keys.pressed

    def _wire(self, use: str) -> Wire:
        return self._wires[number(self.board.PINS, use)]

    def _supply_readers(self) -> None:
        """Run the readers while they have power and are not held in reset."""
        power = [self._wire(use) for use in self._reader_lines]
        is_fed = "readers.power" not in self._reader_lines or self._supply_mv >= CONVERTER_MV
        for chip in self.chips:
            chip.hold_reset(int(is_fed and all(wire.level for wire in power)))

    # Readers that fail their bus, and plugs.

    def hold_miso(self, pad: int, level: int | None) -> None:
        """Have this reader drive MISO all the time, as modules do that work alone only; None: no more."""
        self._holding.pop(pad, None)
        if level is not None:
            self._holding[pad] = level
        self._plug(pad)

    def unplug(self, pad: int) -> None:
        """Take this reader off its bus."""
        self.unplugged.add(pad)
        self._plug(pad)

    def plug_in(self, pad: int) -> None:
        """Put this reader back."""
        self.unplugged.discard(pad)
        self.chips[pad].brown_out()
        self._plug(pad)

    def _plug(self, pad: int) -> None:
        gone = pad in self.unplugged
        self.chips[pad].dead = 0 if gone else None
        is_shut = has_gates(self.board.READER_WIRES) and pad not in self.open_gates
        level = None if gone or is_shut else self._holding.get(pad)
        self._buses[self.board.READERS[pad][0]].hold_miso(self.chips[pad], level)

    # Building.

    def build(self) -> Parts:
        """Run the board's build() against the fakes.

        `parts.idle` moves the clock; `parts.root`, `parts.blocks` and `parts.entropy` are ours;
        `parts.collect` does nothing.
        """
        with self.installed():
            parts: Parts = self.board.build()
        parts.idle = self.clock.advance
        parts.root = self._root
        parts.blocks = self.journal
        parts.entropy = self.entropy
        parts.collect = lambda: None
        if self.flash:
            parts.flash = self._read_flash
        self.parts = parts
        self.key_names = parts.key_names()
        return parts

    def _read_flash(self, at: int, size: int) -> bytes | None:
        return bytes(self.flash[at : at + size]) if at + size <= len(self.flash) else None

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Have `machine`, `rp2`, `select`, the ticks functions and the standard streams be ours meanwhile."""
        modules = self.modules()
        before = {name: sys.modules.get(name) for name in modules}
        streams = sys.stdin, sys.stdout
        polls = vars(board)["select"]
        sys.modules.update(modules)
        vars(board)["select"] = self._select()
        sys.stdin = sys.stdout = self.usb
        ticks = self._ticks()
        for name, function in ticks.items():
            setattr(time, name, function)
        gc.mem_free = lambda: 0  # type: ignore[attr-defined]
        try:
            yield
        finally:
            for name in ticks:
                delattr(time, name)
            del gc.mem_free  # type: ignore[attr-defined]
            sys.stdin, sys.stdout = streams
            vars(board)["select"] = polls
            for name, module in before.items():
                if module is None:
                    del sys.modules[name]
                else:
                    sys.modules[name] = module

    def modules(self) -> dict[str, ModuleType]:
        """Return `machine` and `rp2` as the board imports them."""
        return {"machine": self._machine(), "rp2": self._rp2()}

    def _ticks(self) -> dict[str, Callable[..., object]]:
        clock = self.clock

        def ticks_us() -> int:
            clock.ns += TICKS_NS
            return clock.ns // 1000 % TICKS_PERIOD

        def ticks_ms() -> int:
            clock.ns += TICKS_NS
            return clock.ns // 1_000_000 % TICKS_PERIOD

        def ticks_add(ticks: int, delta: int) -> int:
            return (ticks + delta) % TICKS_PERIOD

        def ticks_diff(end: int, start: int) -> int:
            half = TICKS_PERIOD // 2
            return (end - start + half) % TICKS_PERIOD - half

        return {
            "ticks_us": ticks_us,
            "ticks_ms": ticks_ms,
            "ticks_add": ticks_add,
            "ticks_diff": ticks_diff,
            "sleep_us": clock.advance,
            "sleep_ms": lambda ms: clock.advance(ms * 1000),
        }

    def _machine(self) -> ModuleType:
        machine = ModuleType("machine")
        wires = self._wires

        class BoardPin(Pin):
            pass

        BoardPin.wires = wires
        fake = self

        class SPI:
            MSB, LSB = 0, 1

            def __init__(self, block: int, baudrate: int = 1_000_000, **kwargs: Any) -> None:
                name = fake._block("SPI", block)
                fake._check_pins(name, {role: kwargs[role] for role in ("sck", "mosi", "miso")})
                if kwargs.get("polarity") or kwargs.get("phase") or kwargs.get("firstbit"):
                    raise ValueError("the readers speak SPI mode 0, most significant bit first")
                bus = fake._buses[name]
                self.byte_ns = bus.byte_ns = 8_000_000_000 // baudrate
                self._bus = bus
                self.write = bus.write
                self.write_readinto = bus.write_readinto

            def init(self, baudrate: int) -> None:
                self._bus.init(baudrate)
                self.byte_ns = self._bus.byte_ns

        class I2C:
            def __init__(
                self, block: int, sda: Pin, scl: Pin, freq: int = 400_000, timeout: int = 50_000
            ) -> None:
                fake._check_pins(fake._block("I2C", block), {"sda": sda, "scl": scl})
                self._bit_ns = 1_000_000_000 // freq
                self._timeout_us = timeout

            def writeto(self, address: int, data: bytes | bytearray) -> None:
                self.writevto(address, [data])

            def writevto(self, address: int, parts: list[bytes | bytearray]) -> None:
                """Do one transfer: start, address, nine bits a byte, stop; OSError without an
                acknowledgement.
                """
                data = b"".join(parts)
                if fake.panel is not None and fake.panel.held_clocks:
                    fake.clock.advance(self._timeout_us)
                    raise OSError(ETIMEDOUT)
                fake.clock.ns += self._bit_ns * (9 * len(data) + 11)
                if fake.panel is None or address != fake.panel.address:
                    raise OSError(EIO)
                fake.panel.write(data)

        class PWM:
            def __init__(self, pin: Pin, freq: int | None = None, duty_u16: int | None = None) -> None:
                fake._check_pins("sound", {"pwm": pin})
                fake.sound.set(freq, duty_u16)

            def freq(self, hz: int) -> None:
                fake.sound.set(freq=hz)

            def duty_u16(self, duty: int) -> None:
                fake.sound.set(duty=duty)

        class ADC:
            """A converter of half of the 5 V, or of the chip's temperature, see `drivers.board`."""

            CORE_TEMP = 4

            def __init__(self, source: Pin | int) -> None:
                self._is_heat = source == self.CORE_TEMP
                if isinstance(source, Pin):
                    fake._check_pins(fake._block("ADC", source.gpio - 26), {"adc": source})
                elif not self._is_heat:
                    raise ValueError(f"no channel {source}")

            def read_u16(self) -> int:
                if self._is_heat:
                    return ROOM_HEAT
                return min(65535, fake.supply_mv * 65535 // 6600)

        class WDT:
            def __init__(self, id: int = 0, timeout: int = 5000) -> None:
                if timeout > LONGEST_MS:
                    raise ValueError(f"a watchdog of {timeout} ms: {LONGEST_MS} at most")
                fake.watchdog_ms = timeout

            def feed(self) -> None:
                fake.fed += 1

        class Timer:
            def __init__(self, id: int = -1, period: int = -1, callback: Callback | None = None) -> None:
                fake.timers.append((period, callback))

        def bootloader() -> None:
            fake.waits_for_image = True

        def reset() -> None:
            raise SystemExit("machine.reset()")

        vars(machine).update(Pin=BoardPin, SPI=SPI, I2C=I2C, PWM=PWM, WDT=WDT, reset=reset, soft_reset=reset)
        vars(machine).update(unique_id=lambda: fake._unique_id, Timer=Timer, ADC=ADC, bootloader=bootloader)
        # As on a Pico, a restart on purpose looks like one of the watchdog (MicroPython issue 19409).
        vars(machine).update(PWRON_RESET=1, WDT_RESET=3, reset_cause=lambda: 3 if fake.reset_reason else 1)
        vars(machine).update(mem32=Registers(fake))
        return machine

    def _block(self, kind: str, block: int) -> str:
        """Return the board's name of this hardware block."""
        for name, *row in self.board.BLOCKS:
            if row == [kind, block]:
                return str(name)
        raise ValueError(f"the board has no use for {kind} {block}")

    def _check_pins(self, name: str, pins: dict[str, Pin]) -> None:
        for role, pin in pins.items():
            wired = number(self.board.PINS, f"{name}.{role}")
            if pin.gpio != wired:
                raise ValueError(f"{name}.{role}: GP{pin.gpio}, but the board says GP{wired}")

    def _rp2(self) -> ModuleType:
        rp2 = ModuleType("rp2")

        def asm_pio(**options: Any) -> Callable[[Callable[[], None]], pio.Program]:
            return lambda source: pio.Program(source, options)

        vars(rp2).update(asm_pio=asm_pio, PIO=SimpleNamespace(**pio.CONSTANTS))
        vars(rp2).update(StateMachine=self._state_machine)
        return rp2

    def _state_machine(
        self, block: int, program: pio.Program, freq: int, **pins: Pin
    ) -> SimpleNamespace | pio.PioMachine:
        """Return an rp2.StateMachine. The lights' program is not run, for time's sake: the strip takes words
        whole.
        """
        self.programs[block] = program, freq
        name = self._block("PIO", block)
        if name == "lights":
            self._check_pins(name, {"data": pins["out_base"]})
            self._check_pins(name, {"data": pins["set_base"]})
            return SimpleNamespace(put=self._strip.put, active=lambda on: None)
        self._check_pins(name, {"ld": pins["set_base"], "clk": pins["sideset_base"], "q": pins["in_base"]})
        ld, clk, q = (self._wire(f"{name}.{role}") for role in ("ld", "clk", "q"))

        def outside() -> frozenset[object]:
            return self.pressed

        assert ld.listener is not None and clk.listener is not None and q.source is not None
        return pio.PioMachine(self.clock, program, freq, ld.listener, clk.listener, q.read, outside)

    def _select(self) -> ModuleType:
        select = ModuleType("select")
        vars(select).update(poll=Poller, POLLIN=_POLLIN, POLLOUT=_POLLOUT)
        return select

    def lose_power(self) -> None:
        """Reset all parts that need power; build() is then run as at the first start."""
        for chip in self.chips:
            chip.brown_out()
        self.usb.forget()
        self.sound.set(duty=0)

    # Acts and perceptions of players.

    @property
    def pressed(self) -> frozenset[object]:
        """Return the keys that are held down; how they are called is the models' business."""
        return frozenset(self._switches)

    def _key(self, pad: int, key: str) -> object:
        if not self.key_names:
            raise RuntimeError("build() first")
        return self._switch(self.key_names.index((pad, key)))

    def press(self, pad: int, key: str) -> None:
        """Hold a key down until release()."""
        self._switches.add(self._key(pad, key))

    def release(self, pad: int, key: str) -> None:
        """Release a key; harmless if it was not down."""
        self._switches.discard(self._key(pad, key))

    def lights(self) -> list[tuple[int, int, int]]:
        """Return (r, g, b) of every light as sent on the wire, that is after the driver's brightness cap."""
        return list(self._strip.lights)

    def tone(self) -> int:
        """Return the tone to be heard now in Hz, 0 for silence."""
        return self.sound.hz()
