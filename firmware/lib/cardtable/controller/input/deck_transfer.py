"""Transfer of the deck file from a host, in pieces, between matches.

    deck begin            begin a new file; the old one still counts
    line TEXT             its next line, see `deck`, or the end of one
    part TEXT             the beginning of a line that does not fit a frame, or more of it
    deck end LINES CRC    the number of lines and the CRC-32, line feeds included: the file is checked, and
                          counts now
    deck read FIRST       lines of the file that counts, from this one on: [the next one or -1, line, ...];
                          remarks and empty lines are skipped

Until `end` was answered the old file counts, also after a power cut. The new one is on record: ["note",
"deck", cards of the current pack, CRC].
"""

import os
from binascii import crc32

from cardtable.micro import const
from cardtable.wire.frames import cleaned

from ..match import readiness
from ..storage import files
from . import deck
from .deck import Deck, DeckError

_NAME = "deck.txt"
_TOLD = const(8)  # lines of an answer, of _LONGEST characters at most: they fit a frame
_LONGEST = const(50)


class _Tags:
    """The sorts of tags that the readers of some parts can read; these readers stay as they are."""

    readers = ()

    def __init__(self, parts):
        self.tags = parts.tags


def carry_out(loop, name, args):
    """Carry out a command; return (code of why not or None, detail)."""
    what, rest = (args[0], args[1:]) if name == "deck" else (name, args)
    path = loop.parts.root + _NAME
    if what == "read":
        return None, _lines(path, rest[0])
    code = readiness.why_not_now(loop)
    if code is not None:
        return code, None
    try:
        if what == "begin":
            files.replace(path + files.NEW, ())
            return None, what
        if files.size(path + files.NEW) < 0:
            return "not-begun", what
        if what in ("line", "part"):
            with open(path + files.NEW, "ab") as file:
                file.write(rest[0].encode() + (b"\n" if what == "line" else b""))
            return None, what
        return _end(loop, path, rest)
    except OSError as error:
        return "flash-failed", str(error)


def _end(loop, path, told):
    count = crc = 0
    with open(path + files.NEW, "rb") as file:
        for line in file:
            count += 1
            crc = crc32(line, crc)
    if [count, crc] != list(told):
        files.remove(path + files.NEW)
        return "not-whole", [count, crc]
    fresh = Deck(loop.pad_cards.deck.pack)
    try:
        with open(path + files.NEW) as file:
            deck.load(fresh, file, _Tags(loop.parts))
    except DeckError as error:
        files.remove(path + files.NEW)
        return "deck", cleaned(str(error), 120)
    loop.journal.append(loop.now_us(), ["note", "deck", len(fresh), crc])
    os.rename(path + files.NEW, path)
    loop.pad_cards.use(fresh)
    loop.faults.clear(-1, ("no-deck", "deck"))
    if len(loop.parts.tags) > 1 and not loop.in_service():
        deck.read_file(loop, fresh)  # set its readers to their sort of tags
    return None, len(fresh)


def _lines(path, first):
    """Return some lines of the file from number `first` on, from 0: see the head of this module."""
    number = 0
    answer: "list" = [-1]
    if files.size(path) < 0:
        return answer
    with open(path) as file:
        for line in file:
            words = line.split()
            if words and words[0] != "#":
                if len(answer) > _TOLD:
                    answer[0] = number
                    break
                if number >= first:
                    answer.append(cleaned(" ".join(words), _LONGEST))
            number += 1
    return answer
