"""The deck file on the device: which tag is which card.

One line a card: the tag's UID in hex, a space, the card's notation, for instance
`04A224B1C65E80 KD#2`. Lines that begin with `#` followed by a space are remarks.
"""

from cardtable.micro import const
from cardtable.rulebook import cards

_KEY = const(11)
_ROW = const(12)  # a key, and the card


class DeckError(Exception):
    """A deck file that cannot be used; the message names the line and the cure."""


class Deck:
    """Tags to cards. An unknown tag is `cards.FOREIGN`."""

    def __init__(self):
        self._rows = bytearray()  # _ROW bytes each, see `_key`: a dict would take four times the memory

    def load(self, lines):
        """Take over the lines of a deck file. Raises DeckError; then the deck is empty."""
        rows = bytearray()
        self._rows = bytearray()
        seen = {}
        number = 0
        for line in lines:
            number += 1
            words = line.split()
            if not words or words[0] == "#":
                continue
            if len(words) != 2:
                raise DeckError(f"line {number}: a line is a UID and a card, such as 04A224B1C65E80 KD#2")
            uid, card = self._row(words, number)
            at = _find(rows, uid)
            if at >= 0:
                named = cards.text(rows[at + _KEY])
                raise DeckError(f"line {number}: tag {words[0]} is already {named}; remove one")
            if card in seen:
                raise DeckError(f"line {number}: {words[1]} has a tag in line {seen[card]}; remove one")
            rows.extend(_key(uid))
            rows.append(card)
            seen[card] = number
        self._rows = rows

    def _row(self, words, number):
        try:
            uid = bytes.fromhex(words[0])
            card = cards.parse(words[1])
        except ValueError as error:
            raise DeckError(f"line {number}: {error}")
        if len(uid) not in (4, 7, 10):
            raise DeckError(f"line {number}: a UID has 4, 7 or 10 bytes, not {len(uid)}")
        return uid, card

    def __len__(self):
        return len(self._rows) // _ROW

    def card(self, uid):
        """The card of this tag, or FOREIGN."""
        at = _find(self._rows, uid)
        return cards.FOREIGN if at < 0 else self._rows[at + _KEY]

    def missing(self, wanted):
        """Those of the cards `wanted` that no tag stands for."""
        have = {self._rows[at + _KEY] for at in range(0, len(self._rows), _ROW)}
        return [card for card in wanted if card not in have]


def _key(uid):
    """What a row begins with: the length of the UID, and the UID in ten bytes."""
    return bytes((len(uid),)) + uid + bytes(_KEY - 1 - len(uid))


def _find(rows, uid):
    """Where the row of this UID begins, or -1."""
    key = _key(uid)
    at = rows.find(key)
    while at >= 0 and at % _ROW:
        at = rows.find(key, at + 1)
    return at
