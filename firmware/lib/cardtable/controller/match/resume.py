"""Resumption after a power cut: restore the match from journal and vault, then reconcile the pads.

The table never goes on by itself. If the cards agree, the OK of any seat resumes the match, also in the
middle of a trick or a vote. The same prompt is then asked again, and keys pressed for it before no longer
count. Otherwise one repair step after the other is asked for, one pad lit at a time, and each is done when
the reader reports it. Two seats that hold NO give the match up; its records stay. If the second one presses
YES instead, the match is parked, see `dialogs.parking`. A seat that holds NO and OK looks back at the match,
see `dialogs.review`.

Prompts, with their args:

    resume (the game, the prompt or None)      give-up (the seat that holds NO)
    repair-lift, repair-reseat, repair-lay-hidden (place, steps left)   repair-lay (place, steps left, card)
"""

from cardtable.engine import match, replay
from cardtable.engine.asks.base import (
    CORRECT,
    EARLY,
    EMPTY,
    FINE,
    HOLD_NO,
    LAY,
    LIFT,
    MISSING,
    MOST_SEATS,
    NOTHING,
    OK,
    OLD,
    PLACES,
    PRESS_OK,
    WRONG,
    YES,
    Prompt,
)
from cardtable.engine.cards import HANDLE, SEVERAL, UNKNOWN, is_card
from cardtable.engine.outputs import Opened, record_of
from cardtable.engine.referee import Referee
from cardtable.engine.table import PLAYED
from cardtable.games import registry as games
from cardtable.micro import const
from cardtable.wire.records import ruled

from ..dialogs.base import Dialogue
from ..storage import parked_matches
from . import session
from .entropy import chance

# The expectation on a place, unless it is a card, which must be there
FREE = const(-1)  # nothing, or any card that is there
EMPTIED = const(-2)

# Steps: (kind, place)
LIFT_OFF = const(1)  # take up the card that is there
RESEAT = const(2)  # take it up, and lay the card well, alone
LAY_BACK = const(3)  # lay the card that is expected on the empty pad

# Codes of wrong cards that may yet be right: one that is badly placed, or the other one must be removed.
_MAY_BE_RIGHT = (None, "twice", "several", "unreadable")


def restore(play, again=()):
    """Restore the match that a restart interrupted. Return False if there is none.

    `again`: handles that the vault lost, with their values. Raises Difference or ValueError if the records do
    not follow from the rules.
    """
    journal = play.journal
    kept = journal.last_stage()
    if kept is None:
        return False
    head = kept[0]
    seed = b""
    secrets = {}
    others = {}
    for name, value in journal.secrets():
        if name.isdigit():
            secrets[HANDLE + int(name)] = value
        elif name != "groups" or value[2] <= head[3][0]:
            others[name] = value
    for handle, value in again:
        secrets[handle] = value
    if head[0] not in games.NAMES and not secrets and not others:
        journal.set_under_way(False)  # that match is over, and its game, one of one's own, is gone
        return False
    game = games.load(head[0])
    if "seed" in others:
        seed = bytes.fromhex(others["seed"])
    referee = Referee(match.load(game, head), draw=chance(seed))
    replay.begin(referee, secrets)
    proved = ()
    if "back" in others:
        from . import past_stage

        proved = past_stage.proved_handles(journal, others["back"])
    play.restore(referee, others, proved)
    tail = []  # the end of the stage and the records written after it
    for one in kept[1]:
        told = ruled(one)
        record = None if told is None else record_of(told)
        # The records with which a stage begins, also a replayed one, are in its checkpoint.
        if record is not None and not _begins(record):
            _follow(play, record)
        if tail or one[0] == "end":
            tail.append(one)
    if tail:
        session.end(play, tail)
    else:
        parked_matches.note(play)
    if referee.over:
        play.drop()
        journal.set_under_way(False)
        if secrets or others:
            journal.rewrite_vault(())  # the power failed before it was emptied
    else:
        play.refresh()
    return not referee.over


def _begins(record):
    """True if a stage begins with this record."""
    return record.kind == "start" or (record.kind == "fix" and record.value[0] == "back")


def _follow(play, record):
    """Follow a record of this stage, with its seals and openings."""
    before = play.referee.next_handle
    known = play.opened() + play.proved if record.kind == "fix" else play.proved
    outputs = play.referee.follow(record)
    if play.terms is not None:
        sealed = [(handle, None) for handle in range(before, play.referee.next_handle)]
        opened = [out.handle for out in outputs if isinstance(out, Opened) and out.handle not in known]
        if sealed or opened:
            play.terms.noted(sealed, opened)


def seal_again(play, rows):
    """Seal values again, (handle, value) each, that the vault had lost."""
    if rows:
        play.journal.keep_secrets([(str(handle - HANDLE), value) for handle, value in rows])


# -- Dialogue: repair steps, then OK ---------------------------------------------------------------


