"""The follower: takes over the records of a stage, written by another referee or before a power cut.

Nothing is decided here: a record is compared with the rules, and taken or refused with a Difference.
"""

from cardtable.micro import const

from . import departures, replay
from .asks.base import IMPOSSIBLE, PLACES
from .cards import is_handle
from .outputs import record_of
from .replay import Conflict, Difference

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any

    from .outputs import Output, Record
    from .replay import Changes
    from .stage import Course


def follow(course: "Course", record: "Record | list[Any]") -> "list[Output]":
    """Take over one record, or the list of its fields; return the outputs.

    Raises Difference if the record does not follow from the rules, ValueError if it has other fields.
    """
    record = record_of(record)
    value: object
    kind, stage, index, value, digest = record
    course.undone = None
    if course.over:
        raise Difference(record, "kind", kind, "over")
    if course.table is None:
        _same(record, "kind", kind, "start")
        _same(record, "value", value, course.checkpoint)
    _same(record, "stage", stage, course.match.stage)
    _same(record, "index", index, len(course.answers))
    _same(record, "digest", digest, 0 if course.table is None else course.table.digest)
    if course.table is None:
        course.open_stage()
    elif course.ask is None:
        _same(record, "kind", kind, "end")
        course.close_stage()
        _same(record, "value", value, course.match.state())
        course.next_stage()
    elif kind == "answer":
        _follow_answer(course, record)
    elif kind == "part":
        _must_fit(record, course.ask.fits_part(value, course.picture, course.table))
        _check_handles(course, record, value)
        course.take_part(value)
    elif kind == "found":
        _must_fit(record, "found-already" if value in course.found else _why_not_found(value, index))
        course.take_found(record.value)
    elif kind == "fix":
        _follow_fix(course, record)
    else:
        raise Difference(record, "kind", kind, ("answer", course.ask.what))
    return course.taken()


def _follow_answer(course: "Course", record: "Record") -> None:
    """Take over an answer."""
    answer: object = record.value
    why = course.ask.fits(answer, course.table)
    if why is None and course.parts:
        why = course.ask.fits_parts(answer, course.picture)
    _must_fit(record, why)
    if not course.ask.auto:
        _check_handles(course, record, answer)
    course.take(answer)
    _must_fit(record, course.table.fault)


def _follow_fix(course: "Course", record: "Record") -> None:
    """Take over a correction."""
    fix: "list[Any]" = record.value
    kind: object = fix[0] if isinstance(fix, list) and fix else None
    if kind not in ("undo", "amend", "void", "name", "leave", "end", "back"):
        raise Difference(record, "value", fix, "correction")
    try:
        if kind == "name":
            _same(record, "value", _can_be_named(course, fix[1], fix[2]), True)
        elif kind in ("void", "leave", "end"):
            # The record "end" that follows closes the void stage: there is no ask until then.
            if kind == "void":
                departures.annul(course, fix[1])
            else:
                _must_fit(record, departures.forbids(course, fix))
                departures.part(course, fix)
            course.ask = None  # type: ignore[assignment]
        elif kind == "undo":
            told = replay.first_told(course, course.answers, fix[1])
            _same(record, "value", fix[2], 0 if told is None else 1)
            course.out.clear()
            replay.undo(course, fix[1])
        elif kind == "back":
            from . import past_stage

            past_stage.follow(course, record)
        else:
            answers = course.answers[: fix[3]]
            changed: "Changes" = fix[2]
            for i, answer in changed:
                answers[i] = answer
                _check_handles(course, record, answer)
            replay.replay(course, answers)
    except Conflict as conflict:
        raise Difference(record, "value", fix, conflict.code)
    except (IndexError, TypeError, ValueError):
        raise Difference(record, "value", fix, "shape")
    _must_fit(record, course.table.fault)


def _can_be_named(course: "Course", place: int, value: int | None) -> bool:
    """True if a card on `place` can have been named.

    `value`: the card, the handle under which it was sealed, or None for a card that counts unread.
    """
    if is_handle(value):
        return course.ask.auto and value in course.ask.values
    return place in range(PLACES) and (value is None or course.table.in_deck(value))


def _must_fit(record: "Record", why: str | None) -> None:
    """Raise Difference if there is a reason against the record."""
    if why:
        raise Difference(record, "value", record.value, why)


def _check_handles(course: "Course", record: "Record", value: object) -> None:
    """Check the order of new handles: they are given in ascending order and never twice, also after a power
    cut.
    """
    if isinstance(value, list):
        for item in value:
            _check_handles(course, record, item)
    elif isinstance(value, int) and is_handle(value) and value >= course.next_handle:
        _same(record, "value", value, course.next_handle)
        course.next_handle = value + 1


def _why_not_found(value: object, index: int) -> str | None:
    """Return the code of the reason against a record "found", or None."""
    if not isinstance(value, list) or len(value) != 3:
        return "shape"
    if value[0] not in range(PLACES) or value[1] not in IMPOSSIBLE:
        return "shape"
    return None if value[2] is None or value[2] in range(index) else "no-such-answer"


def _same(record: "Record", field: str, recorded: object, expected: object) -> None:
    """Raise Difference if the values differ."""
    if recorded != expected:
        raise Difference(record, field, recorded, expected)
