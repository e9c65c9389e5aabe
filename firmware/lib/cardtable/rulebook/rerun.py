"""Run a stage again over answers that were edited: the mechanism of all corrections.

`replay`, `undo` and `keep` are a referee's and a shadow's; the other functions need a referee that judges.
"""

from .ask import SEALED, UNTIL_CLOSED
from .course import Conflict
from .match import plain


def forget(referee):
    """What an attempt put out counts nothing, its seals included."""
    for out in referee.out:
        if out[0] == "seal":
            if out[1] in referee.vault:
                del referee.vault[out[1]]
            referee.next_handle = min(referee.next_handle, out[1])
    referee.out.clear()


def edit(referee, act):
    """Let `act` run the stage again: all of it, or nothing, if it raises Conflict.

    A card named or amended that cannot be, as a script finds when it sees it, is a Conflict, too.
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


def record(referee, fix, old, digest):
    """Put the record of an edit where it belongs: behind its seals, before the facts told anew."""
    out = referee.taken()
    referee.out.extend([one for one in out if one[0] == "seal"])
    referee.out.append(("record", ["fix", referee.match.stage, old, fix, digest]))
    referee.out.extend([one for one in out if one[0] != "seal" and one[0] != "cue"])


def visit(referee, see):
    """Call `see(number, ask, answer)` for every answer of the stage and what it answered. Nothing changes."""
    old = referee.answers

    def act():
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


def replay(course, answers, changes=()):
    """Run the stage again over these answers; `changes`: see `Referee.correct`.

    Raises Conflict at the first answer that does not fit.
    """
    at = 0
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
        if at < len(changes) and i == changes[at][0]:
            answer = given(course, i, changes[at][1])
            at += 1
        elif course.ask.auto and course.judges and not course.ask.lacks(course.table):
            answer = course.ask.decide(course.table, i)  # what was weighed and then forgotten stays as it was
        why = course.ask.fits(answer, course.table)
        if why:
            raise Conflict(i, why)
        course.take(answer)
    course.picture.match_recorded(old)


def given(course, index, raw):
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


def first_told(course, answers, index):
    """The first answer from `index` on that made known what was hidden, or None. The stage then stands where
    `answers` end.
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


def tells(ask):
    """True if the answer to `ask` makes known what nobody could know before."""
    if ask.auto:
        return True
    for part in getattr(ask, "asks", (ask,)):
        if part.secrecy == UNTIL_CLOSED or (part.secrecy == SEALED and hasattr(part, "keys")):
            return True
    return False
