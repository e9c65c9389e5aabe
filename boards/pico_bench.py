"""Two seats and one centre pad on a breadboard, powered by USB: the first table one builds, in an evening.

All the board's facts are rows here; build() turns them into devices. As few parts as can be: each key has a
pin of its own, readers are wired without resistors, no switch takes their power away. Their 3.3 V comes from
a regulator behind the USB plug: three fields may take more than the Pico's own 3.3 V can give. GP23 to GP25
and GP29 belong to the Pico itself. Nobody has built this yet.
"""

from cardtable.drivers.keypins import KeyPins
from cardtable.drivers.parts import Parts, number
from cardtable.drivers.piezo import Piezo
from cardtable.drivers.usbline import UsbLine
from cardtable.drivers.watchdog import Watchdog, find_reset_cause
from cardtable.drivers.ws2812 import Ws2812
from cardtable.micro import borrow

NAME = "pico_bench"
SEAT_PADS = 2
CENTRE_PADS = 1
LIGHTS_PER_PAD = 3
LIGHT_COUNT = (SEAT_PADS + CENTRE_PADS) * LIGHTS_PER_PAD
KEYS = ("yes", "no", "ok")
DISPLAY_LINES = 8
DISPLAY_WIDTH = 21  # 128 dots, 6 for a letter
DISPLAY_HZ = 400_000  # the most an SSD1306 takes
READER = "mfrc522"  # the kind of all readers, a row of drivers/readers.py
READER_HZ = 4_000_000
READER_WIRES = "plain"  # see hardware/README.md, Cables
CABLE_CM = 20  # from the Pico to the farthest reader
SUPPLY = "usb"
RESET_MS = 5  # longer than an MFRC522 needs to see its reset and to start its oscillator
NAP_US = 2000  # at most so long it sleeps: keys, cards and what the computer says can wait that long

# What each pin is for: (use, GPIO). Uses end in the pin's role on its bus.
PINS = (
    ("keys.pin.0", 2),  # seat 0: YES, NO, OK
    ("keys.pin.1", 3),
    ("keys.pin.2", 4),
    ("keys.pin.3", 5),  # seat 1
    ("keys.pin.4", 6),
    ("keys.pin.5", 7),
    ("display.sda", 8),
    ("display.scl", 9),
    ("readers.busy", 13),  # of PN5180 alone: their BUSY lines meet here, a diode each, 4.7 kohm to ground
    ("sound.pwm", 15),
    ("bus0.miso", 16),
    ("readers.rst", 17),
    ("bus0.sck", 18),
    ("bus0.mosi", 19),
    ("select.0", 20),
    ("select.1", 21),
    ("select.2", 22),
    ("lights.data", 28),
)

# Which hardware block serves the uses of a name: (name, kind, number).
BLOCKS = (
    ("bus0", "SPI", 0),
    ("display", "I2C", 0),
    ("sound", "PWM", 7),  # the slice: GPIO / 2 modulo 8
    ("lights", "PIO", 0),  # the state machine
)

# The chips between pins and readers or keys: (name, type).
CHIPS = (("keys", "pins"),)

# The readers in pad order: (bus, what selects it, output of that). Here each has its own pin.
READERS = tuple([("bus0", "select", pad) for pad in range(SEAT_PADS + CENTRE_PADS)])


def build():
    """Return the Parts of this board. Sets pins up, powers and resets the readers; probes nothing."""
    import gc
    import os
    import select
    import sys
    import time

    import machine
    import rp2

    Pin = machine.Pin

    # rp2 supplies the names of the instructions, as globals, while it assembles.
    # 10 cycles of 125 ns a bit: high for 2 (zero) or 6 (one), low for the rest and while there is no data.
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

    # Deselect all readers before the bus moves, and reset them.
    reset = Pin(number(PINS, "readers.rst"), Pin.OUT, value=0)
    selects = [Pin(number(PINS, f"{name}.{output}"), Pin.OUT, value=1) for _, name, output in READERS]
    time.sleep_ms(RESET_MS)
    spi = machine.SPI(
        number(BLOCKS, "bus0"),
        baudrate=READER_HZ,
        polarity=0,
        phase=0,
        sck=Pin(number(PINS, "bus0.sck")),
        mosi=Pin(number(PINS, "bus0.mosi")),
        miso=Pin(number(PINS, "bus0.miso")),
    )
    reset(1)
    time.sleep_ms(RESET_MS)
    busy = Pin(number(PINS, "readers.busy"), Pin.IN)
    codes, readers, tags, buses = borrow("cardtable.drivers.readers").fit(
        READER, [(spi, cs) for cs in selects], READER_HZ, busy, time.ticks_us, time.ticks_diff
    )

    key_names = [(seat, key) for seat in range(SEAT_PADS) for key in KEYS]
    keys = [Pin(number(PINS, f"keys.pin.{i}"), Pin.IN, Pin.PULL_UP) for i in range(len(key_names))]

    data = Pin(number(PINS, "lights.data"), Pin.OUT, value=0)
    shifter = rp2.StateMachine(number(BLOCKS, "lights"), ws2812, freq=8_000_000, out_base=data, set_base=data)
    shifter.active(1)

    pwm = machine.PWM(Pin(number(PINS, "sound.pwm")))
    pwm.duty_u16(0)

    i2c = machine.I2C(
        number(BLOCKS, "display"),
        sda=Pin(number(PINS, "display.sda")),
        scl=Pin(number(PINS, "display.scl")),
        freq=DISPLAY_HZ,
    )
    display, idle = borrow("cardtable.drivers.panels").fit(
        i2c, DISPLAY_LINES, DISPLAY_WIDTH, lambda us: time.sleep_us(min(us, NAP_US))
    )

    poller = select.poll()
    poller.register(sys.stdin, select.POLLIN)
    poller.register(sys.stdout, select.POLLOUT)

    sleep_us = time.sleep_us

    return Parts(
        name=NAME,
        readers=readers,
        reader_codes=codes,
        seat_pads=SEAT_PADS,
        keys=KeyPins(keys),
        key_names=key_names,
        lights=Ws2812(shifter.put, LIGHT_COUNT),
        piezo=Piezo(pwm),
        display=display,
        line=UsbLine(sys.stdin, sys.stdout, poller),
        ticks_us=time.ticks_us,
        ticks_diff=time.ticks_diff,
        unique_id=machine.unique_id(),
        idle=idle,
        root="/",
        entropy=os.urandom,
        free=gc.mem_free,
        collect=gc.collect,
        reset_cause=find_reset_cause(machine.mem32, getattr(sys.implementation, "_machine", "")),
        watchdog=Watchdog(machine.WDT, machine.Timer),
        tags=tags,
        buses=buses,
        miso=lambda: borrow("cardtable.drivers.miso").levels(
            Pin, [number(PINS, bus + ".miso") for bus, _, _ in READERS], sleep_us
        ),
    )
