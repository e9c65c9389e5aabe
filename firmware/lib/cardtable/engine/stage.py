"""A stage: the script and its answers, and its replay over edited answers.

Answers are recorded. Resume, undo and amend are one mechanism: run the script again over the (edited)
answers. Generators cannot be copied, so a replay is the only way back in a script. `follower` takes over
records, `corrections` edits answers of this stage, `past_stage` those of the stage before.

Of the functions here `replay`, `undo` and `reopen` serve a referee and a shadow; the others need a referee
that judges.
"""

from cardtable.micro import const

from .asks.base import SEALED, UNTIL_CLOSED
from .match import plain
from .outputs import Cue, Found, Record, Retold, Seal
from .picture import Picture
from .table import Table

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence

    from .asks.base import Ask
    from .match import Match

    Draw = Callable[[int, int, int], int]


class Conflict(Exception):
    """A correction that is impossible; `index` is the first answer that does not fit, `code` the reason."""

    def __init__(self, index: "Any", code: str) -> None:
        super().__init__(f"answer {index} does not fit: {code}")
        self.index = index
        self.code = code


class Difference(Exception):
    """A record that does not follow from the rules: the record, the field, and both values."""

    def __init__(self, record: "Record | list[Any]", field: str, recorded: object, expected: object) -> None:
        super().__init__(f"{field}: recorded {recorded}, expected {expected}")
        self.record = record
        self.field = field
        self.recorded = recorded
        self.expected = expected


