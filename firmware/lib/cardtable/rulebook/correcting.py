"""Corrections: a stage is run again over answers that were edited, or is void.

    record of the fix, behind it who said so ("operator", or two seats)
    ["undo", i, beyond]       answer i and all later ones are dropped; beyond: 1 if one of them had made
                              known what was hidden
    ["amend", i, changed, n]  from answer i on; changed: [number, answer] of each that is another now; n
                              answers still stand
    ["void", why]             the stage counts nothing; the record "end" follows

Cards named by hand are in `naming`, players who leave in `parting`, what reaches into the stage before in
`crossing`. All functions need a
referee that judges.
"""

from . import naming, parting, rerun
from .ask import OK
from .course import Conflict


def correct(referee, fix):
    """See `Referee.correct`."""
    if referee.ask is None:
        raise Conflict(0, "nothing-asked")
    if fix[0] == "void":
        void(referee, fix)
    elif fix[0] == "name":
        naming.name(referee, fix)
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
    parting.annul(referee, fix[1])
    close(referee, stage)


def part(referee, fix):
    """A player leaves, or the match ends early."""
    stage = referee.match.stage
    referee.undone = None
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
        told = rerun.first_told(referee, referee.answers, index)
        if told is not None:
            if len(fix) < 3 or not fix[2]:
                raise Conflict(told, "was-shown-to-all")
            beyond = 1
        referee.out.clear()
        rerun.undo(referee, index)

    old = len(referee.answers)
    digest = referee.table.digest
    rerun.edit(referee, act)
    rerun.record(referee, ["undo", index, beyond] + list(fix[3:]), old, digest)


def amend(referee, fix):
    old, digest = referee.answers, referee.table.digest
    changes = fix[1]
    last = changes[-1][0]
    drop = len(fix) > 2 and fix[2]

    def act():
        if last not in range(len(old)):
            raise Conflict(last, "no-such-answer")
        try:
            rerun.replay(referee, old, changes)
        except Conflict as conflict:
            if not drop or conflict.index <= last:
                raise
            at = conflict.index
            rerun.forget(referee)
            rerun.replay(referee, old[:at], changes)

    rerun.edit(referee, act)
    now = referee.answers
    changed = [[i, now[i]] for i in range(len(now)) if now[i] != old[i]]
    rerun.record(referee, ["amend", changes[0][0], changed, len(now)] + list(fix[3:]), len(old), digest)
