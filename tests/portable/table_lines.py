"""Inputs and facts as lines of text.

inputs   `2 lays 5S` `centre lays KS` `2 lifts` `0 ok` `1 yes` `3 hold-no` `time`
facts    `{"kind":"trick","day":1,...}`: one JSON object
"""

import json

from cardtable.engine import cards, notation
from cardtable.engine.asks.base import CENTRE, CENTRE_2, KEY_NAMES

_MIDDLE = {CENTRE: "centre", CENTRE_2: "centre2"}


def place_text(place):
    """Return the name of a place: a seat's number, `centre` or `centre2`."""
    return _MIDDLE.get(place) or str(place)


def parse_place(word):
    """Return the place that `word` names: a seat's number, `centre` or `centre2`. Raises ValueError."""
    for place in _MIDDLE:
        if _MIDDLE[place] == word:
            return place
    if len(word) == 1 and word in "0123456789":
        return int(word)
    raise ValueError(f"{word}: a place is a seat 0-9, centre or centre2")


def parse_input(line, names=None):
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


def _parse_tag(word, names):
    """Return the card, or the value of a tag without one, that `word` names."""
    for value in (cards.UNKNOWN, cards.FOREIGN, cards.SEVERAL):
        if cards.text(value) == word:
            return value
    return cards.parse(word, names)


def fact_text(fact, game):
    """Return the fact as one JSON object, its fields in the order of FACTS on every interpreter."""
    pairs = []
    for name, value in notation.fact_items(fact, game):
        pairs.append(f'"{name}":' + json.dumps(value, separators=(",", ":")))
    return "{" + ",".join(pairs) + "}"
