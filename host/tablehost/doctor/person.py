"""The user at the table while its devices are tested: gets instructions, and reports observations.

The table leaves its service mode without a line from the host for 5 s, so the session is served meanwhile.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import IO, Any, Protocol

from tablehost.doctor.words import WORDS
from tablehost.errors import Trouble
from tablehost.link.service import Service
from tablehost.pipes import PipeReader
from tablehost.seats import label

DONE = "done"  # it came to be; else the typed line: "" for Enter alone
STOP = "q"


class Person(Protocol):
    """A user at the table."""

    def say(self, code: str, **args: Any) -> None:
        """Print a sentence of `words`."""

    def ask(self, service: Service, code: str, done: Callable[[], bool], **args: Any) -> str:
        """Print a request, and listen until `done()` or a typed line; return DONE, or that line."""


class AtTerminal:
    """A user who reads standard error and types on standard input."""

    def __init__(self, lang: str, out: IO[str] = sys.stderr, source: int = 0) -> None:
        self._lang = lang
        self._out = out
        self._source = PipeReader(source)
        self._typed = b""

    def say(self, code: str, **args: Any) -> None:
        words = WORDS[self._lang]
        if "key" in args:
            args["key"] = words["key " + args["key"]]
        if "pad" in args:
            args["pad"] = label(args["pad"])
        print(words[code].format(**args), file=self._out, flush=True)

    def ask(self, service: Service, code: str, done: Callable[[], bool], **args: Any) -> str:
        self.say(code, **args)
        while not done():
            if service.over:
                raise _left()
            if self._source.wait(0):
                data = self._source.read()
                if not data:
                    return STOP
                self._typed += data
            if b"\n" in self._typed:
                line, _, self._typed = self._typed.partition(b"\n")
                return line.decode(errors="replace").strip().lower()
            service.turn(0.1)
        return DONE


def _left() -> Trouble:
    said = WORDS[None]
    return Trouble("SERVICE_OVER", said["service-over"], said["service-over-cure"])
