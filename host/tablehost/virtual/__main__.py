"""The process of the virtual table: its serial line is standard input and output.

    python -m tablehost.virtual FOLDER '{"board": ..., "game": ..., "seats": ..., "options": {...}, ...}'

With `"resume": true` the people kept in FOLDER go on.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

from cardtable.rulebook import games
from tablehost import bots, firmware_files
from tablehost.people import Room
from tablehost.virtual import boards
from tablehost.virtual.firmware import InProcess
from tablehost.virtual.table import VirtualTable, load_room, write_deck


def unique_id(folder: Path) -> bytes:
    """The device's id, drawn at first use and kept; without its journal it is another device."""
    file = folder / "uid"
    if not file.exists() or not (folder / "journal").exists():
        file.write_text(os.urandom(8).hex() + "\n")
    return bytes.fromhex(file.read_text())


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
    board = boards.load(wish["board"])
    firmware = InProcess(board, unique_id(folder), folder, wish["seed"])
    table = VirtualTable(firmware, folder, (0, 1), room, wish["pace"], islands)
    table.run()


if __name__ == "__main__":
    main(sys.argv[1:])
