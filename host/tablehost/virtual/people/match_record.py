"""The match under way at the virtual table, as in its own journal: read from its files, never written.

The players of the virtual table keep their cards in files next to that journal (`people_file`) and compare
them with it here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from cardtable.controller.storage import files
from cardtable.controller.storage import journal as device
from cardtable.engine import match as matches
from cardtable.games import registry as games
from cardtable.wire.frames import encode
from cardtable.wire.records import ruled
from tablehost.types import Record, Values

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
    """The record in the files of the table that is kept in `folder`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: tuple[str, int] = ("", 0)
        self._found: UnderWay | None = None

    def under_way(self) -> UnderWay | None:
        """Return the match under way, None if there is none."""
        stages = sorted(self._stages())
        name = stages[-1].as_posix() if stages else ""
        now = (name, files.size(name))
        if now != self._read:
            self._read = now
            self._found = _under_way(stages[-1]) if stages else None
            if self._found is not None and self._found.judged < 0:
                self._found = self._with_judged(self._found)
        return self._found

    def parked(self, first: int) -> UnderWay | None:
        """Return the parked match that began at this position, None if none did."""
        for line in files.lines(f"{self._folder}/journal/{first:08d}.parked"):
            _, checkpoint, segments, stage, _ = files.frame(line)
            return self._with_judged(UnderWay(first, stage, -1, segments[-1], checkpoint, tuple(segments)))
        return None

    def _with_judged(self, match: UnderWay) -> UnderWay:
        """Return the same where no record in the file of its last stage is one that the rules know."""
        known = self.records(match.stage, match.last, match)
        return match._replace(judged=known[-1][0] if known else match.stage - 1)

    def records(self, first: int, last: int, match: UnderWay) -> Records:
        """Return the records of this match that the rules know from one position to another, both included,
        as far as they are there: position and [kind, ...].
        """
        found = []
        reader = self._reader()
        ends = match.earlier[1::2]
        begins = match.earlier[::2]
        for g in range(first, min(last, reader.hi_g) + 1):
            if ends and g <= ends[-1] and not any(a <= g <= z for a, z in zip(begins, ends, strict=True)):
                continue
            if ends and ends[-1] < g < match.now:
                continue
            record = reader.get(g)
            known = None if record is None else ruled(record[4:])
            if known is not None:
                found.append((g, known))
        reader.close()
        return found

    def line(self, g: int) -> str | None:
        """Return the record at this position as a line with its CRC, None if it is not there."""
        reader = self._reader()
        record = reader.get(g) if g >= 0 else None
        reader.close()
        return None if record is None else encode(["ev", *record]).decode()

    def _stages(self) -> list[Path]:
        return list((self._folder / "journal").glob("*.stage"))

    def _reader(self) -> Any:
        """Return a journal of the device that is not started, and so writes nothing."""
        reader = device.Journal(f"{self._folder}/")
        reader.stages = sorted(int(file.stem) for file in self._stages())
        reader.packs = sorted(int(file.stem) for file in (self._folder / "journal").glob("*.game"))
        if reader.stages:
            lines = files.lines(reader.name(reader.stages[-1]))
            reader.hi_g = reader.stages[-1] - 2 + sum(1 for _ in lines)
        return reader


def _under_way(file: Path) -> UnderWay | None:
    lines = files.lines(str(file))
    head = files.frame(next(lines, b"\n"))
    if head is None or head[0] != "stage" or len(head) < 5 or head[2] is None:
        return None
    name, revision = head[2][0], matches.revision_of(head[2])
    if name not in games.NAMES or revision != matches.current_revision(games.load(name)):
        return None  # a game of one's own that is gone, or other rules: the table does not go on with it
    stage = int(file.stem)
    judged, last, begun = stage - 1, stage - 1, head[4] != stage
    for line in lines:
        frame = files.frame(line)
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
