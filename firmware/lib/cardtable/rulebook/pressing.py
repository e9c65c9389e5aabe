"""The ask for a choice by keys: Choose."""

from .ask import (
    MOST_SEATS,
    NO,
    NOTHING,
    OK,
    OPEN,
    PICK,
    SEALED,
    YES,
    Ask,
    unusable,
)
from .cards import is_handle


class Choose(Ask):
    """`seat` picks one of `rows` (stable codes): YES steps to the next row, NO starts over, OK takes it;
    where others are asked too, YES and NO still change it until all have. The prompt's args are the rows.

    `by_card(card)`: the row that a card shown on the seat's pad stands for, or None; let a Clear follow,
    because after a power cut nobody knows that a card lying there was the one shown. `default`: the row
    that OK alone takes. `again`: cards in the ledger that may be shown. The answer is the number of the row,
    sealed if `secrecy` says so.
    """

    def __init__(self, seat, rows, what, secrecy=OPEN, default=None, by_card=None, still=(), again=()):
        Ask.__init__(self, what, rows, still, secrecy)
        self.seat = seat
        self.rows = rows
        self.default = default
        self.by_card = by_card
        self.again = again

    def row(self, picture, table):
        """The row that OK would take now, or None."""
        lying = picture.lying[self.seat]
        if self.by_card is not None and lying is not None and not picture.is_old(self.seat):
            return None if unusable(lying, picture, table, self.seat, self.again) else self.by_card(lying)
        steps = picture.steps[self.seat]
        return (steps - 1) % len(self.rows) if steps else self.default

    def fits(self, answer, table):
        if not isinstance(answer, int):
            return "shape"
        if is_handle(answer) != (self.secrecy == SEALED):
            return "secrecy"
        value = table.peek(answer)
        return None if is_handle(value) or 0 <= value < len(self.rows) else "row"

    def place_of(self, place):
        return self.by_card is not None and place == self.seat

    def _unwanted(self, card, picture, table, place):
        return "stands-for-nothing" if self.place_of(place) and self.by_card(card) is None else None

    def refuses(self, picture, table, place, key):
        if place != self.seat or key not in (YES, NO, OK):
            return "not-asked"
        if key == OK and self.row(picture, table) is None:
            return "pick-first"
        return None

    def latch(self, picture, table, place, key):
        if place == self.seat:
            picture.done[place] = self.row(picture, table) if key == OK else None

    def judge(self, picture):
        return picture.done[self.seat]

    def seal(self, raw, table):
        return table.seal(raw) if self.secrecy == SEALED else raw

    def settle(self, answer, picture, table):
        if self.by_card is not None:
            picture.used(self.seat)

    def tasks(self, picture, table, verdicts):
        tasks = [NOTHING] * MOST_SEATS
        if picture.done[self.seat] is None:
            tasks[self.seat] = PICK
        return tasks
