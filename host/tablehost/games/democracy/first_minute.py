"""The first minute of a stranger: two tricks; the rules tell the end of each legal answer."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cardtable.engine import cards
from cardtable.engine.match import resolve
from cardtable.games import registry
from cardtable.games.democracy import scoring, trick
from tablehost import messages
from tablehost.plugins.narration import Words
from tablehost.suits import SUIT_SIGNS
from tablehost.types import Document

SAID = messages.Catalogue("democracy/story")

PLAYERS = ("Ada", "Ben", "Cleo", "Dan")  # the person who looks is the first
HAND = ("5C", "6H", "9S", "7D", "AS")
GAME = registry.load("democracy")
OPTIONS = resolve(GAME, len(PLAYERS), {})


class Trick(NamedTuple):
    """A trick: its code, the card of the pool, those of the others, and the card that is recommended."""

    code: str
    pool: str
    others: tuple[str, str, str]
    good: str


TRICKS = (Trick("chief", "4C", ("KC", "9D", "QH"), "5C"), Trick("idiot", "8H", ("JH", "10S", "5H"), "6H"))


class FirstMinute:
    """All that the page of the first minute shows, in the language that is spoken. `words`: the sentences of
    the game; `call`: a text with its cards in words; `show`: with the signs of suits.
    """

    def __init__(
        self, words: Callable[[Sequence[str]], Words], call: Callable[[str], str], show: Callable[[str], str]
    ) -> None:
        self._words = words(PLAYERS)
        self._call, self._show = call, show

    def script(self) -> Document:
        """Return the hand, the tricks with the end of each answer, and what the won cards are good for."""
        return {
            "players": list(PLAYERS),
            "pool": self._words.place(0),
            "hand": [self._card(name) for name in HAND],
            "tricks": [self._trick(number) for number in range(len(TRICKS))],
            "aim": self._aim(),
        }

    def _trick(self, number: int) -> Document:
        one = TRICKS[number]
        played = [before.good for before in TRICKS[:number]]
        return {
            "pool": self._card(one.pool),
            "others": [self._card(name) for name in one.others],
            "good": one.good,
            "said": SAID(f"first-{one.code}", card=self._call(one.good)),
            "ends": {card: self._end(one, card) for card in HAND if card not in played},
        }

    def _end(self, one: Trick, own: str) -> Document:
        """Return the end of a trick in which the person plays this card, by the rules."""
        plays = [own, *one.others]
        trump = cards.suit_of(cards.parse(one.pool))
        parsed = [cards.parse(card) for card in plays]
        winner, _, why = trick.decide(parsed, trump, OPTIONS, [None] * len(plays))
        if own == one.good:
            return {"winner": winner, "said": SAID(f"first-won {why}", n=len(plays) + 1)}
        outcome = self._words.outcome({"kind": "trick", "winner": winner, "plays": plays, "why": why})
        return {"winner": winner, "said": f"{self._show(outcome)} {SAID('first-again')}"}

    def _aim(self) -> Document:
        """Return the points by suit after both tricks were won."""
        won = [cards.parse(card) for one in TRICKS for card in (one.good, one.pool, *one.others)]
        suits = [self._call(SUIT_SIGNS[suit]) for suit in cards.SUITS]
        points = {suit: scoring.points_in(won, number) for number, suit in enumerate(suits)}
        first, second, *_ = sorted(suits, key=lambda suit: -points[suit])
        most = scoring.points_in([*GAME.deck(len(PLAYERS), OPTIONS)], 0) // 2 + 1
        own = {"n": points[first], "suit": first, "more": points[second], "other": second}
        said = SAID("first-aim", most=most, **own)
        bars = [{"suit": suit, "points": points[suit]} for suit in suits]
        return {"said": said, "bars": bars, "most": most}

    def _card(self, name: str) -> Document:
        return {"card": name, "said": self._call(name)}
