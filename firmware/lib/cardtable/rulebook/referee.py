"""Drives a game's script: feed inputs, get records, facts, cues and the next prompt.

    inputs    ("laid", place, card) ("found", place, card) ("lifted", place) ("key", place, key) ("expired",)
    outputs   ("seal", handle, value)       for the vault only; always before the record that needs it
              ("record", [kind, stage, index, value, digest])
              ("fact", number, fact)        what anybody may know; numbered within the stage
              ("cue", code, ...)            a momentary sign
              ("refused", code, place)      nothing has changed
              ("retold", count)             after a correction: facts from `count` on are void

Answers are what is recorded. Resume, undo and amend are one mechanism: run the script again over
the (edited) answers. Record kinds: "start", "answer", "part", "fix", "end". The digest in a record
covers the facts told in the stage before it; the record "end" closes them and holds the checkpoint.

A referee that judges (the Pico's) has a vault and draws; a shadow has neither and is fed records.
"""

from . import match as matches
from .asks import HOLD_NO
from .cards import HANDLE, is_handle
from .picture import Picture
from .table import Table


class Difference(Exception):
    """A record does not follow from the rules: which record, which field, and both values."""

    def __init__(self, record, field, recorded, expected):
        Exception.__init__(self, f"{field}: recorded {recorded}, expected {expected}")
        self.record = record
        self.field = field
        self.recorded = recorded
        self.expected = expected


class Conflict(Exception):
    """A correction that later answers do not fit; `index` is the first of them, `code` says why."""

    def __init__(self, index, code):
        Exception.__init__(self, f"answer {index} no longer fits: {code}")
        self.index = index
        self.code = code


