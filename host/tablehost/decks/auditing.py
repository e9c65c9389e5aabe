"""A deck is checked: each card is laid once, on any pad; then it is said what is wrong with the pile."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from cardtable.rulebook import ask
from tablehost.decks import words
from tablehost.decks.deckfile import WHOLE, Deck
from tablehost.decks.enrolling import SURE_S, TWICE_S, is_clear
from tablehost.decks.judging import Laid
from tablehost.decks.telling import Teller, Typed
from tablehost.service import CARD, DO, LIES, NO_TAGS, TWICE, Service

LOOK_S = 0.05
LAST_S = 5.0  # after the last card so long is waited for what is left of the pile
FEW = 5  # so many cards that are still to come are named


class Audit:
    """`counts`: every card is read WHOLE times, and weak tags are found."""

    def __init__(
        self,
        service: Service,
        deck: Deck,
        others: Sequence[Deck],
        teller: Teller,
        typed: Typed,
        counts: bool,
    ) -> None:
        self.laid = Laid(deck, others)
        self.took = 0.0  # s
        self._service = service
        self._teller = teller
        self._typed = typed
        self._counts = counts
        self._done: dict[int, str] = {}  # by pad, what lies there and is known
        self._twice: dict[int, float] = {}  # by pad, since when another one reads the same tag
        self._held = True
        self._changed_at = 0.0

    def run(self, seconds: float | None) -> None:
        """Until all are there and nothing more comes, until OK or Enter, or until the time is over."""
        service = self._service
        self._clear()
        began = self._changed_at = time.monotonic()
        self._lamps()
        told = False
        while not self._is_ended():
            now = time.monotonic()
            if seconds is not None and now - began >= seconds:
                self._teller.say("time")
                break
            if not self.laid.missing and not service.lying:
                if not told:
                    self._teller.say("all-there")
                    told, self._changed_at = True, now
                if now - self._changed_at >= LAST_S:
                    break
            for pad in range(service.pads):
                self._look(pad, service.tags[pad])
            if 0 < len(self.laid.missing) <= FEW:
                cards = [self.laid.deck.text(card) for card in self.laid.missing]
                self._teller.ask("still", cards=", ".join(cards))
            service.turn(LOOK_S)
        self.took = time.monotonic() - began
        self._teller.over()
        service.dark()

    def _clear(self) -> None:
        service = self._service
        if not service.wait_for(lambda: is_clear(service), SURE_S):
            self._teller.say("clear")
            while not service.wait_for(lambda: is_clear(service), LOOK_S):
                if self._typed.line() == "stop":
                    raise KeyboardInterrupt

    def _lamps(self) -> None:
        for pad in range(self._service.pads):
            self._service.lamp(pad, DO, ask.LAY)

    def _is_ended(self) -> bool:
        held = any(key == "ok" for _, key in self._service.down)
        pressed, self._held = held and not self._held, held
        return self._typed.line() is not None or pressed

    def _look(self, pad: int, tag: str | None) -> None:
        """What lies on a pad now."""
        known = self._done.get(pad)
        if tag != TWICE:
            self._twice.pop(pad, None)
        elif time.monotonic() - self._twice.setdefault(pad, time.monotonic()) < TWICE_S:
            return
        if tag == known:
            return
        self._changed_at = time.monotonic()
        service = self._service
        if tag is None:
            del self._done[pad]
            service.lamp(pad, CARD, ask.EMPTY)
            return
        if tag in NO_TAGS:
            self._done[pad] = tag
            self._trouble(pad, tag)
            return
        if self._counts:
            count = service.count(pad)
            if count.looks < WHOLE or count.tag != tag:
                return  # it has still to be read more often, or is gone by now
            self._lay(pad, tag, min(WHOLE, round(count.reads * WHOLE / count.looks)), WHOLE)
        else:
            self._lay(pad, tag, 0, 0)
        self._done[pad] = tag

    def _lay(self, pad: int, tag: str, read: int, looks: int) -> None:
        laid, deck = self.laid, self.laid.deck
        uid = bytes.fromhex(tag)
        what = laid.lay(uid, read, looks)
        good = what in ("new", "known")
        self._service.lamp(pad, CARD, ask.FINE if good else ask.WRONG)
        self._service.tone("read" if good else "wrong")
        row = deck.of(uid)
        named: dict[str, Any] = {"tag": tag.upper(), "card": "" if row is None else deck.text(row.card)}
        whole = len(laid.seen) + len(laid.missing)
        if what == "new":
            weak = laid.seen[-1].weak
            named.update(done=len(laid.seen), whole=whole, read=read, looks=looks)
            self._teller.say("seen-weak" if weak else "seen", **named)
        elif what == "foreign":
            _, owner, card = next(one for one in laid.foreign if one[0] == uid)
            self._teller.say("seen-foreign", other=card, deck=owner)
        else:
            self._teller.say(f"seen-{what}", **named)

    def _trouble(self, pad: int, tag: str) -> None:
        service = self._service
        service.lamp(pad, CARD, "several" if tag == "several" else ask.WRONG)
        service.tone("several" if tag == "several" else "wrong")
        if tag == TWICE:
            read = service.count(pad).tag
            if read is not None:
                if self.laid.double(bytes.fromhex(read)):
                    self._teller.say("seen-double", tag=read.upper())
                return
        name = self._teller.pad(pad, service.seat_pads, service.pads)
        self._teller.say("lies" if tag == LIES else f"seen-{tag}", pad=name)


def result(laid: Laid) -> list[tuple[str, int, str]]:
    """What was found, by the codes of words: (code, how many, which)."""
    deck = laid.deck
    extra = [row for row in laid.seen if row.card not in deck.kind.cards]
    rows = [
        ("missing", [deck.text(card) for card in laid.missing]),
        ("extra", [deck.text(row.card) for row in extra]),
        ("duplicate", [uid.hex().upper() for uid in laid.doubled]),
        ("foreign-cards", [f"{card} ({name})" for _, name, card in laid.foreign]),
        ("unknown-cards", [uid.hex().upper() for uid in laid.unknown]),
        ("weak-cards", [f"{deck.text(row.card)} {row.read}/{row.looks}" for row in laid.weak]),
    ]
    return [(code, len(named), ", ".join(named)) for code, named in rows]


def report(laid: Laid, lang: str, every: bool) -> list[str]:
    """What was found, in lines; `every`: also what was not."""
    lines = []
    for code, number, named in result(laid):
        if number or every:
            which = named or words.said(lang, "none")
            lines.append("  " + words.said(lang, code, n=number, cards=which, tags=which))
    return lines
