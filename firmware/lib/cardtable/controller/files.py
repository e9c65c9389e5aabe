"""The files of the table's record: all of it goes through here. A line ends in a CRC, so a torn one is known.

A file that is written as a whole is written beside and renamed: after a power cut it holds all of the new or
all of the old. What is appended is on flash when `append` returns.
"""

import os

from cardtable.micro import const
from cardtable.wire.frames import decode

NEW = ".new"  # of a file that is being written beside
_PIECE = const(256)


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
