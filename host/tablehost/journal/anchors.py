"""Anchors of a record: evidence from outside that the table wrote it.

Commitments, chain and signature of a record hold each other, but the owner of a whole record can compute all
of them again for other cards. So `verify` compares the record with data that a forger cannot change: the
records that this computer received from the table itself, six words that players noted, or a file in which
such words were kept. Words of the end hold the whole record. Words of an earlier head hold the records before
them and, where the match is over, also those up to its signature: its key was announced by the first record.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from cardtable.wire.proofs import WORDS
from tablehost import messages
from tablehost.errors import NOT_FOUND, USAGE, Trouble
from tablehost.journal.audit import Audit, Head
from tablehost.journal.gamefile import GameFile
from tablehost.journal.records import Entry
from tablehost.journal.store import Journal
from tablehost.text_files import encoding_of

SAID = messages.Catalogue("record")

_WORD = "[bdfghjklmnprstvz][aiou][bdfghjklmnprstvz][aiou][bdfghjklmnprstvz]"
_LABEL = r"(?: \[([^\s/\[\]]{1,64}/[0-9]{1,19})\])?"
_SIX = re.compile(rf"(?<![a-z])(?=((?:{_WORD}[ -]+){{{WORDS - 1}}}{_WORD})(?![a-z]){_LABEL})")
MOST = 1 << 20  # bytes read of a file with words


@dataclass(frozen=True)
class Anchor:
    """A comparison with evidence from outside the record.

    `text`: the evidence, and the result. `until`: the last record that it holds, -1: none. `is_wrong`: the
    record is another one than the anchored one.
    """

    text: str
    until: int = -1
    is_wrong: bool = False


def gather(
    audit: Audit, file: GameFile, words: list[str], path: str | None, journal: Journal | None
) -> list[Anchor]:
    """Return all anchors of a match.

    `words`: six, or none; `path`: of a file with words, if there is one. Raises Trouble.
    """
    found = [of_words(audit, " ".join(words))] if words else []
    if path is not None:
        found.append(of_file(audit, file.uid, Path(path)))
    here = None if journal is None else of_journal(audit, journal, file.uid, file.raws)
    return found if here is None else [*found, here]


def of_words(audit: Audit, words: str) -> Anchor:
    """Compare with the six words of a match, as noted at the table."""
    head = audit.head_of(words)
    if head is None:
        return Anchor(SAID("words-of-no-head"), is_wrong=True)
    return _of_head(audit, head, SAID("words-of-record", g=head.g, audit=_named(audit, head)))


def label_words(words: str, uid: str, first: int) -> str:
    """Return six words with the table and the first record of their match, as `of_file` reads them."""
    return f"{words} [{uid.lstrip('~')}/{first}]"


def of_file(audit: Audit, uid: str, path: Path) -> Anchor:
    """Compare with the words of a table in a file, among other text. `uid`: the table of the record. Raises
    Trouble.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MOST)
    except OSError as error:
        reason = messages.reason(error)
        raise Trouble(
            "NO_SUCH_FILE",
            SAID("no-such-file", path=path, reason=reason),
            SAID("which-file"),
            NOT_FOUND,
        ) from None
    text = data.decode(encoding_of(data), errors="replace").lower()
    noted: dict[str, set[str]] = {}  # words -> labels
    for six in _SIX.finditer(text):
        noted.setdefault(" ".join(re.split("[ -]+", six[1])), set()).add(six[2] or "")
    if not noted:
        raise Trouble(
            "NO_WORDS",
            SAID("no-words", path=path),
            SAID("no-words-hint"),
            USAGE,
        )
    found = [head for head in audit.heads if head.words in noted]
    if not found:
        return Anchor(SAID("anchor-of-no-head", path=path), is_wrong=True)
    head = found[-1]
    ours = {f"{uid}/{audit.first}".lower()}.union(*(noted[one.words] for one in found)) - {""}
    others = noted.keys() - {one.words for one in found}
    if any(noted[words] & ours for words in others):
        return Anchor(SAID("anchor-of-lost-head", path=path, g=head.g), is_wrong=True)
    if audit.end != audit.signed and any("" in noted[words] for words in others):
        return Anchor(SAID("anchor-may-be-lost", path=path, g=head.g), is_wrong=True)
    more = SAID("anchor-has-others", others=len(others)) if others else ""
    text = SAID("anchor-holds", path=path, g=head.g, audit=_named(audit, head), more=more)
    return _of_head(audit, head, text)


def of_journal(audit: Audit, journal: Journal, uid: str, raws: list[bytes]) -> Anchor | None:
    """Compare with the records that this computer received from the table of this `uid`; None if it has none
    of them.

    A difference is a fork, which `verify` reports.
    """
    until, count = -1, 0
    for raw in raws:
        g = _position(raw)
        stored = None if g is None else journal.stored(uid, g)
        if g is None or stored != raw:
            break
        until, count = g, count + 1
    if count == 0:
        return None
    whole = SAID("all-records") if until == audit.last else SAID("records-up-to", g=until)
    return Anchor(SAID("own-journal-anchors", whole=whole), until)


def end_of(anchors: list[Anchor]) -> int:
    """Return the last record that is held by any of them; -1 if they hold none, or one is wrong."""
    if any(anchor.is_wrong for anchor in anchors):
        return -1
    return max((anchor.until for anchor in anchors), default=-1)


def _position(raw: bytes) -> int | None:
    try:
        g = Entry.read(raw).g
    except (ValueError, TypeError, KeyError):
        return None
    return g if type(g) is int else None


def _named(audit: Audit, head: Head) -> str:
    if audit.over and head.g == audit.last:
        return SAID("end")
    return SAID("stage", stage=head.stage) if head.stage else SAID("beginning")


def _of_head(audit: Audit, head: Head, text: str) -> Anchor:
    """Return the anchor of words that belong to this head."""
    if not head.bound or any(finding.part in ("chain", "order") for finding in audit.findings):
        return Anchor(text)
    if head.g < audit.end and audit.end == audit.signed:
        return Anchor(SAID("signed-from-there", text=text, signed=audit.signed), audit.end)
    return Anchor(SAID("unchanged-before", text=text), head.g)
