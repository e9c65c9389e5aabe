"""Erase the free blocks of the flash, so that none keeps what was removed.

littlefs writes a changed file into other blocks, and leaves the old ones as they are until it needs them. So
the vault has a folder of its own, `Journal.forget` removes that with all that was ever written into it, and
then every free block is erased: littlefs gives out free blocks in turn, and erases a block when it gives it
out. It looks for free blocks in windows of 256, and what was freed since it looked at a window counts as
taken to the end of that. So a small file is rewritten twice as often as there are free blocks; between that all
of them but one stay free. Borrowed while nobody moves.
"""

import os

from cardtable.micro import const

from . import files

_BLANK = "blank.new"  # of such an ending, so a restart removes it
_PIECES = const(5)  # more than littlefs keeps in the directory itself: a block of its own
_PIECE = b"\xff" * 256
_MORE = const(8)  # blocks that may be given out meanwhile for the directories
_SPARE = const(3)  # with fewer free blocks nothing is written that could be left undone
_DISK = const(1 << 24)  # bytes; no Pico has more, and on a disk this is no affair of ours


def step(journal):
    """Erase one more block; False when there is none left, or there is no room. OSError."""
    about = os.statvfs(journal.folder)
    if about[1] * about[2] > _DISK:
        journal.erasing = 0
    elif about[3] < _SPARE:
        return False
    elif journal.erasing < 0:
        journal.erasing = 2 * about[3] + _MORE
    if journal.erasing > 0:
        with open(journal.folder + _BLANK, "wb") as file:
            for _ in range(_PIECES):
                file.write(_PIECE)
        journal.erasing -= 1
        return True
    files.remove(journal.folder + _BLANK)
    files.remove(journal.unclean)
    journal.erasing = None
    return False