class Referee:
    """One match under the rules. `judges`: whether this referee decides or only follows records.

    `draw(stage, index, n)` gives the committed chance; needed where `judges` is true.
    """

    def __init__(self, match, judges=True, draw=None):
        self.game = match.game
        self.judges = judges
        self.picture = Picture()
        self.vault = {} if judges else None
        self.answers = []
        self.parts = []
        self.match = match
        self.table = None
        self.ask = None
        self.over = False
        self.void_asked_by = None
        self._draw = draw
        self._next_handle = HANDLE
        self._out = []
        self._script = None
        self._checkpoint = match.dump()
        self._held = False

    # -- inputs -----------------------------------------------------------------------------

    def start(self):
        """Open the first stage. Returns the outputs."""
        self._record("start", self._checkpoint, 0)
        self._open_stage()
        self._settle()
        return self._taken()

    def feed(self, event):
        """One input. Returns the outputs; the order is the order in which they must take effect."""
        kind = event[0]
        self._held = False
        if kind == "key":
            self._key(event[1], event[2])
        elif kind == "lifted":
            self.picture.lifted(event[1])
        elif kind == "expired":
            self.picture.expired = True
        else:
            if kind == "laid":
                self.picture.laid(event[1], event[2])
            else:
                self.picture.found(event[1], event[2])
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

    def _ask_void(self, place):
        """A misdeal that cannot be put right: two seats hold NO, and the stage is void [A46]."""
        if self.void_asked_by is None:
            self.void_asked_by = place
            self._out.append(("cue", "void-asked", place))
        elif self.void_asked_by != place:
            self._fix(["void", "misdeal", self.void_asked_by, place])

    def resume(self, found):
        """After following records: go on. `found`: (place, card) of all that lies on the pads now."""
        for place, card in found:
            self.picture.found(place, card)
        self._settle()
        return self._taken()

    def _taken(self):
        out = list(self._out)
        self._out.clear()
        return out

    # -- the course of a stage --------------------------------------------------------------

    def _open_stage(self):
        self.answers = []
        self.parts = []
        self._run()

    def _run(self):
        """Begin the stage anew from its checkpoint, up to the first ask."""
        self.match = matches.load(self.game, self._checkpoint)
        script = self.game.next_stage(self.match)
        self.void_asked_by = None
        if script is None:
            self.over = True
            self.ask = None
            self.table = None
            return
        deck = self.game.deck(self.match.seats, self.match.options)
        self.table = Table(
            self.match, deck, self.vault, self._out, self._chance if self._draw else None, self._handle
        )
        self.over = False
        self._script = script(self.table, self.match)
        self._advance(None)

    def _chance(self, index, n):
        return self._draw(self.match.stage, index, n)

    def _handle(self):
        self._next_handle += 1
        return self._next_handle - 1

    def _advance(self, answer):
        """Let the script go on to its next ask."""
        try:
            self.ask = self._script.send(answer)
        except StopIteration:
            self.ask = None
        self.picture.open_ask()
        self.parts = []

    def _settle(self):
        """Answer asks as long as the picture, or the vault, answers them."""
        while not self.over:
            if self.ask is None:
                if not self.judges:
                    return
                self._end_stage()
                continue
            if not self.judges or self._held:
                return
            if self.ask.auto:
                self._answer(self.ask.decide(self.table, len(self.answers)))
                continue
            raw = self.ask.judge(self.picture, self.table)
            if raw is not None:
                self._answer(self.ask.seal(raw, self.table))
                continue
            part = self.ask.part(self.picture, self.table)
            if part is None:
                return
            part = self.ask.seal_part(part, self.table)
            self._record("part", part, self.table.digest)
            self._take_part(part)

    def _take_part(self, part):
        self.parts.append(part)
        self.ask.take_part(part, self.picture, self.table)

    def _answer(self, answer):
        self._record("answer", answer, self.table.digest)
        self._take(answer)

    def _take(self, answer):
        self.answers.append(answer)
        self.ask.settle(answer, self.picture, self.table)
        self._advance(answer)

    def _end_stage(self):
        digest = self.table.digest
        self.match.stage += 1
        self._record("end", self.match.state(), digest, self.match.stage - 1)
        self._next_stage()

    def _next_stage(self):
        self._checkpoint = self.match.dump()
        if self.vault is not None:
            kept = getattr(self.match, "kept", [])
            for handle in [one for one in self.vault if one not in kept]:
                del self.vault[handle]
        self._open_stage()

    def _record(self, kind, value, digest, stage=None):
        if stage is None:
            stage = self.match.stage
        self._out.append(("record", [kind, stage, len(self.answers), value, digest]))

    # -- corrections ------------------------------------------------------------------------

    def correct(self, fix):
        """Carry out a correction and record it. Raises Conflict; then nothing has changed.

        ["undo", i]            answer i and all later ones are dropped
        ["amend", i, raw]      answer i becomes `raw`, as players would have given it; all later ones must still fit
        ["void", why, ...]     the stage counts nothing and is played again
        """
        self._held = False
        self._fix(fix)
        self._settle()
        return self._taken()

    def last_answer(self):
        """The number of the last answer that players gave, or None: what an undo takes back."""
        index = None
        saved = self.answers
        match = matches.load(self.game, self._checkpoint)
        for i, ask in self._asks_over(match, saved):
            if not ask.auto:
                index = i
        return index

    def _asks_over(self, match, answers):
        """Yield (index, ask) of every answered ask of the stage, without touching this referee."""
        deck = self.game.deck(match.seats, match.options)
        table = Table(match, deck, self.vault, [], None, None)
        script = self.game.next_stage(match)(table, match)
        picture = Picture()
        ask = next(script)
        for i in range(len(answers)):
            yield i, ask
            ask.settle(answers[i], picture, table)
            try:
                ask = script.send(answers[i])
            except StopIteration:
                return

    def _fix(self, fix):
        if fix[0] == "void":
            self._record("fix", fix, self.table.digest)
            self._void(fix[1])
            return
        old = self.answers
        digest = self.table.digest
        wanted = old[: fix[1]] if fix[0] == "undo" else self._amended(fix)
        sealed = self._taken()
        try:
            self._replay(wanted)
        except Conflict:
            self._out.clear()
            self._replay(old)
            self._out.clear()
            raise
        if fix[0] == "amend":
            changed = [[i, self.answers[i]] for i in range(len(old)) if self.answers[i] != old[i]]
            fix = ["amend", fix[1], changed]
        told = [out for out in self._taken() if out[0] != "cue"]
        self._out.extend(sealed)
        self._out.append(("record", ["fix", self.match.stage, len(old), fix, digest]))
        self._out.extend(told)
        self._held = fix[0] == "undo"

    def _amended(self, fix):
        """The answers with answer i replaced; sealed where the ask seals, opened anew where it reveals."""
        answers = list(self.answers)
        index, value = fix[1], fix[2]
        if not 0 <= index < len(answers):
            raise Conflict(index, "no-such-answer")
        match = matches.load(self.game, self._checkpoint)
        for i, ask in self._asks_over(match, answers):
            if i == index:
                if ask.auto:
                    raise Conflict(index, "not-a-players-answer")
                answers[i] = ask.seal(value, self.table)
                break
        return answers

    def _replay(self, answers):
        """Run the stage again over these answers. Raises Conflict at the first that does not fit."""
        self.picture.forget()
        self._out.append(("retold", 0))
        self.answers = []
        self.parts = []
        self._run()
        for i in range(len(answers)):
            answer = answers[i]
            if self.ask is None:
                raise Conflict(i, "nothing-asked")
            if self.ask.auto and self.judges:
                answer = self.ask.decide(self.table, i)
            why = self.ask.fits(answer, self.table)
            if why:
                raise Conflict(i, why)
            self._take(answer)
        self.picture.match_recorded()

    def _void(self, why):
        """The stage counts nothing; the match stands where the stage began."""
        checkpoint = self._checkpoint
        self.table.tell("void", why)
        digest = self.table.digest
        stage = self.match.stage
        self.match = matches.load(self.game, checkpoint)
        self.match.stage = stage + 1
        if self.judges:
            self._record("end", self.match.state(), digest, stage)
        self.picture.cleared()
        self._next_stage()

    # -- following records ------------------------------------------------------------------

    def follow(self, record):
        """Take over one record, made by another referee or before a power cut. Returns the outputs.

        Raises Difference if the record does not follow from the rules.
        """
        kind, stage, index, value, digest = record
        if kind == "start":
            self._open_stage()
            return self._taken()
        if self.over:
            raise Difference(record, "kind", kind, "nothing: the match is over")
        if stage != self.match.stage:
            raise Difference(record, "stage", stage, self.match.stage)
        if kind == "end":
            if self.ask is None:
                self._follow_end(record)
                return self._taken()
            raise Difference(record, "kind", "end", "an answer to " + self.ask.what)
        if index != len(self.answers):
            raise Difference(record, "index", index, len(self.answers))
        if digest != self.table.digest:
            raise Difference(record, "digest", digest, self.table.digest)
        if kind == "fix":
            self._follow_fix(record)
            return self._taken()
        if self.ask is None:
            raise Difference(record, "kind", kind, "end")
        if kind == "part":
            self._take_part(value)
            self._see(value)
            return self._taken()
        why = self.ask.fits(value, self.table)
        if why:
            raise Difference(record, "value", value, why)
        self._see(value)
        self._take(value)
        if self.table.fault:
            raise Difference(record, "value", value, self.table.fault)
        return self._taken()

    def _follow_end(self, record):
        kind, stage, index, value, digest = record
        if digest != self.table.digest:
            raise Difference(record, "digest", digest, self.table.digest)
        self.match.stage += 1
        mine = self.match.state()
        if mine != value:
            raise Difference(record, "state", value, mine)
        self._next_stage()

    def _follow_fix(self, record):
        fix = record[3]
        if fix[0] == "void":
            # The record "end" that follows closes the void stage; wait for it with nothing asked.
            self.table.tell("void", fix[1])
            table = self.table
            stage = self.match.stage
            self.match = matches.load(self.game, self._checkpoint)
            self.match.stage = stage
            self.table = table
            self.ask = None
            self.picture.cleared()
            return
        answers = list(self.answers)
        if fix[0] == "undo":
            answers = answers[: fix[1]]
        else:
            for i, answer in fix[2]:
                answers[i] = answer
                self._see(answer)
        try:
            self._replay(answers)
        except Conflict as conflict:
            raise Difference(record, "value", fix, conflict.code)

    def _see(self, value):
        """Never give a handle twice, also after a power cut."""
        if isinstance(value, list):
            for item in value:
                self._see(item)
        elif isinstance(value, int) and is_handle(value) and value >= self._next_handle:
            self._next_handle = value + 1

    # -- what is awaited --------------------------------------------------------------------

    def prompt(self):
        """(what, args, tasks by seat, verdicts by place) of the ask that is open, or None.

        A value: computing it twice, or after a power cut, does no harm.
        """
        return None if self.ask is None else self.ask.prompt(self.picture, self.table)
