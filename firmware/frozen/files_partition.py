"""The files partition: formatted when it is empty, mounted when it is ours, otherwise left alone and
reported.

`format()` at the prompt erases it whatever it holds. Nothing else does.
"""

import os

import rp2
import vfs
from partitions import JOURNAL_KB, KB

_PAGE = 256  # bytes of a write to flash, at most
_BLOCK = 4096  # and of an erase
_MAGIC = b"littlefs"  # at this place in both of its first blocks; the size of the file system follows
_AT = 8
_SIZES = 24


def device():
    """Return the partition as a block device."""
    return rp2.Flash(start=JOURNAL_KB * KB)  # type: ignore[call-arg]  # the stubs lack it


def mount():
    """Mount the partition as the file system. On a failure `find_fault` returns the reason."""
    blocks = device()
    try:
        vfs.mount(vfs.VfsLfs2(blocks, progsize=_PAGE), "/")
    except OSError:
        if is_empty(blocks):
            format()


def format():
    """Erase all files, and mount the empty file system."""
    blocks = device()
    try:
        vfs.umount("/")
    except OSError:
        pass
    vfs.VfsLfs2.mkfs(blocks, progsize=_PAGE)
    vfs.mount(vfs.VfsLfs2(blocks, progsize=_PAGE), "/")


def find_fault():
    """Return a sentence about the content of the partition if that is not ours; None if our files are
    there.
    """
    if os.statvfs("/")[2]:  # blocks; without a file system there are none
        return None
    return "the files partition holds " + describe(device())


def is_empty(blocks):
    """True if nothing was ever stored: all is erased, or a format was interrupted.

    A format writes one page into each of the first two blocks; the first file writes more.
    """
    erased = b"\xff" * _BLOCK
    for block in range(blocks.ioctl(4, 0)):
        data = _read(blocks, block)
        if block < 2:
            data = data[_PAGE:]
        if data != erased[: len(data)]:
            return False
    return True


def describe(blocks):
    """Return a description of the partition's content that is not ours."""
    for block in (0, 1):
        data = _read(blocks, block)
        if data[_AT : _AT + len(_MAGIC)] == _MAGIC:
            count = int.from_bytes(data[_SIZES + 4 : _SIZES + 8], "little")
            if count == blocks.ioctl(4, 0):
                return "files that cannot be read"
            return "another file system, littlefs of %d KB" % (count * _BLOCK // KB)
    if _read(blocks, 0)[510:512] == b"\x55\xaa":
        return "another file system, FAT"
    return "data of another program"


def _read(blocks, block):
    data = bytearray(_BLOCK)
    blocks.readblocks(block, data)
    return data
