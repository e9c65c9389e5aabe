"""The asks without a task for players: Pause, Chance, Reveal, Weigh.

All but Pause are answered by the table itself, by lot or because it knows the sealed values.
"""

from cardtable.micro import const

from ..cards import UNKNOWN, is_card, is_handle
from ..match import plain
from .base import Ask

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Callable, Sequence

    from ..picture import Picture
    from ..table import Table


class Pause(Ask):
    """`seconds` go by. The answer is an empty list."""

    def __init__(self, seconds: int, still: "Sequence[int]" = ()) -> None:
        Ask.__init__(self, "pause", still=still)
        self.seconds = seconds

    def judge(self, picture: "Picture") -> object:
        return [] if picture.expired else None

    def fits(self, answer: object, table: "Table") -> str | None:
        return None if answer == [] else "shape"


class Chance(Ask):
    """A number from 0 to n - 1, drawn by the table from the seed it committed to."""

    auto = True

    def __init__(self, n: int) -> None:
        Ask.__init__(self, "chance")
        self.n = n

    def draw_from(self, n: int) -> None:
        """Set the range of the next draw."""
        self.n = n

    def decide(self, table: "Table", index: int) -> int:
        return table.draw(index, self.n)

    def fits(self, answer: object, table: "Table") -> str | None:
        return None if isinstance(answer, int) and 0 <= answer < self.n else "range"


class Reveal(Ask):
    """The Pico opens sealed values. The answer is the list of their values.

    `most`: at most so many of them, the first ones; the script asks again for those that are left.
    """

    auto = True

    def __init__(self, values: "Sequence[int]", most: int | None = None) -> None:
        Ask.__init__(self, "reveal")
        self.values = values
        self._most = most

    def lacks(self, table: "Table") -> bool:
        return UNKNOWN in self.decide(table, 0)

    def decide(self, table: "Table", index: int) -> list[int]:
        return [table.peek(value) for value in self.values[: self._most]]

    def fits(self, answer: object, table: "Table") -> str | None:
        if not isinstance(answer, list) or len(answer) != len(self.values[: self._most]):
            return "shape"
        cards = []
        for i in range(len(answer)):
            value = self.values[i]
            card: object = answer[i]
            if not isinstance(card, int) or is_handle(card):
                return "still-sealed"
            known = table.peek(value)
            if not is_handle(known) and known != card:
                return "not-what-was-sealed"
            if is_handle(value) and table.is_booked(value):
                if not is_card(card) or not table.in_deck(card):
                    return "not-in-deck"
                if card in cards or (table.is_open_card(card) and not table.is_held(card)):
                    return "already-played"
                cards.append(card)
        return None

    def settle(self, answer: list[int], picture: "Picture", table: "Table") -> None:
        for i in range(len(answer)):
            table.open(self.values[i], answer[i])


class Weigh(Ask):
    """The Pico applies `rule(values)` to sealed values and states the verdict; checked once they are open."""

    auto = True

    def __init__(self, rule: "Callable[[list[int]], object]", values: "Sequence[int]") -> None:
        Ask.__init__(self, "weigh")
        self.rule = rule
        self.values = values

    def lacks(self, table: "Table") -> bool:
        return UNKNOWN in [table.peek(value) for value in self.values]

    def decide(self, table: "Table", index: int) -> object:
        return plain(self.rule([table.peek(value) for value in self.values]))

    def settle(self, answer: object, picture: "Picture", table: "Table") -> None:
        table.weighed(self.rule, self.values, answer)
