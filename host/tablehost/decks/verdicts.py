"""Verdicts on tags and decks: whether a tag may represent a card, and the faults of a deck that was laid.
Neither table nor words are needed here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tablehost.decks import store
from tablehost.decks.deckfile import TAGS, Deck, TagRow

# The states of a pad without a single tag, in addition to a UID and None for an empty pad.
SEVERAL, UNREADABLE, TWICE = "several", "unreadable", "twice"

RANDOM = 0x08  # a UID of four bytes that begins so is drawn again at each power-up (ISO/IEC 14443-3, 6.5.4)

Refusal = tuple[str, dict[str, str]]  # the code of its words, and their arguments


def why_not(deck: Deck, card: int, uid: bytes, others: Sequence[Deck], short: bool = False) -> Refusal | None:
    """Return the reason why this tag cannot represent the card, None if it can.

    `others`: the decks that this computer knows; `short`: numbers of four bytes are accepted, though two tags
    may have the same.
    """
    named = {"card": deck.text(card), "tag": uid.hex().upper(), "tags": deck.tags}
    row = deck.of(uid)
    if row is not None:
        return "again" if row is deck.rows[-1] else "taken", {**named, "other": deck.text(row.card)}
    if len(uid) not in TAGS[deck.tags]:
        return "other-sort", named
    if len(uid) == 4 and uid[0] == RANDOM:
        return "random", named
    if len(uid) == 4 and not short:
        return "short", named
    owner = store.owner(uid, deck, list(others))
    if owner is not None:
        theirs = owner.of(uid)
        assert theirs is not None
        return "foreign", {**named, "deck": owner.name, "other": owner.text(theirs.card)}
    return None


@dataclass
class SeenCards:
    """The seen cards of a deck that are laid one after another, in any order.

    `seen`: rows of the deck, as they were read now. `foreign`: (tag, its deck, its card) of other decks.
    `unknown`: tags of no deck. `doubled`: tags that were on two pads at once.
    """

    deck: Deck
    others: Sequence[Deck]
    seen: list[TagRow] = field(default_factory=list)
    foreign: list[tuple[bytes, str, str]] = field(default_factory=list)
    unknown: list[bytes] = field(default_factory=list)
    doubled: list[bytes] = field(default_factory=list)

    def lay(self, uid: bytes, read: int = 0, looks: int = 0) -> str:
        """Take a tag that was read; return "new", "known" (seen before), "extra", "foreign" or "unknown"."""
        row = self.deck.of(uid)
        if row is not None:
            mine = next((one for one in self.seen if one.uid == uid), None)
            if mine is None:
                self.seen.append(TagRow(uid, row.card, read, looks))
                return "new" if row.card in self.deck.kind.cards else "extra"
            if looks and (not mine.looks or read * mine.looks > mine.read * looks):
                mine.read, mine.looks = read, looks  # laid better this time
            return "known"
        owner = store.owner(uid, self.deck, list(self.others))
        if owner is not None:
            theirs = owner.of(uid)
            assert theirs is not None
            told = (uid, owner.name, owner.text(theirs.card))
            if told not in self.foreign:
                self.foreign.append(told)
            return "foreign"
        if uid not in self.unknown:
            self.unknown.append(uid)
        return "unknown"

    def double(self, uid: bytes) -> bool:
        """Note that this tag was on two pads at once: two cards have the same number. Return True if that is
        new.
        """
        news = uid not in self.doubled
        if news:
            self.doubled.append(uid)
        return news

    @property
    def missing(self) -> list[int]:
        """Return the cards of the deck that were not seen, in printed order; those without a tag, too."""
        seen = {row.card for row in self.seen}
        own = [row.card for row in self.deck.sorted()]
        lacking = [card for card in self.deck.kind.cards if card not in own]
        return [card for card in own + lacking if card not in seen]

    @property
    def weak(self) -> list[TagRow]:
        return [row for row in self.seen if row.weak]

    @property
    def is_good(self) -> bool:
        return not (self.missing or self.foreign or self.unknown or self.doubled)
