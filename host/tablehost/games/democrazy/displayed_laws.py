"""Parser of laws of Democrazy on the display: the inverse of `cardtable.games.democrazy.sentences`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cardtable import languages
from cardtable.engine import cards
from cardtable.games.democrazy import sentences
from cardtable.games.democrazy.cards import is_law
from cardtable.games.democrazy.law import read_law
from cardtable.games.democrazy.pack import PACK
from cardtable.games.democrazy.proposal import BLOCKS
from tablehost.firmware import texts
from tablehost.types import Fields, Options, Values

AS_WHO = ("from", "to", "a", "b")
_OTHERS = {"inner": ".+", "rule": r"[\w ]+", "which": r"[\w: ]+"}  # in addition to known values


class SignReader:
    """One language's words for laws, read backwards: a `SignReader` of `virtual/people/senses.py`.

    `seats`: of the players who have names, by name.
    """

    PATTERNS = {"law": "[^.:]+", "does": "[^.:]+", "moves": "[^.:]+", "op": "[^.:,]+"}
    LISTS = {"blank-effect": [*BLOCKS, "recount", "nothing"]}

    def __init__(self, lang: str, seats: Mapping[str, int] | None = None) -> None:
        self._seats = seats or {}
        self._words = languages.Language(lang)
        self._values: dict[str, dict[str, str]] = {}
        said = texts.sentences(lang)
        for (kind, code), text in said.items():
            if kind in ("value", "gap"):
                key, _, value = code.partition("=")
                self._values.setdefault(key, {})[text] = value
        self._operations = [
            (code.split(" "), self._pattern(text)) for (kind, code), text in said.items() if kind == "does"
        ]
        self._bag = self._words.names["bag"]

    def read(self, kind: str, said: str) -> str | list[Values] | None:
        """Return the argument that these words are; None for the name of a law."""
        if kind == "does":
            return self.text(said)
        if kind == "moves":
            return self.moves(said)
        return self.value("operation", said) if kind == "op" else None

    def text(self, said: str) -> str | None:
        """Return the effect of a law in the form of its row; None if no law reads like this."""
        found = [self._operation(one) for one in said.split("; ")]
        text = "; ".join(one for one in found if one is not None)
        return text if None not in found else None

    def _operation(self, said: str) -> str | None:
        for keys, pattern in self._operations:
            if match := pattern.fullmatch(said):
                named = match.groupdict()
                row = [f"{key}={self.value(key, named[key])}" if key in named else key for key in keys]
                if "inner" in named:
                    row.append(self._operation(named["inner"]) or "?")
                text = " ".join(row)
                if sentences.describe_law(self._words, text) == said:
                    return text
        return None

    def value(self, key: str, said: str) -> str:
        """Return the value of a key with this sentence."""
        return self._known(key).get(said, said.replace(" ", "_"))

    def _known(self, key: str) -> dict[str, str]:
        return self._values.get("who" if key in AS_WHO else key, {})

    def _pattern(self, sentence: str) -> re.Pattern[str]:
        """Return the sentence of an operation as a pattern, with a group for each of its values."""
        pattern = ""
        for piece in re.split(r"(\{\w+\})", sentence):
            key = piece[1:-1]
            if not piece.startswith("{"):
                pattern += re.escape(piece)
            else:
                others = _OTHERS.get(key, r"[-\d?|]+")
                pattern += f"(?P<{key}>{'|'.join([*map(re.escape, self._known(key)), others])})"
        return re.compile(pattern)

    def moves(self, said: str) -> list[Values] | None:
        """Return movements of chips in the form of a fact's table; None if these are none."""
        found: list[Values] = []
        for one in said.split(", "):
            match = re.fullmatch(r"([^ >]+)>([^ >]+) (\w+)", one)
            if match is None:
                return None
            counted = re.findall(r"(\d+)([RGBY]?)", match[3])
            ends = [self._end(end) for end in match.groups()[:2]]
            if None in ends:
                return None
            found.append([*ends, "".join((letter or "?") * int(number) for number, letter in counted)])
        return found

    def _end(self, said: str) -> int | str | None:
        """Return the seat, from 0, or the bag from or to which chips move; None if it is neither."""
        if said == self._bag:
            return "bag"
        return int(said) - 1 if said.isdigit() else self._seats.get(said)


def read_aloud(name: str, options: Options, lang: str) -> Fields | None:
    """Return the text on the law card of this name; None for any other card."""
    said = languages.Language(lang)
    try:
        card = cards.parse(name, PACK)
        law = read_law(card, options)
    except (ValueError, IndexError):
        return None
    if not is_law(card):
        return None
    return {
        "law": sentences.name_and_title(said, law.name),
        "text": law.text(),
        "red": law.red,
        "white": law.white,
        "symbol": law.symbol,
    }
