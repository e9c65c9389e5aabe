"""What this computer remembers of a table's board, journal and program, and says when they meet anew.

A table's id is that of its board, and where its files were made anew eight more digits behind a dash (see
docs/journal.md). A journal is known by the first record of its matches, which holds random digits.
"""

import json
from typing import Any

from tablehost import messages
from tablehost.journal import Journal
from tablehost.manifest import LACKING

SAID = messages.Catalogue("table")

DAMAGED = "damaged "  # how the keys of their counts of damaged messages begin
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
                return SAID("journal-on-other-board", uid=uid, other=other)
    return None


def heard_damaged(journal: Any, uid: str, count: int) -> None:
    """This table has said so many more messages whose values have not their shapes."""
    if count:
        journal.set_meta(DAMAGED + uid, str(damaged(journal, uid) + count))


def damaged(journal: Any, uid: str) -> int:
    """How many messages of this table were damaged, of all that this computer heard."""
    return int(journal.get_meta(DAMAGED + uid) or 0)


def changed(journal: Any, uid: str) -> bool:
    """Whether the table, since it was switched on, has found that its program is not what was put there."""
    g = journal.last_g(uid)
    while (body := journal.stored(uid, g)) is not None:
        values = json.loads(body)[4:]
        if values[0] == "boot" or values[:3] == ["note", "fault", "program-changed"]:
            return bool(values[0] == "note")
        g -= 1
    return False


def remarks(journal: Journal) -> list[str]:
    """What is to be said of the tables that this computer has met."""
    told = []
    for uid in journal.tables():
        if "-" in uid:
            told += [_anew(uid, other) for other in before(journal, uid) if len(other) < len(uid)]
        if journal.get_meta(MANIFEST + uid) == LACKING:
            told.append(_unchecked(uid))
        if damaged(journal, uid):
            told.append(SAID("has-sent-damaged", uid=uid, n=damaged(journal, uid)))
    return told


def _anew(uid: str, other: str) -> str:
    return SAID("board-with-new-files", uid=uid, other=other)


def _unchecked(uid: str) -> str:
    return SAID("no-manifest", uid=uid)
