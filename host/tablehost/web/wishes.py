"""Wishes for another seat in a browser that holds one: the operator allows or refuses each."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from tablehost.web.feed import Bell, Changes

MOST_WISHES = 20  # of a table
WAIT_S = 600.0  # a wish lasts so long after its page has asked for the answer


class WishFeed(Changes):
    """The count of changes: a page that shows the wishes fetches them again."""

    kinds = ("wishes", "wishes")


@dataclass
class SeatWish:
    """A wish. `holder`: the person who plays in this browser already; `name`: of the person who is to play
    there, too; `seat`: the wanted seat, None for any free one; `token`: of the invitation; `is_new`: the
    person does not sit there yet; `may`: the answer, None before it.
    """

    number: int
    holder: str
    name: str
    seat: int | None
    token: str
    is_new: bool
    may: bool | None = None
    asked_at: float = field(default_factory=time.monotonic)


class Wishes:
    """The wishes at a table, by browser."""

    def __init__(self, bell: Bell) -> None:
        self.feed = WishFeed(bell)
        self._all: dict[str, SeatWish] = {}
        self._count = 0
        self._change()

    @property
    def open(self) -> list[SeatWish]:
        """Return those that wait for an answer."""
        return [wish for wish in self._all.values() if wish.may is None and not _is_late(wish)]

    def add(self, browser: str, holder: str, name: str, seat: int | None, token: str, is_new: bool) -> bool:
        """Add a wish, in place of an earlier one of this browser; return False if too many wait."""
        self._all = {one: wish for one, wish in self._all.items() if one != browser and not _is_late(wish)}
        if len(self._all) >= MOST_WISHES:
            return False
        self._all[browser] = SeatWish(self._count, holder, name, seat, token, is_new)
        self._change()
        return True

    def find(self, browser: str) -> SeatWish | None:
        """Return the wish of a browser that asks for the answer."""
        wish = self._all.get(browser)
        if wish is not None:
            wish.asked_at = time.monotonic()
        return wish

    def answer(self, number: str, may: bool) -> None:
        """Allow a wish, or refuse it."""
        for wish in self.open:
            if str(wish.number) == number:
                wish.may = may
        self._change()

    def remove(self, browser: str) -> None:
        """Remove the wish of a browser."""
        self._all.pop(browser, None)
        self._change()

    def _change(self) -> None:
        self._count += 1
        self.feed.take({"number": self._count})


def _is_late(wish: SeatWish) -> bool:
    return time.monotonic() - wish.asked_at > WAIT_S
