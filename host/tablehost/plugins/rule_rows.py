"""Rows of statistics on a rule of a game: in how many matches it came up, and how many it decided."""

from collections.abc import Callable
from typing import Generic, TypeVar

from tablehost.plugins.presentation import CountedRow
from tablehost.types import FactFields

COMES_UP, DECIDES = "comes up", "decides"

_NOTHING = (0.0, 0.0)

Holds = Callable[[FactFields], bool]
Found = TypeVar("Found")


class OfKinds(Generic[Found]):
    """The result of `find` for a fact of these kinds; `nothing` for others, which no row need be fed."""

    def __init__(self, nothing: Found, find: Callable[[FactFields], Found], *kinds: str) -> None:
        self._nothing = nothing
        self._find = find
        self.kinds = kinds

    def __call__(self, fact: FactFields) -> Found:
        return self._find(fact) if fact["kind"] in self.kinds else self._nothing


def counter(find: Callable[[FactFields], tuple[float, float]], *kinds: str) -> OfKinds[tuple[float, float]]:
    """Return the counter of a row that these kinds of facts alone move."""
    return OfKinds(_NOTHING, find, *kinds)


def rule(sentence: str, comes_up: Holds, decides: Holds | None = None) -> list[CountedRow]:
    """Return the rows on a rule for one match, whose facts they are fed in their order.

    `sentence`: the rule, as the key of its text in `story`. `comes_up`: True for a fact that shows the rule
    at work. `decides`: True for the fact that shows that others would have won without it; None where the
    facts do not say.
    """
    rows = [(f"{sentence}: {COMES_UP}", _once(comes_up))]
    return rows if decides is None else [*rows, (f"{sentence}: {DECIDES}", _once(decides))]


def field_is(kind: str, field: str, *values: object) -> Holds:
    """Return a predicate: the fact is of this kind, and its field has one of these values."""
    return OfKinds(False, lambda fact: fact[field] in values, kind)


def _once(holds: Holds) -> Callable[[FactFields], tuple[float, float]]:
    """Return a counter of matches, and of those in which this holds for any fact."""
    seen = False

    def count(fact: FactFields) -> tuple[float, float]:
        nonlocal seen
        is_first = not seen and holds(fact)
        is_last = fact["kind"] == "result"
        if not is_first and not is_last:
            return _NOTHING
        seen = seen or is_first
        return float(is_first), float(is_last)

    return counter(count, *holds.kinds, "result") if isinstance(holds, OfKinds) else count
