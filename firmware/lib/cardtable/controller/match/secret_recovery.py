"""Recovery of sealed cards that the vault lost in a power cut: the seats that hold them lay them again.

Cards on the pads where they answered are read there. A card that a seat holds hidden, or was showing at the
power cut, it lays face down on its own pad, in the original order, and takes it back. A seat that captured a
card unseen does the same: all others in that pile were seen. Each card is sealed again under its handle, and
a record notes it: ["note", "vault", [handles]]. A card that was laid aside, and that no seat took, counts as
a card that cannot be read; from then on nothing is proved. If there is anything else the stage is void. If
the seed of chance is lost another is drawn, and earlier draws stay.

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
)
from cardtable.engine.cards import FOREIGN, HANDLE, SEVERAL, UNKNOWN, is_card, is_handle
from cardtable.engine.replay import Difference
from cardtable.engine.table import HELD, ON_TABLE

from ..dialogs.base import Dialogue, make_prompt
from . import resume

LAID = "vault-lay"  # it was on that pad before
CAPTURED = "vault-find"
_NO_CARD = {SEVERAL: "several", FOREIGN: "foreign", UNKNOWN: "unreadable"}


def begin(loop):
    """Begin the first dialogue after a restart: this one, if the vault lacks anything."""
    rows, aside, gone = find_lost_cards(loop.play.referee, [place for place, _ in loop.pad_cards.lying()])
    if rows or aside or gone or loop.play.lacks_seed():
        dialogue = SecretRecovery(loop, rows, aside, gone)
        loop.open(dialogue)
        dialogue.look()
    else:
        _resume(loop)


def _resume(loop):
    """Begin the resume dialogue. Lost proofs are a fault that is shown until the match goes on."""
    if loop.play.terms is None:
        loop.faults.set("proofs-lost")
    loop.open(resume.ResumeDialogue(loop))


def find_lost_cards(referee, lying):
    """Return the lost cards: (rows, handles that were laid aside, True if there are more).

    Each row is [handle, place, how the card is asked for; None if it stays there], in order. `lying`: places
    with a card.
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


class SecretRecovery(Dialogue):
    """A dialogue of the `loop`. `rows`, `aside`, `gone`: see `find_lost_cards`."""

    def __init__(self, loop, rows, aside, gone):
        self._loop = loop
        self._rows = rows
        self._aside = aside
        self._gone = gone
        self._at = 0  # index of the current row
        self._read = []  # the cards that were read, in the order of the rows
        self._gives_up = None  # the seat that holds NO

    def look(self):
        """Advance the rows: the cards on the pads have changed, or were not examined yet."""
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
        """Return the code of why this cannot be the hidden card, or None."""
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
        """Replay the match with the recovered values. If they contradict the rules, start again with the
        first row.
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
        if self._aside:  # its commitment cannot be opened
            play.forgo_proofs()
        play.note("vault", sorted([row[0] for row in self._rows]))
        if play.lacks_seed():
            play.reseed(loop.parts.entropy(16))
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
            for seat in range(self._loop.play.view.seats):
                tasks[seat] = PRESS_OK
            return make_prompt("give-up", (self._gives_up,), tasks, verdicts)
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
        return make_prompt(what, args, tasks, verdicts)
