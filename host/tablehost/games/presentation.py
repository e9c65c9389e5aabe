"""Registry of the host's additions to a game: narration, player behaviour, statistics, cards.

A game `x` may bring a package `tablehost.games.x`, loaded only where that game is played or narrated. No
other place of the host knows games apart. The package offers any of these; the rest has defaults:

    Words            its own language, a kind of `tablehost.games.narration.Words`
    Room             its players' handling of cards, a kind of `tablehost.people.room.Room`
    Sensible(lots)   a player who thinks, a `tablehost.people.bots.Brain`; `lots` is a random.Random
    COUNTED          the statistics of `simulate` over the facts of a match, in addition to scores and wins:
                     (name, function of a fact that returns its part of numerator and denominator);
                     a denominator that stays 0 means: per match
    counted(seats, options)   the same rows, created for every match, where they depend on its options or
                     on earlier facts; in place of COUNTED
    own_laws(path)   a file of laws of one's own, checked: data, the same in words, the text of the module
                     for its law deck. Raises Trouble
    faces(wanted)    its cards on paper, as piles, see `tablehost.printing.faces`
    PRESET           options with which they are printed by default
    AT_REAL_TABLE    options with another default where chips and cards can be touched: the value by name;
                     `presets` in the catalogue has the reason
    LEVELS           how hard it is to learn with each of its sets of options: 1 easy, 2 middling, 3 hard
    TEACHING_SEED    the seed of the deal with which the game is taught at the virtual table
    TO_WATCH         the same for a match with spectators only, so that it shows the game well
    log_line(line, options)   a line of the open log from the plain fields of a fact
    LIKE_A_CARD      a pattern of a typed word that is meant for a card
    read_aloud(texts, card)   the text of a card that has words on it; `texts`: of the kind `read` in the
                     catalogue `hands_<game>`, which has all typed words of this game alone
"""

import importlib
import importlib.util
from functools import lru_cache
from types import ModuleType
from typing import Any

from cardtable.games import registry as games
from tablehost.types import GameModule

SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def show_card(name: str) -> str:
    """Return the name of a card as screens show it, `K♠`; names without a suit stay as they are."""
    head, mark, copy = name.partition("#")
    known = len(head) in (2, 3) and head[:-1] in ("10", *"A123456789JQKEL") and head[-1] in SUIT_SIGNS
    return head[:-1] + SUIT_SIGNS[head[-1]] + mark + copy if known else name


def part(game: str, name: str, usual: Any) -> Any:
    """Return the attribute of this name that the game called `game` brings, `usual` if it brings none."""
    return getattr(_module(game), name, usual)


@lru_cache
def _module(game: str) -> ModuleType | None:
    """Return the game's own module, if it has one; a log may name a game that is not known here."""
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
    """Return the meaning of each option, by name, wherever the game has it (see `cardtable.games`)."""
    if all(len(row) > 3 for row in game.OPTIONS):
        return {row[0]: row[3] for row in game.OPTIONS}
    words = option_words(game.NAME, language)
    assert words is not None
    meanings: dict[str, str] = words.MEANINGS
    return meanings
