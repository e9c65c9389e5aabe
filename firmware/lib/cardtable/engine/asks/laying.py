"""The asks for cards laid on pads: Lay, LayOne and Take; and Clear, for empty pads."""

from cardtable.micro import const

from ..cards import UNKNOWN, is_card, is_handle
from .base import (
    FINE,
    KEEP,
    LAY,
    LIFT,
    MOST_SEATS,
    NOTHING,
    OK,
    OPEN,
    OUT,
    PLACES,
    PRESS_OK,
    REMOVE,
    SEALED,
    TAKE,
    TAKE_ALL,
    WRONG,
    Ask,
    Ok,
    impossible,
    unusable,
)

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence

    from ..picture import Picture
    from ..table import Table


class Next:
    """`until=Next(seat)`: the ask closes when that seat lays a card which fits, too: its turn has come."""

    def __init__(self, seat: int) -> None:
        self.seat = seat


class Lay(Ask):
    """One fitting card on each of `places`; exchangeable until the ask is answered.

    `secrecy` SEALED: the answer holds handles. `until=Ok(seat)`: answered in the instant that seat presses OK
    with every card in place; see also `Next`. `still`: places where an old card may stay. `by`: the seat
    whose task a card in the middle is. `rule(table, place, card)`: None, or the code of why this card does
    not fit. `again`: cards or handles in the ledger that fit once more, and with `only` no others do. The
    answer is the list of cards in the order of `places`.
    """

    def __init__(
        self,
        places: "Sequence[int]",
        what: str,
        secrecy: int = OPEN,
        until: "Ok | Next | None" = None,
        still: "Sequence[int]" = (),
        by: int | None = None,
        rule: "Callable[[Table, int, int], str | None] | None" = None,
        args: "Sequence[Any]" = (),
        again: "Sequence[int]" = (),
        only: bool = False,
    ) -> None:
        Ask.__init__(self, what, args, still, secrecy)
        self.places = places
        self.until = until if isinstance(until, Ok) else None
        self.next = until.seat if isinstance(until, Next) else None
        self.by = by
        self.rule = rule
        self.again = again
        self.only = only

    def place_of(self, place: int) -> bool:
        return place in self.places

    def _unwanted(self, card: int, picture: "Picture", table: "Table", place: int) -> str | None:
        if not (place in self.places or place == self.next):
            return None
        why = self.rule(table, place, card) if self.rule is not None else None
        return why or self.uninvited(card, table)

    def uninvited(self, value: int, table: "Table") -> str | None:
        """Return the code if `value`, a card or a handle, fits only as one of `again`, and is none; else
        None.
        """
        card = table.peek(value)
        for one in self.again:
            if table.peek(one) == card:
                return None
        if self.only:
            return "not-offered"
        return "already-played" if is_card(card) and table.is_hidden(card) else None

    def wants(self, picture: "Picture") -> "Sequence[int]":
        return self.places

    def _complete(self, picture: "Picture") -> bool:
        """True if a card that has not answered is on every place; `is_held_up` checks for wrong ones."""
        for place in self.places:
            if picture.lying[place] is None or self.has_answered(picture, place):
                return False
        return True

    def refuses(self, picture: "Picture", table: "Table", place: int, key: int) -> str | None:
        if self.until is None or key != OK:
            return "not-asked"
        if place != self.until.seat:
            return "not-your-key"
        if self._complete(picture) and not self.is_held_up(picture, table):
            return None
        return "not-all-laid"

    def judge(self, picture: "Picture") -> object:
        if self.until is not None and picture.keys[self.until.seat] != OK:
            return None
        if not self._complete(picture):
            return None
        if self.next is not None and (picture.lying[self.next] is None or picture.is_old(self.next)):
            return None
        return [picture.lying[place] for place in self.places]

    def seal(self, raw: list[int], table: "Table") -> object:
        return [self._sealed(card, table) for card in raw] if self.secrecy == SEALED else raw

    def _sealed(self, card: int, table: "Table") -> int:
        """Return the handle for a card: the one it has, if it is laid once more."""
        for value in self.again:
            if is_handle(value) and table.peek(value) == card:
                return value
        return table.seal(card)

    def fits(self, answer: object, table: "Table") -> str | None:
        if not isinstance(answer, list) or len(answer) != len(self.places):
            return "shape"
        cards = []
        for i in range(len(answer)):
            why = self.misfit(self.places[i], answer[i], table)
            if why:
                return why
            card = table.peek(answer[i])
            if card in cards and card != UNKNOWN:
                return "twice"
            cards.append(card)
        return None

    def misfit(self, place: int, value: "Any", table: "Table") -> str | None:
        """Return the code of why a record cannot have `value` for a card laid on `place`, or None."""
        why = impossible(value, self.secrecy == SEALED, table, place, self.again)
        if why is None and self.rule is not None and table.sees(value):
            why = self.rule(table, place, table.peek(value))
        return why or self.uninvited(value, table)

    def settle(self, answer: list[int], picture: "Picture", table: "Table") -> None:
        for i in range(len(self.places)):
            table.book(answer[i], self.places[i])
            picture.answered(self.places[i], table.peek(answer[i]))

    def tasks(self, picture: "Picture", table: "Table", verdicts: list[int]) -> list[int]:
        tasks = [NOTHING] * MOST_SEATS
        for place in self.places:
            if verdicts[place] != FINE:
                doer = place if place < table.seats else self.by
                if doer is not None:
                    tasks[doer] = LAY
        if self.until is not None and self._lacks_only_ok(verdicts):
            tasks[self.until.seat] = PRESS_OK
        elif self.next is not None and LAY not in tasks:
            tasks[self.next] = LAY
        return tasks

    def said(self, verdicts: list[int]) -> str:
        return self.what + "-ok" if self._lacks_only_ok(verdicts) else self.what

    def _lacks_only_ok(self, verdicts: list[int]) -> bool:
        """True if only the OK that closes the ask is missing."""
        if self.until is None or WRONG in verdicts:
            return False
        for place in self.places:
            if verdicts[place] != FINE:
                return False
        return True


