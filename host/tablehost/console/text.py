"""Plain tables and progress bars for a terminal."""

import time
from collections.abc import Sequence
from typing import TextIO

from tablehost.console.terminal import control, one_line


def table(rows: Sequence[Sequence[str]], left: Sequence[int] = (0,)) -> str:
    """Return the rows as aligned columns; those numbered in `left` are left-aligned, all others
    right-aligned.
    """
    rows = [[one_line(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in rows if i < len(row)) for i in range(max(len(row) for row in rows))]
    lines = []
    for row in rows:
        cells = [cell.ljust(widths[i]) if i in left else cell.rjust(widths[i]) for i, cell in enumerate(row)]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def with_error(value: float, error: float | None = None, bound: float | None = None) -> str:
    """Return `value` and its standard error, to the first digit or two of the error; no error if it is
    unknown. `bound`: given instead of an error, where all values were the same: the largest deviation of the
    true one.
    """
    if bound is not None:
        return f"{value:.3g} ({'<' if bound > value else '>'} {bound:.2g})"
    if error is None:
        return f"{value:.3g}"
    places = 0
    while places < 6 and 0 < error * 10.0**places < 9.5:
        places += 1
    return f"{value:.{places}f} ± {error:.{places}f}"


def duration(seconds: float) -> str:
    """Return a time to one sensible digit: "40 s", "3 min", "1 h 20 min"; never less than a second."""
    if seconds < 90:
        return f"{max(1, round(seconds, -1 if seconds >= 20 else 0)):.0f} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60 // 10 * 10} min"


class Progress:
    """A bar on a terminal, drawn a few times a second; silent where `stream` is no terminal."""

    WIDTH = 30
    PAUSE = 0.1  # seconds between two drawings
    SURE = 2.0  # seconds of work before the rest can be estimated

    def __init__(self, total: int, what: str, stream: TextIO) -> None:
        self._total = total
        self._what = what
        self._stream = stream
        self._shown = stream.isatty()
        self._begin = time.monotonic()
        self._next = self._begin

    def at(self, done: int) -> None:
        """Show that `done` of the total are done."""
        now = time.monotonic()
        if not self._shown or (now < self._next and done < self._total):
            return
        self._next = now + self.PAUSE
        filled = self.WIDTH * done // self._total
        bar = "#" * filled + "." * (self.WIDTH - filled)
        left = self._left(now, done)
        control(self._stream, f"\r[{bar}] {done}/{self._total} {self._what}{left}\x1b[K")
        self._stream.flush()

    def _left(self, now: float, done: int) -> str:
        """Return the remaining time in words, "" where too little is done for an estimate."""
        took = now - self._begin
        if took < self.SURE or not done:
            return ""
        return f", {duration(took * (self._total - done) / done)} to go"

    def end(self) -> None:
        """Take the bar away."""
        if self._shown:
            control(self._stream, "\r\x1b[K")
            self._stream.flush()
