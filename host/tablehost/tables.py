"""Which table a verb talks to: a real one at a port, or the virtual one when none is plugged in."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from tablehost import port
from tablehost.journal import home
from tablehost.trouble import BUSY, NOT_FOUND, Trouble
from tablehost.virtual import boards

NO_TABLE = (
    "no table found; using the virtual table (plug one in; CARDTABLE_REQUIRE_HW=1 refuses the virtual one)"
)


@dataclass
class Connection:
    """An open line to a table. `folder`: where the virtual table keeps its files, None for a real one."""

    line: port.Line
    virtual: bool
    folder: Path | None
    _lock: IO[str] | None = None

    def close(self) -> None:
        """Hang up; the virtual table then ends by itself."""
        self.line.close()
        if self._lock is not None:
            self._lock.close()


def connect(people: dict[str, Any], quiet: bool) -> Connection:
    """The table that is plugged in, or else the virtual one with `people` around it (see tablehost.virtual).

    Says once on stderr that the virtual one is used. Raises Trouble.
    """
    if any(row.likely for row in port.list_tables()):
        return Connection(port.open_port("auto"), False, None)
    if os.environ.get("CARDTABLE_REQUIRE_HW", "0") not in ("", "0"):
        raise Trouble(
            "NO_TABLE", "no table is plugged in", "plug one in, or unset CARDTABLE_REQUIRE_HW", NOT_FOUND
        )
    if not quiet:
        print(f"cardtable: {NO_TABLE}", file=sys.stderr)
    return virtual(people)


def board_for(seats: int, uid: str | None = None) -> str:
    """The board of the virtual table to play at: that of the table `uid`, else the smallest that will do.

    With each board the virtual table is a device of its own, with an id and a folder.
    """
    for file in _shelf().glob("*/uid"):
        if file.read_text().strip() == uid:
            return file.parent.name
    return boards.smallest(seats)


def _shelf() -> Path:
    """Where the virtual tables are kept."""
    return home() / "virtual"


def virtual(people: dict[str, Any]) -> Connection:
    """Switch the virtual table of people["board"] on. One program at a time may sit at it."""
    shelf = _shelf()
    folder: Path = shelf / people["board"]
    folder.mkdir(parents=True, exist_ok=True)
    lock = open(shelf / "lock", "w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise Trouble(
            "TABLE_BUSY",
            "another cardtable is playing at the virtual table; its match is untouched",
            "end it first, or set CARDTABLE_HOME to another folder",
            BUSY,
        ) from None
    process = subprocess.Popen(
        [sys.executable, "-m", "tablehost.virtual", str(folder), json.dumps(people)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )
    return Connection(port.PipePort(process), True, folder, lock)
