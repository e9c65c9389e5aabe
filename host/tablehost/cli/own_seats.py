"""The seats that the user plays: those of --hands, or which they are where it is not given."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablehost import messages
from tablehost.errors import Trouble
from tablehost.link import discovery
from tablehost.seats import parse

if TYPE_CHECKING:
    from tablehost.arguments import Play

SAID = messages.Catalogue("play")


def choose_hands(args: Play, address: str, players: Sequence[str]) -> list[int]:
    """Return the seats that the user plays: --hands, by default the first one on a terminal. Raises
    Trouble.
    """
    asked: str | None = args.hands
    at_virtual = address == discovery.SIM and args.pty is None
    if asked is None:
        terminal = sys.stdin.isatty() and sys.stdout.isatty()
        if not terminal or not at_virtual or args.watch or args.json:
            return []
        return [0]
    if args.watch:
        raise Trouble("BAD_HANDS", SAID("hands-or-watch"))
    return parse_seats(asked, len(players), at_virtual, SAID("no-seat"), players)


def parse_seats(
    asked: str, seats: int, at_virtual: bool, else_said: str, players: Sequence[str] = ()
) -> list[int]:
    """Return the seats of --hands, of `seats`. `else_said`: the message for another word. Raises
    Trouble.
    """
    if not at_virtual:
        raise Trouble("BAD_HANDS", SAID("hands-need-virtual"))
    if asked == "all":
        return list(range(seats))
    found = set()
    for word in asked.split(","):
        try:
            found.add(parse(word, seats, players))
        except ValueError:
            hint = SAID("hands-hint", seats=seats)
            raise Trouble(
                "BAD_HANDS",
                SAID("unknown-hands", asked=asked, word=word or "-", else_said=else_said),
                hint,
            ) from None
    return sorted(found)
