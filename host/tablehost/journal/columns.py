"""The columns of the journal's file: what a row of each table may hold. Anything else is damage."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from tablehost import messages
from tablehost.journal import game_schema, strict_json
from tablehost.journal.schema import (
    List,
    Map,
    Maybe,
    Misfit,
    Row,
    Shape,
    Text,
    Whole,
    check,
    misfit,
)

SAID = messages.Catalogue("record")


class InJson(NamedTuple):
    """A text that holds JSON; `check_inner` raises Misfit."""

    check_inner: Callable[[object], None]

    def check(self, value: object, where: str) -> None:
        check(value, TEXT, where)
        try:
            self.check_inner(strict_json.loads(str(value)))
        except (strict_json.Misread, Misfit) as wrong:
            raise misfit(where, str(wrong)) from None


class Bytes(Shape):
    """The bytes of a record."""

    def check(self, value: object, where: str) -> None:
        if not isinstance(value, bytes):
            raise misfit(where, SAID("not-bytes"))


def _in_json(shape: Shape) -> InJson:
    return InJson(lambda value: check(value, shape))


TEXT = Text(1 << 24, lambda text: text.isprintable(), "printable")
LINE = Text(1 << 24)  # of a table's console, or of JSON
WHOLE = Whole(-1)
RESULT = Map(game_schema.WORD, game_schema.Anything(), 200)
# The columns of each table that hold what tables and programs say; those without an id are all, in order.
SHAPES: dict[str, dict[str, Shape]] = {
    "tables": {
        "uid": TEXT,
        "virtual": WHOLE,
        "firmware": TEXT,
        "boot": WHOLE,
        "first_seen": game_schema.TIME,
        "last_seen": game_schema.TIME,
    },
    "ev": {"uid": TEXT, "g": WHOLE, "boot": WHOLE, "n": WHOLE, "us": WHOLE, "kind": TEXT, "body": Bytes()},
    "gaps": {"uid": TEXT, "first": WHOLE, "last": WHOLE},
    "games": {
        "id": WHOLE,
        "uid": TEXT,
        "game": TEXT,
        "players": _in_json(List(game_schema.WORD, game_schema.MOST_SEATS, 1)),
        "options": _in_json(Map(game_schema.WORD, game_schema.SIMPLE, 200)),
        "seed": Maybe(TEXT),
        "virtual": WHOLE,
        "started": game_schema.TIME,
        "finished": Maybe(game_schema.TIME),
        "first_g": WHOLE,
        "last_g": Maybe(WHOLE),
        "result": Maybe(_in_json(Maybe(RESULT))),
    },
    "notes": {"after_g": WHOLE, "json": InJson(game_schema.check_note)},
    "console": {"at": TEXT, "line": LINE},
    "clubs": {"name": TEXT, "number": WHOLE, "json": LINE},
    "meta": {"key": TEXT, "value": LINE},
}
FORK_ROWS = List(Row([WHOLE, game_schema.TIME, Maybe(LINE)]), 1 << 20)
UNKNOWN_GAMES = List(Row([WHOLE, TEXT]), 1 << 20)


def check_row(table: str, names: Sequence[str], row: Sequence[object]) -> None:
    """Check the columns of a row that was read. Raises Misfit, which names table, column and row."""
    for name, value in zip(names, row, strict=True):
        shape = SHAPES.get(table, {}).get(name)
        if shape is not None:
            check(value, shape, f"{table}.{name} ({names[0]} {row[0]!r})")
        if isinstance(value, str) and not value.isascii():
            _check_text(value, f"{table}.{name}")
    if table == "ev" and names[-1] == "body" and len(names) > 5:
        _check_body(row)


# Statements that write a row: each `?` is a column, before those of a condition.
_WRITING = re.compile(r"INSERT INTO (\w+)(?:\(([\w, ]+)\))? VALUES|UPDATE (\w+) SET (.*?)(?: WHERE|$)")


def check_written(statement: str, values: Sequence[object]) -> None:
    """Check the values of a statement that writes a row by the shapes of reading. Raises Misfit."""
    table, names = _written(statement)
    if names:
        check_row(table, names, values[: len(names)])


@lru_cache
def _written(statement: str) -> tuple[str, tuple[str, ...]]:
    """Return the table and the columns that a statement writes; no columns for another one."""
    found = _WRITING.match(statement)
    if found is None:
        return "", ()
    if found[3]:
        return found[3], tuple(re.findall(r"(\w+) = \?", found[4]))
    return found[1], tuple(found[2].split(", ") if found[2] else SHAPES[found[1]])


def _check_text(value: str, where: str) -> None:
    try:
        value.encode()
    except UnicodeEncodeError:
        raise misfit(where, SAID("json-not-utf8")) from None


def _check_body(row: Sequence[object]) -> None:
    """Compare the bytes of a record with its other columns."""
    body = row[-1]
    try:
        front = json.loads(body)[:5] if isinstance(body, bytes) else None
    except (ValueError, TypeError, KeyError, RecursionError):
        front = None
    if front != list(row[-6:-1]):
        raise misfit(f"ev.body (g {row[-6]})", SAID("no-record"))
