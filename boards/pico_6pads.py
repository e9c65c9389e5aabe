"""Six seats and one centre pad, everything wired directly: Pico, Pico W, Pico 2 and Pico 2 W alike.

All the board's facts are rows here; build() turns them into devices. The readers' 3.3 V comes through a
load switch. No pin is free, so none measures the 5 V; GP23 to GP25 and GP29 belong to the Pico itself. Nobody
has built this yet.
"""

from cardtable.drivers.keymatrix import KeyMatrix
from cardtable.drivers.parts import Parts, number
from cardtable.drivers.piezo import Piezo
from cardtable.drivers.usbline import UsbLine
from cardtable.drivers.watchdog import Watchdog, find_reset_cause
from cardtable.drivers.ws2812 import Ws2812
from cardtable.micro import borrow

NAME = "pico_6pads"
SEAT_PADS = 6
CENTRE_PADS = 1
LIGHTS_PER_PAD = 3
LIGHT_COUNT = (SEAT_PADS + CENTRE_PADS) * LIGHTS_PER_PAD
KEYS = ("yes", "no", "ok")  # the matrix columns; its rows are the seats
DISPLAY_LINES = 8
DISPLAY_WIDTH = 21  # 128 dots, 6 for a letter
DISPLAY_HZ = 400_000  # the most an SSD1306 takes
READER = "mfrc522"  # the kind of all readers, a row of drivers/readers.py
READER_HZ = 4_000_000  # seven unbuffered readers on half a metre of wire
READER_WIRES = "branches"  # see hardware/README.md, Cables
CABLE_CM = 50  # from the Pico to the farthest reader
SUPPLY = "plug"  # 5 V, 4 A
POWER_OFF_MS = 30  # until the readers' capacitors are empty, so that one that hangs starts anew; an estimate
POWER_UP_MS = 5  # until the load switch has charged them again; an estimate
NAP_US = 2000  # at most so long it sleeps: keys, cards and what the computer says can wait that long

# What each pin is for: (use, GPIO). Uses end in the pin's role on its bus.
PINS = (
    ("keys.column.0", 0),
    ("keys.column.1", 1),
    ("select.0", 2),
    ("select.1", 3),
    ("select.2", 4),
    ("select.3", 5),
    ("select.4", 6),
    ("select.5", 7),
    ("select.6", 8),
    ("readers.busy", 9),  # of PN5180 alone: their BUSY lines meet here, a diode each, 4.7 kohm to ground
    ("keys.row.0", 10),
    ("keys.row.1", 11),
    ("keys.row.2", 12),
    ("keys.row.3", 13),
    ("keys.row.4", 14),
    ("keys.row.5", 15),
    ("bus0.miso", 16),
    ("readers.rst", 17),
    ("bus0.sck", 18),
    ("bus0.mosi", 19),
    ("display.sda", 20),
    ("display.scl", 21),
    ("lights.data", 22),
    ("keys.column.2", 26),
    ("readers.power", 27),
    ("sound.pwm", 28),
)

# Which hardware block serves the uses of a name: (name, kind, number).
BLOCKS = (
    ("bus0", "SPI", 0),
    ("display", "I2C", 0),
    ("sound", "PWM", 6),  # the slice: GPIO / 2 modulo 8
    ("lights", "PIO", 0),  # the state machine
)

# The chips between pins and readers or keys: (name, type).
CHIPS = (("keys", "matrix"),)

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

    # Each start takes the readers' power away for a moment. Meanwhile nothing may drive their pins high: they
    # would feed the chips through their inputs. Then: deselect everybody before the bus moves, end the reset.
    reset = Pin(number(PINS, "readers.rst"), Pin.OUT, value=0)
    power = Pin(number(PINS, "readers.power"), Pin.OUT, value=0)
    for use in ("bus0.sck", "bus0.mosi"):
        Pin(number(PINS, use), Pin.OUT, value=0)
    selects = [Pin(number(PINS, f"{name}.{output}"), Pin.OUT) for _, name, output in READERS]
    for select_line in selects:
        select_line(0)
    time.sleep_ms(POWER_OFF_MS)
    power(1)
    time.sleep_ms(POWER_UP_MS)
    for select_line in selects:
        select_line(1)
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
    busy = Pin(number(PINS, "readers.busy"), Pin.IN)
    codes, readers, tags, buses = borrow("cardtable.drivers.readers").fit(
        READER, [(spi, cs) for cs in selects], READER_HZ, busy, time.ticks_us, time.ticks_diff
    )

    rows = [Pin(number(PINS, f"keys.row.{row}"), Pin.OUT, value=1) for row in range(SEAT_PADS)]
    columns = [Pin(number(PINS, f"keys.column.{i}"), Pin.IN, Pin.PULL_UP) for i in range(len(KEYS))]

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
        keys=KeyMatrix(rows, columns),
        key_names=[(seat, key) for seat in range(SEAT_PADS) for key in KEYS],
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
