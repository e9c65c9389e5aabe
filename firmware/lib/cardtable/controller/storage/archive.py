"""Journal compaction in idle time: packs finished stages into one file a match, makes room, and reads both
forms.

Compaction runs in small steps; between them only the numbers of a `task` stay in memory. A block is packed
from a few records and appended to the others. When all of a stage are packed, they are read again and
compared with the lines of the stage file; then that file is removed.

The last ten matches are kept, with the one under way and all that are parked. An older one is removed when
the host has it. One that the host lacks is removed only for want of room, and only after `tight` has reported
it. If there is no room at all, those of the ten are removed that the host has.

Old records are read by position: from lines of a stage that is not packed yet, and from blocks of a packed
match. A block is its length, the number of its records, the position of the first one and a CRC-32 over these
and the records, see `wire.packed_records`.
"""

import os
import struct
from binascii import crc32

from cardtable.micro import const
from cardtable.wire.frames import encode
from cardtable.wire.packed_records import ROOM, Packer, Unpacker

from . import files
from .files import CRC, FULL, HEAD, LEAST, OFTEN

_CRC_SIZE = struct.calcsize(CRC)
_SIZE = struct.calcsize(HEAD) + _CRC_SIZE

MATCHES = const(10)
_BLOCK = const(16)  # records that are packed at once

# A task: the stage, by the position of its first record, and its match; how far it is packed, and compared;
# where its blocks begin in the file of the match.
_FIRST = const(0)
_GAME = const(1)
_PACKED = const(2)
_COMPARED = const(3)
_OFFSET = const(4)


# -- Readers of earlier records --------------------------------------------------------------------


def reader(journal, g):
    """Return a reader of the records from position g on."""
    stage = max([first for first in journal.stages if first <= g], default=-1)
    pack = max([first for first in journal.packs if first <= g], default=-1)
    first = max(stage, pack)
    if first < 0:
        return NoRecords(g)
    end = journal.hi_g + 1  # an open file may not see records that are appended later
    for other in journal.stages + journal.packs:
        if first < other < end:
            end = other
    if stage >= pack:
        return StageFile(journal.name(first), first, end)
    return PackedFile(journal.name(first, "game"), first, end)


class NoRecords:
    """Reader of a position that no file holds."""

    def __init__(self, g):
        self._g = g

    def serves(self, g):
        return g == self._g

    def get(self, g):
        return None

    def close(self):
        """Do nothing: no file is open."""


class StageFile:
    """The records of a stage file that begins with position `first`, up to `end`, which it does not hold."""

    def __init__(self, name, first, end):
        self._file = open(name, "rb")
        self._file.readline()
        self._at = first
        self._end = end

    def serves(self, g):
        """True if g is ahead in this file."""
        return self._at <= g < self._end

    def get(self, g):
        """Return the record at g, which is served, or None."""
        line = b""
        while self._at <= g:
            line = self._file.readline()
            self._at += 1
        frame = files.frame(line)
        return frame[1:] if frame else None

    def close(self):
        self._file.close()


class PackedFile:
    """The records of a packed match; the block of record `first` is at `offset`."""

    def __init__(self, name, first, end, offset=0):
        self._file = open(name, "rb")
        self._file.seek(offset)
        self._unpacker = None
        self._at = first
        self._end = end
        self._block_end = first

    def serves(self, g):
        """True if g is ahead in this file."""
        return self._at <= g < self._end

    def get(self, g):
        """Return the record at g, which is served, or None."""
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
        """Open the next block. One that ends before g is skipped, one that is not whole holds nothing."""
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
    """Return the packed records of the block with this head; None if it is torn."""
    length = struct.unpack_from(HEAD, head)[0]
    data = file.read(length)
    told = struct.unpack(CRC, head[-_CRC_SIZE:])[0]
    if len(data) < length or told != crc32(data, crc32(head[:-_CRC_SIZE])):
        return None
    return data


