"""The carrier: all of the box of the table for ten on one board, with jacks for cables to seat boards.

Twelve pairs of jacks stand along two edges. Behind each pair are the resistors and capacitors of its pad,
between the two rows the chips, at the right the Pico, the supply and the display.
"""

from collections.abc import Iterator

from tablehost.drawings.budget import DIVISOR, LAMP_MA
from tablehost.drawings.catalogue import TYPES
from tablehost.drawings.circuit import FIVE, GND, READERS_3V3, Circuit, Component
from tablehost.firmware import boards
from tablehost.pcb.layout import Feed, Layout, Place, Plug, Words, label_pins
from tablehost.pcb.seat import READER_A, jack

_CIRCUIT = Circuit(boards.read("pico_10pads"))
_BOX = [part for part in _CIRCUIT.components if part.place == "box"]
BUCK_PINS = ("PG", "EN", "VIN", "GND", "VOUT")
OLED_PINS = ("GND", "VCC", "SCL", "SDA", "RES", "DC", "CS")
TRUNK = 2.0  # width of the tracks that feed all seats
GROUND = 0.8  # of those of ground; the planes carry as well
WIDE, HIGH = 262.0, 150.0
PAIR = 34.0  # from one pair of jacks to the next
PADS_A_SIDE = 6
PITCH = 3.4  # from one standing resistor to the next
SMALL = ("82 Ω", "1 kΩ", "10 kΩ", "100 kΩ", "100 nF")
# Type: place of the first one, and how far to the right the next one is; each chip's capacitor is next to it.
CHIPS = {
    "74LVC244": (14.0, 62.0, 34.0),
    "74LVC125": (14.0, 86.0, 34.0),
    "74HC138": (110.0, 56.0, 26.0),
    "74HC165": (104.0, 82.0, 26.0),
    "74AHCT125": (170.0, 58.0, 0.0),
}
SINGLE = {  # place and turn, by type
    "330 Ω": (196.0, 60.0, 0),
    "pico": (212.0, 52.0, 0),
    "jack": (250.0, 13.9, 270),
    "fuse": (212.0, 8.0, 0),
    "tvs": (212.0, 22.0, 0),
    "1000 µF": (230.0, 26.0, 0),
    "1N5817": (212.0, 32.0, 0),
    "buck": (242.0, 40.0, 0),
    "switch": (252.0, 44.0, 0),
    "1 nF": (250.0, 52.0, 0),
    "100 µF": (244.0, 60.0, 0),
    "oled24": (216.0, 118.0, 90),
    "1 µF": (238.0, 116.0, 0),
    "piezo": (212.0, 136.0, 0),
    "BC547": (226.0, 130.0, 0),
}


_SUPPLY = Plug(
    "J1", "DC jack 5.5 by 2.1 mm, for boards, 4 A", TYPES["jack"].footprint, (("J1", "1"), ("J1", "2"))
)


def _pad_of(part: Component) -> int | None:
    """Return the pad whose wires a part of the box is in, None for any other part."""
    for net in part.nets.values():
        words = net.split(".")
        if words[0] in ("sck", "mosi", "miso", "rst", "keys") and words[1].isdigit():
            return int(words[1])
    return None


def _find_plugs() -> list[tuple[str, str]]:
    """Return the references of the plugs A and B of each pad, which jacks replace."""
    refs = [part.ref for part in _BOX if part.kind == "xh8"]
    return list(zip(refs[::2], refs[1::2], strict=True))


def _make_plugs() -> Iterator[Plug]:
    for pad, pair in enumerate(_find_plugs()):
        for at, plug in enumerate(pair):
            yield jack(_jack_of(pad, at), "jack RJ45", plug)


def _jack_of(pad: int, cable: int) -> str:
    """Return the reference of a jack; `cable`: 0 is A, 1 is B."""
    return f"J{100 + 2 * pad + cable}"


def _label_jacks() -> Iterator[Words]:
    for pad in range(len(_find_plugs())):
        left, is_above = _corner(pad)
        for at in range(2):
            yield Words(f"{pad + 1}{'AB'[at]}", left + 17.0 * at + 2.0, 18.9 if is_above else HIGH - 18.9)


def _corner(pad: int) -> tuple[float, bool]:
    """Return the left end of a pad's jacks, and if they are at the upper edge."""
    return 2.0 + PAIR * (pad % PADS_A_SIDE), pad < PADS_A_SIDE


def _place_pad(pad: int) -> Iterator[Place]:
    """Yield the places of a pad's two jacks, and of its small parts: two rows of ten behind them."""
    left, is_above = _corner(pad)
    for at in range(2):
        ref, x = _jack_of(pad, at), left + 17.0 * at
        yield Place(ref, x + 12.9, 14.0, 180) if is_above else Place(ref, x + 4.0, HIGH - 14.0)
    for at, part in enumerate(part for part in _BOX if part.kind in SMALL and _pad_of(part) == pad):
        row, column = divmod(at, 10)
        far = 21.0 + 13.5 * row
        length = 5.0 if part.kind == "100 nF" else 10.16
        y = far + length if is_above else HIGH - far
        yield Place(part.ref, left + 1.6 + PITCH * column, y, 90)


