"""Seats around the table, as a picture from above has them."""

from __future__ import annotations


def rows(seats: int, near: int) -> tuple[list[int], list[int]]:
    """Return the seats at the far and at the near side, each from the left, as seen from `near`.

    Clockwise from there: the next seat is to the left. `near` is in the middle of the near side.
    """
    half = max(0, (seats + 1) // 2 - 1) // 2
    side = [(near + half - i) % seats for i in range(2 * half + 1)]
    return [(near + half + 1 + i) % seats for i in range(seats - len(side))], side
