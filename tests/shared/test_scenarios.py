"""Every file of tests/scenarios is a test: a match in notation, named by its paragraph of the rules."""

import os
import sys

import scenario
from cardtable.rulebook import games
from making_room import make_room

FOLDER = "tests/scenarios"


def _test(name):
    def play():
        scenario.play_file(FOLDER + "/" + name)
        make_room(name.partition("_")[0])

    return play


for _name in sorted(os.listdir(FOLDER)):
    if _name.endswith(".txt") and _name.split("_")[0] in games.NAMES:
        # On MicroPython `dir` finds what `setattr` has set, but not what `globals()` was given.
        setattr(sys.modules[__name__], "test_" + _name[: -len(".txt")], _test(_name))
