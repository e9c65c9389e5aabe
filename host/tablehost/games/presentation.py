"""What the host knows of a game beyond its rules: how it is told, how its people play it.

A game `x` may bring a module `tablehost.games.presentation.x`, loaded only where that game is played or told.
No other place of the host knows games apart. The module offers any of these; the rest is as usual:

    Words            its own language, a kind of `tablehost.games.narration.Words`
    Room             how its people handle cards, a kind of `tablehost.people.room.Room`
    Sensible(lots)   a player who thinks, a `tablehost.people.bots.Brain`; `lots` is a random.Random
    COUNTED          what `simulate` counts over the facts of a match, besides scores and wins:
                     (name, function of a fact that gives what it adds to numerator and denominator);
                     a denominator that stays 0 means: per match
    counted(seats, options)   the same rows, made anew for every match, where they depend on its options or on
                     what was told before; in place of COUNTED
    own_laws(path)   a file of laws of one's own, checked: data, the same in words, the text of the module
                     that the rulebook plays with. Raises Trouble
    faces(wanted)    its cards on paper, as piles, see `tablehost.printing.faces`
    PRESET           options with which they are printed unless somebody says otherwise
    AT_REAL_TABLE    options with another default where chips and cards can be touched: the value by name;
                     `presets` in the catalogue says why
    TO_WATCH         the same for a match that somebody only looks on at, so that it shows the game well
    log_line(line, options)   a line of the open log from the plain fields of a fact
    LIKE_A_CARD      a pattern of what a typed word looks like that is meant for a card
    read_aloud(texts, card)   what a card says that has words on it; `texts`: of the kind `read` in the
                     catalogue `hands_<game>`, where everything is that is typed in this game alone
"""

import importlib
import importlib.util
from functools import lru_cache
from types import ModuleType
from typing import Any

from cardtable.games import registry as games
from tablehost.types import GameModule


def part(game: str, name: str, usual: Any) -> Any:
    """What the game called `game` brings under this name, `usual` if it brings nothing."""
    return getattr(_module(game), name, usual)


@lru_cache
def _module(game: str) -> ModuleType | None:
    """The game's own module, if it has one; a log may name a game that is not known here."""
    name = f"{__package__}.{game}"
    if game not in games.NAMES or importlib.util.find_spec(name) is None:
        return None
    return importlib.import_module(name)


def option_words(game: str, language: str) -> ModuleType | None:
    """Return the words of a language about the options of a game; None if the game brings none."""
    package = f"{__package__}.{game}"
    name = f"{package}.options_{language}"
    if importlib.util.find_spec(package) is None or importlib.util.find_spec(name) is None:
        return None
    return importlib.import_module(name)


def meanings_of(game: GameModule, language: str = "en") -> dict[str, str]:
    """Return what each option means, by name, wherever the game says it (see `cardtable.games`)."""
    if all(len(row) > 3 for row in game.OPTIONS):
        return {row[0]: row[3] for row in game.OPTIONS}
    words = option_words(game.NAME, language)
    assert words is not None
    meanings: dict[str, str] = words.MEANINGS
    return meanings
