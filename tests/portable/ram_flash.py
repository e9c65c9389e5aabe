"""A small partition of flash in memory, on both interpreters."""

SECTOR = 4096


class RamFlash:
    """`count` sectors; programming clears bits, an erase sets them."""

    def __init__(self, count):
        self.image = bytearray(b"\xff" * (count * SECTOR))

    def readblocks(self, block, buf, offset=0):
        at = block * SECTOR + offset
        buf[:] = self.image[at : at + len(buf)]

    def writeblocks(self, block, buf, offset):
        at = block * SECTOR + offset
        for i in range(len(buf)):
            self.image[at + i] &= buf[i]

    def ioctl(self, op, arg):
        if op == 6:
            self.image[arg * SECTOR : (arg + 1) * SECTOR] = b"\xff" * SECTOR
        return len(self.image) // SECTOR if op == 4 else 0
