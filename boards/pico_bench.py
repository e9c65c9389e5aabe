"""Two seats and one centre pad on a breadboard, powered by USB: the first table to build, in an evening.

All the board's facts are rows here; build() turns them into devices. It needs as few parts as possible: each
key has a pin of its own, readers are wired without resistors, no switch cuts their power. Their 3.3 V comes
from a regulator behind the USB plug: three fields may take more than the Pico's own 3.3 V can give. GP23 to
GP25 and GP29 belong to the Pico itself. The board is not built yet.
"""

from cardtable.drivers.board import Pico
from cardtable.drivers.keys import KeyPins

NAME = "pico_bench"
SEAT_PADS = 2
CENTRE_PADS = 1
LIGHTS_PER_PAD = 3
LIGHT_COUNT = (SEAT_PADS + CENTRE_PADS) * LIGHTS_PER_PAD
KEYS = ("yes", "no", "ok")
DISPLAY_LINES = 8
DISPLAY_WIDTH = 21  # 128 dots, 6 for a letter
DISPLAY_HZ = 400_000  # the most an SSD1306 takes
READER = "mfrc522"  # the kind of all readers, a row of drivers/reader_kinds.py
READER_HZ = 4_000_000
READER_WIRES = "plain"  # see hardware/README.md, Cables
CABLE_CM = 20  # from the Pico to the farthest reader
SUPPLY = "usb"
RESET_MS = 5  # longer than an MFRC522 needs to see its reset and to start its oscillator
NAP_US = 2000  # the longest sleep: keys, cards and messages of the host can wait that long

# The uses of the pins: (use, GPIO). Uses end in the pin's role on its bus.
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

# The hardware blocks behind the uses of a name: (name, kind, number).
BLOCKS = (
    ("bus0", "SPI", 0),
    ("display", "I2C", 0),
    ("sound", "PWM", 7),  # the slice: GPIO / 2 modulo 8
    ("lights", "PIO", 0),  # the state machine
)

# The chips between pins and readers or keys: (name, type).
CHIPS = (("keys", "pins"),)

# The readers in pad order: (bus, the chip that selects it, its output). Here each has its own pin.
READERS = tuple([("bus0", "select", pad) for pad in range(SEAT_PADS + CENTRE_PADS)])


def build():
    """Return the Parts of this board. Sets pins up, powers and resets the readers; probes nothing."""
    import time

    import machine
    import rp2

    pico = Pico(machine, rp2, PINS, BLOCKS, time.sleep_us)

    # Deselect all readers before the bus moves, and reset them.
    reset = pico.driven("readers.rst", 0)
    selects = [pico.driven(f"{name}.{output}", 1) for _, name, output in READERS]
    time.sleep_ms(RESET_MS)
    spi = pico.spi("bus0", READER_HZ)
    reset(1)
    time.sleep_ms(RESET_MS)
    keys = KeyPins([pico.read(f"keys.pin.{i}") for i in range(SEAT_PADS * len(KEYS))])
    return pico.parts(globals(), keys, [(spi, cs) for cs in selects])
