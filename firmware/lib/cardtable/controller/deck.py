"""The deck file on the device: which tag is which card.

One line a card: the tag's UID in hex, a space, the card's notation, for instance
`04A224B1C65E80 KD#2`. Lines that begin with `#` followed by a space are remarks.
"""

from cardtable.rulebook import cards


class DeckError(Exception):
    """A deck file that cannot be used; the message names the line and the cure."""


class Deck:
    """Tags to cards. An unknown tag is `cards.FOREIGN`."""

    def __init__(self):
        self._cards = {}

    def load(self, lines):
        """Take over the lines of a deck file. Raises DeckError; then the deck is empty."""
        self._cards = {}
        seen = {}
        try:
            number = 0
            for line in lines:
                number += 1
                words = line.split()
                if not words or words[0] == "#":
                    continue
                if len(words) != 2:
                    raise DeckError(f"line {number}: a line is a UID and a card, such as 04A224B1C65E80 KD#2")
                uid, card = self._row(words, number)
                if uid in self._cards:
                    named = cards.text(self._cards[uid])
                    raise DeckError(f"line {number}: tag {words[0]} is already {named}; remove one")
                if card in seen:
                    raise DeckError(f"line {number}: {words[1]} has a tag in line {seen[card]}; remove one")
                self._cards[uid] = card
                seen[card] = number
        except DeckError:
            self._cards = {}
            raise

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
        return len(self._cards)

    def card(self, uid):
        """The card of this tag, or FOREIGN."""
        return self._cards.get(uid, cards.FOREIGN)

    def missing(self, wanted):
        """Those of the cards `wanted` that no tag stands for."""
        have = set(self._cards.values())
        return [card for card in wanted if card not in have]
