"""Strict JSON parser for text from elsewhere: one meaning for each text, and no unbounded growth.

Python's own reader takes NaN and Infinity, lets the last of two equal keys win, and raises RecursionError on
deep nesting. Here each of these is a Misread with a reason in words.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

from tablehost import messages
from tablehost.types import Json, is_too_large

SAID = messages.Catalogue("record")

MOST_DEPTH = 24  # lists and objects in each other; a record of a table has less than ten


class Misread(ValueError):
    """The text is no strict JSON; the message gives the reason in words for the user."""


def loads(data: bytes | str) -> Any:
    """Return the value of this text. Raises Misread."""
    try:
        text = data.decode() if isinstance(data, bytes) else data
    except UnicodeDecodeError:
        raise Misread(SAID("json-not-utf8")) from None
    try:
        value = json.loads(
            text,
            object_pairs_hook=_members,
            parse_constant=_refuse_constant,
            parse_float=_float,
            parse_int=_whole,
        )
    except Misread:
        raise
    except RecursionError:
        raise Misread(_deep()) from None
    except ValueError:
        raise Misread(SAID("not-json")) from None
    _measure(value)
    return value


def _members(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise Misread(SAID("json-key-twice"))
    return members


def _refuse_constant(word: str) -> NoReturn:
    raise Misread(SAID("json-no-number", word=word))


def _float(word: str) -> float:
    value = float(word)
    if value in (float("inf"), float("-inf")):
        raise Misread(SAID("json-number-too-large", word=_short(word)))
    return value


def _whole(word: str) -> int:
    if is_too_large(word):
        raise Misread(SAID("json-number-too-large", word=_short(word)))
    return int(word)


def _short(word: str) -> str:
    return word if len(word) <= 24 else SAID("shortened-number", word=word[:20], word2=len(word))


def _deep() -> str:
    return SAID("json-too-deep", most_depth=MOST_DEPTH)


def _measure(value: Json) -> None:
    """Raise Misread if lists and objects are nested too deep, or a text has half a character."""
    layer, depth = [value], 0
    while layer:
        inner: list[Json] = []
        has_lists = False
        for one in layer:
            if isinstance(one, dict):
                inner += one.keys()
                inner += one.values()
            elif isinstance(one, list):
                inner += one
            elif isinstance(one, str) and not one.isascii() and not one.isprintable():
                _encode(one)
            has_lists = has_lists or isinstance(one, (dict, list))
        layer, depth = inner, depth + has_lists
        if depth > MOST_DEPTH:
            raise Misread(_deep())


def _encode(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Misread(SAID("json-half-character")) from None
