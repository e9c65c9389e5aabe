"""The picture of a table on a terminal, drawn from a snapshot: pads seen from above, lamps, display.

Rich measures and colours it. It is as wide as the terminal up to WIDEST; a narrow one gets a line a seat.
"""

from __future__ import annotations

import io
import os
from collections.abc import Mapping, Sequence

from rich import box
from rich.align import Align
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tablehost.console.terminal import one_line
from tablehost.match import lamps, seating
from tablehost.match.card_words import CardWords
from tablehost.match.events import COVERED, UNKNOWN, Hand, Lamp
from tablehost.match.snapshot import Snapshot
from tablehost.people.vocabulary import Tongue
from tablehost.seats import label
from tablehost.suits import show_card

# Without colours a letter follows the shape of a lamp. White is bold only, to show on a white ground too.
COLOURS = {
    "blue": ("bold blue", "B"),
    "yellow": ("bold yellow", "Y"),
    "red": ("bold red", "V"),
    "white": ("bold", "W"),
}
FACE_DOWN = "▒▒▒▒"
NARROW = 76  # columns; below it a seat is a line
WIDEST = 132
_MOST_IN_FULL = 5  # pads in the middle that fit side by side with their lamps
_PAD = 14  # columns of one pad
_CARD = 7  # of one of many cards in the middle
_OFF = (Lamp(), Lamp(), Lamp())


def has_colours() -> bool:
    """Return True unless the user wants none."""
    return not os.environ.get("NO_COLOR")


def render(what: RenderableType, columns: int) -> list[str]:
    """Return what Rich draws in so many columns, in lines with escape codes of colours."""
    out = io.StringIO()
    console = Console(
        file=out,
        width=columns,
        force_terminal=True,
        color_system="standard" if has_colours() else None,
        highlight=False,
        legacy_windows=False,
    )
    console.print(what, end="")
    return out.getvalue().rstrip("\n").split("\n")


def face(card: str | None, tongue: Tongue) -> Text:
    """Return the visible side of a card, "" for none; hearts and diamonds are red."""
    if card is None:
        return Text("")
    if card == COVERED:
        return Text(FACE_DOWN)
    if card == UNKNOWN:
        return Text("??")
    name = card.partition("#")[0]
    shown = show_card(name, tongue.shown)
    return Text(shown, style="red" if shown != name and name[-1] in "HD" else "")


