"""The view of a match in plain lines: one for everything that happens, in less and less detail."""

from __future__ import annotations

import sys
from typing import TextIO

from tablehost.console.terminal import escape
from tablehost.match import events
from tablehost.match.card_words import CardWords
from tablehost.match.events import Event, Story
from tablehost.match.roles import WATCHER, Role
from tablehost.match.snapshot import Snapshot
from tablehost.people.vocabulary import Tongue

LESSON = "    » "  # before a sentence that explains


class Plain:
    """Lines for a watcher. `out`: where to; `is_full`: each part in the detail of the first; `tongue`: the
    language whose letters cards have.

    The first part of a match, such as a round, is reported in full, the second without its deals, later ones
    in a line each.
    """

    def __init__(
        self, out: TextIO, role: Role = WATCHER, is_full: bool = False, tongue: Tongue | None = None
    ) -> None:
        self.role = role
        self._name = str if tongue is None else CardWords(tongue).name
        self._out = out
        self._is_full = is_full
        self._part = 0

    def show(self, event: Event, snapshot: Snapshot) -> None:
        """Print an event, if it has a line."""
        match event:
            case Story():
                self._part = event.part
                text = self._tell(event)
                if text:
                    self.say(text)
            case events.Remark() if self._in_full():
                self.say(f"      {event.text}")
            case events.Lesson():
                self.say(LESSON + event.text)
            case events.Notice():
                self.warn(event.text)
            case events.Ending():
                self.say("\n" + event.text)

    def say(self, text: str) -> None:
        """Print a text."""
        print(escape(self._name(text)), file=self._out, flush=True)

    def warn(self, text: str) -> None:
        """Print a message that is no part of the match; to stderr."""
        print(f"cardtable: {escape(text)}", file=sys.stderr)

    def end(self) -> None:
        """End the view: the match is over, or left."""

    def _tell(self, story: Story) -> str:
        if story.kind == "result" or story.is_again:
            return ""  # a result is shown last, below the reasons for the points
        if story.is_always or self._in_full() or (story.part == 2 and story.kind != "deal"):
            return story.sentence
        return story.summary

    def _in_full(self) -> bool:
        return self._is_full or self._part <= 1
