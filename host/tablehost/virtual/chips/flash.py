"""A partition of NOR flash, as a block device of MicroPython: programming clears bits, an erase sets them."""

from __future__ import annotations

from pathlib import Path

JOURNAL = "journal.flash"  # the file of the journal's partition
JOURNAL_SECTORS = 128  # as many as a Pico's, see firmware/frozen/partitions.py
SECTOR = 4096
PAGE = 256


class Flash:
    """`sectors` of 4096 bytes. With `path` its content is a file, as long as what was ever programmed."""

    def __init__(self, sectors: int, path: Path | None = None) -> None:
        self.sectors = sectors
        there = path.read_bytes() if path is not None and path.exists() else b""
        self.image = bytearray(there.ljust(sectors * SECTOR, b"\xff"))
        self._path = path

    def readblocks(self, block: int, buf: bytearray | memoryview, offset: int = 0) -> None:
        """Read into all of `buf`."""
        at = block * SECTOR + offset
        buf[:] = self.image[at : at + len(buf)]

    def writeblocks(self, block: int, buf: bytes | bytearray, offset: int) -> None:
        """Program whole pages."""
        assert offset % PAGE == len(buf) % PAGE == 0, "only whole pages are programmed"
        at = block * SECTOR + offset
        there = int.from_bytes(self.image[at : at + len(buf)], "little")
        self._keep(at, (there & int.from_bytes(buf, "little")).to_bytes(len(buf), "little"))

    def ioctl(self, op: int, arg: int) -> int:
        """Return the number of sectors (4), the bytes of one (5), or erase one (6)."""
        if op == 6:
            self._keep(arg * SECTOR, b"\xff" * SECTOR)
        return {4: self.sectors, 5: SECTOR}.get(op, 0)

    def _keep(self, at: int, data: bytes) -> None:
        self.image[at : at + len(data)] = data
        if self._path is not None:
            with open(self._path, "r+b" if self._path.exists() else "w+b") as file:
                length = file.seek(0, 2)
                if at > length:
                    file.write(b"\xff" * (at - length))
                file.seek(at)
                file.write(data)


def load_copy(folder: Path) -> Flash:
    """Return the journal's partition of the virtual table in this folder, to be read: writes are not kept."""
    flash = Flash(JOURNAL_SECTORS)
    path = folder / JOURNAL
    there = path.read_bytes() if path.exists() else b""
    flash.image[: len(there)] = there
    return flash
