"""Copies of whole journals, from any database into any other one."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from tablehost.errors import CHECK_FAILED, USAGE
from tablehost.journal.databases import SAID, Database, JournalError, Rows
from tablehost.journal.store import Journal

# Every table, and the columns by which its rows are in order. Those that refer to others come later.
TABLES = {
    "tables": "uid",
    "ev": "uid, g",
    "gaps": "uid, first",
    "games": "id",
    "notes": "id",
    "console": "id",
    "clubs": "name, number",
    "meta": "key",
}


class Head(NamedTuple):
    """The end of one card table's records: how many there are, the position of the last one, and the SHA-256
    of all their bytes.
    """

    uid: str
    records: int
    last: int
    digest: str


class Copied(NamedTuple):
    """The result of a copy: rows of each table, heads, bytes of records, SHA-256 of all rows."""

    counts: dict[str, int]
    heads: list[Head]
    size: int
    digest: str


class _Summary(NamedTuple):
    rows: dict[str, tuple[int, str]]  # table -> number of rows, SHA-256
    heads: list[Head]
    size: int


def copy(source: Journal, target: Journal) -> Copied:
    """Copy all of a journal into an empty one, all of it or nothing.

    What was written is read again and compared before it is committed. Raises JournalError.
    """
    with source.database.snapshot() as old, target.database.transaction() as new:
        if any(_read(new, table)[1] for table in TABLES):
            raise JournalError(
                SAID("target-not-empty", path=target.place), SAID("target-not-empty-hint"), "EXISTS", USAGE
            )
        for table, order in TABLES.items():
            names, rows = _read(old, table)
            marks = ", ".join("?" for _ in names)
            new.execute_many(f"INSERT INTO {table}({', '.join(names)}) VALUES ({marks})", rows)
            if order == "id":
                new.continue_numbers(table)
        before, after = _summary(old), _summary(new)
        if before != after:
            wrong = next((name for name in TABLES if before.rows[name] != after.rows[name]), "ev")
            about = SAID("copy-differs", path=target.place, source=source.place, table=wrong)
            raise JournalError(about, SAID("copy-differs-hint"), "COPY_DIFFERS", CHECK_FAILED)
    counts = {table: count for table, (count, _) in after.rows.items()}
    digest = hashlib.sha256(repr(after.rows).encode()).hexdigest()
    return Copied(counts, after.heads, after.size, digest)


def _read(database: Database, table: str) -> tuple[list[str], Rows]:
    """Return the names of the columns of a table, and its rows in order."""
    return database.read(f"SELECT * FROM {table} ORDER BY {TABLES[table]}")


def _summary(database: Database) -> _Summary:
    """Return counts and digests of all rows, and the heads."""
    rows: dict[str, tuple[int, str]] = {}
    heads: dict[str, Head] = {}
    bodies: dict[str, list[tuple[int, bytes]]] = {}
    for table in TABLES:
        names, here = _read(database, table)
        rows[table] = (len(here), hashlib.sha256(repr(here).encode("utf-8", "surrogateescape")).hexdigest())
        for row in here if table == "ev" else ():
            uid, g, body = (row[names.index(name)] for name in ("uid", "g", "body"))
            assert isinstance(uid, str) and isinstance(g, int) and isinstance(body, bytes)
            bodies.setdefault(uid, []).append((g, body))
    for uid, records in bodies.items():
        digest = hashlib.sha256(b"\n".join(body for _, body in records)).hexdigest()
        heads[uid] = Head(uid, len(records), records[-1][0], digest)
    size = sum(len(body) for records in bodies.values() for _, body in records)
    return _Summary(rows, list(heads.values()), size)
