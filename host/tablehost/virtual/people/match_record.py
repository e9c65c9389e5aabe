"""The match under way at the virtual table, as in its own journal: read there, never written.

The players of the virtual table keep their cards in files next to that journal (`people_file`) and compare
them with it here.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from cardtable.controller.storage import journal as device
from cardtable.controller.storage.lines import read_frame
from cardtable.engine import match as matches
from cardtable.games import registry as games
from cardtable.wire.frames import encode
from cardtable.wire.records import ruled
from tablehost.types import Record, Values
from tablehost.virtual.chips.flash import load_copy

Records = list[tuple[int, Record]]


class UnderWay(NamedTuple):
    """A match: `first`, the position where it begins; `stage`, of its last stage; `judged`, the position of
    the last record that the rules know, the one before the stage if there is none in it yet; `last`: of the
    last record of any kind; `checkpoint`: where its last stage begins; `earlier`: first and last position of
    each stretch in which it was played before it was parked, flat.
    """

    first: int
    stage: int
    judged: int
    last: int
    checkpoint: Values
    earlier: tuple[int, ...] = ()
    now: int = 0  # where the present stretch begins

    @property
    def match(self) -> Any:
        """Return the engine's match as it was when its last stage began."""
        return matches.load(games.load(self.checkpoint[0]), self.checkpoint)


class MatchRecord:
    """The record in the journal of the table that is kept in `folder`.

    `running`: returns the journal of the running firmware, None if none runs; then a copy of what is in the
    folder is read.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.running: Callable[[], Any] = lambda: None
        self._read: tuple[Any, int] = (None, -1)
        self._found: UnderWay | None = None

    def _journal(self) -> Any:
        kept = self.running()
        if kept is None:
            kept = device.Journal(load_copy(self._folder))
            kept.start()
        return kept

    def under_way(self) -> UnderWay | None:
        """Return the match under way, None if there is none."""
        journal = self._journal()
        now = (journal, journal.hi())
        if now != self._read:
            self._read = now
            self._found = _under_way(journal) if journal.stages else None
            if self._found is not None and self._found.judged < 0:
                self._found = self._with_judged(self._found)
        return self._found

    def parked(self, first: int) -> UnderWay | None:
        """Return the parked match that began at this position, None if none did."""
        line = self._journal().first_line(first, "parked")
        if line is None:
            return None
        _, checkpoint, segments, stage, _ = line
        return self._with_judged(UnderWay(first, stage, -1, segments[-1], checkpoint, tuple(segments)))

    def _with_judged(self, match: UnderWay) -> UnderWay:
        """Return the same where no record in the file of its last stage is one that the rules know."""
        known = self.records(match.stage, match.last, match)
        return match._replace(judged=known[-1][0] if known else match.stage - 1)

    def records(self, first: int, last: int, match: UnderWay) -> Records:
        """Return the records of this match that the rules know from one position to another, both included,
        as far as they are there: position and [kind, ...].
        """
        found = []
        journal = self._journal()
        ends = match.earlier[1::2]
        begins = match.earlier[::2]
        for g in range(first, min(last, journal.hi()) + 1):
            if ends and g <= ends[-1] and not any(a <= g <= z for a, z in zip(begins, ends, strict=True)):
                continue
            if ends and ends[-1] < g < match.now:
                continue
            record = journal.get(g)
            known = None if record is None else ruled(record[4:])
            if known is not None:
                found.append((g, known))
        return found

    def line(self, g: int) -> str | None:
        """Return the record at this position as a line with its CRC, None if it is not there."""
        record = self._journal().get(g) if g >= 0 else None
        return None if record is None else encode(["ev", *record]).decode()


def _under_way(journal: Any) -> UnderWay | None:
    stage = journal.stages[-1]
    found = journal.lines(stage)
    head = read_frame(next(found))
    if head[2] is None:
        return None
    name, revision = head[2][0], matches.revision_of(head[2])
    if name not in games.NAMES or revision != games.load(name).REVISION:
        return None  # a game of one's own that is gone, or other rules: the table does not go on with it
    judged, last, begun = stage - 1, stage - 1, head[4] != stage
    for line in found:
        frame = read_frame(line)
        last = frame[1]
        if ruled(frame[5:]) is not None:
            judged, begun = last, True
    match = matches.load(games.load(head[2][0]), head[2])
    earlier = tuple(head[5]) if len(head) > 5 else ()
    if not (begun or earlier) or match.closed or match.game.next_stage(match) is None:
        return None
    if len(head) > 6 and judged < stage:
        judged = -1  # it is in an earlier stretch
    first = earlier[0] if earlier else head[4]
    return UnderWay(first, head[6] if len(head) > 6 else stage, judged, last, head[2], earlier, head[4])
