"""The kinds of simulated players, and a brain of each."""

import random
from collections.abc import Callable

from cardtable.engine.game import Game as GameRules
from tablehost import messages, packages
from tablehost.errors import Trouble, did_you_mean
from tablehost.people.bots import Brain, RandomBrain
from tablehost.plugins import presentation

SAID = messages.Catalogue("play")

STRONG = "strong"
_SENSIBLE = presentation.Part[Callable[[random.Random], Brain]]("Sensible")


def of(game: GameRules) -> tuple[str, ...]:
    """Return the kinds of brains of this game, the usual one first."""
    return ("random", STRONG) if _SENSIBLE.find(game.NAME) is None else ("sensible", "random", STRONG)


def find_sensible(game: str) -> Callable[[random.Random], Brain] | None:
    """Return the brain of a sensible player of the game of this name, which draws lots; None without one."""
    return _SENSIBLE.find(game)


def read(given: str | None, game: GameRules) -> list[str]:
    """Return the kinds that --bots names, the usual one for None. Raises Trouble: the game lacks one."""
    there_are = of(game)
    if given is None:
        return [there_are[0]]
    for kind in given.split(","):
        if kind not in there_are:
            about = SAID("unknown-bots", bots=given, name=game.NAME, kind=kind)
            raise Trouble("BAD_BOTS", about, did_you_mean(kind, there_are))
    return given.split(",")


def brain(kind: str, game: GameRules, seed: object, seat: int) -> Brain:
    """Return a brain of one of these kinds for this seat; the same seed gives the same brain."""
    return brain_drawing(kind, game, random.Random(f"brain {seed} {seat}"))


def brain_drawing(kind: str, game: GameRules, lots: random.Random) -> Brain:
    """Return a brain of one of these kinds that draws these lots."""
    makes = RandomBrain if kind == "random" else _SENSIBLE.of(game.NAME, RandomBrain)
    if kind == STRONG:
        made: Brain = packages.load(STRONG).Strong(lots, makes)
        return made
    return makes(lots)
