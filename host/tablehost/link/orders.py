"""Orders: commands from other processes to the program at a table, `cardtable play` or `cardtable keep`.

A table of the journal's file is the mailbox: `cardtable say` inserts an order with the id of its card table.
The program there polls it a few times a second, carries it out and writes the answer to its row. A lock for
each card table shows whether a program is at it.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, TypedDict

from tablehost import folders, locks, messages, types
from tablehost.errors import UNEXPECTED, Trouble
from tablehost.folders import home
from tablehost.journal.databases import BUSY_S, journal_error
from tablehost.journal.store import now
from tablehost.types import Json, Word

SAID = messages.Catalogue("table")

SCHEMA = """
CREATE TABLE IF NOT EXISTS mailbox(
    id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, uid TEXT NOT NULL, command TEXT NOT NULL,
    taken TEXT, answer TEXT)
"""
LOOK_S = 0.1  # between two looks for an answer


class Answer(TypedDict, total=False):
    """The answer to an order: with `ok` all below it, else `code` and what it is `against`."""

    ok: bool
    code: str
    against: Json
    record: int
    did: list[Json]
    answers: int
    asked: str | None
    wrong: list[int]


class Orders:
    """The mailbox in the file `path`, that of the journal where it is one. Raises JournalError."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._db = sqlite3.connect(
                path, timeout=BUSY_S, isolation_level=None, check_same_thread=False
            )  # as in journal/databases.py
            self._db.execute(SCHEMA)
        except sqlite3.Error as error:
            raise journal_error(path, error) from error

    def _do(self, query: str, *values: int | str | None) -> list[Any]:
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise journal_error(self._path, error) from error

    def put(self, uid: str, command: Sequence[int | str]) -> int:
        """Ask for a command of the table `uid`; return the number of the order."""
        rows: list[tuple[int]] = self._do(
            "INSERT INTO mailbox(at, uid, command) VALUES (?, ?, ?) RETURNING id",
            now(),
            uid,
            json.dumps(list(command)),
        )
        return rows[0][0]

    def take(self, uid: str) -> tuple[int, list[Word]] | None:
        """Take the oldest order for the table `uid` that is not taken yet; return None if there is none."""
        rows: list[tuple[int, str]] = self._do(
            "UPDATE mailbox SET taken = ? WHERE id ="
            " (SELECT min(id) FROM mailbox WHERE taken IS NULL AND uid = ?) RETURNING id, command",
            now(),
            uid,
        )
        for order, command in rows:
            words: list[Word] = json.loads(command)
            return order, words
        return None

    def answer(self, order: int, answer: Answer) -> None:
        """Write the result of an order."""
        self._do("UPDATE mailbox SET answer = ? WHERE id = ?", json.dumps(answer), order)

    def wait(self, order: int, seconds: float) -> Answer | None:
        """Return the answer; None if none came in time: then the order is withdrawn, unless it is taken."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            rows: list[tuple[str | None]] = self._do("SELECT answer FROM mailbox WHERE id = ?", order)
            for (text,) in rows:
                if text is not None:
                    found: Answer = json.loads(text)
                    return found
            time.sleep(LOOK_S)
        self._do("DELETE FROM mailbox WHERE id = ? AND taken IS NULL", order)
        return None

    def forget_old(self, uid: str) -> None:
        """Delete the orders for this table from before: a new play carries out none of them."""
        self._do("DELETE FROM mailbox WHERE uid = ? AND (taken IS NULL OR answer IS NOT NULL)", uid)

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def form_answer(accepted: bool, answer: types.Answer) -> Answer:
    """Return the table's answer as an answer to an order."""
    if not accepted:
        return {"ok": False, "code": answer.code, "against": answer.detail}
    match answer.detail:
        case [int(g), list(did), int(answers), str() | None as asked, list(places), *_]:
            wrong = [place for place in places if isinstance(place, int)]
            return {"ok": True, "record": g, "did": did, "answers": answers, "asked": asked, "wrong": wrong}
    raise ValueError(answer.detail)  # no table answers so, see `cardtable.wire.table_shapes`


def playing(uid: str) -> IO[str]:
    """Take the lock that shows that a program is at table `uid`, as long as the returned file stays open."""
    lock = open_lock(f"playing-{uid}")
    locks.share(lock)
    return lock


def is_playing(uid: str) -> bool:
    """Return True if a program of this home is at table `uid`."""
    if not _path_of_lock(f"playing-{uid}").exists():
        return False
    with open_lock(f"playing-{uid}", "r") as lock:
        return not locks.lock(lock)


def _path_of_lock(name: str) -> Path:
    return home() / f"{name}.lock"


def open_lock(name: str, mode: str = "w") -> IO[str]:
    """Open the file of a lock. Raises Trouble: it is a folder, a pipe or the like, or cannot be made.

    `mode`: "r" where it is only looked at, which a disk that cannot be written allows.
    """
    path = _path_of_lock(name)
    try:
        folders.make(home())
        if path.exists() and not path.is_file():  # to open a pipe would wait for ever
            raise Trouble("NO_LOCK", SAID("lock-is-no-file", path=path), SAID("lock-hint"), UNEXPECTED)
        return open(path, mode)
    except OSError as error:
        reason = messages.reason(error)
        about = SAID("lock-not-made", path=path, reason=reason)
        raise Trouble("NO_LOCK", about, SAID("lock-hint"), UNEXPECTED) from error
