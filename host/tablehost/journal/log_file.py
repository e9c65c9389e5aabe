"""Files of the open log, as a simulation writes them and as `cardtable log --json` prints them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from tablehost import messages
from tablehost.errors import CHECK_FAILED, NOT_FOUND, Trouble
from tablehost.journal import strict_json
from tablehost.types import Line

SAID = messages.Catalogue("record")

MOST_LINE = 1 << 20  # bytes; a line of a log has a thousandth of it


def read(path: Path) -> list[Line]:
    """Return the lines of a file. Raises Trouble, with the line that is none."""
    lines: list[Line] = []
    try:
        with path.open("rb") as file:
            while row := file.readline(MOST_LINE):
                lines.append(_line_of(row, f"{path}:{len(lines) + 1}"))
    except (OSError, ValueError) as error:  # ValueError: not UTF-8, or a path with a zero byte
        reason = messages.reason(error, SAID("not-text"))
        hint = SAID("replay-hint")
        raise Trouble(
            "NO_SUCH_LOG", SAID("no-such-log", path=path, reason=reason), hint, NOT_FOUND
        ) from error
    if not lines or lines[0]["kind"] != "match":
        raise Trouble(
            "NOT_A_LOG",
            SAID("log-without-beginning", path=path),
            SAID("log-without-beginning-hint"),
            CHECK_FAILED,
        )
    return lines


def _line_of(row: bytes, where: str) -> Line:
    """Return one line of an open log. Raises Trouble."""
    try:
        line = strict_json.loads(row.decode())
    except strict_json.Misread:
        line = None
    if not isinstance(line, dict) or not isinstance(line.get("kind"), str):
        hint = SAID("log-format-hint")
        raise Trouble("NOT_A_LOG", SAID("no-log-line", where=where), hint, CHECK_FAILED)
    return line


def matches(lines: list[Line]) -> Iterator[list[Line]]:
    """Yield the lines match by match: a simulation writes many into one file."""
    starts = [i for i, line in enumerate(lines) if line["kind"] == "match"]
    for start, end in pairwise([*starts, len(lines)]):
        yield lines[start:end]
