"""The expressions that KiCad's files consist of: a name, then words, texts, numbers and further expressions.

Source of the format: dev-docs.kicad.org, "S-Expression Format".
"""

from __future__ import annotations

from collections.abc import Iterator

import sexpdata  # type: ignore[import-untyped]


class Word(str):
    """A word, which stands without quotes."""

    __slots__ = ()


class Row:
    """An expression. `name`: its first word; `items`: what follows it."""

    def __init__(self, name: str, *items: Item) -> None:
        self.name = name
        self.items = list(items)

    def rows(self, name: str) -> Iterator[Row]:
        """Yield the expressions of this name in it."""
        for item in self.items:
            if isinstance(item, Row) and item.name == name:
                yield item

    def find(self, name: str) -> Row | None:
        """Return the first expression of this name in it."""
        return next(self.rows(name), None)

    def row(self, name: str) -> Row:
        """Return the first expression of this name in it. Raises ValueError without one."""
        found = self.find(name)
        if found is None:
            raise ValueError(f"a {self.name} of the board has no {name}")
        return found

    def numbers(self) -> list[float]:
        """Return the numbers in it."""
        return [float(item) for item in self.items if isinstance(item, int | float)]

    def text(self, at: int = 0) -> str:
        """Return a word or text in it, "" if there is none at this place."""
        item = self.items[at] if at < len(self.items) else ""
        return str(item) if isinstance(item, str | int | float) else ""

    def without(self, *names: str) -> Row:
        """Return a copy without the expressions of these names."""
        kept = (item for item in self.items if not (isinstance(item, Row) and item.name in names))
        return Row(self.name, *kept)

    def dump(self) -> str:
        """Return its text, in one line."""
        return f"({' '.join([self.name, *map(_dump, self.items)])})"


Item = Row | Word | str | int | float


def _dump(item: Item) -> str:
    if isinstance(item, Row):
        return item.dump()
    if isinstance(item, Word):
        return item
    if isinstance(item, str):
        escaped = item.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return f"{round(item, 4):g}" if abs(item) < 1e5 else str(item)


def parse(text: str) -> Row:
    """Return the expression in a file of KiCad. Raises ValueError."""
    try:
        found = _item(sexpdata.loads(text, nil=None, true=None, false=None))
    except (AttributeError, AssertionError, sexpdata.ExpectClosingBracket) as error:
        raise ValueError(f"this is no file of KiCad, or it is cut off: {error}") from error
    if not isinstance(found, Row):
        raise ValueError("a file of KiCad is one expression")
    return found


def _item(given: object) -> Item:
    if isinstance(given, list):
        name, *rest = given
        return Row(str(_item(name)), *map(_item, rest))
    if isinstance(given, sexpdata.Symbol):
        return Word(str(given.value()))
    assert isinstance(given, str | int | float)
    return given
