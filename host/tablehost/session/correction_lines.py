"""The lines of corrections, as `cardtable say` and the referee's page read them: undo, amend, name, end."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from cardtable.engine.asks import base
from tablehost import messages
from tablehost.errors import USAGE, Trouble, did_you_mean
from tablehost.people import typed, vocabulary
from tablehost.people.vocabulary import Tongue
from tablehost.seats import parse
from tablehost.types import Word, is_too_large

SAID = messages.Catalogue("play")

MIDDLE = ("middle", "centre", "center")
KINDS = (
    "undo",
    "amend",
    "name",
    "void",
    "leave",
    "absent",
    "back",
    "count",
    "pause",
    "resume",
    "end",
)  # of the forms of corrections; `form` in the catalogue shows each


def forms() -> list[str]:
    """Return the forms of corrections, in words."""
    return [SAID(f"form {kind}") for kind in KINDS]


def read_line(line: str, players: Sequence[str], game: str = "") -> list[Word]:
    """Return the command of a line that begins behind `cardtable say`; see `read`. Raises Trouble."""
    try:
        words = shlex.split(line)
    except ValueError:  # a quotation without its end
        words = line.split()
    flags = ("--insist", "--drop-rest")
    insist, drop_rest = (flag in words for flag in flags)
    words = [word for word in words if word not in flags]
    if words[1:] and words[0].lower() == "end":  # no match is named where one is shown
        raise Trouble("USAGE", SAID("order-not-understood", given=line), SAID("form end"), USAGE)
    return read(words, players, game, insist, drop_rest)


def read(
    given: Sequence[str],
    players: Sequence[str] = (),
    game: str = "",
    insist: bool = False,
    drop_rest: bool = False,
) -> list[Word]:
    """Return the table's command `fix ...` that is meant. `players`: their names, by seat; `game`: its code;
    cards may have the letters of the language. Raises Trouble.
    """
    words = list(given)
    kind, rest = (words[0].lower(), words[1:]) if words else ("", [])
    if kind not in KINDS:
        hint = did_you_mean(kind, KINDS) if kind else "\n".join(forms())
        raise Trouble("USAGE", SAID("unknown-order", kind=kind) if kind else SAID("say-what"), hint, USAGE)
    for word in rest:
        if word.isascii() and word.isdigit() and is_too_large(word):
            about = SAID("number-too-large", word=word[:24], word2=len(word))
            raise Trouble("USAGE", about, SAID(f"form {kind}"), USAGE)
    try:
        tongue = vocabulary.load(messages.language(), game)
        return _read(kind, rest, (insist, drop_rest), players, tongue)
    except (ValueError, IndexError):
        about = SAID("order-not-understood", given=" ".join(words))
        raise Trouble("USAGE", about, SAID(f"form {kind}"), USAGE) from None


def _read(
    kind: str, rest: list[str], flags: tuple[bool, bool], players: Sequence[str], tongue: Tongue
) -> list[Word]:
    insist, drop_rest = flags
    if kind == "undo" and len(rest) < 2:
        return ["undo", int(rest[0]) if rest else 1, int(insist)]
    if kind == "amend":
        words: list[Word] = []
        if rest[0] == "before":
            words.append(rest.pop(0))
        words += _change(rest, players, tongue)
        while rest:
            words += _change(rest, players, tongue)
        return ["amend", int(drop_rest), *words]
    if kind == "name" and len(rest) == 2:
        return ["name", _place(rest[0], players), _word(rest[1], tongue)]
    if kind in ("void", "pause", "resume") and not rest:
        return [kind]
    if kind == "end" and len(rest) < 2:  # a number: of the match that runs, see `parked_match`
        return ["end"]
    if kind in ("leave", "absent", "back", "count") and len(rest) == 1:
        return [kind, parse(rest[0], base.MOST_SEATS, players)]
    raise ValueError(kind)


def _change(rest: list[str], players: Sequence[str], tongue: Tongue) -> list[Word]:
    """Return the first part of the replaced answer, taken from `rest`."""
    words: list[Word] = []
    if rest[0] == "answer":
        words += ["answer", int(rest[1])]
        del rest[:2]
    place = rest.pop(0)
    words += ["seat", _place(rest.pop(0) if place == "seat" else place, players)]
    said = []
    while rest and rest[0] not in ("seat", "answer"):
        said.append(_word(rest.pop(0), tongue))
    if not said:
        raise ValueError(place)
    return words + said


def _place(word: str, players: Sequence[str]) -> int:
    return int(base.CENTRE) if word in MIDDLE else parse(word, base.MOST_SEATS, players)


def _word(word: str, tongue: Tongue) -> str:
    """Return a card as the table names it, or a word as the table knows it."""
    lower = word.lower()
    if lower in (*base.KEY_NAMES, "none") or len(word) > 6:
        return lower
    return typed.name_card(word, tongue) or word
