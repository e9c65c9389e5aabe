"""CSV for spreadsheets (RFC 4180): every text stays a text, names of players too."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

# A cell that begins so is a formula to a spreadsheet, also behind spaces and in wide letters of East Asia.
# Where the decimal mark is a comma, a semicolon parts cells, even within quotes.
_FORMULA = re.compile("^(?=[\t\r\n])|(?:^|(?<=[;\t\r\n]))(?=\\s*[-=+@\uff1d\uff0b\uff0d\uff20])")


def dump_csv(rows: Iterable[Iterable[object]], line_end: str = "\r\n") -> str:
    """Return rows as CSV; None is an empty cell. No text in it is computed: an apostrophe goes before it."""
    out = io.StringIO()
    csv.writer(out, lineterminator=line_end).writerows([_guard(cell) for cell in row] for row in rows)
    return out.getvalue()


def _guard(cell: object) -> object:
    return _FORMULA.sub("'", cell) if isinstance(cell, str) else cell
