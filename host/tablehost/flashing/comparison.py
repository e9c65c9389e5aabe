"""Comparison of the program's flash of a table with an image, sector by sector as it is erased.

A sector that no block writes to is not compared: it keeps its contents. Where a block writes only a part the
rest is erased.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import NamedTuple

from tablehost.errors import Trouble
from tablehost.firmware.program import image_digest
from tablehost.flashing import images
from tablehost.flashing.images import Image
from tablehost.link.conversation import Conversation
from tablehost.link.events import Event
from tablehost.types import Document

SECTOR = 4096


class Comparison(NamedTuple):
    """`differing`: where sectors are not as in the image, in bytes from the beginning of the flash; of how
    many `sectors`.
    """

    sectors: int
    differing: list[int]


def compare(
    session: Conversation, heard: Callable[[Event], None], candidates: Iterable[Image]
) -> Comparison | None:
    """Compare with that of these images, one for each chip, that is in the table. None if it is unknown: a
    virtual one, or one of before this command; or if there is no image. Raises Trouble.
    """
    found: list[Comparison] = []
    told: dict[int, str] = {}
    for image in candidates:
        differing = []
        wanted = sectors(image.data)
        for at, data in sorted(wanted.items()):
            if at not in told:
                accepted, (code, detail) = session.command(heard, "program", at, SECTOR)
                if not accepted and code != "usage":
                    return None
                told[at] = str(detail) if accepted else ""
            if told[at] != hashlib.sha256(data).hexdigest():
                differing.append(at)
        found.append(Comparison(len(wanted), differing))
    return min(found, key=lambda one: len(one.differing), default=None)


def sectors(data: bytes) -> dict[int, bytes]:
    """Return the contents that a UF2 leaves in the flash, by the beginning of each sector."""
    found: dict[int, bytearray] = {}
    for at, piece in images.pieces(data):
        for i in range(len(piece)):
            begin = (at + i) // SECTOR * SECTOR
            found.setdefault(begin, bytearray(b"\xff" * SECTOR))[at + i - begin] = piece[i]
    return {begin: bytes(sector) for begin, sector in found.items()}


def find_images(program: str) -> list[Image]:
    """Return the images here of a table's program, by the table's digest of it."""
    try:
        made = images.load_images()
    except Trouble:
        return []
    return [image for image in made.values() if image.program == image_digest(program)]


def summary(compared: Comparison) -> Document:
    """Return the result for messages."""
    differing = compared.differing
    return {"sectors": compared.sectors, "count": len(differing), "first": f"{min(differing, default=0):#x}"}
