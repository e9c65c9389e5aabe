"""The files that a maker of boards gets, and a builder: made from a board by KiCad, and read back.

KiCad is in a file tree of its own, see hardware/get_kicad.sh.
"""

from __future__ import annotations

import math
import shutil
import subprocess
import warnings
import zipfile
from pathlib import Path

from gerbonara import LayerStack  # type: ignore[import-untyped]
from gerbonara.graphic_objects import Flash, Line  # type: ignore[import-untyped]

from cardtable_boards.pcb.files import COPPER, Board, project, read
from cardtable_boards.pcb.layout import Layout, group_parts
from cardtable_boards.pcb.page import show_steps
from tablehost.spreadsheet import dump_csv

INSIDE = Path(__file__).resolve().parents[3] / "firmware" / "image" / "inside.sh"
NEEDED = 9  # KiCad: the format of the boards
SIDES = ("top", "bottom")
PLOTTED = ("F.Cu", "B.Cu", "F.Mask", "B.Mask", "F.SilkS", "B.SilkS", "Edge.Cuts")
_FILL = """import pcbnew, sys
board = pcbnew.LoadBoard(sys.argv[1])
pcbnew.ZONE_FILLER(board).Fill(board.Zones())
pcbnew.SaveBoard(sys.argv[1], board)
"""
_PARTS = """export INTERACTIVE_HTML_BOM_NO_DISPLAY=1 PYTHONPATH=/opt/ibom
exec python3 -m InteractiveHtmlBom.generate_interactive_bom --no-browser --dark-mode --highlight-pin1 all \\
    --dest-dir "$2" --name-format %f-parts "$1"
"""
NEAR = 0.002  # mm: a gerber has six digits, KiCad rounds pads that are turned


class Kicad:
    """KiCad in its file tree. `work`: a folder in there that both see; `inner`: its path for KiCad.

    Raises RuntimeError for an old one.
    """

    def __init__(self, tree: Path, name: str = "boards") -> None:
        self._tree = tree
        self.inner = f"/tmp/{name}"
        self.work = tree / "tmp" / name
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)
        version = self.run("kicad-cli", "version").split()[-1]
        if int(version.split(".")[0]) < NEEDED:
            raise RuntimeError(f"KiCad {version} is too old; {NEEDED} or later is needed: make boards")

    def run(self, *words: str) -> str:
        """Run a command of KiCad; return its output. Raises RuntimeError with the end of it."""
        command = ["sh", str(INSIDE), str(self._tree), *words]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            raise RuntimeError(f"{' '.join(words[:3])}: {done.stdout.strip()[-600:]}")
        return done.stdout


def check(kicad: Kicad, layout: Layout, text: str) -> str:
    """Fill the planes, and have KiCad check the board; return where the filled board is.

    Raises RuntimeError with what KiCad found.
    """
    name = f"{layout.name}.kicad_pcb"
    (kicad.work / name).write_text(text, encoding="utf-8")
    (kicad.work / f"{layout.name}.kicad_pro").write_text(project(), encoding="utf-8")
    (kicad.work / "fill.py").write_text(_FILL, encoding="utf-8")
    inner = f"{kicad.inner}/{name}"
    kicad.run("python3", f"{kicad.inner}/fill.py", inner)
    report = kicad.work / "drc.txt"
    words = ("--severity-error", "--exit-code-violations", "--output", f"{kicad.inner}/drc.txt")
    try:
        kicad.run("kicad-cli", "pcb", "drc", *words, inner)
    except RuntimeError as error:
        found = report.read_text(encoding="utf-8") if report.is_file() else str(error)
        raise RuntimeError(f"{layout.name}: KiCad's check of design rules:\n{found}") from error
    return inner


def plot(kicad: Kicad, inner: str) -> Path:
    """Have KiCad write gerbers and drills of a filled board; return their folder."""
    folder = f"{Path(inner).stem}-gerbers"
    gerbers = kicad.work / folder
    gerbers.mkdir()
    out = f"{kicad.inner}/{folder}/"
    kicad.run("kicad-cli", "pcb", "export", "gerbers", "--layers", ",".join(PLOTTED), "--output", out, inner)
    slots = ("--excellon-oval-format", "route")  # gerbonara does not read G85
    kicad.run("kicad-cli", "pcb", "export", "drill", *slots, "--output", out, inner)
    return gerbers


