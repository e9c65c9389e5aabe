"""Every file of tests/scenarios/GAME is a test: a match in notation, named by its paragraph of the rules.

The files `test_scenarios.py` in games/ and its folders run them. A game with many has a file of its own,
games/NAME/test_scenarios.py: on MicroPython files run side by side.
"""

import os
import sys

import scenario
from cardtable.games import registry as games

FOLDER = "tests/scenarios"
HERE = "tests/portable/games"


def _test(path):
    def play():
        scenario.play_file(path)

    return play


def scenarios_of(game):
    """Return the tests of one game, by name: `test_GAME_FILE`."""
    if game not in os.listdir(FOLDER):
        return {}
    folder = FOLDER + "/" + game
    files = [name for name in sorted(os.listdir(folder)) if name.endswith(".txt")]
    return {"test_" + game + "_" + name[: -len(".txt")]: _test(folder + "/" + name) for name in files}


def fill(module, *names):
    """Give a test module the tests of these games."""
    for game in names:
        for name, test in scenarios_of(game).items():
            # On MicroPython `dir` finds what `setattr` has set, but not what `globals()` was given.
            setattr(sys.modules[module], name, test)


def is_apart(game):
    """True if the game has a file of its own."""
    return game in os.listdir(HERE) and "test_scenarios.py" in os.listdir(HERE + "/" + game)


def games_here():
    """Return the names of the others."""
    return [name for name in games.NAMES if not is_apart(name)]
