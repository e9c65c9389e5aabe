"""The events of a session with a table, each a value of named fields.

They come as tuples, see `cardtable.wire.host_session`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias, TypedDict

from tablehost.firmware.texts import restore_accents
from tablehost.journal import records
from tablehost.journal.store import Gap
from tablehost.people.asking import Displayed as Displayed
from tablehost.people.asking import Seen as Seen
from tablehost.types import Json


class Info(TypedDict, total=False):
    """The hello of a table; nothing before it."""

    version: list[int]
    uid: str
    boot: int
    lo: int
    hi: int
    firmware: str
    program: str
    caps: list[str]
    shadows: list[str]
    clock: list[int] | None
    display: bool | None  # whether one answers; older tables do not tell


class Greeted(NamedTuple):
    """A session with the table begins."""

    info: Info


class Came(NamedTuple):
    """The next record, and its bytes."""

    g: int
    told: records.Told
    raw: bytes


class Heartbeat(NamedTuple):
    """The state of the table. `hi`: its last record; `free`: bytes that it can still keep."""

    state: str
    hi: int
    free: int
    error: Json


class Result(NamedTuple):
    """The answer to a command. `accepted`: None if the table was restarted first."""

    number: int
    accepted: bool | None
    values: list[Json]


class OwnCards(NamedTuple):
    """The cards on the pads of seats that listen, as seat and card, for their players alone."""

    cards: Sequence[tuple[int, int | None]]


class Sensed(NamedTuple):
    """In service mode the tags on pads, None when the mode has ended, and masks of keys."""

    tags: list[str | None] | None
    down: int
    stuck: int
    is_open: bool


class Logged(NamedTuple):
    """A line of the table's log."""

    level: str
    text: str


class Printed(NamedTuple):
    """Console text of the table, or a damaged message."""

    text: str


class Lost(NamedTuple):
    """The table no longer answers."""


class Remark(NamedTuple):
    """A remark on this table, see `known_tables`."""

    text: str


Event: TypeAlias = (
    Greeted
    | Came
    | Gap
    | Heartbeat
    | Result
    | Seen
    | OwnCards
    | Displayed
    | Sensed
    | Logged
    | Printed
    | Lost
    | Remark
)


KEPT_BACK = "(kept back: it may name a card)"
# The message, or a part of it: nothing but its own characters, with or without the CRC at its end.
_OWN = re.compile(r'"own|^(?=.*\d)[][\d," nulow]+[\da-f]*$| [\da-f]{8}$')


def _may_name_a_card(text: str) -> bool:
    """Return True for what may be left of a message "own", which nothing keeps or shows but to its player."""
    return _OWN.search(text) is not None


def read(event: tuple[Any, ...]) -> Event | None:
    """Return the event of this tuple; None for one that ends the session."""
    match event:
        case ("hi", info):
            return Greeted(info)
        case ("record", g, (_, _, _, _, *told), raw):
            return Came(g, records.read(told), raw)
        case ("gap", first, last):
            return Gap(first, last)
        case ("state", *fields):
            return Heartbeat(*fields)
        case ("res", *fields):
            return Result(*fields)
        case ("see", *fields):
            return Seen(*fields[: len(Seen._fields)])
        case ("own", list(rows), *_):
            return OwnCards([(seat, card) for seat, card, *_ in rows])
        case ("say", str(code), str(text), *fields):
            return Displayed(code, restore_accents(text), *fields[: len(Displayed._fields) - 2])
        case ("raw", *fields):
            return Sensed(*fields[: len(Sensed._fields)])
        case ("log", str(level), str(text), *_):
            return Logged(level, restore_accents(text))
        case ("text", text):
            return Printed(KEPT_BACK if _may_name_a_card(text) else text)
        case ("damaged", text):
            return Printed(f"damaged message: {KEPT_BACK if _may_name_a_card(text) else text}")
        case ("lost",):
            return Lost()
    return None
