"""The deck file on the device: which tag is which card.

One line a card: the tag's UID in hex, a space, the card's notation, for instance
`04A224B1C65E80 KD#2`. Lines that begin with `#` followed by a space are remarks.
"""

from cardtable.micro import const
from cardtable.rulebook import cards

from .deck import DeckError, find, key_of

_KEY = const(11)


def read(lines):
    """The rows of a `Deck`. Raises DeckError."""
    rows = bytearray()
    seen = {}
    number = 0
    for line in lines:
        number += 1
        words = line.split()
        if not words or words[0] == "#":
            continue
        if len(words) != 2:
            raise DeckError(f"line {number}: a line is a UID and a card, such as 04A224B1C65E80 KD#2")
        uid, card = _row(words, number)
        at = find(rows, uid)
        if at >= 0:
            named = cards.text(rows[at + _KEY])
            raise DeckError(f"line {number}: tag {words[0]} is already {named}; remove one")
        if card in seen:
            raise DeckError(f"line {number}: {words[1]} has a tag in line {seen[card]}; remove one")
        rows.extend(key_of(uid))
        rows.append(card)
        seen[card] = number
    return rows


def _row(words, number):
    try:
        uid = bytes.fromhex(words[0])
        card = cards.parse(words[1])
    except ValueError as error:
        raise DeckError(f"line {number}: {error}")
    if len(uid) not in (4, 7, 10):
        raise DeckError(f"line {number}: a UID has 4, 7 or 10 bytes, not {len(uid)}")
    return uid, card
