"""A partition of flash whose content is a file, for MicroPython, as in `tablehost.virtual.chips.flash`."""

from partitions import JOURNAL_KB, KB

SECTOR = 4096


class FlashFile:
    """The partition, in the file at `path`."""

    def __init__(self, path):
        try:
            self._file = open(path, "r+b")
        except OSError:
            self._file = open(path, "w+b")
        self._length = self._file.seek(0, 2)

    def readblocks(self, block, buf, offset=0):
        at = block * SECTOR + offset
        count = 0
        if at < self._length:
            self._file.seek(at)
            count = self._file.readinto(buf)
        for i in range(count, len(buf)):
            buf[i] = 0xFF

    def writeblocks(self, block, buf, offset):
        before = bytearray(len(buf))
        self.readblocks(block, before, offset)
        for i in range(len(buf)):
            before[i] &= buf[i]
        self._write(block * SECTOR + offset, before)

    def ioctl(self, op, arg):
        if op == 6:
            for at in range(arg * SECTOR, (arg + 1) * SECTOR, 256):
                self._write(at, b"\xff" * 256)
        return JOURNAL_KB * KB // SECTOR if op == 4 else 0

    def _write(self, at, data):
        self._file.seek(self._length)
        while self._length < at:
            self._length += self._file.write(b"\xff" * min(256, at - self._length))
        self._file.seek(at)
        self._file.write(data)
        self._file.flush()
        self._length = max(self._length, at + len(data))
