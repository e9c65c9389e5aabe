"""Interpretation of lamps and display texts: from light and text back to prompts and tasks.

The tables are the controller's own (`people/looks.py`, `cardtable.languages`); this module only reads them
backwards, as a player does who has the booklet in hand and knows every language of the table.
Nothing here looks behind the lamps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from string import ascii_lowercase
from typing import Any, Protocol

from cardtable.controller.storage.settings import CHOICES
from tablehost.firmware.texts import sentences
from tablehost.plugins import presentation
from tablehost.types import Args, Values

Words = tuple[str, Values]

_GROUPS = {
    "rows": r"(?P<rows>\d [^.:]+)",
    "seatrows": r"(?P<seatrows>\d [^.:]+)",
    "shortrows": r"(?P<shortrows>\d [^.:]+)",
    "gap": r"(?P<gap>\d [^.]+)",
    "seats": r"(?P<seats>[^.:]+)",
    "all": r"(?P<all>[^.:]+)",
    "most": r"(?P<most>\d+)",
    "who": "[^.:]+",
    "must": "[^.:]+",
    "left": r"\d+",
}
_WORD = "[^ .,:]+"
_PHRASE = "[^.:]+"
_UNWORDED = re.compile(r"<([a-z][\w/-]*)([^<>]*)>: ")  # a prompt without a sentence
_NOT_LITERAL = re.compile(r"\{\w+\}|\[.*?\]")
_VALUE = re.compile(r"[\[(][^\])]*[\])]|\S+")
_SAID = {"place": _PHRASE, "card": _PHRASE, "asked": "[^.]+", "seatrow": _PHRASE}


class SignReader(Protocol):
    """A game's own words on the display, read backwards.

    `PATTERNS`: by the name of a placeholder in its sentences. `LISTS`: the contents of lists that are too
    long for the display, by the code of the prompt.
    """

    PATTERNS: Mapping[str, str]
    LISTS: Mapping[str, Sequence[str]]

    def read(self, kind: str, said: str) -> Any:
        """Return the argument that these words are, of a placeholder of this name; None if they are none."""

    def value(self, key: str, said: str) -> str:
        """Return the code that a row of a list is; `key`: after the first hyphen of the prompt's code."""


_SIGN_READER = presentation.Part[Callable[[str, Mapping[str, int]], SignReader]]("SignReader")


