"""The process of the virtual table: its serial line is standard input and output.

    python -m tablehost.virtual FOLDER '{"game": ..., "seats": ..., "options": {...}, "seed": ..., ...}'

With `"resume": true` the people kept in FOLDER go on.
"""

from __future__ import annotations

import importlib.util
import json
import signal
import sys
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

from cardtable.rulebook import games
from tablehost import bots, firmware_files
from tablehost.people import Room
from tablehost.virtual.table import VirtualTable, load_room, write_deck


def load_board(name: str) -> ModuleType:
    """A module of boards/, by its file."""
    spec = importlib.util.spec_from_file_location("board", firmware_files.board_path(name))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def manifest() -> str:
    """The digest of the sources the firmware runs from: what deploying would write on the device."""
    digest = sha256()
    package = Path(firmware_files.package_path())
    for path in sorted(package.rglob("*.py")):
        digest.update(str(path.relative_to(package)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def main(arguments: list[str]) -> None:
    """Run until the other end of the line hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    folder = Path(arguments[0])
    wish: dict[str, Any] = json.loads(arguments[1])
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "deck.txt").exists():
        write_deck(folder / "deck.txt")
    (folder / "manifest").write_text(manifest() + "\n")
    islands = 0
    room: Room | None
    kept = load_room(folder) if wish.get("resume") else None
    if kept is not None:
        room, islands = kept
    elif wish.get("resume"):
        room = None
    else:
        game = games.load(wish["game"])
        seed = wish["seed"]
        brains = [bots.brain("sensible", game, seed, seat) for seat in range(wish["seats"])]
        room = Room(game, wish["seats"], wish["options"], seed, brains)
    board = load_board(wish.get("board", "pico_6pads"))
    table = VirtualTable(board, folder, (0, 1), room, wish.get("seed") or 0, wish.get("pace", 0.0), islands)
    table.run()


if __name__ == "__main__":
    main(sys.argv[1:])
