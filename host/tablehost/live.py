"""What a spectator sees of a match: a picture of the table on a terminal, plain lines anywhere else.

The first island is told card by card, the second a line a trick, later ones a line an island. The picture
is drawn from what the table itself says of its pads, lamps and display.
"""

from __future__ import annotations

import os
import textwrap
from collections.abc import Sequence
from typing import Any, TextIO

from cardtable.rulebook import cards

from tablehost import openlog
from tablehost.text import table

# Two characters a lamp: a colour's letter and a rhythm's sign. Rhythm is also a shape.
_COLOURS = {"B": "34;1", "Y": "33;1", "V": "31;1", "W": "37;1"}
_SHAPES = {"=": "●", "~": "◐", ":": "◎", ".": "·"}
_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_RED = "31"
WIDTH = 76


class Plain:
    """One line for everything that happened, in less and less detail. `out`: where to."""

    def __init__(self, out: TextIO, players: Sequence[str]) -> None:
        self._out = out
        self._players = list(players)
        self._words = openlog.Plain()
        self._island = 0
        self.totals = [0] * len(players)

    def say(self, text: str) -> None:
        """One line of text."""
        print(text, file=self._out, flush=True)

    def turned_up(self, dealer: str, card: int) -> None:
        """A pool card lies open."""
        if self._island <= 1:
            self.say(f"      {dealer} turns up {cards.text(card)}")

    def all_laid(self, dealer: str) -> None:
        """Every card lies, face down, and the dealer has said OK."""
        if self._island <= 1:
            self.say(f"      all cards lie face down; {dealer} says OK")

    def line(self, line: openlog.Line) -> None:
        """A line of the open log."""
        kind = line["kind"]
        if kind == "island":
            self._island = line["n"]
        if kind == "score":
            self.totals = line["totals"]
        sentence = self._words.sentence(line)
        if kind in ("match", "result", "void", "declaration") or self._island <= 1:
            self.say(sentence)
        elif kind == "deal":
            return
        elif self._island == 2 or kind == "score":
            self.say(sentence if self._island == 2 else self._in_short(line))

    def _in_short(self, line: openlog.Line) -> str:
        """An island in one line: who won what, and how it stands."""
        won = [f"{self._players[seat]} +{n}" for seat, n in enumerate(line["game_points"]) if n]
        stand = ", ".join(f"{name} {total}" for name, total in zip(self._players, line["totals"], strict=True))
        return f"Island {self._island}: {', '.join(won) or 'nobody wins a tribe'}; now {stand}."

    def see(self, lamps: str, pads: Sequence[int | None]) -> None:
        """Lamps and pads have changed: nothing to say in plain lines."""

    def display(self, text: str) -> None:
        """The display says something else: nothing to say in plain lines."""

    def end(self) -> None:
        """The match is over."""