class Course:
    """The state of a stage and its script: the base of a referee.

    `judges`: True if it decides, False if it only follows records. `draw(stage, index, n)` gives the
    committed chance, needed to judge.

    match     scores and options; the script's own copy, restored from the checkpoint at every run
    ask       the open ask, or None; ask_number: how often the script has gone on to an ask
    answers   the answers of this stage; parts: the pieces of the answer under way
    vault     handle -> the sealed value; None on a shadow
    over      the game has no further stage
    out       the outputs not yet taken
    """

    def __init__(self, match: "Match", judges: bool = True, draw: "Draw | None" = None) -> None:
        self.game = match.game
        self.judges = judges
        self.match = match
        self.picture = Picture()
        self.vault: "Any" = {} if judges else None
        self.answers: "list[Any]" = []
        self.parts: "list[Any]" = []
        self.talking: int | None = None  # the seat whose side consults, see Table.may_consult
        self.found: "list[Any]" = []  # the records "found" since the ask opened
        self.table: "Table" = None  # type: ignore[assignment]  # between stages, as the ask
        self.ask: "Ask" = None  # type: ignore[assignment]
        self.ask_number = 0
        self.over = False
        self.void_asked_by: int | None = None
        self._draw: "Any" = draw
        self.next_handle = match.handles
        self.out: "list[Any]" = []
        self._script: "Any" = None
        self.checkpoint = match.dump()
        self._seating = match.pads is None
        self._last: int | None = None  # the last answer that players gave
        self.interrupted: "Any" = None  # an interrupted ask, its keys and shown cards, its parts, the caller
        self.older: "Any" = None if judges else {match.stage: match.state()}  # by stage, its first state
        self.undone: "Any" = None  # straight after an undo: by place, the cards of the undone answer

    def open_stage(self) -> None:
        """Open the stage of the match."""
        self.answers = []
        self.parts = []
        self.void_asked_by = None
        self.run()

    def run(self) -> None:
        """Start the script again from the checkpoint, up to the first ask."""
        self._last = None
        self.interrupted = None
        self.match = self.match.at(self.checkpoint[3])
        script = None if self.match.closed else self.game.next_stage(self.match)
        if script is None:
            self.over = True
            self.ask = None  # type: ignore[assignment]
            self.table = None  # type: ignore[assignment]
            return
        deck = self.game.deck(self.match.seats, self.match.options)
        self.table = Table(self.match, deck, self.vault, self.out, self._chance, self._handle)
        self._script = script(self.table, self.match)
        self._advance(None)

    def draw_by(self, draw: "Draw") -> None:
        """Take chance from another source from now on."""
        self._draw = draw

    def _chance(self, index: int, n: int) -> int:
        """Return the committed chance of this stage."""
        drawn: int = self._draw(self.match.stage, index, n)
        return drawn

    def _handle(self) -> int:
        """Return a new handle."""
        self.next_handle += 1
        return self.next_handle - 1

    def _advance(self, answer: "Any") -> None:
        """Send `answer` to the script and run it to its next ask.

        The script gets a copy, which it may change.
        """
        self.ask = None  # type: ignore[assignment]
        self.ask_number += 1
        try:
            self.ask = self._script.send(plain(answer))
        except StopIteration:
            self._script = None
        self.picture.open_ask()
        self.parts = []
        if self.interrupted is not None and self.ask is self.interrupted[0]:
            _, aside, self.parts, caller = self.interrupted
            self.picture.bring_back(aside, caller)
            self.interrupted = None
        self.found = []
        self.talking = None

    def judge(self) -> "Any":
        """Return the raw answer to the open ask, or None while a card or key is missing or wrong."""
        raw = self.ask.judge(self.picture)
        return None if raw is not None and self.ask.is_held_up(self.picture, self.table) else raw

    def take(self, answer: "Any") -> None:
        """Take a recorded answer and advance the script."""
        if not self.ask.auto:
            self._last = len(self.answers)
        self.table.answer = len(self.answers)
        self.answers.append(answer)
        self.ask.settle(answer, self.picture, self.table)
        caller = self.ask.interrupted_by(answer)
        if caller is not None:
            self.interrupted = (self.ask, self.picture.aside(), self.parts, caller)
        self._advance(answer)

    def take_part(self, part: "Any") -> None:
        """Take a recorded part."""
        self.parts.append(part)
        self.ask.take_part(part, self.picture, self.table)

    def take_found(self, found: "list[Any]") -> None:
        """Report a card that is elsewhere by an earlier answer (None: since before the stage).

        No digest covers this fact: a replay of the stage does not find it again.
        """
        self.found.append(found)
        self.out.append(Found(("impossible", found[0], found[1], found[2], len(self.answers))))

    def close_stage(self) -> None:
        """Count the stage; the match is then the start of the next one."""
        self.match.stage += 1
        self.match.handles = self.next_handle

    def void_match(self, why: str) -> None:
        """Void the stage: the match returns to its start."""
        self.table.tell("void", why)
        self.match = self.match.at(self.checkpoint[3])
        self.picture.cleared()

    def next_stage(self) -> None:
        """Make the closed match the checkpoint, drop values that need not stay sealed, open the next
        stage.
        """
        self.checkpoint = self.match.dump()
        if self.older is not None:
            self.older[self.match.stage] = self.checkpoint[3]
        self.picture.cleared()
        if self._seating and self.match.pads is not None:
            self._seating = False
            self.picture.sit(self.match.pads)
        if self.judges:
            kept = self.game.kept(self.match)
            vault = {}
            for handle in self.vault:
                if handle >= self.next_handle or handle in kept:
                    vault[handle] = self.vault[handle]
            self.vault = vault
        self.open_stage()

    def settle(self) -> None:
        """Answer asks as long as the picture, or the vault, answers them."""
        while self.judges and not self.over and self.undone is None:
            if self.ask is None:
                self._end_stage()
                continue
            if self.ask.auto:
                if self.ask.lacks(self.table):
                    return
                self._answer(self.ask.decide(self.table, len(self.answers)))
                continue
            raw = self.judge()
            if raw is not None:
                self._answer(self.ask.seal(raw, self.table))
                continue
            part = self.ask.part(self.picture, self.table)
            if part is None:
                return
            part = self.ask.seal_part(part, self.table)
            self.record("part", part, self.table.digest)
            self.take_part(part)

    def _answer(self, answer: "Any") -> None:
        """Record an answer and take it."""
        self.record("answer", answer, self.table.digest)
        self.take(answer)

    def _end_stage(self) -> None:
        """Close the stage, record its end, open the next one."""
        stage = self.match.stage
        self.close_stage()
        self.record("end", self.match.state(), self.table.digest, stage)
        self.next_stage()

    def record(self, kind: str, value: "Any", digest: int, stage: int | None = None) -> None:
        """Put out a record; its index is the number of answers so far."""
        if stage is None:
            stage = self.match.stage
        self.out.append(Record(kind, stage, len(self.answers), value, digest))

    def taken(self) -> "list[Any]":
        """Return the outputs and empty the list."""
        out = list(self.out)
        self.out.clear()
        return out


# -- Replay ----------------------------------------------------------------------------------------