class Language:
    """One language, read backwards. `names`: the table's names of players, by seat, "" for one without."""

    def __init__(self, lang: str, names: Sequence[str] = ()) -> None:
        said = sentences(lang)
        self._called = {name: seat for seat, name in enumerate(names) if name}
        one = "|".join([said["name", "seat"].format(r"\d+"), *map(re.escape, self._called)])
        joint = f" {said['name', 'and']} "
        self._nobody = said["name", "nobody"]
        self._seat = f"{one}|{self._nobody}"
        some = said["name", "seats"].format(rf"[-\d, ]+(?:{joint}\d+(?:-\d+)?)?")
        self._seats = f"{self._seat}|{some}"
        if self._called:
            self._seats = rf"(?:{one}|{some})(?:(?:, |{joint})(?:{one}|{some}))*|{self._nobody}"
        self._codes = {text: code for (kind, code), text in said.items() if kind == "term"}
        self._stuck = re.compile(re.escape(said["fault", "key-stuck"]).replace(r"\{place\}", f"({one})"))
        made = _SIGN_READER.by_game().values()
        self._own: list[SignReader] = [reader(lang, self._called) for reader in made]
        self.lists = {what: rows for reader in self._own for what, rows in reader.LISTS.items()}
        self._phrases = {kind: words for reader in self._own for kind, words in reader.PATTERNS.items()}
        self.prompts = [
            (code.partition("/")[2] or code, text, max(_NOT_LITERAL.split(text), key=len))
            for (kind, code), text in said.items()
            if kind == "prompt"
        ]
        self._abouts = {
            code.partition("/")[2] or code: text for (kind, code), text in said.items() if kind == "about"
        }
        self._patterns: dict[str, re.Pattern[str]] = {}  # those that were needed: all take half a second

    def find(self, sentence: str, text: str, before: str = r"(?:^|\. )") -> re.Match[str] | None:
        """Return where a text has this sentence, None if it has not."""
        if sentence not in self._patterns:
            self._patterns[sentence] = re.compile(before + self._groups(sentence) + r"(?:$|\. )")
        return self._patterns[sentence].search(text)

    def _groups(self, sentence: str) -> str:
        """Return a sentence with groups for its arguments; the awaited player may be any."""
        pattern = ""
        for piece in re.split(r"(\{\w+\}|\[|\])", sentence):
            name = piece[1:-1]
            kind = name.rstrip("0123456789")
            if piece in ("[", "]"):
                pattern += "(?:" if piece == "[" else ")?"
            elif not piece.startswith("{"):
                pattern += re.escape(piece)
            elif name in _GROUPS:
                pattern += _GROUPS[name]
            else:
                group = f"a{name}" if name.isdigit() else name
                words = {**_SAID, **self._phrases, "s": self._seat, "l": self._seats}.get(kind, _WORD)
                pattern += f"(?P={group})" if f"(?P<{group}>" in pattern else f"(?P<{group}>{words})"
        return pattern

    def about(self, what: str, text: str) -> dict[str, str]:
        """Return the groups of the text before a prompt; none if it is another text."""
        about = self._abouts.get(what)
        found = None if about is None else self.find(about, text, "^")
        if found is None:
            return {}
        groups = found.groupdict()
        args = self.arguments(what, groups)
        return groups if args[-1] is not None else {}

    def arguments(self, what: str, groups: Mapping[str, str | None]) -> Values:
        """Return the arguments in their order; numbers and seats are ints, no seat is None, several seats a
        list.
        """
        said = {name: word for name, word in groups.items() if word is not None}
        if "gap" in said:
            key = what.partition("-")[2]
            rows = [row.split(" ", 1)[1] for row in said["gap"].split(", ")]
            return [value for own in self._own for value in (own.value(key, row) for row in rows)]
        if "rows" in said:
            return [self._code(row.split(" ", 1)[1]) for row in said["rows"].split(", ")]
        if "seatrows" in said:
            return [self._row(row.split(" ", 1)[1]) for row in said["seatrows"].split(", ")]
        if "shortrows" in said:
            return [self._row(row.split(" ", 1)[1]) for row in said["shortrows"].split(", ")]
        if "seats" in said:
            return self._several(said["seats"])
        if "all" in said:
            return said["all"].split(", ")
        if "most" in said:
            return [*(str(number) for number in range(1, int(said["most"]) + 1)), "0"]
        args: Values = [None] * (1 + max((int(name.strip(ascii_lowercase)) for name in groups), default=-1))
        for name, word in said.items():
            kind, at = name.rstrip("0123456789"), int(name.strip(ascii_lowercase))
            if kind == "s":
                args[at] = None if word == self._nobody else self._several(word)[0]
            elif kind == "l":
                args[at] = self._several(word)
            elif kind == "seatrow":
                args[at] = self._row(word)
            elif kind in self._phrases:
                value = next(own.read(kind, word) for own in self._own if kind in own.PATTERNS)
                args[at] = args[at] if value is None else value
            elif kind == "a":
                args[at] = int(word) if word.isdigit() else self._code(word)
        return args

    def _code(self, word: str) -> str:
        return self._codes.get(word, word)

    def _row(self, said: str) -> str:
        """Return the seat, from 0, or the code that a row names."""
        seats = self._several(said) if said not in self._codes else []
        return str(seats[0]) if len(seats) == 1 else self._code(said)

    def _several(self, said: str) -> list[int]:
        """Return the seats, from 0, in a text such as `Ana, Bela and seats 3-5`, ascending."""
        found = []
        for word in re.split("[ ,]+", said):
            if word in self._called:
                found.append(self._called[word])
            elif number := re.fullmatch(r"(\d+)(?:-(\d+))?", word):
                found += range(int(number[1]) - 1, int(number[2] or number[1]))
        return sorted(found)

    def stuck_seats(self, said: str) -> list[int]:
        """Return the seats that the display names for a stuck key."""
        return [self._several(seat)[0] for seat in self._stuck.findall(said)]


@lru_cache(4)
def _languages(names: tuple[str, ...]) -> list[Language]:
    return [Language(lang, names) for lang in CHOICES["lang"]]


def read(lines: Sequence[str], names: Sequence[str] = ()) -> Words:
    """Return the code and the arguments of the prompt on the display; ("", []) if it shows none.

    `names`: the table's names of the players, by seat, "" for one without a name.
    """
    what, args = _read(" ".join(" ".join(lines).split()), tuple(names))
    return what, list(args)


@lru_cache(64)
def _read(text: str, names: tuple[str, ...]) -> tuple[str, Args]:
    best: tuple[str, Values] = ("", [])
    length = -1
    for one in _languages(names):
        for what, sentence, literal in one.prompts:
            if len(sentence) > length and literal in text and (found := one.find(sentence, text)):
                length = len(sentence)
                groups: dict[str, str | None] = found.groupdict()
                groups.update(one.about(what, text))
                best = (what, one.arguments(what, groups))
    unworded = None if best[0] else _UNWORDED.search(text)
    if unworded is not None:
        best = (unworded[1], [_value(word) for word in _VALUE.findall(unworded[2])])
    what, args = best
    args = next((list(one.lists[what]) for one in _languages(names) if what in one.lists), args)
    if what == "clear-keep":
        return "clear", (None,)
    return ("clear" if what == "clear-take" else what), tuple(args)


def _value(word: str) -> int | str | list[int] | None:
    """Return an argument of a prompt without a sentence."""
    if word[0] in "[(":
        return [int(number) for number in re.findall(r"\d+", word)]
    return int(word) if word.isdigit() else None if word == "None" else word


def learn() -> None:
    """Learn the sentences of the table again: a game was added."""
    _languages.cache_clear()
    _read.cache_clear()


def stuck_seats(said: str, names: Sequence[str] = ()) -> list[int]:
    """Return the seats that the display names for a stuck key."""
    return [seat for language in _languages(tuple(names)) for seat in language.stuck_seats(said)]
