"""Words for decks that are enrolled, checked or written."""

from __future__ import annotations

from typing import Any

from tablehost import messages

WORDS = messages.Tables("deck")

# What is typed: in each language, the first letter or the whole word.
UNDO = {"en": ("u", "undo"), "fr": ("a", "annuler")}
STOP = {"en": ("q", "quit"), "fr": ("q", "quitter")}


def said(lang: str, code: str, **named: Any) -> str:
    """The sentence of this code."""
    return WORDS[lang][code].format(**named)
