"""The view of users who play along at the virtual table: typed lines move a hand, perceptions are shown.

The picture, the lamps and the display are the table's own, as for a spectator. The own hand, pad and pile,
and tunes, come from the room, for the held seats alone. On a terminal it is a picture with a line to type
under it; elsewhere lines are read and written, and a typed line is carried out when all players wait for it.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import socket
import sys
import textwrap
from collections.abc import Callable, Sequence
from typing import TextIO

from cardtable.engine import cards
from tablehost import messages
from tablehost.games import presentation
from tablehost.link.port import PipePort
from tablehost.people import typed, vocabulary
from tablehost.referee import open_log
from tablehost.screen import live
from tablehost.screen.editor import Keyboard, TypedLine
from tablehost.screen.terminal import control, escape, one_line
from tablehost.types import Event, Fields, Line

Message = Fields


class Left(Exception):
    """The user has left the table."""


class Seats:
    """The held `seats`: acts are sent, messages of the room received (see `tablehost.virtual.people.held`).

    `line`: the table's, which waits for this socket and for the keyboard as well. `rows`: by seat, the view
    of the player there. `has_power`: the plug was not pulled, or the table has sent its hello since.
    `tongue`: their language, English until another is set. `most`: how many seats there are; messages on
    others are then ignored, as when a match has begun. `typed`: lines that wait to be carried out, where
    there is no terminal; `ended`: no more of them will come. `requests`: those to the match, not to a hand:
    undo, scores, rules.
    """

    def __init__(self, room: socket.socket, seats: Sequence[int], line: PipePort) -> None:
        self.seats = list(seats)
        self.tongue = vocabulary.load("en")
        self.rows: dict[int, Message] = {}
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
                rows = [row for row in message["seats"] if row["seat"] < self.most]
                self.rows = {row["seat"]: row for row in rows}
                self.seats = list(self.rows) or self.seats
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

    def wait_no_more_for(self, fd: int) -> None:
        """Stop waiting for this descriptor: it has ended."""
        if fd in self._line.beside:
            self._line.beside.remove(fd)

    def next_asked(self, current: int) -> int:
        """Return the seat to speak for: the current one, unless it has nothing to do and another one has."""
        if self.rows.get(current, {}).get("do"):
            return current
        return next((seat for seat, row in self.rows.items() if row["do"]), current)

    def hand(self, seat: int) -> list[str]:
        """Return the cards in a held seat's hand."""
        return list(self.rows.get(seat, {}).get("hand", []))

    def said(self, code: str, **about: object) -> str:
        """Return a sentence in the language that is spoken."""
        return messages.fill(self.tongue.said[code], about, self.tongue.language)

    def tone(self, name: str) -> str:
        """Return a tone that was heard."""
        return self.said("tone", name=self.tongue.tones.get(name, name))

    def power(self, on: bool) -> str:
        """Return the sentence that the table has no power, or has it again."""
        return self.said("plugged" if on else "unplugged")

    def own(self, name: str, row: Message) -> str:
        """Return the cards of a held seat in a line; its player is called `name`."""
        hand = " ".join(row["hand"]) or self.said("no-cards")
        pad = self.said("on-pad", cards=" ".join(row["pad"])) if row["pad"] else ""
        pile = self.said("beside", cards=" ".join(row["pile"])) if row["pile"] else ""
        return self.said("holds", name=name, hand=hand) + pad + pile + self.list_open_cards(row)

    def list_open_cards(self, row: Message) -> str:
        """Return the cards that a held seat may take, "" if none."""
        return self.said("open", cards=" ".join(row["open"])) if row["open"] else ""

    def lamps(self, row: Message) -> tuple[str, str]:
        """Return what a held seat's player types now, and the state of the card on the pad; "" for none."""
        card = "" if row["do"] == "take" else self.tongue.pad.get(row["lamp"], "")  # the own pad says no more
        task = self.tongue.hint(row["asked"], row["do"])
        return task, card and self.said("your-card", lamp=card)


