"""Seats as people know them: by name, else by number from 1. Programs and records count them from 0."""

from __future__ import annotations

from collections.abc import Sequence


def label(seat: int) -> str:
    """Return the number of a seat as it is shown."""
    return str(seat + 1)


def parse(word: str, count: int, players: Sequence[str] = ()) -> int:
    """Return the seat, from 0, that a typed number or name means. Raises ValueError if there is none.

    `count`: how many seats there are; `players`: their names, compared without regard to capitals.
    """
    names = [name.casefold() for name in players]
    if word.casefold() in names:
        return names.index(word.casefold())
    if not word.isascii() or not word.isdigit() or len(word) > 3 or not 0 < int(word) <= count:
        raise ValueError(word)
    return int(word) - 1
