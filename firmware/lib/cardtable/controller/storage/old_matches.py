"""Old matches in the journal: packs finished stages into one file a match in idle time, removes the oldest
matches for room, and reads both forms.

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

import struct
from binascii import crc32

from cardtable.micro import const
from cardtable.wire.frames import encode
from cardtable.wire.packed_records import ROOM, Packer, Unpacker

from .journal_files import FULL, LEAST, OFTEN
from .lines import read_frame

HEAD = "<HHI"  # of a packed block: bytes of its records, how many, position of the first one
CRC = "<I"  # after that: CRC-32 over both
_PIECE = const(256)  # bytes that are copied at once

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
    stages = unpacked(journal)
    stage = max([first for first in stages if first <= g], default=-1)
    pack = max([first for first in journal.packs if first <= g], default=-1)
    first = max(stage, pack)
    if first < 0:
        return NoRecords(g)
    end = 1 << 30  # records are appended to the last stage
    for other in stages + journal.packs:
        if first < other < end:
            end = other
    if stage >= pack:
        return StageFile(journal.store.open(journal.name(first)), first, end)
    return PackedFile(journal.store.open(journal.name(first, "game")), first, end)


def unpacked(journal):
    """Return the stages without one that is packed to its end: it may have been in removal at a power cut."""
    task = journal.task
    if task is None or task[_PACKED] < _end(journal):
        return journal.stages
    return [first for first in journal.stages if first != task[_FIRST]]


class NoRecords:
    """Reader of a position that no file holds."""

    def __init__(self, g):
        self._g = g

    def serves(self, g):
        return g == self._g

    def line(self, g):
        return None


class StageFile:
    """The records of a stage's open `file` that begins with position `first`, up to `end`, which it does not
    hold.
    """

    def __init__(self, file, first, end):
        self._file = file
        self._file.readline()
        self._at = first
        self._end = end

    def serves(self, g):
        """True if g is ahead in this file."""
        return self._at <= g < self._end

    def line(self, g):
        """Return the line of the record at g, which is served, or None."""
        line = b""
        while self._at <= g:
            line = self._file.readline()
            self._at += 1
        return line or None


class PackedFile:
    """The records of a packed match in an open `file`; the block of record `first` is at `offset`."""

    def __init__(self, file, first, end, offset=0):
        self._file = file
        self._file.skip(offset)
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

    def line(self, g):
        """Return the line of the record at g, which is served, or None."""
        record = self.get(g)
        return None if record is None else encode(["ev"] + record)

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
            self._file.skip(length)
            return
        data = _body(self._file, head)
        if data is not None and first == self._at:
            self._unpacker = Unpacker(first, data)


def _body(file, head):
    """Return the packed records of the block with this head; None if it is torn."""
    length = struct.unpack_from(HEAD, head)[0]
    data = file.read(length)
    told = struct.unpack(CRC, head[-_CRC_SIZE:])[0]
    if len(data) < length or told != crc32(data, crc32(head[:-_CRC_SIZE])):
        return None
    return data


def ends(journal, first, before=None):
    """Return (position after the last block, bytes up to there) of the packed match that begins at `first`.

    `before`: only of blocks that begin before this position.
    """
    end = first
    length = 0
    file = journal.store.open(journal.name(first, "game"))
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


def cut_off(journal, first, length):
    """Keep so many bytes of the packed match that begins at `first`."""
    name = journal.name(first, "game")
    journal.store.replace(name, _pieces(journal.store.open(name), length))


def _pieces(file, length):
    while length:
        data = file.read(min(_PIECE, length))
        length -= len(data)
        yield data


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
    game = journal.first_line(first)[4]
    if game not in journal.packs:
        journal.packed = [game, 0]
    if journal.packed[0] != first:
        journal.skipped += 1  # a stage before it could not be packed
    else:
        journal.task = [first, game, first, first, journal.packed[1]]


def _leave(journal):
    """Give up packing the stage: it stays as it is, and is served like that."""
    task, journal.task = journal.task, None
    if task[_OFFSET]:
        cut_off(journal, task[_GAME], task[_OFFSET])
    elif task[_GAME] in journal.packs:
        journal.store.remove(journal.name(task[_GAME], "game"))
        journal.packs.remove(task[_GAME])
    journal.skipped += 1


def _lines(journal, g):
    """Return some lines of the stage from position g on; none if its begin cannot be read."""
    first = journal.task[_FIRST]
    found: "list" = []
    file = journal.store.open(journal.name(first))
    try:
        head = read_frame(file.readline())
    except OSError:
        return found
    if head is None or head[0] != "stage":
        return found
    for _ in range(g - first):
        file.readline()
    while g < _end(journal) and len(found) < _BLOCK:
        found.append(file.readline())
        g += 1
    return found


def _pack(journal):
    """Append one more block. ValueError: the stage, or a record of it, cannot be read."""
    task = journal.task
    data = bytearray(ROOM)
    packer = Packer(task[_PACKED], data)
    lines = _lines(journal, task[_PACKED])
    if not lines:
        raise ValueError("no stage")
    for line in lines:
        if packer.size + len(line) > ROOM:
            break
        frame = read_frame(line)
        if frame is None:
            raise ValueError("no record")
        packer.add(frame[1:])
    packed = bytes(memoryview(data)[: packer.size])
    head = struct.pack(HEAD, packer.size, packer.count, task[_PACKED])
    head += struct.pack(CRC, crc32(packed, crc32(head)))
    journal.store.append(journal.name(task[_GAME], "game"), head + packed)
    task[_PACKED] = packer.at
    journal.packed = [packer.at, journal.packed[1] + len(head) + len(packed)]
    if task[_GAME] not in journal.packs:
        journal.packs.append(task[_GAME])


def _compare(journal):
    """Compare some lines with the packed records; if all are the same remove the stage. ValueError: one
    differs.

    A stage that cannot be read any more had been compared before a power cut.
    """
    task = journal.task
    packed = journal.store.open(journal.name(task[_GAME], "game"))
    again = PackedFile(packed, task[_FIRST], task[_PACKED], task[_OFFSET])
    same = True
    lines = _lines(journal, task[_COMPARED])
    for line in lines:
        same = same and again.line(task[_COMPARED]) == line
        task[_COMPARED] += 1
    if not same:
        raise ValueError("what was packed is not what was kept")
    if not lines or task[_COMPARED] == _end(journal):
        journal.close()  # a reader may have it open
        journal.store.remove(journal.name(task[_FIRST]))
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
    journal.store.remove(journal.name(first, "game"))
    journal.look()