def view(out: TextIO, players: Sequence[str], seats: Seats, as_json: bool) -> live.Plain:
    """Return the picture with a line to type under it on a terminal that can do that, otherwise lines."""
    seats.most = len(players)
    seats.rows = {seat: row for seat, row in seats.rows.items() if seat < seats.most}
    if as_json:
        return JsonLines(out, players, seats)
    if out.isatty() and sys.stdin.isatty() and os.environ.get("TERM", "dumb") != "dumb":
        return Screen(out, players, seats)
    return Lines(out, players, seats)


class Typing:
    """The effects of typed lines, from any source. `say`: prints to the user."""

    def __init__(
        self,
        seats: Seats,
        say: Callable[[str], None],
        show_hand: Callable[[int], None],
        players: Sequence[str] = (),
    ) -> None:
        self.current = seats.seats[0]
        self._players = players
        self._seats = seats
        self._say = say
        self._show_hand = show_hand

    def take(self, line: str) -> bool:
        """Carry out a line; return True if a hand was sent to act. Raises Left."""
        if self.current not in self._seats.seats:
            self.current = self._seats.seats[0]
        hand = self._seats.hand(self.current)
        try:
            meant = typed.read(line, self._seats.seats, self.current, self._seats.tongue, self._players, hand)
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

    def _now(self) -> str:
        """Return what the current seat types now, "" if nothing is asked of it."""
        row = self._seats.rows.get(self.current)
        lamp = "" if row is None else self._seats.lamps(row)[0]
        return lamp and self._seats.said("now", lamp=lamp)

    def _answer(self, ask: typed.Ask) -> None:
        if ask.what == "quit":
            raise Left
        if ask.what == "help":
            self._say("\n".join(filter(None, (self._now(), self._seats.tongue.help))))
        elif ask.what == "hand":
            self._show_hand(ask.seat)
        elif ask.what == "seat":
            self.current = ask.seat
        else:
            self._seats.requests.append(ask.what)


class Lines(live.Plain):
    """Without a terminal: every change is a line; a typed line waits until nothing moves any more."""

    tells_all = True

    def __init__(self, out: TextIO, players: Sequence[str], seats: Seats) -> None:
        super().__init__(out, players)
        self._seats = seats
        self._typing = Typing(seats, self.say, self._show_hand, players)
        self._typed = seats.typed
        self._part = b""
        self._still = False
        self._told: dict[int, Event] = {}
        self._text = ""

    def line(self, line: Line) -> None:
        if line["kind"] != "deal":  # which would reveal all hands
            super().line(line)

    def display(self, text: str) -> None:
        if text != self._text:
            self._text = text
            self.tell_display(text)

    def tell_display(self, text: str) -> None:
        """Print a change of the display."""
        self.say(self._seats.said("table", text=text))

    def listen(self) -> bool:
        return self._seats.listen()

    def serve(self) -> None:
        """Print the news, and carry out a line if all players wait for one. Raises Left."""
        self._read()
        for message in self._seats.receive():
            if message["kind"] == "still":
                self._still = True
                self._typing.current = self._seats.next_asked(self._typing.current)
            self.hear(message)
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

    def hear(self, message: Message) -> None:
        """Take one message of the room."""
        if message["kind"] == "tone":
            self.say(self._seats.tone(message["name"]))
        elif message["kind"] in ("cannot", "read"):
            self.say(message["text"])
        elif message["kind"] == "power":
            self._text = ""
            self.say(self._seats.power(message["on"]))
        elif message["kind"] == "hands":
            for row in message["seats"]:
                self._tell_row(row)

    def _tell_row(self, row: Message) -> None:
        cards_ = (row["hand"], row["pad"], row["open"])
        lamps = self._seats.lamps(row)
        before = self._told.get(row["seat"], (None, None))
        self._told[row["seat"]] = (cards_, lamps)
        if cards_ != before[0]:
            self._show_hand(row["seat"])
        if lamps != before[1]:
            told = " · ".join(filter(None, lamps)) or self._seats.said("dark")
            self.say(self._seats.said("lamps", name=self._players[row["seat"]], lamps=told))

    def _show_hand(self, seat: int) -> None:
        row = self._seats.rows.get(seat)
        if row is not None:
            self.say(self._seats.own(self._players[seat], row))


