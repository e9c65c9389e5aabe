"""Tracks and vias between the pads of a board, on a grid of two layers.

A net is a tree that grows: the pad that is nearest to it by the cost of the way comes next (A*). A way keeps
the distance of its width to the copper of other nets, which is marked on the grid once for each width. It may
cross ways of other nets at a price; these are taken out and have to be found again, and each time that a cell
is fought for it becomes dearer (McMurchie and Ebeling, "PathFinder", FPGA 1995).
"""

from __future__ import annotations

import heapq
import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from cardtable_boards.pcb.footprints import Pad
from cardtable_boards.pcb.makers import HOLE_GAP

GRID = 0.3175  # mm: an eighth of 2.54
NARROW = 0.35  # width of a track
VIA, VIA_DRILL = 0.8, 0.4
GAP = 0.25  # between copper of two nets; more than makers need, as a cell is taken for its middle
EDGE = 0.6  # from copper to the edge of the board; more, too
CHANGE = 8  # cost of a via, in cells
AGAINST = 1.4  # of a step across the way of its layer
THIN = 0.02  # half the width of the lines that a rectangle is marked by
SLIM = 1.5  # so near to a pad that is less wide, whose neighbours are near, a broad track is a narrow one
FOREIGN = 40  # of a cell where tracks of another net are, the first time
ROUNDS = 20  # how often a net finds a way, on average, before those that are left stay open
FREE, TAKEN = 0, -1  # marks of a cell where no number of a net is: for any, for none
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))


class Track(NamedTuple):
    """A straight piece of a net on a layer: 0 is the front, 1 the back."""

    net: str
    layer: int
    x1: float
    y1: float
    x2: float
    y2: float
    width: float


class Via(NamedTuple):
    """A hole with copper that joins the layers."""

    net: str
    x: float
    y: float


class Block(NamedTuple):
    """A rectangle on a layer where no track and no via can be, around its middle."""

    layer: int
    x: float
    y: float
    width: float
    height: float


class Routed(NamedTuple):
    """Tracks and vias of a board; `open`: the nets of which they join a part alone."""

    tracks: list[Track]
    vias: list[Via]
    open: list[str]


def route(
    size: tuple[float, float],
    pads: Sequence[Pad],
    widths: Mapping[str, float] | None = None,
    blocks: Sequence[Block] = (),
    last: Sequence[str] = (),
    rounds: int = ROUNDS,
) -> Routed:
    """Return tracks and vias that join the pads of each net.

    `size`: of the board; `widths`: of the tracks of nets that are not narrow; `blocks`: to go around; `last`:
    nets that planes join, too; `rounds`: how often a net may find a way, on average.
    """
    widths = widths or {}
    nets: dict[str, list[Pad]] = {}
    for pad in pads:
        if pad.net:
            nets.setdefault(pad.net, []).append(pad)
    order = sorted(
        (net for net in nets if len(nets[net]) > 1),
        key=lambda net: (net in last, widths.get(net, NARROW), _reach(nets[net])),
    )
    board = _Board(size, nets, pads, widths)
    for block in blocks:
        board.block(block)
    queue, left, turns = deque(order), dict[str, None](), 0
    while queue:
        turns += 1
        if turns > rounds * len(order):
            board.foreign = math.inf
        net = queue.popleft()
        out, is_whole = board.join(net)
        queue.extend(name for name in out if name not in queue)
        if not is_whole:
            left[net] = None
    return Routed(*board.copper(), list(left))


def _reach(pads: Sequence[Pad]) -> float:
    """Return half the way around all pads of a net."""
    xs, ys = [pad.x for pad in pads], [pad.y for pad in pads]
    return max(xs) - min(xs) + max(ys) - min(ys)


def _cost(dx: int, dy: int, layer: int) -> float:
    """Return the cost of a step: the front prefers to go across, the back up and down."""
    if dx and dy:
        return 1.4142
    return 1.0 if bool(dx) == (layer == 0) else AGAINST


