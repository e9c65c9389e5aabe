"""Adoption of a deck by its tags' records: cards are laid in any order, on any pads; each is kept at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardtable.engine.cards import understood
from tablehost.decks import record, store, verdicts
from tablehost.decks.deckfile import Deck, TagRow
from tablehost.decks.output import Teller, Typed
from tablehost.decks.pads import PileCheck
from tablehost.decks.record import Record
from tablehost.decks.verdicts import Refusal, SeenCards
from tablehost.link.service import NotReached, Service


class Adoption(PileCheck):
    """The adoption of a deck. `deck`: the growing deck; its mark is that of the first card. `keep`: called
    when it has grown. `others`: all known decks; `short`: see `verdicts.why_not`.
    """

    last_s = 0.0  # nothing is looked for beyond the last card

    def __init__(
        self,
        service: Service,
        deck: Deck,
        keep: Callable[[], object],
        teller: Teller,
        typed: Typed,
        others: Sequence[Deck],
        short: bool = False,
    ) -> None:
        super().__init__(service, SeenCards(deck, others), teller, typed, counts=True)
        self.deck = deck
        self._keep = keep
        self._others = others
        self._short = short

    @property
    def missing(self) -> list[int]:
        """Return the cards without a tag, in printed order."""
        return self.deck.missing()

    def is_typed(self, line: str | None) -> bool:
        """Take the last card back on `undo`; return True for any other line, which ends the adoption."""
        if line == "undo":
            self._undo()
            return False
        return line is not None

    def _undo(self) -> None:
        if not self.deck.rows:
            self.teller.say("nothing-to-undo")
            return
        row = self.deck.rows.pop()
        if not self.deck.rows:
            self.deck.mark = b""
        self._keep()
        self.teller.say("from-undone", card=self.deck.text(row.card))

    def lay(self, pad: int, uid: bytes, read: int, looks: int) -> None:
        """Take a laid card: keep it if its tag has a record and no reason against it is found."""
        deck = self.deck
        row = deck.of(uid)
        if row is not None:
            self.show(pad, True)
            self.teller.say("seen-known", tag=uid.hex().upper(), card=deck.text(row.card))
            return
        try:
            says = record.read(record.fetch(self.service, pad), uid)
        except NotReached as why:
            says = why.code
        refusal = self.why_not(says, uid)
        self.show(pad, refusal is None)
        if refusal is not None:
            code, named = refusal
            self.teller.say(code, **named)
            return
        assert isinstance(says, Record)
        deck.mark = says.mark
        deck.rows.append(TagRow(uid, self._card(says), read, looks))
        self._keep()
        whole = len(deck.kind.cards)
        self.teller.say(
            "got-weak" if deck.rows[-1].weak else "got", done=whole - len(deck.missing()), whole=whole,
            card=says.card, tag=uid.hex().upper(), read=read, looks=looks,
        )  # fmt: skip

    def _card(self, says: Record) -> int:
        """Return the card of this name; -1 if the deck has no such card."""
        card = understood(says.card, self.deck.kind.pack)
        if card is None or card not in self.deck.kind.cards or self.deck.text(card) != says.card:
            return -1
        return card

    def why_not(self, says: Record | str, uid: bytes) -> Refusal | None:
        """Return the reason why a tag with this record cannot be trusted, None if it can. Other values than
        Record are those of `record`, and the reason why it could not be read.
        """
        deck = self.deck
        named = {"tag": uid.hex().upper(), "deck": deck.name, "pack": deck.kind.name}
        owner = store.owner(uid, deck, list(self._others))
        if owner is not None:
            theirs = owner.of(uid)
            assert theirs is not None
            return "from-owned", {**named, "deck": owner.name, "other": owner.text(theirs.card)}
        if isinstance(says, str):
            known = (record.NONE, record.ELSE, record.DAMAGED, record.NEWER, "no-memory", "reader")
            return f"from-{says if says in known else 'lost'}", named
        named["card"] = says.card
        if deck.mark not in (b"", says.mark):
            return "from-other-deck", named
        card = self._card(says)
        if card < 0:
            return "from-no-card", named
        if deck.tag_of(card) is not None:
            return "from-duplicate", named
        return verdicts.why_not(deck, card, uid, (), self._short)
