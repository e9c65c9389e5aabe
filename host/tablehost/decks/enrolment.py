"""Enrolment of a deck: card after card is laid on one pad, read so many times, and kept at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from cardtable.engine.asks import base
from tablehost.decks import verdicts
from tablehost.decks.deckfile import WHOLE, Deck, TagRow
from tablehost.decks.output import Teller, Typed
from tablehost.link.service import CARD, DO, LIES, NO_TAGS, TWICE, Service

LOOK_S = 0.1  # between two looks at typed lines
READ_S = 4.0  # so long the looks at a card may take
SURE_S = 2.0  # by then a table with empty pads knows that they are
TWICE_S = 1.0  # a tag read by two pads for so long was not just moved from one to the other
WAIT_S = 15.0  # after that, without any card, possible faults are listed


def is_clear(service: Service) -> bool:
    """Return True if no card is on the table, so that tags are reported from now on."""
    return service.open and not service.lying


class Stopped(Exception):
    """The user has ended the enrolment; all rows read are kept."""


class Enrolment:
    """The enrolment of a deck. `deck`: the growing deck; `keep`: called when it has grown, before the next
    card is asked for. `others`: all known decks; `pad`: where to lay; `short`: see `verdicts.why_not`.
    `asked_for` gets each card that is asked for, for hands at the virtual table.
    """

    def __init__(
        self,
        service: Service,
        deck: Deck,
        keep: Callable[[], object],
        teller: Teller,
        typed: Typed,
        others: Sequence[Deck],
        pad: int,
        short: bool = False,
        asked_for: Callable[[str], object] = lambda card: None,
    ) -> None:
        self.deck = deck
        self._service = service
        self._keep = keep
        self._teller = teller
        self._typed = typed
        self._others = others
        self._pad = pad
        self._short = short
        self._asked_for = asked_for
        self._pad_name = teller.pad(pad, service.seat_pads, service.pads)
        self._held = True  # NO, at the last look

    def all_missing(self) -> None:
        """Enrol every card that has no tag yet, in printed order. Raises Stopped, and Trouble."""
        self.clear()
        while self.deck.missing():
            card = self.deck.missing()[0]
            row = self._one(card)
            if row is not None:
                self.deck.rows.append(row)
                self._keep()
                self._got(row)
        self._service.dark()

    def again(self, card: int) -> None:
        """Give a card another tag; until that is read it keeps the old one. Raises Stopped, and Trouble."""
        self.clear()
        row = None
        while row is None:
            row = self._one(card, undo=False)
        at = next((i for i, one in enumerate(self.deck.rows) if one.card == card), len(self.deck.rows))
        self.deck.rows[at : at + 1] = [row]
        self._keep()
        self._got(row)
        self._service.dark()

    def clear(self) -> None:
        """Wait until all pads are empty, and the table reports tags."""
        service = self._service
        if not service.wait_for(lambda: is_clear(service), SURE_S):
            self._teller.say("clear")
            while not service.wait_for(lambda: is_clear(service), LOOK_S):
                self._look_at_input(undo=False)

    # -- one card ------------------------------------------------------------------------------------

    def _one(self, card: int, undo: bool = True) -> TagRow | None:
        """Return this card's row; None if the one before it was taken back meanwhile."""
        service, pad = self._service, self._pad
        self._ask(card)
        refused: object = None
        since = twice = time.monotonic()
        while True:
            if self._look_at_input(undo):
                return None
            others = {at: tag for at, tag in service.lying.items() if at != pad}
            tag = service.tags[pad]
            if tag != TWICE:
                twice = time.monotonic()
            if tag == TWICE and time.monotonic() - twice < TWICE_S:
                pass
            elif tag is None and not others:
                if refused is not None:
                    self._ask(card)
                refused = None
                if time.monotonic() - since > WAIT_S:
                    since = time.monotonic()
                    self._teller.say("nothing-comes", card=self.deck.text(card), tags=self.deck.tags)
            elif (tag, others) != refused:
                since = time.monotonic()
                refused = (tag, others)
                row = self._judge(card, tag, others)
                if row is not None:
                    return row
            service.turn(LOOK_S)

    def _ask(self, card: int) -> None:
        self._service.lamp(self._pad, CARD, base.EMPTY)
        self._service.lamp(self._pad, DO, base.LAY)
        called = self.deck.kind.called(card)
        self._asked_for(self.deck.text(card))
        self._teller.ask("ask", card=called, pad=self._pad_name)

    def _judge(self, card: int, tag: str | None, others: dict[int, str]) -> TagRow | None:
        """Return the card's row for the tag on the pad, or report the reason against it."""
        named = {"card": self.deck.text(card), "pad": self._pad_name}
        if tag is None:
            other = next(iter(others))
            if others[other] == LIES:
                self._refuse("lies", {})
            else:
                self._refuse("other-pad", {**named, "other": self._name(other)})
            return None
        if tag in NO_TAGS:
            self._refuse(str(tag), named)
            return None
        uid = bytes.fromhex(tag)
        before = Deck(self.deck.name, self.deck.kind, self.deck.tags)
        before.rows = [row for row in self.deck.rows if row.card != card]
        refusal = verdicts.why_not(before, card, uid, self._others, self._short)
        if refusal is None and self.deck.of(uid) is not None:
            refusal = "old-tag", named
        if refusal is not None:
            self._refuse(*refusal)
            return None
        count = self._service.reads(self._pad, WHOLE, READ_S)
        if count.several:
            self._refuse(verdicts.SEVERAL, named)
        elif self._service.tags[self._pad] != tag or count.tag != tag:
            self._refuse("lifted", named)
        else:
            read = min(count.reads, WHOLE)
            if count.looks > WHOLE:
                read = round(count.reads * WHOLE / count.looks)
            return TagRow(uid, card, read, WHOLE)
        return None

    def _name(self, pad: int) -> str:
        return self._teller.pad(pad, self._service.seat_pads, self._service.pads)

    def _refuse(self, code: str, named: dict[str, str]) -> None:
        service = self._service
        service.lamp(self._pad, CARD, "several" if code == verdicts.SEVERAL else base.WRONG)
        service.lamp(self._pad, DO, base.LIFT)
        service.tone("several" if code == verdicts.SEVERAL else "wrong")
        self._teller.say(code, **named)

    def _got(self, row: TagRow) -> None:
        """Report that the card is kept, and have it removed."""
        service, deck = self._service, self.deck
        service.lamp(self._pad, DO, base.NOTHING)
        service.lamp(self._pad, CARD, base.FINE)
        service.tone("read")
        self._teller.say(
            "got-weak" if row.weak else "got", done=len(deck.kind.cards) - len(deck.missing()),
            whole=len(deck.kind.cards), card=deck.text(row.card), tag=row.uid.hex().upper(),
            read=row.read, looks=row.looks,
        )  # fmt: skip
        self._teller.ask("lift", card=deck.text(row.card))
        while service.tags[self._pad] == row.uid.hex():
            if self._look_at_input(undo=True):
                service.lamp(self._pad, CARD, base.WRONG)
            service.turn(LOOK_S)

    # -- input ---------------------------------------------------------------------------------------

    def _look_at_input(self, undo: bool) -> bool:
        """Return True if the last card was taken back. Raises Stopped."""
        word = self._typed.line()
        held = (self._pad, "no") in self._service.down
        pressed, self._held = held and not self._held, held
        if word == "stop":
            raise Stopped
        if not undo or not (word == "undo" or pressed):
            return False
        if not self.deck.rows:
            self._teller.say("nothing-to-undo")
            return False
        row = self.deck.rows.pop()
        self._keep()
        self._teller.say("undone", card=self.deck.text(row.card))
        return True
