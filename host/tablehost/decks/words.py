"""The message catalogue of decks: enrolment, checks and writing."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tablehost import messages
from tablehost.suits import SUIT_SIGNS, show_rank

CARDS = ("card", "cards", "other")  # the values of sentences that name cards
_COURT = re.compile(r"(?<![A-Za-z0-9])[KQJ](?=[SHDC♠♥♦♣](?![A-Za-z0-9]))")
_TYPED = str.maketrans({sign: letter for letter, sign in SUIT_SIGNS.items()})
WORDS = messages.Tables("deck")


def is_typed(lang: str, code: str, word: str) -> bool:
    """Return True if this word is one of the code: `undo` or `stop`."""
    return word in WORDS[lang]["typed " + code].split(", ")


def _letters(lang: str) -> Mapping[str, str]:
    """Return the letters of court cards in this language."""
    texts = messages.texts("hands", lang)
    return {head.split()[1]: text for head, text in texts.items() if head.startswith("letter ")}


def name_cards(lang: str, text: str) -> str:
    """Return a text with its cards as packs of this language have them: RS for KS in French."""
    return _COURT.sub(lambda found: show_rank(found[0], _letters(lang)), text)


def spell(lang: str, word: str) -> tuple[str, str]:
    """Return the names that this typed card may have in a deck: RS, or in French KS."""
    name = word.upper().translate(_TYPED)
    ranks = {shown: rank for rank, shown in _letters(lang).items()}
    return name, show_rank(name, ranks)


def get_text(lang: str, code: str, **named: object) -> str:
    """Return the sentence of this code."""
    cards = {key: name_cards(lang, one) for key in CARDS if isinstance(one := named.get(key), str)}
    return WORDS[lang][code].format(**{**named, **cards})
