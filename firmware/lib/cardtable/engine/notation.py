"""Facts by the names of their fields, as in FACTS of the game; a name with a `*` is of cards."""

from cardtable.micro import const

from . import cards

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any

    from .cards import Names
    from .game import Game

    Fact = tuple[Any, ...]


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