class _Sheet:
    """The cells where the middle of what comes next can be: FREE, the number of the one net, or TAKEN.

    `numbers`: the number of the net of each way.
    """

    def __init__(self, cells: int, numbers: list[int]) -> None:
        self.marks = [FREE] * cells
        self._numbers = numbers
        self._fixed: dict[int, int] = {}  # by pads, edges and blocks
        self._ways: dict[int, set[int]] = {}  # of a cell
        self._cells: dict[int, set[int]] = {}  # of a way

    def fix(self, cells: Iterable[int], number: int) -> None:
        """Keep all other nets out of cells, for ever."""
        for cell in cells:
            if self._fixed.setdefault(cell, number) != number:
                self._fixed[cell] = TAKEN
            self.marks[cell] = self._fixed[cell]

    def take(self, cells: Iterable[int], way: int) -> None:
        """Keep all other nets out of cells until this way is taken out."""
        mine = self._cells.setdefault(way, set())
        for cell in cells:
            if cell not in mine:
                mine.add(cell)
                self._ways.setdefault(cell, set()).add(way)
                self._mark(cell)

    def take_out(self, way: int) -> None:
        """Let other nets into the cells of a way."""
        for cell in self._cells.pop(way, ()):
            self._ways[cell].discard(way)
            self._mark(cell)

    def rivals(self, cell: int, number: int) -> set[int] | None:
        """Return the ways of other nets that have to go before this one takes a cell; None: it cannot."""
        if self._fixed.get(cell, number) != number:
            return None
        return {way for way in self._ways.get(cell, ()) if self._numbers[way] != number}

    def _mark(self, cell: int) -> None:
        nets = {self._numbers[way] for way in self._ways[cell]} | {self._fixed.get(cell, FREE)}
        nets.discard(FREE)
        self.marks[cell] = FREE if not nets else nets.pop() if len(nets) == 1 else TAKEN


class _Way(NamedTuple):
    """A way from the tree of a net to a pad: its nodes, and its copper."""

    net: str
    nodes: list[int]
    tracks: list[Track]
    vias: list[Via]


class _Net(NamedTuple):
    """The pads of a net, as a cell and the nodes there, the first one of which is the root; where its tracks
    are narrow; and its ways by number.
    """

    pads: dict[int, list[int]]
    width: float
    slim: set[int]
    ways: dict[int, _Way]


