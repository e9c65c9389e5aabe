"""Six seats and one centre pad, everything wired directly: Pico, Pico W, Pico 2 and Pico 2 W alike.

All the board's facts are rows here; build() turns them into devices. The readers' 3.3 V comes through a load
switch. No pin is free, so none measures the 5 V; GP23 to GP25 and GP29 belong to the Pico itself. The board
is not built yet.
"""

from cardtable.drivers.board import Pico, ReaderSupply
from cardtable.drivers.keys import KeyMatrix

NAME = "pico_6pads"
SEAT_PADS = 6
CENTRE_PADS = 1
LIGHTS_PER_PAD = 3
LIGHT_COUNT = (SEAT_PADS + CENTRE_PADS) * LIGHTS_PER_PAD
KEYS = ("yes", "no", "ok")  # the matrix columns; its rows are the seats
DISPLAY_LINES = 8
DISPLAY_WIDTH = 21  # 128 dots, 6 for a letter
DISPLAY_HZ = 400_000  # the most an SSD1306 takes
READER = "mfrc522"  # the kind of all readers, a row of drivers/reader_kinds.py
READER_HZ = 4_000_000  # seven unbuffered readers on half a metre of wire
READER_WIRES = "branches"  # see hardware/README.md, Cables
CABLE_CM = 50  # from the Pico to the farthest reader
SUPPLY = "plug"  # 5 V, 4 A
POWER_OFF_MS = 30  # until the readers' capacitors are empty, so that a hung one restarts; an estimate
POWER_UP_MS = 5  # until the load switch has charged them again; an estimate
NAP_US = 2000  # the longest sleep: keys, cards and messages of the host can wait that long

# The uses of the pins: (use, GPIO). Uses end in the pin's role on its bus.
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

# The hardware blocks behind the uses of a name: (name, kind, number).
BLOCKS = (
    ("bus0", "SPI", 0),
    ("display", "I2C", 0),
    ("sound", "PWM", 6),  # the slice: GPIO / 2 modulo 8
    ("lights", "PIO", 0),  # the state machine
)

# The chips between pins and readers or keys: (name, type).
CHIPS = (("keys", "matrix"),)

# The readers in pad order: (bus, the chip that selects it, its output). Here each has its own pin.
READERS = tuple([("bus0", "select", pad) for pad in range(SEAT_PADS + CENTRE_PADS)])


def build():
    """Return the Parts of this board. Sets pins up, powers and resets the readers; probes nothing."""
    import time

    import machine
    import rp2

    pico = Pico(machine, rp2, PINS, BLOCKS, time.sleep_us)

    pico.driven("readers.power", 0)  # each start takes it away for a moment
    selects = [pico.driven(f"{name}.{output}", 0) for _, name, output in READERS]
    spi = pico.spi("bus0", READER_HZ)
    power = ReaderSupply(pico, POWER_UP_MS, ("bus0",), selects)
    time.sleep_ms(POWER_OFF_MS)
    power.switch(True)
    rows = [pico.driven(f"keys.row.{row}", 1) for row in range(SEAT_PADS)]
    columns = [pico.read(f"keys.column.{i}") for i in range(len(KEYS))]
    wires = [(spi, select) for select in selects]
    return pico.parts(globals(), KeyMatrix(rows, columns), wires, power)
