"""KiCad's footprints: pads, courtyard and what is printed, placed and turned on a board.

They are read from KiCad's own libraries, or from a board, which holds a copy of each.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from cardtable_boards.pcb.expressions import Row, Word, parse

LINES = ("fp_line", "fp_rect", "fp_circle", "fp_arc", "fp_poly")
PRINTED = ("F.SilkS", "F.CrtYd")
SAME_LOOK = ("R", "C", "D", "U")  # begins of references of parts that differ by their value alone
TEXT = {"Reference": 1.0, "Value": 0.8}  # height, mm
LEFT_OUT = ("uuid", "net", "pinfunction", "pintype")


class Pad(NamedTuple):
    """A pad on a board: its part and number, "" for a hole without copper, centre, size, drill and net.

    `is_round`: else it is a rectangle; `layers`: 0 the front, 1 the back; `ring`: the copper around a slot,
    whose length is `drill`.
    """

    ref: str
    number: str
    x: float
    y: float
    width: float
    height: float
    drill: float
    is_round: bool
    net: str
    layers: tuple[int, ...] = (0, 1)
    ring: float | None = None


def read(libraries: Path, name: str) -> Row:
    """Return the footprint of KiCad of this name, such as "Package_DIP:DIP-14_W7.62mm"."""
    library, footprint = name.split(":")
    return parse((libraries / f"{library}.pretty" / f"{footprint}.kicad_mod").read_text(encoding="utf-8"))


def moved(x: float, y: float, place: Sequence[float]) -> tuple[float, float]:
    """Return where a point of a footprint is on a board. `place`: x, y and turn of the footprint."""
    angle = math.radians(place[2] if len(place) > 2 else 0)
    sine, cosine = math.sin(angle), math.cos(angle)
    return place[0] + x * cosine + y * sine, place[1] - x * sine + y * cosine


def ref_of(footprint: Row) -> str:
    """Return the reference of a footprint on a board."""
    return next((one.text(1) for one in footprint.rows("property") if one.text() == "Reference"), "")


def pads_of(footprint: Row) -> list[Pad]:
    """Return the pads of a footprint on a board, in the order of the file."""
    place = footprint.row("at").numbers()
    ref = ref_of(footprint)
    pads = []
    for row in footprint.rows("pad"):
        centre, (width, height) = row.row("at").numbers(), row.row("size").numbers()
        x, y = moved(centre[0], centre[1], place)
        if _turn(centre) % 180 == 90:
            width, height = height, width
        is_round = row.text(2) in ("circle", "oval") and width == height
        drill, net = row.find("drill"), row.find("net")
        number = "" if row.text(1) == "np_thru_hole" else row.text()
        hole = max(drill.numbers()) if drill is not None else 0.0
        layers, ring = (0, 1) if drill is not None else (0,), None
        if drill is not None and drill.text() == "oval":
            ring = min(one - other for one, other in zip(row.row("size").numbers(), drill.numbers())) / 2
        of = "" if net is None else net.text(1)
        pads.append(Pad(ref, number, x, y, width, height, hole, is_round, of, layers, ring))
    return pads


def placed(
    library: Row,
    name: str,
    ref: str,
    value: str,
    place: Sequence[float],
    nets: dict[str, int],
    pins: dict[str, str],
) -> Row:
    """Return a copy of a library's footprint for a board.

    `name`: of the footprint; `nets`: the number of each net; `pins`: the net of each pad.
    """
    made = Row("footprint", name, Row("layer", "F.Cu"), Row("at", *place))
    texts = {"Reference": ref, "Value": value}
    for row in (item for item in library.items if isinstance(item, Row)):
        if row.name == "property" and row.text() in texts:
            made.items.append(_text(row, texts[row.text()], place[2], is_shown(ref, row.text())))
        elif row.name == "attr" or (row.name in LINES and row.row("layer").text() in PRINTED):
            made.items.append(row.without(*LEFT_OUT))
        elif row.name == "pad":
            made.items.append(_pad(row, place[2], nets, pins.get(row.text())))
    return made


def is_shown(ref: str, what: str) -> bool:
    """Return True if a reference or a value is printed: references but those of holes, and values of parts
    that look alike.
    """
    prefix = ref.rstrip("0123456789")
    return prefix != "H" if what == "Reference" else prefix in SAME_LOOK


def _turn(at: Sequence[float]) -> int:
    return round(at[2]) if len(at) > 2 else 0


def _text(row: Row, text: str, turn: float, is_shown: bool) -> Row:
    """Return the reference or the value of a footprint, turned with it."""
    x, y, *rest = row.row("at").numbers()
    angle = ((rest[0] if rest else 0) + turn) % 180
    size = TEXT[row.text()]
    made = Row("property", row.text(), text, Row("at", x, y, angle), Row("layer", "F.SilkS"))
    if not is_shown:
        made.items.append(Row("hide", Word("yes")))
    font = Row("font", Row("size", size, size), Row("thickness", 0.15 * size))
    made.items.append(Row("effects", font))
    return made


def _pad(row: Row, turn: float, nets: dict[str, int], net: str | None) -> Row:
    x, y, *rest = row.row("at").numbers()
    angle = ((rest[0] if rest else 0) + turn) % 360
    kept = row.without("at", *LEFT_OUT)
    kept.items.insert(3, Row("at", x, y, angle))  # after number, kind and shape
    if net is not None:
        kept.items.append(Row("net", nets[net], net))
    return kept
