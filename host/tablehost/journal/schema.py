"""Schemas of JSON values: members, types, sizes and counts that a value from elsewhere may have.

`check(value, shape)` raises Misfit, which names the place and the expected value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Protocol

from tablehost import messages
from tablehost.types import MOST_NUMBER

SAID = messages.Catalogue("record")


class Misfit(ValueError):
    """A value that does not have its shape; the message is the place, a colon, and the expected value."""


class Shape(Protocol):
    """The required form of a value.

    `check` raises Misfit; `where` is the place of the value, "" for the whole.
    """

    def check(self, value: object, where: str) -> None:
        """Check a value."""


def check(value: object, shape: Shape, where: str = "") -> None:
    """Raise Misfit if the value does not have this shape."""
    shape.check(value, where)


def misfit(where: str, text: str) -> Misfit:
    """Return the error for the value at this place."""
    return Misfit(f"{where}{messages.colon()}{text}" if where else text)


class Text(NamedTuple):
    """A text of up to `most` characters. `fits`: a pattern for the whole of it, or a predicate; `wanted`: the
    code of the words for what fits.
    """

    most: int
    fits: str | Callable[[str], bool] | None = None
    wanted: str = "usual"

    def check(self, value: object, where: str) -> None:
        if not isinstance(value, str):
            raise _other_kind(where, value, "text")
        if len(value) > self.most:
            raise misfit(where, SAID("text-too-long", length=len(value), most=self.most))
        fits = self.fits
        good = fits is None or (re.fullmatch(fits, value) if isinstance(fits, str) else fits(value))
        if not good:
            raise misfit(where, SAID("value-misfit", value=short(value), wanted=SAID("fits " + self.wanted)))


class Whole(NamedTuple):
    """A whole number from `least` to `most`."""

    least: int = 0
    most: int = MOST_NUMBER

    def check(self, value: object, where: str) -> None:
        if type(value) is not int:
            raise _other_kind(where, value, "whole")
        if not self.least <= value <= self.most:
            raise misfit(where, SAID("number-out-of-range", value=value, least=self.least, most=self.most))


class Number(NamedTuple):
    """A number from `least` to `most`, whole or not."""

    least: float
    most: float

    def check(self, value: object, where: str) -> None:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise _other_kind(where, value, "number")
        if not self.least <= value <= self.most:
            least, most = f"{self.least:g}", f"{self.most:g}"
            raise misfit(where, SAID("number-out-of-range", value=short(value), least=least, most=most))


class Flag(Shape):
    """true or false."""

    def check(self, value: object, where: str) -> None:
        if not isinstance(value, bool):
            raise _other_kind(where, value, "flag")


class OneOf(NamedTuple):
    """One of these values."""

    values: Sequence[object]

    def check(self, value: object, where: str) -> None:
        if not any(type(value) is type(one) and value == one for one in self.values):
            values = ", ".join(map(str, self.values))
            raise misfit(where, SAID("not-one-of", value=short(value), values=values))


class Maybe(NamedTuple):
    """null, or a value of this shape."""

    shape: Shape

    def check(self, value: object, where: str) -> None:
        if value is not None:
            self.shape.check(value, where)


class Either(NamedTuple):
    """A value of one of these shapes. The message is that of the last one."""

    shapes: Sequence[Shape]

    def check(self, value: object, where: str) -> None:
        for shape in self.shapes[:-1]:
            try:
                shape.check(value, where)
                return
            except Misfit:
                continue
        self.shapes[-1].check(value, where)


class List(NamedTuple):
    """A list of `least` to `most` values of one shape."""

    item: Shape
    most: int
    least: int = 0

    def check(self, value: object, where: str) -> None:
        if not isinstance(value, list):
            raise _other_kind(where, value, "list")
        if not self.least <= len(value) <= self.most:
            raise misfit(where, SAID("list-length", length=len(value), least=self.least, most=self.most))
        for number, one in enumerate(value):
            self.item.check(one, f"{where}[{number}]")


class Row(NamedTuple):
    """A list with one value for each of these shapes, in their order."""

    items: Sequence[Shape]

    def check(self, value: object, where: str) -> None:
        if not isinstance(value, list):
            raise _other_kind(where, value, "list")
        if len(value) != len(self.items):
            raise misfit(where, SAID("row-length", length=len(value), due=len(self.items)))
        for number, (one, shape) in enumerate(zip(value, self.items, strict=True)):
            shape.check(one, f"{where}[{number}]")


class Members(NamedTuple):
    """An object with these members, and perhaps those that are optional; no other ones."""

    needed: dict[str, Shape]
    optional: Mapping[str, Shape] = MappingProxyType({})

    def check(self, value: object, where: str) -> None:
        if not isinstance(value, dict):
            raise _other_kind(where, value, "object")
        for name in self.needed:
            if name not in value:
                raise misfit(where, SAID("member-missing", name=name))
        for name, one in value.items():
            shape = self.needed.get(name) or self.optional.get(name)
            if shape is None:
                raise misfit(where, SAID("member-unknown", name=short(name)))
            shape.check(one, f"{where}.{name}" if where else name)


class Map(NamedTuple):
    """An object of up to `most` members of any names that fit `name`, all of one shape."""

    name: Shape
    item: Shape
    most: int

    def check(self, value: object, where: str) -> None:
        if not isinstance(value, dict):
            raise _other_kind(where, value, "object")
        if len(value) > self.most:
            raise misfit(where, SAID("too-many-members", count=len(value), most=self.most))
        for name, one in value.items():
            self.name.check(name, SAID("name-in", where=where))
            self.item.check(one, f"{where}.{name}" if where else name)


def short(value: object) -> str:
    """Return a value as text for a message, shortened if it is long."""
    text = repr(value[:60] if isinstance(value, (str, list)) else value)
    return text if len(text) <= 60 else text[:57] + "..."


def _other_kind(where: str, value: object, wanted: str) -> Misfit:
    """Return the error for a value of another kind than the wanted one, by the codes of kinds."""
    kinds = {bool: "flag", int: "number", float: "number", str: "text", list: "list", type(None): "null"}
    kind = SAID("kind " + kinds.get(type(value), "object"))
    return misfit(where, SAID("other-kind", value=kind, wanted=SAID("kind " + wanted)))