def _place_others() -> Iterator[Place]:
    """Yield the places of chips, single parts, and of small parts of no pad: these in a column."""
    known = dict.fromkeys(CHIPS, 0)
    column, chip = 0, (0.0, 0.0)
    for before, part in zip([None, *_BOX], _BOX, strict=False):
        if part.kind in CHIPS:
            x, y, step = CHIPS[part.kind]
            chip = x + step * known[part.kind], y
            known[part.kind] += 1
            yield Place(part.ref, *chip)
        elif before is not None and before.kind in CHIPS:
            yield Place(part.ref, chip[0] + 12.0, chip[1] + 2.0)
        elif part.kind in SINGLE:
            yield Place(part.ref, *SINGLE[part.kind])
        elif part.kind in SMALL and _pad_of(part) is None:
            yield Place(part.ref, 240.0, 68.0 + 4.0 * column)
            column += 1


def _ref(kind: str) -> str:
    """Return the reference of the only part of a type in the box."""
    (ref,) = [part.ref for part in _BOX if part.kind == kind]
    return ref


PADS = len(_find_plugs())
LAMPS_A = _CIRCUIT.board.lights_per_pad * LAMP_MA / DIVISOR / 1000  # as bright as the firmware lets them be
# Net, pad where it comes from, and what each jack takes of it at worst. Ground comes back by both: of four
# wires three are in cable A.
FEEDS = (
    Feed(READERS_3V3, (_ref("switch"), "6"), {_jack_of(pad, 1): READER_A for pad in range(PADS)}),
    Feed(FIVE, (_ref("fuse"), "2"), {_jack_of(pad, 1): LAMPS_A for pad in range(PADS)}),
    Feed(
        GND,
        ("J1", "2"),
        {
            _jack_of(pad, at): (READER_A + LAMPS_A) * part
            for pad in range(PADS)
            for at, part in enumerate((0.75, 0.25))
        },
    ),
)
NOTES = (
    "## The jacks",
    "Jack 1A goes to jack A of seat 1, 1B to its jack B, by patch cables of 1 m; 11 and 12 are the pads in "
    "the middle. **They are not Ethernet**: see the seat board's page.",
    "## Its modules",
    f"**Lay the converter, the display and the Pico on the print first.** The converter ({_ref('buck')}) has "
    f"{', '.join(BUCK_PINS)} in this order, by two designs that others published; the words at its pins must "
    "be those of the board. It lies over the load switch, its coil up. PG and EN stay open.",
    "## What is not confirmed",
    "How SCK of 4 MHz looks after a quarter of a metre of track and a cable was not measured. 82 Ω are at "
    "the begin of each branch; if readers fail, look there first.",
)

CARRIER = Layout(
    name="carrier-not-before-a-seat-report",
    title="Cardtable carrier",
    about="All of the box of the table for ten, with jacks for patch cables to seat boards.",
    advice="**not before one seat board was reported**",
    price=40,
    board=_CIRCUIT.board.name,
    only="box",
    size=(WIDE, HIGH),
    plane=(0.5, 0.5, WIDE - 0.5, HIGH - 0.5),
    places=(*(place for pad in range(PADS) for place in _place_pad(pad)), *_place_others()),
    plugs=(*_make_plugs(), _SUPPLY),
    elsewhere=("xh8", "jack"),
    widths={GND: GROUND} | dict.fromkeys((FIVE, READERS_3V3, "BUCK_3V3", "5V_IN", "VSYS"), TRUNK),
    holes=((4, 75), (258, 24), (258, 146), (200, 75)),
    words=(
        Words("not before a seat report", 243.0, 140.0, 1.2, layer="B.Cu"),
        Words("CARDTABLE", 243.0, 127.0, 2.0),
        Words("carrier 1", 243.0, 130.5, 1.5),
        Words("not before one seat board was reported", 243.0, 133.5, 0.8),
        Words("JACKS: NOT ETHERNET", 50.0, 79.0, 1.8),
        Words("USB", 220.9, 47.5, 1.5),
        *(Words(name, 238.0, 40.0 + 2.54 * at, 0.8) for at, name in enumerate(BUCK_PINS)),
        *label_pins(OLED_PINS, 216.0, 122.0),
        *_label_jacks(),
    ),
    feeds=FEEDS,
    checks=(
        (
            *(
                "all soldered, nothing plugged in: ohms",
                f"both legs of {_ref('1000 µF')}, of {_ref('100 µF')}",
            ),
            *("no beep: more than 100 Ω", "a bridge of solder; a chip the wrong way round"),
        ),
        (
            *("5 V in, converter and Pico out", f"both legs of {_ref('1000 µF')}"),
            *("4.75 to 5.25 V", f"the fuse {_ref('fuse')}; {_ref('tvs')} is turned"),
        ),
        (
            *("the converter in", f"VOUT and GND of {_ref('buck')}"),
            *("3.2 to 3.4 V", "another converter: take it out at once"),
        ),
        (
            *("the same", f"both legs of {_ref('100 µF')}"),
            *("0 V: the switch is off", f"{_ref('switch')}: a bridge of solder"),
        ),
        (
            *("the Pico in, with the program", f"both legs of {_ref('100 µF')}"),
            *("3.2 to 3.4 V", f"{_ref('switch')}: its joints; `cardtable doctor`"),
        ),
        (
            *("a seat board on 1A and 1B, then on each other pair", "3.3V and GND of its A1"),
            *("3.0 to 3.4 V", "its jacks; A and B are exchanged"),
        ),
    ),
    notes=NOTES,
)
