"""Persons at pages: acts move hands at the virtual table, and pages show what these hands see; at a table of
real cards a page names the card on the own pad of a player who listens.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from tablehost import folders, messages
from tablehost.files import write_error
from tablehost.folders import home
from tablehost.match.chorus import Chorus
from tablehost.match.events import number_of
from tablehost.people.held_seats import Seats
from tablehost.people.typed import Act
from tablehost.screen.inputs import Held, Left, Typing, Watching
from tablehost.web.chairs import Act as Asked
from tablehost.web.chairs import Chairs, Keys
from tablehost.web.tables import Table

SAID = messages.Catalogue("serve")

SECRET_BYTES = 32


class Guests(Watching):
    """The guests of a table do nothing but watch. `stop`: set when the server ends."""

    def __init__(self, table: Table, stop: threading.Event) -> None:
        self.table = table
        self.stop = stop

    def serve(self) -> None:
        """Note that the session is alive. Raises Left."""
        self.table.breathe()
        if self.stop.is_set():
            raise Left


class Persons(Guests):
    """The persons of a match at pages, as they come and go; what they type is answered. `seats`: theirs;
    `requests`: as those of `held_seats.Seats`.
    """

    def __init__(self, guests: Guests, match: Chorus, seats: Sequence[int]) -> None:
        super().__init__(guests.table, guests.stop)
        self._chairs: Chairs = guests.table.chairs
        self.requests: list[tuple[int, str]] = []
        self._match = match
        self.seats = seats
        self._count = len(match.snapshot.players)
        self._names: list[str] = [""] * self._count
        self._persons = [0] * self._count
        self._away: list[int] = []
        for chair in self._chairs.all:  # persons whom this match has no seat for
            if chair.seat not in seats:
                for feed in chair.feeds.values():
                    feed.close()

    def open(self, wake: Callable[[], None]) -> None:
        """Take acts from now on. `wake`: ends the waiting for the table."""
        self._chairs.open(wake)
        self._look()

    def serve(self) -> None:
        """Note that the session is alive, and carry out what pages ask for. Raises Left."""
        super().serve()
        self._look()
        for act in self._chairs.take_acts():
            if act.seat in self.seats and self._names[act.seat]:
                self._do(act)

    def end(self) -> None:
        """Show and do nothing more: the match is over, or left."""
        self._chairs.close()
        for seat in self.seats:
            for feed in self._chairs.all[seat].feeds.values():
                feed.end()

    def _do(self, act: Asked) -> None:
        """Carry out an act of a page."""
        raise NotImplementedError

    def _change(self, names: Sequence[str]) -> None:
        """Take note of other persons, by seat."""

    def _type(self, hands: Held, act: Asked) -> None:
        """Carry out a typed line, if the table asks for the same as when it was typed."""
        voice = self._match.voice(act.language)
        with messages.speaking(act.language):
            typing = Typing(hands, voice, act.seat)
            try:
                typing.take(act.line, None if act.task is None else number_of(act.task))
            except Left:
                self._match.reply(act.seat, lambda _: messages.Catalogue("web")("leave-by-button"))

    def _look(self) -> None:
        """Take note of persons who came or went."""
        persons = [chair.person for chair in self._chairs.all[: self._count]]
        names, away = self._chairs.names(self._count), self._chairs.away(self._count)
        if persons != self._persons:
            before, self._persons, self._names = self._persons, persons, names
            for seat in self.seats:
                if before[seat] != persons[seat]:
                    self._attach(seat, bool(names[seat]))
            self._change(names)
        elif away == self._away:
            return
        self._away = away
        self._tell(names, away)

    def _tell(self, names: Sequence[str], away: Sequence[int]) -> None:
        """Show who plays from a page, by seat, and who is away."""

    def _attach(self, seat: int, is_played: bool) -> None:
        for language, feed in self._chairs.all[seat].feeds.items():
            feed.close()
            if is_played:
                feed.open(self._match.voice(language))


class Players(Persons):
    """Persons among bots, whose hands they move. `note`: writes down who plays, by seat."""

    def __init__(
        self, guests: Guests, hands: Seats, match: Chorus, note: Callable[[Sequence[str]], None]
    ) -> None:
        super().__init__(guests, match, range(len(match.snapshot.players)))
        self._hands = hands
        self.requests = hands.requests
        self._note = note
        self._held = self._find_held()
        hands.most = self._count
        hands.leave_keys()
        self.open(hands.wake)

    def listen(self) -> bool:
        """Prepare to listen to the table; return True if messages of hands wait."""
        return self._hands.listen()

    def serve(self) -> None:
        """Publish what hands see, and carry out what pages ask for. Raises Left."""
        for message in self._hands.receive():
            self._match.hands(message)
        super().serve()
        if self._held != self._find_held():
            self._hold(self._names)

    def _do(self, act: Asked) -> None:
        if act.line:
            self._type(self._hands, act)
        else:
            self._hands.send(Act(act.seat, act.act, act.word, act.insists, act.task), act.language)

    def _tell(self, names: Sequence[str], away: Sequence[int]) -> None:
        self._match.persons(names, away)

    def _change(self, names: Sequence[str]) -> None:
        self._hold(names)
        self._note(names)

    def _hold(self, names: Sequence[str]) -> None:
        self._held = self._find_held()
        self._hands.hold([seat for seat, name in enumerate(names) if name], *self._held)

    def _find_held(self) -> tuple[list[int], float]:
        """Return the seats whose persons move each card, and by how much all play more slowly."""
        return self._chairs.list_by_hand(self._count), self._chairs.slowness


class Listeners(Persons):
    """Persons at a table of real cards, who hear the cards on their own pads: their hands are at the table.

    `seats`: theirs.
    """

    def __init__(self, guests: Guests, match: Chorus, seats: Sequence[int]) -> None:
        super().__init__(guests, match, seats)
        self.open(lambda: None)

    def send(self, act: Act, language: str) -> None:
        """Answer a person who wants a hand to do something."""
        self._match.reply(act.seat, lambda _: messages.Catalogue("web")("hands-at-table"))

    def _do(self, act: Asked) -> None:
        if act.line:
            self._type(self, act)


def load_keys() -> Keys:
    """Return the tokens of seats of this computer, from a file that only its user reads. A damaged file is
    replaced: links and cookies are void then.
    """
    path = home() / "seats.json"
    secret, revoked = secrets.token_bytes(SECRET_BYTES), dict[str, int]()
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        counts = {str(place): int(count) for place, count in kept["revoked"].items()}
        secret, revoked = bytes.fromhex(kept["secret"]), counts
    except FileNotFoundError:
        pass
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        print(f"cardtable: {SAID('seats-damaged', path=path)}", file=sys.stderr)

    def keep() -> None:
        save_private(path, json.dumps({"secret": secret.hex(), "revoked": revoked}))

    keep()
    return Keys(secret, revoked, keep)


def save_private(path: Path, text: str) -> None:
    """Replace the file by one that no other user can ever read. Raises Trouble."""
    new = path.with_suffix(".new")
    try:
        folders.make(path.parent)
        new.unlink(missing_ok=True)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(text)
        os.replace(new, path)
    except OSError as error:
        raise write_error(path, error) from error
