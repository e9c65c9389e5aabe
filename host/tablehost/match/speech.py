"""A match in sentences, one a fact, for ears and for a line of braille.

Nothing is said by place, sign or colour alone. Every sentence has two wordings: a full one, which calls cards
by words, and a short one, "5h", in lines for a braille display.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from typing import NamedTuple

from tablehost import messages
from tablehost.match import events
from tablehost.match.card_words import CardWords
from tablehost.match.events import COVERED, UNKNOWN, Event, Hand, Pads, Persons, Story
from tablehost.match.snapshot import Snapshot
from tablehost.people.vocabulary import Tongue
from tablehost.seats import label

SAID = messages.Catalogue("spoken")

CELLS = 40  # of a braille display
RESULT = 2  # the lamp of a result, behind those of task and card
ASKED = "asked"  # the kind of a sentence on what is asked of the player who hears it

_ARROW = " -> "
_BLANKS = re.compile(r"\s+")


class Sentence(NamedTuple):
    """A sentence. `kind`: of its fact: "story", "pad", "lamp", "display", "hand", ASKED, "answer", "remark",
    "person", "lesson", "notice", "power" or "ending"; `short`: the short wording, in lines of at most CELLS
    cells; `language`: of a sentence that the table has written, "" for that of the listener.
    """

    kind: str
    full: str
    short: tuple[str, ...]
    language: str = ""


class Speech:
    """The sentences of a match for one listener. `tongue`: the language, with its words for ranks and
    suits. The own seats are those whose hands are in the snapshots: there the own cards are named.
    """

    def __init__(self, tongue: Tongue) -> None:
        self._tongue = tongue
        self._cards = CardWords(tongue)
        self._before = Pads((), (), 0)
        self._persons = Persons()
        self._hands: dict[int, Hand] = {}
        self._asked = ""

    def sentences(self, event: Event, snapshot: Snapshot) -> Iterator[Sentence]:
        """Yield the sentences of an event, of which the snapshot has taken note."""
        language = event.language if isinstance(event, events.Display | events.Notice) else ""
        for kind, text in self._texts(event, snapshot):
            yield from self.words(kind, text, language)

    def words(self, kind: str, text: str, language: str = "") -> Iterator[Sentence]:
        """Yield each line of a text as a sentence. `language`: see there."""
        apart = messages.join_with_semicolons(("", ""))
        for line in text.split("\n"):
            plain = _BLANKS.sub(" ", line).strip().replace(_ARROW, apart)
            if plain:
                full = _BLANKS.sub(" ", self._cards.put_into(line)).strip().replace(_ARROW, apart)
                short = textwrap.wrap(self._cards.abbreviate(plain), CELLS)
                yield Sentence(kind, full, tuple(short), language)

    def _texts(self, event: Event, snapshot: Snapshot) -> Iterator[tuple[str, str]]:
        match event:
            case Story() if event.kind != "result" and not event.is_again:  # results come last
                yield "story", event.sentence
            case Pads():
                yield from self._of_pads(event, snapshot)
            case events.Display():
                yield from self._of_display(event)
            case Hand():
                yield from self._of_hand(event, snapshot)
            case Persons():
                yield from self._of_persons(event, snapshot)
            case events.Answer():
                yield "answer", event.text
            case events.Wish() if event.text:
                yield "notice", event.text
            case events.Power():
                yield "power", event.text
            case events.Ending():
                yield "ending", event.text
            case events.Lesson():
                yield "lesson", event.text
            case events.Remark():
                yield "remark", event.text
            case events.Correcting() if event.text:
                yield "notice", event.text
            case events.Notice():
                yield "notice", event.text

    def _of_pads(self, pads: Pads, snapshot: Snapshot) -> Iterator[tuple[str, str]]:
        """Yield which card has come to a pad, which was taken back unseen, and which lamp is a warning.

        Cards that are turned over are those of the story.
        """
        before, self._before = self._before, pads
        own = [snapshot.chairs[seat] for seat in snapshot.hands if seat < len(snapshot.chairs)]
        for pad, card in enumerate(pads.cards):
            old = before.cards[pad] if pad < len(before.cards) else None
            name = _place(pad, snapshot)
            if pad in own:
                continue  # the player hears of the own card, see `_of_hand`
            if old is None and card is not None:
                code = "covered" if card == COVERED else "unknown" if card == UNKNOWN else "lies"
                yield "pad", SAID(code, name=name, card=card)
            elif old == COVERED and card is None and pad in snapshot.chairs:
                yield "pad", SAID("taken-back", name=name)
        for pad, lamps in enumerate(pads.lamps):
            olds = before.lamps[pad] if pad < len(before.lamps) else ()
            for number, lamp in enumerate(lamps):
                is_new = number >= len(olds) or olds[number].meaning != lamp.meaning
                is_known = pad in own and number < RESULT  # it is in what is asked
                if lamp.colour == "red" and lamp.meaning and is_new and not is_known:
                    yield "lamp", SAID("lamp", name=_place(pad, snapshot), meaning=lamp.meaning)

    def _of_display(self, display: events.Display) -> Iterator[tuple[str, str]]:
        """Yield the display, unless only the players it waits for have changed."""
        text = display.text
        asked = text.rpartition(": ")[0] or text
        if asked != self._asked:
            self._asked = asked
            yield "display", SAID.said(display.language or messages.language(), "display", text=text)

    def _of_hand(self, hand: Hand, snapshot: Snapshot) -> Iterator[tuple[str, str]]:
        was, own = self._hands.get(hand.seat, Hand(hand.seat)), {*hand.hand, *hand.pad}
        self._hands[hand.seat] = hand
        name = snapshot.players[hand.seat]
        if set(was.hand) - own or set(hand.hand) - {*was.hand, *was.pad}:
            cards = ", ".join(hand.hand) or self._tongue.said["no-cards"]
            yield "hand", SAID("hand", name=name, cards=cards)
        laid = [card for card in hand.pad if card not in was.pad]
        back = [card for card in was.pad if card in hand.hand]
        for code, moved in (("own-lies", laid), ("own-back", back)):
            if moved:
                yield "pad", SAID(code, name=name, card=", ".join(moved))
        is_new = bool(hand.todo) and was.asked != hand.asked
        if is_new or (was.todo, was.lamp) != (hand.todo, hand.lamp):
            told = messages.join_with_semicolons(filter(None, (hand.todo, hand.lamp)))
            if told:
                yield ASKED, SAID("todo", name=name, todo=told)

    def _of_persons(self, persons: Persons, snapshot: Snapshot) -> Iterator[tuple[str, str]]:
        """Yield who came to a seat or left it, and, of other seats, who is away or is back."""
        before, self._persons = self._persons, persons
        for seat, player in enumerate(snapshot.players):
            old, new = (one.names[seat] if seat < len(one.names) else "" for one in (before, persons))
            was_away, is_away = seat in before.away, seat in persons.away
            if old and old != new:
                yield "person", SAID("leaves-seat", name=old, seat=label(seat))
            if new and old != new:
                other = "" if player == new else player
                yield "person", SAID("takes-seat", name=new, seat=label(seat), player=other)
            elif new and was_away != is_away and seat not in snapshot.hands:
                yield "person", SAID("is-away" if is_away else "is-back", name=new)


def _place(pad: int, snapshot: Snapshot) -> str:
    """Return the name of who sits at a pad, or of the place in the middle."""
    if pad in snapshot.chairs:
        seat = snapshot.chairs.index(pad)
        return snapshot.players[seat] if seat < len(snapshot.players) else str(seat + 1)
    middle = pad - snapshot.pads.seat_pads
    places = snapshot.standing.places
    return places[middle] if 0 <= middle < len(places) else SAID("pad", n=pad + 1)
