"""A Pico and a small program, as `tablehost.flashing` is given them."""

from tablehost import manifest
from tablehost.flashing.device import About
from tablehost.flashing.tree import Tree

PICO = About("micropython", (1, 25, 0), "Raspberry Pi Pico with RP2040", "e661385283", 0, 0)


def tree(version, names=("board.mpy", "entry.mpy", "lib/cardtable/loop.mpy", "lib/cardtable/words.txt")):
    """A program of a few files; each holds the version, so that a mixture is seen."""
    slot = {name: f"{version} {name} ".encode() * 40 for name in names}
    beside = {"slots.mpy": f"{version} slots".encode(), "main.py": f"{version} main".encode()}
    return Tree(slot, beside, manifest.of(slot))
