"""The view of a match as JSON Lines: the open log as it grows; for players also what their seats see."""

from __future__ import annotations

from typing import Any

from tablehost.files import dump_line
from tablehost.match import events
from tablehost.match.events import Event, Story
from tablehost.match.snapshot import Snapshot
from tablehost.screen.plain import Plain
from tablehost.types import Line


class JsonLines(Plain):
    """The open log; with seats in its role, also display, hands, tones and answers, an object each."""

    def show(self, event: Event, snapshot: Snapshot) -> None:
        """Print an event as a JSON object."""
        if isinstance(event, Story):
            self.put(event.line)
        elif self.role.seats:
            line = _line(event)
            if line:
                self.put(line)

    def say(self, text: str) -> None:
        """Print a text for a player; for a watcher none."""
        if self.role.seats:
            self.put({"kind": "said", "text": text})

    def warn(self, text: str) -> None:
        """Print a warning for a player; for a watcher none."""
        if self.role.seats:
            self.put({"kind": "warning", "text": text})

    def put(self, line: Line) -> None:
        """Print a JSON object."""
        print(dump_line(line), file=self._out, flush=True)


def _row(hand: events.Hand) -> dict[str, Any]:
    """Return what a player sees, with codes in place of words."""
    cards = {name: list(getattr(hand, name)) for name in ("hand", "pad", "pile", "open")}
    lamps = {"asked": hand.asked, "do": hand.do, "lamp": hand.lamp_code}
    return {"seat": hand.seat, **cards, **lamps, "steps": list(hand.steps), "may": list(hand.may)}


def _line(event: Event) -> dict[str, Any]:
    """Return the object of an event, {} for one that is not printed."""
    match event:
        case events.Display():
            return {"kind": "display", "text": event.text}
        case events.Hand():
            return {"kind": "hand", **_row(event)}
        case events.Answer():
            said = {"seat": event.seat, "text": event.text}
            if event.act:
                return {"kind": "advice", **said, "act": event.act, "word": event.word}
            why = {"code": event.code, "card": event.card}
            return {"kind": "cannot", **said, **why} if event.code else {"kind": "said", **said}
        case events.Tone():
            return {"kind": "tone", "name": event.code}
        case events.Power():
            return {"kind": "power", "on": event.is_on}
        case events.Still():
            return {"kind": "still"}
        case events.Notice():
            return {"kind": "warning", "text": event.text}
        case events.Lesson():
            return {"kind": "said", "text": event.text}
    return {}
