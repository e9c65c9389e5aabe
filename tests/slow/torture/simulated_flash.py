"""A flash that can lose its power in any operation, and the file system on it, as the firmware sees it.

The file system is littlefs itself (littlefs-python, the C code), laid out as stock MicroPython does on a
Pico. What the firmware does with `os` and `open` is carried out there, with MicroPython's manners: a file is
on flash when it was closed, `rename` replaces what was there, trouble is an OSError with its errno.
"""

import contextlib
import errno
import importlib
import io
import pkgutil

from littlefs import LittleFS, LittleFSError, UserContext, lfs

import cardtable.controller

BLOCK = 4096  # bytes of an erase block, 256 of a page: the Pico's flash
PAGE = 256
BLOCKS = 352  # of stock firmware's file system on a Pico: 1,408 KiB

LAYOUT = {  # of that file system
    "block_size": BLOCK,
    "block_count": BLOCKS,
    "read_size": 32,
    "prog_size": PAGE,
    "cache_size": 4 * PAGE,
    "lookahead_size": 32,
    "block_cycles": 100,
    "disk_version": 0x00020000,
}

# How a program operation that lost its power leaves the page: nothing, part, rubble, all of it.
TEARS = ("nothing", "half", "rubble", "all")
ERRNO = {
    LittleFSError.Error.LFS_ERR_NOENT: errno.ENOENT,
    LittleFSError.Error.LFS_ERR_EXIST: errno.EEXIST,
    LittleFSError.Error.LFS_ERR_NOTDIR: errno.ENOTDIR,
    LittleFSError.Error.LFS_ERR_ISDIR: errno.EISDIR,
    LittleFSError.Error.LFS_ERR_NOSPC: errno.ENOSPC,
}
_FLAG = lfs.LFSFileFlag
FLAGS = {
    "w": _FLAG.wronly | _FLAG.creat | _FLAG.trunc,
    "a": _FLAG.wronly | _FLAG.creat | _FLAG.append,
}


class PowerCut(BaseException):
    """The supply is gone: nothing catches this but whoever switches the table on again."""


