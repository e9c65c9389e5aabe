"""The spoken view of a match: one sentence an event, for a screen reader, a braille line or a voice.

Nothing is redrawn, nothing is said by place, sign or colour alone, and cards are called by words.
"""

from __future__ import annotations

import re
from typing import TextIO

from tablehost import messages
from tablehost.match import events
from tablehost.match.card_words import CardWords
from tablehost.match.events import COVERED, UNKNOWN, Event, Hand, Pads
from tablehost.match.roles import WATCHER, Role
from tablehost.match.snapshot import Snapshot
from tablehost.people.vocabulary import Tongue
from tablehost.screen.plain import Plain

SAID = messages.Catalogue("spoken")

_ARROW = " -> "
_BLANKS = re.compile(r"\s+")


class Spoken(Plain):
    """Sentences, in the words of the game. `tongue`: the language, with its words for ranks and suits."""

    def __init__(self, out: TextIO, tongue: Tongue, role: Role = WATCHER, is_full: bool = True) -> None:
        super().__init__(out, role, is_full)
        self._tongue = tongue
        self._cards = CardWords(tongue)
        self._before = Pads((), (), 0)
        self._hands: dict[int, Hand] = {}
        self._asked = ""

    def show(self, event: Event, snapshot: Snapshot) -> None:
        """Say an event."""
        match event:
            case Pads():
                self._tell_pads(event, snapshot)
            case events.Display():
                self._tell_display(event.text)
            case Hand():
                self._tell_hand(event, snapshot)
            case events.Answer() | events.Power():
                self.say(event.text)
            case events.Ending():
                for line in event.text.split("\n"):
                    self.say(line)
            case events.Lesson():
                self.say(event.text)
            case events.Remark():
                self.say(event.text)
            case _:
                super().show(event, snapshot)

    def say(self, text: str) -> None:
        """Say a text, each of its lines as a sentence."""
        for line in text.split("\n"):
            said = _BLANKS.sub(" ", self._cards.put_into(line)).strip()
            if said:
                super().say(said.replace(_ARROW, "; "))

    def _tell_pads(self, pads: Pads, snapshot: Snapshot) -> None:
        """Say which card has come to a pad, which was taken back unseen, and which lamp is a warning.

        Cards that are turned over are those of the story.
        """
        before, self._before = self._before, pads
        for pad, card in enumerate(pads.cards):
            old = before.cards[pad] if pad < len(before.cards) else None
            name = self._place(pad, snapshot)
            if old is None and card is not None:
                code = "covered" if card == COVERED else "unknown" if card == UNKNOWN else "lies"
                self.say(SAID(code, name=name, card=card))
            elif old == COVERED and card is None:
                self.say(SAID("taken-back", name=name))
        for pad, lamps in enumerate(pads.lamps):
            olds = before.lamps[pad] if pad < len(before.lamps) else ()
            for number, lamp in enumerate(lamps):
                is_new = number >= len(olds) or olds[number].meaning != lamp.meaning
                if lamp.colour == "red" and lamp.meaning and is_new:
                    self.say(SAID("lamp", name=self._place(pad, snapshot), meaning=lamp.meaning))

    def _place(self, pad: int, snapshot: Snapshot) -> str:
        """Return the name of who sits at a pad, or of the place in the middle."""
        if pad in snapshot.chairs:
            seat = snapshot.chairs.index(pad)
            return snapshot.players[seat] if seat < len(snapshot.players) else str(seat + 1)
        middle = pad - snapshot.pads.seat_pads
        places = snapshot.standing.places
        return places[middle] if 0 <= middle < len(places) else SAID("pad", n=pad + 1)

    def _tell_display(self, text: str) -> None:
        """Say the display, unless only the players it waits for have changed."""
        asked = text.rpartition(": ")[0] or text
        if asked != self._asked:
            self._asked = asked
            self.say(SAID("display", text=text))

    def _tell_hand(self, hand: Hand, snapshot: Snapshot) -> None:
        before = self._hands.get(hand.seat)
        self._hands[hand.seat] = hand
        name = snapshot.players[hand.seat]
        if before is None or before.hand != hand.hand:
            cards = ", ".join(hand.hand) or self._tongue.said["no-cards"]
            self.say(SAID("hand", name=name, cards=cards))
        if before is None or (before.todo, before.lamp) != (hand.todo, hand.lamp):
            told = "; ".join(filter(None, (hand.todo, hand.lamp)))
            if told:
                self.say(SAID("todo", name=name, todo=told))
