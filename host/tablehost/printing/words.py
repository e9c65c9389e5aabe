"""The message catalogue of printed cards and sheets, besides the words of the rules and of the table."""

from __future__ import annotations

from tablehost import messages
from tablehost.firmware.texts import terms

WORDS = messages.Tables("print")


def get_text(lang: str, code: str, *args: object) -> str:
    """Return the words for a code."""
    return WORDS[lang][code].format(*args)


def name_rank(lang: str, rank: str) -> str:
    """Return a rank as cards of this language have it: K is R in French."""
    return terms(lang).get(rank, rank) if rank in ("K", "Q", "J") else rank


def sentence(words: str) -> str:
    """Return words with a capital at the beginning and a full stop at the end."""
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "?", "!")) else ".")
