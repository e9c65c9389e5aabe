"""What the journal does when nobody waits: it packs finished stages into one file a match, and makes room.

A little at a time, and between that nothing stays in memory but the numbers of a `task`: a block is packed
from a few records and put behind the others; when all of a stage are packed, they are read again and compared
with the lines that they came from; then its file goes.

The last ten matches are kept, with the one under way and all that are parked. An older one goes when the host
has it; what it has not goes for want of room alone, and only after `tight` has told. If there is no room at
all, those of the ten go that the host has.
"""

import os
import struct
from binascii import crc32

from cardtable.micro import const
from cardtable.wire.frames import encode
from cardtable.wire.packed import ROOM
from cardtable.wire.packer import Packer

from . import files, reading
from .layout import CRC, FULL, HEAD, LEAST, OFTEN

MATCHES = const(10)
_BLOCK = const(16)  # records that are packed at once

# A task: the stage, by the position of its first record, and its match; how far it is packed, and compared;
# where its blocks begin in the file of the match.
_FIRST = const(0)
_GAME = const(1)
_PACKED = const(2)
_COMPARED = const(3)
_OFFSET = const(4)


def step(journal):
    """Do a little; False when nothing is left. OSError."""
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
    """Where the stage that is packed ends."""
    return journal.stages[journal.skipped + 1]


def _take_up(journal):
    """The next stage."""
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
        journal.skipped += 1  # one before it could not be packed
    else:
        journal.task = [first, game, first, first, journal.packed[1]]


def _leave(journal):
    """The stage cannot be packed: it stays as it is, and is served like that."""
    task, journal.task = journal.task, None
    name = journal.name(task[_GAME], "game")
    if task[_OFFSET]:
        files.replace(name, files.pieces(name, 0, task[_OFFSET]))
    elif task[_GAME] in journal.packs:
        os.remove(name)
        journal.packs.remove(task[_GAME])
    journal.skipped += 1


def _lines(journal, g):
    """Some lines of the stage from position g on."""
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
    """Put one more block behind the others."""
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
    """Compare some lines with what was packed; if all are the same the stage goes. ValueError: one is not."""
    task = journal.task
    name = journal.name(task[_GAME], "game")
    again = reading.Blocks(name, task[_FIRST], task[_PACKED], task[_OFFSET])
    same = True
    for line in _lines(journal, task[_COMPARED]):
        record = again.get(task[_COMPARED])
        same = same and record is not None and encode(["ev"] + record) == line
        task[_COMPARED] += 1
    again.close()
    if not same:
        raise ValueError("what was packed is not what was kept")
    if task[_COMPARED] == _end(journal):
        journal.close()  # somebody may be reading it
        os.remove(journal.name(task[_FIRST]))
        journal.stages.remove(task[_FIRST])
        journal.task = None


def _make_room(journal):
    """Remove what is old."""
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
    """The segments that stay whatever happens: those of the match under way and of parked ones."""
    kept = [journal.game]
    for segments in journal.parked + [journal.earlier]:
        kept += segments[::2]
    return kept


def _end_of(journal, first):
    """Where the segment that begins at `first` ends, or what follows it begins."""
    return min([other for other in journal.packs + journal.stages + [journal.game] if other > first])


def _remove(journal, first):
    journal.close()  # somebody may be reading it
    journal.packs.remove(first)
    os.remove(journal.name(first, "game"))
    journal.look()
