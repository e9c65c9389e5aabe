"""Texts of the table, for what is printed and shown on a computer: a card reads as on the display."""

from __future__ import annotations

from functools import lru_cache

from cardtable import languages
from cardtable.wire import frames

_ACCENT = frames.ACCENTED[0]
_ACCENTED = {chr(ord("a") + at): letter for at, letter in enumerate(frames.ACCENTED[1:])}


@lru_cache
def sentences(lang: str) -> dict[tuple[str, str], str]:
    """Return all texts of a language, by kind and code."""
    return {(kind, code): text for kind, code, text in languages.rows(lang)}


@lru_cache
def terms(lang: str) -> dict[str, str]:
    """Return the names of suits, court cards, colours and some things, by their codes: `S`, `K`, `R` ..."""
    return {code: text for (kind, code), text in sentences(lang).items() if kind in ("name", "term")}


def restore_accents(text: str) -> str:
    """Return a text from the line of a table with its accents, see `frames.ACCENTED`."""
    first, *rest = text.split(_ACCENT)
    return first + "".join(_ACCENTED.get(part[:1], "?") + part[1:] for part in rest if part)