class Picture(Plain):
    """On a terminal the first island is a picture that changes in place; what is said scrolls above it."""

    def __init__(self, out: TextIO, players: Sequence[str]) -> None:
        super().__init__(out, players)
        self._colour = "NO_COLOR" not in os.environ
        self._lamps = ""
        self._pads: Sequence[int | None] = []
        self._chairs: list[int] = []
        self._text = ""
        self._drawn = 0

    def say(self, text: str) -> None:
        self._wipe()
        super().say(text)
        self._draw()

    def line(self, line: openlog.Line) -> None:
        if line["kind"] == "seated":
            self._chairs = line["pads"]
        super().line(line)

    def see(self, lamps: str, pads: Sequence[int | None]) -> None:
        self._lamps, self._pads = lamps, pads
        self._redraw()

    def display(self, text: str) -> None:
        self._text = text
        self._redraw()

    def end(self) -> None:
        self._wipe()
        self._island = 99

    def _redraw(self) -> None:
        if self._island <= 1:
            self._wipe()
            self._draw()

    def _wipe(self) -> None:
        if self._drawn:
            self._out.write(f"\x1b[{self._drawn}F\x1b[J")
            self._drawn = 0

    def _draw(self) -> None:
        if self._island > 1 or not self._lamps:
            return
        lines = self._frame()
        self._out.write("\n".join(lines) + "\n")
        self._out.flush()
        self._drawn = len(lines)

    # -- the picture -----------------------------------------------------------------------------

    def _frame(self) -> list[str]:
        """The table from above: half of the seats on the far side, the middle, the others on the near side."""
        seat_pads = [pad for pad in self._chairs] or list(range(len(self._players)))
        half = (len(seat_pads) + 1) // 2
        far = list(range(half, len(seat_pads)))[::-1]
        near = list(range(half))
        middle = [pad for pad in range(len(self._pads)) if pad >= len(self._pads) - self._middles()]
        rows: list[str] = [""]
        rows += self._row([self._seat(seat, seat_pads[seat]) for seat in far[::-1]][::-1])
        rows += self._row([self._pad("pool", "", pad) for pad in middle])
        rows += self._row([self._seat(seat, seat_pads[seat]) for seat in near])
        words = textwrap.wrap(self._text, WIDTH - 4) or [""]
        rows.append("┌" + "─" * (WIDTH - 2) + "┐")
        rows += [f"│ {one.ljust(WIDTH - 4)} │" for one in words[:3]]
        rows.append("└" + "─" * (WIDTH - 2) + "┘")
        return rows

    def _middles(self) -> int:
        return 1

    def _seat(self, seat: int, pad: int) -> list[str]:
        tribes = self.totals[seat]
        return self._pad(self._players[seat], f"{tribes} tribe{'' if tribes == 1 else 's'}", pad)

    def _pad(self, name: str, score: str, pad: int) -> list[str]:
        """A pad, five lines of 18 columns: who, the card on it, three lamps at its side, the score."""
        card = self._pads[pad] if pad < len(self._pads) else None
        states = self._lamps[pad * 6 : pad * 6 + 6]
        lamps = [self._lamp(states[i : i + 2]) for i in (0, 2, 4)]
        left, face, right = ("┌────┐", self._face(card), "└────┘")
        return [
            name[:12].center(12),
            f"   {left} {lamps[0]} ",
            f"   │{face}│ {lamps[1]} ",
            f"   {right} {lamps[2]} ",
            score.center(12),
        ]

    def _face(self, card: int | None) -> str:
        if card is None:
            return "    "
        if card < 0:
            return "▒▒▒▒"
        text = cards.text(card)
        suit = text[-1] if text[-1] in _SUITS else text.split("#")[0][-1]
        shown = text.split("#")[0]
        if suit in _SUITS:
            shown = shown[:-1] + _SUITS[suit]
        shown = shown.center(4)
        return f"\x1b[{_RED}m{shown}\x1b[0m" if self._colour and suit in "HD" else shown

    def _lamp(self, state: str) -> str:
        shape = _SHAPES.get(state[1:2], "·")
        code = _COLOURS.get(state[0:1])
        if code is None:
            return "·"
        return f"\x1b[{code}m{shape}\x1b[0m" if self._colour else state[0]

    def _row(self, pads: list[list[str]]) -> list[str]:
        """Pads side by side, in the middle of the width. Escape codes take no room."""
        if not pads:
            return []
        gap = " " * 6
        width = len(pads) * 12 + (len(pads) - 1) * len(gap)
        indent = " " * max(0, (WIDTH - width) // 2)
        return [indent + gap.join(pad[i] for pad in pads) for i in range(len(pads[0]))]


def tribes_table(lines: Sequence[openlog.Line], players: Sequence[str]) -> str:
    """Every game point of the match and why it was won, as a table; then how it ended."""
    rows = [["island", "player", "points", "why"]]
    island = 0
    score: dict[str, Any] | None = None
    for line in lines:
        if line["kind"] == "island":
            island = line["n"]
        if line["kind"] == "score":
            score = line
            for code, seat, about, worth in line["why"]:
                who = players[seat] if seat is not None else "-"
                rows.append([str(island), who, f"{worth:+d}", reason(code, seat, about, line)])
    if score is None:
        return "No island was scored."
    return table(rows, left=(0, 1, 3))


_REASONS = {
    "tribe": "tribe",
    "sweep": "sweep: every card of the suit",
    "stake": "tribe at high stake",
    "stake-and-sweep": "sweep at high stake",
    "bad-catch": "bad catch",
    "barred": "nothing: a false bad catch",
    "sweep-failed": "nothing: the announced sweep failed",
    "liar-void": "nothing: the high stake was a lie",
    "liar-plain": "tribe; the high stake was a lie",
}


def reason(code: str, seat: int | None, about: Any, score: dict[str, Any]) -> str:
    """Why a game point was booked, in the words of players."""
    words = _REASONS.get(code, code)
    points = score["points"]
    if isinstance(points, dict) and about in points and seat is not None:
        others = [str(n) for i, n in enumerate(points[about]) if i != seat]
        return f"{_SUITS[about]} {words}: {points[about][seat]} card points against {', '.join(others)}"
    return words if about is None else f"{words} ({about})"
