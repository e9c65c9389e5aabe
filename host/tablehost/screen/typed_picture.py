"""The view of users who play along on a terminal: the picture, the own cards below it, and a typed line.

Everything is drawn in one piece, over the last one, and only between two turns.
"""

from __future__ import annotations

import shutil
import signal
import textwrap
from typing import TextIO

from tablehost import messages
from tablehost.match import events
from tablehost.match.events import Event, Hand
from tablehost.match.presenter import Presenter
from tablehost.match.roles import Role
from tablehost.match.snapshot import Snapshot
from tablehost.people import typed
from tablehost.screen.editor import Keyboard, TypedLine
from tablehost.screen.picture import Picture, overwrite
from tablehost.screen.player import Left, Seats, Typing, Watching
from tablehost.screen.terminal import control, escape, one_line


class TypedPicture(Picture, Watching):
    """The picture and the typed line; it is the input, too."""

    def __init__(self, out: TextIO, seats: Seats, presenter: Presenter) -> None:
        seats.most = len(presenter.snapshot.players)
        super().__init__(out, seats.tongue, Role(tuple(range(seats.most))), is_full=True)
        self._seats = seats
        self._presenter = presenter
        self._snapshot = presenter.snapshot
        self._typing = Typing(seats, presenter)
        self._typed = TypedLine(lambda text: self._complete(text))
        self._keyboard = Keyboard(seats.keys)
        self._said: list[str] = []
        self._heard = ""
        self._page: list[str] = []  # to be read in place of the picture, where there is no room for both
        self._news = True
        self._before = signal.signal(signal.SIGCONT, self._come_back)

    # -- output ----------------------------------------------------------------------------------

    def show(self, event: Event, snapshot: Snapshot) -> None:
        """Take an event; it is drawn with the next turn."""
        self._snapshot = snapshot
        self._news = True
        match event:
            case events.Tone():
                self._heard = self._word("tone", name=event.name)
            case events.Answer():
                self._answer(event.text)
            case events.Power():
                self._heard = ""
            case Hand():
                pass
            case _:
                super().show(event, snapshot)

    def say(self, text: str) -> None:
        """Write a text above the picture, with the next turn."""
        self._said += escape(text).split("\n")
        self._news = True

    def warn(self, text: str) -> None:
        """Write a message that is no part of the match."""
        self.say(f"cardtable: {text}")

    def _answer(self, text: str) -> None:
        """Show an answer; a page of it stays until the next line is typed."""
        if "\n" in text:
            self._page = escape(text).split("\n")
            self._news = True
        else:
            self.say(text)

    def _redraw(self) -> None:
        self._news = True

    def _word(self, code: str, **about: object) -> str:
        return messages.fill(self._tongue.said[code], about, self._tongue.language)

    # -- a turn ----------------------------------------------------------------------------------

    def listen(self) -> bool:
        """Prepare to listen to the table; return True if messages wait."""
        return self._seats.listen()

    def serve(self) -> None:
        """Handle typed keys, publish the messages, draw. Raises Left."""
        for message in self._seats.receive():
            self._presenter.hands(message)
        if self._seats.are_keys_there():
            self._type(self._keyboard.read())
        if not self._typed.text:
            self._typing.turn_to_asked()
        if self._news:
            self._refresh()

    def _complete(self, text: str) -> list[str]:
        hand = self._typing.hand(self._typing.current).hand
        return typed.complete(text, hand, self._seats.tongue, self._snapshot.players)

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
        """Remove the picture, and give the terminal back."""
        if self._open:
            self._open = False
            self._refresh()
            self._keyboard.close()
            signal.signal(signal.SIGCONT, self._before)

    def _draw(self, said: object = ()) -> None:
        self._refresh()

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
        is_drawn = self._is_drawn() and self._snapshot.has_power
        frame = self._fitting(columns, rows - len(below) - len(page))[1:] if is_drawn else []
        if self._open and not frame:
            frame = _wrapped(self._word("table", text=self._snapshot.display), columns)
        frame = page + frame
        control(self._out, overwrite([*said, *frame, *below, self._prompt(columns)], self._drawn))
        self._out.flush()
        self._drawn = len(frame) + len(below)

    def _near(self) -> int:
        """Return the first of the seats that are played here, which sits at the near side."""
        seats = self._snapshot.hands or self._seats.seats
        return min(seats, default=0) % len(self._snapshot.chairs)

    def _card(self, pad: int) -> str | None:
        """Return the card on a pad, with the face of one that was laid from here."""
        chairs = self._snapshot.chairs
        if pad in chairs:
            own = self._typing.hand(chairs.index(pad)).pad
            if own:
                return own[-1]
        return super()._card(pad)

    def _below(self, columns: int) -> list[str]:
        if not self._open:
            return []
        hands = self._snapshot.hands
        lines = [self._hand_line(hands[seat], columns) for seat in sorted(hands)]
        own = self._typing.hand(self._typing.current)
        you = own.todo and self._word("you", lamp=own.todo)
        card = own.lamp and self._word("your-card", lamp=own.lamp)
        told = " · ".join(filter(None, [you, card, self._heard]))
        return [*lines, self._paint("1", told[: columns - 1])]

    def _hand_line(self, own: Hand, columns: int) -> str:
        """Return name, hand and pile of a held seat; a line that would not fit has no colours."""
        head = f"{self._snapshot.players[own.seat]}: "
        pile = " ".join(own.pile) or self._word("nothing")
        tail = "   " + self._word("captured-count", count=len(own.pile), cards=pile)
        lying = self._word("open", cards=" ".join(own.open)) if own.open else ""
        hand = " ".join(own.hand) or self._word("no-cards")
        if len(head + hand + tail) >= columns:
            return (head + hand)[: columns - 1]
        if len(head + hand + tail + lying) < columns:
            tail += lying
        faces = " ".join(self._face(card).replace(" ", "") for card in own.hand)
        return head + (faces or hand) + tail

    def _prompt(self, columns: int) -> str:
        if not self._open:
            return ""
        name = f"{self._snapshot.players[self._typing.current]}> "
        return name + one_line(self._typed.text)[-max(1, columns - len(name) - 1) :]


def _wrapped(text: str, columns: int) -> list[str]:
    """Return the text in lines of a terminal; columns within it stay as they are."""
    return textwrap.wrap(text, columns - 1, subsequent_indent=" " * 6, drop_whitespace=False) or [""]
