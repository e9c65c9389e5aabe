"""Rows of the people's files at the virtual table, each an act: see `virtual/people/people_file.py`."""

from __future__ import annotations

import json
from binascii import crc32
from pathlib import Path
from typing import NamedTuple

from tablehost.types import DealNote, Fields, Values

FOLDER = "people"


class ActRow(NamedTuple):
    """An act. `at`: the position of the table's last record then; `crc`: of that record; `read`: the position
    of the last record that the people have read; `choices`: their decisions; `events`: the results; `deals`:
    those that were dealt.
    """

    at: int
    crc: str
    read: int
    act: Values
    choices: list[int]
    events: list[Values]
    deals: list[Fields]


def path_of(folder: Path, first: int) -> Path:
    """Return the file of the match that begins at this position, of the virtual table in this folder."""
    return folder / FOLDER / f"{first}.rows"


def find_deals(line: bytes) -> list[DealNote]:
    """Return the deals of a line of such a file; none of a damaged one."""
    try:
        content = read_line(line.rstrip(b"\n"))
    except ValueError:
        return []
    deals: list[DealNote] = content[-1] if len(content) == len(ActRow._fields) else []
    return deals


def form_line(content: object) -> str:
    """Return the line of a row, or of another list."""
    body = json.dumps(content, separators=(",", ":"))
    return f"{body} {crc32(body.encode()):08x}"


def read_line(line: bytes) -> Values:
    """Return the list of a line. Raises ValueError if it is damaged."""
    body = line[:-9]
    content = json.loads(body) if line[-9:] == b" %08x" % crc32(body) else None
    if not isinstance(content, list):
        raise ValueError("a line of it is damaged")
    return content
