"""Which card a word names, as people write it in the deck file, in a correction, at the computer.

Borrowed: at the table cards come from their tags.
"""

from .cards import JOKER, RANKS, SUITS, card, joker, own_name

_OTHER_NAMES = {"1": "A", "E": "K", "L": "Q", "M": "X"}


def _own_card(name, pack):
    for first, number, before, _, behind in pack:
        if name.startswith(before) and name.endswith(behind):
            figure = name[len(before) : len(name) - len(behind)]
            value = first + (int(figure) - 1 if figure.isdigit() else 0)
            if first <= value < first + number and own_name(value, pack) == name:
                return value
    return None


def understood(word, names=None):
    """The card that `word` names, None if none; `parse` says why."""
    if isinstance(names, tuple):
        return _own_card(word.upper(), names)
    try:
        return parse(word, names)
    except ValueError:
        return None


def parse(word, names=None):
    """The card that `word` names, case ignored. `names`: see `names_of`; ranks of a standard pack that a game
    names otherwise are always understood. ValueError says what is wrong and what is understood.
    """
    name = word.upper()
    if isinstance(names, tuple):
        value = _own_card(name, names)
        if value is None:
            kinds = [own_name(row[0], names) for row in names]
            raise ValueError(f"{word}: not a card; a card is one such as {' '.join(kinds)}")
        return value
    copy = 0
    if "#" in name:
        name, _, number = name.partition("#")
        if number not in ("1", "2"):
            raise ValueError(f"{word}: a copy is #1 or #2")
        copy = int(number)
    rank = _OTHER_NAMES.get(name[:-1], name[:-1])
    number = 10 if rank == "10" else RANKS.find(rank)
    if rank == "X" and name[1] in "1234":
        return joker(int(name[1])) + copy * 64
    if not 0 < number < JOKER or len(rank) != 1 + (number == 10) or name[-1] not in SUITS:
        raise ValueError(f"{word}: not a card; a card is a rank A 2-10 J Q K and a suit S H D C, or X1-X4")
    return card(SUITS.index(name[-1]), number, copy)
