"""The deck file on the device: which tag is which card.

One line a card: the tag's UID in hex, a space, the card's notation, for instance
`04A224B1C65E80 KD#2`. Lines that begin with `#` followed by a space are remarks. A table may own several
packs, and their cards may stand in any order: each has names of its own. A line such as `deck friday
standard54` tells computers which deck the cards behind it are.

Of what sort all the tags are may stand before them: `tags iso14443a` (also if nothing is said) or
`tags iso15693`. Not every reader can read both.
"""

from cardtable.rulebook import cards, games

from .deck import KEY, DeckError, find, key_of

# A sort of tags -> how many bytes their UIDs have.
_TAGS = {"iso14443a": (4, 7, 10), "iso15693": (8,)}


def load(deck, lines, parts=None):
    """Take over the lines of a deck file. Raises DeckError; then the deck is empty.

    `parts`: whose readers must be able to read its tags, and are told which they are.
    """
    deck.rows = bytearray()
    deck.rows = read(lines, deck.pack, parts)


def read(lines, pack=None, parts=None):
    """The rows of a `Deck` of this pack. Raises DeckError, also for a line that no pack understands, and for
    tags that the readers of `parts` cannot read."""
    tags = "iso14443a"
    begun = False
    others = [other for other in games.packs() if other != pack]
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
    """The sort of tags that a line names, if the readers can read it."""
    if tags not in _TAGS:
        raise DeckError(f"line {number}: tags are iso14443a or iso15693, not {tags}")
    if parts is not None and tags not in parts.tags:
        needed = " or ".join(parts.tags)
        raise DeckError(f"line {number}: this table needs {needed} tags, not {tags}")
    return tags


def _row(words, number, pack, others, sizes):
    """(tag, card); no card if it is one of another pack. `sizes`: how many
    bytes a UID may have."""
    try:
        uid = bytes.fromhex(words[0])
        card = cards.understood(words[1], pack)
        if card is None and not _is_of_one(words[1], others):
            cards.parse(words[1], pack)  # says why
    except ValueError as error:
        raise DeckError(f"line {number}: {error}")
    if len(uid) not in sizes:
        allowed = "8" if 8 in sizes else "4, 7 or 10"
        cure = ". Is a line before it missing: tags iso15693" if len(uid) == 8 else ""
        raise DeckError(f"line {number}: a UID has {allowed} bytes, not {len(uid)}{cure}")
    return uid, card


def _is_of_one(word, packs):
    """True if `word` names a card of one of these packs; no name is one of two."""
    for pack in packs:
        if cards.understood(word, pack) is not None:
            return True
    return False
