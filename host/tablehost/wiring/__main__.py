"""`python -m tablehost.wiring FOLDER`: everything in hardware/ that is made from the boards' rows."""

from __future__ import annotations

import sys
from pathlib import Path

from tablehost.firmware_files import boards
from tablehost.virtual.boards import load
from tablehost.wiring import counts, picture, plates, schematic


def made() -> dict[str, str]:
    """Path below the folder -> its text."""
    files = {"tagging.svg": plates.tagging()}
    for name in boards():
        board = load(name)
        files[f"{name}-parts.md"] = counts.parts_page(board)
        files[f"{name}-power.md"] = counts.budget_page(board)
        files[f"{name}-wiring.svg"] = picture.svg(board)
        files[f"{name}-table.svg"] = plates.enclosure(board)
        files[f"{name}-labels.svg"] = plates.labels(board)
        for circuit, drawn in schematic.circuits(board).items():
            files[f"{name}-{circuit}.svg"] = drawn
        files["pad.svg"] = plates.pad(board)
    return files


def main(folder: Path) -> None:
    for name, text in made().items():
        (folder / name).write_text(text)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
