"""The choice of a view, by where it is shown and by what was asked for."""

from __future__ import annotations

import os
import sys
from typing import TextIO

from tablehost.arguments import Play, Replay
from tablehost.match.presenter import Presenter
from tablehost.match.roles import Role
from tablehost.people.held_seats import Seats
from tablehost.screen.inputs import LineInput, Watching
from tablehost.screen.json_lines import JsonLines
from tablehost.screen.plain import Plain
from tablehost.screen.player_lines import PlayerLines
from tablehost.screen.spoken import Spoken

AS_IT_IS, JSON, SPOKEN = "", "json", "spoken"  # a picture on a terminal, plain lines elsewhere


def form_of(args: Play | Replay) -> str:
    """Return the form that the options of a verb ask for."""
    return JSON if args.json else SPOKEN if args.speak else AS_IT_IS


def open_view(
    out: TextIO, presenter: Presenter, form: str = AS_IT_IS, seats: Seats | None = None
) -> tuple[Plain, Watching]:
    """Return the view of a match, which is attached to its presenter, and the input of its users."""
    view, given = _open(out, presenter, form, seats)
    presenter.attach(view)
    return view, given


def _open(out: TextIO, presenter: Presenter, form: str, seats: Seats | None) -> tuple[Plain, Watching]:
    tongue = presenter.tongue
    is_terminal = out.isatty() and sys.stdin.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    if form == AS_IT_IS and is_terminal:
        from tablehost.screen.application import Terminal  # what draws is imported where something is drawn

        screen = Terminal(out, presenter, seats)
        return screen, screen
    if seats is None:
        view = (
            JsonLines(out)
            if form == JSON
            else Spoken(out, tongue)
            if form == SPOKEN
            else Plain(out, tongue=tongue)
        )
        return view, Watching()
    role = Role(tuple(seats.seats))
    shown: Plain = PlayerLines(out, tongue, role)
    if form == JSON:
        shown = JsonLines(out, role)
    elif form == SPOKEN:
        shown = Spoken(out, tongue, role)
    return shown, LineInput(seats, presenter, shown)
