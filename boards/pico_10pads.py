"""Ten seats and two centre pads, for seats at the end of cables: Pico, Pico W, Pico 2 and Pico 2 W alike.

All the board's facts are rows here; build() turns them into devices. Two SPI buses, each with a 74HC138 that
selects one of up to eight readers; thirty keys on four 74HC165 in a chain around the table. The readers' 3.3
V comes through a load switch. GP1 is free; GP23 to GP25 and GP29 belong to the Pico itself. The board is not
built yet.
"""

from cardtable.drivers.board import Pico, ReaderSupply, number
from cardtable.drivers.decoder import Decoder
from cardtable.drivers.key_chain import KeyChain

NAME = "pico_10pads"
SEAT_PADS = 10
CENTRE_PADS = 2
LIGHTS_PER_PAD = 3
LIGHT_COUNT = (SEAT_PADS + CENTRE_PADS) * LIGHTS_PER_PAD
KEYS = ("yes", "no", "ok")
DISPLAY_LINES = 8
DISPLAY_WIDTH = 21  # 128 dots, 6 for a letter
DISPLAY_HZ = 400_000  # the most an SSD1306 takes
READER = "mfrc522"  # the kind of all readers, a row of drivers/reader_kinds.py
READER_HZ = 4_000_000  # six buffered readers a bus; slower, a sweep of twelve cards lasts too long
READER_WIRES = "buffered"  # see hardware/README.md, Cables
CABLE_CM = 100  # from the Pico to the farthest reader
SUPPLY = "plug"  # 5 V, 4 A
POWER_OFF_MS = 30  # until the readers' capacitors are empty, so that a hung one restarts; an estimate
POWER_UP_MS = 5  # until the load switch has charged them again; an estimate
NAP_US = 2000  # the longest sleep: keys, cards and messages of the host can wait that long

# The uses of the pins: (use, GPIO). Uses end in the pin's role on its chip or bus.
PINS = (
    ("readers.busy", 0),  # of PN5180 alone: their BUSY lines meet here, a diode each, 4.7 kohm to ground
    ("keys.clk", 2),
    ("keys.ld", 3),
    ("keys.q", 4),
    ("lights.data", 5),
    ("select1.a0", 6),
    ("select1.a1", 7),
    ("select1.a2", 8),
    ("select1.enable", 9),
    ("bus1.sck", 10),
    ("bus1.mosi", 11),
    ("bus1.miso", 12),
    ("readers.rst", 13),
    ("display.sda", 14),
    ("display.scl", 15),
    ("bus0.miso", 16),
    ("select0.enable", 17),
    ("bus0.sck", 18),
    ("bus0.mosi", 19),
    ("select0.a0", 20),
    ("select0.a1", 21),
    ("select0.a2", 22),
    ("sound.pwm", 26),
    ("readers.power", 27),
    ("supply.adc", 28),  # half of the 5 V, see drivers/board.py
)

# The hardware blocks behind the uses of a name: (name, kind, number).
BLOCKS = (
    ("bus0", "SPI", 0),
    ("bus1", "SPI", 1),
    ("display", "I2C", 1),
    ("sound", "PWM", 5),  # the slice: GPIO / 2 modulo 8
    ("lights", "PIO", 0),  # the state machine
    ("keys", "PIO", 1),
    ("supply", "ADC", 2),  # the channel: GPIO - 26
)

# The chips between pins and readers or keys: (name, type).
CHIPS = (
    ("select0", "74HC138"),
    ("select1", "74HC138"),
    ("keys", "74HC165"),
)

# The readers in pad order: (bus, the chip that selects it, its output).
READERS = (
    ("bus0", "select0", 0),
    ("bus0", "select0", 1),
    ("bus0", "select0", 2),
    ("bus0", "select0", 3),
    ("bus0", "select0", 4),
    ("bus0", "select0", 5),
    ("bus1", "select1", 0),
    ("bus1", "select1", 1),
    ("bus1", "select1", 2),
    ("bus1", "select1", 3),
    ("bus1", "select1", 4),
    ("bus1", "select1", 5),
)


def build():
    """Return the Parts of this board. Sets pins up, powers and resets the readers; probes nothing."""
    import time

    import machine
    import rp2

    pico = Pico(machine, rp2, PINS, BLOCKS, time.sleep_us)

    # rp2 supplies the names of the instructions, as globals, while it assembles.
    # Any word starts it. LD low takes all keys at once; then a bit is read before each rising edge of CLK, 30
    # of the chain's 32: the last two inputs stay free. 2 us a bit, slow enough for metres of cable, make some
    # 65 us a scan. Pin calls from Python would take about 300. Both are calculated, not measured.
    @rp2.asm_pio(
        set_init=rp2.PIO.OUT_HIGH,
        sideset_init=rp2.PIO.OUT_LOW,
        in_shiftdir=rp2.PIO.SHIFT_LEFT,
        autopush=True,
        push_thresh=30,
    )
    def key_chain():
        pull().side(0)  # type: ignore
        set(pins, 0).side(0)  # type: ignore
        set(x, 29).side(0)  # type: ignore
        set(pins, 1).side(0)  # type: ignore
        label("bit")  # type: ignore
        in_(pins, 1).side(0)  # type: ignore
        jmp(x_dec, "bit").side(1)  # type: ignore

    pico.driven("readers.power", 0)  # each start takes it away for a moment
    decoders = {}
    for name, kind in CHIPS:
        if kind == "74HC138":
            address = [pico.driven(f"{name}.a{i}", 0) for i in range(3)]
            decoders[name] = Decoder(address, pico.driven(name + ".enable", 0))
    buses = {name: pico.spi(name, READER_HZ) for name, kind, _ in BLOCKS if kind == "SPI"}
    both = tuple(decoders.values())
    adc = machine.ADC(machine.Pin(number(PINS, "supply.adc")))
    enables = tuple([decoder.enable for decoder in both])
    power = ReaderSupply(pico, POWER_UP_MS, buses, enables, both, adc)
    time.sleep_ms(POWER_OFF_MS)
    power.switch(True)
    chain = rp2.StateMachine(
        number(BLOCKS, "keys"),
        key_chain,
        freq=1_000_000,
        in_base=pico.read("keys.q"),
        set_base=pico.driven("keys.ld", 1),
        sideset_base=pico.driven("keys.clk", 0),
    )
    chain.active(1)
    return pico.parts(
        globals(),
        KeyChain(chain.put, chain.get, SEAT_PADS * len(KEYS)),
        [(buses[bus], decoders[chip].select(output)) for bus, chip, output in READERS],
        power,
    )
