"""Which program runs, files that hide parts of it, and the processor's speed: the hello tells it. And what is
in the program's flash.
"""

import os
import sys

import clock_speed
import program_digest
import uctypes
from partitions import KB, PROGRAM_KB

_FOLDER = 0x4000
_FLASH = 0x10000000  # where it is read


def describe(overlaid=((), "")):
    """(digest, names of frozen modules that files hide, (MHz, mV)). `overlaid`: what `overlay.load` gave."""
    hertz, millivolts = clock_speed.read()
    hidden = find_hidden(sys.path, program_digest.NAMES) + list(overlaid[0])
    return program_digest.DIGEST + overlaid[1], hidden, (hertz // 1_000_000, millivolts)


def read_flash(at, size):
    """These bytes of the program, as they stand in the flash; None if not all of them are the program's."""
    if not 0 <= at <= at + size <= PROGRAM_KB * KB:
        return None
    return uctypes.bytearray_at(_FLASH + at, size)


def find_hidden(path, names):
    """Those of these modules that are looked for in folders of the path before they are found frozen: a file,
    or a folder called as a package, which hides the whole package.
    """
    tops = {name.split(".")[0] for name in names}
    found = set()
    for folder in path[: path.index(".frozen")]:
        for row in _rows(folder or "/"):
            name = row[0] if row[1] & _FOLDER else _stem(row[0])
            if name in tops:
                found.add(name)
    return sorted(found)


def _rows(folder):
    """What lies in a folder; nothing where there is none."""
    try:
        return list(os.ilistdir(folder))
    except OSError:
        return []


def _stem(name):
    """The module in this file; None if it is none."""
    stem, _, extension = name.rpartition(".")
    return stem if extension in ("py", "mpy") else None
