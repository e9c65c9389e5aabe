"""The registry of games. Only the chosen game is loaded.

A game is one folder next to this file. `engine.game` lists what its module `rules` offers. A PACK of its
own is in a module `pack`, and in PACKS below.

The meaning of an option is in its row or, if that is long, on the host (`tablehost.games`).

A change of the rules of a game raises its number in REVISIONS, which its REVISION repeats, see
`engine.match`.

A game of one's own is such a folder that lies elsewhere: on the table's files, or in the data folder of the
host. It is added when the program starts. Its module `words`, if it has one, offers WORDS: language -> key ->
sentence, see `languages`.

House rules are such a game, too: its module `base` names the game that it changes, whose modules it has where
the folder has none of that name. Its module `change` has what it offers in place of what `rules` does.
"""

from cardtable.micro import const

from .democrazy import pack as democrazy

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any

    from ..engine.game import Game

NAMES = [
    "democracy",
    "demos",
    "democrazy",
]

# The PACK of every pack that a table may own: None for a standard pack.
PACKS: "tuple" = (None, democrazy.PACK)

# The digest of each game of one's own, by name: the first hex digits of the SHA-256 of its files.
OWN: "dict[str, str]" = {}

# The games that were loaded, by name.
_LOADED: "dict[str, Game]" = {}

# The revision of the rules of each game; every match is recorded with it.
REVISIONS = {
    "democracy": 2,
    "demos": 2,
    "democrazy": 3,
}


def add(name: str, digest: str) -> None:
    """Add a game of one's own, or replace it. `digest`: of its files."""
    if name not in NAMES:
        NAMES.append(name)
    OWN[name] = digest
    _LOADED.pop(name, None)


def load(name: str) -> "Game":
    """Return the game `name`. Raises KeyError for an unknown name."""
    if name not in NAMES:
        raise KeyError(name)
    if name not in _LOADED:
        from ..engine.game import Game

        changes = [_part(name, part) for part in ("base", "change")] if name in OWN else ()
        _LOADED[name] = Game(
            __import__("cardtable.games." + name + ".rules", None, None, ("NAME",)), *changes
        )
    return _LOADED[name]


def words(name: str) -> "dict[str, dict[str, str]]":
    """Return the sentences of a game of one's own, {} if it has none."""
    found = _part(name, "words")
    return {} if found is None else found.WORDS


def _part(name: str, part: str) -> "Any":
    """Return a module that a game of one's own may have, or None."""
    try:
        return __import__("cardtable.games." + name + "." + part, None, None, ("",))
    except ImportError:
        return None


def capabilities():
    """Return the rules of the hello: "NAME-REVISION" of all games, "NAME=DIGEST" of games of one's own."""
    found = [name + "-" + str(REVISIONS[name]) for name in NAMES if name in REVISIONS]
    for name in NAMES:
        if name in OWN:
            found.append(name + "=" + OWN[name])
            found.append(name + "-" + str(load(name).REVISION))
    return found
