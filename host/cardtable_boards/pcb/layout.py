"""A board to order as rows: the parts of a circuit that it carries, where they lie, and what is in its place.

All lengths are in mm. x goes to the right and y down, as in KiCad; a turn is in degrees against the clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cardtable_boards.drawings.catalogue import TYPES
from cardtable_boards.drawings.circuit import RC522, Circuit
from tablehost.firmware import boards


class Place(NamedTuple):
    """The place of a part: where its first pad lies, and how far it is turned."""

    ref: str
    x: float
    y: float
    turn: float = 0


class Plug(NamedTuple):
    """A plug for parts that lie elsewhere: its pins are on the nets of these (reference, pin)."""

    ref: str
    what: str
    footprint: str
    pins: tuple[tuple[str, str], ...]


class Words(NamedTuple):
    """Words on the board, around this point; on a layer of the back they are mirrored."""

    text: str
    x: float
    y: float
    size: float = 1.2
    turn: float = 0
    layer: str = "F.SilkS"


PITCH = 2.54
BROAD = 0.7  # width of the tracks of a supply
READER_PINS = tuple({int(pin): role for role, pin in RC522.items()}.get(pin, "IRQ") for pin in range(1, 9))


def label_pins(names: Sequence[str], x: float, y: float) -> tuple[Words, ...]:
    """Return the words at the pins of a socket that lies across, upright. `x`: of its first pin."""
    return tuple(Words(name, x + PITCH * at, y, 0.8, 90) for at, name in enumerate(names))


class Layout(NamedTuple):
    """A board to order.

    `board`: whose circuit it carries; `only`: the place of its parts, "" for all; `elsewhere`: types of parts
    that are not on it; `widths`: of the tracks of nets that are not narrow; `plane`: corners of the planes of
    ground; `price`: of five, in euros; `checks`: (when, between, to see, if not); `notes`: sentences for its
    page.
    """

    name: str
    title: str
    about: str
    board: str
    size: tuple[float, float]
    plane: tuple[float, float, float, float]
    places: tuple[Place, ...]
    plugs: tuple[Plug, ...]
    elsewhere: tuple[str, ...]
    widths: Mapping[str, float]
    holes: tuple[tuple[float, float], ...]
    words: tuple[Words, ...]
    only: str = ""
    version: str = "1"
    advice: str = ""
    price: float = 0
    checks: tuple[tuple[str, str, str, str], ...] = ()
    notes: tuple[str, ...] = ()


class Part(NamedTuple):
    """A part on a board: its value, KiCad's name of its footprint, and the net of each connected pad."""

    ref: str
    value: str
    footprint: str
    nets: dict[str, str]


def parts_of(layout: Layout) -> list[Part]:
    """Return all parts on a board, from the rows of its circuit.

    Raises ValueError for a part without a place, or a place without a part.
    """
    circuit = Circuit(boards.read(layout.board))
    nets = {(part.ref, pin): net for part in circuit.components for pin, net in part.nets.items()}
    parts = [
        Part(part.ref, TYPES[part.kind].name, TYPES[part.kind].footprint, part.nets)
        for part in circuit.components
        if part.kind not in layout.elsewhere and layout.only in ("", part.place)
    ]
    for plug in layout.plugs:
        pins = {str(at): nets[pin] for at, pin in enumerate(plug.pins, 1)}
        parts.append(Part(plug.ref, plug.what, plug.footprint, pins))
    placed = [place.ref for place in layout.places]
    for ref in sorted({part.ref for part in parts}.symmetric_difference(placed)):
        what = "has no part in the circuit" if ref in placed else "has no place in the layout"
        raise ValueError(f"{layout.name}: {ref} {what}")
    return parts


def group_parts(layout: Layout) -> list[tuple[str, str, list[str]]]:
    """Return the parts that are alike: value, footprint and references."""
    found: dict[tuple[str, str], list[str]] = {}
    for part in parts_of(layout):
        found.setdefault((part.value, part.footprint), []).append(part.ref)
    return [(value, footprint, refs) for (value, footprint), refs in found.items()]
