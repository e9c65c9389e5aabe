"""The page of a board to order: how to order it, its parts, how to put it together, what to measure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from cardtable_boards.drawings.catalogue import NUMBERS, TYPES, Type
from cardtable_boards.drawings.parts import DATE
from cardtable_boards.pcb.files import Board
from cardtable_boards.pcb.footprints import Pad
from cardtable_boards.pcb.layout import Layout, Part, group_parts, parts_of
from cardtable_boards.pcb.makers import MAKERS
from cardtable_boards.pcb.rules import find_least_gap

BOARDS = 5  # makers sell no fewer
SOCKET = "Connector_PinSocket_2.54mm:PinSocket_1x"
SOCKET_PRICE = (0.1, 0.5)
PICO = "Raspberry Pi Pico"
MINUTES_A_JOINT = 1.0
# The order in which parts are soldered, the lowest first: begins of references or of footprints, and words.
STEPS = (
    ("Package_TO_SOT_SMD:", "the load switch", "flux and a fine tip; one leg first; it fits one way round"),
    ("Package_SO:", "flat chips", "two corners first; the dot is at pin 1, the notch of the print"),
    ("Resistor_", "resistors", "either way round; measure one of each bag"),
    ("Diode_", "diodes", "the ring lies over the ring that is printed"),
    ("Capacitor_THT:C_Disc", "small capacitors", "either way round"),
    ("Package_DIP:", "chips", "the notch over the notch that is printed"),
    ("Button_", "keys", "they go in one way round"),
    (SOCKET, "sockets", "one joint first, then look whether it stands upright, then the others"),
    (
        "Module:",
        "the two sockets of the Pico",
        "put them on the Pico's pins first: so they stand as it needs them",
    ),
    ("Connector_RJ", "jacks", "the two pegs first"),
    ("Connector_Barrel", "the jack for the supply", "its opening over the edge"),
    ("Fuse:", "the holder of the fuse", "then the fuse; T 2.5 A"),
    ("Package_TO_SOT_THT:TO-92", "the transistor", "its flat side over the flat side that is printed"),
    ("Capacitor_THT:CP_", "electrolytic capacitors", "the stripe is minus; the printed + is plus"),
    ("Package_TO_SOT_THT:", "the regulator", "its metal back over the printed thick line"),
    ("Buzzer_", "the piezo", "either way round"),
)


_LOOK = """<style>
body { font: 16px/1.4 sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em }
section { break-inside: avoid; margin-bottom: 2em }
.step { border: 1px solid; box-sizing: border-box; width: 100% }
.done { fill: #ddd }
.now { fill: #ffc400; stroke: #a33; stroke-width: .3 }
</style>"""


class Step(NamedTuple):
    """A step of soldering: its number and what, the references, and how."""

    name: str
    refs: list[str]
    how: str


class Line(NamedTuple):
    """A line of the list of parts: references, how many a board, what, a maker's number and those of shops
    or else words to search for, how many a shop sells together, and one in euros.
    """

    refs: list[str]
    many: int
    what: str
    number: str
    pack: int
    price: tuple[float, float]

    def bought(self) -> int:
        """Return how many are bought for BOARDS boards."""
        return math.ceil(self.many * BOARDS / self.pack) * self.pack


def text(layout: Layout, board: Board) -> str:
    """Return the page of a board, in Markdown."""
    parts = parts_of(layout)
    lines = list_lines(layout)
    wide, high = layout.size
    joints = sum(1 for pad in board.pads if pad.number)
    holes = len([pad for pad in board.pads if pad.drill]) + len(board.vias)
    low, top = (sum(line.many * line.price[at] for line in lines) for at in (0, 1))
    drills = sorted({pad.drill for pad in board.pads if pad.drill} | {drill for _, drill in board.via_sizes})
    zip_name = f"{layout.name}/{layout.name}-{layout.version}.zip"
    narrow = min(track.width for track in board.tracks)
    near = min(_apart(board.pads))
    rows = [
        f"# {layout.title}, version {layout.version}",
        "",
        f"{layout.about} Generated from the rows in `host/cardtable_boards/pcb`, do not edit.",
        "",
        *status(layout),
        "",
        "## The order",
        "",
        f"`make boards` writes `build/boards/{zip_name}`, the file that a maker's page asks for.",
        "",
        "| a maker asks | answer |",
        "|--|--|",
        f"| size, layers | {wide:g} by {high:g} mm, 2 |",
        "| thickness, copper | 1.6 mm, 35 µm (1 oz) |",
        "| finish | HASL without lead |",
        "| colour, stencil, assembly | any, none, none |",
        f"| smallest track, gap, drill | {narrow:g} mm, {find_least_gap(board):.2f} mm, {drills[0]:g} mm |",
        f"| holes | {holes}, of {', '.join(f'{one:g}' for one in drills)} mm |",
        f"| {BOARDS} boards | about {layout.price:g} €, shipping not counted (an estimate of {DATE}) |",
        "",
        "It keeps the limits of two makers, which the tests hold: "
        + "; ".join(f"{maker.name} ({maker.source})" for maker in MAKERS)
        + ".",
        "",
        "## Parts",
        "",
        f"Prices are estimates of {DATE}; numbers are from lists that others published, and were tried in no "
        "shop: look at package and pitch before you pay. All else, cards and tools are in the table's list, "
        f"[{layout.board}](../../{layout.board}-parts.md#the-order).",
        "",
        f"| references | a board | {BOARDS} boards | sold by | part | numbers to search for | each, € |",
        "|--|--:|--:|--:|--|--|--:|",
        *(
            f"| {_shorten(line.refs)} | {line.many} | {line.many * BOARDS} | {line.pack} | {line.what} | "
            f"{line.number} | {line.price[0]:g}-{line.price[1]:g} |"
            for line in lines
        ),
        f"| | | | | **one board** | | **{low:.0f}-{top:.0f}** |",
        f"| | | | | **{BOARDS} boards, whole packs** | | **{_span(lines)}** |",
        "",
        "## Putting it together",
        "",
        f"{joints} joints, {joints * MINUTES_A_JOINT / 60:.1f} hours at a minute each (estimated). The two "
        f"nearest are {near:g} mm apart. The lowest parts first:",
        "",
        *(f"{step.name} ({_shorten(step.refs)}): {step.how}" for step in list_steps(parts)),
        "",
        "Next to the zip is a picture for each step (steps.html), and a list that shows where each part goes",
        "(parts.html). A third picture (print.svg) has the front at 1:1: real parts are laid on it before",
        "anything is ordered.",
        "",
        "## Measuring",
        "",
        "| when | between | to see | if not |",
        "|--|--|--|--|",
        *(f"| {' | '.join(check)} |" for check in layout.checks),
        "",
        *(line for note in layout.notes for line in (note, "")),
        "## Licence",
        "",
        "MIT, as all of the project: one licence for rows, drawings and boards. The footprints are copies",
        "from KiCad's libraries (CC BY-SA 4.0, whose exception lets designs that use them have any licence).",
    ]
    return "\n".join(rows) + "\n"


def _apart(pads: Sequence[Pad]) -> Iterator[float]:
    """Yield the distance of each two neighbours among the pads of a part."""
    for one, other in combinations([pad for pad in pads if pad.number], 2):
        if one.ref == other.ref:
            yield round(math.dist((one.x, one.y), (other.x, other.y)), 2)


def status(layout: Layout) -> list[str]:
    """Return the table that says how far a board is: none was made yet."""
    return [
        "| | |",
        "|--|--|",
        f"| circuit | that of `{layout.board}`, simulated: at the virtual table, in an emulated Pico |",
        "| rules | KiCad 9.0.2: 0 errors, 0 unconnected; gerbers read back by gerbonara |",
        f"| order it? | {layout.advice} |",
        "| ordered, built, measured | **no: it was never ordered** |",
    ]


def list_lines(layout: Layout) -> list[Line]:
    """Return the list of parts; a socket is listed for what is put into it."""
    types = {of.name: of for of in TYPES.values()}
    return [_line(refs, value, footprint, types) for value, footprint, refs in group_parts(layout)]


def _line(refs: list[str], value: str, footprint: str, types: dict[str, Type]) -> Line:
    socket = 20 if value == PICO else 0
    if footprint.startswith(SOCKET):
        socket = int(footprint.removeprefix(SOCKET)[:2])
    if socket:
        number = NUMBERS.get(f"socket 1 by {socket}", f"female header 1x{socket} 2.54mm")
        many = 2 if value == PICO else len(refs)
        return Line(refs, many, f"socket 1 by {socket}, for: {value}", number, 1, SOCKET_PRICE)
    of = types.get(value)
    if of is None:
        return Line(refs, len(refs), value, NUMBERS[value.partition(", cable")[0]], 1, (0.3, 1))
    order, number = of.order.split(", on an adapter")[0], NUMBERS.get(value, of.search)
    return Line(refs, len(refs), order, number, of.pack, (of.least, of.most))


def _span(lines: Sequence[Line]) -> str:
    low, top = (sum(line.bought() * line.price[at] for line in lines) for at in (0, 1))
    return f"{low:.0f}-{top:.0f}"


def _shorten(refs: list[str]) -> str:
    """Return references in a line; three and more with numbers in a row by the first and the last one."""
    runs: list[list[str]] = []
    for ref in refs:
        kind = ref.rstrip("0123456789")
        number = int(ref.removeprefix(kind))
        if runs and runs[-1][-1] == f"{kind}{number - 1}":
            runs[-1].append(ref)
        else:
            runs.append([ref])
    return " ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else " ".join(run) for run in runs)


def list_steps(parts: list[Part]) -> list[Step]:
    """Return the steps of soldering. Raises ValueError for a part that is in none."""
    left = list(parts)
    found: list[Step] = []
    for begin, what, how in STEPS:
        refs = [part.ref for part in left if part.footprint.startswith(begin)]
        left = [part for part in left if part.ref not in refs]
        if refs:
            found.append(Step(f"{len(found) + 1}. {what}", refs, how))
    if left:
        raise ValueError(f"{left[0].ref}: no step of the page solders {left[0].footprint}")
    return found


def show_steps(layout: Layout, board: Board, printed: str) -> str:
    """Return a page in HTML with a picture for each step. `printed`: the front as SVG, in mm."""
    shape = " ".join(f"{side:g}" for side in (0, 0, *layout.size))
    rows = [
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{layout.title}: steps</title>',
        _LOOK,
        f"<h1>{layout.title}, version {layout.version}: step by step</h1>",
        f'<svg width="0" height="0"><symbol id="front" viewBox="{shape}">{_inner(printed)}</symbol></svg>',
    ]
    done: list[str] = []
    for name, refs, how in list_steps(parts_of(layout)):
        boxes = [_box(board, ref, kind) for kind, those in (("done", done), ("now", refs)) for ref in those]
        rows += [
            f"<section><h2>{name}</h2><p>{_shorten(refs)}: {how}.</p>",
            f'<svg class="step" viewBox="{shape}" role="img" aria-label="where {_shorten(refs)} are">',
            *boxes,
            '<use href="#front"/></svg></section>',
        ]
        done += refs
    return "\n".join(rows) + "\n"


def _inner(picture: str) -> str:
    """Return the elements of an SVG picture, without its frame."""
    return picture[picture.index(">", picture.index("<svg")) + 1 : picture.rindex("</svg>")]


def _box(board: Board, ref: str, kind: str) -> str:
    """Return a frame around the pads of a part."""
    pads = [pad for pad in board.pads if pad.ref == ref]
    left, right = min(pad.x for pad in pads) - 1, max(pad.x for pad in pads) + 1
    top, low = min(pad.y for pad in pads) - 1, max(pad.y for pad in pads) + 1
    shape = f'x="{left:.2f}" y="{top:.2f}" width="{right - left:.2f}" height="{low - top:.2f}"'
    return f'<rect class="{kind}" {shape} rx="1"/>'
