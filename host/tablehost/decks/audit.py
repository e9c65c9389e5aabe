"""The check of a deck: each card is laid once, on any pad; then the faults of the pile are reported."""

from __future__ import annotations

from collections.abc import Sequence

from tablehost.decks import words
from tablehost.decks.deckfile import Deck
from tablehost.decks.output import Teller, Typed
from tablehost.decks.pads import PileCheck
from tablehost.decks.verdicts import SeenCards
from tablehost.link.service import Service
from tablehost.types import Document


class Audit(PileCheck):
    """`counts`: every card is read so often that weak tags are found."""

    def __init__(
        self,
        service: Service,
        deck: Deck,
        others: Sequence[Deck],
        teller: Teller,
        typed: Typed,
        counts: bool,
    ) -> None:
        super().__init__(service, SeenCards(deck, others), teller, typed, counts)

    def lay(self, pad: int, uid: bytes, read: int, looks: int) -> None:
        """Take a laid card: compare it with the deck."""
        laid, deck = self.laid, self.laid.deck
        what = laid.lay(uid, read, looks)
        self.show(pad, what in ("new", "known"))
        row = deck.of(uid)
        if row is None:
            self.say_stranger(what, uid)
            return
        named: Document = {"tag": uid.hex().upper(), "card": deck.text(row.card)}
        if what == "new":
            weak = laid.seen[-1].weak
            whole = len(laid.seen) + len(laid.missing)
            named.update(done=len(laid.seen), whole=whole, read=read, looks=looks)
            self.teller.say("seen-weak" if weak else "seen", **named)
        else:
            self.teller.say(f"seen-{what}", **named)


def result(laid: SeenCards) -> list[tuple[str, int, str]]:
    """Return the findings, by the codes of words: (code, how many, which)."""
    deck = laid.deck
    extra = [row for row in laid.seen if row.card not in deck.kind.cards]
    rows = [
        ("missing", [deck.text(card) for card in laid.missing]),
        ("extra", [deck.text(row.card) for row in extra]),
        ("duplicate", [uid.hex().upper() for uid in laid.doubled]),
        ("foreign-cards", [f"{card} ({name})" for _, name, card in laid.foreign]),
        ("unknown-cards", [uid.hex().upper() for uid in laid.unknown]),
        ("weak-cards", [f"{deck.text(row.card)} {row.read}/{row.looks}" for row in laid.weak]),
    ]
    return [(code, len(named), ", ".join(named)) for code, named in rows]


def report(laid: SeenCards, lang: str, every: bool) -> list[str]:
    """Return the findings, in lines; `every`: also those that were not made."""
    lines = []
    for code, number, named in result(laid):
        if number or every:
            which = named or words.get_text(lang, "none")
            lines.append("  " + words.get_text(lang, code, n=number, cards=which, tags=which))
    return lines
