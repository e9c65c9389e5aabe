"""Modules on the files partition that are loaded in place of frozen ones of the same name, one by one.

    /changed    modules changed since the image was built, as `cardtable flash --dev` writes them
    /own        this table's own modules, which outlive an image: laws and games, as `cardtable flash --laws`
    and `--game` write them

The first word of a file `order` in each is the digest of its program, or "any": with another program nothing
of the folder is loaded. Each further line has the name of a module, behind `*` if it is in the folder, as
PACKAGE/MODULE.mpy or .py. All imports of such a module come before it, so that nothing of its package is
searched in the folder while it is loaded.

A game of one's own is a package that no image has: `*cardtable.games.NAME`, its modules in the folder
/own/cardtable.games/NAME. One that cannot be loaded does not keep the table from starting: it is left out,
and so is one whose name a later image has itself, for it would hide the whole package. If it has a module
`base`, it changes a game of the image: MODULES, in this order, are loaded under its name, those that it lacks
from the game BASE, whose rules are those of BASE_REVISION.
"""

import hashlib
import os
import sys

FOLDERS = ("/changed", "/own")  # no module has such a name: a folder would hide it
ORDER = "/order"
ANY = "any"
DIGITS = 8
_GAMES = "cardtable.games."
_FOLDER = 0x4000
_PIECE = 1024


def load(program, root="", names=()):
    """Load the folders for the program of this digest. `names`: of the modules that are frozen.

    Return (names of modules in place of frozen ones, suffix of the digest: "" or "+" and hex digits of all
    files that count, (name, hex digits of its files) of each game of one's own). `root`: of both folders.
    """
    hidden, files, games = [], [], []
    for folder in FOLDERS:
        rows = _lines(root + folder + ORDER)
        if not rows or rows[0] not in (program, ANY):
            continue
        for name in rows[1:]:
            if name[0] != "*":
                __import__(name)
            elif rows[0] != ANY:
                _load(root + folder, name[1:])
                hidden.append(name[1:])
            elif not _is_game(name[1:]):
                _load(root + folder, name[1:])
            elif name[1:] + ".rules" in names:
                print("The program has a game", name[1:], "itself; that on the files is left out.")
            elif _load_game(root + folder, name[1:]):
                games.append(_described(root + folder, name[1:]))
        files += _files(root + folder)
    return hidden, "+" + _digest(files, len(root)) if files else "", games


def _is_game(name):
    return name.startswith(_GAMES) and "." not in name[len(_GAMES) :]


def _load_game(folder, name):
    """Load the package of a game and all its modules. Return False, and print why, if that is not
    possible.
    """
    try:
        _load(folder, name)
        modules = [
            path[path.rfind("/") + 1 : -len(".py")]
            for path in sorted(_files(folder + "/" + _GAMES[:-1] + "/" + name[len(_GAMES) :]))
        ]
        if "base" in modules:
            _load_changed(name, modules)
        for module in modules:
            __import__(name + "." + module)
        return True
    except Exception as error:
        print("The game", name[len(_GAMES) :], "cannot be loaded:")
        sys.print_exception(error)
        return False


def _load_changed(name, modules):
    """Load the game that this one changes under its name, but for these modules of its own."""
    base = __import__(name + ".base", None, None, ("",))
    if __import__(_GAMES + "registry", None, None, ("",)).REVISIONS[base.BASE] != base.BASE_REVISION:
        raise ValueError("changes other rules of " + base.BASE)
    package, frozen = sys.modules[name], __import__(_GAMES + base.BASE, None, None, ("",)).__path__
    own = package.__path__
    for module in base.MODULES.split():
        package.__path__ = own if module in modules else frozen
        __import__(name + "." + module)
    package.__path__ = own


def _described(folder, name):
    """Return (name, hex digits) of a game: of its files as `NAME/MODULE.py`."""
    name = name[len(_GAMES) :]
    folder += "/" + _GAMES[:-1] + "/"
    return name, _digest(_files(folder + name), len(folder))


def _load(folder, name):
    folder += "/" + name.rpartition(".")[0]
    parent = __import__(name.rpartition(".")[0], None, None, ("",))
    frozen = parent.__path__
    parent.__path__ = folder
    try:
        __import__(name)
    finally:
        parent.__path__ = frozen


def _lines(path):
    """Return the words of a file; none if it is missing."""
    try:
        with open(path) as file:
            return file.read().split()
    except OSError:
        return []


def _files(folder):
    found = []
    for row in os.ilistdir(folder):
        path = folder + "/" + row[0]
        if row[1] & _FOLDER:
            found += _files(path)
        else:
            found.append(path)
    return found


def _digest(paths, cut):
    """Return DIGITS of SHA-256 over a line for each file: its path from `cut` on, and the SHA-256 of its
    content.
    """
    whole = hashlib.sha256()
    block = bytearray(_PIECE)
    for path in sorted(paths):
        one = hashlib.sha256()
        with open(path, "rb") as file:
            count = file.readinto(block)
            while count:
                one.update(memoryview(block)[:count])
                count = file.readinto(block)
        whole.update((path[cut:] + " " + one.digest().hex() + "\n").encode())
    return whole.digest().hex()[:DIGITS]


def has_board(root="/"):
    """True if the files name a board, or have one: a file or a folder `board`, a module of that name."""
    return "board" in [name.split(".")[0] for name in os.listdir(root)]