class Flash(UserContext):
    """The chip. `cut_in(n, tear)`: power goes in the n-th operation, program or erase, from now.

    `operations` counts all there were; `alive` is False from a cut until `power_up`.
    """

    def __init__(self, blocks=BLOCKS):
        super().__init__(blocks * BLOCK)
        self.blocks = blocks
        self.operations = 0
        self.alive = True
        self._left = -1
        self._tear = "nothing"

    def cut_in(self, count, tear):
        self._left = count
        self._tear = tear

    def power_up(self):
        self.alive = True
        self._left = -1

    def read(self, cfg, block, off, size):
        start = block * BLOCK + off
        return self.buffer[start : start + size]

    def prog(self, cfg, block, off, data):
        if not self.alive:
            return -5
        start = block * BLOCK + off
        if self._now():
            if self._tear == "half":
                self._clear(start, data[: len(data) // 2])
            elif self._tear == "rubble":
                self._clear(start, bytes(byte | 0x55 for byte in data))
            elif self._tear == "all":
                self._clear(start, data)
            return -5
        self._clear(start, data)
        return 0

    def erase(self, cfg, block):
        if not self.alive:
            return -5
        start = block * BLOCK
        if self._now():
            if self._tear == "half":
                self.buffer[start : start + BLOCK // 2] = b"\xff" * (BLOCK // 2)
            elif self._tear == "rubble":
                for at in range(start, start + BLOCK, 7):
                    self.buffer[at] |= 0xAA
            elif self._tear == "all":
                self.buffer[start : start + BLOCK] = b"\xff" * BLOCK
            return -5
        self.buffer[start : start + BLOCK] = b"\xff" * BLOCK
        return 0

    def sync(self, cfg):
        return 0 if self.alive else -5

    def _clear(self, start, data):
        """Programming clears bits and sets none."""
        stop = start + len(data)
        there = int.from_bytes(self.buffer[start:stop])
        self.buffer[start:stop] = (there & int.from_bytes(bytes(data))).to_bytes(len(data))

    def _now(self):
        self.operations += 1
        if self._left > 0:
            self._left -= 1
            if self._left == 0:
                self.alive = False
                return True
        return False


def mounted(flash):
    """littlefs on this flash, as stock firmware mounts it; formatted if it never was. LittleFSError."""
    flash.power_up()
    layout = {**LAYOUT, "block_count": flash.blocks}
    if flash.operations == 0:
        LittleFS(flash, mount=False, **layout).format()
    return LittleFS(flash, **layout)


class Files:
    """What stands for `os` and `open` in the firmware while `in_place`."""

    def __init__(self, flash):
        self.flash = flash
        self.fs = mounted(flash)

    def remount(self):
        """The supply is back."""
        self.fs = mounted(self.flash)

    def _do(self, act, *args):
        """Carry out one act on the file system."""
        if not self.flash.alive:
            raise PowerCut
        try:
            result = act(*args)
        except (LittleFSError, OSError) as error:
            if not self.flash.alive:
                raise PowerCut from error
            code = ERRNO.get(error.code, errno.EIO) if isinstance(error, LittleFSError) else error.errno
            if isinstance(error, FileNotFoundError):
                code = errno.ENOENT
            raise OSError(code or errno.EIO, str(error)) from error
        if not self.flash.alive:
            raise PowerCut
        return result

    # What the firmware uses of `os`.

    def listdir(self, path):
        return self._do(self.fs.listdir, path)

    def ilistdir(self, path):
        """(name, type, inode, size) of each entry."""
        return [
            (row.name, 0x8000 if row.type == 1 else 0x4000, 0, row.size) for row in self._do(self._scan, path)
        ]

    def _scan(self, path):
        return list(self.fs.scandir(path))

    def stat(self, path):
        row = self._do(self.fs.stat, path)
        return (0x8000 if row.type == 1 else 0x4000, 0, 0, 0, 0, 0, row.size, 0, 0, 0)

    def statvfs(self, path):
        used = self._do(lambda: self.fs.used_block_count)
        return (
            BLOCK,
            BLOCK,
            self.flash.blocks,
            self.flash.blocks - used,
            self.flash.blocks - used,
            0,
            0,
            0,
            0,
            255,
        )

    def mkdir(self, path):
        self._do(self.fs.mkdir, path)

    def remove(self, path):
        self._do(self.fs.remove, path)

    def rename(self, old, new):
        self._do(self.fs.rename, old, new)

    def rmdir(self, path):
        self._do(self.fs.rmdir, path)

    def sync(self):
        """Everything closed is on flash already."""

    # And `open`.

    def open(self, path, mode="r"):
        if mode in ("r", "rb"):
            data = self._do(self._read, path)
            return io.BytesIO(data) if "b" in mode else io.StringIO(data.decode())
        return Writing(self, self._do(lfs.file_open, self.fs.fs, path, FLAGS[mode[0]], "utf-8"), "b" in mode)

    def _read(self, path):
        file = lfs.file_open(self.fs.fs, path, "r", "utf-8")
        try:
            return lfs.file_read(self.fs.fs, file, lfs.file_size(self.fs.fs, file))
        finally:
            lfs.file_close(self.fs.fs, file)

    @contextlib.contextmanager
    def in_place(self):
        """All modules of the controller work on these files."""
        changed = []
        for module in _modules():
            for name, value in (("os", self), ("open", self.open)):
                if name == "open" or hasattr(module, "os"):
                    changed.append((module, name, module.__dict__.get(name)))
                    setattr(module, name, value)
        try:
            yield self
        finally:
            for module, name, value in reversed(changed):
                if value is None:
                    delattr(module, name)
                else:
                    setattr(module, name, value)


class Writing:
    """A file that is written; every call may be the last before the power is gone."""

    def __init__(self, files, file, binary):
        self._files = files
        self._file = file
        self._binary = binary

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if self._files.flash.alive:  # else nobody closes anything
            self.close()

    def write(self, data):
        data = bytes(data) if self._binary else data.encode()
        return self._files._do(lfs.file_write, self._files.fs.fs, self._file, data)

    def flush(self):
        self._files._do(lfs.file_sync, self._files.fs.fs, self._file)

    def close(self):
        self._files._do(lfs.file_close, self._files.fs.fs, self._file)


def _modules():
    """Return the controller's modules."""
    rows = pkgutil.walk_packages(cardtable.controller.__path__, "cardtable.controller.")
    return [importlib.import_module(row.name) for row in rows]