class LayOne(Lay):
    """One fitting card on any one of `places`, at the choice of the seat `by`, whose task it is.

    Cards that have answered may stay on `places`. The answer is `[place, card]`.
    """

    def _may_stay(self, place: int) -> bool:
        return place in self.still or place in self.places

    def unfit(self, picture: "Picture", table: "Table", place: int) -> str | None:
        return unusable(picture.lying[place], picture, table, place, self.again)

    def _unwanted(self, card: int, picture: "Picture", table: "Table", place: int) -> str | None:
        if place in self.places and len(self._laid(picture)) > 1:
            return "only-one"
        return Lay._unwanted(self, card, picture, table, place)

    def _laid(self, picture: "Picture") -> list[int]:
        """Return the places with a new card."""
        return [p for p in self.places if picture.lying[p] is not None and not self.has_answered(picture, p)]

    def wants(self, picture: "Picture") -> "Sequence[int]":
        return ()

    def _complete(self, picture: "Picture") -> bool:
        return len(self._laid(picture)) == 1

    def judge(self, picture: "Picture") -> object:
        if self.until is not None and picture.keys[self.until.seat] != OK:
            return None
        laid = self._laid(picture)
        return [laid[0], picture.lying[laid[0]]] if len(laid) == 1 else None

    def seal(self, raw: list[int], table: "Table") -> object:
        return [raw[0], self._sealed(raw[1], table)] if self.secrecy == SEALED else raw

    def fits(self, answer: object, table: "Table") -> str | None:
        if not isinstance(answer, list) or len(answer) != 2 or answer[0] not in self.places:
            return "shape"
        return self.misfit(answer[0], answer[1], table)

    def settle(self, answer: list[int], picture: "Picture", table: "Table") -> None:
        table.book(answer[1], answer[0])
        picture.answered(answer[0], table.peek(answer[1]))

    def tasks(self, picture: "Picture", table: "Table", verdicts: list[int]) -> list[int]:
        tasks = [NOTHING] * MOST_SEATS
        if self.until is not None and self._lacks_only_ok(verdicts):
            tasks[self.until.seat] = PRESS_OK
        elif self.by is not None:
            tasks[self.by] = LAY
        return tasks

    def _lacks_only_ok(self, verdicts: list[int]) -> bool:
        return self.until is not None and WRONG not in verdicts and FINE in verdicts


