"""How people handle the cards of a game beyond what lamps say: when they deal, and how much."""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, Protocol

from cardtable.rulebook import democracy_deal


class Manners(Protocol):
    """What the people of one game know by heart."""

    def hands_due(self, what: str, args: Sequence[Any]) -> tuple[int, int] | None:
        """(day, cards in a hand) if the hands of that day must be full when this is asked; otherwise None."""
        ...

    def ends_the_deal(self, shown: Sequence[int]) -> bool:
        """True if a hand laid open like this one means that all cards are gathered and dealt anew."""
        ...


class Usual:
    """The dealer deals where the table asks for just that: `deal`, with the day and the cards in a hand."""

    def hands_due(self, what: str, args: Sequence[Any]) -> tuple[int, int] | None:
        return (args[0], args[1]) if what == "deal" else None

    def ends_the_deal(self, shown: Sequence[int]) -> bool:
        return False


class Democracy:
    """The dealer deals before hands are counted or, uncounted, before a day's first card is turned up."""

    def __init__(self, options: dict[str, Any]) -> None:
        self._criterion = options["bad_catch"]

    def hands_due(self, what: str, args: Sequence[Any]) -> tuple[int, int] | None:
        if what == "count-hand":
            return args[0], args[1]
        if what in ("declare-window", "turn-up") and args[1] == 1:
            return args[0], args[2]
        return None

    def ends_the_deal(self, shown: Sequence[int]) -> bool:
        return bool(democracy_deal.is_bad_catch(shown, self._criterion))


_MANNERS: dict[str, Callable[[dict[str, Any]], Manners]] = {"democracy": Democracy}


def of(game: ModuleType, options: dict[str, Any]) -> Manners:
    """The manners of this game under these options; the usual ones unless it has its own."""
    own = _MANNERS.get(game.NAME)
    return Usual() if own is None else own(options)
