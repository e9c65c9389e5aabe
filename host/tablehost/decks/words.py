"""The message catalogue of decks: enrolment, checks and writing."""

from __future__ import annotations

from tablehost import messages

WORDS = messages.Tables("deck")


def is_typed(lang: str, code: str, word: str) -> bool:
    """Return True if this word is one of the code: `undo` or `stop`."""
    return word in WORDS[lang]["typed " + code].split(", ")


def get_text(lang: str, code: str, **named: object) -> str:
    """Return the sentence of this code."""
    return WORDS[lang][code].format(**named)
