"""Law files: laws of one's own in JSON Lines, checked, and written as rows of the game's law deck.

An owner of the printed game writes its cards down, a line each, and `cardtable laws FILE`
reports their faults or, with `--write`, converts them into the module that `deck=own` takes. The fields are
described in docs/play/own-laws.md.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardtable.games.democrazy.law import COLOURS, TRAITS
from cardtable.games.democrazy.options import OPTIONS
from cardtable.games.democrazy.rules import SEATS
from tablehost import messages
from tablehost.errors import NOT_FOUND, USAGE, Trouble, did_you_mean
from tablehost.text_files import read_text
from tablehost.types import Document, Json

SAID = messages.Catalogue("own")

FIELDS = ("id", "t", "c", "s", "k", "fx", "tags", "spice", "src")
NEEDED = ("id", "c", "k", "fx")
KINDS = {"red": ("R", 40), "blue": ("B", 50)}
CIRCLES = {"W": "white", "B": "black"}
_USUAL: dict[str, Any] = {name: usual for name, _, usual in OPTIONS}
SOURCES = ("pub", "fam", "drws", "house", "own")

_SIDES = ("left", "right")
_SEATS = ("all", "active", "others", "most", "fewest")
_VOTERS = ("yes", "no", "with", "against", "lone")
_WHO = (*_SEATS, *_VOTERS, "without_wild", "chosen")
_COLOUR = tuple(COLOURS)
_WHAT = ("all", *[f"color:{colour}" for colour in COLOURS], "1", "2", "3", "4")
_NUMBER = (1, 60)
_IF = ("colors:1", "fewest:chips", *[f"trait:{trait}" for trait in TRAITS])
_PER = ("set4", "sole_color", "top_color", "own_law", "wild_held")

# Operations of red and of blue laws: field -> the words it may have; or the least and the greatest number; or
# a kind of its own, see `_value`. In the order in which the row has them; `?` before a name: may be left out.
Fields = dict[str, Any]
RED: dict[str, Fields] = {
    "draw": {"who": _WHO, "n": _NUMBER},
    "lose": {"who": _WHO, "n": _NUMBER},
    "lose_all": {"who": _WHO, "color": _COLOUR},
    "pass": {"what": _WHAT, "dir": _SIDES, "?choose": ("owner", "receiver")},
    "give": {"from": _WHO, "to": _WHO, "n": _NUMBER},
    "swap": {"a": ("active",), "b": ("chosen",)},
    "level": {"to": "start or number"},
    "redraw": {},
    "cap": {"to": "start or number"},
    "exchange": {"who": _WHO, "max": _NUMBER},
    "antitrust": {"n": _NUMBER},
    "repeal": {"which": "laws"},
    "wild_deal": {"who": _WHO, "n": (1, 10)},
    "wild_pass": {"dir": _SIDES},
    "hand_pass": {"dir": _SIDES},
    "mill": {"n": (1, 25)},
    "extra_turn": {},
}
BLUE: dict[str, Fields] = {
    "value": {"color": _COLOUR, "pts": (-99, 99)},
    "basis": {"mode": ("best_color", "product2")},
    "winner": {"mode": ("second",)},
    "bonus": {"?if": _IF, "?per": _PER, "pts": (-99, 99)},
    "weight": {"who": _SEATS, "w": (0, 10)},
    "threshold": {"num": (1, 99), "den": (1, 99)},
    "circles": {"mode": ("inverted",)},
    "wild_rule": {"mode": ("banned", "allowed")},
    "after_vote": {"do": _WHO},
    "after_proposal": {"on": ("adopted", "rejected"), "do": _WHO},
    "turn_start": {"do": (*_SEATS, "without_wild", "chosen")},
    "conduct": {"rule": "word", "penalty": (0, 60)},
    "direction": {"dir": _SIDES},
    "protect_laws": {},
}
_GAPS = ("color", "pts", "n")  # fields that a proposer may fill
_WORD = re.compile(r"[A-Za-z0-9_]+")


class _Line:
    """The place of a trouble: a line of the file, and the fault there."""

    def __init__(self, path: str, number: int) -> None:
        self._where = SAID("line", path=path, number=number)

    def trouble(self, field: str, about: str, given: object = None, choices: tuple[str, ...] = ()) -> Trouble:
        where = f"{self._where}, {field}" if field else self._where
        hint = did_you_mean(str(given), choices) or SAID("form-hint")
        return Trouble("BAD_LAWS", f"{where}{messages.colon()}{about}", hint)

    def one_of(self, field: str, given: object, choices: tuple[str, ...]) -> str:
        if not isinstance(given, str | int) or isinstance(given, bool) or str(given) not in choices:
            raise self.trouble(field, SAID("not-known", given=json.dumps(given)), given, choices)
        return str(given)

    def number(self, field: str, given: object, least: int, most: int) -> str:
        if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= most:
            about = SAID("no-number", given=json.dumps(given), least=least, most=most)
            raise self.trouble(field, about)
        return str(given)

    def word(self, field: str, given: object) -> str:
        if not isinstance(given, str) or not _WORD.fullmatch(given):
            about = SAID("no-word", given=json.dumps(given))
            raise self.trouble(field, about)
        return given


def read(path: Path) -> list[str]:
    """Return the laws of a file as rows, see `cardtable.games.democrazy.law_rows`. Raises Trouble."""
    try:
        text = read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        about = SAID("unreadable", path=path, why=messages.reason(error, SAID("not-utf8")))
        status = NOT_FOUND if isinstance(error, OSError) else USAGE
        raise Trouble("BAD_LAWS", about, SAID("form-hint"), status) from error
    rows: list[str] = []
    lines: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        where = _Line(str(path), number)
        try:
            law = json.loads(line)
        except json.JSONDecodeError as error:
            raise where.trouble("", SAID("no-json", column=error.colno)) from None
        except ValueError:  # a number of too many digits
            raise where.trouble("", SAID("no-number-of-json")) from None
        if not isinstance(law, dict):
            raise where.trouble("", SAID("no-object"))
        rows.append(_row(where, law))
        name = rows[-1].split(" ")[0]
        if name in lines:
            raise where.trouble("id", SAID("law-twice", name=name, number=lines[name]))
        lines[name] = number
    if not rows:
        raise Trouble("BAD_LAWS", SAID("empty", path=path), SAID("form-hint"))
    return rows


def titles(path: Path) -> list[str]:
    """Return the titles of a file's laws, in their order, "" without a title; `read` has accepted the
    file.
    """
    laws = [json.loads(line) for line in read_text(path).splitlines() if line.strip()]
    return [" ".join(str(law.get("t") or "").split()) for law in laws]


def _row(where: _Line, law: dict[str, Json]) -> str:
    """Return one law as a row."""
    _check_names(where, law, FIELDS, NEEDED, "")
    kind = where.one_of("c", law["c"], tuple(KINDS))
    letter, most = KINDS[kind]
    name = law["id"]
    names = tuple(f"{letter}{number:02}" for number in range(1, most + 1))
    if name not in names:
        about = SAID("no-such-law", name=json.dumps(name), kind=kind, names=names[0], names2=names[-1])
        raise where.trouble("id", about)
    words = [name, CIRCLES[where.one_of("k", law["k"], tuple(CIRCLES))], _source(law.get("src"))]
    symbol = law.get("s")
    if symbol is not None:
        words.append("symbol=" + ("?" if symbol == "?" else where.word("s", symbol)))
    tags = law.get("tags", [])
    if not isinstance(tags, list):
        raise where.trouble("tags", SAID("no-list-of-words"))
    if tags:
        words.append("tags=" + ",".join(where.word("tags", tag) for tag in tags))
    if "spice" in law:
        words.append("spice=" + where.number("spice", law["spice"], 1, 3))
    if not isinstance(law["fx"], list) or not law["fx"]:
        raise where.trouble("fx", SAID("no-operations"))
    known = RED if kind == "red" else BLUE
    done = [_operation(where, one, known, f"fx {i}") for i, one in enumerate(law["fx"], 1)]
    if symbol == "?" and not any("color=?" in one for one in done):
        raise where.trouble("s", SAID("symbol-without-gap"))
    return " ".join([*words, " ; ".join(done)])


def _source(given: object) -> str:
    """Return the origin of a law, as far as the game uses it: the text before `:`, without `*` and `?`."""
    head = str(given or "own").split(":")[0].rstrip("*?")
    return head if head in SOURCES else "own"


def _check_names(
    where: _Line, given: Mapping[str, object], known: tuple[str, ...], needed: tuple[str, ...], within: str
) -> None:
    for name in given:
        if name not in known:
            raise where.trouble(f"{within}{name}", SAID("no-such-field"), name, known)
    for name in needed:
        if name not in given:
            raise where.trouble(f"{within}{name}", SAID("field-missing"))


def _operation(where: _Line, one: object, known: dict[str, Fields], within: str) -> str:
    """Return an operation with its fields, in the words of a row."""
    if not isinstance(one, dict) or "op" not in one:
        raise where.trouble(within, SAID("no-operation"))
    name = where.one_of(f"{within} op", one["op"], tuple(known))
    fields = known[name]
    needed = tuple(field for field in fields if not field.startswith("?"))
    _check_names(where, one, ("op", *[field.lstrip("?") for field in fields]), needed, f"{within} ")
    if name == "bonus" and ("if" in one) == ("per" in one):
        raise where.trouble(f"{within} bonus", SAID("if-or-per"))
    words = [name]
    for field, allowed in fields.items():
        field = field.lstrip("?")
        if field not in one:
            continue
        at = f"{within} {field}"
        if field == "do":
            words.append(_inner(where, one["do"], allowed, at))
        else:
            words.append(f"{field}={_value(where, at, field, one[field], allowed)}")
    if name == "threshold" and one["num"] > one["den"]:
        raise where.trouble(f"{within} num", SAID("too-many-votes"))
    return " ".join(words)


def _inner(where: _Line, given: object, who: tuple[str, ...], at: str) -> str:
    """Return the operation that a trigger carries out: one drawing or losing."""
    if not isinstance(given, list) or len(given) != 1:
        raise where.trouble(at, SAID("not-one-operation"))
    known = {name: {"who": who, "n": _NUMBER} for name in ("draw", "lose")}
    return _operation(where, given[0], known, at)


def _value(where: _Line, at: str, field: str, given: object, allowed: Any) -> str:
    """Return a value as the row has it; a gap is `?`, or a list to choose from."""
    if given == "?" and field == "color":
        return "?"
    if isinstance(given, list) and field in _GAPS and len(given) > 1:
        return "|".join(_value(where, at, field, one, allowed) for one in given)
    if field == "if" and isinstance(given, dict) and len(given) == 1:
        given = ":".join(str(part) for part in next(iter(given.items())))
    if allowed == "word":
        return where.word(at, given)
    if allowed == "start or number":
        return "start" if given == "start" else where.number(at, given, 0, 60)
    if allowed == "laws":
        if isinstance(given, str) and given.startswith("tag:"):
            return "tag:" + where.word(at, given[4:])
        return where.one_of(at, given, ("all", "oldest", "chosen", "tag:..."))
    if isinstance(allowed[0], int):
        return where.number(at, given, *allowed)
    return where.one_of(at, given, allowed)


def module(rows: list[str], name: str) -> str:
    """Return the text of the module that `deck=own` takes its laws from; `name`: of the file they
    come from.
    """
    told = "\n".join(f"    {json.dumps(row)}," for row in rows)
    head = f'"""Democrazy, a law deck of one\'s own (`deck=own`), made of {name}: see `law_rows`."""'
    return f"{head}\n\nLAWS = (\n{told}\n)\n"


def own_laws(path: Path) -> tuple[Document, str, str]:
    """Return a file of laws, checked: figures and rows, the same in words, the module to play with them."""
    rows = read(path)
    red = sum(row[0] == "R" for row in rows)
    white = sum(row.split(" ")[1] == "white" for row in rows)
    start, stack = _USUAL["start"], _USUAL["stack_top"] + _USUAL["stack_bottom"]
    serves = [seats for seats in range(SEATS[0], SEATS[1] + 1) if seats * start(seats) + stack <= len(rows)]
    data = {"laws": len(rows), "red": red, "blue": len(rows) - red, "white": white, "serves": serves}
    colours = ", ".join(SAID(f"law-{name}", n=data[name]) for name in ("red", "blue") if data[name])
    told = SAID("summary", rows=len(rows), colours=colours, white=white or None)
    told += "\n" + SAID("serves" if serves else "serves-none", players=", ".join(map(str, serves)))
    return {**data, "rows": rows}, told, module(rows, path.name)
