"""The kinds of simulated players, and the mind of each."""

from cardtable.engine.game import Game as GameRules
from tablehost import messages, packages
from tablehost.errors import Trouble, did_you_mean
from tablehost.people.minds import Mind, by_lot
from tablehost.plugins import presentation

SAID = messages.Catalogue("play")

STRONG = "strong"
_SENSIBLE = presentation.Part[Mind]("sensible")


def of(game: GameRules) -> tuple[str, ...]:
    """Return the kinds of players of this game, the usual one first."""
    return ("random", STRONG) if _SENSIBLE.find(game.NAME) is None else ("sensible", "random", STRONG)


def find_sensible(game: str) -> Mind | None:
    """Return the mind of a sensible player of the game of this name; None without one."""
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


def mind(kind: str, game: GameRules) -> Mind:
    """Return the mind of a player of one of these kinds."""
    usual = by_lot if kind == "random" else _SENSIBLE.of(game.NAME, by_lot)
    if kind != STRONG:
        return usual
    made: Mind = packages.load(STRONG).Strong(usual)
    return made
