"""Corrections of this stage: it is replayed over edited answers, or is void; unreadable cards are named.

    record of the fix, with the seats that agree behind it ("operator", or two seats)
    ["undo", i, beyond]       answer i and all later ones are dropped; beyond: 1 if one of them had revealed
                              a hidden value
    ["amend", i, changed, n]  from answer i on; changed: [number, answer] of each that differs now; n
                              answers remain
    ["void", why]             the stage counts nothing; the record "end" follows
    ["name", place, card]     an open card on this place is this one
    ["name", place, None]     a card laid face down counts, unread: it must be named when it is revealed; or,
                              for a card that is shown, its name is not public
    ["name", place, handle]   the card that was sealed under this handle, unread, is named, because it is to
                              be revealed now; the record of that reveals which it is

`departures` describes departures and early ends, `past_stage` corrections of the stage before,
`spoken_corrections` the form in which players state a correction. All functions need a referee that judges.
If they raise Conflict nothing has changed.
"""

from cardtable.micro import const

from . import departures, replay
from .asks.base import OK, OPEN, PLACES
from .asks.laying import Lay
from .cards import UNKNOWN, is_card
from .outputs import Cue, Record, Seal
from .replay import Conflict
from .table import PLAYED

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, NoReturn, TypeGuard

    from .asks.base import Ask
    from .outputs import Output
    from .replay import Changes
    from .stage import Course


def correct(referee: "Course", fix: "list[Any]") -> "list[Output]":
    """Carry out a correction, see `Referee.correct`."""
    if referee.ask is None:
        raise Conflict(0, "nothing-asked")
    kind: str = fix[0]
    if kind == "void":
        void(referee, fix)
    elif kind == "name":
        name(referee, fix)
    elif kind == "undo":
        take_back(referee, fix)
    elif kind == "amend":
        amend(referee, fix)
    elif kind in ("absent", "back"):
        call(referee, fix)
    else:
        part(referee, fix)
    referee.void_asked_by = None
    referee.settle()
    return referee.taken()


def void(referee: "Course", fix: "list[Any]") -> None:
    """Void the stage and open the next one."""
    referee.undone = None
    referee.record("fix", fix, referee.table.digest)
    departures.annul(referee, fix[1])
    referee.end_stage()


def part(referee: "Course", fix: "list[Any]") -> None:
    """Let a player leave, or end the match early."""
    referee.undone = None
    why = departures.forbids(referee, fix)
    if why:
        raise Conflict(len(referee.answers), why)
    referee.record("fix", fix, referee.table.digest)
    departures.part(referee, fix)
    referee.end_stage()


def call(referee: "Course", fix: "list[Any]") -> None:
    """Answer the open OperatorCall by the operator's word; the record is that of an answer."""
    kind: str = fix[0]
    seat: int = fix[1]
    asks = referee.ask.asks
    why = "not-now"
    for i in range(len(asks)):
        if asks[i].what not in ("absent", "back"):
            continue
        if asks[i].what == kind and seat in asks[i].seats:
            referee.undone = None
            referee.record("answer", [i, [seat, OK]], referee.table.digest)
            referee.take([i, [seat, OK]])
            return
        why = "not-meant"
    raise Conflict(len(referee.answers), why)


def take_back(referee: "Course", fix: "list[Any]") -> None:
    """Undo an answer and all later ones."""
    index: int = fix[1]
    beyond = 0

    def act() -> None:
        nonlocal beyond
        told = replay.first_told(referee, referee.answers, index)
        if told is not None:
            if len(fix) < 3 or not fix[2]:
                raise Conflict(told, "was-shown-to-all")
            beyond = 1
        referee.out.clear()
        replay.undo(referee, index)

    old = len(referee.answers)
    digest = referee.table.digest
    replay.edit(referee, act)
    replay.record(referee, ["undo", index, beyond] + list(fix[3:]), old, digest)


def amend(referee: "Course", fix: "list[Any]") -> None:
    """Change answers and keep the later ones as far as they fit."""
    old, digest = referee.answers, referee.table.digest
    changes: "Changes" = fix[1]
    last = changes[-1][0]
    drop: int = len(fix) > 2 and fix[2]

    def act() -> None:
        if last not in range(len(old)):
            raise Conflict(last, "no-such-answer")
        try:
            replay.replay(referee, old, changes)
        except Conflict as conflict:
            if not drop or conflict.index <= last:
                raise
            at: int = conflict.index
            replay.forget(referee)
            replay.replay(referee, old[:at], changes)

    replay.edit(referee, act)
    now = referee.answers
    changed = [[i, now[i]] for i in range(len(now)) if now[i] != old[i]]
    replay.record(referee, ["amend", changes[0][0], changed, len(now)] + list(fix[3:]), len(old), digest)


# -- Cards named by hand ---------------------------------------------------------------------------


