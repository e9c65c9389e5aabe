"""Text notation of inputs and facts.

inputs   `2 lays 5S` `centre lays KS` `2 lifts` `0 ok` `1 yes` `3 hold-no` `time`
facts    `{"kind":"trick","day":1,...}`: one JSON object; the fields are named in the game's FACTS,
         those with a `*` hold cards, which appear in their notation
"""

import json

from cardtable.micro import const

from . import cards
from .asks.base import CENTRE, CENTRE_2, KEY_NAMES

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any

    from .cards import Names
    from .game import Game

    Input = tuple[Any, ...]
    Fact = tuple[Any, ...]

_MIDDLE = {CENTRE: "centre", CENTRE_2: "centre2"}


def place_text(place: int) -> str:
    """Return the name of a place: a seat's number, `centre` or `centre2`."""
    return _MIDDLE.get(place) or str(place)


def parse_place(word: str) -> int:
    """Return the place that `word` names: a seat's number, `centre` or `centre2`. Raises ValueError."""
    for place in _MIDDLE:
        if _MIDDLE[place] == word:
            return place
    if len(word) == 1 and word in "0123456789":
        return int(word)
    raise ValueError(f"{word}: a place is a seat 0-9, centre or centre2")


def parse_input(line: str, names: "Names" = None) -> "Input":
    """Return the input of a line; `names` as for `cards.parse`. Raises ValueError."""
    words = line.split()
    if words == ["time"]:
        return ("expired",)
    if len(words) < 2:
        raise ValueError(f"{line}: an input is PLACE lays CARD, PLACE lifts, SEAT KEY, or time")
    place = parse_place(words[0])
    if words[1] == "lays" and len(words) == 3:
        return ("laid", place, _parse_tag(words[2], names))
    if words[1] == "lifts" and len(words) == 2:
        return ("lifted", place)
    if words[1] in KEY_NAMES[1:] and len(words) == 2:
        return ("key", place, KEY_NAMES.index(words[1]))
    raise ValueError(f"{line}: an input is PLACE lays CARD, PLACE lifts, SEAT KEY, or time")


def _parse_tag(word: str, names: "Names") -> int:
    """Return the card, or the value of a tag without one, that `word` names."""
    for value in (cards.UNKNOWN, cards.FOREIGN, cards.SEVERAL):
        if cards.text(value) == word:
            return value
    return cards.parse(word, names)


def card_texts(value: "Any", names: "Names" = None) -> object:
    """Return the same nested lists with every card in its notation; `names` as for `cards.text`."""
    if isinstance(value, (list, tuple)):
        return [card_texts(item, names) for item in value]
    return None if value is None else cards.text(value, names)


# Facts of every game:
# left         the player of a seat left for good
# ended        the match was closed before its rules end it; the record names the seats that agreed
# impossible   the card on `place` cannot come from there by answer number `before` of this stage (null: by an
#              earlier stage), see `asks.base.IMPOSSIBLE`; `now`: the number of answers so far
FOUND = {"impossible": ("place", "why", "before", "now"), "left": ("seat",), "ended": ("why",)}


def fact_items(fact: "Fact", game: "Game") -> "list[tuple[str, object]]":
    """Return the fact of a game (its module) as a list of (name, value)."""
    names = FOUND[fact[0]] if fact[0] in FOUND else game.FACTS[fact[0]]
    how = cards.names_of(game)
    items: "list[tuple[str, object]]" = [("kind", fact[0])]
    for i in range(len(names)):
        name = names[i]
        value: object = fact[i + 1]
        if name.endswith("*"):
            name, value = name[:-1], card_texts(value, how)
        items.append((name, value))
    return items


def fact_text(fact: "Fact", game: "Game") -> str:
    """Return the fact as one JSON object, its fields in the order of FACTS on every interpreter."""
    pairs = []
    for name, value in fact_items(fact, game):
        pairs.append(f'"{name}":' + json.dumps(value, separators=(",", ":")))
    return "{" + ",".join(pairs) + "}"
