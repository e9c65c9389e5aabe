"""The spectator view of a match: a picture of the table on a terminal, plain lines anywhere else.

The first part of a match, such as a round, is shown card by card, the second line by line, and later ones a
line each; the picture stays to the end. It is drawn from the table's own reports of its pads, lamps and
display; names, scores and sentences come from the game's words.
"""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Sequence
from itertools import zip_longest
from typing import TextIO

from cardtable.engine import cards
from tablehost.games import narration, presentation
from tablehost.people import vocabulary
from tablehost.referee import open_log
from tablehost.screen.terminal import control, escape, escape_all, one_line
from tablehost.seats import label
from tablehost.types import Line, Prompt, Values

# A lamp is two characters of the table's: a colour's letter and a rhythm's sign. Each rhythm has its own
# shape, and without colours the letter follows it. White is bold only, to show on a white ground too.
_COLOURS = {"B": "34;1", "Y": "33;1", "V": "31;1", "W": "1"}
_SHAPES = {"=": "●", "~": "◐", "+": "◑", "*": "◒", "1": "①", ":": "②", "3": "③", "4": "④", "_": "○"}
_DARK = "·"
_OFF = "."  # in a lamp's two characters
_RED = "31"
LESSON = "    » "  # before a sentence that explains
WIDTH = 76  # columns of the picture; a narrower terminal gets the lines alone
_PAD = 14  # columns of one pad
_GAP = 8  # between two pads, less where a row has many
_FACE_DOWN = "▒▒▒▒"
# A terminal that knows synchronized updates shows no half of the text between these.
_BEGIN, _END = "\x1b[?2026h", "\x1b[?2026l"


def view(out: TextIO, players: Sequence[str], language: str = "") -> Plain:
    """Return the picture if `out` is a terminal that can move its cursor, plain lines otherwise."""
    if out.isatty() and os.environ.get("TERM", "dumb") != "dumb":
        return Picture(out, players, vocabulary.load(language))
    return Plain(out, players)


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


class Plain:
    """One line for everything that happened, in less and less detail. `out`: where to."""

    tells_all = False  # every part in the detail of the first

    def __init__(self, out: TextIO, players: Sequence[str]) -> None:
        self._out = out
        self._players: list[str] = escape_all(list(players))
        self._words = narration.Words(self._players)

    def say(self, text: str) -> None:
        """Print one line of text."""
        print(escape(text), file=self._out, flush=True)

    def answered(self, prompt: Prompt, answer: Values) -> None:
        """Show that the table has got this answer to this prompt of the referee."""
        self.aside(self._words.answered(prompt, answer))

    def aside(self, text: str) -> None:
        """Show a remark that is not in the log, "" for none."""
        if text and self._in_full():
            self.say(f"      {text}")

    def line(self, line: Line) -> None:
        """Show a line of the open log."""
        line = escape_all(line)
        kind = line["kind"]
        if kind == "match":
            self._words = narration.of(line)
        self._words.hear(line)
        if kind == "result":
            return  # shown last, below the reasons for the points
        if self._words.tells_always(line) or self._in_full():
            self.say(self._words.sentence(line))
        elif self._words.number == 2 and kind != "deal":
            self.say(self._words.sentence(line))
        elif kind == self._words.closing:
            self.say(self._words.in_short(line))

    def _in_full(self) -> bool:
        return self.tells_all or self._words.number <= 1

    def see(self, lamps: str, pads: Sequence[int | None], seat_pads: int) -> None:
        """Take a change of lamps and pads: no text in plain lines. `seat_pads` pads belong to seats."""

    def teach(self, lesson: str) -> None:
        """Show a lesson, if there is one."""
        if lesson:
            self.say(LESSON + lesson)

    def display(self, text: str) -> None:
        """Take a change of the display: no text in plain lines."""

    def warn(self, text: str) -> None:
        """Print a warning for a spectator that is no part of the match; to stderr."""
        print(f"cardtable: {escape(text)}", file=sys.stderr)

    def listen(self) -> bool:
        """Prepare to listen to the table; return True if there is something to `serve` at once."""
        return False

    def serve(self) -> None:
        """Do the work between events of the table: none for a spectator."""

    def end(self) -> None:
        """End the view: the match is over, or left."""


class Json(Plain):
    """The open log as it grows, and nothing else."""

    def line(self, line: Line) -> None:
        print(open_log.dumps(line), file=self._out, flush=True)

    def say(self, text: str) -> None:
        """Print no sentences."""

    def warn(self, text: str) -> None:
        """Print no warnings."""


