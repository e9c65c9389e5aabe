"""Users who play along at the virtual table: typed lines move a hand, and the room tells what hands feel.

The own hand, pad and pile, and tones, come from the room, for the held seats alone; the presenter publishes
them. A line from a pipe is carried out when all players wait for it.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import socket
import sys
from collections.abc import Callable, Sequence

from tablehost import messages
from tablehost.games import presentation
from tablehost.link.port import PipePort
from tablehost.match.events import Answer, Hand
from tablehost.match.presenter import Presenter
from tablehost.people import typed, vocabulary
from tablehost.screen.player_lines import list_own
from tablehost.types import Fields

Message = Fields


class Left(Exception):
    """The user has left the table."""


class Seats:
    """The held `seats`: acts are sent, messages of the room received (see `tablehost.virtual.people.held`).

    `line`: the table's, which waits for this socket and for the keyboard as well. `has_power`: the plug was
    not pulled, or the table has sent its hello since. `tongue`: their language, English until another is set.
    `most`: how many seats there are; messages on others are then ignored, as when a match has begun. `typed`:
    lines that wait to be carried out, where there is no terminal; `ended`: no more of them will come.
    `requests`: those to the match, not to a hand: undo, scores, rules.
    """

    def __init__(self, room: socket.socket, seats: Sequence[int], line: PipePort) -> None:
        self.seats = list(seats)
        self.tongue = vocabulary.load("en")
        self.keys = sys.stdin.fileno()
        self.has_power = True
        self.most = max(seats, default=0) + 1
        self.typed: list[str] = []
        self.ended = False
        self.requests: list[str] = []
        self._line = line
        self._room = room
        self._part = b""
        self._heard: list[Message] = []
        self._woken: int | None = None
        self._waker = -1
        room.setblocking(False)
        line.beside += [room.fileno(), self.keys]

    def send(self, act: typed.Act) -> None:
        """Have a hand do something."""
        message = {**act._asdict(), "lang": self.tongue.language}
        try:
            self._room.sendall(json.dumps(message).encode() + b"\n")
        except OSError:
            pass  # the table has gone; its line reports that

    def listen(self) -> bool:
        """Read the messages of the room, for `receive`; return True if there are any.

        The table's line must be read after this, and its data handled first: they were sent before the room's
        message and are there by then.
        """
        if self._woken is not None:
            with contextlib.suppress(BlockingIOError):
                os.read(self._woken, 1 << 10)
        try:
            data = self._room.recv(1 << 16)
        except OSError:  # no data, or the table has gone; its line reports that
            return bool(self._heard)
        if not data:
            self.wait_no_more_for(self._room.fileno())
        *lines, self._part = (self._part + data).split(b"\n")
        heard: list[Message] = [json.loads(line) for line in lines]
        for message in heard:
            if message["kind"] == "hands":
                message["seats"] = [row for row in message["seats"] if row["seat"] < self.most]
                self.seats = [row["seat"] for row in message["seats"]] or self.seats
            elif message["kind"] == "power":
                self.has_power = False  # until its hello
            elif message["kind"] == "cannot":
                about = {"card": presentation.show_card(message.get("card", ""))}
                message["text"] = messages.fill(self.tongue.cannot[message["code"]], about)
            elif message["kind"] == "read" and self.tongue.own.told is not None:
                told = [self.tongue.own.told(card) for card in message["cards"]]
                message["text"] = "\n".join(told) or self.said("no-cards")
        self._heard += heard
        return bool(self._heard)

    def receive(self) -> list[Message]:
        """Return the messages that `listen` read since the last call."""
        heard, self._heard = self._heard, []
        return heard

    def are_keys_there(self) -> bool:
        """Return True if reading the keyboard would not wait."""
        return self.keys in self._line.beside and bool(select.select([self.keys], [], [], 0)[0])

    def leave_keys(self) -> None:
        """Have another thread read the keyboard, which calls `wake` when a line was typed."""
        self.wait_no_more_for(self.keys)
        if self._woken is None:
            self._woken, self._waker = os.pipe()
            os.set_blocking(self._woken, False)
            self._line.beside.append(self._woken)

    def wake(self) -> None:
        """End the waiting for the table's line: something was typed."""
        os.write(self._waker, b".")

    def wait_no_more_for(self, fd: int) -> None:
        """Stop waiting for this descriptor: it has ended."""
        if fd in self._line.beside:
            self._line.beside.remove(fd)

    def said(self, code: str, **about: object) -> str:
        """Return a sentence in the language that is spoken."""
        return messages.fill(self.tongue.said[code], about, self.tongue.language)


