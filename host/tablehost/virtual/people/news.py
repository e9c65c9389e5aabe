"""News of the match, as players read it off the computer's screen: the facts of the table's records.

They are read on the line, before noise or a cut can damage them. Sealed values are handles there, so no
player learns more than all may know.
"""

from __future__ import annotations

from typing import Any

from cardtable.wire.frames import decode
from cardtable.wire.records import ruled
from tablehost.referee import open_log
from tablehost.referee.shadow import Shadow
from tablehost.types import Fields, Record

Records = list[tuple[int, Record]]


class Screen:
    """`records`: those of the match so far, by position, of which the people have read; they are added to."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._shadow = Shadow()
        self._part = b""
        for _, record in records:
            self._shadow.follow(record)

    @property
    def match(self) -> Any:
        """Return the match of the news, None before the first."""
        return self._shadow.match

    def hear(self, data: bytes) -> list[Fields]:
        """Read bytes from the table; return the new facts, by the names of their fields."""
        *lines, self._part = (self._part + data).split(b"\n")
        found = []
        for line in lines:
            frame = decode(line) if line.startswith(b'["ev",') else None
            record = None if frame is None else ruled(frame[5:])
            if frame is not None and record is not None:
                found += self.take(frame[1], record)
        return found

    def forget_line(self) -> None:
        """Drop the unfinished line: the table has lost its power."""
        self._part = b""

    def take(self, position: int, record: Record) -> list[Fields]:
        """Return a record that the rules know, [kind, ...]; the facts that are new."""
        if self._records and position <= self._records[-1][0]:
            return []  # a repeated record
        if record[0] == "start":
            self._records.clear()
            self._shadow = Shadow()
        elif not self._records:
            return []  # of an earlier match
        self._records.append((position, record))
        facts = self._shadow.follow(record)
        return [] if not facts else [open_log.raw(self._shadow.match.game, fact) for fact in facts]
