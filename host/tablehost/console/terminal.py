r"""Output to people: text from elsewhere never reaches a terminal as a control character or an escape.

Names, games, options, notes and paths come from files and tables. A character that is not printable (control,
escape, bidirectional mark, lone surrogate) is written as its JSON escape, such as `\u001b`. So a line of JSON
keeps its meaning. `cli.main` guards standard output and standard error; only `control` passes a guard.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

TYPE_CHECKING = False  # as a checker knows it; `typing` would take a tenth of the time to `--help`
if TYPE_CHECKING:
    from typing import Any, TextIO

LINE_FEED = "\n"
NO_BREAK = "\N{NO-BREAK SPACE}"


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


def columns(stream: TextIO | Guard) -> int:
    """Return the width of a terminal as shutil does, whose import takes a tenth of the time to `--help`;
    0 if it is unknown.
    """
    asked = os.environ.get("COLUMNS", "")
    if asked.isdecimal() and int(asked) > 0:
        return int(asked)
    try:
        return os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):  # the stream is closed, or no terminal is behind it
        return 0


def fill(text: str, width: int) -> list[str]:
    """Break a line between words; later lines have its indentation. A longer word, such as a path, stays
    whole; a French mark keeps its blank and its word on its line.
    """
    import re
    import textwrap  # seldom needed

    kept = re.sub(r" (?=[;:?!»]( |$))", NO_BREAK, text)
    indent = " " * min(len(text) - len(text.lstrip(" ")), width // 2)
    rows = textwrap.wrap(
        kept,
        width,
        subsequent_indent=indent,
        replace_whitespace=False,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [row.replace(NO_BREAK, " ") for row in rows]


def wrap(text: str, stream: TextIO | Guard) -> str:
    """Return a text for people as it fits the terminal of the stream; unchanged where there is none."""
    width = columns(stream) if stream.isatty() else 0
    lines = text.split(LINE_FEED)
    if not width or max(map(len, lines)) <= width:
        return text
    return LINE_FEED.join(
        row for line in lines for row in (fill(line, width) if len(line) > width else [line])
    )


class Guard:
    """A stream that escapes what is written to it; in all else it is the stream behind it.

    `is_prose`: only people read it, so that lines are broken between words.
    """

    def __init__(self, stream: TextIO, is_prose: bool = False) -> None:
        self.stream = stream
        self._is_prose = is_prose

    def write(self, text: str) -> int:
        """Write the text, escaped."""
        safe = escape(text)
        return self.stream.write(wrap(safe, self.stream) if self._is_prose else safe)

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
    out, err = before
    sys.stdout = out if isinstance(out, Guard) else Guard(out)
    sys.stderr = err if isinstance(err, Guard) else Guard(err, is_prose=True)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