class Typing:
    """The effects of typed lines, from any source, on the `seats` of a match that `presenter` shows."""

    def __init__(self, seats: Seats, presenter: Presenter) -> None:
        self.current = seats.seats[0]
        self._presenter = presenter
        self._seats = seats

    def take(self, line: str) -> bool:
        """Carry out a line; return True if a hand was sent to act. Raises Left."""
        if self.current not in self._seats.seats:
            self.current = self._seats.seats[0]
        snapshot = self._presenter.snapshot
        hand, players = list(self.hand(self.current).hand), snapshot.players
        try:
            meant = typed.read(line, self._seats.seats, self.current, self._seats.tongue, players, hand)
        except typed.Unknown as why:
            self._say("; ".join(filter(None, (str(why), self._now()))))
            return False
        if isinstance(meant, typed.Act):
            self._seats.send(meant)
            return True
        if meant is not None:
            self._answer(meant)
        elif self._now():
            self._say(self._now())
        return False

    def hand(self, seat: int) -> Hand:
        """Return what the player of a held seat sees of the own things."""
        return self._presenter.snapshot.hands.get(seat, Hand(seat))

    def turn_to_asked(self) -> None:
        """Speak for the next seat that is asked something, if the current one has nothing to do."""
        if not self.hand(self.current).do:
            asked = (seat for seat in self._seats.seats if self.hand(seat).do)
            self.current = next(asked, self.current)

    def _say(self, text: str) -> None:
        self._presenter.publish(Answer(self.current, text))

    def _now(self) -> str:
        """Return what the current seat types now, "" if nothing is asked of it."""
        todo = self.hand(self.current).todo
        return todo and self._seats.said("now", lamp=todo)

    def _answer(self, ask: typed.Ask) -> None:
        if ask.what == "quit":
            raise Left
        if ask.what == "help":
            self._say("\n".join(filter(None, (self._now(), self._seats.tongue.help))))
        elif ask.what == "hand":
            name = self._presenter.snapshot.players[ask.seat]
            self._say(list_own(self.hand(ask.seat), name, self._seats.tongue))
        elif ask.what == "seat":
            self.current = ask.seat
        else:
            self._seats.requests.append(ask.what)


class Watching:
    """No input: a watcher types nothing."""

    def listen(self) -> bool:
        """Prepare to listen to the table; return True if there is something to `serve` at once."""
        return False

    def serve(self) -> None:
        """Do the work between events of the table. Raises Left."""

    def run(self, step: Callable[[], bool]) -> None:
        """Go on while `step()` returns True."""
        while step():
            pass


class LineInput(Watching):
    """Lines from a pipe: each is carried out when nothing moves any more."""

    def __init__(self, seats: Seats, presenter: Presenter) -> None:
        seats.most = len(presenter.snapshot.players)
        self._seats = seats
        self._presenter = presenter
        self._typing = Typing(seats, presenter)
        self._typed = seats.typed
        self._part = b""
        self._still = False

    def listen(self) -> bool:
        """Prepare to listen to the table; return True if messages wait."""
        return self._seats.listen()

    def serve(self) -> None:
        """Publish the messages, and carry out a line if all players wait for one. Raises Left."""
        self._read()
        for message in self._seats.receive():
            if message["kind"] == "still":
                self._still = True
                self._typing.turn_to_asked()
            self._presenter.hands(message)
        while self._still and self._typed and not self._seats.requests:
            self._still = not self._typing.take(self._typed.pop(0))
        if self._seats.ended and self._still and not self._typed and not self._seats.requests:
            raise Left

    def _read(self) -> None:
        if not self._seats.are_keys_there():
            return
        data = os.read(self._seats.keys, 1 << 16)
        *lines, self._part = (self._part + data).split(b"\n")
        if not data:
            self._seats.ended = True
            self._seats.wait_no_more_for(self._seats.keys)
            lines = [self._part]
        self._typed += [line.decode(errors="replace") for line in lines]
