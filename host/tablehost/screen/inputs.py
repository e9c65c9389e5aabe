"""Inputs of users: typed lines move the hands of the seats that they hold; a watcher types nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Protocol

from tablehost import messages
from tablehost.match.events import Answer, Hand, number_of
from tablehost.match.presenter import Presenter, View
from tablehost.match.roles import Role
from tablehost.people import typed
from tablehost.people.held_seats import Seats
from tablehost.screen.player_lines import list_own

MOMENT_S = 0.2  # between two looks at the user's keys while time goes by


class Left(Exception):
    """The user has left the table."""


class Held(Protocol):
    """Seats that are held here: `requests` and `send` as of `people.held_seats.Seats`."""

    requests: list[tuple[int, str]]

    @property
    def seats(self) -> Sequence[int]:
        """Return the seats."""

    def send(self, act: typed.Act, language: str) -> None:
        """Have a hand do something."""


class Typing:
    """The effects of typed lines, from any source, on the `seats` of a match that `presenter` shows. `only`:
    the seat of whom they come from, None for all that are held.
    """

    def __init__(self, seats: Held, presenter: Presenter, only: int | None = None) -> None:
        self._only = only
        self._presenter = presenter
        self._seats = seats
        self.current = self._held[0]

    @property
    def _held(self) -> Sequence[int]:
        return self._seats.seats if self._only is None else (self._only,)

    def take(self, line: str, ask: str | None = None) -> bool:
        """Carry out a line; return True if a hand was sent to act. Raises Left.

        `ask`: the number of the ask that it answers, see `match.events.Hand`; None: what is asked now.
        """
        if self.current not in self._held:
            self.current = self._held[0]
        snapshot = self._presenter.snapshot
        hand, players = list(self.hand(self.current).hand), snapshot.players
        try:
            meant = typed.read(line, self._held, self.current, self._presenter.tongue, players, hand)
        except typed.Unknown as why:
            self._say(messages.join_with_semicolons(filter(None, (str(why), self._now()))))
            return False
        now = number_of(self.hand(self.current).task)
        if isinstance(meant, typed.Act):
            number = number_of(self.hand(meant.seat).task) if ask is None else ask
            self._seats.send(meant._replace(task=number or None), self._presenter.tongue.language)
            return True
        if meant is not None and meant.what in ("undo", "agree") and ask not in (None, now):
            self._say(self._presenter.tongue.cannot["late"])
        elif meant is not None:
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
            asked = (seat for seat in self._held if self.hand(seat).do)
            self.current = next(asked, self.current)

    def _say(self, text: str) -> None:
        self._presenter.publish(Answer(self.current, text))

    def _now(self) -> str:
        """Return what the current seat types now, "" if nothing is asked of it."""
        todo = self.hand(self.current).todo
        return todo and self._presenter.tongue.say("now", lamp=todo)

    def _pad(self, seat: int) -> str:
        own, tongue = self.hand(seat), self._presenter.tongue
        cards = " ".join(own.pad) or tongue.said["no-cards"]
        return tongue.say("own-pad", name=self._presenter.snapshot.players[seat], cards=cards, lamp=own.lamp)

    def _answer(self, ask: typed.Ask) -> None:
        if ask.what == "quit":
            raise Left
        if ask.what == "help":
            self._say("\n".join(filter(None, (self._now(), self._presenter.tongue.help))))
        elif ask.what == "hand":
            name = self._presenter.snapshot.players[ask.seat]
            self._say(list_own(self.hand(ask.seat), name, self._presenter.tongue))
        elif ask.what == "pad":
            self._say(self._pad(ask.seat))
        elif ask.what == "last":
            self._say(self._presenter.last() or self._presenter.tongue.said["nothing-yet"])
        elif ask.what == "asked":
            shown = self._presenter.snapshot.display
            shown = shown and self._presenter.tongue.say("table", text=shown)
            self._say(messages.join_with_semicolons(filter(None, (shown, self._now()))))
        elif ask.what == "law":
            self._say(self._presenter.law(ask.word))
        elif ask.what == "seat":
            self.current = ask.seat
        else:
            self._seats.requests.append((ask.seat, ask.what))


class Watching:
    """No input: a watcher types nothing."""

    def listen(self) -> bool:
        """Prepare to listen to the table; return True if there is something to `serve` at once."""
        return False

    def serve(self) -> None:
        """Do the work between events of the table. Raises Left."""

    def pause(self, seconds: float) -> None:
        """Let time go by, and serve meanwhile. Raises Left."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self.serve()
            time.sleep(min(left, MOMENT_S))

    def run(self, step: Callable[[], bool]) -> None:
        """Go on while `step()` returns True."""
        while step():
            pass


class LineInput(Watching):
    """Lines from a pipe: each is carried out when nothing moves any more."""

    def __init__(self, seats: Seats, presenter: Presenter, view: View) -> None:
        seats.most = len(presenter.snapshot.players)
        self._view = view
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
        self._view.role = Role(tuple(self._seats.seats))
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
        if self._seats.keys is None or not self._seats.are_keys_there():
            return
        data = self._seats.keys.read()
        *lines, self._part = (self._part + data).split(b"\n")
        if not data:
            self._seats.ended = True
            self._seats.wait_no_more_for(self._seats.keys)
            lines = [self._part]
        self._typed += [line.decode(errors="replace") for line in lines]
