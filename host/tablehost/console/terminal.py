r"""Output to people: text from elsewhere never reaches a terminal as a control character or an escape.

Names, games, options, notes and paths come from files and tables. A character that is not printable (control,
escape, bidirectional mark, lone surrogate) is written as its JSON escape, such as `\u001b`. So a line of JSON
keeps its meaning. `cli.main` guards standard output and standard error; only `control` passes a guard.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

TYPE_CHECKING = False  # as a checker knows it; `typing` would take a tenth of the time to `--help`
if TYPE_CHECKING:
    from typing import Any, TextIO

LINE_FEED = "\n"


def is_safe(char: str) -> bool:
    """Return True if a terminal shows this character and does nothing else. A space of any width is shown."""
    return char.isprintable() or unicodedata.category(char) == "Zs"


def escape(text: str, kept: str = LINE_FEED) -> str:
    """Return the text with every unsafe character as its JSON escape, but for that in `kept`."""
    if text.replace(kept, "").isprintable():
        return text
    return "".join(char if char in kept or is_safe(char) else _escape(char) for char in text)


def _escape(char: str) -> str:
    import json  # seldom needed

    return json.dumps(char)[1:-1]


def one_line(value: object) -> str:
    """Return the value as text in one line: a line feed is escaped, too, so that nothing can forge a line."""
    return escape(str(value), kept="")


def escape_all(value: object) -> Any:
    """Return nested lists and dicts with every text escaped as by `one_line`."""
    if isinstance(value, str):
        return one_line(value)
    if isinstance(value, list):
        return [escape_all(one) for one in value]
    if isinstance(value, dict):
        return {one_line(name): escape_all(one) for name, one in value.items()}
    return value


class Guard:
    """A stream that escapes what is written to it; in all else it is the stream behind it."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write the text, escaped."""
        return self.stream.write(escape(text))

    def writelines(self, lines: Iterable[str]) -> None:
        """Write all these texts, escaped."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def control(out: TextIO | Guard, text: str) -> None:
    """Write the program's own control sequences. Text from elsewhere in it must be escaped already."""
    stream = out.stream if isinstance(out, Guard) else out
    stream.write(text)


@contextmanager
def guarded() -> Iterator[None]:
    """Guard standard output and standard error while a command runs."""
    before = sys.stdout, sys.stderr
    guards = [one if isinstance(one, Guard) else Guard(one) for one in before]
    sys.stdout, sys.stderr = guards
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
