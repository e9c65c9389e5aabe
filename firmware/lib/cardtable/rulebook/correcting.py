"""Corrections: a stage is run again over answers that were edited, or is void.

    record of the fix, behind it who said so ("operator", or two seats)
    ["undo", i, beyond]       answer i and all later ones are dropped; beyond: 1 if one of them had made
                              known what was hidden
    ["amend", i, changed, n]  from answer i on; changed: [number, answer] of each that is another now; n
                              answers still stand
    ["void", why]             the stage counts nothing; the record "end" follows

Cards named by hand are in `naming`, players who leave in `parting`, what reaches into the stage before in
`crossing`. `undo`, `replay` and `keep` are a
referee's and a shadow's; the other functions need a referee that judges.
"""

from cardtable.micro import borrow

from .ask import OK, SEALED, UNTIL_CLOSED
from .course import Conflict
from .match import plain


def correct(referee, fix):
    """See `Referee.correct`."""
    if referee.ask is None:
        raise Conflict(0, "nothing-asked")
    if fix[0] == "void":
        void(referee, fix)
    elif fix[0] == "name":
        borrow("cardtable.rulebook.naming").name(referee, fix)
    elif fix[0] == "undo":
        take_back(referee, fix)
    elif fix[0] == "amend":
        amend(referee, fix)
    elif fix[0] in ("absent", "back"):
        call(referee, fix)
    else:
        part(referee, fix)
    referee.void_asked_by = None
    referee.settle()
    return referee.taken()


def void(referee, fix):
    """The stage counts nothing; the next one is open."""
    stage = referee.match.stage
    referee.undone = None
    referee.record("fix", fix, referee.table.digest)
    borrow("cardtable.rulebook.parting").annul(referee, fix[1])
    close(referee, stage)


def part(referee, fix):
    """A player leaves, or the match ends early."""
    stage = referee.match.stage
    referee.undone = None
    parting = borrow("cardtable.rulebook.parting")
    why = parting.forbids(referee, fix)
    if why:
        raise Conflict(len(referee.answers), why)
    referee.record("fix", fix, referee.table.digest)
    parting.part(referee, fix)
    close(referee, stage)


def call(referee, fix):
    """The operator's word answers the OperatorCall that is open; the record is that of an answer."""
    asks = getattr(referee.ask, "asks", ())
    why = "not-now"
    for i in range(len(asks)):
        if asks[i].what not in ("absent", "back"):
            continue
        if asks[i].what == fix[0] and fix[1] in asks[i].seats:
            referee.undone = None
            referee.record("answer", [i, [fix[1], OK]], referee.table.digest)
            referee.take([i, [fix[1], OK]])
            return
        why = "not-meant"
    raise Conflict(len(referee.answers), why)


def close(referee, stage):
    referee.close_stage()
    referee.record("end", referee.match.state(), referee.table.digest, stage)
    referee.next_stage()


def take_back(referee, fix):
    index = fix[1]
    beyond = 0

    def act():
        nonlocal beyond
        told = first_told(referee, referee.answers, index)
        if told is not None:
            if len(fix) < 3 or not fix[2]:
                raise Conflict(told, "was-shown-to-all")
            beyond = 1
        referee.out.clear()
        undo(referee, index)

    old = len(referee.answers)
    digest = referee.table.digest
    edit(referee, act)
    record(referee, ["undo", index, beyond] + list(fix[3:]), old, digest)


def amend(referee, fix):
    old, digest = referee.answers, referee.table.digest
    changes = fix[1]
    last = changes[-1][0]
    drop = len(fix) > 2 and fix[2]

    def act():
        if last not in range(len(old)):
            raise Conflict(last, "no-such-answer")
        try:
            replay(referee, old, changes)
        except Conflict as conflict:
            if not drop or conflict.index <= last:
                raise
            at = conflict.index
            forget(referee)
            replay(referee, old[:at], changes)

    edit(referee, act)
    now = referee.answers
    changed = [[i, now[i]] for i in range(len(now)) if now[i] != old[i]]
    record(referee, ["amend", changes[0][0], changed, len(now)] + list(fix[3:]), len(old), digest)


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


# -- running again ------------------------------------------------------------------------------


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
