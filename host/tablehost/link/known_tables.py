"""The registry of known tables: warnings when a table's board, journal or program has changed since it was
last seen.

A table's id is that of its board, and after its files were created again eight more digits follow a dash (see
docs/reference/journal.md). A journal is recognised by the first record of its matches, which holds random
digits.
"""

from typing import Protocol

from tablehost import messages
from tablehost.firmware.program import LACKING
from tablehost.journal.records import Entry

SAID = messages.Catalogue("table")

DAMAGED = "damaged "  # how the keys of their counts of damaged messages begin
PROGRAM = "manifest "  # prefix of the keys of the tables' program digests, before the id


class Memory(Protocol):
    """The part of a journal that remembers tables."""

    def get_meta(self, key: str) -> str | None:
        """Return a small lasting value."""

    def set_meta(self, key: str, value: str) -> None:
        """Keep a small lasting value."""

    def tables(self) -> list[str]:
        """Return the ids of the tables that ever sent a hello."""

    def stored(self, uid: str, g: int) -> bytes | None:
        """Return the bytes of record g, None if there is none."""


def remember_program(journal: Memory, uid: str, program: str) -> list[str]:
    """Remember the id and program of a table; return the remarks for the user. Call it before
    `Journal.remember_table`.
    """
    if journal.get_meta(PROGRAM + uid) != program:
        journal.set_meta(PROGRAM + uid, program)
    told = []
    if uid not in journal.tables():
        told += [_other_files(uid, other) for other in find_other_ids(journal, uid)]
    if program == LACKING:
        told.append(_unchecked(uid))
    return told


def find_other_ids(journal: Memory, uid: str) -> list[str]:
    """Return the other ids under which the board of this table is known."""
    board = uid.partition("-")[0]
    return [other for other in journal.tables() if other.partition("-")[0] == board and other != uid]


def moved_remark(journal: Memory, uid: str, body: bytes) -> str | None:
    """Return the remark if this record of a table is one that another board has handed over, else None."""
    record = Entry.read(body)
    if record.kind == "game":
        for other in journal.tables():
            if other != uid and journal.stored(other, record.g) == body:
                return SAID("journal-on-other-board", uid=uid, other=other)
    return None


def add_damaged(journal: Memory, uid: str, count: int) -> None:
    """Count this many more messages of the table whose values do not have their shapes."""
    if count:
        journal.set_meta(DAMAGED + uid, str(count_damaged(journal, uid) + count))


def count_damaged(journal: Memory, uid: str) -> int:
    """Return the number of damaged messages that this computer received from the table."""
    known = journal.get_meta(DAMAGED + uid) or "0"
    return int(known) if known.isascii() and known.isdecimal() and len(known) < 16 else 0


def remarks(journal: Memory) -> list[str]:
    """Return the remarks on the tables that this computer has met."""
    told = []
    for uid in journal.tables():
        if "-" in uid:
            told += [
                _other_files(uid, other) for other in find_other_ids(journal, uid) if len(other) < len(uid)
            ]
        if journal.get_meta(PROGRAM + uid) == LACKING:
            told.append(_unchecked(uid))
        if count_damaged(journal, uid):
            told.append(SAID("has-sent-damaged", uid=uid, n=count_damaged(journal, uid)))
    return told


def _other_files(uid: str, other: str) -> str:
    return SAID("board-with-new-files", uid=uid, other=other)


def _unchecked(uid: str) -> str:
    return SAID("no-digest", uid=uid)
