"""The record of a card in its tag: 16 bytes in the user pages 4 to 7 of an NTAG213, 215 or 216.

    bytes  0-1   43 54, "CT"
           2     01, the form of the fields after it
           3-5   the deck's mark: the same in all its cards
           6-13  the card as its deck calls it, in ASCII, padded with zeros
           14-15 CRC-16 (CCITT, FFFF first), high byte first, of bytes 0-13 and the tag's UID

The UID is part of the sum: a record copied to another tag does not fit there. That finds mistakes, not fraud:
a writer of tags can compute a sum. Where the deck is known it decides the card of a tag; see `deckfile`.
"""

from __future__ import annotations

from binascii import crc_hqx
from typing import NamedTuple

from tablehost.link.service import NotReached, Service

MAGIC, FORM = b"CT", 1
MARK, NAME = 3, 8  # bytes
SIZE, FIRST, PAGE = 16, 4, 4  # bytes, the first page, bytes of a page
TRIES = 3  # a frame may be damaged, or a card be moved

# As NTAG are delivered, or with their memory emptied: an empty message for phones, or nothing.
_DELIVERED = ("0103A00C340300FE", "0300FE")  # NTAG213; NTAG215 and 216 (data sheet, memory at delivery)

# The states of a tag without a record.
NONE, ELSE, DAMAGED, NEWER = "none", "else", "damaged", "newer"


class Record(NamedTuple):
    """The deck's mark, and the deck's name of the card."""

    mark: bytes
    card: str


def pack(record: Record, uid: bytes) -> bytes:
    """Return the contents of the tag of this UID. Raises ValueError if they do not fit."""
    name = record.card.encode("ascii")
    if not 0 < len(name) <= NAME or b"\0" in name or len(record.mark) != MARK:
        raise ValueError(f"no record has room for {record}")
    body = MAGIC + bytes([FORM]) + record.mark + name.ljust(NAME, b"\0")
    return body + _sum(body, uid)


def read(memory: bytes, uid: bytes) -> Record | str:
    """Return the record of the tag of this UID; or NONE, ELSE (not ours), DAMAGED (or copied from another
    tag), NEWER (a form that this program does not know).
    """
    body, sum_ = memory[:-2], memory[-2:]
    if not body.startswith(MAGIC):
        empty = any(memory == bytes.fromhex(one).ljust(SIZE, b"\0") for one in ("", *_DELIVERED))
        return NONE if empty else ELSE
    if sum_ != _sum(body, uid):
        return DAMAGED
    if body[2] != FORM:
        return NEWER
    try:
        name = body[3 + MARK :].rstrip(b"\0").decode("ascii")
        record = Record(body[3 : 3 + MARK], name)
        return record if pack(record, uid) == memory else DAMAGED
    except ValueError:
        return DAMAGED


def _sum(body: bytes, uid: bytes) -> bytes:
    return crc_hqx(body + uid, 0xFFFF).to_bytes(2, "big")


# -- at a table -----------------------------------------------------------------------------------------


def fetch(service: Service, pad: int) -> bytes:
    """Return the memory of the tag that rests there. Raises NotReached."""
    return _reach(service, pad)


def write(service: Service, pad: int, before: bytes, memory: bytes) -> None:
    """Make the memory, which was `before`, this; it was read again when this returns. Raises NotReached: then
    the tag has no record that fits, until this was done once more.
    """
    now = before
    for at in range(0, SIZE, PAGE):
        if now[at : at + PAGE] != memory[at : at + PAGE]:
            now = _reach(service, pad, FIRST + at // PAGE, memory[at : at + PAGE])
    if now != memory:
        raise NotReached("lost")


def _reach(service: Service, pad: int, page: int | None = None, data: bytes = b"") -> bytes:
    for left in reversed(range(TRIES)):
        try:
            return service.memory(pad, page, data)
        except NotReached:
            if not left:
                raise
    raise AssertionError
