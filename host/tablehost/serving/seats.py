"""Persons at the virtual table: acts from pages move hands there, and pages show what these hands see."""

from __future__ import annotations

import json
import os
import secrets
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from tablehost import messages
from tablehost.files import write_error
from tablehost.folders import home
from tablehost.match.chorus import Chorus
from tablehost.people.held_seats import Seats
from tablehost.people.typed import Act
from tablehost.screen.inputs import Left, Typing, Watching
from tablehost.web.chairs import Chairs, Keys
from tablehost.web.tables import Table

SAID = messages.Catalogue("serve")

SECRET_BYTES = 32


class Guests(Watching):
    """The guests of a table do nothing but watch. `stop`: set when the server ends."""

    def __init__(self, table: Table, stop: threading.Event) -> None:
        self._table = table
        self._stop = stop

    def serve(self) -> None:
        """Note that the session is alive. Raises Left."""
        self._table.breathe()
        if self._stop.is_set():
            raise Left


class Players(Guests):
    """The persons of a match, as they come and go, among bots. `note`: writes down who plays, by seat."""

    def __init__(
        self,
        table: Table,
        stop: threading.Event,
        hands: Seats,
        match: Chorus,
        note: Callable[[Sequence[str]], None],
    ) -> None:
        super().__init__(table, stop)
        self._chairs: Chairs = table.chairs
        self._hands = hands
        self._match = match
        self._note = note
        self._seats = len(match.snapshot.players)
        self._names: list[str] = [""] * self._seats
        self._persons = [0] * self._seats
        self._away: list[int] = []
        hands.most = self._seats
        hands.leave_keys()
        self._chairs.open(hands.wake)
        for chair in self._chairs.all[self._seats :]:  # persons whom this match has no seat for
            for feed in chair.feeds.values():
                feed.close()
        self._look()

    def listen(self) -> bool:
        """Prepare to listen to the table; return True if messages of hands wait."""
        return self._hands.listen()

    def serve(self) -> None:
        """Publish what hands see, and carry out what pages ask for. Raises Left."""
        super().serve()
        self._look()
        for message in self._hands.receive():
            self._match.hands(message)
            for row in message["seats"] if message["kind"] == "hands" else ():
                if row["asked"] == "take-seats" and row["do"]:  # a person at a page sits there already
                    self._hands.send(Act(row["seat"], "press", "ok"), "")
        for act in self._chairs.take_acts():
            if act.seat >= self._seats or not self._names[act.seat]:
                continue
            if act.line:
                self._type(act.seat, act.line, act.language)
            else:
                self._hands.send(Act(act.seat, act.act, act.word, act.insists), act.language)

    def end(self) -> None:
        """Show and do nothing more: the match is over, or left."""
        self._chairs.close()
        for chair in self._chairs.all[: self._seats]:
            for feed in chair.feeds.values():
                feed.end()

    def _type(self, seat: int, line: str, language: str) -> None:
        voice = self._match.voice(language)
        with messages.speaking(language):
            try:
                Typing(self._hands, voice, seat).take(line)
            except Left:
                self._match.reply(seat, lambda _: messages.Catalogue("web")("leave-by-button"))

    def _look(self) -> None:
        """Take note of persons who came or went."""
        persons = [chair.person for chair in self._chairs.all[: self._seats]]
        names, away = self._chairs.names(self._seats), self._chairs.away(self._seats)
        if persons != self._persons:
            before, self._persons, self._names = self._persons, persons, names
            for seat, (old, new) in enumerate(zip(before, persons, strict=True)):
                if old != new:
                    self._attach(seat, bool(names[seat]))
            self._hands.hold([seat for seat, name in enumerate(names) if name])
            self._note(names)
        elif away == self._away:
            return
        self._away = away
        self._match.persons(names, away)

    def _attach(self, seat: int, is_played: bool) -> None:
        for language, feed in self._chairs.all[seat].feeds.items():
            feed.close()
            if is_played:
                feed.open(self._match.voice(language))


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
        _save(path, json.dumps({"secret": secret.hex(), "revoked": revoked}))

    keep()
    return Keys(secret, revoked, keep)


def _save(path: Path, text: str) -> None:
    """Replace the file by one that no other user can ever read. Raises Trouble."""
    new = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.unlink(missing_ok=True)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(text)
        os.replace(new, path)
    except OSError as error:
        raise write_error(path, error) from error