def replay(course: "Course", answers: "list[Any]", changes: "Sequence[Any]" = ()) -> None:
    """Run the stage again over these answers; `changes`: see `Referee.correct`.

    Raises Conflict at the first answer that does not fit.
    """
    at = 0
    old = course.picture.old()
    course.picture.forget()
    course.out.append(Retold(0))
    course.answers = []
    course.parts = []
    course.run()
    for i in range(len(answers)):
        if course.ask is None:
            raise Conflict(i, "nothing-asked")
        answer = answers[i]
        if at < len(changes) and i == changes[at][0]:
            answer = given(course, i, changes[at][1])
            at += 1
        elif course.ask.auto and course.judges and not course.ask.lacks(course.table):
            answer = course.ask.decide(course.table, i)  # unless its values have left the vault
        why = course.ask.fits(answer, course.table)
        if why:
            raise Conflict(i, why)
        course.take(answer)
    course.picture.match_recorded(old)


def given(course: "Course", index: int, raw: "Any") -> "Any":
    """Return the answer that a correction gives to the open ask, as it is recorded."""
    if course.ask.auto:
        raise Conflict(index, "not-a-players-answer")
    try:
        return course.ask.seal(plain(raw), course.table)
    except (AttributeError, IndexError, TypeError):
        raise Conflict(index, "shape")


def undo(course: "Course", index: int) -> None:
    """Drop answer `index` and all later ones. Raises Conflict."""
    answers = course.answers
    if index not in range(len(answers)):
        raise Conflict(index, "no-such-answer")
    replay(course, answers[: index + 1])
    cards = list(course.picture.recorded)
    course.out.clear()
    replay(course, answers[:index])
    if course.ask.auto:
        raise Conflict(index, "not-a-players-answer")
    course.undone = cards
    reopen(course)


def reopen(course: "Course") -> None:
    """Reopen the ask of an undone answer.

    Only the cards of that answer may answer again without being laid again. If they would do so at once they
    must be laid again too: no secret of a later ask answers an earlier one.
    """
    course.picture.keep_new(course.undone)
    if course.judge() is not None:
        course.picture.keep_new(course.picture.recorded)


def first_told(course: "Course", answers: "list[Any]", index: int) -> int | None:
    """Return the first answer from `index` on that revealed a hidden value, or None.

    The stage is then at the end of `answers`.
    """
    if index not in range(len(answers)):
        raise Conflict(index, "no-such-answer")
    replay(course, answers[:index])
    first = None
    for i in range(index, len(answers)):
        if first is None and tells(course.ask):
            first = i
        course.take(answers[i])
    return first


def tells(ask: "Ask") -> bool:
    """True if the answer to `ask` reveals a hidden value."""
    if ask.auto:
        return True
    return any(
        [part.secrecy == UNTIL_CLOSED or (part.secrecy == SEALED and part.keys) for part in ask.parts()]
    )


# -- Edits by a referee that judges ----------------------------------------------------------------


def edit(referee: "Course", act: "Callable[[], None]") -> None:
    """Let `act` replay the stage: all of it, or nothing, if it raises Conflict.

    An impossible card that was named or amended, which only the script detects, is a Conflict, too.
    """
    old, parts, picture, undone = referee.answers, referee.parts, referee.picture, referee.undone
    found, talking = referee.found, referee.talking
    handles = referee.next_handle
    referee.picture = picture.copy()
    referee.undone = None
    try:
        try:
            act()
        except AssertionError:
            raise Conflict(len(old), "does-not-fit")
    except Conflict:
        replay(referee, old)
        referee.out.clear()
        referee.parts, referee.picture, referee.undone = parts, picture, undone
        referee.found, referee.talking = found, talking
        for handle in range(handles, referee.next_handle):
            del referee.vault[handle]
        referee.next_handle = handles
        raise


def forget(referee: "Course") -> None:
    """Drop the outputs of an attempt, its seals included."""
    for out in referee.out:
        if isinstance(out, Seal):
            if out.handle in referee.vault:
                del referee.vault[out.handle]
            referee.next_handle = min(referee.next_handle, out.handle)
    referee.out.clear()


def record(referee: "Course", fix: "list[Any]", old: int, digest: int) -> None:
    """Put the record of an edit in its place: behind its seals, before the repeated facts."""
    out = referee.taken()
    referee.out.extend([one for one in out if isinstance(one, Seal)])
    referee.out.append(Record("fix", referee.match.stage, old, fix, digest))
    referee.out.extend([one for one in out if not isinstance(one, (Seal, Cue))])


def visit(referee: "Course", see: "Callable[[int, Any, Any], None]") -> None:
    """Call `see(number, ask, answer)` for every answer of the stage and its ask. Nothing changes."""
    old = referee.answers

    def act() -> None:
        replay(referee, [])
        for i in range(len(old)):
            see(i, referee.ask, old[i])
            referee.take(old[i])
        raise Conflict(len(old), "seen")

    try:
        edit(referee, act)
    except Conflict as conflict:
        if conflict.code != "seen":
            raise
