"""The first minute of a stranger: two tricks of Democracy; the rules tell the end of each legal answer."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from cardtable.engine import cards
from cardtable.engine.match import resolve
from cardtable.games.democracy import scoring, trick
from tablehost import messages
from tablehost.match.card_words import CardWords
from tablehost.people import vocabulary
from tablehost.plugins import narration
from tablehost.plugins.choice import load_game
from tablehost.suits import SUIT_SIGNS
from tablehost.types import Document

SAID = messages.Catalogue("web")

GAME = "democracy"
PLAYERS = ("Ada", "Ben", "Cleo", "Dan")  # the person who looks is the first
MAJORITY = 13  # points of a suit that win its tribe, of 25
HAND = ("5C", "6H", "9S", "7D", "AS")


class Trick(NamedTuple):
    """A trick: the card of the pool, those of the others, and the card that is recommended."""

    pool: str
    others: tuple[str, str, str]
    good: str


TRICKS = (Trick("4C", ("KC", "9D", "QH"), "5C"), Trick("8H", ("JH", "10S", "5H"), "6H"))


@lru_cache
def script(language: str) -> Document:
    """Return all that the page of the first minute shows, in this language."""
    with messages.speaking(language):
        words = CardWords(vocabulary.load(language, GAME))
        return {
            "players": list(PLAYERS),
            "pool": narration.WORDS.of(GAME, narration.Words)(PLAYERS).place(0),
            "hand": [_card(name, words) for name in HAND],
            "tricks": [_trick(number, words) for number in range(len(TRICKS))],
            "aim": _aim(words),
        }


def _trick(number: int, words: CardWords) -> Document:
    one = TRICKS[number]
    played = [before.good for before in TRICKS[:number]]
    return {
        "pool": _card(one.pool, words),
        "others": [_card(name, words) for name in one.others],
        "good": one.good,
        "said": SAID(f"first-{number + 1}", card=words.put_into(one.good)),
        "ends": {card: _end(one, card, words) for card in HAND if card not in played},
    }


def _end(one: Trick, own: str, words: CardWords) -> Document:
    """Return the end of a trick in which the person plays this card, by the rules."""
    game = load_game(GAME)
    plays = [own, *one.others]
    trump = cards.suit_of(cards.parse(one.pool))
    options = resolve(game, len(plays), {})
    winner, _, why = trick.decide([cards.parse(card) for card in plays], trump, options, [None] * len(plays))
    if own == one.good:
        return {"winner": winner, "said": SAID(f"first-won {why}", n=len(plays) + 1)}
    telling = narration.WORDS.of(GAME, narration.Words)(PLAYERS)
    outcome = telling.outcome({"kind": "trick", "winner": winner, "plays": plays, "why": why})
    return {"winner": winner, "said": f"{words.show(outcome)} {SAID('first-again')}"}


def _aim(words: CardWords) -> Document:
    """Return the points by suit after both tricks were won."""
    won = [cards.parse(card) for one in TRICKS for card in (one.good, one.pool, *one.others)]
    points = {
        words.put_into(SUIT_SIGNS[suit]): scoring.points_in(won, n) for n, suit in enumerate(cards.SUITS)
    }
    first, second, *_ = sorted(points, key=lambda suit: -points[suit])
    said = SAID("first-aim", n=points[first], suit=first, more=points[second], other=second)
    return {
        "said": said,
        "bars": [{"suit": suit, "points": n} for suit, n in points.items()],
        "most": MAJORITY,
    }


def _card(name: str, words: CardWords) -> Document:
    return {"card": name, "said": words.put_into(name)}
