"""The deck of Democracy with two packs, as it is enrolled."""

from cardtable.engine import cards
from cardtable.games import registry
from cardtable.games.democracy import deal

_COPY = 64  # from a card to its next copy, see `cardtable.engine.cards`


def expanded() -> tuple[int, ...]:
    """Return a standard pack, and the cards of a second one that a match with two packs needs also.

    The first pack counts as the first copies there (see `cardtable.controller.input.deck`), so it serves both
    ways.
    """
    least, most = registry.load("democracy").SEATS
    needed = {card for seats in range(least, most + 1) for card in deal.deck(seats, {"deck": "expanded"})}
    first = [cards.card(suit, rank) for suit in range(4) for rank in range(1, 14)]
    first += [cards.joker(1), cards.joker(2)]
    single = {card - _COPY if cards.text(card).endswith("#1") else card for card in needed}
    return (*first, *sorted(single - set(first), key=lambda card: (cards.is_joker(card), card)))


DECKS = {"expanded": expanded}
