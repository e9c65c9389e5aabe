"""What `cardtable flash` and `repl` say, and the trouble that they tell."""

from __future__ import annotations

from tablehost import messages
from tablehost.errors import Trouble

SAID = messages.Catalogue("flash")


def trouble(code: str, exit: int, **values: object) -> Trouble:
    """What the catalogue has under this code, as trouble with its hint."""
    return Trouble(code.upper().replace("-", "_"), SAID(code, **values), SAID(f"{code}-hint", **values), exit)
