"""Small files next to the deck, and the files marker.

A file is replaced as a whole: the new content is written to a second file, which is renamed, so after a power
cut the file holds all of the new or all of the old content.

The marker detects a lost journal: a partition that holds nothing looks like one that was never used. So there
is a file `marker` next to the deck, written at setup with the deck and the board's name. A table that has
none of these is new, and writes it itself. A deck or a board's name without marker and journal were put on a
table whose journal was lost. It then gets another identity, as its positions start from 0 again: the marker
holds a suffix of the board's id and, until the next match begins, a flag that this must be reported.
"""

import os

NEW = ".new"  # suffix of a file that is being written

_NAME = "marker"
_LOST = " lost"


def replace(name, lines):
    """Replace the content of the file with these lines."""
    with open(name + NEW, "wb") as file:
        for line in lines:
            file.write(line)
    os.rename(name + NEW, name)


def size(name):
    """Return the size of a file, -1 if there is none."""
    try:
        return os.stat(name)[6]
    except OSError:
        return -1


def text(name):
    """Return the text of a short file, "" if there is none."""
    if size(name) < 0:
        return ""
    with open(name) as file:
        return file.read().strip()


def remove(name):
    """Remove a file if it is there."""
    if size(name) >= 0:
        os.remove(name)


# -- Files marker: detects files that were lost ----------------------------------------------------


def check_files(root, entropy, was_empty):
    """Return (suffix of the board's id, True if the journal was lost).

    `entropy`: random bytes; `was_empty`: the journal held nothing.
    """
    name = root + _NAME
    if size(name) >= 0:
        told = text(name)
        return told.split(" ")[0], told.endswith(_LOST.strip())
    here = os.listdir(root[:-1] or "/")
    lost = was_empty and ("deck.txt" in here or "board" in here)
    tail = ""
    if lost:
        tail = "-" + "".join(["%02x" % byte for byte in entropy(4)])
    replace(name, ((tail + _LOST if lost else tail).encode(),))
    return tail, lost


def clear_marker(root):
    """Clear the flag of the marker: a match begins, and the loss has been reported."""
    name = root + _NAME
    tail = text(name).split(" ")[0]
    replace(name, (tail.encode(),))
