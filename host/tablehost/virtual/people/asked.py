"""The ask that is open at the virtual table, by its own records."""

from __future__ import annotations

from tablehost.referee.open_ask import OpenAsk
from tablehost.referee.shadow import Shadow
from tablehost.virtual.people.match_record import MatchRecord


class RecordedAsk:
    """The `open` ask of the match under way in this record. `position`: of the last record that was
    followed.
    """

    def __init__(self, record: MatchRecord) -> None:
        self._record = record
        self.open = OpenAsk(Shadow())
        self._first = -1
        self.position = -1

    def follow(self) -> None:
        """Follow the records that are new."""
        match = self._record.under_way()
        if match is None:
            self.open, self._first = OpenAsk(Shadow()), -1
            return
        if (match.first != self._first) or match.judged < self.position:
            self.open, self._first, self.position = OpenAsk(Shadow()), match.first, match.first - 1
        if match.judged == self.position:
            return
        for position, record in self._record.records(self.position + 1, match.judged, match):
            self.open.follow(position, record)
        self.position = match.judged
