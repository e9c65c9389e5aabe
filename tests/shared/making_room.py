"""A Pico's heap has room for one game: tests that play several in one process make room for the next."""

import gc
import sys

SMALL = sys.implementation.name == "micropython"


def make_room(name):
    """Forget the modules of the game `name`, if memory is short; whoever still runs in one keeps it."""
    if not SMALL:
        return
    package = sys.modules["cardtable.rulebook"]
    for module in [one for one in sys.modules if one.startswith("cardtable.rulebook." + name)]:
        del sys.modules[module]
        delattr(package, module.split(".")[-1])
    gc.collect()
