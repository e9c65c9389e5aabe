"""Files of the open log, as a simulation writes them and as `cardtable log --json` prints them."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from tablehost import messages
from tablehost.errors import CHECK_FAILED, NOT_FOUND, Trouble
from tablehost.journal import strict_json
from tablehost.text_files import encoding_of
from tablehost.types import Line

SAID = messages.Catalogue("record")

MOST_LINE = 1 << 20  # characters; a line of a log has a thousandth of it


def read(path: Path) -> list[Line]:
    """Return the lines of a file. Raises Trouble, with the line that is none."""
    lines: list[Line] = []
    try:
        lines += [_line_of(row, f"{path}:{number}") for number, row in rows(path)]
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


def rows(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file with their numbers, but empty ones. Raises OSError and ValueError."""
    with path.open("rb") as file:
        text = io.TextIOWrapper(file, encoding_of(file.peek(2)))
        number = 0
        while row := text.readline(MOST_LINE):
            number += 1
            if not row.isspace():
                yield number, row


def _line_of(row: str, where: str) -> Line:
    """Return one line of an open log. Raises Trouble."""
    try:
        line = strict_json.loads(row)
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
