"""/a/piles.py or /b/piles.py on the Pico: the modules of a program lie in a few files, and are found there.

For each import MicroPython asks four times for a file, and littlefs reads half of a folder's names each time:
where every module was a file, this took 15 to 30 ms before a module was even opened. Now `/a/lib/0` to `7`
hold them. The lowest bits of the CRC-32 of a module's name say in which pile it is; that begins with 32 rows,
three bytes more of the CRC and three of where the module begins, lower bytes first.

To MicroPython this is a file system at `/a/pi`, first in the path; what is no module is what lies in
`/a/lib`. Who imports this has all that. Nearly all its names are MicroPython's own: others stay in memory.
"""

import sys
from binascii import crc32

import vfs
from micropython import const

_ROW = const(6)
_ROWS = const(192)  # bytes


class Piles:
    """A file system, as vfs.mount wants one. One call deep each, for the stack is short where something is
    imported. `data`: the folder of the piles; `state`: what `stat` found last, its path, and the file where
    that begins.
    """

    data = ""
    state: "tuple" = ("", None)

    def mount(self, readonly, mkfs):
        return None

    def ilistdir(self, path):
        return iter(())  # it is no place to look for strays

    def stat(self, path):
        self.state = "", None
        name = path.encode()
        if name[-4:] != b".mpy":
            raise OSError(2)  # there is none
        crc = crc32(name[1:-4])
        file = open(self.data + str(crc & 7), "rb")
        rows = file.read(_ROWS)
        name = bytes((crc >> 8 & 255, crc >> 16 & 255, crc >> 24))
        at = rows.find(name)
        while at > 0 and at % _ROW:
            at = rows.find(name, at + 1)
        if at < 0:
            file.close()
            raise OSError(2)
        file.seek(rows[at + 3] | rows[at + 4] << 8 | rows[at + 5] << 16)
        self.state = path, file
        return (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)  # a file

    def open(self, path, mode):
        found, file = self.state
        if found == path:
            self.state = "", None
            return file
        return open(self.data + path[1:], mode)


sys.path.insert(0, __file__[: __file__.rfind("/")] + "/" + "pi")
Piles.data = sys.path[0][:-3] + "/lib" + "/"
vfs.mount(Piles(), sys.path[0])
