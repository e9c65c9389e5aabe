"""Cards that were laid from a known hand, in a log of DemoS."""

from __future__ import annotations

from collections.abc import Sequence

from tablehost.plugins.presentation import Lay
from tablehost.types import Line


def lays(lines: Sequence[Line]) -> list[Lay]:
    """Return the public discards of the rounds whose hands are known. After them cards are drawn unseen."""
    found: list[Lay] = []
    hands: list[list[str]] = []
    laid: dict[int, tuple[int, str]] = {}  # by seat, the line and the card
    for number, line in enumerate(lines):
        if line["kind"] == "deal":
            hands, laid = line["hands"], {}
        elif line["kind"] in ("correction", "void"):
            hands = []  # other cards may have left the hands
        elif line["kind"] == "discard" and line["turn"] == 1 and hands:
            laid[line["seat"]] = (number, line["card"])
            if len(laid) == len(hands):
                if all(card in hands[seat] for seat, (_, card) in laid.items()):
                    found += _ask_each(hands, laid)
                hands = []
    return found


def _ask_each(hands: Sequence[Sequence[str]], laid: dict[int, tuple[int, str]]) -> list[Lay]:
    plays = [laid[seat][1] for seat in range(len(hands))]
    before: list[str] = []
    found = []
    for seat, (number, card) in laid.items():
        found.append(Lay(number, seat, list(hands[seat]), list(before), plays))
        before.append(card)
    return found
