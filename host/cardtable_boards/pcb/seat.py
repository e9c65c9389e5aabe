"""The seat board: what is at a seat of the table for ten, and two jacks for ready patch cables.

The reader is put on its socket with its bare side up, and reaches over the edge: no copper lies below its
coil.
"""

from cardtable_boards.drawings import budget
from cardtable_boards.drawings.circuit import CABLE_A, CABLE_B
from cardtable_boards.pcb.layout import BROAD, READER_PINS, Layout, Place, Plug, Words, label_pins
from tablehost.firmware import boards

_JACK = "Connector_RJ:RJ45_Amphenol_54602-x08_Horizontal"
_SOCKET_4 = "Connector_PinSocket_2.54mm:PinSocket_1x04_P2.54mm_Vertical"
# Pins of a jack, pair by pair as a patch cable twists them (T568B): pins 1 to 8 of a plug XH, see `circuit`.
PAIRS = (1, 2, 3, 6, 4, 5, 7, 8)
_KEYS = (("SW1", "YES", 20.0), ("SW2", "NO", 43.75), ("SW3", "OK", 67.5))
_READER_X = 41.1

OHM_A_METRE = 0.084  # copper of 0.2 mm2 (24 AWG)
BOARD = boards.read("pico_10pads")
READER_A = budget.FIELDS[BOARD.reader].low[2] / 1000  # at worst
LAMPS_A = BOARD.lights_per_pad * budget.LAMP_MA / 1000  # white, as bright as a strip can be
CABLE_M = BOARD.cable_cm / 100


def jack(ref: str, what: str, plug: str) -> Plug:
    """Return a jack that takes the place of a plug XH."""
    return Plug(ref, what, _JACK, tuple((plug, str(PAIRS.index(pin) + 1)) for pin in range(1, 9)))


def drop_mv(amperes: float) -> float:
    """Return what one wire of the cable takes of a supply, in mV."""
    return 1000 * amperes * OHM_A_METRE * CABLE_M


def _pair_rows(cable: tuple[str, ...]) -> str:
    return ", ".join(
        f"{PAIRS[at]}-{PAIRS[at + 1]} {cable[at]} and {cable[at + 1]}" for at in range(0, len(cable), 2)
    )


NOTES = (
    "## The cables",
    f"Cable A (left): {_pair_rows(CABLE_A)}. Cable B (right): {_pair_rows(CABLE_B)}.",
    f"One wire of a patch cable of Cat 5e, 24 AWG (0.2 mm²), {CABLE_M:g} m, takes {drop_mv(READER_A):.0f} mV "
    f"of the reader's 3.3 V at {1000 * READER_A:.0f} mA, and {drop_mv(LAMPS_A):.0f} mV of the lamps' 5 V "
    f"at {1000 * LAMPS_A:.0f} mA (computed). Ground comes back over four wires. So one wire of 3.3 V is "
    "enough, and RST keeps its own. In the box, which is wired by hand (`pico_10pads`), one plug of each "
    "cable is cut off, and its pairs go to the plugs A and B.",
    "**They are not Ethernet.** In a network's socket 5 V and 3.3 V come to transformers, which short them: "
    "take the plug out at once. The other way round, a passive feed of 48 V (4 and 5 plus, 7 and 8 minus) "
    f"puts 48 V between {CABLE_A[4]} with its ground and {CABLE_A[6]}, {CABLE_A[7]} of cable A: reader, "
    "gates, lamps and keys' inputs are lost. A feed by IEEE 802.3af asks first, and stays off.",
    "## Its place",
    "**Print it at 100 mm first and lay a reader on it**, bare side up, its coil over the upper edge: the "
    "words at its pins must come over the same words, SDA at the left. Modules with another order do not "
    "fit, and need wires. The coil begins some 20 mm beyond the edge (an estimate), and the planes of "
    "ground end 12 mm before it.",
    "Three keys are on the board, at the player's side. The lamps are three of a strip, on wires to LAMPS.",
)

SEAT = Layout(
    name="seat",
    title="Cardtable seat board",
    about="A seat of the table for ten, with jacks for ready patch cables in place of crimped plugs.",
    advice="**not before one bench was reported**",
    price=15,
    board=BOARD.name,
    only="seat 1",
    size=(100, 56),
    plane=(0.5, 12.0, 99.5, 55.5),
    places=(
        Place("A1", _READER_X, 3.5, 90),
        Place("R3", 26.0, 8.0),
        Place("C4", 66.0, 8.0),
        Place("C5", 76.0, 8.0),
        Place("J1", 14.0, 19.0, 270),
        Place("J2", 86.0, 28.0, 90),
        Place("J101", 46.2, 19.0, 90),
        *(Place(ref, x, 43.0) for ref, _, x in _KEYS),
    ),
    plugs=(
        jack("J1", "jack RJ45, cable A", "J3"),
        jack("J2", "jack RJ45, cable B", "J5"),
        Plug("J101", "three lamps", _SOCKET_4, (("D3", "1"), ("D3", "4"), ("D3", "3"), ("D5", "2"))),
    ),
    elsewhere=("ws2812b", "xh8"),
    widths=dict.fromkeys(("5V", "GND", "READERS_3V3"), BROAD),
    holes=((4, 4), (96, 4), (4, 52), (96, 52)),
    words=(
        Words("not before a bench report", 50.0, 33.5, 1.2, layer="B.Cu"),
        Words("CARDTABLE", 50.0, 29.0, 2.0),
        Words("seat board 1", 50.0, 32.0, 1.2),
        Words("not before one bench was reported", 50.0, 34.5, 1.0),
        Words("A: NOT ETHERNET", 15.0, 35.5, 1.0),
        Words("B: NOT ETHERNET", 84.0, 35.5, 1.0),
        Words("LAMPS", 50.0, 15.0, 1.0),
        *label_pins(("5V", "DIN", "GND", "DOUT"), 46.2, 22.8),
        *label_pins(READER_PINS, _READER_X, 8.2),
        *(Words(name, x + 6.25, 53.6, 1.2) for _, name, x in _KEYS),
    ),
    checks=(
        (
            *("all soldered, nothing plugged in: ohms", "3.3V and GND of A1, then 5V and GND of LAMPS"),
            *("no beep: more than 100 Ω", "a bridge of solder"),
        ),
        (
            "both cables in, the table on",
            "3.3V and GND of A1",
            "3.2 to 3.4 V",
            "the cables are exchanged: A is left",
        ),
        ("the same", "5V and GND of LAMPS", "4.75 to 5.25 V", "cable B"),
        ("the same, the reader out", "SDA and GND of A1", "3.2 to 3.4 V", "cable A; the decoder in the box"),
    ),
    notes=NOTES,
)
