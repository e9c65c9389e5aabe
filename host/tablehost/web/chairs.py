"""The seats of a table that persons play from pages: who sits there, what they do, what they alone see.

A person sits down at a seat that a bot plays, and leaves it to a bot again. Acts wait here until the match
takes them, in a thread of its own. The stream of a seat has all that watchers see, and what is private to it.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from tablehost import messages
from tablehost.match import documents
from tablehost.match.card_words import CardWords
from tablehost.match.events import Answer, Asked, Ending, Event, Hand, Lesson, Wish
from tablehost.match.presenter import Presenter
from tablehost.match.roles import Role
from tablehost.match.snapshot import Snapshot
from tablehost.match.speech import Speech
from tablehost.types import Document
from tablehost.web.feed import Bell, Changes

MOST_CHAIRS = 10
BY_HAND = "by-hand"  # a switch of a person, who then moves each card
SLOWER = "slower"  # another one: all play at half the pace
SWITCHES = (BY_HAND, SLOWER)  # each is an act: with a word it is on from now on
SLOWNESS = 2.0
MOST_WAITING = 20  # acts of a seat that wait
GRACE_S = 5.0  # a person stays so long without a page: one that loads again, or asks again for the whole
HIDDEN_S = 120.0  # a person stays so long whose page is hidden, such as on a phone that sleeps


class Act(NamedTuple):
    """Something that the person at a seat does: an act with a word, as hands know them, or a typed line.
    `insists`: the card need not be held; `language`: of the line, and of answers. `task`: as that of
    `tablehost.people.typed.Act`; `number`: counts the acts of a page, from 1; 0 of one that does not count.
    """

    seat: int
    act: str
    word: str = ""
    insists: bool = False
    line: str = ""
    language: str = ""
    task: str | None = None
    number: int = 0


class OwnFeed(Changes):
    """The view of the person at a seat, of what is private to it, in one language."""

    kinds = ("own", "own-change")

    def __init__(self, seat: int, bell: Bell) -> None:
        super().__init__(bell)
        self.role = Role((seat,))
        self._seat = seat
        self._said: deque[Document] = deque(maxlen=documents.GROWING["sentences"])
        self._spoken = 0
        self._speech: Speech | None = None
        self._words: CardWords | None = None
        self._met: set[str] = set()
        self._given: Document = {}
        self._advised: object = None  # what the seat saw when it was advised
        self._presenter: Presenter | None = None
        self._is_shown = False

    def open(self, presenter: Presenter) -> None:
        """Show what this presenter publishes, from here on."""
        self._speech, self._words = Speech(presenter.tongue), CardWords(presenter.tongue)
        self._presenter, self._met = presenter, set()
        self._said.clear()
        self._given = {"answer": "", "lesson": "", "hint": "", "wish": "", "advice": None}
        for known in (presenter.snapshot.pads, presenter.snapshot.persons):
            for _ in self._speech.sentences(known, presenter.snapshot):
                pass  # cards that lie there already are no news, nor are those who play
        self._is_shown = True
        presenter.attach(self)
        self._publish(presenter.snapshot)

    def end(self) -> None:
        """Show nothing new; what is shown stays."""
        if self._presenter is not None:
            self._presenter.detach(self)

    def close(self) -> None:
        """Show nothing, until it is opened again."""
        self.end()
        self.forget()

    def forget(self) -> None:
        """Show nothing, as the person has gone; any thread may call this."""
        self._is_shown = False
        self.clear()

    def show(self, event: Event, snapshot: Snapshot) -> None:
        """Take an event, and hand its change to the pages of this seat."""
        assert self._speech is not None and self._words is not None
        for sentence in self._speech.sentences(event, snapshot):
            self._spoken += 1
            row = {
                "n": self._spoken,
                "kind": sentence.kind,
                "full": sentence.full,
                "short": list(sentence.short),
                "lang": sentence.language,
            }
            self._said.append(row)
        match event:
            case Answer():
                text, act, word = self._words.name(event.text), event.act, event.word
                if event.row:  # a page has a button for the row
                    told = (self._advise(event.row, snapshot), self._words.name(event.why))
                    text, act, word = " ".join(filter(None, told)), "pick", event.row
                self._given["answer"] = {"n": self._spoken, "text": text}
                if act:
                    self._given["advice"] = {"act": act, "word": word}
                    self._advised = snapshot.hands.get(self._seat)
            case Wish():
                self._given["wish"] = self._words.name(event.text)
            case Lesson() if not event.code:
                self._given["lesson"] = self._words.show(event.text)
            case Asked() | Hand() | Ending():
                self._hint(snapshot)
        if self._given["advice"] and snapshot.hands.get(self._seat) != self._advised:
            self._given["advice"] = None  # it was followed, or something else is asked
        self._publish(snapshot)

    def _hint(self, snapshot: Snapshot) -> None:
        assert self._presenter is not None
        hand = snapshot.hands.get(self._seat)
        code = "" if hand is None or not hand.steps else hand.asked
        if code and code not in self._met:
            lesson = self._presenter.lesson(code)
            if lesson:
                self._met.add(code)
                self._given["hint"] = {"code": code, "text": lesson}

    def _advise(self, row: str, snapshot: Snapshot) -> str:
        """Return the sentence that advises this row of a menu."""
        assert self._presenter is not None
        tongue = self._presenter.tongue
        _, rows = documents.find_menu(snapshot, snapshot.hands[self._seat], tongue)
        label = next((one["label"] for one in rows if one["row"] == row), "")
        return messages.fill(tongue.advice["pick"], {"label": label}, tongue.language)

    def _publish(self, snapshot: Snapshot) -> None:
        assert self._words is not None and self._presenter is not None
        own = documents.of_seat(snapshot, self._seat, self._words, self._presenter.tongue)
        if self._is_shown:
            self.take({**own, **self._given, "sentences": list(self._said)})


class Chair:
    """A seat. `name`: of the person who plays it, "" for none; `person`: counts those who came and went;
    `newest`: the page that acts; `done`: the number of its last act; `pages`: all that are open; `browsers`:
    those that hold the seat; `elsewhere`: the pages of other seats at whose screen the person sits;
    `switches`: of SWITCHES, those that are on.
    """

    def __init__(self, seat: int, languages: Sequence[str], bell: Bell) -> None:
        self.seat = seat
        self.name = ""
        self.person = 0
        self.newest = secrets.randbelow(1 << 32)  # no page from before a restart has a number in use
        self.done = 0
        self._away_at = time.monotonic()  # from then on a person without a page is away
        self.pages: set[int] = set()
        self.browsers: set[str] = set()
        self.elsewhere: set[object] = set()
        self.switches: set[str] = set()
        self.feeds = {language: OwnFeed(seat, bell) for language in languages}

    @property
    def is_away(self) -> bool:
        """Return True if the person who sits here has had no page open for a while."""
        is_seen = self.pages or self.elsewhere
        return bool(self.name) and not is_seen and time.monotonic() >= self._away_at

    @property
    def away_s(self) -> float:
        """Return for how long the person who sits here has been away (s)."""
        return time.monotonic() - self._away_at if self.is_away else 0.0

    def seat_person(self, name: str, *switches: str) -> None:
        """Have a person of this name play here from now on, "" for none."""
        for feed in self.feeds.values():
            feed.forget()
        self.newest += 1  # pages of the person before act no longer
        self.pages.clear()
        self.browsers.clear()
        self._away_at = time.monotonic() + GRACE_S
        self.switches = set(switches)
        self.name = name
        self.person += 1  # last: the match looks at it in its own thread, and opens the feeds

    def open_page(self, known: int = 0) -> int:
        """Return the number of a page that opens; it is the one that acts from now on. `known`: the number of
        one that is there already and asks again for the whole.
        """
        if not 0 < known <= self.newest:
            self.newest += 1
            self.done = 0
            known = self.newest
        self.pages.add(known)
        self._away_at = 0.0
        return known

    def hide_page(self) -> None:
        """Note that a page is hidden, and so lets its stream go."""
        self._away_at = time.monotonic() + HIDDEN_S

    def share(self, page: object, is_there: bool) -> None:
        """Note whether the person sits at the screen of this page of another seat."""
        if is_there:
            self.elsewhere.add(page)
        elif page in self.elsewhere:
            self.elsewhere.remove(page)
            self._away_at = max(self._away_at, time.monotonic() + GRACE_S)

    def close_page(self, page: int) -> None:
        """Note that a page has gone."""
        if page in self.pages:
            self.pages.remove(page)
            self._away_at = max(self._away_at, time.monotonic() + GRACE_S)


class Chairs:
    """The seats of a table. `is_open`: a match is played, which takes acts; `by_hand`: persons who sit down
    move each card themselves, until they say otherwise.
    """

    def __init__(self, languages: Sequence[str], bell: Bell) -> None:
        self.all = [Chair(seat, languages, bell) for seat in range(MOST_CHAIRS)]
        self.is_open = self.by_hand = False
        self._wake: Callable[[], None] = lambda: None
        self._bell = bell
        self._acts: deque[Act] = deque()
        self._lock = threading.Lock()

    def open(self, wake: Callable[[], None]) -> None:
        """Take acts from now on. `wake`: has the match look at what is new here."""
        with self._lock:
            self._wake, self.is_open = wake, True
            self._acts.clear()

    def close(self) -> None:
        """Take no more acts."""
        with self._lock:
            self._wake, self.is_open = (lambda: None), False

    def names(self, seats: int) -> list[str]:
        """Return the names of the persons at the first so many seats, "" for none."""
        return [chair.name for chair in self.all[:seats]]

    def away(self, seats: int) -> list[int]:
        """Return the seats, of the first so many, whose person is away."""
        return [chair.seat for chair in self.all[:seats] if chair.is_away]

    def list_by_hand(self, seats: int) -> list[int]:
        """Return the seats, of the first so many, whose person moves each card."""
        return [chair.seat for chair in self.all[:seats] if chair.name and BY_HAND in chair.switches]

    @property
    def slowness(self) -> float:
        """Return by how much all play more slowly than usual, as one person wants it."""
        return SLOWNESS if any(SLOWER in chair.switches for chair in self.all) else 1.0

    def sit(self, seat: int, name: str) -> bool:
        """Have a person of this name play a seat; return False if another one does already."""
        with self._lock:
            if self.all[seat].name:
                return False
            self.all[seat].seat_person(name, *[BY_HAND] * self.by_hand)
        self.changed()
        return True

    def leave(self, seat: int) -> None:
        """Leave a seat to a bot."""
        with self._lock:
            self.all[seat].seat_person("")
            self._acts = deque(one for one in self._acts if one.seat != seat)
        self.changed()

    def act(self, act: Act) -> bool:
        """Have a person do something, once. Return False without a match, or if too many acts wait."""
        chair = self.all[act.seat]
        with self._lock:
            if 0 < act.number <= chair.done:
                return True  # the network has brought it twice, or late
            if not self.is_open or sum(one.seat == act.seat for one in self._acts) >= MOST_WAITING:
                return False
            chair.done = max(chair.done, act.number)
            self._acts.append(act)
        self._wake()
        return True

    def take_acts(self) -> list[Act]:
        """Return the acts since the last call."""
        with self._lock:
            acts, self._acts = list(self._acts), deque()
        return acts

    def changed(self) -> None:
        """Tell match and pages that a person came or went."""
        self._wake()
        self._bell.ring()


class Keys:
    """The tokens of seats: made from one secret, so that they hold when the server starts again. `revoked`:
    how often those of a place were made void; `keep`: writes it down.
    """

    def __init__(self, secret: bytes, revoked: dict[str, int], keep: Callable[[], None]) -> None:
        self._secret = secret
        self._revoked = revoked
        self._keep = keep

    def token(self, place: str) -> str:
        """Return the token in the link to a place, such as "virtual/3"; of a table: to a free seat."""
        return self._make("link", place)

    def session(self, place: str) -> str:
        """Return the value of the cookie of the person who plays there."""
        return self._make("seat", place, f" {self._revoked.get(f'person {place}', 0)}")

    def is_token(self, place: str, given: str) -> bool:
        """Return True if the token is the one of this place."""
        return hmac.compare_digest(self.token(place).encode(), given.encode("utf-8", "replace"))

    def is_session(self, place: str, given: str) -> bool:
        """Return True if the cookie is the one of this place."""
        return hmac.compare_digest(self.session(place).encode(), given.encode("utf-8", "replace"))

    def revoke(self, place: str) -> None:
        """Make token and cookie of a place void."""
        self._revoked[place] = self._revoked.get(place, 0) + 1
        self._keep()

    def renew(self, place: str) -> None:
        """Make the cookie of a place void, as another person sits down there; its token stays."""
        self.revoke(f"person {place}")

    def _make(self, kind: str, place: str, more: str = "") -> str:
        about = f"{kind} {place} {self._revoked.get(place, 0)}{more}".encode()
        return hmac.new(self._secret, about, hashlib.sha256).hexdigest()[:32]
