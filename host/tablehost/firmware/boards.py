"""The boards of virtual tables: the modules of boards/, loaded from their files."""

from __future__ import annotations

import importlib.util
from types import ModuleType

from cardtable.drivers.reader_kinds import KINDS
from tablehost.firmware import firmware_files


def load(name: str) -> ModuleType:
    """Return the module of the board `name`; LookupError if there is none.

    `pico_6pads+pn532` is that board with readers of another kind on it, a row of `drivers/reader_kinds.py`.
    """
    name, _, reader = name.partition("+")
    if reader and reader not in KINDS:
        raise LookupError(f"no reader {reader!r}; there are: {', '.join(sorted(KINDS))}")
    spec = importlib.util.spec_from_file_location(f"boards.{name}", firmware_files.board_path(name))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if reader:
        module.READER = reader  # type: ignore[attr-defined]
    return module


def load_with_readers(name: str, reader: str | None) -> str:
    """Return the board `name` with readers of this kind, None for its own. LookupError if there is none."""
    if reader is None or load(f"{name}+{reader}").READER == load(name).READER:
        return name
    return f"{name}+{reader}"


def smallest(seats: int) -> str:
    """Return the board with the fewest pads at which so many can sit; the largest if none has enough."""
    pads = sorted((load(name).SEAT_PADS, name) for name in firmware_files.boards())
    return next((name for count, name in pads if count >= seats), pads[-1][1])
