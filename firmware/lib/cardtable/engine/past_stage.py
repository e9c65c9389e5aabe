"""Corrections of the stage before: that stage is open again, and its remaining answers are replayed.

    ["back", stage, what, i]   the stage under way counts nothing, and `stage`, the one before it, begins once
                               more; what: "undo" or "amend"; i: the first answer of it that is concerned

Behind it follow the seats that agree. Records of their own repeat the remaining answers of `stage`; of an
amend up to its end, and then those of the stage that was under way. So a follower needs no earlier record.
Handles keep their values, and nothing that was open is proved again, see `proved`; a value that was dropped
when the stage ended is a card that cannot be read, and named if it is revealed.

A correction cannot reach into the seating, nor into a void stage, which has no answers.
"""

from cardtable.micro import const

from . import replay
from .asks.base import PLACES
from .cards import UNKNOWN, is_handle
from .match import plain, with_state
from .outputs import Retold, Seal, record_of
from .replay import Conflict, Difference

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Iterator

    from .match import State
    from .outputs import Output, Record
    from .replay import Changes, See
    from .stage import Course


class Past:
    """The stage before `stage`, read from the records with these `numbers`. Raises Conflict.

    The numbers ascend from the first record of the match; `get(number)` is the list of the fields of
    one, or None.

    state    its state at the start
    where    by remaining answer: the number of the record that holds it
    """

    def __init__(
        self, stage: int, numbers: "Iterable[int]", get: "Callable[[int], list[Any] | None]"
    ) -> None:
        self.state: "State" = None  # type: ignore[assignment]
        self.where: list[int] = []
        self._get = get
        first = last = 0
        for n in numbers:
            record = self._record(n)
            if record is None:
                continue
            kind = record.kind
            value: "list[Any]" = record.value
            if kind == "start" or kind == "end":
                state: "State" = value[3] if kind == "start" else value
                if state[0] == stage - 1:
                    self.state, first = state, n + 1
                elif state[0] == stage:
                    last = n
            elif kind == "fix" and value[0] == "back" and value[1] == stage - 1:
                first = n + 1
        if self.state is None:
            raise Conflict(0, "nothing-to-take-back")
        for n in numbers:
            if first <= n < last:
                self._apply(n)

    def _record(self, n: int) -> "Record | None":
        """Return one Record, or None."""
        fields = self._get(n)
        return None if fields is None else record_of(fields)

    def _apply(self, n: int) -> None:
        """Apply one record to the list of remaining answers."""
        record = self._record(n)
        if record is None:
            return
        where = self.where
        value: "list[Any]" = record.value
        if record.kind == "answer":
            where.append(n)
        elif record.kind == "fix":
            kind: str = value[0]
            if kind == "undo":
                del where[value[1] :]
            elif kind == "amend":
                del where[value[3] :]
                for i, _ in value[2]:
                    where[i] = n
            elif kind != "name":
                raise Conflict(0, "stage-was-void")

    def answer(self, i: int) -> object:
        """Return remaining answer `i`."""
        record: "Record" = self._record(self.where[i])  # type: ignore[assignment]
        if record.kind == "answer":
            return record.value
        changed: "Changes" = record.value[2]
        return [answer for number, answer in changed if number == i][0]


