"""The bench shield: all of a bench but its readers and lamps on one board, in place of the breadboard.

A Pico on two sockets, three sockets for the wires to readers, the display, six keys, a piezo, the regulator,
and a socket for the strip of lamps.
"""

from cardtable_boards.pcb.layout import BROAD, PITCH, READER_PINS, Layout, Place, Plug, Words, label_pins

_SOCKET_3 = "Connector_PinSocket_2.54mm:PinSocket_1x03_P2.54mm_Vertical"
_READERS = (
    ("A1", "C3", "C4", "SEAT 1", 33.5),
    ("A2", "C5", "C6", "SEAT 2", 50.0),
    ("A3", "C7", "C8", "MIDDLE", 66.5),
)
_KEYS = (("SW1", "SW2", "SW3", 44.0), ("SW4", "SW5", "SW6", 61.0))
_KEY_XS = (6.0, 17.0, 28.0)


def _reader(ref: str, small: str, large: str, y: float) -> tuple[Place, ...]:
    return Place(ref, 75.0, y, 90), Place(small, 76.0, y - 6), Place(large, 85.0, y - 6)


SHIELD = Layout(
    name="shield",
    title="Cardtable bench shield",
    about="All of a bench but its readers and lamps on one board, in place of the breadboard.",
    advice="**order this**, before any other board",
    price=10,
    board="pico_bench",
    size=(100, 80),
    plane=(0.5, 0.5, 99.5, 79.5),
    places=(
        Place("U1", 40.64, 8.89),
        Place("DS1", 12.0, 6.0, 90),
        Place("U2", 64.5, 7.5),
        Place("C1", 64.5, 14.5),
        Place("C2", 74.0, 14.5),
        Place("D1", 74.5, 5.5),
        Place("R2", 66.0, 21.5),
        Place("J1", 90.0, 6.5),
        *(place for ref, small, large, _, y in _READERS for place in _reader(ref, small, large, y)),
        Place("R1", 58.5, 73.5),
        *(Place(ref, x, y) for *refs, y in _KEYS for ref, x in zip(refs, _KEY_XS, strict=True)),
        Place("R3", 26.5, 75.0),
        Place("BZ1", 44.5, 70.0),
    ),
    plugs=(Plug("J1", "lamps", _SOCKET_3, (("D2", "1"), ("D2", "4"), ("D2", "3"))),),
    elsewhere=("ws2812b",),
    widths=dict.fromkeys(("5V", "GND", "READERS_3V3", "LAMPS_5V"), BROAD),
    holes=((4, 4), (96, 4), (4, 76), (96, 76)),
    words=(
        Words("CARDTABLE", 14.0, 27.0, 2.4),
        Words("bench shield 1", 14.0, 31.0, 1.5),
        Words("nobody has built it yet", 14.0, 34.0, 1.0),
        Words("shield 1", 80.0, 77.5, 1.5, layer="B.Cu"),
        Words("USB", 49.5, 2.5, 1.5),
        Words("LAMPS", 90.0, 16.0, 1.0),
        *(Words(name, 93.0, 6.5 + PITCH * at, 0.8) for at, name in enumerate(("5V", "DIN", "GND"))),
        *label_pins(("GND", "3.3V", "SCL", "SDA"), 12.0, 10.0),
        *(Words(name, 95.0, y - 6, 1.0) for *_, name, y in _READERS),
        *(word for *_, y in _READERS for word in label_pins(READER_PINS, 75.0, y + 3.6)),
        *(
            Words(f"{name} {seat}", x + 3.25, y + 7.6, 1.0)
            for seat, (*_, y) in enumerate(_KEYS, 1)
            for name, x in zip(("YES", "NO", "OK"), _KEY_XS, strict=True)
        ),
    ),
    checks=(
        (
            *("all soldered, nothing plugged in: ohms", "both legs of C1, then of C2"),
            *("no beep: more than 100 Ω", "a bridge of solder; U2 the wrong way round"),
        ),
        (
            *("the Pico in its sockets, USB in", "C1's left leg and GND of LAMPS"),
            *("4.75 to 5.25 V", "another cable; the Pico one pin off"),
        ),
        (
            *("the same", "+ of C2 and GND of LAMPS"),
            *("3.2 to 3.4 V", "5 V: U2 is no LD1117V33, or turned. 0 V: its joints"),
        ),
        (
            *("the same, lamps in and dark", "5V and GND of LAMPS"),
            "4.0 to 4.7 V; without lamps 4.5 to 5.1 V, which says little of D1",
            "0 V: D1 is turned. With lamps what C1 has: D1 is bridged, or a Schottky",
        ),
        ("the same", "3.3V and GND of DS1", "3.2 to 3.4 V", "the Pico one pin off"),
        (
            *("a reader in A1, its wires by the words at both ends", "3.3V and GND of A1"),
            *("3.2 to 3.4 V", "less: its wires are exchanged; take them out"),
        ),
    ),
    notes=(
        "## What goes on to a table",
        "Pico, display, readers and lamps are in sockets and go on. Keys, piezo, regulator, resistors and "
        "capacitors are soldered and stay. A table's column *after the bench* counts them as left: order "
        "those again.",
    ),
)
