"""Drives a game's script: feed inputs, get records, facts, cues and the next prompt.

    inputs    ("laid", place, card) ("lifted", place) ("key", place, key) ("expired",)
    outputs   ("seal", handle, value)       for the vault only; always before the record that needs it
              ("record", [kind, stage, index, value, digest])
              ("fact", number, fact)        what anybody may know; numbered within the stage
              ("cue", code, ...)            a momentary sign
              ("refused", code, place)      nothing has changed
              ("retold", count)             after a correction: facts from `count` on are void

Record kinds: "start", "answer", "part", "fix", "end". The digest in a record covers the facts told
in the stage before it; the record "end" closes them and holds the checkpoint.

A referee that judges (the Pico's) has a vault and draws; a shadow has neither and is fed records.
"""

from .asks import HOLD_NO
from .cards import is_handle
from .course import Conflict as Conflict
from .course import Course


class Difference(Exception):
    """A record does not follow from the rules: which record, which field, and both values."""

    def __init__(self, record, field, recorded, expected):
        super().__init__(f"{field}: recorded {recorded}, expected {expected}")
        self.record = record
        self.field = field
        self.recorded = recorded
        self.expected = expected


class Referee(Course):
    """One match under the rules."""

    # -- inputs -----------------------------------------------------------------------------

    def start(self):
        """Open the first stage. Returns the outputs."""
        self._record("start", self._checkpoint, 0)
        self._open_stage()
        self._settle()
        return self._taken()

    def feed(self, event):
        """One input. Returns the outputs, in the order in which they must take effect."""
        kind = event[0]
        self._undone = None
        if kind == "key":
            self._key(event[1], event[2])
        elif kind == "lifted":
            self.picture.lifted(event[1])
        elif kind == "expired":
            self.picture.expired = True
        else:
            self.picture.laid(event[1], event[2])
            why = None if self.ask is None else self.ask.why_wrong(self.picture, self.table, event[1])
            if why:
                self._out.append(("refused", why, event[1]))
        self._settle()
        return self._taken()

    def _key(self, place, key):
        if self.ask is None:
            return
        if key == HOLD_NO:
            self._ask_void(place)
            return
        if self.void_asked_by is not None and place != self.void_asked_by:
            self.void_asked_by = None
        why = self.ask.refuses(self.picture, self.table, place, key)
        if why:
            self._out.append(("refused", why, place))
        else:
            self.picture.pressed(place, key)
            self.ask.latch(self.picture, self.table, place, key)

    def _ask_void(self, place):
        """A misdeal that cannot be put right: two seats hold NO, and the stage is void."""
        if self.void_asked_by is None:
            self.void_asked_by = place
            self._out.append(("cue", "void-asked", place))
        elif self.void_asked_by != place:
            self._void(["void", "misdeal", self.void_asked_by, place])

    def reopen(self, vault):
        """After a power cut: open the stage where the match stands; `vault` is what was still sealed."""
        for handle in vault:
            self.vault[handle] = vault[handle]
        self._open_stage()
        self._out.clear()

    def resume(self, found):
        """After following records: go on. `found`: (place, card) of all that lies on pads now."""
        for place, card in found:
            self.picture.found(place, card)
        if self._undone is not None:
            self._reopen()
        self._settle()
        return self._taken()

    def _taken(self):
        out = list(self._out)
        self._out.clear()
        return out

    def _settle(self):
        """Answer asks as long as the picture, or the vault, answers them."""
        while self.judges and not self.over and self._undone is None:
            if self.ask is None:
                self._end_stage()
                continue
            if self.ask.auto:
                self._answer(self.ask.decide(self.table, len(self.answers)))
                continue
            raw = self._judge()
            if raw is not None:
                self._answer(self.ask.seal(raw, self.table))
                continue
            part = self.ask.part(self.picture, self.table)
            if part is None:
                return
            part = self.ask.seal_part(part, self.table)
            self._record("part", part, self.table.digest)
            self._take_part(part)

    def _answer(self, answer):
        self._record("answer", answer, self.table.digest)
        self._take(answer)

    def _end_stage(self):
        stage = self.match.stage
        self._close_stage()
        self._record("end", self.match.state(), self.table.digest, stage)
        self._next_stage()

    def _record(self, kind, value, digest, stage=None):
        if stage is None:
            stage = self.match.stage
        self._out.append(("record", [kind, stage, len(self.answers), value, digest]))

    # -- corrections ------------------------------------------------------------------------

    def correct(self, fix):
        """Carry out a correction, record it. Raises Conflict: then nothing has changed.

        ["undo", i]            answer i, which players gave, and all later ones are dropped
        ["amend", i, raw]      answer i becomes `raw`, as players would have given it (a handle stands for
                               a card that stays sealed); all later answers must still fit
        ["void", why, ...]     the stage counts nothing and is played again

        Keys pressed and cards shown since the ask opened no longer count.
        """
        if self.ask is None:
            raise Conflict(0, "nothing-asked")
        if fix[0] == "void":
            self._void(fix)
        else:
            self._edit(fix)
        self.void_asked_by = None
        self._settle()
        return self._taken()

    def last_answer(self):
        """The number of the last answer that players gave, or None: what an undo takes back."""
        return self._last

    def _edit(self, fix):
        """Undo or amend: all of it, or nothing."""
        old, parts, picture, undone = self.answers, self.parts, self.picture, self._undone
        digest, handles = self.table.digest, self._next_handle
        self.picture = picture.copy()
        self._undone = None
        try:
            if fix[0] == "undo":
                self._undo(fix[1])
            elif fix[1] not in range(len(old)):
                raise Conflict(fix[1], "no-such-answer")
            else:
                self._replay(old, fix[1], fix[2])
        except Conflict:
            self._replay(old)
            self._out.clear()
            self.parts, self.picture, self._undone = parts, picture, undone
            for handle in range(handles, self._next_handle):
                del self.vault[handle]
            self._next_handle = handles
            raise
        if fix[0] == "amend":
            changed = [[i, self.answers[i]] for i in range(len(old)) if self.answers[i] != old[i]]
            fix = ["amend", fix[1], changed]
        out = self._taken()
        self._out.extend([one for one in out if one[0] == "seal"])
        self._out.append(("record", ["fix", self.match.stage, len(old), fix, digest]))
        self._out.extend([one for one in out if one[0] != "seal" and one[0] != "cue"])

    def _void(self, fix):
        stage = self.match.stage
        self._undone = None
        self._record("fix", fix, self.table.digest)
        self._void_match(fix[1])
        self._close_stage()
        self._record("end", self.match.state(), self.table.digest, stage)
        self._next_stage()

    # -- following records ------------------------------------------------------------------

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

    # -- what is awaited --------------------------------------------------------------------

    def prompt(self):
        """(what, args, tasks by seat, verdicts by place) of the ask that is open, or None.

        A value: computing it twice, or after a power cut, does no harm.
        """
        return None if self.ask is None else self.ask.prompt(self.picture, self.table)

    def verdict(self, place):
        """The verdict on one place, as `prompt` has it; None if nothing is asked."""
        return None if self.ask is None else self.ask.verdict(self.picture, self.table, place)


def _same(record, field, recorded, expected):
    if recorded != expected:
        raise Difference(record, field, recorded, expected)
