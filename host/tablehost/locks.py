"""Locks on files: one holder alone, or several at once. The system drops them when a program ends."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import IO

try:
    import fcntl
except ImportError:  # Windows
    import msvcrt

    _locking: Callable[[int, int, int], None] | None = getattr(msvcrt, "locking", None)
else:
    _locking = None

_ALONE = 2  # msvcrt.LK_NBLCK
_PLACES = 64  # bytes of a lock on Windows: one for each that shares it, all for one alone
_TRIES, _PAUSE_S = 50, 0.02


def lock(file: IO[str]) -> bool:
    """Lock an open file for this program alone, until it is closed; return False if another one has it."""
    if _locking is not None:
        return _lock_bytes(_locking, file, 0, _PLACES)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def share(file: IO[str]) -> None:
    """Lock an open file together with others that share it, until it is closed; wait for one that has it
    alone.
    """
    if _locking is None:
        fcntl.flock(file, fcntl.LOCK_SH)
        return
    for _ in range(_TRIES):  # who has it alone only looks whether it is shared
        if any(_lock_bytes(_locking, file, at, 1) for at in range(_PLACES)):
            return
        time.sleep(_PAUSE_S)


def _lock_bytes(locking: Callable[[int, int, int], None], file: IO[str], at: int, count: int) -> bool:
    file.seek(at)
    try:
        locking(file.fileno(), _ALONE, count)
    except OSError:
        return False
    return True
