"""Cards in words, for ears: "5H" is "five of hearts"; and with signs, for eyes: "5♥"."""

from __future__ import annotations

import re
from functools import lru_cache

from tablehost.people.vocabulary import Tongue
from tablehost.suits import show_card, show_rank

_SIGNS = str.maketrans("♠♥♦♣", "SHDC")
_SIGN = re.compile("[♠♥♦♣]")
KEPT = 256  # texts in either form: more than a view shows at once


class CardWords:
    """The words for the cards of a game. `tongue`: the language, with its words for ranks and suits.

    `put_into(text)`: the text with its cards and suits in words, and commas between cards in a row;
    `name(text)`: with the language's letters of court cards; `show(text)`: so, and with the signs of suits in
    place of their letters, a joker as the word for it. Texts in use are formed once.
    """

    def __init__(self, tongue: Tongue) -> None:
        self._between = tongue.between
        self._ranks = tongue.called
        self._shown = tongue.shown
        self._suits = {letter: word for word, letter in reversed(list(tongue.suits.items()))}
        letters = "|".join(sorted(map(re.escape, self._ranks), key=len, reverse=True))
        self._card = re.compile(rf"(?<![A-Za-z0-9])(?:({letters}|[1-9])([SHDC♠♥♦♣])|X([1-4]))(?![A-Za-z0-9])")
        self._in_row = re.compile(rf"({self._card.pattern})(?= {self._card.pattern})")
        self.put_into = lru_cache(KEPT)(self._put_into)
        self.show = lru_cache(KEPT)(self._show)

    def _put_into(self, text: str) -> str:
        def words(found: re.Match[str]) -> str:
            if found[3]:
                return self._joker(found[3])
            rank = self._ranks.get(found[1], found[1])
            suit = self._suits[found[2].translate(_SIGNS)]
            return " ".join(filter(None, (rank, self._between, suit)))

        said = self._card.sub(words, self._in_row.sub(r"\1,", text))
        return _SIGN.sub(lambda found: self._suits[found[0].translate(_SIGNS)], said)

    def abbreviate(self, text: str) -> str:
        """Return a text with its cards in small letters, as on a line of braille: "5h" for 5H or 5♥; a suit
        alone is a word.
        """
        cards = self._card.sub(lambda found: found[0].translate(_SIGNS).lower(), text)
        return _SIGN.sub(lambda found: self._suits[found[0].translate(_SIGNS)], cards)

    def name(self, text: str) -> str:
        """Return a text with its cards as printed ones have them: RS for KS in French."""
        return self._card.sub(lambda found: show_rank(found[0], self._shown), text)

    def _show(self, text: str) -> str:
        def sign(found: re.Match[str]) -> str:
            return self._joker(found[3]) if found[3] else show_card(found[0], self._shown)

        return self._card.sub(sign, text).replace("->", "→")

    def _joker(self, number: str) -> str:
        return f"{self._ranks['X']} {number}"
