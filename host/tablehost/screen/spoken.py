"""The spoken view of a match: one sentence an event, for a screen reader, a braille line or a voice."""

from __future__ import annotations

from typing import TextIO

from tablehost.match import events
from tablehost.match.events import Event, Story
from tablehost.match.roles import WATCHER, Role
from tablehost.match.snapshot import Snapshot
from tablehost.match.speech import Speech
from tablehost.people.vocabulary import Tongue
from tablehost.screen.plain import Plain


class Spoken(Plain):
    """Sentences, in the words of the game. `tongue`: the language, with its words for ranks and suits."""

    def __init__(self, out: TextIO, tongue: Tongue, role: Role = WATCHER, is_full: bool = True) -> None:
        super().__init__(out, role, is_full)
        self._speech = Speech(tongue)

    def show(self, event: Event, snapshot: Snapshot) -> None:
        """Say an event."""
        if isinstance(event, Story | events.Notice):
            super().show(event, snapshot)  # it knows the detail of a part
            return
        for sentence in self._speech.sentences(event, snapshot):
            super().say(sentence.full)

    def say(self, text: str) -> None:
        """Say a text, each of its lines as a sentence."""
        for sentence in self._speech.words("", text):
            super().say(sentence.full)
