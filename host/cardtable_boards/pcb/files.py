"""A board as the text of a `.kicad_pcb` file: written from a layout, and read back for the checks."""

from __future__ import annotations

import hashlib
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from cardtable_boards.pcb import footprints, makers
from cardtable_boards.pcb.expressions import Row, Word, parse
from cardtable_boards.pcb.footprints import Pad
from cardtable_boards.pcb.layout import Layout, Part, Words, parts_of
from cardtable_boards.pcb.router import VIA, VIA_DRILL, Block, Track, Via, route

COPPER, EDGE = ("F.Cu", "B.Cu"), "Edge.Cuts"
VERSION = 20241229  # of the format: KiCad 9
LAYERS = (
    (0, "F.Cu", "signal"),
    (2, "B.Cu", "signal"),
    (1, "F.Mask", "user"),
    (3, "B.Mask", "user"),
    (5, "F.SilkS", "user"),
    (7, "B.SilkS", "user"),
    (25, EDGE, "user"),
    (31, "F.CrtYd", "user"),
    (29, "B.CrtYd", "user"),
    (35, "F.Fab", "user"),
)
GROUND = "GND"
SEAL = re.compile(r'\(comment 1 "(\w*)"\)')  # the digest in a board's text
HOLE = "MountingHole:MountingHole_3.2mm_M3"


class NoWay(ValueError):
    """A net has a pad that no track reaches."""


class Board(NamedTuple):
    """A board in a file. `edges`: (x1, y1, x2, y2); `planes`: (net, layer); `places`: (ref, x, y)."""

    nets: tuple[str, ...]
    pads: tuple[Pad, ...]
    tracks: tuple[Track, ...]
    vias: tuple[Via, ...]
    edges: tuple[tuple[float, float, float, float], ...]
    planes: tuple[tuple[str, str], ...]
    via_sizes: tuple[tuple[float, float], ...]
    places: tuple[tuple[str, float, float], ...] = ()


def make(layout: Layout, libraries: Path) -> str:
    """Return the text of a board: its parts where the rows have them, joined by the router. `libraries`: the
    folder of KiCad's footprints. Raises NoWay.
    """
    parts = {part.ref: part for part in parts_of(layout)}
    nets = sorted({net for part in parts.values() for net in part.nets.values()})
    numbers = {net: at for at, net in enumerate(nets, 1)}
    placed = [(parts[place.ref], place[1:]) for place in layout.places]
    placed += [(Part(f"H{at}", "M3", HOLE, {}), (x, y, 0)) for at, (x, y) in enumerate(layout.holes, 1)]
    made = []
    for part, place in placed:
        library = footprints.read(libraries, part.footprint)
        made.append(
            footprints.placed(library, part.footprint, part.ref, part.value, place, numbers, part.nets)
        )
    pads = [pad for row in made for pad in footprints.pads_of(row)]
    blocks = [_block(words) for words in layout.words if words.layer in COPPER]
    tracks, vias, left = route(layout.size, pads, layout.widths, blocks, (GROUND,))
    if left:
        raise NoWay(f"{layout.name}: no way for {', '.join(left)}; mend the places in its rows")
    rows = [*_head(layout), *(Row("net", at, net) for at, net in enumerate(["", *nets]))]
    rows += [*made, *_outline(layout.size), *map(_words, layout.words)]
    rows += [_segment(track, numbers) for track in tracks]
    rows += [_via(via, numbers) for via in vias]
    rows += [_plane(layout.plane, layer, numbers[GROUND]) for layer in COPPER]
    text = "(kicad_pcb\n" + "".join(f"  {row.dump()}\n" for row in rows) + ")\n"
    return SEAL.sub(f'(comment 1 "{digest(layout, text)}")', text, count=1)


def digest(layout: Layout, text: str) -> str:
    """Return the digest of a board's text, its seal left out, and of the rows that it is made from."""
    drawn = (layout.title, layout.version, layout.size, layout.plane, layout.places, dict(layout.widths))
    rows = repr((*drawn, layout.holes, layout.words, parts_of(layout)))
    return hashlib.sha256((rows + SEAL.sub("", text, count=1)).encode()).hexdigest()


def is_sealed(layout: Layout, text: str) -> bool:
    """Return True if a board's text is as `make` wrote it, from the rows as they are now."""
    seal = SEAL.search(text)
    return seal is not None and seal[1] == digest(layout, text)


def _head(layout: Layout) -> list[Row]:
    return [
        Row("version", VERSION),
        Row("generator", "cardtable"),
        Row("generator_version", layout.version),
        Row("general", Row("thickness", 1.6)),
        Row("paper", "A4"),
        Row("title_block", Row("title", layout.title), Row("rev", layout.version), Row("comment", 1, "")),
        Row("layers", *(Row(str(number), name, Word(kind)) for number, name, kind in LAYERS)),
        Row("setup", Row("pad_to_mask_clearance", 0.05)),
    ]


