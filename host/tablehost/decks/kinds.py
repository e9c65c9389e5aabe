"""The kinds of decks that can be enrolled: their cards, in the order in which they are asked for.

No cards are listed here: they are those of the games' own decks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from cardtable.engine import cards
from cardtable.games import registry as games
from cardtable.games.democracy import deal
from cardtable.games.democrazy import pack as democrazy_pack
from tablehost import messages
from tablehost.errors import NOT_FOUND, Trouble, did_you_mean
from tablehost.games import presentation
from tablehost.games.choice import choose, read_pairs
from tablehost.types import Letters

SAID = messages.Catalogue("deck")

STANDARD, EXPANDED, DEMOCRAZY, PUBLISHED = "standard54", "expanded", "democrazy", "democrazy-published"
_SUITS = "♠♥♦♣"
_FRENCH = {"J": "V", "Q": "D", "K": "R"}
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

    def called(self, card: int, lang: str) -> str:
        """Return the same with the print on a card that was bought, `QS (Q♠)`; ours have their names
        on them.
        """
        suit = cards.suit_of(card)
        if self.pack is not None or suit is None:
            return self.text(card)
        name = self.text(card).partition("#")[0]
        rank = name[:-1] if lang == "en" else _FRENCH.get(name[:-1], name[:-1])
        return f"{self.text(card)} ({rank}{_SUITS[suit]})"


def _standard() -> tuple[int, ...]:
    return tuple(games.load("demos").deck(3, {"mode": "complete"}))


def _expanded() -> tuple[int, ...]:
    """Return a standard pack, and the cards of a second one that Democracy with two packs needs also.

    The first pack counts as the first copies there (see `cardtable.controller.input.deck`), so it serves both
    ways.
    """
    least, most = games.load("democracy").SEATS
    needed = {card for seats in range(least, most + 1) for card in deal.deck(seats, {"deck": EXPANDED})}
    first = _standard()
    single = {card - _COPY if cards.text(card).endswith("#1") else card for card in needed}
    return first + tuple(sorted(single - set(first), key=lambda card: (cards.is_joker(card), card)))


def _democrazy(laws: str = "all") -> tuple[int, ...]:
    """Return the cards that `cardtable cards democrazy -o deck=LAWS` prints."""
    preset = {**presentation.part(DEMOCRAZY, "PRESET", {}), "deck": laws}
    choice = choose(DEMOCRAZY, None, None, [f"{name}={value}" for name, value in preset.items()])
    return tuple(choice.game.deck(choice.seats, choice.options))


_KINDS: dict[str, tuple[Letters, Callable[[], tuple[int, ...]]]] = {
    STANDARD: (None, _standard),
    EXPANDED: (None, _expanded),
    DEMOCRAZY: (democrazy_pack.PACK, _democrazy),
    PUBLISHED: (democrazy_pack.PACK, lambda: _democrazy("published")),
}
NAMES = tuple(_KINDS)


@lru_cache
def load(name: str) -> Kind:
    """Return the kind of this name. Raises Trouble."""
    if name not in _KINDS:
        raise Trouble("NO_KIND", SAID("no-kind", name=name), did_you_mean(name, NAMES), NOT_FOUND)
    pack, made = _KINDS[name]
    return Kind(name, pack, made())


def for_game(game: str, players: int | None, options: list[str]) -> Kind:
    """Return the kind of deck with which a match of this game is played. Raises Trouble."""
    if game in _KINDS and not options:
        return load(game)
    given = read_pairs(options)
    choice = choose(game, players, None, options)
    if choice.game.NAME == DEMOCRAZY:
        return load({"all": DEMOCRAZY, "published": PUBLISHED}.get(given.get("deck", "all"), DEMOCRAZY))
    if given.get("deck") == EXPANDED:
        return load(EXPANDED)
    deck = set(choice.game.deck(choice.seats, choice.options))
    return load(STANDARD if deck <= set(load(STANDARD).cards) else EXPANDED)


def serves(kind: Kind, game: str, seats: int, options: dict[str, str]) -> bool:
    """Return True if a deck of this kind has all cards of such a match."""
    module = games.load(game)
    if getattr(module, "PACK", None) != kind.pack:
        return False
    have = set(kind.cards)
    wanted = module.deck(seats, options)
    return all(card in have or (kind.pack is None and card - _COPY in have) for card in wanted)
