"""The rules of a board before it is ordered: the nets of its circuit, joined, and the limits of two makers.

Planes are left out: KiCad fills them and keeps their distance. So tracks join all pads, those of ground too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from shapely import STRtree
from shapely.geometry import LineString, Point, box
from shapely.geometry.base import BaseGeometry

from cardtable_boards.pcb import makers
from cardtable_boards.pcb.files import COPPER, GROUND, Board
from cardtable_boards.pcb.footprints import Pad
from cardtable_boards.pcb.layout import Layout, parts_of

TOUCH = 1e-6  # mm
NEAR = 0.6  # mm: neighbours are nearer


class Piece(NamedTuple):
    """A piece of copper: its net, layer, shape, and the words for it in an error. A pad or via that is on two
    layers is two pieces of the same shape.
    """

    net: str
    layer: int
    shape: BaseGeometry
    what: str


def faults(board: Board, layout: Layout) -> list[str]:
    """Return what is wrong with a board, a line each; none if it can be made."""
    pieces = list(_pieces(board))
    return [
        *_nets(board, layout),
        *_outline(board, layout),
        *_planes(board),
        *_joints(pieces),
        *_gaps(pieces),
        *_edges(pieces, layout),
        *_widths(board),
        *_drills(board),
    ]


def _pieces(board: Board) -> Iterator[Piece]:
    for pad in board.pads:
        half_x, half_y = pad.width / 2, pad.height / 2
        shape = (
            Point(pad.x, pad.y).buffer(half_x)
            if pad.is_round
            else box(pad.x - half_x, pad.y - half_y, pad.x + half_x, pad.y + half_y)
        )
        for layer in pad.layers:
            yield Piece(pad.net, layer, shape, _name(pad))
    for track in board.tracks:
        ends = [(track.x1, track.y1), (track.x2, track.y2)]
        what = f"{track.net or 'no net'}'s track at {track.x1:g}, {track.y1:g}"
        yield Piece(track.net, track.layer, LineString(ends).buffer(track.width / 2), what)
    for via, (size, _) in zip(board.vias, board.via_sizes, strict=True):
        what, shape = (
            f"{via.net or 'no net'}'s via at {via.x:g}, {via.y:g}",
            Point(via.x, via.y).buffer(size / 2),
        )
        for layer in range(len(COPPER)):
            yield Piece(via.net, layer, shape, what)


def _name(pad: Pad) -> str:
    return f"{pad.ref} pad {pad.number}" if pad.number else f"hole {pad.ref}"


def _nets(board: Board, layout: Layout) -> Iterator[str]:
    """Yield each pad whose net is not that of the circuit."""
    wanted = {part.ref: part.nets for part in parts_of(layout)}
    there: dict[tuple[str, str], set[str]] = {}
    for pad in board.pads:
        if pad.number:
            there.setdefault((pad.ref, pad.number), set()).add(pad.net)
    for ref, nets in wanted.items():
        for pin, net in nets.items():
            found = there.get((ref, pin))
            if found is None:
                yield f"{ref} pad {pin}: not on the board; the circuit has it on {net}"
            elif found != {net}:
                has = " and ".join(sorted(one or "no net" for one in found))
                yield f"{ref} pad {pin}: on {has}; the circuit has it on {net}"
    for (ref, pin), found in there.items():
        if found != {""} and pin not in wanted.get(ref, {}):
            yield f"{ref} pad {pin}: on {' and '.join(sorted(found))}; the circuit has no such pin"
    places = {place.ref: place for place in layout.places}
    for ref, x, y in board.places:
        place = places.get(ref)
        if place is not None and math.dist((x, y), (place.x, place.y)) > 0.01:
            yield f"{ref}: at {x:g}, {y:g}; the rows have it at {place.x:g}, {place.y:g}"


def _outline(board: Board, layout: Layout) -> Iterator[str]:
    """Yield an outline that is not one closed line of the layout's size."""
    ends: dict[tuple[float, float], int] = {}
    for x1, y1, x2, y2 in board.edges:
        for end in ((x1, y1), (x2, y2)):
            ends[end] = ends.get(end, 0) + 1
    if not board.edges or any(count != 2 for count in ends.values()):
        yield "the outline is open"
        return
    xs, ys = [x for x, _ in ends], [y for _, y in ends]
    size = (max(xs) - min(xs), max(ys) - min(ys))
    if size != layout.size:
        wide, high = layout.size
        yield f"the outline is {size[0]:g} by {size[1]:g} mm; the rows have {wide:g} by {high:g}"


def _planes(board: Board) -> Iterator[str]:
    for layer in COPPER:
        if (GROUND, layer) not in board.planes:
            yield f"{layer}: no plane of ground"