class ResumeDialogue(Dialogue):
    """The resume dialogue of the `loop`."""

    def __init__(self, loop):
        self._loop = loop
        self._steps = []
        self._gives_up = None  # the seat that holds NO
        self.look()

    def look(self):
        """Plan the steps again: the cards on the pads have changed, or were not examined yet."""
        loop = self._loop
        referee = loop.play.referee
        lying = loop.pad_cards.lying()
        loop.play.look_afresh(lying)
        found = [None] * PLACES
        for place, card in lying:
            found[place] = card
        self._steps = []
        if referee.ask is not None and not referee.ask.auto:
            self._steps = plan(expected_cards(referee, loop.pad_cards.unseen()), found)

    def key(self, place, key):
        loop = self._loop
        if key == HOLD_NO:
            if self._gives_up is not None and self._gives_up != place:
                loop.give_up(self._gives_up, place)
            else:
                self._gives_up = place
        elif key == CORRECT:
            from ..dialogs import review

            review.begin(loop, place)
        elif key == OK:
            self._gives_up = None
            if self._steps:
                loop.signs.refused("repair-first", place)
            else:
                loop.go_on()
        elif self._gives_up is None:
            loop.signs.refused("not-asked", place)
        elif key == YES and place != self._gives_up:
            from ..dialogs import parking

            parking.ask_to_park(loop, place)
        else:
            self._gives_up = None

    def prompt(self):
        """Return the prompt that is shown."""
        if self._gives_up is not None:
            return Prompt("give-up", (self._gives_up,), *self._resume()[2:])
        return self._step(self._steps[0]) if self._steps else self._resume()

    def _resume(self):
        loop = self._loop
        referee, view = loop.play.referee, loop.play.view
        tasks, verdicts = [NOTHING] * MOST_SEATS, [EMPTY] * PLACES
        seats = loop.parts.seat_pads if view.pads is None else view.seats
        for seat in range(seats):
            tasks[seat] = PRESS_OK
        for place in range(PLACES):
            if referee.picture.lying[place] is not None:
                fits = view.prompt is not None and view.prompt.verdicts[place] in (FINE, EARLY)
                verdicts[place] = FINE if fits else OLD
        asked = None
        if referee.ask is not None and not referee.ask.auto:
            asked = loop.display.asked(view.prompt)
        return Prompt("resume", (referee.game.NAME, asked), tasks, verdicts, {})

    def _step(self, step):
        kind, place = step
        referee = self._loop.play.referee
        tasks, verdicts = [NOTHING] * MOST_SEATS, [EMPTY] * PLACES
        reasons: "dict" = {}
        args: "tuple" = (place, len(self._steps))
        if kind == LAY_BACK:
            what, task, verdicts[place] = "repair-lay-hidden", LAY, MISSING
            card = referee.picture.recorded[place]
            if referee.table.is_open_card(card):
                what, args = "repair-lay", args + (card,)
        else:
            what = "repair-lift" if kind == LIFT_OFF else "repair-reseat"
            task, verdicts[place] = LIFT, WRONG
            known = self._loop.play.view.prompt.reasons
            if place in known:
                reasons[place] = known[place]
        if place < MOST_SEATS:
            tasks[place] = task
        return Prompt(what, args, tasks, verdicts, reasons)


# Reconciliation of the pads with the match.
#
# These functions touch no device. A card that the players moved meanwhile may simply be how the match goes
# on: a card that is asked for may be there already, a card to be removed may be gone. Only impossible
# positions need repair: a card that must still be there and is not, one that cannot be where it is, and one
# that cannot be read.


def expected_cards(referee, unseen=()):
    """Return by place the card that must be there.

    The referee's picture holds the cards that are there. Places in `unseen` have silent readers, so nothing
    counts as missing there.
    """
    picture, table = referee.picture, referee.table
    wanted = []
    for place in range(PLACES):
        what = FREE
        if place not in unseen:
            if _must_lie(referee.ask, picture, table, place):
                what = picture.recorded[place]
            elif referee.ask.why_wrong(picture, table, place) not in _MAY_BE_RIGHT:
                what = EMPTIED
        wanted.append(what)
    return wanted


def _must_lie(ask, picture, table, place):
    """True if the card that answered on `place` has not moved anywhere else, and may stay until it does."""
    card = picture.recorded[place]
    if not is_card(card) or ask.place_of(place):
        return False
    return place in ask.owner(place).still and table.where(card) == PLAYED + place


def plan(wanted, found):
    """Return the fewest steps from the cards `found` (by place: a card, trouble, or None) to those `wanted`.

    Cards are taken up before any is laid, so that each is at hand when its turn comes. Of a card that is
    found twice the one where it must be stays, else the first.
    """
    lifts, reseats, lays = [], [], []
    stays = []  # cards on pads where none is needed
    for place in range(len(wanted)):
        what, lying = wanted[place], found[place]
        if lying == what or (lying is None and what < 0):
            continue
        if lying is None:
            lays.append((LAY_BACK, place))
        elif lying in (SEVERAL, UNKNOWN) and what != EMPTIED:
            reseats.append((RESEAT, place))
        elif what == FREE:
            if lying in wanted or lying in stays:
                lifts.append((LIFT_OFF, place))
            stays.append(lying)
        else:
            lifts.append((LIFT_OFF, place))
            if what >= 0:
                lays.append((LAY_BACK, place))
    return lifts + reseats + lays
