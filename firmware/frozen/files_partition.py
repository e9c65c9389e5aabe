"""The files partition: formatted when it is empty, mounted when it is ours, left alone and named otherwise.

`format()` at the prompt erases whatever is there. Nothing else does.
"""

import os

import rp2
import vfs
from partitions import JOURNAL_KB, KB

_PAGE = 256  # bytes that flash is written by, at most
_BLOCK = 4096  # and erased by
_MAGIC = b"littlefs"  # at this place in both of its first blocks; the size of the file system follows
_AT = 8
_SIZES = 24


def device():
    """The partition as a block device."""
    return rp2.Flash(start=JOURNAL_KB * KB)  # type: ignore[call-arg]  # the stubs lack it


def mount():
    """Make the partition the file system. Where that cannot be done `find_fault` says why."""
    blocks = device()
    try:
        vfs.mount(vfs.VfsLfs2(blocks, progsize=_PAGE), "/")
    except OSError:
        if is_empty(blocks):
            format()


def format():
    """Erase all files, and mount what is left: nothing."""
    blocks = device()
    try:
        vfs.umount("/")
    except OSError:
        pass
    vfs.VfsLfs2.mkfs(blocks, progsize=_PAGE)
    vfs.mount(vfs.VfsLfs2(blocks, progsize=_PAGE), "/")


def find_fault():
    """What is in the partition instead of our files, in one sentence; None if they are there."""
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
    """What a partition holds that is not ours."""
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
