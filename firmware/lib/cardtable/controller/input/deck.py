"""The deck: maps tags to cards, reads the deck file, and chooses the deck of a match.

The file has one line a card: the tag's UID in hex, a space, the card's notation, for instance `04A224B1C65E80
KD#2`. Lines that begin with `#` followed by a space are remarks. A table may own several packs, and their
cards may be in any order: each has names of its own. A line such as `deck friday standard54` names, for
hosts, the deck of the cards after it. The sort of all the tags may be given before them: `tags iso14443a`
(the default) or `tags iso15693`. Not every reader can read both.
"""

from cardtable.engine import cards
from cardtable.games import registry as games
from cardtable.micro import const

KEY = const(11)  # bytes of the key of a tag in a row; the card follows
ROW = const(12)

# A sort of tags -> the possible sizes of their UIDs in bytes.
_TAGS = {"iso14443a": (4, 7, 10), "iso15693": (8,)}

_LINES = const(64)  # of the deck file between collections
_COPY = const(64)  # between a card and its next copy, see `engine.cards`


class DeckError(Exception):
    """A deck file that cannot be used; the message names the line and the cure."""


class Deck:
    """Tags to cards of one pack, filled by `load`.

    `pack`: its PACK, see `games.registry`; None for a standard pack. An unknown tag, and one of another pack,
    is `cards.FOREIGN`.
    """

    def __init__(self, pack=None):
        self.pack = pack
        self.rows = bytearray()  # ROW bytes each, see `key_of`: a dict would take four times the memory

    def __len__(self):
        return len(self.rows) // ROW

    def take(self, rows):
        """Take over the rows of a deck that was loaded before."""
        self.rows = rows

    def card(self, uid):
        """Return the card of this tag, or FOREIGN."""
        at = find(self.rows, uid)
        return cards.FOREIGN if at < 0 else self.rows[at + KEY]

    def missing(self, wanted):
        """Return those of the cards `wanted` that have no tag."""
        have = bytearray(256)  # a set would need a large block of memory
        for at in range(KEY, len(self.rows), ROW):
            have[self.rows[at]] = 1
        return [card for card in wanted if not have[card]]


def key_of(uid):
    """Return the key of a row: the length of the UID, and the UID in ten bytes."""
    return bytes((len(uid),)) + uid + bytes(KEY - 1 - len(uid))


def find(rows, uid):
    """Return where the row of this UID begins, or -1."""
    key = key_of(uid)
    at = rows.find(key)
    while at >= 0 and at % ROW:
        at = rows.find(key, at + 1)
    return at


# -- The deck file ---------------------------------------------------------------------------------


def load(deck, lines, parts=None):
    """Take over the lines of a deck file. Raises DeckError; then the deck is empty.

    `parts`: their readers must be able to read its tags, and are set to them.
    """
    deck.rows = bytearray()
    deck.rows = read(lines, deck.pack, parts)


def read(lines, pack=None, parts=None):
    """Return the rows of a `Deck` of this pack.

    Raises DeckError, also for a line that no pack understands, and for tags that the readers of `parts`
    cannot read.
    """
    tags = "iso14443a"
    begun = False
    others = [other for other in games.PACKS if other != pack]
    rows = bytearray()
    seen = {}
    number = 0
    for line in lines:
        number += 1
        words = line.split()
        if not words or words[0] in ("#", "deck"):
            continue
        if len(words) != 2:
            raise DeckError(f"line {number}: a line is a UID and a card, such as 04A224B1C65E80 KD#2")
        if words[0] == "tags":
            if begun:
                raise DeckError(f"line {number}: say what the tags are before the first card")
            tags = _readable(words[1], number, parts)
            continue
        begun = True
        uid, card = _row(words, number, pack, others, _TAGS[tags])
        if card is None:
            continue
        at = find(rows, uid)
        if at >= 0:
            named = cards.text(rows[at + KEY], pack)
            raise DeckError(f"line {number}: tag {words[0]} is already {named}; remove one")
        if card in seen:
            raise DeckError(f"line {number}: {words[1]} has a tag in line {seen[card]}; remove one")
        rows.extend(key_of(uid))
        rows.append(card)
        seen[card] = number
    if parts is not None and len(parts.tags) > 1:
        for reader in parts.readers:
            reader.read(tags)
    return rows


def _readable(tags, number, parts):
    """Return the sort of tags that a line names, if the readers can read it."""
    if tags not in _TAGS:
        raise DeckError(f"line {number}: tags are iso14443a or iso15693, not {tags}")
    if parts is not None and tags not in parts.tags:
        needed = " or ".join(parts.tags)
        raise DeckError(f"line {number}: this table needs {needed} tags, not {tags}")
    return tags


def _row(words, number, pack, others, sizes):
    """Return (tag, card); no card if it is one of another pack. `sizes`: the possible sizes of a UID in
    bytes.
    """
    try:
        uid = bytes.fromhex(words[0])
        card = cards.understood(words[1], pack)
        if card is None and not _is_of_one(words[1], others):
            cards.parse(words[1], pack)  # raises the error
    except ValueError as error:
        raise DeckError(f"line {number}: {error}")
    if len(uid) not in sizes:
        allowed = "8" if 8 in sizes else "4, 7 or 10"
        cure = ". Is a line before it missing: tags iso15693" if len(uid) == 8 else ""
        raise DeckError(f"line {number}: a UID has {allowed} bytes, not {len(uid)}{cure}")
    return uid, card


def _is_of_one(word, packs):
    """True if `word` names a card of one of these packs; no name belongs to two."""
    for pack in packs:
        if cards.understood(word, pack) is not None:
            return True
    return False


# -- The deck of a match ---------------------------------------------------------------------------


def lay_out(loop, match):
    """Set the table up for this match: its deck, its game, its pads."""
    deck = deck_for(loop, match.game)
    loop.pad_cards.use(deck)
    if deck.pack is None:
        fit(deck, match.game.deck(match.seats, match.options))
    loop.display.play(match.game)
    loop.seat(match.pads)


def deck_for(loop, game):
    """Return the table's deck with the cards of this game."""
    pack = game.PACK
    if loop.pad_cards.deck.pack == pack:
        return loop.pad_cards.deck
    deck = Deck(pack)
    read_file(loop, deck)
    return deck


def fit(deck, wanted):
    """Fit the deck to the cards `wanted`.

    A standard pack alone, and the first of two, are the same cards: each name serves for the other, where
    that one is wanted and missing.
    """
    missing = deck.missing(wanted)
    rows = deck.rows
    for at in range(KEY, len(rows), ROW):
        other = rows[at] ^ _COPY
        if other in missing and rows[at] not in wanted:
            rows[at] = other


def read_file(loop, deck):
    """Fill this deck from the file; an error in it becomes a fault."""
    try:
        with open(loop.parts.root + "deck.txt") as file:
            load(deck, _by_and_by(file, loop.parts.collect), loop.parts)
    except OSError:
        loop.faults.set("no-deck")
    except DeckError as error:
        loop.faults.set("deck", -1, str(error))


def _by_and_by(lines, collect):
    """Yield the same lines; garbage is collected now and then."""
    for number, line in enumerate(lines):
        if number % _LINES == 0:
            collect()
        yield line
