"""A line editor for a line typed on a terminal while other things are drawn above it.

The standard readline owns the terminal while it waits; here the line is a value, fed with keys and drawn by
the caller with the rest. Known keys: printable characters, Backspace, Ctrl-U, Ctrl-W, Up, Down, Tab, Enter
and Ctrl-D.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import re
from collections.abc import Callable

with contextlib.suppress(ImportError):  # Windows has neither, and nothing is typed there
    import termios
    import tty

HISTORY = 200
_KEY = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1bO.|\x1b.?|.", re.DOTALL)
_UP, _DOWN = ("\x1b[A", "\x1bOA"), ("\x1b[B", "\x1bOB")


class TypedLine:
    """The line being typed. `complete(text)`: all lines that may begin with `text`.

    `choices` are the candidates of an undecided Tab, to be shown; Ctrl-D on an empty line sets `ended`.
    """

    def __init__(self, complete: Callable[[str], list[str]]) -> None:
        self.text = ""
        self.choices: list[str] = []
        self.ended = False
        self._complete = complete
        self._history: list[str] = []
        self._at = 0

    def feed(self, keys: str) -> list[str]:
        """Take these keys; the lines that were ended with Enter."""
        lines = []
        for key in _KEY.findall(keys):
            if key == "\t":
                self._tab()
                continue
            self.choices = []
            if key in ("\r", "\n"):
                lines.append(self._enter())
            elif key in ("\x7f", "\x08"):
                self.text = self.text[:-1]
            elif key == "\x15":
                self.text = ""
            elif key == "\x17":
                self.text = self.text.rstrip().rpartition(" ")[0]
            elif key == "\x04":
                self.ended = self.ended or not self.text
            elif key in _UP or key in _DOWN:
                self._recall(-1 if key in _UP else 1)
            elif key.isprintable():
                self.text += key
        return lines

    def _enter(self) -> str:
        line, self.text = self.text, ""
        if line.strip() and line not in self._history[-1:]:
            self._history = [*self._history[1 - HISTORY :], line]
        self._at = len(self._history)
        return line

    def _recall(self, step: int) -> None:
        self._at = min(max(self._at + step, 0), len(self._history))
        self.text = self._history[self._at] if self._at < len(self._history) else ""

    def _tab(self) -> None:
        found = self._complete(self.text)
        if len(found) == 1:
            self.text = found[0]
        elif found:
            common = _common(found)
            self.choices = found if common == self.text else []
            self.text = common


def _common(lines: list[str]) -> str:
    """Return the common beginning of all the lines."""
    first, last = min(lines), max(lines)
    length = next((i for i, letter in enumerate(first) if last[i : i + 1] != letter), len(first))
    return first[:length]


class Keyboard:
    """Keys as they are pressed, without echo; `close` gives the terminal back as it was."""

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._before = termios.tcgetattr(fd)
        self.take()

    def take(self) -> None:
        """Take the terminal, also after another program had it meanwhile."""
        tty.setcbreak(self.fd)

    def read(self) -> str | None:
        """Return the keys that were pressed, None when there will be no more."""
        try:
            data = os.read(self.fd, 1024)
        except OSError:
            return None
        return self._decoder.decode(data) if data else None

    def close(self) -> None:
        """Give the terminal back."""
        termios.tcsetattr(self.fd, termios.TCSADRAIN, self._before)