class _Board:
    """The grid, with a sheet for each width and layer, and one for the holes of vias."""

    def __init__(
        self,
        size: tuple[float, float],
        nets: dict[str, list[Pad]],
        pads: Sequence[Pad],
        widths: Mapping[str, float],
    ) -> None:
        self.foreign: float = FOREIGN
        self._columns, self._rows = (int(length / GRID) + 1 for length in size)
        self._names = sorted(nets)
        self._numbers = {net: at for at, net in enumerate(self._names, 1)}
        numbers: list[int] = []  # the number of the net of each way
        self._way_numbers = numbers
        cells = self._cells = self._columns * self._rows
        self._sheets = {
            width: (_Sheet(cells, numbers), _Sheet(cells, numbers))
            for width in {NARROW, VIA, *widths.values()}
        }
        self._holes = _Sheet(cells, numbers)
        self._fights: dict[int, int] = {}  # of a node: how often a net came there and another one went
        for width, sheets in self._sheets.items():
            rim = math.ceil((EDGE + width / 2) / GRID)
            outside = [
                y * self._columns + x
                for y in range(self._rows)
                for x in range(self._columns)
                if not (rim <= x < self._columns - rim and rim <= y < self._rows - rim)
            ]
            for sheet in sheets:
                sheet.fix(outside, TAKEN)
        for pad in pads:
            self._take_pad(pad)
        self._stubs: list[Track] = []
        self._nets = {
            net: self._start(net, widths.get(net, NARROW), nets[net]) for net in nets if len(nets[net]) > 1
        }

    def block(self, block: Block) -> None:
        """Keep all nets out of a rectangle."""
        half_x, half_y = block.width / 2, block.height / 2
        count = math.ceil(2 * half_y / GRID)
        for at in range(count + 1):
            y = block.y - half_y + 2 * half_y * at / count
            line = (block.x - half_x, y, block.x + half_x, y)
            for sheet, cells in self._near_sheets((block.layer,), line, GRID / 2):
                sheet.fix(cells, TAKEN)

    def join(self, net: str) -> tuple[list[str], bool]:
        """Join the pads of a net; return the nets of which ways were taken out, and if all are joined."""
        one = self._nets[net]
        reached = [next(iter(one.pads)), *(way.nodes[-1] % self._cells for way in one.ways.values())]
        tree = {node for way in one.ways.values() for node in way.nodes}
        tree.update(node for cell in reached for node in one.pads[cell])
        goals = {node for cell, nodes in one.pads.items() if cell not in reached for node in nodes}
        out: set[str] = set()
        for way in self._find_ways(net, tree, goals):
            for rival in self._find_rivals(net, way):
                out.add(self._take_out(rival))
            self._lay(net, way)
        return sorted(out), len(one.ways) == len(one.pads) - 1

    def copper(self) -> tuple[list[Track], list[Via]]:
        """Return all tracks and vias."""
        ways = [way for net in self._nets.values() for way in net.ways.values()]
        tracks = [track for way in ways for track in way.tracks]
        return self._stubs + tracks, [via for way in ways for via in way.vias]

    def _start(self, net: str, width: float, pads: Sequence[Pad]) -> _Net:
        """Return a net without ways: its root is the pad that is nearest to all others."""
        cells: dict[int, list[int]] = {}
        for pad in pads:
            cell = self._cell(pad.x, pad.y)
            cells.setdefault(cell, []).extend(layer * self._cells + cell for layer in pad.layers)
            self._stub(net, pad, cell, width)
        root = min(cells, key=lambda cell: sum(math.dist(self._xy(cell), (pad.x, pad.y)) for pad in pads))
        slim: set[int] = set()
        for pad in pads:
            thin = min(pad.width, pad.height)
            if thin < width:
                slim.update(self._near(pad.x, pad.y, pad.x, pad.y, thin / 2 + SLIM))
        return _Net({root: cells[root]} | cells, width, slim, {})

    def _find_rivals(self, net: str, nodes: Sequence[int]) -> list[int]:
        """Return the ways of other nets that are in a new one, and count each cell where they are."""
        number, one, found = self._numbers[net], self._nets[net], set()
        for before, node in pairwise([nodes[0], *nodes]):
            layer, cell = divmod(node, self._cells)
            sheets = [self._sheets[NARROW if cell in one.slim else one.width][layer]]
            if before != node and before % self._cells == cell:
                sheets += [*self._sheets[VIA], self._holes]
            rivals = set().union(*(sheet.rivals(cell, number) or () for sheet in sheets))
            if rivals:
                self._fights[node] = self._fights.get(node, 0) + 1
                found |= rivals
        return sorted(found)

    def _take_out(self, number: int) -> str:
        """Take out a way, and those that begin on it; return its net."""
        net = self._names[self._way_numbers[number] - 1]
        ways = self._nets[net].ways
        out = ways.pop(number, None)
        if out is not None:
            for sheet in (*(sheet for sheets in self._sheets.values() for sheet in sheets), self._holes):
                sheet.take_out(number)
            end = out.nodes[-1] % self._cells
            nodes = {*out.nodes, end, end + self._cells}
            for at in [at for at, way in ways.items() if way.nodes[0] in nodes]:
                self._take_out(at)
        return net

    # -- cells ------------------------------------------------------------------------------------

    def _cell(self, x: float, y: float) -> int:
        return round(y / GRID) * self._columns + round(x / GRID)

    def _xy(self, cell: int) -> tuple[float, float]:
        return cell % self._columns * GRID, cell // self._columns * GRID

    def _near_sheets(
        self, layers: Iterable[int], line: tuple[float, float, float, float], half: float
    ) -> Iterator[tuple[_Sheet, list[int]]]:
        """Yield each sheet with its cells that are too near to a line of copper of this half width."""
        for width, sheets in self._sheets.items():
            cells = list(self._near(*line, half + GAP + width / 2))
            for layer in layers:
                yield sheets[layer], cells

    def _near(self, x1: float, y1: float, x2: float, y2: float, far: float) -> Iterable[int]:
        """Yield the cells whose middle is nearer than that to a line."""
        low, high = (max(0, math.ceil((min(y1, y2) - far) / GRID)), math.floor((max(y1, y2) + far) / GRID))
        left, right = (max(0, math.ceil((min(x1, x2) - far) / GRID)), math.floor((max(x1, x2) + far) / GRID))
        dx, dy = x2 - x1, y2 - y1
        length = dx * dx + dy * dy
        for row in range(low, min(high, self._rows - 1) + 1):
            y = row * GRID
            for column in range(left, min(right, self._columns - 1) + 1):
                x = column * GRID
                part = max(0.0, min(1.0, ((x - x1) * dx + (y - y1) * dy) / length)) if length else 0.0
                if math.hypot(x - x1 - part * dx, y - y1 - part * dy) < far - 1e-9:
                    yield row * self._columns + column

    def _near_hole(self, x: float, y: float, drill: float) -> Iterable[int]:
        return self._near(x, y, x, y, drill / 2 + VIA_DRILL / 2 + HOLE_GAP)

    def _take_pad(self, pad: Pad) -> None:
        """Mark a pad: a rectangle is as many lines as it is wide."""
        thin = min(pad.width, pad.height)
        if pad.is_round:
            lines = [(0.0, 0.0, 0.0, 0.0, thin / 2)]
        else:
            half_x, half_y = pad.width / 2 - THIN, pad.height / 2 - THIN
            count = max(1, math.ceil(2 * half_y / GRID))
            rows = [-half_y + 2 * half_y * at / count for at in range(count + 1)]
            lines = [(-half_x, row, half_x, row, THIN) for row in rows]
        number = self._numbers.get(pad.net, TAKEN)
        for x1, y1, x2, y2, half in lines:
            line = (pad.x + x1, pad.y + y1, pad.x + x2, pad.y + y2)
            for sheet, cells in self._near_sheets(pad.layers, line, half):
                sheet.fix(cells, number)
        if pad.drill:
            self._holes.fix(self._near_hole(pad.x, pad.y, pad.drill), TAKEN)

    # -- ways -------------------------------------------------------------------------------------

    def _find_ways(self, net: str, tree: Iterable[int], goals: set[int]) -> Iterator[list[int]]:
        """Yield the cheapest way from a tree to a pad until there is one to each: a list of nodes, which are
        layer times cells plus cell. A via is two nodes of one cell.

        The search goes on from where the last one was; it is drawn to the pad if there is but one. Each way
        is to be laid before the next one is asked for. A pad without a way gets none.
        """
        if not goals:
            return
        number, columns, cells = self._numbers[net], self._columns, self._cells
        slim = self._nets[net].slim
        open_to, fights = (FREE, number), self._fights
        broad, narrow, holes = self._sheets[self._nets[net].width], self._sheets[NARROW], self._holes
        broad_marks, narrow_marks = [one.marks for one in broad], [one.marks for one in narrow]
        top, bottom = self._sheets[VIA]
        goal_y, goal_x = divmod(min(goals) % cells, columns)
        is_drawn = len({goal % cells for goal in goals}) == 1

        def left_over(cell: int) -> float:
            """Return the least cost to the one pad."""
            if not is_drawn:
                return 0.0
            y, x = divmod(cell, columns)
            far_x, far_y = abs(x - goal_x), abs(y - goal_y)
            return max(far_x, far_y) + 0.4142 * min(far_x, far_y)

        def price(sheet: _Sheet, cell: int, node: int) -> float:
            """Return what it costs to take out the ways that have a cell."""
            rivals = sheet.rivals(cell, FREE if sheet is holes else number)
            if rivals is None or any(self._way_numbers[way] == number for way in rivals):
                return math.inf  # holes of one net keep their distance too
            return self.foreign * len(rivals) * (1 + fights.get(node, 0))

        steps = [[(dx + dy * columns, _cost(dx, dy, layer)) for dx, dy in STEPS] for layer in (0, 1)]
        costs: dict[int, float] = {}
        before: dict[int, int] = {}
        heap: list[tuple[float, float, int]] = []

        def start(nodes: Iterable[int]) -> None:
            """Search from these nodes as well."""
            for node in nodes:
                costs[node] = 0.0
                before.pop(node, None)
                layer, cell = divmod(node, cells)
                if (narrow if cell in slim else broad)[layer].rivals(cell, number) is not None:
                    heapq.heappush(heap, (left_over(cell), 0.0, node))

        start(tree)
        while heap:
            _, cost, node = heapq.heappop(heap)
            if cost > costs[node]:
                continue
            layer, cell = divmod(node, cells)
            if node in goals:
                way = [node]
                while node in before:
                    node = before[node]
                    way.append(node)
                yield way[::-1]
                both = (cell, cell + cells)
                start({*way, *goals.intersection(both)})
                goals = goals.difference(both)
                if not goals:
                    return
                continue
            marks, fine, offset = broad_marks[layer], narrow_marks[layer], layer * cells
            for step, along in steps[layer]:  # the rim is fixed, so no step leaves the grid
                near = cell + step
                then = near + offset
                total = cost + along
                if total >= costs.get(then, math.inf):
                    continue
                is_slim = near in slim
                if (fine if is_slim else marks)[near] not in open_to:
                    total += price((narrow if is_slim else broad)[layer], near, then)
                    if total >= costs.get(then, math.inf):
                        continue
                costs[then] = total
                before[then] = node
                heapq.heappush(heap, (total + left_over(near), total, then))
            then = cell + (1 - layer) * cells
            total = cost + CHANGE
            if total < costs.get(then, math.inf):
                for sheet in (top, bottom):
                    if sheet.marks[cell] not in open_to:
                        total += price(sheet, cell, then)
                if holes.marks[cell] != FREE:
                    total += price(holes, cell, then)
                if total < costs.get(then, math.inf):
                    costs[then] = total
                    before[then] = node
                    heapq.heappush(heap, (total + left_over(cell), total, then))

    def _lay(self, net: str, nodes: list[int]) -> None:
        """Turn a way into tracks and vias, and mark them."""
        cells, one, number = self._cells, self._nets[net], len(self._way_numbers)
        self._way_numbers.append(self._numbers[net])
        way = one.ways[number] = _Way(net, nodes, [], [])
        widths = [
            NARROW if {before % cells, node % cells} & one.slim else one.width
            for before, node in pairwise(nodes)
        ]
        start = 0
        for at in range(1, len(nodes)):
            if nodes[at] % cells == nodes[at - 1] % cells:
                x, y = self._xy(nodes[at] % cells)
                way.vias.append(Via(net, x, y))
                for sheet, near in self._near_sheets((0, 1), (x, y, x, y), VIA / 2):
                    sheet.take(near, number)
                self._holes.take(self._near_hole(x, y, VIA_DRILL), number)
                start = at
                continue
            is_last = at + 1 == len(nodes)
            if (
                is_last
                or nodes[at + 1] - nodes[at] != nodes[at] - nodes[at - 1]
                or widths[at] != widths[at - 1]
            ):
                line = (*self._xy(nodes[start] % cells), *self._xy(nodes[at] % cells))
                layer, width = nodes[at] // cells, widths[at - 1]
                way.tracks.append(Track(net, layer, *line, width))
                for sheet, near in self._near_sheets((layer,), line, width / 2):
                    sheet.take(near, number)
                start = at

    def _stub(self, net: str, pad: Pad, cell: int, width: float) -> None:
        """Join the middle of a pad, which may lie off the grid, and the cell that stands for it."""
        x, y = self._xy(cell)
        if math.dist((x, y), (pad.x, pad.y)) > 0.001:
            track = Track(net, pad.layers[0], pad.x, pad.y, x, y, min(width, pad.width, pad.height))
            self._stubs.append(track)
            for sheet, cells in self._near_sheets((track.layer,), track[2:6], track.width / 2):
                sheet.fix(cells, self._numbers[net])
