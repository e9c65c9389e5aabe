"""The view of a match on a terminal: a picture of the table that changes in place, sentences above it.

Above it the first part of a match, such as a round, is reported card by card, the second line by line, and
later ones in a line each; the picture stays to the end.
"""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Sequence
from itertools import zip_longest
from typing import TextIO

from tablehost.games import presentation
from tablehost.match import events
from tablehost.match.events import COVERED, UNKNOWN, Event, Lamp
from tablehost.match.roles import WATCHER, Role
from tablehost.match.snapshot import Snapshot
from tablehost.people.vocabulary import Tongue
from tablehost.screen.plain import Plain
from tablehost.screen.terminal import control, escape, one_line
from tablehost.seats import label

# Each rhythm has its own shape, and without colours a letter follows it. White is bold only, to show on a
# white ground too.
_COLOURS = {"blue": ("34;1", "B"), "yellow": ("33;1", "Y"), "red": ("31;1", "V"), "white": ("1", "W")}
_SHAPES = {"=": "●", "~": "◐", "+": "◑", "*": "◒", "1": "①", ":": "②", "3": "③", "4": "④", "_": "○"}
_DARK = "·"
_RED = "31"
WIDTH = 76  # columns of the picture; a narrower terminal gets the lines alone
_PAD = 14  # columns of one pad
_GAP = 8  # between two pads, less where a row has many
_FACE_DOWN = "▒▒▒▒"
# A terminal that knows synchronized updates shows no half of the text between these.
_BEGIN, _END = "\x1b[?2026h", "\x1b[?2026l"
_OFF = (Lamp(), Lamp(), Lamp())


def overwrite(lines: Sequence[str], drawn: int) -> str:
    """Return the text that writes these lines over the last `drawn` ones above the cursor, without erasing
    first.
    """
    up = f"\r\x1b[{drawn}A" if drawn else "\r"
    return _BEGIN + up + "\x1b[K\n".join(lines) + "\x1b[J" + _END


