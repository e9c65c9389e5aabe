"""The asks that are answered by keys: Choose, Poll, Call and OperatorCall; and First, which calls
interrupt.
"""

from cardtable.micro import const

from ..cards import is_handle
from ..match import plain
from .base import (
    MAY_CALL,
    MOST_SEATS,
    NO,
    NOTHING,
    OK,
    OPEN,
    PICK,
    PRESS_OK,
    PRESS_YES_NO,
    SEALED,
    YES,
    Ask,
    unusable,
)
from .combined import Several

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence

    from ..picture import Picture
    from ..table import Table


class Choose(Ask):
    """`seat` picks one of `rows` (stable codes): YES steps to the next row, NO starts over, OK takes it.

    If other seats are asked too, YES and NO still change it until all have chosen. The prompt's args are the
    rows. `by_card(card)`: the row of a card shown on the seat's pad, or None; let a Clear follow, because
    after a power cut the table cannot tell whether a card there is the one shown. `default`: the row that OK
    alone takes. `again`: cards in the ledger that may be shown. The answer is the number of the row, sealed
    if `secrecy` is SEALED.
    """

    def __init__(
        self,
        seat: int,
        rows: "Sequence[object]",
        what: str,
        secrecy: int = OPEN,
        default: int | None = None,
        by_card: "Callable[[int], int | None] | None" = None,
        still: "Sequence[int]" = (),
        again: "Sequence[int]" = (),
    ) -> None:
        Ask.__init__(self, what, rows, still, secrecy)
        self.seat = seat
        self.seats = (seat,)
        self.rows = rows
        self.default = default
        self.by_card = by_card
        self.again = again

    def row(self, picture: "Picture", table: "Table") -> int | None:
        """Return the row that OK would take now, or None."""
        lying = picture.lying[self.seat]
        if self.by_card is not None and lying is not None and not picture.is_old(self.seat):
            return None if unusable(lying, picture, table, self.seat, self.again) else self.by_card(lying)
        steps = picture.steps[self.seat]
        return (steps - 1) % len(self.rows) if steps else self.default

    def fits(self, answer: object, table: "Table") -> str | None:
        if not isinstance(answer, int):
            return "shape"
        if is_handle(answer) != (self.secrecy == SEALED):
            return "secrecy"
        value = table.peek(answer)
        return None if is_handle(value) or 0 <= value < len(self.rows) else "row"

    def place_of(self, place: int) -> bool:
        return self.by_card is not None and place == self.seat

    def _unwanted(self, card: int, picture: "Picture", table: "Table", place: int) -> str | None:
        if self.by_card is None or place != self.seat or self.by_card(card) is not None:
            return None
        return "stands-for-nothing"

    def refuses(self, picture: "Picture", table: "Table", place: int, key: int) -> str | None:
        if place != self.seat or key not in (YES, NO, OK):
            return "not-asked"
        if key == OK and self.row(picture, table) is None:
            return "pick-first"
        return None

    def latch(self, picture: "Picture", table: "Table", place: int, key: int) -> None:
        if place == self.seat:
            picture.done[place] = self.row(picture, table) if key == OK else None

    def judge(self, picture: "Picture") -> object:
        return picture.done[self.seat]

    def seal(self, raw: int, table: "Table") -> object:
        return table.seal(raw) if self.secrecy == SEALED else raw

    def settle(self, answer: object, picture: "Picture", table: "Table") -> None:
        if self.by_card is not None:
            picture.used(self.seat)

    def tasks(self, picture: "Picture", table: "Table", verdicts: list[int]) -> list[int]:
        tasks = [NOTHING] * MOST_SEATS
        if picture.done[self.seat] is None:
            tasks[self.seat] = PICK
        return tasks


