"""Identity of the running program for the hello, and access to its flash.

The hello reports its digest, the files that hide parts of it or run before it, and the processor's speed.
"""

import os
import sys

import clock_speed
import program_digest
import uctypes
from partitions import KB, PROGRAM_KB

_FOLDER = 0x4000
_FLASH = 0x10000000  # the address at which it is read


def describe(overlaid=((), "")):
    """Return (digest, names, (MHz, mV)). `names`: see `find_hidden`. `overlaid`: result of `overlay.load`."""
    hertz, millivolts = clock_speed.read()
    hidden = find_hidden(sys.path, program_digest.NAMES) + list(overlaid[0])
    return program_digest.DIGEST + overlaid[1], hidden, (hertz // 1_000_000, millivolts)


def read_flash(at, size):
    """Return these bytes of the program from the flash; None if not all of them are the program's."""
    if not 0 <= at <= at + size <= PROGRAM_KB * KB:
        return None
    return uctypes.bytearray_at(_FLASH + at, size)


def find_hidden(path, names):
    """Return those of these modules that the import path finds in a folder before the frozen ones.

    A file hides them, or a folder named like a package, which hides the whole package. "boot" is among them
    where there is a file boot.py: MicroPython runs it before the main script.
    """
    tops = {name.split(".")[0] for name in names}
    found = set()
    for folder in path[: path.index(".frozen")]:
        for row in _rows(folder or "/"):
            is_folder = row[1] & _FOLDER
            name = row[0] if is_folder else _stem(row[0])
            if name in tops or row[0] == "boot.py" and not is_folder:
                found.add(name)
    return sorted(found)


def _rows(folder):
    """Return the content of a folder; nothing where there is none."""
    try:
        return list(os.ilistdir(folder))
    except OSError:
        return []


def _stem(name):
    """Return the module in this file; None if it is none."""
    stem, _, extension = name.rpartition(".")
    return stem if extension in ("py", "mpy") else None
