"""The records that the rules know, read into names: answers, corrections, beginning and end of a stage.

The bytes are those of `cardtable.engine.outputs.Record`; a table adds fields of its own behind them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tablehost.types import Json

# Place of the authors in the record of a correction.
BY = {"undo": 3, "amend": 4, "void": 2, "name": 3, "leave": 2, "end": 1, "back": 4}


class Correction(NamedTuple):
    """A correction, see `cardtable.engine.corrections` and, with a `stage` to go back to, `past_stage`.

    `what`: undo, amend, void, name, leave or end; `by`: who agreed; `answer`: the first one concerned;
    `beyond`: something that all had seen is taken back; `place`: a seat or pad; `card`: the name of one.
    """

    what: str
    by: list[Json]
    answer: int | None = None
    beyond: bool = False
    place: int | None = None
    card: int | None = None
    stage: int | None = None

    @classmethod
    def read(cls, fix: Json) -> Correction | None:
        """Return the correction of a record, None if it has another form."""
        if not isinstance(fix, list) or not fix or not isinstance(fix[0], str) or fix[0] not in BY:
            return None
        what, by = fix[0], fix[BY[fix[0]] :]
        numbers = [one if type(one) is int else None for one in [*fix[1:4], None, None, None]]
        first, second, third = numbers[:3]
        if (first is None and what not in ("void", "end")) or (what == "back" and third is None):
            return None
        match what:
            case "undo":
                return cls(what, by, answer=first, beyond=bool(second))
            case "amend":
                return cls(what, by, answer=first)
            case "name":
                return cls(what, by, place=first, card=second)
            case "leave":
                return cls(what, by, place=first)
            case "back":
                how = str(fix[2])
                return cls(how, by, answer=third, beyond=how == "undo", stage=first)
        return cls(what, by)


class Ruled(NamedTuple):
    """A record of one of the kinds start, answer, part, found, fix and end.

    `answered`: how many answers the stage had before it; `more`: what the table added.
    """

    kind: str
    stage: int
    answered: int
    value: Json
    digest: int
    more: list[Json]

    @classmethod
    def read(cls, record: Sequence[Json]) -> Ruled | None:
        """Return the record `[kind, ...]`; None if it has another kind or another form."""
        match record:
            case [
                "start" | "fix" | "end" as kind,
                int(stage),
                int(answered),
                list(values),
                int(digest),
                *more,
            ]:
                return cls(str(kind), stage, answered, values, digest, more)
            case ["answer" | "part" | "found" as kind, int(stage), int(answered), value, int(digest), *more]:
                return cls(str(kind), stage, answered, value, digest, more)
        return None

    @property
    def judged(self) -> list[Json]:
        """Return the part of the record that the rules judge."""
        return [self.kind, self.stage, self.answered, self.value, self.digest]

    @property
    def fields(self) -> list[Json]:
        """Return the value of a start, an end, or another record whose value is a list."""
        return self.value if isinstance(self.value, list) else []

    @property
    def correction(self) -> Correction | None:
        """Return the correction that this record is, None for another record."""
        return Correction.read(self.value) if self.kind == "fix" else None
