"""Firmware images: the list of them, and checks that one is whole and for the right chip.

An image is a UF2, blocks of 512 bytes [https://github.com/microsoft/uf2]. Next to it is a file `.json` that
names the program in it, as the hello of a table will.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tablehost import messages
from tablehost.errors import CHECK_FAILED, NOT_FOUND, Trouble
from tablehost.firmware import firmware_files

SAID = messages.Catalogue("flash")

BLOCK = 512
_HEAD = struct.Struct("<8I")
_FIRST, _SECOND, _LAST = 0x0A324655, 0x9E5D5157, 0x0AB16F30
_NOT_FLASH = 1  # flag: this block is not for the flash
_HAS_FAMILY = 0x2000
_ANY_FAMILY = 0xE48BFF57  # of one block that pico-sdk puts before an image for RP2350 (erratum E10)
_FLASH_AT, _FLASH_END = 0x10000000, 0x12000000


class Chip(NamedTuple):
    """`name` of its images; `title`; `drive`: how its drive calls itself; `family` of its UF2 blocks."""

    name: str
    title: str
    drive: str
    family: int


CHIPS = (
    Chip("pico", "Raspberry Pi Pico", "RPI-RP2", 0xE48BFF56),
    Chip("pico2", "Raspberry Pi Pico 2", "RP2350", 0xE48BFF59),
)


class Image(NamedTuple):
    """An image. `program`: the digest sent by a table that runs it; `modules`: those in it, name -> SHA-256
    of the source; empty where they are unknown.
    """

    path: Path
    data: bytes
    chip: Chip
    program: str
    modules: dict[str, str]


class _Head(NamedTuple):
    """The head of a block, as it is laid out; `number` of `blocks`."""

    first: int
    second: int
    flags: int
    address: int
    size: int
    number: int
    blocks: int
    family: int

    @property
    def is_next_to(self) -> bool:
        """Return True if the block is no part of the program."""
        return bool(self.flags & _NOT_FLASH) or not self.flags & _HAS_FAMILY or self.family == _ANY_FAMILY


def _head(data: bytes, at: int) -> _Head:
    return _Head._make(_HEAD.unpack_from(data, at))


def load(path: Path) -> Image:
    """Return the image in this file. Raises Trouble if it is none, or if its contents are not described."""
    try:
        data = path.read_bytes()
        told = json.loads(path.with_suffix(".json").read_text())
        program, modules = str(told["program"]), dict(told.get("modules", {}))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise absent(path, messages.reason(error)) from error
    return Image(path, data, chip_of(path, data), program, modules)


def found_images() -> dict[str, Image]:
    """Return the images that are here, by the name of their chip; empty if none is. Raises Trouble."""
    paths = {chip.name: firmware_files.image_path(chip.name) for chip in CHIPS}
    return {name: load(path) for name, path in paths.items() if path.exists()}


def load_images() -> dict[str, Image]:
    """Return the images that came with this program, by the name of their chip. Raises Trouble, also if
    there is none.
    """
    found = found_images()
    if not found:
        raise absent(firmware_files.image_path(CHIPS[0].name), SAID("not-built"))
    return found


def pieces(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the writes of the blocks of a UF2: position, in bytes from the beginning of the flash,
    and data.
    """
    for at in range(0, len(data), BLOCK):
        head = _head(data, at)
        if not head.is_next_to:
            yield head.address - _FLASH_AT, data[at + _HEAD.size : at + _HEAD.size + head.size]


def chip_of(path: Path, data: bytes) -> Chip:
    """Return the chip that this UF2 is for. Raises Trouble if it is torn, damaged or for no chip of ours."""
    families, numbers, total = set(), [], 0
    if not data or len(data) % BLOCK:
        raise _damaged(path, SAID("half-a-block", size=len(data)))
    for at in range(0, len(data), BLOCK):
        head, last = _head(data, at), int.from_bytes(data[at + BLOCK - 4 : at + BLOCK], "little")
        if (head.first, head.second, last) != (_FIRST, _SECOND, _LAST) or head.size > 476:
            raise _damaged(path, SAID("no-block", at=at))
        if head.is_next_to:
            continue
        if not _FLASH_AT <= head.address < _FLASH_END:
            raise _damaged(path, SAID("beside-flash", address=f"{head.address:#x}"))
        families.add(head.family)
        numbers.append(head.number)
        total = head.blocks
    if numbers != list(range(total)) or not numbers:
        raise _damaged(path, SAID("blocks-missing", have=len(numbers), total=total))
    for chip in CHIPS:
        if families == {chip.family}:
            return chip
    raise _damaged(path, SAID("no-family", family=", ".join(f"{family:#x}" for family in sorted(families))))


def _damaged(path: Path, why: str) -> Trouble:
    return Trouble("BAD_IMAGE", SAID("bad-image", path=path, why=why), SAID("bad-image-hint"), CHECK_FAILED)


def absent(path: Path, why: str) -> Trouble:
    """Return the trouble that there is no image in this file, and where images are."""
    return Trouble("NO_IMAGE", SAID("no-image", path=path, why=why), where_images_are(), NOT_FOUND)


def where_images_are() -> str:
    """Return the sentence on where to get an image, or how to build one."""
    return SAID("no-image-hint", place=firmware_files.RELEASES or None)
