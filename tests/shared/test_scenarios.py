"""Every file of tests/scenarios is a test: a match in notation, named by its paragraph of the rules.

A game with many has a file `test_scenarios_NAME.py`: on MicroPython files run side by side.
"""

import os
import sys

import scenario
from cardtable.games import registry as games

FOLDER = "tests/scenarios"


def _test(name):
    def play():
        scenario.play_file(FOLDER + "/" + name)

    return play


def scenarios_of(game):
    """The tests of one game, by name."""
    files = [
        name for name in sorted(os.listdir(FOLDER)) if name.endswith(".txt") and name.split("_")[0] == game
    ]
    return {"test_" + name[: -len(".txt")]: _test(name) for name in files}


def fill(module, *names):
    """Give a test module the tests of these games."""
    for game in names:
        for name, test in scenarios_of(game).items():
            # On MicroPython `dir` finds what `setattr` has set, but not what `globals()` was given.
            setattr(sys.modules[module], name, test)


APART = [name for name in games.NAMES if "test_scenarios_" + name + ".py" in os.listdir("tests/shared")]
fill(__name__, *[name for name in games.NAMES if name not in APART])
