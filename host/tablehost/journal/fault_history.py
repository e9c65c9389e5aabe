"""The faults that a table has on record: those that are open, and how often there was each."""

from __future__ import annotations

from typing import TypeAlias

from tablehost.journal.records import Boot, Fault, Told

NOTICES = ("slower-wires", "weak-antenna", "failing-tag")  # of parts that still work: noted, not cured
Part: TypeAlias = tuple[str, int]  # the code of a fault and its pad, -1 for none


class FaultHistory:
    """`open`: since which record; `counts`: how often; `last`: the record that told it last; by part each."""

    def __init__(self) -> None:
        self.open: dict[Part, int] = {}
        self.counts: dict[Part, int] = {}
        self.last: dict[Part, int] = {}

    def take(self, g: int, told: Told) -> bool:
        """Take the next record; return True if it changed anything."""
        if isinstance(told, Boot):
            self.open.clear()  # present faults are noted again
        elif isinstance(told, Fault):
            part = (told.code, told.pad)
            if told.what == "fault":
                self.open[part] = self.last[part] = g
                self.counts[part] = self.counts.get(part, 0) + 1
            else:
                self.open.pop(part, None)
        return isinstance(told, (Boot, Fault))