def _outline(size: tuple[float, float]) -> list[Row]:
    wide, high = size
    corners = [(0, 0), (wide, 0), (wide, high), (0, high), (0, 0)]
    stroke = Row("stroke", Row("width", 0.1), Row("type", Word("solid")))
    layer = Row("layer", EDGE)
    return [
        Row("gr_line", Row("start", *one), Row("end", *other), stroke, layer)
        for one, other in pairwise(corners)
    ]


def _words(words: Words) -> Row:
    font = Row("font", Row("size", words.size, words.size), Row("thickness", 0.15 * words.size))
    effects = Row("effects", font)
    if words.layer.startswith("B."):
        effects.items.append(Row("justify", Word("mirror")))
    at = Row("at", words.x, words.y, words.turn)
    return Row("gr_text", words.text, at, Row("layer", words.layer), effects)


def _block(words: Words) -> Block:
    """Return the rectangle of words of copper: a letter is as wide as it is high, at most."""
    return Block(COPPER.index(words.layer), words.x, words.y, words.size * len(words.text), 1.5 * words.size)


def project() -> str:
    """Return the text of the project file: the rules that KiCad checks."""
    limits = {
        "min_clearance": makers.GAP,
        "min_copper_edge_clearance": makers.EDGE,
        "min_hole_to_hole": makers.HOLE_GAP,
        "min_resolved_spokes": 1,  # tracks join all pads as well
        "min_through_hole_diameter": makers.LEAST_DRILL,
        "min_track_width": makers.TRACK,
        "min_via_annular_width": makers.VIA_RING,
    }
    settings = {"board": {"design_settings": {"rules": limits}}, "meta": {"version": 3}}
    return json.dumps(settings, indent=2) + "\n"


def _segment(track: Track, numbers: dict[str, int]) -> Row:
    ends = Row("start", track.x1, track.y1), Row("end", track.x2, track.y2)
    layer = Row("layer", COPPER[track.layer])
    return Row("segment", *ends, Row("width", track.width), layer, Row("net", numbers[track.net]))


def _via(via: Via, numbers: dict[str, int]) -> Row:
    size = Row("size", VIA), Row("drill", VIA_DRILL), Row("layers", *COPPER)
    return Row("via", Row("at", via.x, via.y), *size, Row("net", numbers[via.net]))


def _plane(area: tuple[float, float, float, float], layer: str, number: int) -> Row:
    """Return a plane of ground that KiCad fills: pads are joined to it by spokes."""
    left, top, right, bottom = area
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return Row(
        "zone",
        Row("net", number),
        Row("net_name", GROUND),
        Row("layer", layer),
        Row("hatch", Word("edge"), 0.5),
        Row("connect_pads", Row("clearance", 0.3)),
        Row("min_thickness", 0.25),
        Row("fill", Word("yes"), Row("thermal_gap", 0.4), Row("thermal_bridge_width", 0.5)),
        Row("polygon", Row("pts", *(Row("xy", *corner) for corner in corners))),
    )


def read(text: str) -> Board:
    """Return what is in the text of a board. Raises ValueError."""
    board = parse(text)
    nets = {row.text(): row.text(1) for row in board.rows("net")}
    pads = [pad for row in board.rows("footprint") for pad in footprints.pads_of(row)]
    tracks, vias, sizes = [], [], []
    for row in board.rows("segment"):
        (x1, y1), (x2, y2) = row.row("start").numbers(), row.row("end").numbers()
        layer, net = COPPER.index(row.row("layer").text()), nets[row.row("net").text()]
        tracks.append(Track(net, layer, x1, y1, x2, y2, row.row("width").numbers()[0]))
    for row in board.rows("via"):
        x, y = row.row("at").numbers()
        vias.append(Via(nets[row.row("net").text()], x, y))
        sizes.append((row.row("size").numbers()[0], row.row("drill").numbers()[0]))
    edges = []
    for row in board.rows("gr_line"):
        (x1, y1), (x2, y2) = row.row("start").numbers(), row.row("end").numbers()
        if row.row("layer").text() == EDGE:
            edges.append((x1, y1, x2, y2))
    planes = [(row.row("net_name").text(), row.row("layer").text()) for row in board.rows("zone")]
    places = []
    for row in board.rows("footprint"):
        x, y, *_ = row.row("at").numbers()
        places.append((footprints.ref_of(row), x, y))
    named = tuple(net for net in nets.values() if net)
    copper = (tuple(pads), tuple(tracks), tuple(vias))
    return Board(named, *copper, tuple(edges), tuple(planes), tuple(sizes), tuple(places))
