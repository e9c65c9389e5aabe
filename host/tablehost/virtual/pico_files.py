"""The part of the module `os` that the firmware uses and Windows lacks, for the virtual table's process."""

from __future__ import annotations

import os
import shutil

_BLOCK = 4096


def provide() -> None:
    """Have `os` as on a Pico: a rename that replaces, and a file system that tells its size."""
    if not hasattr(os, "statvfs"):
        os.rename = os.replace
        os.statvfs = _statvfs  # type: ignore[assignment]


def _statvfs(folder: str) -> tuple[int, ...]:
    """Return the size of a block twice, the number of blocks, and twice the number of free ones."""
    disk = shutil.disk_usage(folder)
    free = disk.free // _BLOCK
    return _BLOCK, _BLOCK, disk.total // _BLOCK, free, free