def ends(name, first, before=None):
    """Return (position after the last whole block, bytes up to there) of the packed match that begins at
    `first`.

    `before`: only of blocks that begin before this position.
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


def step(journal):
    """Do one small step of compaction. Return False when nothing is left. OSError."""
    if journal.task is not None:
        try:
            if journal.task[_PACKED] < _end(journal):
                _pack(journal)
            else:
                _compare(journal)
        except (ValueError, IndexError):
            _leave(journal)
    elif journal.skipped < len(journal.stages) - 1:
        _take_up(journal)
    else:
        if journal.taken - journal.saved >= OFTEN:
            journal.save()
        _make_room(journal)
        return False
    return True


def _end(journal):
    """Return the position at which the stage that is packed ends."""
    return journal.stages[journal.skipped + 1]


def _take_up(journal):
    """Make the next stage the task."""
    first = journal.stages[journal.skipped]
    with open(journal.name(first), "rb") as file:
        frame = files.frame(file.readline())
    if frame is None or frame[0] != "stage" or len(frame) < 5:
        journal.skipped += 1
        return
    game = frame[4]
    if game not in journal.packs:
        journal.packed = [game, 0]
    if journal.packed[0] != first:
        journal.skipped += 1  # a stage before it could not be packed
    else:
        journal.task = [first, game, first, first, journal.packed[1]]


def _leave(journal):
    """Give up packing the stage: it stays as it is, and is served like that."""
    task, journal.task = journal.task, None
    name = journal.name(task[_GAME], "game")
    if task[_OFFSET]:
        files.replace(name, files.pieces(name, 0, task[_OFFSET]))
    elif task[_GAME] in journal.packs:
        os.remove(name)
        journal.packs.remove(task[_GAME])
    journal.skipped += 1


def _lines(journal, g):
    """Return some lines of the stage from position g on."""
    first = journal.task[_FIRST]
    found = []
    with open(journal.name(first), "rb") as file:
        for _ in range(g - first + 1):
            file.readline()
        while g < _end(journal) and len(found) < _BLOCK:
            found.append(file.readline())
            g += 1
    return found


def _pack(journal):
    """Append one more block."""
    task = journal.task
    data = bytearray(ROOM)
    packer = Packer(task[_PACKED], data)
    for line in _lines(journal, task[_PACKED]):
        if packer.size + len(line) > ROOM:
            break
        frame = files.frame(line)
        if frame is None:
            raise ValueError("no record")
        packer.add(frame[1:])
    packed = bytes(memoryview(data)[: packer.size])
    head = struct.pack(HEAD, packer.size, packer.count, task[_PACKED])
    head += struct.pack(CRC, crc32(packed, crc32(head)))
    files.append(journal.name(task[_GAME], "game"), head + packed)
    task[_PACKED] = packer.at
    journal.packed = [packer.at, journal.packed[1] + len(head) + len(packed)]
    if task[_GAME] not in journal.packs:
        journal.packs.append(task[_GAME])


def _compare(journal):
    """Compare some lines with the packed records; if all are the same remove the stage. ValueError: one
    differs.
    """
    task = journal.task
    name = journal.name(task[_GAME], "game")
    again = PackedFile(name, task[_FIRST], task[_PACKED], task[_OFFSET])
    same = True
    for line in _lines(journal, task[_COMPARED]):
        record = again.get(task[_COMPARED])
        same = same and record is not None and encode(["ev"] + record) == line
        task[_COMPARED] += 1
    again.close()
    if not same:
        raise ValueError("what was packed is not what was kept")
    if task[_COMPARED] == _end(journal):
        journal.close()  # a reader may have it open
        os.remove(journal.name(task[_FIRST]))
        journal.stages.remove(task[_FIRST])
        journal.task = None


def _make_room(journal):
    """Remove old matches."""
    told = journal.tight
    journal.look()
    kept = _kept(journal)
    old = [first for first in journal.packs if first not in kept]
    while len(old) + 1 > MATCHES:
        if _end_of(journal, old[0]) - 1 > journal.taken and (journal.free >= LEAST or not told):
            return
        _remove(journal, old.pop(0))
    while journal.tight == FULL and old:
        if _end_of(journal, old[0]) - 1 > journal.taken:
            return
        _remove(journal, old.pop(0))


def _kept(journal):
    """Return the segments that always stay: those of the match under way and of parked ones."""
    kept = [journal.game]
    for segments in journal.parked + [journal.earlier]:
        kept += segments[::2]
    return kept


def _end_of(journal, first):
    """Return where the segment that begins at `first` ends: the position of the next one."""
    return min([other for other in journal.packs + journal.stages + [journal.game] if other > first])


def _remove(journal, first):
    journal.close()  # a reader may have it open
    journal.packs.remove(first)
    os.remove(journal.name(first, "game"))
    journal.look()
