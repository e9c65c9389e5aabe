"""Seats that are held here at the virtual table: acts go to its room, messages of hands come from it."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Sequence
from typing import Protocol

from tablehost.errors import Trouble
from tablehost.people import typed
from tablehost.pipes import PipeReader
from tablehost.types import Fields

Message = Fields


class Room(Protocol):
    """The line to a table, on which its room speaks too. `beside`: what ends its waiting for data, too."""

    beside: list[PipeReader]

    def attend(self, hear: Callable[[list[bytes]], None]) -> None:
        """Have `hear` called with the lines of the room that come."""

    def tell(self, line: bytes) -> None:
        """Send a line to the room. Raises Trouble if the table has gone."""


class Seats:
    """The held `seats`: acts are sent, messages of the room received (see `tablehost.virtual.people.held`).

    `line`: the table's, which waits for the keyboard as well; `keys`: the keyboard, None for users elsewhere.
    `has_power`: the plug was not pulled, or the table has sent its hello since. `most`: how many seats there
    are; messages on others are then ignored, as when a match has begun. `typed`: lines that wait to be
    carried out, where there is no terminal; `ended`: no more of them will come. `requests`: those to the
    match, not to a hand, as seat and what: undo, agree, scores, rules. `pressed`: by seat, the task in which
    it pressed a key last, and the key.
    """

    def __init__(self, line: Room, seats: Sequence[int], keys: int | None = None) -> None:
        self.seats = list(seats)
        self.keys = None if keys is None else PipeReader(keys)
        self.has_power = True
        self.most = max(seats, default=0) + 1
        self.typed: list[str] = []
        self.ended = False
        self.requests: list[tuple[int, str]] = []
        self.pressed: dict[int, tuple[str, str]] = {}
        self._line = line
        self._heard: list[Message] = []
        self._woken: PipeReader | None = None
        self._waker = -1
        line.attend(self._hear)
        if self.keys is not None:
            line.beside.append(self.keys)

    def send(self, act: typed.Act, language: str) -> None:
        """Have a hand do something; what is read is in this language."""
        if act.act == "press":
            self.pressed[act.seat] = act.task or "", act.word
        self._write({**act._asdict(), "lang": language})

    def _write(self, message: Message) -> None:
        with contextlib.suppress(Trouble):  # the table has gone; its line reports that
            self._line.tell(json.dumps(message).encode())

    def listen(self) -> bool:
        """Return True if messages of the room wait."""
        if self._woken is not None and self._woken.wait(0):
            self._woken.read()
        return bool(self._heard)

    def _hear(self, lines: list[bytes]) -> None:
        """Take messages of the room."""
        heard: list[Message] = [json.loads(line) for line in lines]
        for message in heard:
            if message["kind"] == "hands":
                message["seats"] = [row for row in message["seats"] if row["seat"] < self.most]
                seats = [row["seat"] for row in message["seats"]]
                self.seats = seats if seats or self.keys is None else self.seats
            elif message["kind"] == "power":
                self.has_power = False  # until its hello
        self._heard += heard

    def receive(self) -> list[Message]:
        """Return the messages that came since the last call. What the table's line said before them is to be
        handled first: it was read with them.
        """
        heard, self._heard = self._heard, []
        return heard

    def are_keys_there(self) -> bool:
        """Return True if reading the keyboard would not wait."""
        return self.keys is not None and self.keys in self._line.beside and self.keys.wait(0)

    def hold(self, seats: Sequence[int], by_hand: Sequence[int], slowness: float = 1.0) -> None:
        """Have these seats held from now on, and the others played by bots. `by_hand`: those whose players
        move each card themselves; `slowness`: by which all take longer than usual.
        """
        self._write({"held": sorted(seats), "by_hand": sorted(by_hand), "slowness": slowness})

    def leave_keys(self) -> None:
        """Have another thread read the keyboard, which calls `wake` when a line was typed."""
        self.wait_no_more_for(self.keys)
        if self._woken is None:
            woken, self._waker = os.pipe()
            self._woken = PipeReader(woken)
            self._line.beside.append(self._woken)

    def wake(self) -> None:
        """End the waiting for the table's line: something was typed."""
        with contextlib.suppress(OSError):  # the match is over
            os.write(self._waker, b".")

    def close(self) -> None:
        """Wake no longer."""
        waker, self._waker = self._waker, -1
        if self._woken is not None:
            self.wait_no_more_for(self._woken)
            os.close(waker)
            self._woken.end()
            os.close(self._woken.fd)
            self._woken = None

    def wait_no_more_for(self, reader: PipeReader | None) -> None:
        """Stop waiting for this one: it has ended."""
        if reader in self._line.beside:
            self._line.beside.remove(reader)