class Take(Lay):
    """`seat` may lay one of the open cards `offered` on the table on its own pad.

    The card that answered before is moved aside. The answer is `[card]`. It is no task of any seat: see
    `First`.
    """

    def __init__(
        self,
        seat: int,
        offered: "Sequence[int]",
        what: str,
        still: "Sequence[int]" = (),
        args: "Sequence[Any]" = (),
    ) -> None:
        Lay.__init__(self, (seat,), what, OPEN, still=still, args=args, again=offered, only=True)

    def _may_stay(self, place: int) -> bool:
        return place in self.still or place in self.places

    def unfit(self, picture: "Picture", table: "Table", place: int) -> str | None:
        return unusable(picture.lying[place], picture, table, place, self.again)

    def wants(self, picture: "Picture") -> "Sequence[int]":
        return ()

    def tasks(self, picture: "Picture", table: "Table", verdicts: list[int]) -> list[int]:
        return [NOTHING] * MOST_SEATS


class Clear(Ask):
    """All pads are empty. The answer is an empty list.

    `take`: the seat that takes everything; `keep`: these seats (True: all) take back their own cards and all
    others are out of play; neither: the cards are simply removed. Until then a recorded card may leave its
    pad and return; any other card is wrong. Cards that have answered may stay on the places of `still`.
    """

    def __init__(
        self,
        take: int | None = None,
        keep: "bool | Sequence[int]" = False,
        what: str = "clear",
        args: "Sequence[Any]" = (),
        still: "Sequence[int]" = (),
    ) -> None:
        Ask.__init__(self, what, args, still)
        self.take = take
        self.keep = keep

    def fits(self, answer: object, table: "Table") -> str | None:
        return None if answer == [] else "shape"

    def why_wrong(self, picture: "Picture", table: "Table", place: int) -> str | None:
        if place in self.still:
            return Ask.why_wrong(self, picture, table, place)
        lying = picture.lying[place]
        if lying is None or lying == picture.recorded[place]:
            return None
        if self.take is not None or self.keep:
            return "none-played-here" if picture.recorded[place] is None else "not-the-recorded-card"
        return None

    def verdict(self, picture: "Picture", table: "Table", place: int) -> int:
        if place in self.still:
            return Ask.verdict(self, picture, table, place)
        if self.why_wrong(picture, table, place):
            return WRONG
        if self.take is not None:
            return TAKE if place == self.take else REMOVE
        if self.keep:
            mine = place < table.seats if self.keep is True else place in self.keep
            return KEEP if mine else OUT
        return REMOVE

    def judge(self, picture: "Picture") -> object:
        for place in range(PLACES):
            if picture.lying[place] is not None and place not in self.still:
                return None
        return []

    def settle(self, answer: object, picture: "Picture", table: "Table") -> None:
        picture.cleared(self.still)

    def tasks(self, picture: "Picture", table: "Table", verdicts: list[int]) -> list[int]:
        tasks = [NOTHING] * MOST_SEATS
        for seat in range(table.seats):
            if picture.lying[seat] is not None:
                tasks[seat] = LIFT
        if self.take is not None:
            tasks[self.take] = TAKE_ALL
        return tasks
