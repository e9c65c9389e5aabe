"""Several asks at once: Several and All. Each place and key goes to the ask that wants it.

First, the first of several to be answered, is in `keys`, next to the calls that interrupt it."""

from cardtable.micro import const

from .base import MAY_CALL, MOST_SEATS, NOTHING, Ask

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any, Sequence

    from ..picture import Picture
    from ..table import Table


class Several(Ask):
    """The base of First and All. The first ask gives the words; no two may want the same place."""

    def __init__(self, *asks: "Ask") -> None:
        Ask.__init__(self, asks[0].what, asks[0].args)
        self.asks = asks

    def pose(self, asks: "Sequence[Ask]") -> None:
        """Pose these asks instead, under the same words; keys pressed before still count."""
        self.asks = tuple(asks)

    def place_of(self, place: int) -> bool:
        for ask in self.asks:
            if ask.place_of(place):
                return True
        return False

    def parts(self) -> "list[Ask]":
        found: "list[Ask]" = []
        for ask in self.asks:
            found.extend(ask.parts())
        return found

    def owner(self, place: int) -> "Ask":
        for ask in self.asks:
            if ask.place_of(place):
                return ask.owner(place)
        return self.asks[0].owner(place)

    def why_wrong(self, picture: "Picture", table: "Table", place: int) -> str | None:
        return self.owner(place).why_wrong(picture, table, place)

    def wants(self, picture: "Picture") -> "Sequence[int]":
        found: list[int] = []
        for ask in self.asks:
            found.extend(ask.wants(picture))
        return found

    def verdict(self, picture: "Picture", table: "Table", place: int) -> int:
        return self.owner(place).verdict(picture, table, place)

    def said(self, verdicts: list[int]) -> str:
        return self.asks[0].said(verdicts)

    def refuses(self, picture: "Picture", table: "Table", place: int, key: int) -> str | None:
        code = "not-asked"
        for ask in self.asks:
            why = ask.refuses(picture, table, place, key)
            if why is None:
                return None
            if code == "not-asked":
                code = why
        return code

    def latch(self, picture: "Picture", table: "Table", place: int, key: int) -> None:
        for ask in self.asks:
            ask.latch(picture, table, place, key)

    def laid(self, picture: "Picture", place: int) -> str | None:
        return self.owner(place).laid(picture, place)

    def tasks(self, picture: "Picture", table: "Table", verdicts: list[int]) -> list[int]:
        tasks = [NOTHING] * MOST_SEATS
        for ask in self.asks:
            more = ask.tasks(picture, table, verdicts)
            for seat in range(MOST_SEATS):
                if tasks[seat] in (NOTHING, MAY_CALL) and more[seat] != NOTHING:
                    tasks[seat] = more[seat]
        return tasks

    def part(self, picture: "Picture", table: "Table") -> object:
        for ask in self.asks:
            part = ask.part(picture, table)
            if part is not None:
                return part
        return None

    def seal_part(self, part: "list[Any]", table: "Table") -> object:
        return self.owner(part[0]).seal_part(part, table)

    def fits_part(self, part: object, picture: "Picture", table: "Table") -> str | None:
        if not isinstance(part, list) or not part:
            return "shape"
        return self.owner(part[0]).fits_part(part, picture, table)

    def take_part(self, part: "list[Any]", picture: "Picture", table: "Table") -> None:
        self.owner(part[0]).take_part(part, picture, table)


class All(Several):
    """Answered when all of `asks` are. The answer is the list of their answers."""

    def judge(self, picture: "Picture") -> object:
        raws = []
        for ask in self.asks:
            raw = ask.judge(picture)
            if raw is None:
                return None
            raws.append(raw)
        return raws

    def seal(self, raw: list[object], table: "Table") -> object:
        return [self.asks[i].seal(raw[i], table) for i in range(len(raw))]

    def settle(self, answer: list[object], picture: "Picture", table: "Table") -> None:
        for i in range(len(self.asks)):
            self.asks[i].settle(answer[i], picture, table)

    def fits(self, answer: object, table: "Table") -> str | None:
        if not isinstance(answer, list) or len(answer) != len(self.asks):
            return "shape"
        for i in range(len(answer)):
            why = self.asks[i].fits(answer[i], table)
            if why:
                return why
        return None

    def fits_parts(self, answer: list[object], picture: "Picture") -> str | None:
        for i in range(len(answer)):
            why = self.asks[i].fits_parts(answer[i], picture)
            if why:
                return why
        return None
