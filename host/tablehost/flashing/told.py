"""The message catalogue of `cardtable flash` and `repl`, and their trouble."""

from __future__ import annotations

from tablehost import messages
from tablehost.errors import Trouble

SAID = messages.Catalogue("flash")


def trouble(code: str, exit: int, **values: object) -> Trouble:
    """Return the message of the catalogue with this code, as trouble with its hint."""
    return Trouble(code.upper().replace("-", "_"), SAID(code, **values), SAID(f"{code}-hint", **values), exit)
