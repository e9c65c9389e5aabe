"""The devices that all boards have in common, built from a board's own tables.

Only a board imports `machine` and `rp2`; it passes them in. This module holds the Parts that a board hands to
the controller, the look-up in a board's tables, the readers' supply, and random bytes.

The 5 V. It is halved by two equal resistors in front of an ADC pin. The Pico measures against its own 3.3 V
[RP2040 datasheet 4.9], so that 6.6 V is the most.
"""

import gc
import os
import select
import sys
import time
from hashlib import sha256

from cardtable.drivers.piezo import Piezo
from cardtable.drivers.usb_line import UsbLine
from cardtable.drivers.watchdog import Watchdog, find_reset_cause
from cardtable.drivers.ws2812 import Ws2812
from cardtable.micro import const

from . import oled
from . import reader_kinds as kinds

_LEAST = const(4000)  # mV of the table's 5 V: with less its plug is out, and the Pico runs on USB
_MOST = const(6600)  # mV
_FULL = const(65535)  # the result of read_u16 at 3.3 V

_LOOKS = const(32)  # within 1 ms: the current of lamps and readers varies
_MORE = const(8)  # bytes of the chip for each random byte


def number(rows: "tuple[tuple[str, int] | tuple[str, str, int], ...]", name: str) -> int:
    """Return the number that ends the row beginning with this name: a pin's GPIO, a block's number.

    Raises KeyError.
    """
    for row in rows:
        if row[0] == name:
            return row[-1]
    raise KeyError(name)


class Parts:
    """The table's devices, set up but not yet used.

    readers     their drivers in pad order, seats clockwise, then the centre; see `drivers.reader`
    reader_codes  the module of their codes: IDENTIFY, CHECK, PENDING, ..., ReaderFault
    seat_pads   the number of pads at seats
    keys        KeyMatrix or KeyChain: scan() is a mask of the keys that are down
    key_kinds   the keys of a pad in the order of that mask: "yes", "no", "ok"; see `key_names`
    lights      Ws2812, in pad order, three a pad
    piezo, display, line
    ticks_us, ticks_diff
    unique_id   bytes
    idle        idle(us): called when nothing is due for `us`
    root        folder of deck and settings on the device's file system, ends in "/"
    entropy     entropy(n): n random bytes, 32 at most; see `random_bytes`
    free        free(): bytes of heap left
    collect     collect(): collect garbage; called when the table is idle
    reset_cause  the reason of the start: "power", "watchdog" (it hung) or "restart" (on purpose)
    watchdog    Watchdog, not yet started, or None
    tags        the kinds of tags that the readers can read, see `reader_kinds`
    buses       the bus of each reader, see `reader_kinds`; empty if not known
    power       ReaderSupply: the readers' supply; None if it cannot be switched
    miso        miso(): whether the readers release MISO, see `measurements`; None if not known
    cache       cache(): [hits, accesses] of the flash's cache, see `measurements`; None if not known
    bootloader  bootloader(): restart as a drive for another program; None if not possible
    program     (digest, modules that files hide or precede, (MHz, mV) or None) of the running program,
                see firmware/frozen/identity.py; set by the starter of the program, else None
    flash       flash(at, size): these bytes of the program's flash, None if not all are the program's; set by
                the starter of the program, None if the program is elsewhere
    blocks      the journal's partition of the flash, a block device; set by the starter of the program
    own_games   (name, digest) of each game of one's own on the files; set by the starter of the program
    led         led(level): the Pico's own LED where no board was ever chosen, else None
    """

    def __init__(
        self,
        name,
        readers,
        reader_codes,
        seat_pads,
        keys,
        key_kinds,
        lights,
        piezo,
        display,
        line,
        ticks_us,
        ticks_diff,
        unique_id,
        idle,
        root,
        entropy,
        free,
        collect,
        reset_cause,
        watchdog,
        tags=("iso14443a",),
        buses=(),
        power=None,
        miso=None,
        bootloader=None,
    ):
        self.name = name
        self.readers = readers
        self.reader_codes = reader_codes
        self.seat_pads = seat_pads
        self.keys = keys
        self.key_kinds = key_kinds
        self.lights = lights
        self.piezo = piezo
        self.display = display
        self.line = line
        self.ticks_us = ticks_us
        self.ticks_diff = ticks_diff
        self.unique_id = unique_id
        self.idle = idle
        self.root = root
        self.entropy = entropy
        self.free = free
        self.collect = collect
        self.reset_cause = reset_cause
        self.watchdog = watchdog
        self.tags = tags
        self.buses = buses
        self.power = power
        self.miso = miso
        self.bootloader = bootloader
        self.cache = None
        self.program = None
        self.flash = None
        self.blocks = None
        self.own_games: "list | tuple" = ()
        self.led = None

    def key_names(self):
        """Return (pad, "yes", "no" or "ok") by the bit of the mask of keys."""
        return [(pad, kind) for pad in range(self.seat_pads) for kind in self.key_kinds]


