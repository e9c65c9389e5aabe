"""Input and output of enrolment and checks: lines of text or JSON for the user; typed lines."""

from __future__ import annotations

import json
import os
import sys
from typing import TextIO

from tablehost.console.terminal import control
from tablehost.decks.words import get_text, is_typed
from tablehost.pipes import PipeReader
from tablehost.seats import label
from tablehost.types import SCHEMA, Document

Event = Document


class Teller:
    """The output. `lang`: of WORDS; `out`: the stream; with `as_json` every event is an object in a line of
    its own.

    The current request is the last line of a terminal; elsewhere it is a line among others.
    """

    def __init__(self, lang: str, as_json: bool, out: TextIO) -> None:
        self.lang = lang
        self._json = as_json
        self._out = out
        self._live = out.isatty() and not as_json and os.environ.get("TERM", "dumb") != "dumb"
        self._asked = ""
        self._number = 0

    def say(self, code: str, **named: object) -> None:
        """Report an event."""
        if self._json:
            self._number += 1
            event = {"schema": SCHEMA, "seq": self._number, "kind": code, **named}
            print(json.dumps(event), file=self._out, flush=True)
            return
        self._print(get_text(self.lang, code, **named))

    def ask(self, code: str, **named: object) -> None:
        """Show the next step for the user."""
        text = get_text(self.lang, code, **named)
        if self._json:
            if text != self._asked:
                self.say(code, **named)
        elif self._live and text != self._asked:
            control(self._out, "\r\x1b[K")
            self._out.write(f"> {text} ")
            self._out.flush()
        elif not self._live and code == "ask" and text != self._asked:
            print(f"> {text}", file=self._out, flush=True)
        self._asked = text

    def _print(self, text: str) -> None:
        if self._live:
            control(self._out, "\r\x1b[K")
        print(text, file=self._out, flush=True)
        if self._live and self._asked:
            self._out.write(f"> {self._asked} ")
            self._out.flush()

    def over(self) -> None:
        """End the current request."""
        if self._live and self._asked:
            control(self._out, "\r\x1b[K")
            self._out.flush()
        self._asked = ""

    def pad(self, pad: int, seat_pads: int, pads: int) -> str:
        """Return the name of a pad."""
        alone = pads == seat_pads + 1
        return (
            get_text(self.lang, "middle")
            if pad >= seat_pads and alone
            else get_text(self.lang, "pad", n=label(pad))
        )


class Typed:
    """Typed lines, one by one; none any more once the input has ended."""

    def __init__(self, lang: str, source: TextIO | None = None) -> None:
        self._lang = lang
        self._source = sys.stdin if source is None else source
        self._reader: PipeReader | None = None
        self._open = True
        self._held = b""

    @property
    def is_over(self) -> bool:
        """Return True if the input has ended."""
        return not self._open

    def line(self) -> str | None:
        """Return "undo", "stop" or "" for any other typed line; None if there is none. Never waits."""
        while self._open and b"\n" not in self._held:
            try:
                self._reader = self._reader or PipeReader(self._source.fileno())
                if not self._reader.wait(0):
                    return None
                data = self._reader.read()
            except (OSError, ValueError):
                data = b""  # there is no input at all
            self._open = bool(data)
            self._held += data
        if b"\n" not in self._held:
            return None
        line, _, self._held = self._held.partition(b"\n")
        word = line.decode(errors="replace").strip().lower()
        if is_typed(self._lang, "undo", word):
            return "undo"
        return "stop" if is_typed(self._lang, "stop", word) else ""
