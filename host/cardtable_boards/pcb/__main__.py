"""Boards to order: `make boards` runs this.

    python -m cardtable_boards.pcb lay KICAD [NAME ...]   write hardware/boards/NAME/NAME.kicad_pcb
    python -m cardtable_boards.pcb pages                  write hardware/boards/NAME/README.md
    python -m cardtable_boards.pcb order KICAD FOLDER     check all boards, write what a maker gets

KICAD: the file tree that hardware/get_kicad.sh has made.
"""

import sys
from pathlib import Path

from cardtable_boards.pcb import files, order, page, rules
from cardtable_boards.pcb.layout import Layout
from cardtable_boards.pcb.seat import SEAT
from cardtable_boards.pcb.shield import SHIELD

LAYOUTS = (SHIELD, SEAT)
BOARDS = Path(__file__).resolve().parents[3] / "hardware" / "boards"
LAY_ANEW = "make boards LAY=NAME"
LIBRARIES = Path("usr", "share", "kicad", "footprints")


def path_of(layout: Layout) -> Path:
    """Return where the text of a board is kept."""
    return BOARDS / layout.name / f"{layout.name}.kicad_pcb"


def page_of(layout: Layout) -> Path:
    """Return where the page of a board is."""
    return BOARDS / layout.name / "README.md"


def kept(layout: Layout) -> files.Board:
    """Return the board that is kept. Raises OSError without it."""
    return files.read(path_of(layout).read_text(encoding="utf-8"))


def find_faults(layout: Layout) -> list[str]:
    """Return what is wrong with the files of a board that are kept. Raises OSError without them."""
    path = path_of(layout)
    text = path.read_text(encoding="utf-8")
    wrong = [] if files.is_sealed(layout, text) else [f"{path.name}: not as its rows give it: {LAY_ANEW}"]
    if path.with_suffix(".kicad_pro").read_text(encoding="utf-8") != files.project():
        wrong.append(f"{path.stem}.kicad_pro: not the limits of the makers: {LAY_ANEW}")
    return [*wrong, *rules.faults(files.read(text), layout)]


def lay(tree: Path, names: list[str]) -> int:
    """Write boards from their rows: those of these names, or all."""
    for layout in LAYOUTS:
        if not names or layout.name in names:
            text = files.make(layout, tree / LIBRARIES)
            path = path_of(layout)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            path.with_suffix(".kicad_pro").write_text(files.project(), encoding="utf-8")
            board = files.read(text)
            print(f"{path}: {len(board.pads)} pads, {len(board.tracks)} tracks, {len(board.vias)} vias")
    return 0


def order_all(tree: Path, folder: Path) -> int:
    """Check all boards, and write what is ordered; return 1 if one of them cannot be. Raises RuntimeError."""
    kicad = order.Kicad(tree)
    for layout in LAYOUTS:
        text = path_of(layout).read_text(encoding="utf-8")
        wrong = find_faults(layout)
        if wrong:
            print(f"{layout.name}: not to be ordered:", *wrong, sep="\n  ", file=sys.stderr)
            return 1
        made = order.make(kicad, layout, text, folder / layout.name)
        print(f"{layout.name}: KiCad finds 0 errors, 0 unconnected; the gerbers, read back, are the board")
        for path in made:
            print(f"  {path} ({path.stat().st_size // 1000} KB)")
    return 0


def main(words: list[str]) -> int:
    """Do what the words say; return the exit status."""
    try:
        match words:
            case ["pages"]:
                for layout in LAYOUTS:
                    page_of(layout).write_text(page.text(layout, kept(layout)), encoding="utf-8")
                return 0
            case ["lay", tree, *names]:
                return lay(Path(tree), names)
            case ["order", tree, folder]:
                return order_all(Path(tree), Path(folder))
    except (OSError, ValueError, RuntimeError) as error:
        print(f"boards: {error}", file=sys.stderr)
        return 1
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
