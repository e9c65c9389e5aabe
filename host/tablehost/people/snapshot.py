"""Snapshots of objects: their state as plain data (JSON), and back into objects that exist already.

A class declares the attributes that belong to its state by annotations at class level, `name: Kept[type]`.
Everything else its constructor sets up. `fill` puts a snapshot into a freshly constructed object and changes
lists, sets and dicts in place, so objects that share one go on sharing it. No name in a snapshot is ever
looked up or called: data of unknown origin can be refused (`Misfit`), and cannot run anything.

Types that can be kept: None, bool, int, float, str, list, set, frozenset, dict, tuple, unions with None,
random.Random, Any (plain values and tuples), classes with kept attributes, and those that have a converter.
"""

from __future__ import annotations

import base64
import binascii
import random
import struct
import types
import typing
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, TypeVar

from tablehost.types import Fields

T = TypeVar("T")
_MARK = "kept"
Kept = Annotated[T, _MARK]

_TUPLE = "()"  # the one key of a tuple among plain values
_WORDS = 625  # of the state of a random.Random
_PLAIN = (bool, int, float, str, type(None))


class Misfit(ValueError):
    """A snapshot that does not fit the object; the message names the place."""


class Converter(typing.NamedTuple):
    """`to_data` gives plain data for an object; `from_data` the object, or raises ValueError."""

    to_data: Callable[[Any], object]
    from_data: Callable[[Any], Any]


_CONVERTERS: dict[type, Converter] = {}


def convert(kind: type, converter: Converter) -> None:
    """Use `converter` for objects of a class that cannot declare what is kept."""
    _CONVERTERS[kind] = converter


def take(thing: Any) -> Fields:
    """Return the state of an object as plain data."""
    kept = _kept(thing.__class__)
    return {name: _to_data(getattr(thing, name), kind) for name, kind in kept.items()}


def fill(thing: Any, data: object, where: str = "") -> None:
    """Put a snapshot into an object of the class that it was taken of. Raises Misfit."""
    kept = _kept(thing.__class__)
    if not isinstance(data, dict) or data.keys() != kept.keys():
        found = sorted(data) if isinstance(data, dict) else type(data).__name__
        raise Misfit(f"{where or type(thing).__name__}: {found} is not {sorted(kept)}")
    for name, kind in kept.items():
        setattr(thing, name, _from_data(data[name], kind, f"{where}.{name}", getattr(thing, name, None)))


@cache
def _kept(kind: Any) -> Fields:
    """Return the types of the kept attributes of a class."""
    hints = typing.get_type_hints(kind, include_extras=True)
    return {
        name: typing.get_args(hint)[0]
        for name, hint in hints.items()
        if typing.get_origin(hint) is Annotated and _MARK in hint.__metadata__
    }


def _to_data(value: Any, kind: object) -> object:
    if kind in _PLAIN:
        return value
    kind = _without_none(kind, value)
    origin, inner = _parts(kind)
    if value is None or origin in _PLAIN:
        return value
    if origin is Any:
        return _plain(value)
    if origin is random.Random:
        return _state(value)
    if origin in (list, set, frozenset):
        rows = sorted(value) if origin is not list else value
        if inner[0] in _PLAIN:
            return list(rows)
        return [_to_data(one, inner[0]) for one in rows]
    if origin is dict:
        return [[_to_data(key, inner[0]), _to_data(one, inner[1])] for key, one in value.items()]
    if origin is tuple:
        return [_to_data(one, each) for one, each in zip(value, _each(inner, len(value)), strict=True)]
    if origin in _CONVERTERS:
        return _CONVERTERS[origin].to_data(value)
    return take(value)


def _from_data(data: object, kind: object, where: str, there: object = None) -> object:
    """Return the value of this type; `there`: what the object has so far."""
    kind = _without_none(kind, data)
    origin, inner = _parts(kind)
    if origin in _PLAIN:
        if type(data) is not origin:
            raise Misfit(f"{where}: {data!r:.60} is not of the type {origin.__name__}")
        return data
    if origin is Any:
        return _from_plain(data, where)
    if origin is random.Random:
        return _generator(data, where, there)
    if origin in _CONVERTERS:
        try:
            return _CONVERTERS[origin].from_data(data)
        except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
            raise Misfit(f"{where}: {error}") from error
    if origin not in (list, set, frozenset, dict, tuple):
        return _object(data, origin, where, there)
    if not isinstance(data, list):
        raise Misfit(f"{where}: {data!r:.60} is no list")
    if origin is tuple:
        each = _each(inner, len(data))
        if len(each) != len(data):
            raise Misfit(f"{where}: {len(data)} values in place of {len(each)}")
        return tuple(_from_data(one, each[i], f"{where}[{i}]") for i, one in enumerate(data))
    return _container(data, origin, inner, where, there)


