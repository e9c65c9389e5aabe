"""Cards laid one after another, on any pads, in any order; subclasses decide about each."""

from __future__ import annotations

import time

from cardtable.engine.asks import base
from tablehost.decks.deckfile import WHOLE
from tablehost.decks.enrolment import SURE_S, TWICE_S, WAIT_S, is_clear
from tablehost.decks.output import Teller, Typed
from tablehost.decks.verdicts import SeenCards
from tablehost.link.service import CARD, DO, LIES, NO_TAGS, TWICE, Service

LOOK_S = 0.05
LAST_S = 5.0  # the wait for the rest of the pile after the last card
FEW = 5  # so many cards that are still to come are named


class PileCheck:
    """The laying of a pile. `laid`: the cards of the deck seen; `counts`: every card is read WHOLE times, and
    weak tags are found.

    Subclasses handle a card in `lay`.
    """

    last_s = LAST_S

    def __init__(self, service: Service, laid: SeenCards, teller: Teller, typed: Typed, counts: bool) -> None:
        self.laid = laid
        self.took = 0.0  # s
        self.service = service
        self.teller = teller
        self.typed = typed
        self._counts = counts
        self._done: dict[int, str] = {}  # by pad, the card there that is known
        self._twice: dict[int, float] = {}  # by pad, since when another one reads the same tag
        self._held = True
        self._changed_at = 0.0

    def lay(self, pad: int, uid: bytes, read: int, looks: int) -> None:
        """Take a tag that is new on this pad; `read` of `looks` times it was read, if that counts."""
        raise NotImplementedError

    @property
    def missing(self) -> list[int]:
        """Return the cards that are still to come, in printed order."""
        return self.laid.missing

    def run(self, seconds: float | None) -> None:
        """Run until all are there and no more come, until OK or Enter, or until the time is over."""
        service = self.service
        self._clear()
        began = self._changed_at = time.monotonic()
        self._lamps()
        told = warned = False
        while not self.is_ended():
            now = time.monotonic()
            if seconds is not None and now - began >= seconds:
                self.teller.say("time")
                break
            if not self.missing and not service.lying:
                if not told and self.last_s:
                    self.teller.say("all-there")
                    told, self._changed_at = True, now
                if now - self._changed_at >= self.last_s:
                    break
            if not warned and self._changed_at == began and now - began > WAIT_S:
                self.teller.say("nothing-yet", tags=self.laid.deck.tags)
                warned = True
            for pad in range(service.pads):
                self._look(pad, service.tags[pad])
            if 0 < len(self.missing) <= FEW:
                cards = [self.laid.deck.text(card) for card in self.missing]
                self.teller.ask("still", cards=", ".join(cards))
            service.turn(LOOK_S)
        self.took = time.monotonic() - began
        self.teller.over()
        service.dark()

    def _clear(self) -> None:
        service = self.service
        if not service.wait_for(lambda: is_clear(service), SURE_S):
            self.teller.say("clear")
            self._changed_at = time.monotonic()
            while not service.wait_for(lambda: is_clear(service), LOOK_S):
                if self.typed.line() == "stop" or self._is_left_alone():
                    raise KeyboardInterrupt

    def _lamps(self) -> None:
        for pad in range(self.service.pads):
            self.service.lamp(pad, DO, base.LAY)

    def is_ended(self) -> bool:
        """Return True if the user ends the check."""
        return self.is_typed(self.typed.line()) or self.is_pressed() or self._is_left_alone()

    def _is_left_alone(self) -> bool:
        """Return True if nothing can be typed, and no card has come or gone for a while."""
        return self.typed.is_over and time.monotonic() - self._changed_at >= WAIT_S

    def is_typed(self, line: str | None) -> bool:
        """Return True if the typed line, see `Typed`, ends it."""
        return line is not None

    def is_pressed(self) -> bool:
        """Return True if OK was pressed, at any pad."""
        held = any(key == "ok" for _, key in self.service.down)
        pressed, self._held = held and not self._held, held
        return pressed

    def _look(self, pad: int, tag: str | None) -> None:
        """Look at the current tag of a pad."""
        known = self._done.get(pad)
        if tag != TWICE:
            self._twice.pop(pad, None)
        elif time.monotonic() - self._twice.setdefault(pad, time.monotonic()) < TWICE_S:
            return
        if tag == known:
            return
        self._changed_at = time.monotonic()
        service = self.service
        if tag is None:
            del self._done[pad]
            service.lamp(pad, CARD, base.EMPTY)
            return
        if tag in NO_TAGS:
            self._done[pad] = tag
            self._trouble(pad, tag)
            return
        if self._counts:
            count = service.count(pad)
            if count.looks < WHOLE or count.tag != tag:
                return  # it has still to be read more often, or is gone by now
            read = min(WHOLE, round(count.reads * WHOLE / count.looks))
            self.lay(pad, bytes.fromhex(tag), read, WHOLE)
        else:
            self.lay(pad, bytes.fromhex(tag), 0, 0)
        self._done[pad] = tag

    def show(self, pad: int, good: bool) -> None:
        """Show by lamp and tone whether this card is fine; it may be removed."""
        self.service.lamp(pad, CARD, base.FINE if good else base.WRONG)
        self.service.tone("read" if good else "wrong")

    def name(self, pad: int) -> str:
        """Return the name of a pad."""
        return self.teller.pad(pad, self.service.seat_pads, self.service.pads)

    def _trouble(self, pad: int, tag: str) -> None:
        service = self.service
        service.lamp(pad, CARD, "several" if tag == "several" else base.WRONG)
        service.tone("several" if tag == "several" else "wrong")
        if tag == TWICE:
            read = service.count(pad).tag
            if read is not None:
                if self.laid.double(bytes.fromhex(read)):
                    self.teller.say("seen-double", tag=read.upper())
                return
        self.teller.say("lies" if tag == LIES else f"seen-{tag}", pad=self.name(pad))

    def say_stranger(self, what: str, uid: bytes) -> None:
        """Report a tag that `Laid.lay` calls foreign or unknown."""
        if what == "foreign":
            _, owner, card = next(one for one in self.laid.foreign if one[0] == uid)
            self.teller.say("seen-foreign", other=card, deck=owner)
        else:
            self.teller.say("seen-unknown", tag=uid.hex().upper(), card="")
