"""The ask for cards shown one after another: Show."""

from cardtable.micro import const

from ..cards import UNKNOWN
from .base import MOST_SEATS, NO, NOTHING, OK, OPEN, PRESS_OK, SEALED, SHOW, Ask, impossible

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence

    from ..picture import Picture
    from ..table import Table


class Show(Ask):
    """Each of `seats` shows `least` to `most` cards to its own pad, one after another, all seats at once.

    OK ends a seat's showing, NO takes back its cards, NO with nothing shown declines if `decline` allows it.
    `correctable`: until all have ended, NO takes back that, too. Cards shown go back to the hand.
    `rule(table, seat, card)` and `whole(table, cards)`: None, or the code of why a card, or all cards of a
    seat together, do not fit; called only if the cards can be seen.

    Parts: `[seat, card]`, `[seat, "ok"]`, `[seat, "back"]`, `[seat, "declined"]`. The answer is a list by
    seat of the cards, None if declined. Parts leave the Pico as they come, so cards shown are OPEN or SEALED,
    never UNTIL_CLOSED.
    """

    def __init__(
        self,
        seats: "Sequence[int]",
        least: int,
        most: int,
        what: str,
        decline: bool = False,
        secrecy: int = OPEN,
        rule: "Callable[[Table, int, int], str | None] | None" = None,
        whole: "Callable[[Table, list[int]], str | None] | None" = None,
        correctable: bool = False,
        args: "Sequence[Any]" = (),
        still: "Sequence[int]" = (),
    ) -> None:
        Ask.__init__(self, what, args, still, secrecy)
        self.seats = seats
        self.least = least
        self.most = most
        self.decline = decline
        self.rule = rule
        self.whole = whole
        self.correctable = correctable

    def place_of(self, place: int) -> bool:
        return place in self.seats

    def _unwanted(self, card: int, picture: "Picture", table: "Table", seat: int) -> str | None:
        if seat not in self.seats:
            return None
        if picture.done[seat]:
            return "shown-already"
        for place in range(len(picture.shown)):
            for value in picture.shown[place]:
                if table.peek(value) == card:
                    return "shown-already" if place == seat else "with-another"
        if len(picture.shown[seat]) >= self.most:
            return "too-many"
        if self.rule is not None and table.sees(card):
            return self.rule(table, seat, card)
        return None

    def part(self, picture: "Picture", table: "Table") -> object:
        for seat in self.seats:
            if picture.done[seat]:
                if self.correctable and picture.keys[seat] == NO:
                    return [seat, "back"]
                continue
            if picture.keys[seat] == OK and self._why_open(picture.shown[seat], table) is None:
                return [seat, "ok"]
            if picture.keys[seat] == NO and picture.shown[seat]:
                return [seat, "back"]
            if picture.keys[seat] == NO and self.decline:
                return [seat, "declined"]
            lying = picture.lying[seat]
            if lying is not None and not picture.is_old(seat):
                if self.why_wrong(picture, table, seat) is None:
                    return [seat, lying]
        return None

    def seal_part(self, part: "list[Any]", table: "Table") -> object:
        """Return a part as it is recorded."""
        if self.secrecy == SEALED and not isinstance(part[1], str):
            return [part[0], table.seal(part[1])]
        return part

    def fits_part(self, part: object, picture: "Picture", table: "Table") -> str | None:
        if not isinstance(part, list) or len(part) != 2 or part[0] not in self.seats:
            return "shape"
        seat: int = part[0]
        what = part[1]
        if what in ("ok", "back", "declined"):
            return self._why_not_said(what, picture, table, seat)
        why = impossible(what, self.secrecy == SEALED, table, seat)
        return why or self._unwanted(table.peek(what), picture, table, seat)

    def _why_not_said(self, what: str, picture: "Picture", table: "Table", seat: int) -> str | None:
        """Return the code of why a seat cannot end, take back or decline now, or None."""
        if picture.done[seat] and not (self.correctable and what == "back"):
            return "shown-already"
        shown = picture.shown[seat]
        if what == "ok":
            return self._why_open(shown, table)
        if what == "back":
            return None if shown or picture.done[seat] else "nothing-shown"
        return None if self.decline and not shown else "not-asked"

    def take_part(self, part: "list[Any]", picture: "Picture", table: "Table") -> None:
        """Apply a recorded part to the picture."""
        seat: int = part[0]
        what: int | str = part[1]
        picture.keys[seat] = None
        if isinstance(what, int):
            picture.shown[seat] = list(picture.shown[seat]) + [what]
            picture.answered(seat, table.peek(what))
        elif what == "back":
            picture.shown[seat] = ()
            picture.done[seat] = None
        else:
            picture.done[seat] = what

    def fits_parts(self, answer: object, picture: "Picture") -> str | None:
        return None if answer == self.judge(picture) else "not-what-was-shown"

    def refuses(self, picture: "Picture", table: "Table", place: int, key: int) -> str | None:
        if place not in self.seats:
            return "not-asked"
        if picture.done[place]:
            return None if self.correctable and key == NO else "not-asked"
        if key == OK:
            return self._why_open(picture.shown[place], table)
        if key == NO and not picture.shown[place] and not self.decline:
            return "not-asked"
        return None if key == NO else "not-asked"

    def _why_open(self, shown: "Sequence[int]", table: "Table") -> str | None:
        """Return the code of why a seat cannot end with the cards it has shown, or None."""
        if len(shown) < self.least:
            return "not-all-shown"
        if self.whole is None or not all([table.sees(value) for value in shown]):
            return None
        return self.whole(table, [table.peek(value) for value in shown])

    def judge(self, picture: "Picture") -> object:
        for seat in self.seats:
            if not picture.done[seat]:
                return None
        return [None if picture.done[s] == "declined" else list(picture.shown[s]) for s in self.seats]

    def seal(self, raw: "list[list[int] | None]", table: "Table") -> object:
        if self.secrecy != SEALED:
            return raw
        return [None if cards is None else [table.seal(card) for card in cards] for cards in raw]

    def fits(self, answer: object, table: "Table") -> str | None:
        if not isinstance(answer, list) or len(answer) != len(self.seats):
            return "shape"
        seen: list[int] = []
        for i in range(len(answer)):
            cards: object = answer[i]
            if cards is None and self.decline:
                continue
            if not isinstance(cards, list) or not self.least <= len(cards) <= self.most:
                return "shape"
            for card in cards:
                why = impossible(card, self.secrecy == SEALED, table, self.seats[i])
                known = table.peek(card) if why is None else UNKNOWN
                if why is None and known in seen and known != UNKNOWN:
                    why = "twice"
                if why is None and self.rule is not None and table.sees(card):
                    why = self.rule(table, self.seats[i], known)
                if why:
                    return why
                seen.append(known)
            why = self._why_open(cards, table)
            if why:
                return why
        return None

    def tasks(self, picture: "Picture", table: "Table", verdicts: list[int]) -> list[int]:
        tasks = [NOTHING] * MOST_SEATS
        for seat in self.seats:
            if not picture.done[seat]:
                tasks[seat] = PRESS_OK if len(picture.shown[seat]) == self.most else SHOW
        return tasks