class Picture:
    """The picture of a snapshot. `near`: the seat at the near side; `own`: hands that are held here."""

    def __init__(
        self, snapshot: Snapshot, tongue: Tongue, near: int = 0, own: Mapping[int, Hand] | None = None
    ) -> None:
        self._snapshot = snapshot
        self._tongue = tongue
        self._near = near
        self._own = own or {}
        self._display = one_line(CardWords(tongue).name(snapshot.display))

    def lines(self, columns: int, rows: int) -> list[str]:
        """Return the picture with as much as there is room for, [] if there is none."""
        forms: list[RenderableType] = [self._list()]
        if columns >= NARROW:
            forms = [self._table(*form) for form in ((True, True), (False, True), (False, False))] + forms
        for form in forms:
            drawn = render(form, min(columns, WIDEST))
            if len(drawn) <= rows:
                margin = " " * ((columns - min(columns, WIDEST)) // 2)
                return [margin + line for line in drawn]
        return []

    def _table(self, has_legend: bool, has_standing: bool) -> RenderableType:
        """Return the table from above, seats clockwise, with one in the middle of the near side."""
        far, near = seating.rows(len(self._snapshot.players), self._near)
        parts = [
            self._row([self._seat(seat, has_standing) for seat in far]),
            *self._middle(),
            self._row([self._seat(seat, has_standing) for seat in near]),
            Panel(Text(self._display), box=box.SQUARE, height=4),
        ]
        if has_legend:
            parts += [Align.center(Text(line, style="dim")) for line in self._legend()]
        return Group(*parts)

    def _legend(self) -> list[str]:
        """Return the meanings of the lamps and of the back of a card."""
        codes = ["legend-lamps", "legend-signs"] + ([] if has_colours() else ["legend-colours"])
        return [self._tongue.said[code] for code in codes]

    def _middle(self) -> list[RenderableType]:
        """Return the pads in the middle that the game names, and others while they hold a card or a lit lamp,
        with the caption.
        """
        standing, pads = self._snapshot.standing, self._snapshot.pads
        middle = [
            (standing.places[i] if i < len(standing.places) else "", pad)
            for i, pad in enumerate(range(pads.seat_pads, len(pads.cards)))
            if i < standing.shown or pads.cards[pad] is not None or self._lamps(pad) != _OFF
        ]
        caption = Align.center(Text(standing.caption))
        if not middle:
            return [Text(""), caption, Text("")]
        if len(middle) <= _MOST_IN_FULL:
            return [self._row([self._pad(Text(name), pad, []) for name, pad in middle]), caption]
        before = ["", *(name for name, _ in middle)]  # a name that neighbours share is shown once
        alone = [
            self._card_alone("" if name == old else name, pad)
            for old, (name, pad) in zip(before, middle, strict=False)
        ]
        return [self._row(alone, _CARD), caption]

    def _row(self, pads: Sequence[Text], width: int = _PAD) -> RenderableType:
        """Return pads side by side, in the middle."""
        row = Table.grid(padding=(0, 1) if len(pads) > 4 else (0, 4))
        for _ in pads:
            row.add_column(width=width, no_wrap=True)
        row.add_row(*pads)
        return Align.center(row)

    def _seat(self, seat: int, has_standing: bool) -> Text:
        texts = self._snapshot.standing.texts
        below = texts[seat] if seat < len(texts) else ()
        name = Text(
            f"{label(seat)} {self._snapshot.players[seat]}", style="bold" if seat in self._own else ""
        )
        if not has_standing and below:
            name.append(f" {below[0].split(' ')[0]}")
        return self._pad(name, self._snapshot.chairs[seat], below if has_standing else ())

    def _pad(self, name: Text, pad: int, below: Sequence[str]) -> Text:
        """Return a pad: the player, the card and three lamps next to it, the text below."""
        card = face(self._card(pad), self._tongue)
        card.align("center", 4)
        top, middle, bottom = (_lamp(lamp) for lamp in self._lamps(pad))
        parts = [
            _centred(name),
            Text.assemble("    ┌────┐ ", top),
            Text.assemble("    │", card, "│ ", middle),
            Text.assemble("    └────┘ ", bottom),
            *[_centred(Text(line)) for line in below],
        ]
        return Text("\n").join(parts)

    def _card_alone(self, name: str, pad: int) -> Text:
        """Return a pad in the middle without lamps, where many lie side by side."""
        card = face(self._card(pad), self._tongue)
        card.align("center", 4)
        parts = [_centred(Text(name), _CARD), Text("┌────┐"), Text.assemble("│", card, "│"), Text("└────┘")]
        return Text("\n").join(parts)

    def _list(self) -> RenderableType:
        """Return a line for each place in the middle and each seat, for a narrow terminal."""
        snapshot = self._snapshot
        rows = Table.grid(padding=(0, 1))
        for width, side in ((12, "left"), (4, "center"), (6, "left"), (None, "left")):
            rows.add_column(width=width, justify=side, no_wrap=True)  # type: ignore[arg-type]
        for i, pad in enumerate(range(snapshot.pads.seat_pads, len(snapshot.pads.cards))):
            if i < snapshot.standing.shown or snapshot.pads.cards[pad] is not None:
                name = snapshot.standing.places[i] if i < len(snapshot.standing.places) else ""
                rows.add_row(
                    Text(name),
                    face(self._card(pad), self._tongue),
                    self._all_lamps(pad),
                    Text(snapshot.standing.caption),
                )
        for seat, name in enumerate(snapshot.players):
            texts = snapshot.standing.texts[seat] if seat < len(snapshot.standing.texts) else ()
            pad = snapshot.chairs[seat]
            called = Text(f"{label(seat)} {name}", style="bold" if seat in self._own else "")
            rows.add_row(
                called, face(self._card(pad), self._tongue), self._all_lamps(pad), Text(", ".join(texts))
            )
        return Group(rows, Text(self._display, style="bold"))

    def _all_lamps(self, pad: int) -> Text:
        return Text("").join([_lamp(lamp) for lamp in self._lamps(pad)])

    def _lamps(self, pad: int) -> tuple[Lamp, Lamp, Lamp]:
        lamps = self._snapshot.pads.lamps
        return lamps[pad] if pad < len(lamps) else _OFF

    def _card(self, pad: int) -> str | None:
        """Return the card on a pad, with the face of one that was laid from here."""
        snapshot = self._snapshot
        own = self._own.get(snapshot.chairs.index(pad)) if pad in snapshot.chairs else None
        if own is not None and own.pad:
            return own.pad[-1]
        return snapshot.pads.cards[pad] if pad < len(snapshot.pads.cards) else None


def _centred(text: Text, columns: int = _PAD) -> Text:
    """Return a text in the middle of a pad's columns."""
    text.truncate(columns)
    text.align("center", columns)
    return text


def _lamp(lamp: Lamp) -> Text:
    """Return a lamp in two columns."""
    shape = lamps.shape(lamp)
    if not lamp.colour:
        return Text(shape + " ")
    style, letter = COLOURS[lamp.colour]
    return Text(shape + " ", style=style) if has_colours() else Text(shape + letter)
