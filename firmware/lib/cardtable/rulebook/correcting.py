"""Corrections: a stage is run again over answers that were edited, or is void.

`undo` and `replay` are a referee's and a shadow's; the other functions need a referee that judges.
"""

from .course import Conflict
from .match import plain


def correct(referee, fix):
    """See `Referee.correct`."""
    if referee.ask is None:
        raise Conflict(0, "nothing-asked")
    if fix[0] == "void":
        void(referee, fix)
    else:
        _edit(referee, fix)
    referee.void_asked_by = None
    referee.settle()
    return referee.taken()


def _edit(referee, fix):
    """Undo or amend: all of it, or nothing."""
    old, parts, picture, undone = referee.answers, referee.parts, referee.picture, referee.undone
    found, talking = referee.found, referee.talking
    digest, handles = referee.table.digest, referee.next_handle
    referee.picture = picture.copy()
    referee.undone = None
    try:
        if fix[0] == "undo":
            undo(referee, fix[1])
        elif fix[1] not in range(len(old)):
            raise Conflict(fix[1], "no-such-answer")
        else:
            replay(referee, old, fix[1], fix[2])
    except Conflict:
        replay(referee, old)
        referee.out.clear()
        referee.parts, referee.picture, referee.undone = parts, picture, undone
        referee.found, referee.talking = found, talking
        for handle in range(handles, referee.next_handle):
            del referee.vault[handle]
        referee.next_handle = handles
        raise
    if fix[0] == "amend":
        changed = [[i, referee.answers[i]] for i in range(len(old)) if referee.answers[i] != old[i]]
        fix = ["amend", fix[1], changed]
    out = referee.taken()
    referee.out.extend([one for one in out if one[0] == "seal"])
    referee.out.append(("record", ["fix", referee.match.stage, len(old), fix, digest]))
    referee.out.extend([one for one in out if one[0] != "seal" and one[0] != "cue"])


def void(referee, fix):
    """The stage counts nothing; the next one is open."""
    stage = referee.match.stage
    referee.undone = None
    referee.record("fix", fix, referee.table.digest)
    referee.void_match(fix[1])
    referee.close_stage()
    referee.record("end", referee.match.state(), referee.table.digest, stage)
    referee.next_stage()


# -- running again ------------------------------------------------------------------------------


def replay(course, answers, index=None, raw=None):
    """Run the stage again over these answers; answer `index`, if given, becomes `raw`.

    Raises Conflict at the first answer that does not fit.
    """
    old = course.picture.old()
    course.picture.forget()
    course.out.append(("retold", 0))
    course.answers = []
    course.parts = []
    course.run()
    for i in range(len(answers)):
        if course.ask is None:
            raise Conflict(i, "nothing-asked")
        answer = answers[i]
        if i == index:
            answer = _given(course, i, raw)
        elif course.ask.auto and course.judges:
            answer = course.ask.decide(course.table, i)
        why = course.ask.fits(answer, course.table)
        if why:
            raise Conflict(i, why)
        course.take(answer)
    course.picture.match_recorded(old)


def _given(course, index, raw):
    """What a correction gives for the ask that is open, as it is recorded."""
    if course.ask.auto:
        raise Conflict(index, "not-a-players-answer")
    try:
        return course.ask.seal(plain(raw), course.table)
    except (AttributeError, IndexError, TypeError):
        raise Conflict(index, "shape")


def undo(course, index):
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


def reopen(course):
    """After an undo only the cards of the undone answer may answer again without being laid anew,
    and they too must be if they would do so at once: no secret of a later ask answers an earlier one.
    """
    course.picture.keep_new(course.undone)
    if course.judge() is not None:
        course.picture.keep_new(course.picture.recorded)