def make(kicad: Kicad, layout: Layout, text: str, folder: Path) -> list[Path]:
    """Write gerbers and drills as one zip, pictures, a STEP file, places and lists of parts to a folder.

    Return the files. Raises RuntimeError.
    """
    inner = check(kicad, layout, text)
    gerbers = plot(kicad, inner)
    wrong = differences(read(text), gerbers)
    if wrong:
        raise RuntimeError(f"{layout.name}: the gerbers differ from the board:\n" + "\n".join(wrong))
    folder.mkdir(parents=True, exist_ok=True)
    made = [folder / f"{layout.name}-{layout.version}.zip"]
    with zipfile.ZipFile(made[0], "w") as archive:
        for path in sorted(gerbers.iterdir()):
            entry = zipfile.ZipInfo(path.name)  # without the time: the same board is the same file
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
    for side in SIDES:
        picture = f"{layout.name}-{side}.png"
        kicad.run("kicad-cli", "pcb", "render", "--side", side, "--output", f"{kicad.inner}/{picture}", inner)
        made.append(_taken(kicad, picture, folder))
    kicad.run("kicad-cli", "pcb", "export", "step", "--output", f"{kicad.inner}/{layout.name}.step", inner)
    made.append(_taken(kicad, f"{layout.name}.step", folder))
    printed = f"{layout.name}-print.svg"  # 1:1
    words = ("--mode-single", "--page-size-mode", "2", "--exclude-drawing-sheet", "--black-and-white")
    layers = ("--layers", "F.SilkS,F.Mask,Edge.Cuts", "--output", f"{kicad.inner}/{printed}")
    kicad.run("kicad-cli", "pcb", "export", "svg", *words, *layers, inner)
    made.append(_taken(kicad, printed, folder))
    made.append(folder / f"{layout.name}-steps.html")
    made[-1].write_text(show_steps(layout, read(text), made[-2].read_text("utf-8")), encoding="utf-8")
    places = f"{layout.name}-places.csv"
    units = ("--format", "csv", "--units", "mm", "--output", f"{kicad.inner}/{places}")
    kicad.run("kicad-cli", "pcb", "export", "pos", *units, inner)
    made.append(_taken(kicad, places, folder))
    (kicad.work / "parts.sh").write_text(_PARTS, encoding="utf-8")
    kicad.run("sh", f"{kicad.inner}/parts.sh", inner, kicad.inner)
    made.append(_taken(kicad, f"{layout.name}-parts.html", folder))
    made.append(folder / f"{layout.name}-parts.csv")
    rows = [(" ".join(refs), len(refs), value, name) for value, name, refs in group_parts(layout)]
    table = dump_csv([("references", "quantity", "value", "footprint"), *rows])
    made[-1].write_text(table, encoding="utf-8", newline="")
    return made


def _taken(kicad: Kicad, name: str, folder: Path) -> Path:
    return Path(shutil.copy(kicad.work / name, folder / name))


def differences(board: Board, gerbers: Path) -> list[str]:
    """Return what gerbers and drills, as gerbonara reads them, do not have of a board, or have too many."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # KiCad says G90 once more behind a drill's head
        stack = LayerStack.open_dir(gerbers)
    wrong = []
    for at, (name, side) in enumerate(zip(COPPER, ("top", "bottom"), strict=True)):
        flashes = [(one.x, -one.y) for one in stack[f"{side} copper"].objects if isinstance(one, Flash)]
        lines = [one for one in stack[f"{side} copper"].objects if isinstance(one, Line)]
        masks = [(one.x, -one.y) for one in stack[f"{side} mask"].objects if isinstance(one, Flash)]
        pads = [(pad.x, pad.y) for pad in board.pads if pad.number and at in pad.layers]
        holes = [(pad.x, pad.y) for pad in board.pads if at in pad.layers]
        vias = [(via.x, via.y) for via in board.vias]
        wrong += [f"{name}: no pad at {x:g}, {y:g}" for x, y in pads + vias if not _has(flashes, x, y)]
        wrong += [
            f"{name}: a pad too many at {x:g}, {y:g}" for x, y in flashes if not _has(holes + vias, x, y)
        ]
        wrong += [f"mask of {name}: closed over {x:g}, {y:g}" for x, y in pads if not _has(masks, x, y)]
        ends = [
            {(round(one.x1, 2), round(-one.y1, 2)), (round(one.x2, 2), round(-one.y2, 2))} for one in lines
        ]
        for track in board.tracks:
            wanted = {(round(track.x1, 2), round(track.y1, 2)), (round(track.x2, 2), round(track.y2, 2))}
            if track.layer == at and wanted not in ends:
                wrong.append(f"{name}: no track at {track.x1:g}, {track.y1:g}")
    drilled = [_hole(one) for layer in stack.drill_layers for one in layer.objects]
    wanted_holes = [(pad.x, pad.y, pad.drill) for pad in board.pads if pad.drill]
    wanted_holes += [(via.x, via.y, size[1]) for via, size in zip(board.vias, board.via_sizes, strict=True)]
    for words, these, those in (
        ("no hole", wanted_holes, drilled),
        ("a hole too many", drilled, wanted_holes),
    ):
        wrong += [
            f"{words} of {d:g} mm at {x:g}, {y:g}" for x, y, d in these if not _has_hole(those, x, y, d)
        ]
    (left, low), (right, high) = stack.outline.bounding_box(unit="mm")
    xs = [x for x1, _, x2, _ in board.edges for x in (x1, x2)]
    ys = [y for _, y1, _, y2 in board.edges for y in (y1, y2)]
    if max(abs(right - left - (max(xs) - min(xs))), abs(high - low - (max(ys) - min(ys)))) > 0.2:
        wrong.append(f"the outline is {right - left:g} by {high - low:g} mm")
    return wrong


def _hole(drilled: Flash | Line) -> tuple[float, float, float]:
    """Return the middle of a hole or slot, and its size or length."""
    size: float = drilled.aperture.diameter
    if isinstance(drilled, Flash):
        return drilled.x, -drilled.y, size
    (x1, y1), (x2, y2) = drilled.p1, drilled.p2
    return (x1 + x2) / 2, -(y1 + y2) / 2, size + math.dist((x1, y1), (x2, y2))


def _has(points: list[tuple[float, float]], x: float, y: float) -> bool:
    return any(math.hypot(px - x, py - y) < NEAR for px, py in points)


def _has_hole(holes: list[tuple[float, float, float]], x: float, y: float, drill: float) -> bool:
    return any(math.hypot(hx - x, hy - y) < 0.01 and abs(size - drill) < 0.01 for hx, hy, size in holes)
