"""The volts that copper of 35 µm at 20 °C takes of a supply: tracks, vias, and planes where there are any.

The copper is a net of resistors, and Kirchhoff's law at each of its nodes is solved by conjugate gradients. A
plane is a mesh of squares; what KiCad will fill is the area less the copper of other nets and its distance.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise, product

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, Point, box
from shapely.geometry.base import BaseGeometry

from tablehost.pcb.files import COPPER, Board
from tablehost.pcb.footprints import Pad
from tablehost.pcb.router import GRID, VIA

OHM_A_SQUARE = 1.72e-8 / 35e-6  # specific resistance by thickness
FINE = GRID / 8  # mm: points nearer than that are one
SQUARE = 8 * GRID  # mm: of the mesh
GAP = 0.3 + 0.4  # mm: from a plane to other copper, and so far inside a square is copper for sure
INSIDE = 1.0  # mm: from the edge of the board to a plane at most
HOLE = 0.001  # ohms of a via; of the spokes between a pad and a plane, less than a half of it
ENOUGH = 1e-6  # of the currents, how much may be wrong
Node = tuple[int, int, int]  # column and row in FINE, and layer
Piece = tuple[Node, Node, float]  # between two nodes, ohms
Floats = NDArray[np.float64]


def find_drops(board: Board, source: tuple[str, str], loads: Mapping[str, float]) -> dict[str, float]:
    """Return how many volts are lost on the way from a pad to each load on its net.

    `source`: reference and number of the pad; `loads`: reference -> amperes. Raises ValueError for one that
    no copper reaches.
    """
    net = next(pad.net for pad in board.pads if (pad.ref, pad.number) == source)
    pads = [pad for pad in board.pads if pad.net == net]
    pieces = [*_pieces(board, net), *_squares(board, net)]
    nodes = {node: at for at, node in enumerate({node: 0 for piece in pieces for node in piece[:2]})}
    feet = {pad: [nodes[node] for node in _spots(pad) if node in nodes] for pad in pads}
    same = list(range(len(nodes)))  # nodes of a pad are one
    for on in feet.values():
        for at in on:
            same[at] = on[0]
    rows = [(same[nodes[one]], same[nodes[other]], 1 / ohm) for one, other, ohm in pieces]
    root = next(feet[pad][0] for pad in pads if (pad.ref, pad.number) == source)
    reached = _reach(rows, root)
    ends: dict[str, list[int]] = {}
    for pad in pads:
        ends.setdefault(pad.ref, []).extend(at for at in feet[pad][:1] if at in reached)
    missing = [ref for ref in loads if not ends.get(ref)]
    if missing:
        raise ValueError(f"{net}: no copper reaches {missing[0]}")
    amperes = np.zeros(len(nodes))
    for ref, load in loads.items():
        for at in ends[ref]:
            amperes[at] += load / len(ends[ref])
    volts = _solve([row for row in rows if row[0] in reached], amperes, root)
    return {ref: float(max(volts[at] for at in ends[ref])) for ref in loads}


def _spots(pad: Pad) -> Iterator[Node]:
    """Yield the nodes that can be on a pad."""
    columns, lines = (
        range(math.ceil((at - side / 2) / FINE), math.floor((at + side / 2) / FINE) + 1)
        for at, side in ((pad.x, pad.width), (pad.y, pad.height))
    )
    yield from product(columns, lines, pad.layers)


def _pieces(board: Board, net: str) -> Iterator[Piece]:
    """Yield tracks and vias. A track is cut at the grid: others begin there."""
    for track in board.tracks:
        if track.net == net:
            dx, dy = track.x2 - track.x1, track.y2 - track.y1
            count = max(1, round(max(abs(dx), abs(dy)) / GRID))
            nodes = [
                _node(track.x1 + dx * at / count, track.y1 + dy * at / count, track.layer)
                for at in range(count + 1)
            ]
            ohm = math.hypot(dx, dy) / count / track.width * OHM_A_SQUARE
            for one, other in pairwise(nodes):
                yield one, other, ohm
    for via in board.vias:
        if via.net == net:
            yield _node(via.x, via.y, 0), _node(via.x, via.y, 1), HOLE


def _node(x: float, y: float, layer: int) -> Node:
    return round(x / FINE), round(y / FINE), layer


def _squares(board: Board, net: str) -> Iterator[Piece]:
    """Yield the squares of planes of this net, and what joins them to its pads and vias."""
    planes = [COPPER.index(name) for plane, name in board.planes if plane == net]
    if not planes:
        return
    xs = [x for x1, _, x2, _ in board.edges for x in (x1, x2)]
    ys = [y for _, y1, _, y2 in board.edges for y in (y1, y2)]
    area = box(min(xs) + INSIDE, min(ys) + INSIDE, max(xs) - INSIDE, max(ys) - INSIDE)
    columns, lines = (int(max(ends) / SQUARE) + 1 for ends in (xs, ys))
    for layer in planes:
        copper = area.difference(shapely.union_all(list(_others(board, net, layer))))
        shapely.prepare(copper)
        for column, line, (across, down) in product(range(columns), range(lines), ((1, 0), (0, 1))):
            ends = [
                (at[0] * SQUARE, at[1] * SQUARE) for at in ((column, line), (column + across, line + down))
            ]
            if copper.covers(LineString(ends)):
                yield _node(*ends[0], layer), _node(*ends[1], layer), OHM_A_SQUARE
        points = [(pad.x, pad.y) for pad in board.pads if pad.net == net and layer in pad.layers]
        for x, y in [*points, *((via.x, via.y) for via in board.vias if via.net == net)]:
            near = round(x / SQUARE) * SQUARE, round(y / SQUARE) * SQUARE
            if copper.covers(LineString([(x, y), near])):
                yield _node(x, y, layer), _node(*near, layer), HOLE


def _others(board: Board, net: str, layer: int) -> Iterator[BaseGeometry]:
    """Yield the copper and the holes from which a plane of this net keeps its distance."""
    for pad in board.pads:
        if pad.net != net and (layer in pad.layers or pad.drill):
            half = pad.width / 2 + GAP, pad.height / 2 + GAP
            yield box(pad.x - half[0], pad.y - half[1], pad.x + half[0], pad.y + half[1])
    for track in board.tracks:
        if track.net != net and track.layer == layer:
            yield LineString([(track.x1, track.y1), (track.x2, track.y2)]).buffer(track.width / 2 + GAP, 2)
    for via in board.vias:
        if via.net != net:
            yield Point(via.x, via.y).buffer(VIA / 2 + GAP, 2)


def _reach(rows: Iterable[tuple[int, int, float]], root: int) -> set[int]:
    """Return the nodes that are joined to the root."""
    near: dict[int, list[int]] = {}
    for one, other, _ in rows:
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    found, left = {root}, [root]
    while left:
        for node in near.get(left.pop(), ()):
            if node not in found:
                found.add(node)
                left.append(node)
    return found


def _solve(rows: list[tuple[int, int, float]], amperes: Floats, root: int) -> Floats:
    """Return the volts at each node, against the root, for the currents that are taken there."""
    one, other = (np.array([row[at] for row in rows]) for at in (0, 1))
    siemens = np.array([row[2] for row in rows])
    count = len(amperes)
    whole = np.bincount(one, siemens, count) + np.bincount(other, siemens, count)
    whole[(whole == 0) | (np.arange(count) == root)] = 1.0

    def times(volts: Floats) -> Floats:
        flow = siemens * (volts[one] - volts[other])
        found: Floats = np.subtract(np.bincount(one, flow, count), np.bincount(other, flow, count))
        found[root] = volts[root]
        return found

    volts, rest = np.zeros(count), amperes.copy()
    rest[root] = 0.0
    limit = ENOUGH * float(np.abs(rest).sum())
    step, square = np.zeros(count), math.inf
    for _ in range(4 * count):
        if float(np.abs(rest).max()) <= limit:
            break
        before, square = square, float((rest * rest / whole).sum())  # by `@`, threads wait for each other
        step = rest / whole + square / before * step
        through = times(step)
        far = square / float((step * through).sum())
        volts += far * step
        rest -= far * through
    return volts
