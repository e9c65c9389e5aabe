"""The ask for a secret vote by card or key: Ballot."""

from cardtable.micro import const

from ..cards import is_handle
from . import base  # one name: a module keeps each that it imports on the heap

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence

    from ..picture import Picture
    from ..table import Table

BY_KEY = const(256)  # + the key: a vote by key


class Ballot(base.Ask):
    """A secret vote: each of `seats` lays a card on its own pad or presses YES or NO.

    The seat `closer` presses OK when all have voted, and votes may be changed until then. The votes are
    secret before that; the number of votes is public. A card wins over a key: while a card is there keys are
    refused, and an earlier key counts no more. `rule(table, place, card)`: None, or the code of why this card
    is no vote here. `own`: by seat, the handles of cards that this seat has shown to the table, and no other
    seat may lay; they fit once more.

    The answer is a list in the order of `seats`: a card; a handle of `own`; or BY_KEY + the key.
    """

    by_key = BY_KEY
    counted = True

    def __init__(
        self,
        seats: "Sequence[int]",
        closer: int,
        what: str,
        rule: "Callable[[Table, int, int], str | None]",
        own: "Sequence[Sequence[int]] | None" = None,
        args: "Sequence[Any]" = (),
        still: "Sequence[int]" = (),
    ) -> None:
        base.Ask.__init__(self, what, args, still, base.UNTIL_CLOSED)
        self.seats = seats
        self.closer = closer
        self.rule = rule
        self.own = own or [()] * base.MOST_SEATS
        again: list[int] = []
        for handles in self.own:
            again.extend(handles)
        self.again = tuple(again)

    def place_of(self, place: int) -> bool:
        return place in self.seats

    def _vote(self, picture: "Picture", place: int) -> int | None:
        """Return the vote of `place` now, or None."""
        lying = picture.lying[place]
        if lying is not None:
            return None if picture.is_old(place) else lying
        key = picture.done[place]
        return BY_KEY + key if isinstance(key, int) else None

    def _complete(self, picture: "Picture") -> bool:
        """True if all have voted."""
        for seat in self.seats:
            if self._vote(picture, seat) is None:
                return False
        return True

    def latch(self, picture: "Picture", table: "Table", place: int, key: int) -> None:
        if key in (base.YES, base.NO) and place in self.seats:
            picture.done[place] = key

    def laid(self, picture: "Picture", place: int) -> str | None:
        if place in self.seats and picture.done[place] is not None:
            picture.done[place] = None
            return "card-counts"
        return None

    def _unwanted(self, card: int, picture: "Picture", table: "Table", place: int) -> str | None:
        return self.rule(table, place, card) if place in self.seats else "no-vote-here"

    def refuses(self, picture: "Picture", table: "Table", place: int, key: int) -> str | None:
        if key in (base.YES, base.NO) and place in self.seats:
            return None if picture.lying[place] is None else "card-counts"
        if key != base.OK:
            return "not-asked"
        if place != self.closer:
            return "not-your-key"
        return None if self._complete(picture) and not self.is_held_up(picture, table) else "not-all-voted"

    def judge(self, picture: "Picture") -> object:
        if picture.keys[self.closer] != base.OK or not self._complete(picture):
            return None
        return [self._vote(picture, seat) for seat in self.seats]

    def seal(self, raw: list[int], table: "Table") -> object:
        """Return the votes with a handle for every card that its seat has shown to the table."""
        sealed = []
        for i in range(len(raw)):
            value = raw[i]
            for handle in self.own[self.seats[i]]:
                if table.peek(handle) == raw[i]:
                    value = handle
            sealed.append(value)
        return sealed

    def fits(self, answer: object, table: "Table") -> str | None:
        if not isinstance(answer, list) or len(answer) != len(self.seats):
            return "shape"
        for i in range(len(answer)):
            value, seat = answer[i], self.seats[i]
            if value in (BY_KEY + base.YES, BY_KEY + base.NO):
                continue
            if answer.count(value) > 1:
                return "twice"
            if value in self.again and value not in self.own[seat]:
                return "with-another"
            why = base.impossible(value, value in self.own[seat], table, seat, self.again)
            if why is None and table.sees(value):
                why = self.rule(table, seat, table.peek(value))
            if why:
                return why
        return None

    def settle(self, answer: list[int], picture: "Picture", table: "Table") -> None:
        for i in range(len(answer)):
            seat, value = self.seats[i], answer[i]
            if is_handle(value):
                table.book(value, seat)
            if value < BY_KEY or is_handle(value):
                picture.answered(seat, table.peek(value))

    def wants(self, picture: "Picture") -> "Sequence[int]":
        return [seat for seat in self.seats if picture.done[seat] is None]

    def said(self, verdicts: list[int]) -> str:
        """Return the code of the current step: that of the OK if nothing else is missing."""
        for seat in self.seats:
            if verdicts[seat] not in (base.EMPTY, base.FINE):
                return self.what
        return self.what if base.WRONG in verdicts else self.what + "-ok"

    def tasks(self, picture: "Picture", table: "Table", verdicts: list[int]) -> list[int]:
        tasks = [base.NOTHING] * base.MOST_SEATS
        if self.said(verdicts) != self.what:
            tasks[self.closer] = base.PRESS_OK
        for seat in self.seats:
            if verdicts[seat] == base.MISSING:
                tasks[seat] = base.LAY
            elif verdicts[seat] not in (base.EMPTY, base.FINE):
                tasks[seat] = base.LIFT  # keys are refused while a card lies there
        return tasks