def name(referee: "Course", fix: "list[Any]") -> None:
    """Name an unreadable card, see `Referee.correct`; a card of None: it counts as it is, face down."""
    place: int = fix[1]
    card: int | None = fix[2]
    if place not in range(PLACES + 1):  # PLACES: any place
        _refuse(referee, "no-such-place")
    if referee.ask.auto:
        _name_sealed(referee, place, card, fix)
        return
    if place == PLACES or referee.picture.lying[place] != UNKNOWN:
        _refuse(referee, "no-unread-card")
    ask = asked(referee.ask, place)
    if ask is None:
        _refuse(referee, "not-asked-there")
    if hides(ask):
        _accept(referee, ask, place, card, fix)
        return
    if card is None:
        _refuse(referee, "must-be-named")
    if not is_card(card) or not referee.table.in_deck(card):
        _refuse(referee, "not-in-deck")
    before = referee.picture.copy()
    referee.picture.laid(place, card)
    why = referee.ask.why_wrong(referee.picture, referee.table, place)
    if why:
        referee.picture = before
        _refuse(referee, why)
    public = card if ask.secrecy == OPEN else None
    referee.picture.accepted |= 1 << place
    referee.record("fix", ["name", place, public] + list(fix[3:]), referee.table.digest)


def hides(ask: "Ask") -> "TypeGuard[Lay]":
    """True if a card that answers `ask` is face down, so that it counts unread."""
    return isinstance(ask, Lay) and ask.secrecy != OPEN


def asked(ask: "Ask", place: int) -> "Ask | None":
    """Return the ask, or the part of it, that a card on `place` could answer, or None."""
    return ask.owner(place) if ask.place_of(place) else None


def _accept(referee: "Course", ask: "Lay", place: int, card: int | None, fix: "list[Any]") -> None:
    """Let an unreadable card count as it is, face down."""
    if card is not None:
        _refuse(referee, "named-at-its-reveal")
    if ask.only:
        _refuse(referee, "must-be-read")  # only certain cards will do
    referee.record("fix", ["name", place, None] + list(fix[3:]), referee.table.digest)
    referee.picture.accepted |= 1 << place


def unnamed(referee: "Course") -> list[tuple[int | None, int]]:
    """Return (place, handle) of the cards that must be named before the open ask can be answered.

    The place is None for a card that was moved since it was laid.
    """
    found: "list[tuple[int | None, int]]" = []
    ask, table = referee.ask, referee.table
    if ask is None or not ask.auto or not ask.lacks(table):
        return found
    where = dict(table.ledger())
    for value in ask.values:
        if table.peek(value) == UNKNOWN:
            place = where.get(value, -1) - PLAYED
            found.append((place if place in range(PLACES) else None, value))
    return found


def _name_sealed(referee: "Course", place: int, card: int | None, fix: "list[Any]") -> None:
    """Name a card that was sealed unread and is to be revealed now."""
    waiting = unnamed(referee)
    handles = [handle for where, handle in waiting if where == place]
    if not handles:  # moved cards have no place to name: one after the other
        handles = [handle for where, handle in waiting if where is None]
    if not handles:
        _refuse(referee, "no-unread-card")
    table = referee.table
    if card is None or not is_card(card) or not table.in_deck(card):
        _refuse(referee, "must-be-named" if card is None else "not-in-deck")
    if card in [table.peek(value) for value in referee.ask.values]:
        _refuse(referee, "twice")
    why = table.why_gone(card, place)
    is_back = not (table.is_open_card(card) or table.is_hidden(card))  # in a hand: from there it was moved
    if why and not (is_back and place == PLACES):
        _refuse(referee, why)
    handle = handles[0]
    answers, digest = referee.answers, table.digest

    def act() -> None:
        if not referee.ask.lacks(referee.table):  # the script must accept the card before it counts
            decided = referee.ask.decide(referee.table, len(answers))
            replay.replay(referee, answers + [decided])
        referee.out.clear()
        replay.replay(referee, answers)

    referee.vault[handle] = card
    try:
        replay.edit(referee, act)
    except Conflict:
        referee.vault[handle] = UNKNOWN
        replay.replay(referee, answers)
        referee.out.clear()
        raise
    if place in range(PLACES) and referee.picture.lying[place] == UNKNOWN:
        referee.picture.lying[place] = referee.picture.recorded[place]
        referee.picture.accepted |= 1 << place
    out = referee.taken()
    done = ["name", place, handle] + list(fix[3:])
    referee.out.append(Seal(handle, card))
    referee.out.append(Record("fix", referee.match.stage, len(answers), done, digest))
    referee.out.extend([one for one in out if not isinstance(one, Cue)])


def _refuse(referee: "Course", code: str) -> "NoReturn":
    """Raise a Conflict with this code."""
    raise Conflict(len(referee.answers), code)
