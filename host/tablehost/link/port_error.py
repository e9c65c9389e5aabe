"""The error of a port."""

from __future__ import annotations

from tablehost.errors import BUSY, LINK_LOST, NOT_FOUND, USAGE, Trouble

EXITS = {
    "NO_PYSERIAL": USAGE,
    "BAD_ADDRESS": USAGE,
    "NOT_FOUND": NOT_FOUND,
    "BUSY": BUSY,
    "NO_PERMISSION": BUSY,
    "LOST": LINK_LOST,
}


class PortError(Trouble):
    """A port that cannot be opened, or was lost. `code` is one of EXITS."""

    def __init__(self, code: str, message: str, hint: str) -> None:
        super().__init__(code, message, hint, EXITS[code])
