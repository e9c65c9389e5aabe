"""Old records read again by position: lines of a stage that is not packed yet, and blocks of a packed match.

A block is its length, the number of its records, the position of the first one and a CRC-32 over these and
the records, see `wire.packed`.
"""

import struct
from binascii import crc32

from cardtable.wire.unpacker import Unpacker

from . import files
from .layout import CRC, HEAD

_CRC_SIZE = struct.calcsize(CRC)
_SIZE = struct.calcsize(HEAD) + _CRC_SIZE


def reader(journal, g):
    """What reads from position g on."""
    stage = max([first for first in journal.stages if first <= g], default=-1)
    pack = max([first for first in journal.packs if first <= g], default=-1)
    first = max(stage, pack)
    if first < 0:
        return Nothing(g)
    end = journal.hi_g + 1  # an open file may not see what is appended later
    for other in journal.stages + journal.packs:
        if first < other < end:
            end = other
    if stage >= pack:
        return Lines(journal.name(first), first, end)
    return Blocks(journal.name(first, "game"), first, end)


class Nothing:
    """No file holds this position."""

    def __init__(self, g):
        self._g = g

    def serves(self, g):
        return g == self._g

    def get(self, g):
        return None

    def close(self):
        """There is nothing to close."""


class Lines:
    """The records of a stage file that begins with position `first`, up to `end`, which it does not hold."""

    def __init__(self, name, first, end):
        self._file = open(name, "rb")
        self._file.readline()
        self._at = first
        self._end = end

    def serves(self, g):
        """Whether g lies ahead in this file."""
        return self._at <= g < self._end

    def get(self, g):
        """The record at g, which is served, or None."""
        line = b""
        while self._at <= g:
            line = self._file.readline()
            self._at += 1
        frame = files.frame(line)
        return frame[1:] if frame else None

    def close(self):
        self._file.close()


class Blocks:
    """The same of a packed match; the block of record `first` is at `offset`."""

    def __init__(self, name, first, end, offset=0):
        self._file = open(name, "rb")
        self._file.seek(offset)
        self._unpacker = None
        self._at = first
        self._end = end
        self._block_end = first

    def serves(self, g):
        """Whether g lies ahead in this file."""
        return self._at <= g < self._end

    def get(self, g):
        """The record at g, which is served, or None."""
        record = None
        while self._at <= g:
            if self._at >= self._block_end:
                self._open_block(g)
            if self._unpacker is None:
                self._at = min(g + 1, self._block_end)
            else:
                record = self._unpacker.record()
                self._at += 1
        return record if record and record[0] == g else None

    def _open_block(self, g):
        """The next block; one that ends before g is passed over, one that is not whole holds nothing."""
        self._unpacker = None
        head = self._file.read(_SIZE)
        if len(head) < _SIZE:
            self._block_end = self._end
            return
        length, count, first = struct.unpack_from(HEAD, head)
        self._block_end = first + count
        if g >= self._block_end:
            self._file.seek(length, 1)
            return
        data = _body(self._file, head)
        if data is not None and first == self._at:
            self._unpacker = Unpacker(first, data)

    def close(self):
        self._file.close()


def _body(file, head):
    """The records of the block with this head, packed; None if it is torn."""
    length = struct.unpack_from(HEAD, head)[0]
    data = file.read(length)
    told = struct.unpack(CRC, head[-_CRC_SIZE:])[0]
    if len(data) < length or told != crc32(data, crc32(head[:-_CRC_SIZE])):
        return None
    return data


def ends(name, first, before=None):
    """(position after the last whole block, bytes up to there) of the packed match that begins at `first`;
    `before`: of those blocks that begin before this position.
    """
    end = first
    length = 0
    with open(name, "rb") as file:
        while before is None or end < before:
            head = file.read(_SIZE)
            if len(head) < _SIZE:
                break
            size, count, at = struct.unpack_from(HEAD, head)
            if at != end or _body(file, head) is None:
                break
            end += count
            length += _SIZE + size
    return end, length