def _pairs(
    shapes: Sequence[BaseGeometry], others: Sequence[BaseGeometry], near: float | None = None
) -> Iterator[tuple[int, int]]:
    """Yield the places of each two, of `others` and of `shapes`, that meet, or are this near (mm)."""
    tree = STRtree(shapes)
    found = tree.query(others, "intersects") if near is None else tree.query(others, "dwithin", near)
    for one, other in zip(*found, strict=True):
        yield int(one), int(other)


def _joints(pieces: Sequence[Piece]) -> Iterator[str]:
    """Yield the pads of a net that no copper joins with its first one."""
    group = list(range(len(pieces)))

    def root(at: int) -> int:
        while group[at] != at:
            at = group[at]
        return at

    shapes = [piece.shape for piece in pieces]
    for one, other in _pairs(shapes, shapes):
        a, b = pieces[one], pieces[other]
        if one < other and (a.layer == b.layer or a.shape is b.shape) and a.net == b.net and a.net:
            group[root(other)] = root(one)
    firsts: dict[str, int] = {}
    told: set[int] = set()
    for at, piece in enumerate(pieces):
        if not piece.net or " pad " not in piece.what or id(piece.shape) in told:
            continue
        told.add(id(piece.shape))
        first = firsts.setdefault(piece.net, at)
        if root(first) != root(at):
            yield f"{piece.what}: {piece.net} does not reach it"


def _gaps(pieces: Sequence[Piece]) -> Iterator[str]:
    """Yield pieces of two nets that are too near to each other."""
    shapes = [piece.shape for piece in pieces]
    grown = [shape.buffer(makers.GAP - TOUCH) for shape in shapes]
    told = set()
    for one, other in _pairs(shapes, grown):
        a, b = pieces[one], pieces[other]
        if one < other and a.layer == b.layer and (a.net != b.net or not a.net) and a.what != b.what:
            apart = f"{a.shape.distance(b.shape):.3f} mm apart; {makers.GAP:g} are needed"
            words = f"{a.what} and {b.what}: {apart}"
            if words not in told:
                told.add(words)
                yield words


def find_least_gap(board: Board) -> float:
    """Return the distance of the two pieces of copper of two nets that are nearest to each other, in mm."""
    pieces = [piece for piece in _pieces(board) if piece.net]
    shapes = [piece.shape for piece in pieces]
    pairs = _pairs(shapes, shapes, NEAR)
    return min(
        (
            pieces[one].shape.distance(pieces[other].shape)
            for one, other in pairs
            if pieces[one].layer == pieces[other].layer and pieces[one].net != pieces[other].net
        ),
        default=NEAR,
    )


def _edges(pieces: Iterable[Piece], layout: Layout) -> Iterator[str]:
    least = makers.EDGE
    inner = box(least, least, layout.size[0] - least, layout.size[1] - least)
    outside = (piece.what for piece in pieces if not inner.covers(piece.shape))
    for what in dict.fromkeys(outside):
        yield f"{what}: nearer than {least:g} mm to the edge"


def _widths(board: Board) -> Iterator[str]:
    for track in board.tracks:
        if track.width < makers.TRACK:
            where = f"{track.net}'s track at {track.x1:g}, {track.y1:g}"
            yield f"{where}: {track.width:g} mm wide; {makers.TRACK:g} are needed"


def _drills(board: Board) -> Iterator[str]:
    """Yield holes that are too small, too large, too near to each other, or with too little copper around."""
    least, most, gap = makers.LEAST_DRILL, makers.MOST_DRILL, makers.HOLE_GAP
    holes = [
        (pad.x, pad.y, pad.drill, _ring(pad), makers.RING, _name(pad))
        for pad in board.pads
        if len(pad.layers) > 1
    ]
    for via, (size, drill) in zip(board.vias, board.via_sizes, strict=True):
        what = f"{via.net}'s via at {via.x:g}, {via.y:g}"
        holes.append((via.x, via.y, drill, (size - drill) / 2, makers.VIA_RING, what))
    for _, _, drill, copper, ring, what in holes:
        if not least <= drill <= most:
            yield f"{what}: a drill of {drill:g} mm; {least:g} to {most:g} can be made"
        if copper < ring - TOUCH:
            yield f"{what}: {copper:.3f} mm of copper around its hole; {ring:g} are needed"
    points = [Point(x, y).buffer(drill / 2 + gap / 2) for x, y, drill, *_ in holes]
    for one, other in _pairs(points, points):
        if one < other:
            (x1, y1, d1, *_, what), (x2, y2, d2, *_, near) = holes[one], holes[other]
            if math.dist((x1, y1), (x2, y2)) - (d1 + d2) / 2 < gap - TOUCH:
                yield f"{what} and {near}: their holes are nearer than {gap:g} mm"


def _ring(pad: Pad) -> float:
    """Return the width of the copper around a hole; without limit where there is none."""
    if not pad.number:
        return math.inf
    return (min(pad.width, pad.height) - pad.drill) / 2 if pad.ring is None else pad.ring