class Poll(Ask):
    """Each of `seats` presses one of `keys`, changeable until all have, or `quorum` of them the first key.

    With a quorum the first key alone answers; another of `keys` takes it back, and the seat is asked again.

    `tally(keys)`: a SEALED poll is answered by this public verdict alone, and only by one that is possible,
    `is_verdict(answer)`. Otherwise the answer is the list of keys in the order of `seats`, None for a seat
    that a quorum closed out. `others`: the code with which keys of all other seats are refused.
    """

    def __init__(
        self,
        seats: "Sequence[int]",
        keys: "Sequence[int]",
        what: str,
        secrecy: int = OPEN,
        quorum: int | None = None,
        tally: "Callable[[list[int]], object] | None" = None,
        is_verdict: "Callable[[Any], bool] | None" = None,
        args: "Sequence[Any]" = (),
        still: "Sequence[int]" = (),
        others: str = "not-asked",
    ) -> None:
        Ask.__init__(self, what, args, still, secrecy)
        self.others = others
        self.seats = seats
        self.keys = keys
        self.quorum = quorum
        self.tally: "Callable[[list[int]], object]" = tally  # type: ignore[assignment]
        self.is_verdict: "Callable[[Any], bool]" = is_verdict  # type: ignore[assignment]

    def refuses(self, picture: "Picture", table: "Table", place: int, key: int) -> str | None:
        if place not in self.seats:
            return self.others
        return None if key in self.keys else "not-asked"

    def judge(self, picture: "Picture") -> object:
        pressed: list[int | None] = []
        for seat in self.seats:  # within a First or All a key may be meant for another ask
            key = picture.keys[seat]
            pressed.append(key if key in self.keys else None)
        if self.quorum is not None:
            if pressed.count(self.keys[0]) < self.quorum:
                return None
            return [key if key == self.keys[0] else None for key in pressed]
        return None if None in pressed else pressed

    def seal(self, raw: list[int], table: "Table") -> object:
        return plain(self.tally(raw)) if self.secrecy == SEALED else raw

    def fits(self, answer: object, table: "Table") -> str | None:
        if self.secrecy == SEALED:
            return None if self.is_verdict(answer) else "verdict"
        if not isinstance(answer, list) or len(answer) != len(self.seats):
            return "shape"
        for key in answer:
            if key not in self.keys and not (key is None and self.quorum is not None):
                return "key"
        if self.quorum is not None:
            if answer.count(self.keys[0]) != self.quorum or answer.count(None) != len(answer) - self.quorum:
                return "quorum"
        return None

    def tasks(self, picture: "Picture", table: "Table", verdicts: list[int]) -> list[int]:
        tasks = [NOTHING] * MOST_SEATS
        for seat in self.seats:
            key = picture.keys[seat]
            if key is None or (self.quorum is not None and key in self.keys[1:]):
                tasks[seat] = PRESS_OK if self.keys == (OK,) else PRESS_YES_NO
        return tasks


# -- Calls -----------------------------------------------------------------------------------------


class Call(Ask):
    """Any of `seats` may speak up with one of `keys`. The answer is `[seat, key]`.

    If several have pressed before the table looked, the order of `seats` decides. `interrupts`: its First is
    asked again, see there.
    """

    def __init__(
        self,
        seats: "Sequence[int]",
        keys: "Sequence[int]",
        what: str,
        args: "Sequence[Any]" = (),
        still: "Sequence[int]" = (),
        interrupts: bool = False,
    ) -> None:
        Ask.__init__(self, what, args, still)
        self.seats = seats
        self.keys = keys
        self.interrupts = interrupts

    def refuses(self, picture: "Picture", table: "Table", place: int, key: int) -> str | None:
        return None if place in self.seats and key in self.keys else "not-asked"

    def judge(self, picture: "Picture") -> object:
        for seat in self.seats:
            if picture.keys[seat] in self.keys:
                return [seat, picture.keys[seat]]
        return None

    def fits(self, answer: object, table: "Table") -> str | None:
        if not isinstance(answer, list) or len(answer) != 2:
            return "shape"
        return None if answer[0] in self.seats and answer[1] in self.keys else "key"

    def tasks(self, picture: "Picture", table: "Table", verdicts: list[int]) -> list[int]:
        tasks = [NOTHING] * MOST_SEATS
        for seat in self.seats:
            tasks[seat] = MAY_CALL
        return tasks


class OperatorCall(Call):
    """The operator speaks up for one of `seats`, see `corrections.call`; no key answers this."""

    def refuses(self, picture: "Picture", table: "Table", place: int, key: int) -> str | None:
        return "not-asked"

    def judge(self, picture: "Picture") -> object:
        return None

    def tasks(self, picture: "Picture", table: "Table", verdicts: list[int]) -> list[int]:
        return [NOTHING] * MOST_SEATS


class First(Several):
    """Answered by the first of `asks` that is, in this order. The answer is `[number, its answer]`.

    After a Call that interrupts, the script handles it and yields the very same First again: earlier keys and
    shown cards still count, but for the key of the caller.
    """

    def interrupted_by(self, answer: "list[Any]") -> int | None:
        call: list[int] = answer[1]
        return call[0] if self.asks[answer[0]].interrupts else None

    def judge(self, picture: "Picture") -> object:
        for i in range(len(self.asks)):
            raw = self.asks[i].judge(picture)
            if raw is not None:
                return [i, raw]
        return None

    def seal(self, raw: "list[Any]", table: "Table") -> object:
        number: int = raw[0]
        return [number, self.asks[number].seal(raw[1], table)]

    def settle(self, answer: "list[Any]", picture: "Picture", table: "Table") -> None:
        self.asks[answer[0]].settle(answer[1], picture, table)

    def fits(self, answer: object, table: "Table") -> str | None:
        if not isinstance(answer, list) or len(answer) != 2 or answer[0] not in range(len(self.asks)):
            return "shape"
        return self.asks[answer[0]].fits(answer[1], table)

    def fits_parts(self, answer: "list[Any]", picture: "Picture") -> str | None:
        asked: "Ask" = self.asks[answer[0]]
        return asked.fits_parts(answer[1], picture)
