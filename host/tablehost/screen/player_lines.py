"""The view of users who play along without a terminal: every change is a line."""

from __future__ import annotations

from typing import TextIO

from tablehost.match import events
from tablehost.match.events import Event, Hand
from tablehost.match.roles import Role
from tablehost.match.snapshot import Snapshot
from tablehost.people.vocabulary import Tongue
from tablehost.screen.plain import Plain


def list_own(hand: Hand, name: str, tongue: Tongue) -> str:
    """Return the cards of the player of this name in a line."""

    parts = (("on-pad", hand.pad), ("beside", hand.pile), ("open", hand.open))
    beside = [tongue.say(code, cards=" ".join(cards)) for code, cards in parts if cards]
    held = " ".join(hand.hand) or tongue.said["no-cards"]
    return tongue.say("holds", name=name, hand=held) + "".join(beside)


class PlayerLines(Plain):
    """Lines for the seats of a role, all in full: the display, tones, the own cards, what is to be done."""

    def __init__(self, out: TextIO, tongue: Tongue, role: Role) -> None:
        super().__init__(out, role, is_full=True, tongue=tongue)
        self._tongue = tongue
        self._hands: dict[int, Hand] = {}

    def show(self, event: Event, snapshot: Snapshot) -> None:
        """Print an event."""
        match event:
            case events.Display():
                self.say(self._tongue.say("table", text=event.text))
            case events.Tone():
                self.say(self._tongue.say("tone", name=event.name))
            case events.Answer() | events.Power():
                self.say(event.text)
            case Hand():
                self._tell_hand(event, snapshot.players[event.seat])
            case _:
                super().show(event, snapshot)

    def _tell_hand(self, hand: Hand, name: str) -> None:
        before = self._hands.get(hand.seat)
        self._hands[hand.seat] = hand
        if before is None or (before.hand, before.pad, before.open) != (hand.hand, hand.pad, hand.open):
            self.say(list_own(hand, name, self._tongue))
        if before is None or (before.todo, before.lamp) != (hand.todo, hand.lamp):
            card = hand.lamp and self._tongue.say("your-card", lamp=hand.lamp)
            lamps = " · ".join(filter(None, (hand.todo, card))) or self._tongue.say("dark")
            self.say(self._tongue.say("lamps", name=name, lamps=lamps))
