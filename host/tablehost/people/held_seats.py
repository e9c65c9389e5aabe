"""Seats that are held here at the virtual table: acts go to its room, messages of hands come from it."""

from __future__ import annotations

import contextlib
import json
import os
import select
import socket
from collections.abc import Sequence
from typing import Protocol

from tablehost.people import typed
from tablehost.types import Fields

Message = Fields


class Waiting(Protocol):
    """The line to a table. `beside`: descriptors that end its waiting for data, too."""

    beside: list[int]


class Seats:
    """The held `seats`: acts are sent, messages of the room received (see `tablehost.virtual.people.held`).

    `line`: the table's, which waits for this socket and for the keyboard as well; `keys`: the keyboard,
    None for users elsewhere. `has_power`: the plug was not pulled, or the table has sent its hello since.
    `most`: how many seats there are; messages on others are then ignored, as when a match has begun.
    `typed`: lines that wait to be carried out, where there is no terminal; `ended`: no more of them will
    come. `requests`: those to the match, not to a hand, as seat and what: undo, agree, scores, rules.
    `pressed`: by seat, the task in which it pressed a key last, and the key.
    """

    def __init__(
        self, room: socket.socket, seats: Sequence[int], line: Waiting, keys: int | None = None
    ) -> None:
        self.seats = list(seats)
        self.keys = keys
        self.has_power = True
        self.most = max(seats, default=0) + 1
        self.typed: list[str] = []
        self.ended = False
        self.requests: list[tuple[int, str]] = []
        self.pressed: dict[int, tuple[str, str]] = {}
        self._line = line
        self._room = room
        self._part = b""
        self._heard: list[Message] = []
        self._woken: int | None = None
        self._waker = -1
        room.setblocking(False)
        line.beside += [room.fileno()] if keys is None else [room.fileno(), keys]

    def send(self, act: typed.Act, language: str) -> None:
        """Have a hand do something; what is read is in this language."""
        if act.act == "press":
            self.pressed[act.seat] = act.task or "", act.word
        self._write({**act._asdict(), "lang": language})

    def _write(self, message: Message) -> None:
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
                seats = [row["seat"] for row in message["seats"]]
                self.seats = seats if seats or self.keys is None else self.seats
            elif message["kind"] == "power":
                self.has_power = False  # until its hello
        self._heard += heard
        return bool(self._heard)

    def receive(self) -> list[Message]:
        """Return the messages that `listen` read since the last call."""
        heard, self._heard = self._heard, []
        return heard

    def are_keys_there(self) -> bool:
        """Return True if reading the keyboard would not wait."""
        return self.keys in self._line.beside and bool(select.select([self.keys], [], [], 0)[0])

    def hold(self, seats: Sequence[int], by_hand: Sequence[int]) -> None:
        """Have these seats held from now on, and the others played by bots. `by_hand`: those whose players
        move each card themselves.
        """
        self._write({"held": sorted(seats), "by_hand": sorted(by_hand)})

    def leave_keys(self) -> None:
        """Have another thread read the keyboard, which calls `wake` when a line was typed."""
        self.wait_no_more_for(self.keys)
        if self._woken is None:
            self._woken, self._waker = os.pipe()
            os.set_blocking(self._woken, False)
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
            os.close(self._woken)
            os.close(waker)
            self._woken = None

    def wait_no_more_for(self, fd: int | None) -> None:
        """Stop waiting for this descriptor: it has ended."""
        if fd in self._line.beside:
            self._line.beside.remove(fd)
