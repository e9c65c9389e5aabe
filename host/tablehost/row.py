"""The rows of `tablehost.arguments`: what the parser reads as arguments, and mypy as types."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from datetime import date

from tablehost import messages
from tablehost.types import is_too_large

TYPE_CHECKING = False  # as in `cli/parser.py`
if TYPE_CHECKING:
    from typing import Any, TypeVar

    T = TypeVar("T")

_MISTAKES = messages.Catalogue("arguments")


def number(text: str) -> int:
    """Return a whole number from 0 on."""
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(_MISTAKES("not-whole", given=repr(text)))
    if is_too_large(text):
        raise argparse.ArgumentTypeError(_MISTAKES("too-large", given=text[:24], count=len(text)))
    return int(text)


def pace(text: str) -> float:
    """Return seconds, or a pace: 1 as in life, 2 twice as long, 0.5 half as long, 0 without any pause."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1000:
        raise argparse.ArgumentTypeError(_MISTAKES("not-a-pace", given=repr(text)))
    return value


def day(text: str) -> str:
    """Return the day as year-month-day."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(_MISTAKES("not-a-day", given=repr(text))) from None


# How argparse reads an argument, by its type.
_BY_TYPE: Mapping[str, Mapping[str, object]] = {
    "bool": {"action": "store_true"},
    "int": {"type": number},
    "float": {"type": pace},
    "list[str]": {"action": "append"},
}


class Row:
    """An argument. `how`: what argparse has to know besides.

    These name verbs or second words: `of` those that have it, all by default, `required` those that require
    it, and `rare` those whose --help does not show it. The arguments of a `group` exclude each other. `words`
    are the second words of a verb.
    """

    def __init__(self, flags: str | None, metavar: str | None, default: object, **how: object) -> None:
        self.flags, self.group = flags, str(how.pop("group", ""))
        self.of, self.required, self.rare, self.words = (
            str(how.pop(key, "")).split() for key in ("of", "required", "rare", "words")
        )
        choices = how.get("choices")
        placeholder = "|".join(map(str, choices)) if isinstance(choices, Sequence) else None
        shown: dict[str, object] = {"metavar": metavar or placeholder, "default": default}
        self.how = {name: value for name, value in shown.items() if value is not None} | how

    def __set_name__(self, owner: type, name: str) -> None:
        kind, _, none = owner.__annotations__[name].partition(" | ")
        self.names = [name] if self.flags is None else (self.flags or "--" + name.replace("_", "-")).split()
        if self.flags is not None:
            self.how["dest"] = name
        if "nargs" not in self.how:
            self.how |= _BY_TYPE.get(kind, {})
        is_optional = self.flags is None and (none or self.required or "default" in self.how)
        if is_optional or "const" in self.how:
            self.how.setdefault("nargs", "?")

    def settings(self, verb: str) -> dict[str, Any]:
        """Return how argparse reads the argument after a verb, or a second word."""
        if self.group or verb not in self.required:
            return self.how
        return self.how | ({"nargs": None} if self.flags is None else {"required": True})


def option(metavar: str | None = None, default: object = None, *, flags: str = "", **how: object) -> T:  # type: ignore[type-var]
    """Return the row of an option. `flags`: its names, unless it is called as the attribute."""
    return Row(flags, metavar, default, **how)  # type: ignore[return-value]


def word(metavar: str | None = None, default: object = None, **how: object) -> T:  # type: ignore[type-var]
    """Return the row of a positional argument."""
    return Row(None, metavar, default, **how)  # type: ignore[return-value]


class Arguments(argparse.Namespace):
    """The arguments of a verb, or those that verbs share. `rows`: in the order of the help, bases first."""

    by_verb: dict[str, type[Arguments]] = {}
    rows: Mapping[str, Row] = {}
    verb: str | None

    def __init_subclass__(cls, verbs: str = "") -> None:
        own = {name: row for name, row in vars(cls).items() if isinstance(row, Row)}
        shared = (base.rows for base in cls.__bases__ if issubclass(base, Arguments))
        cls.rows = {name: row for rows in (*shared, own) for name, row in rows.items()}
        for name in own:
            delattr(cls, name)  # argparse gives no default to what has a value
        Arguments.by_verb.update(dict.fromkeys(verbs.split(), cls))