class Picture(Plain):
    """A picture that changes in place on a terminal; sentences scroll above it."""

    def __init__(self, out: TextIO, players: Sequence[str], tongue: vocabulary.Tongue | None = None) -> None:
        super().__init__(out, players)
        self._tongue = vocabulary.load("") if tongue is None else tongue
        self._colour = not os.environ.get("NO_COLOR")
        self._lamps = ""
        self._pads: Sequence[int | None] = []
        self._seat_pads = 0
        self._chairs: list[int] = list(range(len(players)))
        self._text = ""
        self._drawn = 0
        self._last: list[str] = []
        self._columns = shutil.get_terminal_size().columns

    def say(self, text: str) -> None:
        columns = shutil.get_terminal_size().columns
        said = []
        for one in escape(text).split("\n"):
            said += textwrap.wrap(one, columns - 1, subsequent_indent=" " * 6) or [""]
        self._draw(said)

    def warn(self, text: str) -> None:
        if sys.stderr.isatty():
            self.say(f"cardtable: {text}")
        else:
            super().warn(text)

    def line(self, line: Line) -> None:
        if line["kind"] == "seated":
            self._chairs = line["pads"]
        super().line(line)

    def see(self, lamps: str, pads: Sequence[int | None], seat_pads: int) -> None:
        self._lamps, self._pads, self._seat_pads = lamps, pads, seat_pads
        self._redraw()

    def display(self, text: str) -> None:
        self._text = one_line(text)
        self._redraw()

    def end(self) -> None:
        self._lamps = ""
        self._draw()

    def _redraw(self) -> None:
        self._draw()

    def _draw(self, said: Sequence[str] = ()) -> None:
        """Write the sentences, then the picture, in one piece over the last one."""
        columns, rows = shutil.get_terminal_size()
        frame = self._fitting(columns, rows) if self._lamps else []
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
        far, near = row_of(len(self._chairs), self._near())
        shown = textwrap.wrap(self._text, WIDTH - 4)
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
        names = self._words.middle
        caption = self._words.caption()
        long = len(caption) > _PAD
        pads = [
            self._pad(self._words.place(i), [] if long else [caption], pad)
            for i, pad in enumerate(range(self._seat_pads, len(self._pads)))
            if i < len(names) or self._pads[pad] is not None or self._shines(pad)
        ]
        if not pads:
            return ["", caption.center(WIDTH).rstrip(), ""]
        return [*self._row(pads), caption[:WIDTH].center(WIDTH).rstrip()] if long else self._row(pads)

    def _shines(self, pad: int) -> bool:
        return self._lamps[pad * 6 : pad * 6 + 6].strip(_OFF) != ""

    def _seat(self, seat: int, below: int | None) -> list[str]:
        standing = self._words.standing(seat)[:below]
        return self._pad(f"{label(seat)} {self._players[seat]}", standing, self._chairs[seat])

    def _pad(self, name: str, below: Sequence[str], pad: int) -> list[str]:
        """Return lines of _PAD columns: the player, the card and three lamps next to it, the text below."""
        states = self._lamps[pad * 6 : pad * 6 + 6].ljust(6, _OFF)  # a seat without a report of the table
        card = self._pads[pad] if pad < len(self._pads) else None
        top, middle, bottom = (self._lamp(states[i : i + 2]) for i in (0, 2, 4))
        return [
            name[:_PAD].center(_PAD),
            f"    ┌────┐ {top} ",
            f"    │{self._face(card)}│ {middle} ",
            f"    └────┘ {bottom} ",
            *[line[:_PAD].center(_PAD) for line in below],
        ]

    def _face(self, card: int | None) -> str:
        """Return the visible side of a card, in four columns."""
        if card is None:
            return "    "
        if card == narration.COVERED:
            return _FACE_DOWN
        if not cards.is_card(card):
            return " ?? "
        names = self._words.letters
        name: str = cards.text(card, names).partition("#")[0]
        face = presentation.show_card(name).center(4)
        return self._paint(_RED, face) if face.strip() != name and name[-1] in "HD" else face

    def _lamp(self, state: str) -> str:
        """Return a lamp in two columns."""
        if state[0] not in _COLOURS:
            return _DARK + " "
        shape = _SHAPES.get(state[1], _DARK)
        return self._paint(_COLOURS[state[0]], shape) + " " if self._colour else shape + state[0]

    def _paint(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._colour else text

    def _row(self, pads: list[list[str]]) -> list[str]:
        """Return pads side by side, in the middle of the width. Escape codes take no room."""
        gap = min(_GAP, (WIDTH - _PAD * len(pads)) // max(1, len(pads) - 1))
        width = _PAD * len(pads) + gap * (len(pads) - 1)
        indent = " " * ((WIDTH - width) // 2)
        lines = zip_longest(*pads, fillvalue=" " * _PAD)
        return [indent + (" " * gap).join(line) for line in lines]