def row_of(seats: int, near: int) -> tuple[list[int], list[int]]:
    """Return the seats at the far and at the near side, each from the left, as seen from `near`.

    Clockwise from there: the next seat is to the left. `near` is in the middle of the near side.
    """
    half = max(0, (seats + 1) // 2 - 1) // 2
    side = [(near + half - i) % seats for i in range(2 * half + 1)]
    return [(near + half + 1 + i) % seats for i in range(seats - len(side))], side


class Picture(Plain):
    """A picture that changes in place on a terminal; sentences scroll above it."""

    def __init__(self, out: TextIO, tongue: Tongue, role: Role = WATCHER, is_full: bool = False) -> None:
        super().__init__(out, role, is_full)
        self._tongue = tongue
        self._colour = not os.environ.get("NO_COLOR")
        self._snapshot = Snapshot()
        self._open = True
        self._drawn = 0
        self._last: list[str] = []
        self._columns = shutil.get_terminal_size().columns

    def show(self, event: Event, snapshot: Snapshot) -> None:
        """Say an event above the picture, or draw the picture with it."""
        self._snapshot = snapshot
        if isinstance(event, events.Pads | events.Display | events.Standing):
            self._redraw()
            return
        if isinstance(event, events.Ending):
            self.end()
        super().show(event, snapshot)

    def say(self, text: str) -> None:
        """Write a text above the picture."""
        columns = shutil.get_terminal_size().columns
        said = []
        for one in escape(text).split("\n"):
            said += textwrap.wrap(one, columns - 1, subsequent_indent=" " * 6) or [""]
        self._draw(said)

    def warn(self, text: str) -> None:
        """Write a message that is no part of the match."""
        if sys.stderr.isatty():
            self.say(f"cardtable: {text}")
        else:
            super().warn(text)

    def end(self) -> None:
        """Remove the picture: the match is over, or left."""
        self._open = False
        self._draw()

    def _is_drawn(self) -> bool:
        return self._open and bool(self._snapshot.pads.lamps)

    def _redraw(self) -> None:
        self._draw()

    def _draw(self, said: Sequence[str] = ()) -> None:
        """Write the sentences, then the picture, in one piece over the last one."""
        columns, rows = shutil.get_terminal_size()
        frame = self._fitting(columns, rows) if self._is_drawn() else []
        if not said and frame == self._last and columns == self._columns:
            return
        if columns != self._columns:  # the terminal has wrapped the last picture
            self._columns = columns
            control(self._out, "\x1b[2J\x1b[H")
            self._drawn = 0
        control(self._out, overwrite([*said, *frame, ""], self._drawn))
        self._out.flush()
        self._drawn, self._last = len(frame), frame

    def _fitting(self, columns: int, rows: int) -> list[str]:
        """Return the picture with as much as there is room for, [] if there is none."""
        for frame in (self._frame(), self._frame()[: -len(self._legend())], self._frame(short=True)):
            if columns >= WIDTH and len(frame) < rows:
                return frame
        return []

    # -- the picture -----------------------------------------------------------------------------

    def _frame(self, short: bool = False) -> list[str]:
        """Return the table from above, seats clockwise, with the one to play at the near side, and the
        legend.

        `short`: in as few lines as possible, without the legend.
        """
        below = 1 if short else None
        far, near = row_of(len(self._snapshot.players), self._near())
        shown = textwrap.wrap(one_line(self._snapshot.display), WIDTH - 4)
        shown += [""] * (2 - len(shown))
        return [
            "",
            *self._row([self._seat(seat, below) for seat in far]),
            *self._middle(),
            *self._row([self._seat(seat, below) for seat in near]),
            "┌" + "─" * (WIDTH - 2) + "┐",
            *[f"│ {one.ljust(WIDTH - 4)} │" for one in shown[:3]],
            "└" + "─" * (WIDTH - 2) + "┘",
            *([] if short else [self._paint("2", line) for line in self._legend()]),
        ]

    def _near(self) -> int:
        """Return the seat in the middle of the near side."""
        return 0

    def _legend(self) -> list[str]:
        """Return the meanings of the lamps and of the back of a card, in lines of WIDTH columns."""
        codes = ["legend-lamps", "legend-signs"] + ([] if self._colour else ["legend-colours"])
        return [self._tongue.said[code] for code in codes]

    def _middle(self) -> list[str]:
        """Return the pads in the middle that the game names, and others while they hold a card or a
        lit lamp.
        """
        standing, pads = self._snapshot.standing, self._snapshot.pads
        caption = standing.caption
        long = len(caption) > _PAD
        shown = [
            self._pad(standing.places[i] if i < len(standing.places) else "", [] if long else [caption], pad)
            for i, pad in enumerate(range(pads.seat_pads, len(pads.cards)))
            if i < standing.shown or pads.cards[pad] is not None or self._lamps(pad) != _OFF
        ]
        if not shown:
            return ["", caption.center(WIDTH).rstrip(), ""]
        return [*self._row(shown), caption[:WIDTH].center(WIDTH).rstrip()] if long else self._row(shown)

    def _lamps(self, pad: int) -> tuple[Lamp, Lamp, Lamp]:
        lamps = self._snapshot.pads.lamps
        return lamps[pad] if pad < len(lamps) else _OFF

    def _seat(self, seat: int, below: int | None) -> list[str]:
        texts = self._snapshot.standing.texts
        standing = texts[seat][:below] if seat < len(texts) else ()
        return self._pad(
            f"{label(seat)} {self._snapshot.players[seat]}", standing, self._snapshot.chairs[seat]
        )

    def _card(self, pad: int) -> str | None:
        """Return the card on a pad as it is drawn."""
        cards = self._snapshot.pads.cards
        return cards[pad] if pad < len(cards) else None

    def _pad(self, name: str, below: Sequence[str], pad: int) -> list[str]:
        """Return lines of _PAD columns: the player, the card and three lamps next to it, the text below."""
        top, middle, bottom = (self._lamp(lamp) for lamp in self._lamps(pad))
        return [
            name[:_PAD].center(_PAD),
            f"    ┌────┐ {top} ",
            f"    │{self._face(self._card(pad))}│ {middle} ",
            f"    └────┘ {bottom} ",
            *[line[:_PAD].center(_PAD) for line in below],
        ]

    def _face(self, card: str | None) -> str:
        """Return the visible side of a card, in four columns."""
        if card is None:
            return "    "
        if card == COVERED:
            return _FACE_DOWN
        if card == UNKNOWN:
            return " ?? "
        name = card.partition("#")[0]
        face = presentation.show_card(name).center(4)
        return self._paint(_RED, face) if face.strip() != name and name[-1] in "HD" else face

    def _lamp(self, lamp: Lamp) -> str:
        """Return a lamp in two columns."""
        if not lamp.colour:
            return _DARK + " "
        shape = _SHAPES.get(lamp.rhythm, _DARK)
        code, letter = _COLOURS[lamp.colour]
        return self._paint(code, shape) + " " if self._colour else shape + letter

    def _paint(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._colour else text

    def _row(self, pads: list[list[str]]) -> list[str]:
        """Return pads side by side, in the middle of the width. Escape codes take no room."""
        gap = min(_GAP, (WIDTH - _PAD * len(pads)) // max(1, len(pads) - 1))
        width = _PAD * len(pads) + gap * (len(pads) - 1)
        indent = " " * ((WIDTH - width) // 2)
        lines = zip_longest(*pads, fillvalue=" " * _PAD)
        return [indent + (" " * gap).join(line) for line in lines]
