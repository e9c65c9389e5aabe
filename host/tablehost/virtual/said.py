"""Texts of the table for printed matter: a card reads as on the display."""

from __future__ import annotations

import re
from functools import lru_cache

from cardtable import languages
from cardtable.controller.output import lamps
from cardtable.games.democrazy import sentences
from cardtable.wire import frames

_LEAST = 4  # letters of a piece that cannot be mistaken


@lru_cache
def terms(lang: str) -> dict[str, str]:
    """Return the names of suits, court cards, colours and some things, by their codes: `S`, `K`, `R` ..."""
    return {code: text for kind, code, text in languages.rows(lang) if kind in ("name", "term")}


class Sentences:
    """Sentences of the table, by kind and code."""

    def __init__(self, rows: dict[tuple[str, str], str]) -> None:
        self._rows = rows

    def sentence(self, kind: str, code: str) -> str | None:
        """Return the sentence, None if there is none."""
        return self._rows.get((kind, code))


@lru_cache
def _laws(lang: str) -> Sentences:
    """Return the sentences about laws, all in memory: a page of laws asks for hundreds."""
    return Sentences({(kind, code): text for kind, code, text in languages.rows(lang)})


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
    texts = [text for _, _, text in languages.rows(lang)]
    said = {piece.strip(" .,:;?!()") for text in texts for piece in re.split(r"\{[^}]*\}|[\[\]]", text)}
    pieces = {frames.cleaned(piece, len(piece)): piece for piece in said if len(piece) >= _LEAST}
    pieces = {bare: piece for bare, piece in pieces.items() if bare != piece and bare not in said}
    longest = sorted(pieces, key=len, reverse=True)
    return re.compile("|".join(rf"(?<!\w){re.escape(bare)}(?!\w)" for bare in longest)), pieces


def title(name: str, lang: str) -> str:
    """Return the title of a law by the name of its card, "" if it has none."""
    return _laws(lang).sentence("title", name) or ""


def effects(text: str, lang: str) -> str:
    """Return the effects of a law, from their words in `Law.text`."""
    described: str = sentences.describe_law(_laws(lang), text)
    return described


def lamp_rows() -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Return the look of DO and PAD lamps, by code, as letter of the colour and sign of the rhythm."""
    return tuple(
        [(code, look) for code, (look, _) in states.items() if look != lamps.OFF and isinstance(code, int)]
        for states in (lamps.DO_STATES, lamps.PAD_STATES)
    )  # type: ignore[return-value]


def tone_of(code: int, is_pad: bool) -> str | None:
    """Return the tone that is heard with such a lamp."""
    tone: str | None = (lamps.PAD_STATES if is_pad else lamps.DO_STATES)[code][1]
    return tone


def beats(sign: str) -> tuple[int, ...]:
    """Return a rhythm as milliseconds lit, dark, lit ...; () for a steady one."""
    return tuple(lamps.RHYTHMS[sign])


def colour(letter: str) -> str:
    """Return a lamp's colour for a page."""
    return "#" + "".join(f"{part:02x}" for part in lamps.COLOURS[letter])
