"""Names and numbers of seats and pads for users: by name, else by number from 1. Programs and records count
from 0.

Pads are counted seat after seat, clockwise; those in the middle come last.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence

from cardtable.wire.shapes import LONGEST, is_nickname

# Names of players without a given name.
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jo")

MOST_MARKS = 2  # accents of their own characters on one letter, as in Vietnamese and Thai
# Letters and marks without a shape: Unicode's Default_Ignorable_Code_Point, and the empty Braille cell.
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)

_SPACES = re.compile(r"\s+")

# Letters that Unicode does not take apart into one of ASCII and its accent.
_FOLDED = str.maketrans(
    {"ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d"}
    | {"Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ı": "i", "’": "'", "‘": "'", "‐": "-", "–": "-"}
)


def label(seat: int) -> str:
    """Return the number of a seat, or of a pad, as it is shown."""
    return str(seat + 1)


def labels(seats: Iterable[int]) -> str:
    """Return the numbers of several, in their order."""
    return ", ".join(label(seat) for seat in seats)


def parse(word: str, count: int, players: Sequence[str] = ()) -> int:
    """Return the seat, from 0, that a typed number or name means. Raises ValueError if there is none.

    `count`: how many seats there are; `players`: their names. Capitals and accents do not matter, unless
    nothing else tells two names apart.
    """
    if word in players:
        return players.index(word)
    names = [plain(name) for name in players]
    if names.count(plain(word)) == 1:
        return names.index(plain(word))
    if not word.isascii() or not word.isdigit() or len(word) > 3 or not 0 < int(word) <= count:
        raise ValueError(word)
    return int(word) - 1


def is_name(text: str) -> bool:
    """Return True for a name of up to 24 visible characters, without a comma, which parts names.

    A letter has at most two accents of its own characters: more of them run over other lines.
    """
    if not text or text != text.strip() or not text.isprintable() or len(text) > 24 or "," in text:
        return False
    marks = MOST_MARKS  # none comes first
    for letter in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks > MOST_MARKS or _INVISIBLE.match(letter):
            return False
    return True


def find_twin(names: Sequence[str], form: Callable[[str], str] | None = None) -> str | None:
    """Return a name that a reader cannot tell from another one, None without one.

    `form`: of a name, the same for two that are alike; `plain` unless given.
    """
    forms = list(map(form or plain, names))
    return next((name for name, form in zip(names, forms, strict=True) if forms.count(form) > 1), None)


def nicknames(players: Sequence[str]) -> list[str]:
    """Return the players' names as a table shows them, by seat: one short word of ASCII each, no two alike.

    "" for a name that has no such form: the table calls that player by the number of the seat.
    """
    found: list[str] = []
    for seat, name in enumerate(players):
        word = _fold(name)
        for ending in ("", f"-{label(seat)}"):
            short = word[: LONGEST - len(ending)].rstrip("-'") + ending
            if is_nickname(short) and short.casefold() not in [one.casefold() for one in found]:
                found.append(short)
                break
        else:
            found.append("")
    return found


def spell(text: str, players: Sequence[str]) -> str:
    """Return a text of a table with the names of the players as they spell them: see `nicknames`. Very short
    ones, which may be words of the table, stay as they are.
    """
    shown = zip(nicknames(players), players, strict=True)
    spelled = {short: name for short, name in shown if len(short) > 2}
    if not spelled:
        return text
    words = "|".join(map(re.escape, sorted(spelled, key=len, reverse=True)))
    return re.sub(rf"(?<![\w'-])(?:{words})(?![\w'-])", lambda found: spelled[found[0]], text)


def plain(name: str) -> str:
    """Return a name in small letters, without accents and letters of no width, its spaces alike."""
    apart = unicodedata.normalize("NFKD", _INVISIBLE.sub("", name).casefold())
    seen = (one for one in apart if not unicodedata.combining(one) and unicodedata.category(one) != "Cf")
    return _SPACES.sub(" ", "".join(seen))


def _fold(name: str) -> str:
    """Return a name without accents, its words joined by hyphens; "" if it has letters of another script."""
    plain = unicodedata.normalize("NFKD", name.translate(_FOLDED))
    letters = [letter for letter in plain if not unicodedata.combining(letter) and letter != "."]
    if any(letter.isalnum() and not letter.isascii() for letter in letters):
        return ""
    kept = [letter if letter.isalnum() or letter == "'" else " " for letter in letters]
    return "-".join("".join(kept).split()).lstrip("-'0123456789")
