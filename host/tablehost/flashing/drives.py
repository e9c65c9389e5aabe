"""Drives of Picos that wait for an image: in BOOTSEL mode a Pico is a drive, and runs an image copied onto
it.

`INFO_UF2.TXT` on it names its chip. When the last block has come the Pico restarts, and the drive is gone:
that is no error, and success is reported by the table that comes back.
"""

from __future__ import annotations

import errno
import os
import re
import string
import sys
import time
from pathlib import Path

from tablehost import messages
from tablehost.errors import CHECK_FAILED, LINK_LOST, NOT_FOUND, VERSION_SKEW, Trouble
from tablehost.flashing.images import CHIPS, Chip, Image

SAID = messages.Catalogue("flash")

ABOUT = "INFO_UF2.TXT"
FOLDERS = ("/media/*/*", "/media/*", "/run/media/*/*", "/Volumes/*", "/mnt/*")
MOUNTS = Path("/proc/mounts")
TARGET = "cardtable.uf2"
PIECE = 1 << 16  # bytes that are written at once
GONE_S = 30.0  # so long after the copy the drive may still be there
PAUSE_S = 0.25


def find() -> list[Path]:
    """Return the drives of all Picos that wait."""
    places = {path for pattern in FOLDERS for path in Path("/").glob(pattern[1:])} | _mounted()
    if sys.platform == "win32":
        places = {Path(f"{letter}:\\") for letter in string.ascii_uppercase}
    return sorted(place for place in places if _about(place) is not None)


def _mounted() -> set[Path]:
    try:
        rows = MOUNTS.read_text(errors="replace").splitlines()
    except OSError:
        return set()
    names = [row.split()[1] for row in rows if row.split()[2:3] == ["vfat"]]
    return {Path(re.sub(r"\\(\d{3})", lambda code: chr(int(code[1], 8)), name)) for name in names}


def _about(place: Path) -> str | None:
    """Return a drive's description of its chip, None if it is none of a Pico."""
    try:
        return (place / ABOUT).read_text(errors="replace")
    except OSError:
        return None


def chip_at(place: Path) -> Chip:
    """Return the chip of the Pico at this drive. Raises Trouble if it is no such drive."""
    about = _about(place)
    if about is None:
        raise Trouble("NO_DRIVE", SAID("not-a-drive", drive=place), SAID("bootsel"), NOT_FOUND)
    for chip in CHIPS:
        if re.search(rf"^Board-ID:\s*{chip.drive}\s*$", about, re.MULTILINE):
            return chip
    found = " ".join(about.split()[-1:])
    titles = ", ".join(chip.title for chip in CHIPS)
    raise Trouble(
        "OTHER_CHIP", SAID("other-drive", drive=place, found=found, titles=titles), "", VERSION_SKEW
    )


def check(image: Image, place: Path) -> None:
    """Raise Trouble if this image is not for the Pico at this drive."""
    chip = chip_at(place)
    if chip != image.chip:
        about = SAID("other-chip", path=image.path, made=image.chip.title, drive=place, chip=chip.title)
        raise Trouble("OTHER_CHIP", about, SAID("other-chip-hint"), VERSION_SKEW)


def copy(image: Image, place: Path) -> None:
    """Copy the image onto the drive, and wait until that is gone. Raises Trouble; nothing is written before
    image and drive are known to fit.
    """
    check(image, place)
    written = 0
    try:
        with open(place / TARGET, "wb", buffering=0) as file:
            while written < len(image.data):
                written += file.write(image.data[written : written + PIECE])
            os.fsync(file.fileno())
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise Trouble(
                "DRIVE_FULL",
                SAID("drive-full", drive=place),
                SAID("drive-full-hint"),
                CHECK_FAILED,
            ) from error
        if written < len(image.data):
            kb = (written // 1024, len(image.data) // 1024)
            about = SAID("cut-short", drive=place, have=kb[0], total=kb[1], why=messages.reason(error))
            raise Trouble("CUT_SHORT", about, SAID("bootsel-again"), LINK_LOST) from error
    end = time.monotonic() + GONE_S
    while _about(place) is not None:
        if time.monotonic() >= end:
            about = SAID("drive-stays", drive=place, seconds=int(GONE_S))
            raise Trouble("DRIVE_STAYS", about, SAID("bootsel-again"), CHECK_FAILED)
        time.sleep(PAUSE_S)