class JsonLines(Lines):
    """The same as JSON Lines: the open log except deals, the messages of the room, and the display."""

    def line(self, line: Line) -> None:
        if line["kind"] != "deal":
            self._print(line)

    def tell_display(self, text: str) -> None:
        self._print({"kind": "display", "text": text})

    def hear(self, message: Message) -> None:
        self._print(message)

    def say(self, text: str) -> None:
        self._print({"kind": "said", "text": text})

    def warn(self, text: str) -> None:
        self._print({"kind": "warning", "text": text})

    def aside(self, text: str) -> None:
        """Print the text of the display."""

    def _show_hand(self, seat: int) -> None:
        rows = self._seats.rows
        self._print({"kind": "hands", "seats": [rows[seat]] if seat in rows else []})

    def _print(self, line: Line) -> None:
        print(open_log.dumps(line), file=self._out, flush=True)


class Screen(live.Picture):
    """The picture of the table, the own hand below it, and the typed line below that.

    Everything is drawn in one piece, over the last one, and only between two turns.
    """

    tells_all = True

    def __init__(self, out: TextIO, players: Sequence[str], seats: Seats) -> None:
        super().__init__(out, players)
        self._seats = seats
        self._typing = Typing(seats, self._answer, self._show_hand, players)
        self._typed = TypedLine(lambda text: self._complete(text))
        self._keyboard = Keyboard(seats.keys)
        self._tongue = seats.tongue
        self._said: list[str] = []
        self._heard = ""
        self._page: list[str] = []  # to be read in place of the picture, where there is no room for both
        self._news = True
        self._open = True
        self._before = signal.signal(signal.SIGCONT, self._come_back)

    # -- output ----------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        self._said += escape(text).split("\n")
        self._news = True

    def warn(self, text: str) -> None:
        self.say(f"cardtable: {text}")

    def _answer(self, text: str) -> None:
        """Show an answer; a page of it stays until the next line is typed."""
        if "\n" in text:
            self._page = escape(text).split("\n")
            self._news = True
        else:
            self.say(text)

    def line(self, line: Line) -> None:
        if line["kind"] != "deal":
            super().line(line)

    def _redraw(self) -> None:
        self._news = True

    def _show_hand(self, seat: int) -> None:
        row = self._seats.rows.get(seat)
        if row is not None:
            self.say(self._seats.own(self._players[seat], row))
            pile = " ".join(row["pile"]) or self._seats.said("nothing")
            self.say("      " + self._seats.said("captured", cards=pile))

    # -- a turn ----------------------------------------------------------------------------------

    def listen(self) -> bool:
        return self._seats.listen()

    def serve(self) -> None:
        """Handle typed keys, read the news, draw. Raises Left."""
        for message in self._seats.receive():
            self._news = True
            if message["kind"] == "tone":
                self._heard = self._seats.tone(message["name"])
            elif message["kind"] == "cannot":
                self.say(message["text"])
            elif message["kind"] == "read":
                self._answer(message["text"])
            elif message["kind"] == "power":
                self._lamps = "." * len(self._lamps)
                self._heard = ""
                self._text = self._seats.power(message["on"])
        if self._seats.are_keys_there():
            self._type(self._keyboard.read())
        if not self._typed.text:
            self._typing.current = self._seats.next_asked(self._typing.current)
        if self._news:
            self._refresh()

    def _complete(self, text: str) -> list[str]:
        hand = self._seats.hand(self._typing.current)
        return typed.complete(text, hand, self._seats.tongue, self._players)

    def _type(self, keys: str | None) -> None:
        self._news = True
        for line in self._typed.feed(keys or ""):
            if line.strip():
                self._heard = ""
                self._page = []
                self._typing.take(line)
        if self._typed.choices:
            self.say("  ".join(choice.strip() for choice in self._typed.choices))
            self._typed.choices = []
        if keys is None or self._typed.ended:
            raise Left

    def end(self) -> None:
        if self._open:
            self._open = False
            self._lamps = ""
            self._refresh()
            self._keyboard.close()
            signal.signal(signal.SIGCONT, self._before)

    def _come_back(self, *_: object) -> None:
        """Take the terminal back after Ctrl-Z and fg: the shell has had it."""
        self._keyboard.take()
        self._drawn = 0
        self._news = True

    # -- drawing ---------------------------------------------------------------------------------

    def _refresh(self) -> None:
        """Write the sentences, then the picture and the typed line, in one piece over the last ones."""
        self._news = False
        columns, rows = shutil.get_terminal_size()
        if columns != self._columns:  # the terminal has wrapped the last picture
            self._columns = columns
            control(self._out, "\x1b[2J\x1b[H")
            self._drawn = 0
        said = [line for text in self._said for line in _wrapped(text, columns)]
        self._said = []
        below = self._below(columns)
        page = [line for text in self._page for line in _wrapped(text, columns)]
        frame = self._with_own_cards(columns, rows - len(below) - len(page)) if self._lamps else []
        if self._lamps and not frame:
            frame = _wrapped(self._seats.said("table", text=self._text), columns)
        frame = page + frame
        control(self._out, live.overwrite([*said, *frame, *below, self._prompt(columns)], self._drawn))
        self._out.flush()
        self._drawn = len(frame) + len(below)

    def _near(self) -> int:
        """Return the first of the seats that are played here sits at the near side."""
        return min(self._seats.rows, default=min(self._seats.seats, default=0)) % len(self._chairs)

    def _with_own_cards(self, columns: int, rows: int) -> list[str]:
        """Return the picture, if there is room, with the faces of the cards one has laid oneself."""
        pads = self._pads
        shown = list(pads)
        for seat, row in self._seats.rows.items():
            if row["pad"] and self._chairs[seat] < len(shown):
                shown[self._chairs[seat]] = self._number(row["pad"][-1])
        self._pads = shown
        frame = self._fitting(columns, rows)[1:]
        self._pads = pads
        return frame

    def _below(self, columns: int) -> list[str]:
        if not self._open:
            return []
        lines = [self._hand_line(seat, row, columns) for seat, row in self._seats.rows.items()]
        do, card = self._seats.lamps(
            self._seats.rows.get(self._typing.current, {"asked": "", "do": "", "lamp": ""})
        )
        you = do and self._seats.said("you", lamp=do)
        told = " · ".join(filter(None, [you, card, self._heard]))
        return [*lines, self._paint("1", told[: columns - 1])]

    def _hand_line(self, seat: int, row: Message, columns: int) -> str:
        """Return name, hand and pile of a held seat; a line that would not fit has no colours."""
        head = f"{self._players[seat]}: "
        pile = " ".join(row["pile"]) or self._seats.said("nothing")
        tail = "   " + self._seats.said("captured-count", count=len(row["pile"]), cards=pile)
        hand = " ".join(row["hand"]) or self._seats.said("no-cards")
        if len(head + hand + tail) >= columns:
            return (head + hand)[: columns - 1]
        if len(head + hand + tail + self._seats.list_open_cards(row)) < columns:
            tail += self._seats.list_open_cards(row)
        faces = " ".join(self._face(self._number(card)).replace(" ", "") for card in row["hand"])
        return head + (faces or hand) + tail

    def _number(self, card: str) -> int:
        """Return a card by its notation; a foreign one is none that can be shown."""
        try:
            return int(cards.parse(card, self._words.letters))
        except ValueError:
            return int(cards.FOREIGN)

    def _prompt(self, columns: int) -> str:
        if not self._open:
            return ""
        name = f"{self._players[self._typing.current]}> "
        return name + one_line(self._typed.text)[-max(1, columns - len(name) - 1) :]


def _wrapped(text: str, columns: int) -> list[str]:
    """Return the text in lines of a terminal; columns within it stay as they are."""
    return textwrap.wrap(text, columns - 1, subsequent_indent=" " * 6, drop_whitespace=False) or [""]