class Pico:
    """The Pico of a board. `pins`, `blocks`: the tables of the board; `nap(us)`: sleep that long."""

    def __init__(self, machine, rp2, pins, blocks, nap):
        self.nap = nap
        self._machine = machine
        self._rp2 = rp2
        self._pins = pins
        self._blocks = blocks

    def driven(self, use, level):
        """Return the pin of this use as an output at this level."""
        Pin = self._machine.Pin
        return Pin(number(self._pins, use), Pin.OUT, value=level)

    def read(self, use):
        """Return the pin of this use as an input that is pulled up."""
        Pin = self._machine.Pin
        return Pin(number(self._pins, use), Pin.IN, Pin.PULL_UP)

    def spi(self, bus, hertz):
        """Return this bus of readers."""
        Pin = self._machine.Pin
        return self._machine.SPI(
            number(self._blocks, bus),
            baudrate=hertz,
            polarity=0,
            phase=0,
            sck=Pin(number(self._pins, bus + ".sck")),
            mosi=Pin(number(self._pins, bus + ".mosi")),
            miso=Pin(number(self._pins, bus + ".miso")),
        )

    def parts(self, board, keys, wires, power=None):
        """Return the Parts of a board.

        `board`: its module's globals; `keys`: their driver; `wires`: the bus and the select of each reader;
        `power`: see Parts.
        """
        machine, pins = self._machine, self._pins
        Pin = machine.Pin
        busy = Pin(number(pins, "readers.busy"), Pin.IN)
        codes, readers, tags, buses = kinds.fit(
            board["READER"], wires, board["READER_HZ"], busy, time.ticks_us, time.ticks_diff
        )
        lights = Ws2812(self._shifter().put, board["LIGHT_COUNT"])
        pwm = machine.PWM(Pin(number(pins, "sound.pwm")))
        pwm.duty_u16(0)
        nap, most_us = self.nap, board["NAP_US"]
        i2c = oled.open_bus(
            machine,
            number(self._blocks, "display"),
            number(pins, "display.sda"),
            number(pins, "display.scl"),
            board["DISPLAY_HZ"],
            nap,
        )
        display, idle = oled.fit(
            i2c,
            board["DISPLAY_LINES"],
            board["DISPLAY_WIDTH"],
            lambda us: nap(min(us, most_us)),
            time.ticks_us,
            time.ticks_diff,
        )

        def miso():
            from .measurements import levels

            return levels(Pin, [number(pins, row[0] + ".miso") for row in board["READERS"]], nap)

        def cache():
            from .measurements import count_flash_reads

            return count_flash_reads(machine.mem32, getattr(sys.implementation, "_machine", ""))

        poller = select.poll()
        poller.register(sys.stdin, select.POLLIN)
        poller.register(sys.stdout, select.POLLOUT)
        parts = Parts(
            name=board["NAME"],
            readers=readers,
            reader_codes=codes,
            seat_pads=board["SEAT_PADS"],
            keys=keys,
            key_kinds=board["KEYS"],
            lights=lights,
            piezo=Piezo(pwm),
            display=display,
            line=UsbLine(sys.stdin, sys.stdout, poller),
            ticks_us=time.ticks_us,
            ticks_diff=time.ticks_diff,
            unique_id=machine.unique_id(),
            idle=idle,
            root="/",
            entropy=lambda count, ADC=machine.ADC: random_bytes(count, os.urandom, ADC, time.ticks_us),
            free=gc.mem_free,
            collect=gc.collect,
            reset_cause=find_reset_cause(machine.mem32, getattr(sys.implementation, "_machine", "")),
            watchdog=Watchdog(machine.WDT, machine.Timer),
            tags=tags,
            buses=buses,
            power=power,
            miso=miso,
            bootloader=machine.bootloader,
        )
        parts.cache = cache
        return parts

    def _shifter(self):
        """Return the state machine that shifts words out to the lights."""
        rp2 = self._rp2

        # rp2 supplies the names of the instructions, as globals, while it assembles.
        # 10 cycles of 125 ns a bit: high for 2 (zero) or 6 (one), low for the rest and without data.
        @rp2.asm_pio(
            out_init=rp2.PIO.OUT_LOW,
            set_init=rp2.PIO.OUT_LOW,
            out_shiftdir=rp2.PIO.SHIFT_LEFT,
            autopull=True,
            pull_thresh=24,
            fifo_join=rp2.PIO.JOIN_TX,
        )
        def ws2812():
            out(x, 1)[1]  # type: ignore
            set(pins, 1)[1]  # type: ignore
            mov(pins, x)[3]  # type: ignore
            set(pins, 0)[1]  # type: ignore

        data = self.driven("lights.data", 0)
        shifter = rp2.StateMachine(
            number(self._blocks, "lights"), ws2812, freq=8_000_000, out_base=data, set_base=data
        )
        shifter.active(1)
        return shifter


