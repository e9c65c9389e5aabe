"""Whether the files of the table are those it had.

A Pico makes its file system anew where there is none, and then nothing tells that there was anything
before. The file `marker` beside the deck does. Whoever sets a table up writes it with the deck and the
board's name; a table that has none of these is new, and writes it itself. A deck or a board's name without
marker and journal were put on a table whose files were lost. It then gets another identity, as its
positions begin anew: the file says what is put behind the board's id and, until the next match begins, that
somebody should know.
"""

import os

from . import files

_NAME = "marker"
_LOST = " lost"


def look(root, entropy):
    """(what stands behind the board's id, whether the files were lost). `entropy`: random bytes."""
    name = root + _NAME
    if files.size(name) >= 0:
        told = files.text(name)
        return told.split(" ")[0], told.endswith(_LOST.strip())
    here = os.listdir(root[:-1] or "/")
    lost = "journal" not in here and ("deck.txt" in here or "board" in here)
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
