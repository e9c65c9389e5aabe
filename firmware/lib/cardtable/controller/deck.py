"""The deck on the device: which tag is which card. Its file is read by `deckfile`."""

from cardtable.micro import const
from cardtable.rulebook import cards

KEY = const(11)  # bytes of what stands for a tag in a row; the card stands behind it
ROW = const(12)


class DeckError(Exception):
    """A deck file that cannot be used; the message names the line and the cure."""


class Deck:
    """Tags to cards of one pack, filled by `deckfile.load`. `pack`: its PACK, see `games`; None for a
    standard pack. An unknown tag, and one of another pack, is `cards.FOREIGN`.
    """

    def __init__(self, pack=None):
        self.pack = pack
        self.rows = bytearray()  # ROW bytes each, see `key_of`: a dict would take four times the memory

    def __len__(self):
        return len(self.rows) // ROW

    def card(self, uid):
        """The card of this tag, or FOREIGN."""
        at = find(self.rows, uid)
        return cards.FOREIGN if at < 0 else self.rows[at + KEY]

    def missing(self, wanted):
        """Those of the cards `wanted` that no tag stands for."""
        have = bytearray(256)  # a set would want a large block of memory
        for at in range(KEY, len(self.rows), ROW):
            have[self.rows[at]] = 1
        return [card for card in wanted if not have[card]]


def key_of(uid):
    """What a row begins with: the length of the UID, and the UID in ten bytes."""
    return bytes((len(uid),)) + uid + bytes(KEY - 1 - len(uid))


def find(rows, uid):
    """Where the row of this UID begins, or -1."""
    key = key_of(uid)
    at = rows.find(key)
    while at >= 0 and at % ROW:
        at = rows.find(key, at + 1)
    return at
