"""The schema of an exported match: every line, member, record and note, with its types, sizes and counts.

The shapes are those of `journal/schema.py`, those of a record those of the line, see `wire/table_shapes.py`.
Whether the match follows from the rules is judged by `journal/admission.py`.
"""

from __future__ import annotations

import json
import unicodedata
from datetime import datetime
from typing import Any

from cardtable.games import registry as games
from cardtable.wire import frames, table_shapes
from cardtable.wire.records import KINDS
from cardtable.wire.shapes import compiled, find_fault
from tablehost import messages
from tablehost.journal.schema import (
    Either,
    Flag,
    List,
    Map,
    Maybe,
    Members,
    Misfit,
    Number,
    OneOf,
    Shape,
    Text,
    Whole,
    check,
    misfit,
    short,
)
from tablehost.seats import find_twin, is_name
from tablehost.types import Json, Summary

SAID = messages.Catalogue("record")

SCHEMA = "cardtable/1"
MOST_SEATS = 10
MOST_CARDS = 400  # of a deck: a doubled pack with jokers has less than a third
LATEST = 2**53  # of positions and microseconds: whole in every reader of JSON


def is_time(text: str) -> bool:
    """Return True for a time of day as ISO 8601 has it, or nothing."""
    if not text:
        return True
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return text.isascii() and text.isprintable()


def _is_plain(text: str) -> bool:
    return text.isprintable()


class Plain(Shape):
    """A value that a frame can carry: a whole number, a printable text, a flag, null, or a list of these."""

    def check(self, value: object, where: str) -> None:
        if isinstance(value, list):
            for number, one in enumerate(value):
                self.check(one, f"{where}[{number}]")
        elif not isinstance(value, bool) and value is not None:
            SIMPLE.check(value, where)


SIMPLE = Either([Flag(), Whole(-LATEST, LATEST), Text(frames.FROM_TABLE, _is_plain, "printable")])
PLAIN = Plain()


class Anything(Shape):
    """A value that is checked elsewhere."""

    def check(self, value: object, where: str) -> None:
        pass


class Names(Shape):
    """The names of the players; no name twice. Those that are only alike were once taken, and are read."""

    def check(self, value: object, where: str) -> None:
        check(value, List(Text(24, is_name, "name"), MOST_SEATS, 1), where)
        twin = find_twin(value, _compose) if isinstance(value, list) else None
        if twin is not None:
            raise misfit(where, SAID("player-twice", name=twin))


def _compose(name: str) -> str:
    return unicodedata.normalize("NFC", name)


PLACE = Whole(0, LATEST)
WORD = Text(40, _is_plain, "printable")
CARD = Text(8, r"[A-Z0-9#]+", "card")
TIME = Text(40, is_time, "time")


class Head(Summary):
    """The first line of an exported match, as far as it is kept. `uid`: of the table."""

    uid: str


HEAD = Members(
    {
        "schema": OneOf([SCHEMA]),
        "kind": OneOf(["game"]),
        "uid": Text(40, r"[0-9A-Za-z_-]+", "table"),
        "rules": Text(40, r"[0-9A-Za-z.+-]+", "version"),
        "game": Text(40, lambda name: name in games.NAMES, "game"),
        "players": Names(),
        "options": Map(WORD, SIMPLE, 200),
        "seed": Maybe(Either([Whole(0, LATEST), Text(40, r"[0-9]+", "whole-as-text")])),
        "virtual": Flag(),
        "started": TIME,
        "finished": Maybe(TIME),
        "result": Maybe(Map(WORD, PLAIN, 20)),
    }
)
RECORD = List(PLAIN, frames.FROM_TABLE, 5)
# The lines behind the head, by kind. `check_record` and `check_note` look closer at two of them.
LINES: dict[str, Shape] = {
    "record": Members({"kind": WORD, "raw": Text(2 * frames.FROM_TABLE), "record": RECORD}),
    "gap": Members({"kind": WORD, "first": PLACE, "last": PLACE}),
    "note": Members({"kind": WORD, "after": Whole(-1, LATEST), "note": Anything()}),
    "end": Members({"kind": WORD, "records": PLACE, "checkpoint": Text(200)}),
}
# Notes of the computer on a match, by kind.
NOTES: dict[str, Shape] = {
    "deal": Members(
        {
            "kind": WORD,
            "day": Whole(0, 10_000),
            "hand": Whole(0, MOST_CARDS),
            "hands": List(List(CARD, MOST_CARDS), MOST_SEATS),
            "pool": List(CARD, MOST_CARDS),
        },
        {"after": Whole(-1, LATEST)},
    ),
    "faults": Members(
        {"kind": WORD, "asked": Map(WORD, Number(0, LATEST), 40)}, {"happened": Map(WORD, PLACE, 40)}
    ),
    "held": Members(
        {"kind": WORD, "seats": List(Whole(0, MOST_SEATS - 1), MOST_SEATS)}, {"names": List(WORD, MOST_SEATS)}
    ),
}
# The fields that a record begins with, and those behind its kind or behind the code of a note.
FRONT = compiled(table_shapes.MESSAGES["ev"])
FIELDS = {kind: compiled(row) for kind, row in table_shapes.RECORDS.items()}
KIND = OneOf(KINDS)
WHO = List(Either([Whole(0, MOST_SEATS), OneOf(["operator"])]), MOST_SEATS)
PART = List(Either([Whole(), WORD]), 2)
# What holds beyond that for the fields of notes that enter the open log.
TOLD_NOTES: dict[str, Shape] = {"pause": WHO, "resume": WHO, "fault": PART, "cured": PART}


def check_line(line: object) -> str:
    """Check a line behind the head; return its kind. Raises Misfit."""
    return _check_by_kind(line, LINES, "")


def check_note(note: object) -> None:
    """Check a note of the computer. Raises Misfit."""
    _check_by_kind(note, NOTES, "note")


def check_record(record: list[Json], raw: bytes) -> None:
    """Check a record and its bytes, as far as the engine does not judge them. Raises Misfit."""
    front, fields = record[:5], record[5:]
    _check_fields(FRONT, front)
    check(front[-1], KIND, "record[4]")
    kind = str(front[-1])
    if len(raw) > frames.FROM_TABLE:
        raise Misfit(SAID("record-too-long", raw=len(raw), most=frames.FROM_TABLE))
    if json.dumps(record, separators=(",", ":")).encode() != raw:
        raise Misfit(SAID("record-bytes-differ"))
    _check_fields(FIELDS[kind], fields, grows=True)
    if kind == "note":
        code, *told = fields
        check(code, WORD, "record[5]")
        row = FIELDS.get(f"note {code}")
        if row is not None:
            _check_fields(row, told)
        shape = TOLD_NOTES.get(str(code))
        if shape is not None:
            check(told, shape, "record[6:]")


def _check_fields(row: list[tuple[str, str, Any]], values: list[Json], grows: bool = False) -> None:
    """Check values by a row of the line; `grows`: more may follow. Raises Misfit."""
    fault = find_fault(row, values, grows)
    if fault is not None:
        raise misfit("record", SAID("record-field", name=fault[0]))


def _check_by_kind(value: object, shapes: dict[str, Shape], where: str) -> str:
    kind = value.get("kind") if isinstance(value, dict) else None
    shape = shapes.get(kind) if isinstance(kind, str) else None
    if shape is None:
        raise misfit(where, SAID("unknown-kind", kind=short(kind), kinds=", ".join(shapes)))
    check(value, shape, where)
    return str(kind)
