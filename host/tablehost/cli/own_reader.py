"""The seat of `play --reader`: real cards on the reader of a Pico move its hand at the virtual table."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Sequence

from cardtable.engine.game import Game
from tablehost import messages
from tablehost.decks import table
from tablehost.decks.deckfile import Deck
from tablehost.errors import CHECK_FAILED, Trouble
from tablehost.journal.store import Journal
from tablehost.link import discovery
from tablehost.link.conversation import Conversation, take_all
from tablehost.link.events import Event, Greeted, Lost
from tablehost.link.service import NO_TAGS, Service
from tablehost.match.events import Answer, Hand, number_of
from tablehost.match.presenter import Presenter
from tablehost.people import typed
from tablehost.people.held_seats import Seats

SAID = messages.Catalogue("play")

PAD = 0
AWAY = "away"  # in place of a tag: the Pico does not answer
PATIENCE_S = 5.0  # for a Pico that is silent, as after a match began
AGAIN_S = 2.0  # between two looks for one that was unplugged


class OwnReader:
    """The reader at the address `asked`, for the cards of the seat in `held` in a match of `game`. Raises
    Trouble if it cannot be used.
    """

    def __init__(self, journal: Journal, asked: str, game: Game, held: Sequence[int]) -> None:
        if len(held) != 1:
            raise Trouble("BAD_HANDS", SAID("reader-needs-hands"), SAID("reader-needs-hands-hint"))
        address = discovery.find(asked, quiet=True, is_real=True)
        self._seat = held[0]
        self._connection = discovery.connect("auto" if address == discovery.SIM else address, {})
        try:
            self._session = Conversation(journal, self._connection.line, False)
            self._session.greet(self._hear)
            with Service(self._session, self._hear) as service:
                pads = service.pads
            self._deck = _find_deck(self._session, game)
        except BaseException:
            self._connection.close()
            raise
        self._service: Service | None = None
        self._is_met, self._silent_at = True, 0.0  # since when the Pico has been silent
        self._is_lost, self._again_at = False, 0.0  # when an unplugged one is looked for again
        self._tag: str | None = None  # or one of NO_TAGS, AWAY
        self._card = ""  # of the deck that lies there
        self._is_due = False  # it is still to be laid
        self._lifted = ""  # the card that the hand was to lift last
        self._news = [SAID("reader-begins", deck=self._deck.name)]
        if pads > 1:
            self._news.append(SAID("reader-first-pad", pads=pads))

    def serve(self, seats: Seats, presenter: Presenter) -> None:
        """Do what was laid and lifted since, and say what is wrong; nothing while the Pico is away."""
        while self._news:
            presenter.notice(self._news.pop(0))
        try:
            tag = self._look()
        except Trouble:
            self._is_lost, self._again_at, tag = True, time.monotonic() + AGAIN_S, AWAY
            self._service = None
        own = presenter.snapshot.hands.get(self._seat, Hand(self._seat))
        before, self._tag = self._tag, tag
        if tag != before:
            if before == AWAY:
                self._say(presenter, "back")
            self._take(tag, own, seats, presenter)
        if self._is_due:
            self._lay(own, seats, presenter)

    def _take(self, tag: str | None, own: Hand, seats: Seats, presenter: Presenter) -> None:
        """Note the content of the reader; what cannot be read leaves the card as it was."""
        if tag == AWAY or tag in NO_TAGS[1:]:
            self._say(presenter, str(tag))
            return
        row = None if tag is None else self._deck.of(bytes.fromhex(tag))
        card = "" if row is None else self._deck.text(row.card)
        if self._card != card and self._card in own.pad:
            self._lift(own, seats, presenter)
        self._card, self._is_due = card, row is not None
        if tag is not None and row is None:
            self._say(presenter, "unknown", tag=tag.upper(), deck=self._deck.name)

    def _lay(self, own: Hand, seats: Seats, presenter: Presenter) -> None:
        """Lay the card, once the hand's last one has left its pad."""
        if own.pad and (self._card == self._lifted or self._card not in own.pad):
            return
        self._is_due, self._lifted = False, ""
        if self._card in own.hand + own.open:
            shows = bool(own.steps) and own.steps[0]["act"] == "show"
            self._send("show" if shows else "lay", own, seats, presenter, self._card)
        elif self._card not in own.pad:  # as it is when a match is taken up again
            held = " ".join(own.hand) or presenter.tongue.said["no-cards"]
            self._say(presenter, "not-held", card=self._card, hand=held)

    def _lift(self, own: Hand, seats: Seats, presenter: Presenter) -> None:
        """Lift the card, unless it is to go with a trick."""
        if own.lamp_code != "take":
            self._lifted = self._card
            self._send("lift", own, seats, presenter)

    def _send(self, act: str, own: Hand, seats: Seats, presenter: Presenter, word: str = "") -> None:
        task = number_of(own.task) or None
        seats.send(typed.Act(self._seat, act, word, task=task), presenter.tongue.language)

    def _say(self, presenter: Presenter, code: str, **about: object) -> None:
        presenter.publish(Answer(self._seat, SAID(f"reader-{code}", **about)))

    def close(self) -> None:
        """Leave the Pico as it was."""
        with contextlib.suppress(Trouble):
            if not self._is_lost and self._service is not None:
                with self._service:
                    pass
                take_all(self._session)
        self._connection.close()

    def _look(self) -> str | None:
        """Return the content of the reader, see `Service.tags`, or AWAY. Raises Trouble."""
        now = time.monotonic()
        if self._is_lost:
            if now < self._again_at:
                return AWAY
            self._session.go_on(self._connection.reopen())
            self._is_met, self._is_lost, self._silent_at = False, False, now
        if self._service is None and self._is_met:
            self._session.command(self._hear, "serve", "end")  # what was begun before the Pico was silent
            self._service = Service(self._session, self._hear, math.inf)
            self._service.read(self._deck.tags)
        if self._service is not None:
            self._service.turn(0)
        else:
            for event in self._session.turn(0):
                self._hear(event)
        if self._service is None or self._service.over or not self._is_met:
            self._service = None
            return AWAY if not self._is_met and now - self._silent_at > PATIENCE_S else self._tag
        return self._service.tags[PAD]

    def _hear(self, event: Event) -> None:
        if isinstance(event, (Greeted, Lost)):
            self._is_met, self._silent_at = isinstance(event, Greeted), time.monotonic()
            self._service = None


def _find_deck(session: Conversation, game: Game) -> Deck:
    """Return the deck on the Pico with cards of this game. Raises Trouble."""
    for deck in table.read(session):
        if deck.rows and deck.kind.pack == game.PACK:
            return deck
    raise Trouble(
        "NO_DECK",
        SAID("reader-no-deck", game=game.NAME),
        SAID("reader-no-deck-hint", game=game.NAME),
        CHECK_FAILED,
    )
