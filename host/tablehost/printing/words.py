"""Words on printed cards and sheets, besides those of the rules and of the table."""

from __future__ import annotations

from tablehost import messages

WORDS = messages.Tables("print")


def said(lang: str, code: str, *args: object) -> str:
    """The words for a code."""
    return WORDS[lang][code].format(*args)


def ranked(lang: str, rank: str) -> str:
    """A rank as cards of this language have it: K is R in French."""
    return terms(lang).get(rank, rank) if rank in ("K", "Q", "J") else rank


def terms(lang: str) -> dict[str, str]:
    """What the table itself calls suits, colours and other things."""
    from tablehost.virtual import said as table

    return table.terms(lang)


def sentence(words: str) -> str:
    """With a capital at the beginning and a full stop behind it."""
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "?", "!")) else ".")
