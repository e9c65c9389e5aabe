"""File primitives of the journal, the names and limits that its modules share, and the files marker.

All access to the table's records is here. A line ends in a CRC, so a torn one is detected. A file is replaced
as a whole: the new content is written to a second file, which is renamed, so after a power cut the file holds
all of the new or all of the old content. Appended data is on flash when `append` returns. See
docs/reference/journal.md.

The marker detects lost files. A Pico formats its file system where there is none, without a trace of an
earlier one. So there is a file `marker` next to the deck, written at setup with the deck and the board's
name. A table that has none of these is new, and writes it itself. A deck or a board's name without marker and
journal were put on a table whose files were lost. It then gets another identity, as its positions start from
0 again: the marker holds a suffix of the board's id and, until the next match begins, a flag that this must
be reported.
"""

import os
from hashlib import sha256

from cardtable.micro import const
from cardtable.wire.frames import SEAL, decode

HEAD = "<HHI"  # of a packed block: bytes of its records, how many, position of the first one
CRC = "<I"  # after that: CRC-32 over both

VAULT = "/rows"  # in its folder
LATCH = "stopped"  # the file with the error that stopped the table, until a match begins or goes on
WIDE = const(4096)  # longest line of a checkpoint
OFTEN = const(128)  # new records acknowledged by the host that justify a write
SCARCE = const(131_072)  # bytes below which there is little room: some matches
LEAST = const(98_304)  # below which old matches are removed for want of room
NONE = const(65_536)  # below which no stage is begun: a Pico's flash is full to 95 %
FULL = const(2)  # of `tight`
_BODY = const(6)  # offset of the record in its line, without its bracket

NEW = ".new"  # suffix of a file that is being written
_PIECE = const(256)


_NAME = "marker"
_LOST = " lost"


def next_head(head, line):
    """Return the head of the chain after the record in this line."""
    digest = sha256(b"\0" + head + b"[")
    digest.update(memoryview(line)[_BODY : -SEAL - 1])
    return digest.digest()


def frame(line):
    """Return the frame of a line with its line feed; None if it is torn."""
    return decode(line[:-1])


def append(name, data):
    """Append data to the file; create it if there is none."""
    with open(name, "ab") as file:
        file.write(data)


def replace(name, lines):
    """Replace the content of the file with these lines."""
    write_new(name, lines)
    os.rename(name + NEW, name)


def write_new(name, lines):
    """Write the new content of the file to a second file, with the suffix `NEW`."""
    with open(name + NEW, "wb") as file:
        for line in lines:
            file.write(line)


def take_up(name):
    """Rename the second file, if there is one, over the file."""
    if size(name + NEW) >= 0:
        os.rename(name + NEW, name)


def pieces(name, first, last):
    """Yield the bytes from `first` up to `last` of a file, a few at a time."""
    with open(name, "rb") as file:
        file.seek(first)
        while first < last:
            data = file.read(min(_PIECE, last - first))
            if not data:
                return
            first += len(data)
            yield data


def lines(name):
    """Yield the sound lines of a file, none if there is none; a torn one ends them."""
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


def make(folder):
    """Create a folder unless it is there, and return the sorted names in it."""
    try:
        os.mkdir(folder)
    except OSError:
        pass  # it exists already, or the next line reports why it cannot be created
    return sorted(os.listdir(folder))


def room(folder):
    """Return (bytes free, bytes in all) of the file system."""
    about = os.statvfs(folder)
    return about[0] * about[3], about[1] * about[2]


# -- Files marker: detects files that were lost ----------------------------------------------------


def check_files(root, entropy):
    """Return (suffix of the board's id, True if the files were lost). `entropy`: random bytes."""
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


def clear_marker(root):
    """Clear the flag of the marker: a match begins, and the loss has been reported."""
    name = root + _NAME
    tail = text(name).split(" ")[0]
    replace(name, (tail.encode(),))
