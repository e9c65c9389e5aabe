"""The boards a virtual table can have: the modules of boards/, loaded from their files."""

from __future__ import annotations

import importlib.util
from types import ModuleType

from tablehost import firmware_files


def load(name: str) -> ModuleType:
    """The module of the board `name`; LookupError if there is none."""
    spec = importlib.util.spec_from_file_location(f"boards.{name}", firmware_files.board_path(name))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def smallest(seats: int) -> str:
    """The board with the fewest pads at which so many can sit; the largest if none has enough."""
    pads = sorted((load(name).SEAT_PADS, name) for name in firmware_files.boards())
    return next((name for count, name in pads if count >= seats), pads[-1][1])
