"""A stage followed record by record, as another referee wrote them, or this one before a power cut."""

from .ask import IMPOSSIBLE
from .cards import is_handle
from .course import Conflict, Course


class Difference(Exception):
    """A record does not follow from the rules: which record, which field, and both values."""

    def __init__(self, record, field, recorded, expected):
        super().__init__(f"{field}: recorded {recorded}, expected {expected}")
        self.record = record
        self.field = field
        self.recorded = recorded
        self.expected = expected


class Follower(Course):
    """Runs the script over records and says the first thing in them that does not follow from the rules."""

    def _taken(self):
        out = list(self._out)
        self._out.clear()
        return out

    def follow(self, record):
        """Take over one record, made by another referee or before a power cut. Returns the outputs.

        Raises Difference if the record does not follow from the rules.
        """
        kind, stage, index, value, digest = record
        self._undone = None
        if self.over:
            raise Difference(record, "kind", kind, "nothing: the match is over")
        if self.table is None:
            _same(record, "kind", kind, "start")
            _same(record, "value", value, self._checkpoint)
        _same(record, "stage", stage, self.match.stage)
        _same(record, "index", index, len(self.answers))
        _same(record, "digest", digest, 0 if self.table is None else self.table.digest)
        if self.table is None:
            self._open_stage()
        elif self.ask is None:
            _same(record, "kind", kind, "end")
            self._close_stage()
            _same(record, "value", value, self.match.state())
            self._next_stage()
        elif kind == "answer":
            self._follow_answer(record)
        elif kind == "part":
            self._must_fit(record, self.ask.fits_part(value, self.picture, self.table))
            self._see(record, value)
            self._take_part(value)
        elif kind == "found":
            self._must_fit(record, _why_not_found(value, index))
            self._take_found(value)
        elif kind == "fix":
            self._follow_fix(record)
        else:
            raise Difference(record, "kind", kind, "an answer to " + self.ask.what)
        return self._taken()

    def _follow_answer(self, record):
        answer = record[3]
        why = self.ask.fits(answer, self.table)
        if why is None and self.parts:
            why = self.ask.fits_parts(answer, self.picture)
        self._must_fit(record, why)
        if not self.ask.auto:
            self._see(record, answer)
        self._take(answer)
        self._must_fit(record, self.table.fault)

    def _follow_fix(self, record):
        fix = record[3]
        if not isinstance(fix, list) or len(fix) < 2 or fix[0] not in ("undo", "amend", "void"):
            raise Difference(record, "value", fix, "undo, amend or void")
        if fix[0] == "void":
            # The record "end" that follows closes the void stage: nothing is asked till then.
            self._void_match(fix[1])
            self.ask = None
            return
        try:
            if fix[0] == "undo":
                self._undo(fix[1])
                return
            answers = list(self.answers)
            for i, answer in fix[2]:
                answers[i] = answer
                self._see(record, answer)
            self._replay(answers)
        except Conflict as conflict:
            raise Difference(record, "value", fix, conflict.code)
        except (IndexError, TypeError, ValueError):
            raise Difference(record, "value", fix, "shape")
        self._must_fit(record, self.table.fault)

    def _must_fit(self, record, why):
        if why:
            raise Difference(record, "value", record[3], why)

    def _see(self, record, value):
        """Handles are given in their order and never twice, also after a power cut."""
        if isinstance(value, list):
            for item in value:
                self._see(record, item)
        elif isinstance(value, int) and is_handle(value) and value >= self._next_handle:
            _same(record, "value", value, self._next_handle)
            self._next_handle = value + 1


def _why_not_found(value, index):
    if not isinstance(value, list) or len(value) != 3 or value[1] not in IMPOSSIBLE:
        return "shape"
    return None if value[2] is None or value[2] in range(index) else "no-such-answer"


def _same(record, field, recorded, expected):
    if recorded != expected:
        raise Difference(record, field, recorded, expected)
