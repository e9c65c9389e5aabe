"""A card that cannot be read is named by hand.

    ["name", place, card]     an open card that lies there is this one
    ["name", place, None]     a card laid face down counts, unread: it must be named when it is revealed; or,
                              of one that is shown, nobody is told which card it was named
    ["name", place, handle]   the card that was sealed under this handle, unread, is named, for it is to be
                              revealed now; the record of that says which it is

Needs a referee that judges. Raises Conflict: then nothing has changed.
"""

from . import rerun
from .ask import OPEN, PLACES
from .cards import UNKNOWN, is_card
from .course import Conflict
from .laying import Lay
from .table import PLAYED


def name(referee, fix):
    """See `Referee.correct`; a card of None: it counts as it lies, face down."""
    place, card = fix[1], fix[2]
    if place not in range(PLACES + 1):  # PLACES: wherever the card is
        _refuse(referee, "no-such-place")
    if referee.ask.auto:
        _sealed(referee, place, card, fix)
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


def hides(ask):
    """True if a card that answers `ask` lies face down, so that it counts as it lies."""
    return isinstance(ask, Lay) and ask.secrecy != OPEN


def asked(ask, place):
    """The ask, or the part of it, that a card on `place` could answer; None if it could answer nothing."""
    for part in getattr(ask, "asks", ()):
        if part.place_of(place):
            return asked(part, place)
    return ask if ask.place_of(place) else None


def _accept(referee, ask, place, card, fix):
    if card is not None:
        _refuse(referee, "named-at-its-reveal")
    if ask.only:
        _refuse(referee, "must-be-read")  # only certain cards will do
    referee.record("fix", ["name", place, None] + list(fix[3:]), referee.table.digest)
    referee.picture.accepted |= 1 << place


def unnamed(referee):
    """(place, handle) of the cards that must be named before the ask that is open can be answered; of a card
    that was moved since it was laid the place is None.
    """
    found = []
    ask, table = referee.ask, referee.table
    if ask is None or not ask.auto or not ask.lacks(table):
        return found
    where = dict(table.ledger())
    for value in ask.values:
        if table.peek(value) == UNKNOWN:
            place = where.get(value, -1) - PLAYED
            found.append((place if place in range(PLACES) else None, value))
    return found


def _sealed(referee, place, card, fix):
    waiting = unnamed(referee)
    handles = [handle for where, handle in waiting if where == place]
    if not handles:  # cards that were moved lie nowhere that could be named: one after the other
        handles = [handle for where, handle in waiting if where is None]
    if not handles:
        _refuse(referee, "no-unread-card")
    table = referee.table
    if card is None or not is_card(card) or not table.in_deck(card):
        _refuse(referee, "must-be-named" if card is None else "not-in-deck")
    if card in [table.peek(value) for value in referee.ask.values]:
        _refuse(referee, "twice")
    why = table.why_gone(card, place)
    if why:
        _refuse(referee, why)
    handle = handles[0]
    answers, digest = referee.answers, table.digest

    def act():
        if not referee.ask.lacks(referee.table):  # the script is to see the card before it counts
            decided = referee.ask.decide(referee.table, len(answers))
            rerun.replay(referee, answers + [decided])
        referee.out.clear()
        rerun.replay(referee, answers)

    referee.vault[handle] = card
    try:
        rerun.edit(referee, act)
    except Conflict:
        referee.vault[handle] = UNKNOWN
        rerun.replay(referee, answers)
        referee.out.clear()
        raise
    if place in range(PLACES) and referee.picture.lying[place] == UNKNOWN:
        referee.picture.lying[place] = referee.picture.recorded[place]
        referee.picture.accepted |= 1 << place
    out = referee.taken()
    done = ["name", place, handle] + list(fix[3:])
    referee.out.append(("seal", handle, card))
    referee.out.append(("record", ["fix", referee.match.stage, len(answers), done, digest]))
    referee.out.extend([one for one in out if one[0] != "cue"])


def _refuse(referee, code):
    raise Conflict(len(referee.answers), code)
