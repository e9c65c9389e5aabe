"""Texts of the table, for what is printed and shown on a computer: a card reads as on the display."""

from __future__ import annotations

import re
from functools import lru_cache

from cardtable import languages
from cardtable.wire import frames

_LEAST = 4  # letters of a piece that cannot be mistaken


@lru_cache
def sentences(lang: str) -> dict[tuple[str, str], str]:
    """Return all texts of a language, by kind and code."""
    return {(kind, code): text for kind, code, text in languages.rows(lang)}


@lru_cache
def terms(lang: str) -> dict[str, str]:
    """Return the names of suits, court cards, colours and some things, by their codes: `S`, `K`, `R` ..."""
    return {code: text for (kind, code), text in sentences(lang).items() if kind in ("name", "term")}


def with_accents(text: str, lang: str) -> str:
    """Return a text of the table with the accents of its language, which its line does not carry.

    They come from its catalogues: a piece of a sentence that is there without its accents gets them back.
    """
    pattern, pieces = _accented(lang)
    return pattern.sub(lambda found: pieces[found[0]], text) if pieces else text


@lru_cache
def _accented(lang: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return the pieces of all sentences that have accents, by how the line carries them; the longest
    first.
    """
    texts = sentences(lang).values()
    said = {piece.strip(" .,:;?!()") for text in texts for piece in re.split(r"\{[^}]*\}|[\[\]]", text)}
    pieces = {frames.cleaned(piece, len(piece)): piece for piece in said if len(piece) >= _LEAST}
    pieces = {bare: piece for bare, piece in pieces.items() if bare != piece and bare not in said}
    longest = sorted(pieces, key=len, reverse=True)
    return re.compile("|".join(rf"(?<!\w){re.escape(bare)}(?!\w)" for bare in longest)), pieces
