"""What this computer remembers of a table's board, journal and program, and says when they meet anew.

A table's id is that of its board, and where its files were made anew eight more digits behind a dash (see
docs/journal.md). A journal is known by the first record of its matches, which holds random digits.
"""

import json

from tablehost.journal import Journal
from tablehost.manifest import LACKING

MANIFEST = "manifest "  # how the keys of what the tables tell of their programs begin, before the id


def met(journal: Journal, uid: str, manifest: str) -> list[str]:
    """A table says who it is and what was put on it: what people should know of that, remembered here before
    `Journal.saw_table` is told.
    """
    if journal.get_meta(MANIFEST + uid) != manifest:
        journal.set_meta(MANIFEST + uid, manifest)
    told = []
    if uid not in journal.tables():
        told += [_anew(uid, other) for other in before(journal, uid)]
    if manifest == LACKING:
        told.append(_unchecked(uid))
    return told


def before(journal: Journal, uid: str) -> list[str]:
    """The other ids under which the board of this table is known."""
    board = uid.partition("-")[0]
    return [other for other in journal.tables() if other.partition("-")[0] == board and other != uid]


def moved(journal: Journal, uid: str, body: bytes) -> str | None:
    """What to say if this record of a table is one that another board has handed over, else None."""
    values = json.loads(body)
    if values[4] == "game":
        for other in journal.tables():
            if other != uid and journal.stored(other, values[0]) == body:
                return (
                    f"the journal of this table, {uid}, was that of {other} before: it lies on another board "
                    "now; its matches are here under both, each as it was handed over"
                )
    return None


def remarks(journal: Journal) -> list[str]:
    """What is to be said of the tables that this computer has met."""
    told = []
    for uid in journal.tables():
        if "-" in uid:
            told += [_anew(uid, other) for other in before(journal, uid) if len(other) < len(uid)]
        if journal.get_meta(MANIFEST + uid) == LACKING:
            told.append(_unchecked(uid))
    return told


def _anew(uid: str, other: str) -> str:
    return (
        f"the board of table {uid} is known as {other}: its files were made anew since; what was taken from "
        "it before is safe here, under that name"
    )


def _unchecked(uid: str) -> str:
    return (
        f"table {uid} has no manifest: it plays, but nobody can tell whether its program is the one that "
        "was put on it"
    )
