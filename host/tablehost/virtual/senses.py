"""What people make of lamps and words: the way back from light and text to what is asked of them.

The tables are the controller's own (`lamps`, `words`); this module only reads them backwards,
as a player does who has the booklet in hand and speaks every language of the table. Nothing here looks behind
the lamps.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from cardtable.controller import lamps, words
from cardtable.controller.settings import CHOICES
from cardtable.rulebook import asks

Words = tuple[str, list[Any]]

_GROUPS = {"rows": r"(?P<rows>\d [^.:]+)", "who": "[^.:]+"}
_WORD = "[^ .,:]+"


class Language:
    """One language, read backwards."""

    def __init__(self, lang: str) -> None:
        said = {(kind, code): text for kind, code, text in words.rows(lang)}
        seat = said["name", "seat"].format(r"\d+")
        self._nobody = said["name", "nobody"]
        self._seat = f"{seat}|{self._nobody}"
        some = rf"[-\d, ]+(?: {said['name', 'and']} \d+(?:-\d+)?)?"
        self._seats = f"{self._seat}|{said['name', 'seats'].format(some)}"
        self._codes: dict[str, str] = {text: code for (kind, code), text in said.items() if kind == "term"}
        self.stuck = re.compile(re.escape(said["fault", "key-stuck"]).replace(r"\{place\}", f"({seat})"))
        self.sentences = [
            (code, self._pattern(text), len(text)) for (kind, code), text in said.items() if kind == "prompt"
        ]

    def _pattern(self, sentence: str) -> re.Pattern[str]:
        """A prompt's sentence as a pattern: arguments become groups, who is waited for may be anybody."""
        pattern = ""
        for piece in re.split(r"(\{\w+\})", sentence):
            name = piece[1:-1]
            if not piece.startswith("{"):
                pattern += re.escape(piece)
            elif name in _GROUPS:
                pattern += _GROUPS[name]
            else:
                group = f"a{name}" if name.isdigit() else name
                words = {"s": self._seat, "l": self._seats}.get(name[0], _WORD)
                pattern += f"(?P={group})" if f"(?P<{group}>" in pattern else f"(?P<{group}>{words})"
        return re.compile(r"(?:^|\. )" + pattern + r"(?:$|\. )")

    def arguments(self, groups: dict[str, str]) -> list[Any]:
        """The arguments in their order; numbers and seats are ints, nobody is None, several seats a list."""
        if "rows" in groups:
            return [self._code(row.split(" ", 1)[1]) for row in groups["rows"].split(", ")]
        args: list[Any] = [None] * (1 + max((int(name[1:]) for name in groups), default=-1))
        for name, word in groups.items():
            if name.startswith("l"):
                args[int(name[1:])] = _seats_in(word)
            elif name.startswith("s"):
                args[int(name[1:])] = None if word == self._nobody else int(word.split()[1])
            else:
                args[int(name[1:])] = int(word) if word.isdigit() else self._code(word)
        return args

    def _code(self, word: str) -> str:
        return self._codes.get(word, word)


def _seats_in(words: str) -> list[int]:
    """The seats that are listed: `seats 0-2 and 5`."""
    seats: list[int] = []
    for first, last in re.findall(r"(\d+)(?:-(\d+))?", words):
        seats += range(int(first), int(last or first) + 1)
    return seats


_LANGUAGES = [Language(lang) for lang in CHOICES["lang"]]
_TASKS = {
    lamps.hurried(look, stage): task for task, (look, _) in lamps.DO_STATES.items() for stage in range(3)
}
_VERDICTS = {
    look: asks.WRONG if verdict == "several" else verdict
    for verdict, (look, _) in lamps.PAD_STATES.items()
    if verdict != asks.MISSING
}


def read(lines: Sequence[str]) -> Words:
    """The code and the arguments of the prompt on the display; ("", []) if none stands there."""
    what, args = _read(" ".join(" ".join(lines).split()))
    return what, list(args)


@lru_cache(64)
def _read(text: str) -> tuple[str, tuple[Any, ...]]:
    best: tuple[str, list[Any]] = ("", [])
    length = -1
    for language in _LANGUAGES:
        for what, pattern, size in language.sentences:
            if size > length and (found := pattern.search(text)):
                length = size
                best = (what, language.arguments(found.groupdict()))
    what, args = best
    if what == "clear-keep":
        return "clear", (None,)
    return ("clear" if what == "clear-take" else what), tuple(args)


def stuck_seats(words: str) -> list[int]:
    """The seats of which the display says that a key hangs."""
    found = [seat for language in _LANGUAGES for seat in language.stuck.findall(words)]
    return [int(seat.split()[1]) for seat in found]


def look(
    picture: Sequence[str], chairs: Sequence[int], seat_pads: int, seated: bool
) -> tuple[list[int], list[int]]:
    """(tasks by seat, states by place) of the lamps; `picture`: six characters a pad.

    `chairs`: the pad of each seat. While seats are being taken every pad is its own place.
    """
    tasks = [asks.NOTHING] * asks.MOST_SEATS
    places = [asks.EMPTY] * asks.PLACES
    centre_wanted = False
    for pad in range(seat_pads, len(picture)):
        place = asks.CENTRE + pad - seat_pads
        do, state = picture[pad][0:2], picture[pad][2:4]
        places[place] = _VERDICTS[state]
        if _TASKS[do] == asks.LAY:
            places[place] = asks.MISSING
            centre_wanted = True
    owners = enumerate(chairs) if seated else enumerate(range(seat_pads))
    for place, pad in owners:
        do, state = picture[pad][0:2], picture[pad][2:4]
        tasks[place] = _TASKS[do]
        places[place] = _VERDICTS[state]
        if tasks[place] in (asks.LAY, asks.SHOW) and places[place] == asks.EMPTY and not centre_wanted:
            places[place] = asks.MISSING
    return tasks, places
