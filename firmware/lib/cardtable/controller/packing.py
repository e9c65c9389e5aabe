"""What the journal does when nobody waits: it packs finished stages into one file a match, and makes room.

The blocks of a stage are on flash, read again and found to give the very same bytes before the stage goes.
The last ten matches are kept, with the one under way. An older one goes when the host has it; what it has not
goes for want of room alone, and only after `tight` has told.
"""

import os
import struct
from binascii import crc32

from cardtable.micro import borrow, const
from cardtable.wire.frames import encode

from . import files
from .journal import OFTEN

MATCHES = const(10)
LEAST = const(65_536)  # bytes that a match may need, and what is written beside
_SLICE = const(8)  # records between which the table looks round


def work(journal):
    """All there is to do, a little at a time."""
    if journal.taken - journal.saved >= OFTEN:
        journal.save()
        yield
    for first in journal.stages[:-1]:
        try:
            for _ in _pack(journal, first):
                yield
        except ValueError:
            pass  # it stays as it is, and is served like that
    journal.look()


def make_room(journal):
    """A match is about to begin."""
    told = journal.tight
    journal.look()
    while len(journal.packs) >= MATCHES:
        if journal.packs[1] - 1 > journal.taken and (journal.free >= LEAST or not told):
            return
        os.remove(journal.name(journal.packs.pop(0), "game"))
        journal.look()


def _pack(journal, first):
    """Pack the stage that begins here, unless the one before it is not packed. ValueError: it cannot be."""
    source = journal.name(first)
    lines = files.lines(source)
    game = files.frame(next(lines))[4]
    name = journal.name(game, "game")
    reading = borrow("cardtable.controller.reading")
    done = game
    if game in journal.packs:
        done = reading.ends(name, game)[0]
    if done < first:
        return
    packed = borrow("cardtable.wire.packed")
    data = bytearray(packed.ROOM)
    packer = None
    check = 0
    turns = 0
    for line in lines:
        record = files.frame(line)[1:]
        if record[0] < done:
            continue
        if packer is None:
            packer = packed.Packer(record[0], data)
            check = 0
        packer.add(record)
        check = crc32(line, check)
        turns += 1
        if packer.size >= packed.BLOCK:
            _write(journal, game, packer, check, reading)
            packer = None
        if turns % _SLICE == 0:
            yield
    if packer is not None:
        _write(journal, game, packer, check, reading)
    yield
    journal.close()  # somebody may be reading it
    os.remove(source)
    journal.stages.remove(first)


def _write(journal, game, packer, check, reading):
    """Put a block behind the others and read it again: its records must be the very lines that were packed,
    of which `check` is the CRC. ValueError: they are not.
    """
    name = journal.name(game, "game")
    offset = max(0, files.size(name))
    data = memoryview(packer.data)[: packer.size]
    first = packer.at - packer.count
    head = struct.pack(reading.HEAD, packer.size, packer.count, first)
    head += struct.pack(reading.CRC, crc32(data, crc32(head)))
    files.append(name, head + bytes(data))
    if game not in journal.packs:
        journal.packs.append(game)
    with open(name, "rb") as file:
        file.seek(offset)
        found = reading.block(file)
    again = 0
    if found is not None:
        unpacker = borrow("cardtable.wire.packed").Unpacker(found[0], found[2])
        record = unpacker.record()
        while record is not None:
            again = crc32(encode(["ev"] + record), again)
            record = unpacker.record()
    if found is None or again != check:
        raise ValueError("what was packed is not what was kept")
