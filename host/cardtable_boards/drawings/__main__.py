"""Generator of hardware/ (`make drawings`): `python -m cardtable_boards.drawings FOLDER` makes its files from
the boards' rows.

Pages, lists and drawings are in git, as pages link to them. Netlists and the drawing for mills, `*.net` and
`*.dxf`, are not.
"""

from __future__ import annotations

import sys
from pathlib import Path

from cardtable_boards.drawings import (
    assembly,
    budget,
    first_card,
    modules,
    netlist,
    parts,
    picture,
    plates,
    schematic,
)
from tablehost.firmware.boards import read
from tablehost.firmware.firmware_files import boards


def make_files() -> dict[str, str]:
    """Return path below the folder -> its text."""
    files = {"tagging.svg": plates.tagging(), "pad.dxf": plates.pad_dxf(), "pad-side.svg": plates.side()}
    for name in boards():
        board = read(name)
        files[f"{name}-parts.md"] = parts.page(board)
        files[f"{name}-parts.csv"] = parts.bom_csv(board)
        files[f"{name}-power.md"] = budget.page(board)
        files[f"{name}-wiring.svg"] = picture.svg(board)
        files[f"{name}-labels.svg"] = plates.labels(board)
        files[f"{name}.net"] = netlist.text(board)
        if not board.on_usb:
            files[f"{name}-table.svg"] = plates.enclosure(board)
        else:
            files["first-card.svg"] = first_card.svg(board)
            files[f"{name}-breadboard.svg"] = assembly.Picture(board).svg()
            files[f"{name}-breadboard.md"] = assembly.page(board)
        if board.reader_wires == "buffered":
            files[f"{name}-cables.svg"] = plates.cable(board)
        for circuit, drawn in schematic.circuits(board).items():
            files[f"{name}-{circuit}.svg"] = drawn
        files["pad.svg"] = plates.pad(board)
    for kind, drawn in schematic.other_readers(board).items():
        files[f"reader-{kind}.svg"] = drawn
        files[f"reader-{kind}.md"] = modules.page(kind, [read(f"{name}+{kind}") for name in boards()])
    return files


def main(folder: Path) -> None:
    for name, text in make_files().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
