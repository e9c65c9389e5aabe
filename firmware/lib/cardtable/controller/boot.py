"""Power-up: starts the parts of the table, reads the deck, and takes up the match.

A Pico takes a second to read a deck file of 400 lines, so the result is cached next to it. `deck.txt.rows`
has the CRC-32 of the file and of the program's digest, the CRC-32 of the rows, and the rows of the `Deck`.
Another program may read the same lines differently; without a digest nothing is cached.
"""

from binascii import crc32

from cardtable import __version__, languages
from cardtable.games import registry as games
from cardtable.micro import const
from cardtable.wire.shapes import CAPABILITY, NO_BOARD, NO_DIGEST

from . import housekeeping
from .input import deck as decks
from .storage import files, settings

_HEAD = const(8)  # bytes before the rows
_BLOCK = const(256)
_LONG = const(8)  # bytes of the UIDs of iso15693 tags, and of no others
_SHADOWS = const(4)  # most names in a hello, which must fit a line


def look(loop):
    """Prepare a new `loop`, all but its line. Return the identity of the table for that: see `TableEnd`."""
    parts = loop.parts
    loop.clock.start()
    for name, digest in parts.own_games:
        games.add(name, digest)
        languages.add(games.words(name))
    loop.applied(settings.Settings(parts.root))
    tail = housekeeping.open_journal(loop)
    loop.keys.start(loop.clock.ms)
    for pad in loop.keys.stuck_pads():
        loop.faults.set("key-stuck", pad)
    _read_deck(loop)
    abilities = games.capabilities() + [CAPABILITY]
    if parts.led is not None:
        abilities.append(NO_BOARD)
    digest, shadows, clock = parts.program or (NO_DIGEST, (), None)
    uid = parts.unique_id.hex() + tail
    shadows, clock = list(shadows)[:_SHADOWS], None if clock is None else list(clock)
    return uid, loop.journal.boot, __version__, digest, abilities, shadows, clock


def take_up(loop):
    """Take up the match in the journal. Return False if there is none, or if it cannot go on."""
    if loop.journal.broken or not loop.journal.begun:
        return False
    from cardtable.engine.replay import Difference

    from .match import resume

    try:
        if not resume.restore(loop.play):
            return False
    except (Difference, ValueError, KeyError) as error:
        loop.faults.set("journal")
        loop.end.tell(["log", "error", "the match in the journal cannot go on: " + str(error)])
        loop.play.drop()
        loop.journal.set_under_way(False)
        return False
    decks.lay_out(loop, loop.play.referee.match)
    return True


def _read_deck(loop):
    """Fill the deck from its file, or from the cached rows."""
    parts, deck = loop.parts, loop.pad_cards.deck
    path = parts.root + "deck.txt"
    about = _about(path, parts.program)
    if about is None or not _take(deck, path, about, parts):
        decks.read_file(loop, deck)
        if about is not None:
            _keep(deck, path, about)


def _keep(deck, path, about):
    if not deck.rows:
        return
    try:
        with open(_kept(path), "wb") as file:  # littlefs keeps the old content until the file is closed
            file.write(_head(deck.rows, about))
            file.write(deck.rows)
    except OSError:
        pass  # then it takes a second again


def _take(deck, path, about, parts):
    """Fill `deck` with the cached rows; return False if there are none."""
    path = _kept(path)
    size = files.size(path) - _HEAD
    if size <= 0:
        return False
    rows = bytearray(size)
    try:
        with open(path, "rb") as file:
            head = file.read(_HEAD)
            file.readinto(rows)
    except OSError:
        return False
    if head != _head(rows, about):
        return False
    deck.take(rows)
    if len(parts.tags) > 1:
        for reader in parts.readers:
            reader.read("iso15693" if rows[0] == _LONG else "iso14443a")
    return True


def _kept(path):
    return path + ".rows"


def _head(rows, about):
    return about.to_bytes(4, "little") + crc32(rows).to_bytes(4, "little")


def _about(path, program):
    """Return the CRC-32 of all that the rows depend on; None for a program without digest, or without
    a deck.
    """
    if program is None:
        return None
    try:
        crc = crc32(program[0].encode())
        block = bytearray(_BLOCK)
        with open(path, "rb") as file:
            count = file.readinto(block)
            while count:
                crc = crc32(memoryview(block)[:count], crc)
                count = file.readinto(block)
    except OSError:
        return None
    return crc
