"""The decks of the table: which one a match is played with, and how it comes from flash."""

from cardtable.micro import const

from . import deckfile
from .deck import KEY, ROW, Deck, DeckError

_LINES = const(64)  # of the deck file between collections
_COPY = const(64)  # between a card and its next copy, see `rulebook.cards`


def lay_out(loop, match):
    """The table knows the cards of this match, and whose pad is whose."""
    loop.deck = deck_for(loop, match.game)
    if loop.deck.pack is None:
        fit(loop.deck, match.game.deck(match.seats, match.options))
    loop.display.game = match.game
    loop.seat(match.pads)


def deck_for(loop, game):
    """The deck on the device as this game knows it."""
    pack = getattr(game, "PACK", None)
    if loop.deck.pack == pack:
        return loop.deck
    deck = Deck(pack)
    read(loop, deck)
    return deck


def fit(deck, wanted):
    """A standard pack alone, and the first of two, are the same cards: each name serves for the other, where
    that one is wanted and not there."""
    missing = deck.missing(wanted)
    rows = deck.rows
    for at in range(KEY, len(rows), ROW):
        other = rows[at] ^ _COPY
        if other in missing and rows[at] not in wanted:
            rows[at] = other


def read(loop, deck):
    """Fill this deck from the file; what is wrong with that is a fault."""
    try:
        with open(loop.parts.root + "deck.txt") as file:
            deckfile.load(deck, _by_and_by(file, loop.parts.collect), loop.parts)
    except OSError:
        loop.faults.set("no-deck")
    except DeckError as error:
        loop.faults.set("deck", -1, str(error))


def _by_and_by(lines, collect):
    """The same lines; what they leave behind is collected now and then."""
    for number, line in enumerate(lines):
        if number % _LINES == 0:
            collect()
        yield line