def _object(data: object, kind: Any, where: str, there: object) -> object:
    """Return an object of a class with kept attributes: the one that is there, which alone can fill a
    protocol.
    """
    if getattr(kind, "_is_protocol", False):
        made = there
    else:
        made = there if isinstance(there, kind) else kind.__new__(kind)
    fill(made, data, where)
    return made


def _container(data: list[object], origin: Any, inner: tuple[object, ...], where: str, there: Any) -> object:
    """Return a list, set or dict: the one that is there, if there is one."""
    if origin is dict:
        pairs: dict[object, object] = {}
        for i, pair in enumerate(data):
            if not isinstance(pair, list) or len(pair) != 2:
                raise Misfit(f"{where}[{i}]: no pair")
            key = _from_data(pair[0], inner[0], f"{where}[{i}]")
            pairs[key] = _from_data(pair[1], inner[1], f"{where}[{i}]")
        if type(there) is dict:
            there.clear()
            there.update(pairs)
        return there if type(there) is dict else pairs
    if origin is list and there and _is_object(inner[0]) and len(there) != len(data):
        raise Misfit(f"{where}: {len(data)} in place of {len(there)}")
    old = there if type(there) is list and len(there) == len(data) and origin is list else [None] * len(data)
    found = [_from_data(one, inner[0], f"{where}[{i}]", old[i]) for i, one in enumerate(data)]
    if origin is list and type(there) is list:
        there[:] = found
        return there
    if origin is set and type(there) is set:
        there.clear()
        there.update(found)
        return there
    return origin(found)


def _is_object(kind: object) -> bool:
    """Return True if values of this type have kept attributes of their own."""
    return isinstance(kind, type) and bool(_kept(kind))


@cache
def _parts(kind: object) -> tuple[Any, tuple[Any, ...]]:
    """Return a type without its parameters, and its parameters."""
    return typing.get_origin(kind) or kind, typing.get_args(kind)


def _each(inner: tuple[object, ...], count: int) -> tuple[object, ...]:
    """Return the types of the values of a tuple of so many."""
    return (inner[0],) * count if len(inner) == 2 and inner[1] is Ellipsis else inner


def _without_none(kind: object, value: object) -> object:
    """Return the type that applies to this value: of a union the first that is not None."""
    origin, members = _parts(kind)
    if origin is types.UnionType or origin is typing.Union:
        if value is None and type(None) in members:
            return type(None)
        plain = [one for one in members if one is type(value)]
        return (plain or [one for one in members if one is not type(None)])[0]
    return kind


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return {_TUPLE: [_plain(one) for one in value]}
    return [_plain(one) for one in value] if isinstance(value, list) else value


def _from_plain(data: object, where: str) -> object:
    if isinstance(data, dict):
        if list(data) != [_TUPLE] or not isinstance(data[_TUPLE], list):
            raise Misfit(f"{where}: no plain value")
        return tuple(_from_plain(one, where) for one in data[_TUPLE])
    return [_from_plain(one, where) for one in data] if isinstance(data, list) else data


def _state(generator: random.Random) -> str:
    """Return the state of a generator, as text."""
    words = generator.getstate()[1]
    return base64.b64encode(struct.pack(f"<{_WORDS}I", *words)).decode()


def _generator(data: Any, where: str, there: object) -> random.Random:
    made = there if isinstance(there, random.Random) else random.Random()
    try:
        words = struct.unpack(f"<{_WORDS}I", base64.b64decode(data, validate=True))
        made.setstate((3, words, None))
    except (TypeError, ValueError, binascii.Error, struct.error) as error:
        raise Misfit(f"{where}: no state of a generator") from error
    return made
