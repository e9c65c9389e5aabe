"""The replay of a stage over edited answers.

Generators cannot be copied, so a replay is the only way back in a script. `replay`, `undo` and `reopen` serve
a referee and a shadow; the other functions need a referee that judges.
"""

from cardtable.micro import const

from .asks.base import SEALED, UNTIL_CLOSED
from .match import plain
from .outputs import Cue, Record, Retold, Seal

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, Callable

    from .asks.base import Ask
    from .stage import Course

    See = Callable[[int, Ask, Any], object]
    Changes = list[tuple[int, Any]]  # [number, answer] each


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


def begin(referee: "Course", vault: dict[int, int]) -> None:
    """Open the stage of the match after a power cut; `vault`: the values that were still sealed."""
    for handle in vault:
        referee.vault[handle] = vault[handle]
    referee.open_stage()
    referee.out.clear()


def replay(course: "Course", answers: list[object], changes: "Changes | tuple[()]" = ()) -> None:
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


def given(course: "Course", index: int, raw: object) -> object:
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
    cards: "list[int | None]" = course.undone  # type: ignore[assignment]
    course.picture.keep_new(cards)
    if course.judge() is not None:
        course.picture.keep_new(course.picture.recorded)


def first_told(course: "Course", answers: list[object], index: int) -> int | None:
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


def visit(referee: "Course", see: "See") -> None:
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
