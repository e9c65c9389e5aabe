"""Writing of records into the tags of a deck: cards are laid in any order, on any pads."""

from __future__ import annotations

from collections.abc import Sequence

from tablehost.decks import record, words
from tablehost.decks.deckfile import Deck, TagRow
from tablehost.decks.output import Teller, Typed
from tablehost.decks.pads import PileCheck
from tablehost.decks.record import Record
from tablehost.decks.verdicts import SeenCards
from tablehost.link.service import NotReached, Service

PLAIN = ("no-memory", "locked", "reader")  # why it cannot be done, if no better laying helps


class Writing(PileCheck):
    """The writing of a deck. `deck`, with its mark, has the card of each tag: a tag with another record is
    rewritten.

    wrote, had  the cards whose tags were written, and those with the right record before
    failed      those whose tags cannot be written, with the code of the reason
    """

    def __init__(
        self, service: Service, deck: Deck, others: Sequence[Deck], teller: Teller, typed: Typed
    ) -> None:
        super().__init__(service, SeenCards(deck, others), teller, typed, counts=False)
        self.wrote: list[int] = []
        self.had: list[int] = []
        self.failed: dict[int, str] = {}

    @property
    def is_good(self) -> bool:
        """Return True if all cards of the deck have their records."""
        return not (self.missing or self.failed or self.laid.doubled)

    def lay(self, pad: int, uid: bytes, read: int, looks: int) -> None:
        """Take a laid card: read its tag, and write it if need be."""
        row = self.laid.deck.of(uid)
        if row is None:
            what = self.laid.lay(uid)
            self.show(pad, False)
            self.say_stranger(what, uid)
            return
        card = self.laid.deck.text(row.card)
        known = any(one.uid == uid for one in self.laid.seen)
        try:
            written = self._write(pad, row, card)
        except NotReached as why:
            if why.code in PLAIN:
                self.failed[row.card] = why.code
                self.laid.lay(uid)
            self.show(pad, False)
            code = why.code if why.code in PLAIN else "lost"
            self.teller.say(f"fails-{code}", card=card, pad=self.name(pad))
            return
        self.failed.pop(row.card, None)
        self.laid.lay(uid)
        self.show(pad, True)
        if row.card not in self.wrote + self.had:
            (self.wrote if written else self.had).append(row.card)
        if known and not written:
            self.teller.say("seen-known", tag=uid.hex().upper(), card=card)
            return
        done = len(self.wrote) + len(self.had)
        whole = len(self.laid.seen) + len(self.missing)
        self.teller.say("wrote" if written else "wrote-before", done=done, whole=whole, card=card)

    def _write(self, pad: int, row: TagRow, card: str) -> bool:
        """Return True if anything had to be written. Raises NotReached."""
        mark = self.laid.deck.mark
        wanted = record.pack(Record(mark, card), row.uid)
        before = record.fetch(self.service, pad)
        if before == wanted:
            return False
        says = record.read(before, row.uid)
        if isinstance(says, Record):
            if says.mark == mark:
                self.teller.say("says-other", card=card, other=says.card)
            else:
                self.teller.say("says-other-deck", card=card, other=says.card)
        elif says != record.NONE:
            self.teller.say(f"says-{says}", card=card)
        record.write(self.service, pad, before, wanted)
        return True


def result(writing: Writing) -> list[tuple[str, int, str]]:
    """Return the result for the deck, by the codes of words: (code, how many, which)."""
    laid, deck = writing.laid, writing.laid.deck
    rows = [
        ("wrote-now", [deck.text(card) for card in writing.wrote]),
        ("wrote-had", [deck.text(card) for card in writing.had]),
        ("missing", [deck.text(card) for card in writing.missing]),
        ("wrote-not", [f"{deck.text(card)} {code}" for card, code in writing.failed.items()]),
        ("duplicate", [uid.hex().upper() for uid in laid.doubled]),
        ("foreign-cards", [f"{card} ({name})" for _, name, card in laid.foreign]),
        ("unknown-cards", [uid.hex().upper() for uid in laid.unknown]),
    ]
    return [(code, len(named), ", ".join(named)) for code, named in rows]


def report(writing: Writing, lang: str) -> list[str]:
    """Return the same, in lines."""
    lines = []
    for code, number, named in result(writing):
        which = named or words.get_text(lang, "none")
        lines.append("  " + words.get_text(lang, code, n=number, cards=which, tags=which))
    return lines
