"""News of the match, as people read it off the computer's screen: the facts that the table's records tell.

They are heard on the line, before noise or a cut can spoil them. What is still sealed is a handle there, so
nobody learns more than all may know.
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
        """The match that is told of, None before the first."""
        return self._shadow.match

    def hear(self, data: bytes) -> list[Fields]:
        """The table says this; the facts that are new, by the names of their fields."""
        *lines, self._part = (self._part + data).split(b"\n")
        found = []
        for line in lines:
            frame = decode(line) if line.startswith(b'["ev",') else None
            record = None if frame is None else ruled(frame[5:])
            if frame is not None and record is not None:
                found += self.take(frame[1], record)
        return found

    def forget_line(self) -> None:
        """The table has lost its power in the middle of what it said."""
        self._part = b""

    def take(self, position: int, record: Record) -> list[Fields]:
        """A record that the rules know, [kind, ...]; the facts that are new."""
        if self._records and position <= self._records[-1][0]:
            return []  # it was said before
        if record[0] == "start":
            self._records.clear()
            self._shadow = Shadow()
        elif not self._records:
            return []  # of an earlier match
        self._records.append((position, record))
        facts = self._shadow.follow(record)
        return [] if not facts else [open_log.raw(self._shadow.match.game, fact) for fact in facts]
