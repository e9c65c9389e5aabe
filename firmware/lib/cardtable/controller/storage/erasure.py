"""Erasure of the free blocks of the flash, so that removed secrets do not survive there.

littlefs writes a changed file into other blocks, and leaves the old ones as they are until it needs them. So
the vault has a folder of its own, and `Journal.forget` removes it with all that was ever written into it.
Then every free block is erased: littlefs allocates free blocks in turn, and erases each when it allocates it.
It looks for free blocks in windows of 256; a block that was freed since counts as used to the end of its
window. So a small file is rewritten twice as often as there are free blocks, and all of them but one stay
free meanwhile. Of the two blocks of a folder littlefs erases the second one only when the first is full. So
the file has two names in turn, the first and the last of its folder, which may have two pairs of blocks.
"""

import os

from cardtable.micro import const

from . import files

_BLANKS = ("!.new", "~.new")  # with this suffix a restart removes them
_TURNS = const(20)  # rewrites of a file until both blocks of its folder were written
_PIECES = const(5)  # more than littlefs keeps in the directory itself: a block of its own
_PIECE = b"\xff" * 256
_MORE = const(8)  # blocks that may be allocated meanwhile for the directories
_SPARE = const(3)  # with fewer free blocks no write is begun that could fail
_DISK = const(1 << 24)  # bytes; no Pico has more, and a computer's disk is not erased


def step(journal):
    """Erase one more block. Return False when there is none left, or no room for it now."""
    if journal.erasing < 0:
        journal.erasing = _count(journal.folder)
        if journal.erasing < 0:
            return False
    try:
        if journal.erasing > 0:
            _write(journal.folder + _BLANKS[journal.erasing & 1], _PIECES)
            journal.erasing -= 1
            return True
        for name in _BLANKS:
            files.remove(journal.folder + name)
        files.remove(journal.unclean)
        journal.erasing = None
    except OSError:  # nothing depends on this file; if the flash itself fails, the next record shows it
        journal.erasing = -1
    return False


def turn_over(folder):
    """Write both blocks of a new folder: either may still hold secrets that are to be erased. OSError."""
    name = folder + "/" + _BLANKS[0]
    for _ in range(_TURNS):
        _write(name, 1)
    os.remove(name)


def _write(name, pieces):
    with open(name, "wb") as file:
        for _ in range(pieces):
            file.write(_PIECE)


def _count(folder):
    """Return how often the file is to be written; -1 if there is too little room to begin."""
    about = os.statvfs(folder)
    if about[1] * about[2] > _DISK:
        return 0
    return -1 if about[3] < _SPARE else 2 * about[3] + _MORE
