"""The kinds of decks that can be enrolled: their cards, in the order in which they are asked for.

A game adds kinds of its own, see `DECKS` in `plugins/presentation.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from cardtable.engine import cards
from cardtable.games import registry as games
from tablehost import messages
from tablehost.errors import NOT_FOUND, Trouble, did_you_mean
from tablehost.plugins import presentation
from tablehost.plugins.choice import choose
from tablehost.suits import show_card
from tablehost.types import Letters, Options

SAID = messages.Catalogue("deck")

STANDARD = "standard54"
_COPY = 64  # from a card to its next copy, see `cardtable.engine.cards`


@dataclass(frozen=True)
class Kind:
    """A kind of deck. `pack`: the source of its cards' names, see `cardtable.games`; `cards`: in printed
    order.
    """

    name: str
    pack: Letters
    cards: tuple[int, ...]

    def text(self, card: int) -> str:
        """Return the name of a card in files, on paper and here."""
        return str(cards.text(card, self.pack))

    def called(self, card: int) -> str:
        """Return the same with the print on a card that was bought, `QS (Q♠)`; ours have their names
        on them.
        """
        if self.pack is not None or cards.suit_of(card) is None:
            return self.text(card)
        return f"{self.text(card)} ({show_card(self.text(card).partition('#')[0])})"


def _standard() -> tuple[int, ...]:
    pack = [cards.card(suit, rank) for suit in range(4) for rank in range(1, 14)]
    return (*pack, cards.joker(1), cards.joker(2))


@lru_cache
def _kinds() -> dict[str, tuple[Letters, Callable[[], tuple[int, ...]]]]:
    """Return the names of the cards and the cards of each kind, by its name."""
    found: dict[str, tuple[Letters, Callable[[], tuple[int, ...]]]] = {STANDARD: (None, _standard)}
    for game, decks in presentation.DECKS.by_game().items():
        pack = games.load(game).PACK
        found.update({name: (pack, made) for name, made in decks.items()})
    return found


def names() -> tuple[str, ...]:
    """Return the names of all kinds: the standard pack, then those of the games, see `DECKS` in
    `plugins/presentation.py`.
    """
    return tuple(_kinds())


@lru_cache
def load(name: str) -> Kind:
    """Return the kind of this name. Raises Trouble."""
    if name not in names():
        raise Trouble("NO_KIND", SAID("no-kind", name=name), did_you_mean(name, names()), NOT_FOUND)
    pack, made = _kinds()[name]
    return Kind(name, pack, made())


def of_pack(pack: Letters) -> list[Kind]:
    """Return the kinds whose cards have these names, the smallest first."""
    same = [load(name) for name in names() if _kinds()[name][0] == pack]
    return sorted(same, key=lambda kind: len(kind.cards))


def for_game(game: str, players: int | None, options: list[str]) -> Kind:
    """Return the smallest kind of deck with which a match of this game is played. Raises Trouble."""
    if game in names() and not options:
        return load(game)
    choice = choose(game, players, None, options)
    same = of_pack(choice.game.PACK)
    fitting = [kind for kind in same if serves(kind, choice.game.NAME, choice.seats, choice.options)]
    return (fitting or same[-1:])[0]


def serves(kind: Kind, game: str, seats: int, options: Options) -> bool:
    """Return True if a deck of this kind has all cards of such a match."""
    module = games.load(game)
    if module.PACK != kind.pack:
        return False
    have = set(kind.cards)
    wanted = module.deck(seats, options)
    return all(card in have or (kind.pack is None and card - _COPY in have) for card in wanted)
