"""The hands of held seats, at the table's end of a socket: acts are received, perceptions sent.

One JSON object a line. In: {"seat": 0, "act": "lay", "word": "5S"}, as in `tablehost.people.hands`, with
"insists": true for a card that the player need not hold; with a "task" (`tablehost.people.hands.task`)
it is done only while this is asked. {"act": "hold", "seats": [0, 2]} for the seats that are held from now on.
Out:

    {"kind": "hands", "seats": [...]}    the view of each held seat (`Hands.sees`), whenever it changes
    {"kind": "tone", "name": "wrong"}    a tune was heard
    {"kind": "cannot", "seat": 0, "code": ...}   the act is impossible; with the "card" that is not held
    {"kind": "read", "cards": [...]}     to "act": "read", the texts of cards in this "lang": the name `law`,
                                         `does`, `red`, `white`, `symbol` or null
    {"kind": "power", "on": false}       the plug was pulled, or put back
    {"kind": "still"}                    nothing moves any more before a held seat acts; once after each act
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable

from tablehost.people.hands import HOLD, READ, CannotDo, Hands
from tablehost.types import Event, Fields, Values
from tablehost.virtual.people.ears import Ears

STILL_US = 3_000_000  # virtual time: an unexpected card takes a second, a second card on it up to two

Perceived = tuple[str, Values, list[int], list[int]]


class HeldSeats:
    """The connection of held seats. `fd`: the socket. `changes`: the tones, as `outputs.PwmRecorder` keeps
    them.
    """

    def __init__(self, fd: int, hands: Hands, changes: Iterable[tuple[int, int]]) -> None:
        self.fd = fd
        self._hands = hands
        self._ears = Ears(changes)
        self._part = b""
        self._acts: list[Fields] = []
        self._seen: list[Fields] | None = None
        self._quiet_since = 0
        self._still = False
        self.closed = False

    def take_over(self, hands: Hands) -> None:
        """Move the hands of other players, who have come."""
        self._hands = hands
        self._seen = None

    def receive(self) -> None:
        """Read the received acts; at the end of the stream these hands do nothing more."""
        try:
            data = os.read(self.fd, 4096)
        except OSError:
            data = b""
        self.closed = not data
        *lines, self._part = (self._part + data).split(b"\n")
        self._acts += [json.loads(line) for line in lines]

    def act(self, perceived: Perceived, carry_out: Callable[[Values], list[Event]]) -> list[Event]:
        """Have the hands do what is asked of them (`acts`); return the events, [] if no act waits."""
        what, _, tasks, pads = perceived
        while self._acts:
            wish = self._acts.pop(0)
            self._still = False
            try:
                if wish["act"] == READ:
                    self._read(wish)
                    continue
                if wish["act"] == HOLD:
                    return carry_out(["held", wish["seats"]])
                seat, act, word = wish["seat"], wish["act"], wish.get("word", "")
                if wish.get("task") is not None:
                    self._hands.check_task(seat, wish["task"], tasks, what)
                if not wish.get("insists"):
                    self._hands.check_held(seat, act, word)
                return carry_out(["hand", seat, act, word, what, tasks, pads])
            except CannotDo as why:
                about = {"card": why.card} if why.card else {}
                self._tell({"kind": "cannot", "seat": wish["seat"], "code": str(why), **about})
        return []

    def _read(self, wish: Fields) -> None:
        """Send the text of a card, or of all cards of a hand."""
        cards = self._hands.read(wish["seat"], wish.get("word", ""), wish.get("lang", "en"))
        self._tell({"kind": "read", "seat": wish["seat"], "cards": cards})

    def tell_power(self, on: bool) -> None:
        """Send that the plug was pulled, or put back."""
        self._still = False
        self._tell({"kind": "power", "on": on})

    def look(self, perceived: Perceived, now: int, busy: bool) -> None:
        """Send the news; `busy`: a player is about to act. `now` in us."""
        what, _, tasks, pads = perceived
        tones = self._ears.heard(now)
        for name in tones:
            self._tell({"kind": "tone", "name": name})
        seen = self._hands.sees(tasks, pads, what)
        if seen != self._seen:
            self._seen = seen
            self._quiet_since = now
            self._tell({"kind": "hands", "seats": seen})
        elif busy or tones:
            self._quiet_since = now
        elif not self._still and now - self._quiet_since >= STILL_US:
            self._still = True
            self._tell({"kind": "still"})

    @property
    def is_asked(self) -> bool:
        """Return True if an act waits to be done."""
        return bool(self._acts)

    @property
    def still(self) -> bool:
        """Return True once it was sent that all players wait for these hands."""
        return self._still and not self._acts

    def _tell(self, message: Fields) -> None:
        data = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        try:
            while data:
                data = data[os.write(self.fd, data) :]
        except OSError:
            self.closed = True
