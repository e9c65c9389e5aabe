"""The kinds of simulated players, and the mind of each."""

import os
import random
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from cardtable.engine.game import Game as GameRules
from cardtable.games import registry as games
from tablehost import messages, packages
from tablehost.errors import Trouble, did_you_mean
from tablehost.people.foreign import PYTHON, Failure, Foreign
from tablehost.people.minds import Chosen, Decision, Mind, by_lot
from tablehost.plugins import own, presentation

SAID = messages.Catalogue("play")

STRONG = "strong"
Choose: TypeAlias = Callable[[Decision, Sequence[int]], object]  # of a custom game, see `_ask`
_SENSIBLE = presentation.Part[Mind]("sensible")


def of(game: GameRules) -> tuple[str, ...]:
    """Return the kinds of players of this game, the usual one first."""
    return ("random", STRONG) if find_sensible(game.NAME) is None else ("sensible", "random", STRONG)


def find_sensible(game: str) -> Mind | None:
    """Return the mind of a sensible player of the game of this name; None without one."""
    choose: Choose | None = games.load(game).choose
    return _SENSIBLE.find(game) if choose is None else partial(_ask, choose)


def _ask(choose: Choose, decision: Decision, lots: random.Random) -> Chosen:
    """Decide as the function of a custom game does. Raises `own.WrongReturn`, and what it raises."""
    task = decision._replace(options=list(decision.options), hand=list(decision.hand))
    found = choose(task, task.hand)
    if found is None:
        return by_lot(decision, lots)
    if found not in decision.options:
        about = SAID("not-an-option", found=repr(found), what=decision.what, options=list(decision.options))
        raise own.WrongReturn(choose, about)
    return Chosen(decision.options.index(found))


def _forgive(mind: Mind, game: str, told: set[type[Exception]]) -> Mind:
    """Return the mind that decides by lot where this one of a custom game fails, and says so."""

    def decide(decision: Decision, lots: random.Random) -> Chosen:
        try:
            return mind(decision, lots)
        except Exception as error:
            if type(error) not in told:
                print(SAID("decides-by-lot", why=own.locate_failure(game, error)), file=sys.stderr)
            told.add(type(error))
            return by_lot(decision, lots)

    return decide


def is_program(kind: str) -> bool:
    """Return True if a kind of players is the path of a program, see `people.foreign`."""
    return os.sep in kind or (os.altsep is not None and os.altsep in kind)


def fit(kind: str, game: GameRules) -> str:
    """Return this kind of players, the usual one if the game lacks it."""
    there_are = of(game)
    return kind if kind in there_are or is_program(kind) else there_are[0]


def read(given: str | None, game: GameRules) -> list[str]:
    """Return the kinds that --bots names, the usual one for None, programs by their whole paths. Raises
    Trouble: the game lacks one, or a program is not there.
    """
    there_are = of(game)
    if given is None:
        return [there_are[0]]
    found = []
    for kind in given.split(","):
        if is_program(kind):
            kind = os.path.abspath(kind)
            _check_program(kind)
        elif kind not in there_are:
            about = SAID("unknown-bots", bots=given, name=game.NAME, kind=kind)
            raise Trouble("BAD_BOTS", about, did_you_mean(kind, there_are))
        found.append(kind)
    return found


def _check_program(path: str) -> None:
    """Raise Trouble unless the file of a program can be run."""
    if not os.path.isfile(path):
        raise Trouble("BAD_BOTS", SAID("bot-not-there", path=path), SAID("bot-not-there-hint"))
    if not path.endswith(PYTHON) and not os.access(path, os.X_OK):
        raise Trouble(
            "BAD_BOTS", SAID("bot-not-executable", path=path), SAID("bot-not-executable-hint", path=path)
        )


def tell_user(failure: Failure) -> None:
    """Say on standard error that a program does not decide any more."""
    print(f"cardtable: {failure.sentence}", file=sys.stderr, flush=True)


def mind(
    kind: str,
    game: GameRules,
    told: set[type[Exception]] | None = None,
    tell: Callable[[Failure], None] = tell_user,
) -> Mind:
    """Return the mind of a player of one of these kinds. `told`: failures of a custom game's function that
    are known to the user: it decides by lot where it fails. Without `told` a failure is raised. `tell`: is
    called when a program has failed, and the game's usual mind decides from then on.
    """
    usual = (None if kind == "random" else find_sensible(game.NAME)) or by_lot
    if told is not None and game.NAME in games.OWN:
        usual = _forgive(usual, game.NAME, told)
    if is_program(kind):
        return Foreign(kind, game, usual, tell)
    if kind != STRONG:
        return usual
    made: Mind = packages.load(STRONG).Strong(usual)
    return made