class ReaderSupply:
    """The supply of all readers behind a load switch, off at first. While it is off, no line to them is high.

    An MFRC522 without supply is fed through its inputs by what drives them [MFRC522 datasheet, limiting
    values]. `pico`: a `Pico`; `up_ms`: how long the switch takes; `buses`: names of their buses; `selects`:
    pins that are high while nothing is selected; `decoders`: those that share the supply; `adc`: as
    machine.ADC, at half of the 5 V; None if no pin measures them.
    """

    def __init__(self, pico, up_ms, buses, selects, decoders=(), adc=None):
        self._nap = pico.nap
        self._up_ms = up_ms
        self._power = pico.driven("readers.power", 0)
        self._reset = pico.driven("readers.rst", 0)
        self._bus_lines = tuple([pico.driven(bus + end, 0) for bus in buses for end in (".sck", ".mosi")])
        self._selects = selects
        self._decoders = decoders
        self._adc = adc
        self.is_on = False

    def measure(self):
        """Return [lowest, highest] mV of the 5 V just now; None if no pin measures it."""
        if self._adc is None:
            return None
        looks = [(self._adc.read_u16() * _MOST + _FULL // 2) // _FULL for _ in range(_LOOKS)]
        return [min(looks), max(looks)]

    def switch(self, on):
        """Give the readers their supply, but not while the table's plug is out; or take it, but not while the
        plug is known to be in. Return whether they have it.
        """
        found = self.measure()
        if found is not None:
            on = found[1] >= _LEAST and (on or self.is_on)
        if on and not self.is_on:
            self._power(1)
            self._nap(1000 * self._up_ms)
            for pin in self._selects:
                pin(1)
            for pin in self._bus_lines:
                pin.init(pin.ALT, alt=pin.ALT_SPI)
            self._reset(1)
        elif self.is_on and not on:
            for decoder in self._decoders:
                decoder.clear()
            self._reset(0)
            for pin in self._bus_lines:
                pin.init(pin.OUT, value=0)
            self._power(0)
            for pin in self._selects:
                pin(0)
        self.is_on = on
        return on


def random_bytes(count, chip, ADC, ticks_us):
    """Return `count` random bytes, 32 at most: a SHA-256 of several sources, none of which is certified.

    `chip(n)`: n bytes of the chip. A byte of MicroPython 1.25's `os.urandom` on a Pico is eight bits of the
    ring oscillator, unconditioned, and those do not meet what security asks for [RP2040 data sheet 2.17.5].
    So eight times as many are taken. `ADC`: as machine.ADC; the lowest bits of readings of the temperature
    sensor, which every Pico has, are noise. `ticks_us()`: the time of each reading, in microseconds.
    """
    adc = ADC(ADC.CORE_TEMP)
    digest = sha256(chip(_MORE * count))
    for _ in range(_LOOKS):
        digest.update(f"{adc.read_u16()} {ticks_us()} ".encode())
    return digest.digest()[:count]
