"""The records of a table, each read once into names: those of the rules, and those that it writes for itself.

What they mean: docs/reference/protocol.md, Records, and docs/reference/trust.md.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from cardtable.wire.records import ruled
from tablehost.referee.ruled import Ruled as Ruled
from tablehost.types import Json

# Codes of the notes that a table may write when no match is played.
IDLE = ("fault", "cured", "dropped", "repl", "deck", "service", "service-over")


class Boot(NamedTuple):
    """The table was switched on. `error`: the name of the error that had stopped it, None for none."""

    cause: str = "unknown"
    error: str | None = None


class Begun(NamedTuple):
    """The record "game": the terms of a match, and what the table commits itself to.

    `chain`: the chain before it; `signer`: the public key of the signature, None from older tables.
    """

    match: str = ""
    mode: str = ""
    policy: str = ""
    commitment: str = ""
    chain: str = ""
    signer: str | None = None
    more: Sequence[Json] = ()


class HeadTold(NamedTuple):
    """The record "head": the chain after a stage."""

    stage: int
    text: str
    more: Sequence[Json] = ()


class Rest(NamedTuple):
    """Leaves of values that stay hidden, by handle."""

    leaves: list[tuple[int, str]]


class Opened(NamedTuple):
    """The match is over: its key in hex, None if that is not agreed."""

    key: str | None


class Paused(NamedTuple):
    """A note: the match rests or goes on. `what`: pause or resume."""

    what: str
    by: list[Json]


class Fault(NamedTuple):
    """A note: a part of the table failed, or works again. `what`: fault or cured; `pad`: -1 for none."""

    what: str
    code: str
    pad: int


class Parked(NamedTuple):
    """A note: players have parked the match."""


class TakenUp(NamedTuple):
    """A note: the match that began at `first` goes on; `last`: its last record before, with its head."""

    first: int
    last: int
    head: str = ""
    chain: str = ""


class Listens(NamedTuple):
    """A note: the cards on the own pads of these seats are named to their players, by the computer."""

    seats: list[int]


class Dropped(NamedTuple):
    """A note: the parked match that began at `first` was given up."""

    first: int


class VaultLost(NamedTuple):
    """A note: the table lost its hidden values."""


class Signed(NamedTuple):
    """A note: the signature of the end."""

    text: str


class Other(NamedTuple):
    """A record of another kind or another form."""

    kind: str
    fields: list[Json]

    @property
    def judged(self) -> list[Json] | None:
        """Return the part of the record that the rules judge, None if its kind is one of the table's own."""
        return ruled([self.kind, *self.fields])


Note: TypeAlias = Paused | Fault | Listens | Parked | TakenUp | Dropped | VaultLost | Signed
Told: TypeAlias = Ruled | Boot | Begun | HeadTold | Rest | Opened | Note | Other


def read(record: Sequence[Json]) -> Told:
    """Return the record `[kind, ...]`."""
    known = Ruled.read(record)
    if known is not None:
        return known
    first, *fields = record
    kind = str(first)
    match [kind, *fields]:
        case ["boot", str(cause), str() | None as error, *_]:
            return Boot(cause, error)
        case ["boot", *_]:
            return Boot()
        case ["game", *told]:
            texts = [one for one in told[:6] if isinstance(one, str)]
            if len(texts) == len(told[:6]):
                return Begun(*texts)._replace(more=told[6:])
        case ["head", int(stage), str(text), *more]:
            return HeadTold(stage, text, more)
        case ["rest", list(rows)]:
            leaves = [(row[0], row[1]) for row in rows if isinstance(row, list) and len(row) == 2]
            named = [(n, text) for n, text in leaves if isinstance(n, int) and isinstance(text, str)]
            if len(named) == len(rows):
                return Rest(named)
        case ["opened", str() | None as key]:
            return Opened(key)
        case ["note", str(code), *more]:
            note = _note(code, more)
            if note is not None:
                return note
    return Other(kind, fields)


def _note(code: str, fields: list[Json]) -> Note | None:
    match [code, *fields]:
        case ["pause" | "resume", *by]:
            return Paused(code, by)
        case ["fault" | "cured", str(what), int(pad)]:
            return Fault(code, what, pad)
        case ["listens", list(seats)]:
            return Listens([seat for seat in seats if isinstance(seat, int)])
        case ["parked", *_]:
            return Parked()
        case ["taken-up", int(first), int(last)]:
            return TakenUp(first, last)
        case ["taken-up", int(first), int(last), str(head), str(chain)]:
            return TakenUp(first, last, head, chain)
        case ["dropped", int(first), *_]:
            return Dropped(first)
        case ["vault", *_]:
            return VaultLost()
        case ["signed", str(text)]:
            return Signed(text)
    return None


class Entry(NamedTuple):
    """A record with its place: its columns and, as `body`, the bytes [g, boot, n, us, kind, ...] that the
    table sent.
    """

    g: int
    boot: int
    n: int
    us: int
    kind: str
    body: bytes

    @classmethod
    def read(cls, body: bytes) -> Entry:
        """Return the record with these bytes. Raises ValueError if they are none."""
        g, boot, n, us, kind = json.loads(body)[:5]
        return cls(g, boot, n, us, kind, body)

    def values(self) -> list[Json]:
        """Return the whole record as a list."""
        values: list[Json] = json.loads(self.body)
        return values

    def told(self) -> Told:
        """Return what the record tells."""
        _, _, _, _, *told = self.values()
        return read(told)