class Crossing:
    """A correction of the `past` stage, on a referee that judges.

    Call `look`, then `take_back` or `amend`, which raise Conflict and have changed nothing; then all of
    `outputs`, and `finish`.

    handles    those that the past stage can answer with: in its answers, opened there, or kept until then
    """

    def __init__(self, referee: "Course", past: "Past") -> None:
        self.referee = referee
        self.past = past
        self.stage = past.state[0]
        self._changes: "Changes | tuple[()]" = ()  # of an amend, see `Referee.correct`
        self._stand = 0  # the number of answers of the past stage that remain,
        self._forward: int | None = None  # and of the present one, if it is reached again
        self._present = referee.answers
        self._old = referee.picture.old()
        self.handles: list[int] = []
        self._opened: dict[int, int] = {}
        self._fix: "list[Any] | None" = None
        if referee.match.at(past.state).pads is None:
            raise Conflict(0, "nothing-to-take-back")

    def look(self, see: "See") -> None:
        """Call `see(number, ask, answer)` for every remaining answer, as `replay.visit` does."""
        referee = self.referee

        def act() -> None:
            self._open()
            for i in range(len(self.past.where)):
                answer = self.past.answer(i)
                see(i, referee.ask, answer)
                _note(answer, self.handles)
                referee.take(answer)
                referee.out.clear()
            for handle in referee.table.opened():
                self._opened[handle] = referee.table.peek(handle)
                _note(handle, self.handles)
            _note(referee.game.kept(referee.match.at(self.past.state)), self.handles)

        self._aside(act)

    def take_back(self, index: int, who: list[object]) -> None:
        """Drop answer `index` and all later ones."""
        self._stand = index
        self._fix = ["back", self.stage, "undo", index] + who

    def amend(self, changes: "Changes", drop: int | bool, who: list[object]) -> None:
        """Change answers; `changes`, `drop`: see `Referee.correct`."""
        self._changes = changes
        self._fix = ["back", self.stage, "amend", changes[0][0]] + who
        self._stand, self._forward = len(self.past.where), len(self._present)
        while True:
            try:
                self._aside(self._try)
                return
            except Conflict as conflict:
                stage: int = conflict.index[0]
                at: int = conflict.index[1]
                if not drop or at < 0 or (stage == self.stage and at <= changes[-1][0]):
                    raise
                if stage == self.stage:
                    self._stand, self._forward = at, None
                else:
                    self._forward = at

    def state(self) -> "list[Any]":
        """Return the state with which the stage begins this time."""
        state: "list[Any]" = plain(self.past.state)
        state[1] = self.referee.next_handle
        return state

    def secrets(self) -> "Iterator[tuple[int, int]]":
        """Yield (handle, value) that the vault lacks."""
        vault = self.referee.vault
        for handle in self.handles:
            if handle not in vault:
                yield handle, self._opened.get(handle, UNKNOWN)

    def outputs(self) -> "Iterator[list[Output]]":
        """Carry the correction out; yield the outputs, a list for every record and its consequences."""
        referee = self.referee
        added = list(self.secrets())
        for handle, value in added:
            referee.vault[handle] = value
            referee.out.append(Seal(handle, value))
        referee.undone = None
        referee.record("fix", self._fix, referee.table.digest)
        referee.out.append(Retold(0))
        for _ in self._run():
            yield referee.taken()

    def finish(self) -> "list[Output]":
        """Resume from the cards on the pads; return the outputs."""
        referee = self.referee
        if self._forward is None and referee.ask is not None:
            referee.undone = [None] * PLACES
            replay.reopen(referee)
        else:  # the present stage was reached again, or the amended past one is over
            referee.picture.match_recorded(self._old)
            referee.settle()
        return referee.taken()

    # -- running ------------------------------------------------------------------------------

    def _aside(self, act: "Callable[[], None]") -> None:
        """Let `act` run the referee through the past, then restore it."""
        referee = self.referee
        checkpoint, vault, handle = referee.checkpoint, referee.vault, referee.next_handle
        referee.vault = {}
        for one in vault:
            referee.vault[one] = vault[one]
        for one, value in self.secrets():
            referee.vault[one] = value

        def away() -> None:
            try:
                act()
            except AssertionError:  # an impossible card, detected by the script behind the last answer
                raise Conflict([referee.match.stage, len(referee.answers) - 1], "does-not-fit")
            finally:
                referee.checkpoint, referee.vault, referee.next_handle = checkpoint, vault, handle
                referee.over = False
            raise Conflict(0, "seen")

        try:
            replay.edit(referee, away)
        except Conflict as conflict:
            if conflict.code != "seen":
                raise

    def _try(self) -> None:
        """Run the correction and drop its outputs."""
        for _ in self._run():
            self.referee.out.clear()

    def _open(self) -> None:
        """Open the past stage."""
        go_back(self.referee, self.state())

    def _run(self) -> "Iterator[None]":
        """Open the past stage, and take the remaining answers one by one."""
        referee = self.referee
        first, beyond = referee.checkpoint[3][1], referee.next_handle
        self._open()
        yield
        for i in range(self._stand):
            self._take(i, self.past.answer(i), self._changes and i > self._changes[0][0])
            yield
        if self._forward is None:
            return
        if referee.ask is not None:
            raise Conflict([self.stage, self._stand], "stage-goes-on")
        vault = referee.vault
        referee.end_stage()
        held: list[int] = []  # by the stage that was under way, which may itself be a repeated one
        _note(self._present, held)
        for handle in vault:
            if first <= handle < beyond or handle in held:
                referee.vault[handle] = vault[handle]
        yield
        for i in range(self._forward):
            self._take(i, self._present[i], True)
            yield

    def _take(self, i: int, answer: object, is_later: object) -> None:
        """Record `answer` again; the table's own ones behind the amended one are decided again."""
        referee = self.referee
        ask, at = referee.ask, [referee.match.stage, i]
        if ask is None:
            raise Conflict(at, "nothing-asked")
        change = [raw for number, raw in self._changes if at == [self.stage, number]]
        if change:
            try:
                answer = replay.given(referee, i, change[0])
            except Conflict as conflict:
                raise Conflict(at, conflict.code)
        elif is_later and ask.auto and not ask.lacks(referee.table):
            answer = ask.decide(referee.table, i)
        why = ask.fits(answer, referee.table)
        if why:
            raise Conflict(at, why)
        referee.record("answer", answer, referee.table.digest)
        referee.take(answer)


def _note(value: object, found: list[int]) -> None:
    """Add to `found` the handles in `value`."""
    if isinstance(value, list):
        for one in value:
            _note(one, found)
    elif isinstance(value, int) and is_handle(value) and value not in found:
        found.append(value)


def go_back(course: "Course", state: "list[Any]") -> None:
    """Open the stage that begins with `state`."""
    course.checkpoint = with_state(course.checkpoint, state)
    course.picture.forget()
    course.open_stage()


def proved(course: "Course", state: "list[Any]", older: "Iterable[int]") -> list[int]:
    """Return the handles that need no proof any more when the course goes back to `state`.

    These are the handles that are open now, or were dropped when that stage ended: of those sealed since it
    began, and of the `older` ones.
    """
    now: "State" = course.checkpoint[3]
    kept = course.game.kept(course.match.at(now))
    found = [handle for handle in range(state[1], now[1]) if handle not in kept]
    found += [handle for handle in older if handle < state[1] and handle not in kept]
    return found + [handle for handle in course.table.opened() if handle not in found]


def follow(course: "Course", record: "Record") -> None:
    """Follow a record "back" on a shadow; `course.older` holds the first states of earlier stages.

    Raises Difference.
    """
    fix: "list[Any]" = record.value
    stage: int = fix[1]
    state: "State | None" = course.older.get(stage)
    if state is None or stage != course.match.stage - 1 or fix[2] not in ("undo", "amend") or fix[3] < 0:
        raise Difference(record, "value", fix, "stage-before")
    state = plain(state)
    state[1] = course.next_handle
    course.out.append(Retold(0))
    go_back(course, state)
