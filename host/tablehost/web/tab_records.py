"""The journal of a match in a tab, in memory, and what its seed decides."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from cardtable.wire import proofs
from cardtable.wire.frames import SEAL, encode
from cardtable.wire.records import text_of
from tablehost.types import Values

BOOT = 1


class Records:
    """The journal of a table with one match: `raws` are the bytes of its records."""

    begun = False  # nothing is ever parked here

    def __init__(self) -> None:
        self.raws: list[bytes] = []
        self._head = proofs.NOTHING
        self._vault: list[tuple[str, Any]] = []

    def append(self, us: int, record: Values) -> int:
        """Append one record [kind, ...]; return its position."""
        at = len(self.raws)
        self.raws.append(encode([at, BOOT, at, us, *record])[: -SEAL - 1])
        self._head = proofs.linked(self._head, self.raws[-1])
        return at

    @property
    def head(self) -> bytes:
        """Return the head of the chain of records."""
        return self._head

    def append_head(self, us: int, stage: int) -> bytes:
        """Record the head of the chain at the end of a stage; return its 32 bytes."""
        at = len(self.raws)
        before = encode([at, BOOT, at, us, "head", stage, ""])[: -SEAL - 4]
        head: bytes = proofs.head(self._head, before)
        self.append(us, ["head", stage, text_of(head)])
        return head

    def keep_secrets(self, rows: Sequence[tuple[str, Any]]) -> None:
        """Put sealed values into the vault: (name, value) each."""
        self._vault += rows

    def rewrite_vault(self, rows: Sequence[tuple[str, Any]], fresh: bool = False) -> None:
        """Keep only these sealed."""
        self._vault = list(rows)

    def secrets(self) -> list[tuple[str, Any]]:
        """Return the content of the vault."""
        return list(self._vault)

    def open_stage(self, checkpoint: Values, fresh: bool = False) -> None:
        """Open a stage; no file is needed."""

    def set_under_way(self, begun: bool) -> None:
        """Nothing interrupts this match."""


def derive(seed: str, purpose: str) -> bytes:
    """Return 32 bytes of the seed, others for each purpose."""
    return sha256(f"{purpose} {seed}".encode()).digest()
