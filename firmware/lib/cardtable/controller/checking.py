"""Whether the program that runs is the one that was put there: file by file, as its manifest has it.

The slot's file `manifest` holds the digest of its other lines, then `digest size path` for each file of the
slot; digests are the first 16 hex digits of SHA-256. `tablehost.manifest` writes it. What an import could
find beside these files counts as a change, too. A table without slots has nothing to compare with.

Borrowed a few files at a time, when the table is ready and nobody moves; `Loop.proved` is all that is known
in between. Before anything is played the rest is done at once.
"""

import os
from hashlib import sha256

from cardtable.micro import const

from . import files
from .loop import CHANGED

_NAME = "manifest"
_DIGITS = const(16)
_A_FEW = const(1)  # file, at most 80 ms: no key is overheard meanwhile
_ALL = const(1000)
_PIECE = const(512)
_OFTEN = const(32)  # files, after which the heap is collected


def go_on(loop, most=_A_FEW):
    """Compare so many files more. The first that is not as it should be is named, and nothing is played."""
    parts = loop.parts
    slot = parts.root + files.text(parts.root + "start")[:1] + "/"
    wrong = None
    loop.proved, wrong = _compared(slot, loop.proved, most, parts.collect)
    if wrong is not None:
        if loop.play.referee is not None:
            loop.put_away()
        loop.dialogue = loop.aside = None
        loop.proved = CHANGED
        loop.faults.set("program-changed", -1, wrong)
        loop.end.tell(["log", "error", "the program was changed: " + wrong])


def finish(loop):
    """Compare all that is left."""
    while loop.proved is not None and loop.proved != CHANGED:
        go_on(loop, _ALL)


def _compared(slot, at, most, collect):
    """So many files from byte `at` of the manifest on: (where to go on, None if all is done; what is wrong,
    None if nothing is).
    """
    try:
        with open(slot + _NAME, "rb") as lines:
            if at == 0:
                at = _sound(lines)
                return at, None if at else _NAME
            block = bytearray(_PIECE)
            lines.seek(at)
            for i in range(most):
                if i % _OFTEN == _OFTEN - 1:
                    collect()
                line = lines.readline()
                if not line:
                    return None, _beside(slot, "", lines, block, collect)
                digest, size, path = line.decode().rstrip().split(" ", 2)
                if not _is(slot + path, int(size), digest, block):
                    return None, path
            return lines.tell(), None
    except OSError:
        return None, _NAME


def _sound(lines):
    """The length of the manifest's first line if that is the digest of all others, else 0."""
    said, hashed = lines.readline(), sha256()
    for line in lines:
        hashed.update(line)
    return len(said) if _digits(hashed) == said.decode().strip() else 0


def _is(path, size, digest, block):
    """Whether a file is this one; `block`: to read into."""
    hashed, view = sha256(), memoryview(block)
    try:
        with open(path, "rb") as file:
            count = file.readinto(block)
            while count:
                size -= count
                hashed.update(view[:count])
                count = file.readinto(block)
    except OSError:  # there is none
        return False
    return size == 0 and _digits(hashed) == digest


def _digits(hashed):
    return hashed.digest().hex()[:_DIGITS]


def _beside(slot, folder, lines, block, collect):
    """What lies in this folder of the slot or below, and not in the manifest, `lines`; None if nothing does.

    The manifest is searched for each name: all of them at once would be too much for the heap.
    """
    count = 0
    for name in os.listdir(slot + folder):
        path = folder + name
        if path != _NAME and not _holds(lines, path + "\n", block):
            if not _holds(lines, path + "/", block):
                return path
            found = _beside(slot, path + "/", lines, block, collect)
            if found is not None:
                return found
        count += 1
        if count % _OFTEN == 0:
            collect()
    return None


def _holds(lines, path, block):
    """Whether a path in the manifest begins so. Names are mostly asked for in its order: it is searched from
    where the last one was, and then from its beginning.
    """
    wanted = (" " + path).encode()
    for _ in range(2):
        count = lines.readinto(block)
        while count:
            if block.find(wanted, 0, count) >= 0:
                lines.seek(-count, 1)
                return True
            if count < _PIECE:
                break
            lines.seek(1 - len(wanted), 1)
            count = lines.readinto(block)
        lines.seek(0)
    return False
