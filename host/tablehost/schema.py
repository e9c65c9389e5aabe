"""Shapes of JSON values: which members, types, sizes and counts a value from elsewhere may have.

`check(value, shape)` raises Misfit, which names the place and what belongs there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablehost import messages
from tablehost.strict_json import MOST_NUMBER

SAID = messages.Catalogue("record")


class Misfit(ValueError):
    """A value does not have its shape; the message is the place, a colon, and what belongs there."""


class Shape:
    """What a value must be. `check` raises Misfit; `where` is the place of the value, "" for the whole."""

    def check(self, value: Any, where: str) -> None:
        raise NotImplementedError


def check(value: Any, shape: Shape, where: str = "") -> None:
    """Raise Misfit if the value does not have this shape."""
    shape.check(value, where)


def misfit(where: str, text: str) -> Misfit:
    """The error for the value at this place."""
    return Misfit(f"{where}: {text}" if where else text)


@dataclass(frozen=True)
class Text(Shape):
    """A text of up to `most` characters. `fits`: a pattern for the whole of it, or a predicate."""

    most: int
    fits: str | Callable[[str], bool] | None = None
    words: str = ""  # what fits, for the message

    def check(self, value: Any, where: str) -> None:
        if not isinstance(value, str):
            raise misfit(where, f"{_kind(value)} where a text belongs")
        if len(value) > self.most:
            raise misfit(where, f"a text of {len(value)} characters, and at most {self.most} are allowed")
        fits = self.fits
        good = fits is None or (re.fullmatch(fits, value) if isinstance(fits, str) else fits(value))
        if not good:
            raise misfit(where, f"{short(value)} is not {self.words or 'a text that belongs here'}")


@dataclass(frozen=True)
class Whole(Shape):
    """A whole number from `least` to `most`."""

    least: int = 0
    most: int = MOST_NUMBER

    def check(self, value: Any, where: str) -> None:
        if type(value) is not int:
            raise misfit(where, f"{_kind(value)} where a whole number belongs")
        if not self.least <= value <= self.most:
            raise misfit(where, f"{value} is not a number from {self.least} to {self.most}")


@dataclass(frozen=True)
class Number(Shape):
    """A number from `least` to `most`, whole or not."""

    least: float
    most: float

    def check(self, value: Any, where: str) -> None:
        if type(value) not in (int, float):
            raise misfit(where, f"{_kind(value)} where a number belongs")
        if not self.least <= value <= self.most:
            raise misfit(where, f"{short(value)} is not a number from {self.least:g} to {self.most:g}")


@dataclass(frozen=True)
class Flag(Shape):
    """true or false."""

    def check(self, value: Any, where: str) -> None:
        if not isinstance(value, bool):
            raise misfit(where, f"{_kind(value)} where true or false belongs")


@dataclass(frozen=True)
class OneOf(Shape):
    """One of these values."""

    values: Sequence[Any]

    def check(self, value: Any, where: str) -> None:
        if not any(type(value) is type(one) and value == one for one in self.values):
            raise misfit(where, f"{short(value)} is not one of: {', '.join(map(str, self.values))}")


@dataclass(frozen=True)
class Maybe(Shape):
    """null, or a value of this shape."""

    shape: Shape

    def check(self, value: Any, where: str) -> None:
        if value is not None:
            self.shape.check(value, where)


@dataclass(frozen=True)
class Either(Shape):
    """A value of one of these shapes. The message is that of the last one."""

    shapes: Sequence[Shape]

    def check(self, value: Any, where: str) -> None:
        for shape in self.shapes[:-1]:
            try:
                shape.check(value, where)
                return
            except Misfit:
                continue
        self.shapes[-1].check(value, where)


@dataclass(frozen=True)
class List(Shape):
    """A list of `least` to `most` values of one shape."""

    item: Shape
    most: int
    least: int = 0

    def check(self, value: Any, where: str) -> None:
        if not isinstance(value, list):
            raise misfit(where, f"{_kind(value)} where a list belongs")
        if not self.least <= len(value) <= self.most:
            raise misfit(where, f"a list of {len(value)}, and {self.least} to {self.most} are allowed")
        for number, one in enumerate(value):
            self.item.check(one, f"{where}[{number}]")


@dataclass(frozen=True)
class Row(Shape):
    """A list with one value for each of these shapes, in their order."""

    items: Sequence[Shape]

    def check(self, value: Any, where: str) -> None:
        if not isinstance(value, list):
            raise misfit(where, f"{_kind(value)} where a list belongs")
        if len(value) != len(self.items):
            raise misfit(where, f"a list of {len(value)}, and it has {len(self.items)} values")
        for number, (one, shape) in enumerate(zip(value, self.items, strict=True)):
            shape.check(one, f"{where}[{number}]")


@dataclass(frozen=True)
class Members(Shape):
    """An object with these members, and perhaps those that are optional; no other ones."""

    needed: dict[str, Shape]
    optional: dict[str, Shape] = field(default_factory=dict)

    def check(self, value: Any, where: str) -> None:
        if not isinstance(value, dict):
            raise misfit(where, f"{_kind(value)} where an object belongs")
        for name in self.needed:
            if name not in value:
                raise misfit(where, f"the member {name} is missing")
        for name, one in value.items():
            shape = self.needed.get(name) or self.optional.get(name)
            if shape is None:
                raise misfit(where, f"{short(name)} is no member that this version knows")
            shape.check(one, f"{where}.{name}" if where else name)


@dataclass(frozen=True)
class Map(Shape):
    """An object of up to `most` members of any names that fit `name`, all of one shape."""

    name: Shape
    item: Shape
    most: int

    def check(self, value: Any, where: str) -> None:
        if not isinstance(value, dict):
            raise misfit(where, f"{_kind(value)} where an object belongs")
        if len(value) > self.most:
            raise misfit(where, f"{len(value)} members, and at most {self.most} are allowed")
        for name, one in value.items():
            self.name.check(name, f"{where} (a name in it)")
            self.item.check(one, f"{where}.{name}" if where else name)


def short(value: Any) -> str:
    """Return a value as text for a message, shortened if it is long."""
    text = repr(value[:60] if isinstance(value, (str, list)) else value)
    return text if len(text) <= 60 else text[:57] + "..."


def _kind(value: Any) -> str:
    """What a value is, in words."""
    names = {bool: "true or false", int: "a number", float: "a number", str: "a text", list: "a list"}
    return SAID("value-null") if value is None else names.get(type(value), "an object")
