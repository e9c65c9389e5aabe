"""After a power cut: the vault lost what is hidden; who holds it lays it again.

Cards that lie where they answered are read there. What a seat holds hidden, or was showing when the power
went, it lays face down on its own pad, in the order in which it lay there first, and takes it back; so does
who captured a card unseen: in that pile all others were seen. Each is sealed anew under the handle that it
had, and a record says so: ["note", "vault", [handles]]. What was laid aside, and nobody took, counts as a
card that cannot be read; from then on nothing is proved. If there is anything else the stage is void. If the
seed of chance is lost another is drawn, and what was drawn before stays.

Prompts, with their args: vault-lay, vault-find (place, which, of how many)   vault-lift (place)
"""

from cardtable.engine.asks.base import (
    EMPTY,
    FINE,
    HOLD_NO,
    LAY,
    LIFT,
    MISSING,
    MOST_SEATS,
    NOTHING,
    OK,
    PLACES,
    PRESS_OK,
    Prompt,
)
from cardtable.engine.cards import FOREIGN, HANDLE, SEVERAL, UNKNOWN, is_card, is_handle
from cardtable.engine.stage import Difference
from cardtable.engine.table import HELD, ON_TABLE

from ..dialogs.base import Dialogue
from . import resume, session

LAID = "vault-lay"  # it lay on that pad before
CAPTURED = "vault-find"
_NO_CARD = {SEVERAL: "several", FOREIGN: "foreign", UNKNOWN: "unreadable"}


def begin(loop):
    """The dialogue that comes first after a restart: this one, if the vault lacks anything."""
    rows, aside, gone = lost(loop.play.referee, [place for place, _ in loop.pad_cards.lying()])
    if rows or aside or gone or resume.lacks_seed(loop.play):
        loop.dialogue = Rescanning(loop, rows, aside, gone)
        loop.dialogue.look()
    else:
        _resume(loop)


def _resume(loop):
    """What is hidden is there. If what proves it is not, that is said until somebody goes on."""
    if loop.play.terms is None:
        loop.faults.set("proofs-lost")
    loop.dialogue = resume.Resuming(loop)


def lost(referee, lying):
    """(what can be laid again: [handle, place, how it is asked for there; None if it stays there] each, in
    order; the handles of what was laid aside; whether there is more). `lying`: where a card lies.
    """
    table, picture = referee.table, referee.picture
    if table is None:
        return [], [], False
    where = {}
    for value, place in table.ledger():
        if is_handle(value):
            where[value] = place
    for seat in range(MOST_SEATS):
        for value in picture.shown[seat]:
            if is_handle(value):
                where[value] = HELD + seat
    handles = list(where)
    _collect(referee.answers, handles)
    if hasattr(referee.game, "kept"):
        _collect(referee.game.kept(referee.match), handles)
    opened = table.opened()
    rows, aside, gone, last = [], [], False, None
    for handle in sorted(handles):
        if handle == last or handle in referee.vault or handle in opened:
            continue
        last = handle
        at = where.get(handle)
        if at is not None and at >= HELD:
            rows.append([handle, at - HELD, LAID])
        elif handle in picture.recorded:
            rows.append([handle, picture.recorded.index(handle), None])
        elif at == ON_TABLE:
            aside.append(handle)
        elif at is not None and at < MOST_SEATS:
            rows.append([handle, at, CAPTURED])
        else:
            gone = True
    here = [handle for handle, place, _ in rows if handle in picture.recorded and place in lying]
    rows.sort(key=lambda row: _order(row) - (row[0] in here) * HANDLE)
    return rows, aside, gone


def _order(row):
    return row[1] * 65536 + row[0]


def _collect(value, handles):
    """Add the handles in nested lists."""
    if isinstance(value, (list, tuple)):
        for item in value:
            _collect(item, handles)
    elif isinstance(value, int) and is_handle(value):
        handles.append(value)


class Rescanning(Dialogue):
    """A dialogue of the `loop`. `rows`, `aside`, `gone`: see `lost`."""

    def __init__(self, loop, rows, aside, gone):
        self._loop = loop
        self._rows = rows
        self._aside = aside
        self._gone = gone
        self._at = 0  # which row is under way
        self._read = []  # the cards that were read, in the order of the rows
        self._gives_up = None  # the seat that holds NO

    def look(self):
        """What lies on the pads has changed, or was not looked at yet."""
        found = [None] * PLACES
        for place, card in self._loop.pad_cards.lying():
            found[place] = card
        while self._at < len(self._rows):
            _, place, how = self._rows[self._at]
            if len(self._read) == self._at:
                if found[place] is None:
                    return
                why = self._why_not(found[place])
                if why is not None:
                    self._loop.signs.refused(why, place)
                    return
                self._read.append(found[place])
            if how is not None and found[place] is not None:
                return
            self._at += 1
        self._finish()

    def _why_not(self, card):
        """Why this cannot be the card that was hidden: the code, or None."""
        if card in _NO_CARD:
            return _NO_CARD[card]
        referee = self._loop.play.referee
        if not is_card(card) or not referee.table.in_deck(card):
            return "not-in-deck"
        known = [referee.vault[handle] for handle in referee.vault]
        if card in self._read or card in known or referee.table.is_open_card(card):
            return "already-played"
        return None

    def _finish(self):
        """The match is followed once more, with what is known again. If by the rules this cannot be what
        was hidden, all is laid anew.
        """
        loop, play = self._loop, self._loop.play
        again = [(self._rows[i][0], self._read[i]) for i in range(len(self._rows))]
        again += [(handle, UNKNOWN) for handle in self._aside]
        try:
            resume.restore(play, again)
        except (Difference, ValueError):
            resume.restore(play)
            self._at, self._read = 0, []
            self._rows.sort(key=_order)
            loop.signs.refused("not-the-hidden-card", self._rows[0][1])
            return
        resume.seal_again(play, again)
        if self._aside:  # what was promised of it cannot be shown
            play.terms = None
            loop.journal.rewrite_vault(session.still_sealed(play, False))
        play.note("vault", sorted([row[0] for row in self._rows]))
        if resume.lacks_seed(play):
            resume.reseed(play, loop.parts.entropy(16))
        if self._gone:
            play.correct(["void", "vault", "table"])
        _resume(loop)

    def key(self, place, key):
        if key != HOLD_NO:
            if key == OK and self._gives_up is None:
                self._loop.signs.refused("repair-first", place)
            self._gives_up = None
        elif self._gives_up is None or self._gives_up == place:
            self._gives_up = place
        else:
            self._loop.give_up(self._gives_up, place)

    def prompt(self):
        """Return the prompt that is shown."""
        tasks, verdicts = [NOTHING] * MOST_SEATS, [EMPTY] * PLACES
        if self._gives_up is not None:
            for seat in range(self._loop.play.referee.match.seats):
                tasks[seat] = PRESS_OK
            return Prompt("give-up", (self._gives_up,), tasks, verdicts)
        _, place, how = self._rows[self._at]
        args: "tuple" = (place,)
        if len(self._read) > self._at:
            what, task, verdicts[place] = "vault-lift", LIFT, FINE
        else:
            found = how == CAPTURED
            same = [row for row in self._rows if row[1] == place and (row[2] == CAPTURED) == found]
            which = same.index(self._rows[self._at]) + 1
            args = (place, which, len(same))
            what, task, verdicts[place] = how or LAID, LAY, MISSING
        if place < MOST_SEATS:
            tasks[place] = task
        return Prompt(what, args, tasks, verdicts)
