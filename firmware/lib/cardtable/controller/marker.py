"""Whether the files of the table are those it had, and its program the one that was put on it last.

Stock firmware makes its file system anew whenever it cannot be read, and then nothing tells that there was
anything before. The file `marker` beside the deck does. Whoever sets a table up writes it with the deck and
the programs; a table that has none of these is new, and writes it itself. A deck or programs without marker
and journal were put on a table whose files were lost. It then gets another identity, as its positions begin
anew: the file says what is put behind the board's id and, until the next match begins, that somebody should
know.

The program comes out of one of two slots, which /slots.py selects by the file `start`: its three signs are
told there. A table without it has no slots. Here a program proves itself, tells that it stands in for one
that failed, and gives the other slot up where the journal wants room.
"""

import os

from cardtable.micro import const

from . import files
from .loop import NEVER

GOOD_MS = const(5000)  # a program that has run so long, and has not stopped, has started
_READY_MS = const(1500)  # by then a display has been painted, and the program is compared with its manifest
_AT_ONCE = const(8)  # files

_NAME = "marker"
_LOST = " lost"


def look(root, entropy):
    """(what stands behind the board's id, whether the files were lost). `entropy`: random bytes."""
    name = root + _NAME
    if files.size(name) >= 0:
        told = files.text(name)
        return told.split(" ")[0], told.endswith(_LOST.strip())
    here = os.listdir(root[:-1] or "/")
    lost = "journal" not in here and ("deck.txt" in here or "start" in here or "manifest" in here)
    tail = ""
    if lost:
        tail = "-" + "".join(["%02x" % byte for byte in entropy(4)])
    files.replace(name, ((tail + _LOST if lost else tail).encode(),))
    return tail, lost


def told(root):
    """Whoever begins a match knows by now."""
    name = root + _NAME
    tail = files.text(name).split(" ")[0]
    files.replace(name, (tail.encode(),))


def try_out(loop):
    """The program starts: it is yet to be seen that it is what was put there, and that it runs for long
    enough; and it may have to tell what it stands in for.

    Returns the folder of its slot, with "/", below the root; "" if there are no slots.
    """
    signs = files.text(loop.parts.root + "start")
    if signs:
        loop.trial = _READY_MS
    if signs[2:3].isupper():
        loop.faults.set("rolled-back", -1, signs[3:] or "?")
    return signs[:1] and signs[:1] + "/"


def prove(loop):
    """If the program has run for long enough, and has not stopped, it has proved itself."""
    if loop.clock.ms < GOOD_MS:
        loop.trial = GOOD_MS
    else:
        loop.trial = NEVER
        if loop.bug is None and files.text(loop.parts.root + "start")[1:2] != "-":
            _sign(loop.parts.root, 1, "-")


def know(root):
    """People know that a program failed."""
    signs = files.text(root + "start")
    _sign(root, 2, signs[2].lower())


def _sign(root, at, sign):
    signs = files.text(root + "start")
    files.replace(root + "start", ((signs[:at] + sign + signs[at + 1 :]).encode(),))


def make_room(root):
    """Remove some files of the slot that does not run; False if there are none, or it may yet be needed."""
    signs = files.text(root + "start")
    if signs[1:2] != "-":
        return False
    other = root + chr(ord("a") + ord("b") - ord(signs[0]))
    files.remove(other + "/" + "manifest")  # from here on it is none; in one piece it were another name
    return _empty(other, _AT_ONCE) < _AT_ONCE


def _empty(folder, most):
    """Remove `most` files and folders at most, what holds them last; how many more it could have been."""
    rows = []
    try:
        for row in os.ilistdir(folder):
            if len(rows) < most:
                rows.append(row)
    except OSError:
        return most
    for row in rows:
        path = folder + "/" + row[0]
        if row[1] & 0x4000:
            most = _empty(path, most)
        else:
            os.remove(path)
            most -= 1
        if most == 0:
            return 0
    os.rmdir(folder)
    return most - 1
