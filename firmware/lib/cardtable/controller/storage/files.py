"""The files of the table's record: all of it goes through here. A line ends in a CRC, so a torn one is known.

A file that is written as a whole is written beside and renamed: after a power cut it holds all of the new or
all of the old. What is appended is on flash when `append` returns.
"""

import os
from hashlib import sha256

from cardtable.micro import const
from cardtable.wire.frames import SEAL, decode

HEAD = "<HHI"  # of a packed block: bytes of its records, how many, position of the first one
CRC = "<I"  # behind that: CRC-32 over both

VAULT = "/rows"  # in its folder
LATCH = "stopped"  # the file with the mistake that stopped the table, until somebody goes on
WIDE = const(4096)  # longest line of a checkpoint
OFTEN = const(128)  # so many records more the host has: worth a write
SCARCE = const(131_072)  # bytes below which there is little room: some matches
LEAST = const(98_304)  # below which what is old goes for want of room
NONE = const(65_536)  # below which no stage is begun: a Pico's flash is full to 95 %
FULL = const(2)  # of `tight`
_BODY = const(6)  # where the record begins in its line, less its bracket

NEW = ".new"  # of a file that is being written beside
_PIECE = const(256)


# -- How the journal lies on flash: names, sizes and limits that its modules share --------------------------
#
# See docs/reference/journal.md.

_NAME = "marker"
_LOST = " lost"


def chained(head, line):
    """The head of the chain after the record in this line."""
    digest = sha256(b"\0" + head + b"[")
    digest.update(memoryview(line)[_BODY : -SEAL - 1])
    return digest.digest()


def frame(line):
    """The frame of a line with its line feed; None if it is torn."""
    return decode(line[:-1])


def append(name, data):
    """Put this behind what the file holds; without it the file is made."""
    with open(name, "ab") as file:
        file.write(data)


def replace(name, lines):
    """Give the file these lines."""
    beside(name, lines)
    os.rename(name + NEW, name)


def beside(name, lines):
    """Write what the file is to hold beside it."""
    with open(name + NEW, "wb") as file:
        for line in lines:
            file.write(line)


def take_up(name):
    """The file is what was written beside it, if anything was."""
    if size(name + NEW) >= 0:
        os.rename(name + NEW, name)


def pieces(name, first, last):
    """The bytes from `first` up to `last` of a file, a few at a time."""
    with open(name, "rb") as file:
        file.seek(first)
        while first < last:
            data = file.read(min(_PIECE, last - first))
            if not data:
                return
            first += len(data)
            yield data


def lines(name):
    """The sound lines of a file, one after another, none if there is none; a torn one ends them."""
    if size(name) < 0:
        return
    with open(name, "rb") as file:
        for line in file:
            if frame(line) is None:
                return
            yield line


def holds(folder):
    """True if there is anything in this folder."""
    try:
        return len(os.listdir(folder)) > 0
    except OSError:
        return False


def remove_folder(folder):
    """Remove a folder with the files in it, if it is there."""
    if size(folder) < 0:
        return
    for name in os.listdir(folder):
        os.remove(folder + "/" + name)
    os.rmdir(folder)


def size(name):
    """How long a file is, -1 if there is none."""
    try:
        return os.stat(name)[6]
    except OSError:
        return -1


def text(name):
    """What a short file holds, "" if there is none."""
    if size(name) < 0:
        return ""
    with open(name) as file:
        return file.read().strip()


def remove(name):
    """Remove a file if it is there."""
    if size(name) >= 0:
        os.remove(name)


def make(folder):
    """Make a folder unless it is there, and say what is in it."""
    try:
        os.mkdir(folder)
    except OSError:
        pass  # it exists already, or the next line says why it cannot be made
    return sorted(os.listdir(folder))


def room(folder):
    """(bytes free, bytes in all) of the file system."""
    about = os.statvfs(folder)
    return about[0] * about[3], about[1] * about[2]


# -- Whether the files of the table are those it had --------------------------------------------------------
#
# A Pico makes its file system anew where there is none, and then nothing tells that there was anything
# before. The file `marker` beside the deck does. Whoever sets a table up writes it with the deck and the
# board's name; a table that has none of these is new, and writes it itself. A deck or a board's name without
# marker and journal were put on a table whose files were lost. It then gets another identity, as its
# positions begin anew: the file says what is put behind the board's id and, until the next match begins, that
# somebody should know.


def look(root, entropy):
    """(what stands behind the board's id, whether the files were lost). `entropy`: random bytes."""
    name = root + _NAME
    if size(name) >= 0:
        told = text(name)
        return told.split(" ")[0], told.endswith(_LOST.strip())
    here = os.listdir(root[:-1] or "/")
    lost = "journal" not in here and ("deck.txt" in here or "board" in here)
    tail = ""
    if lost:
        tail = "-" + "".join(["%02x" % byte for byte in entropy(4)])
    replace(name, ((tail + _LOST if lost else tail).encode(),))
    return tail, lost


def told(root):
    """Whoever begins a match knows by now."""
    name = root + _NAME
    tail = text(name).split(" ")[0]
    replace(name, (tail.encode(),))
