"""Modules of the table's languages in a checkout: whether each is made of the texts in firmware/texts.

They are not in git, so a change of the texts leaves older ones behind until firmware/image/catalogues.py has
made them again. A wheel has no texts next to it, and its modules are those that it was built with.
"""

import zlib
from pathlib import Path

from cardtable.languages import CODES
from tablehost import messages
from tablehost.errors import Trouble
from tablehost.firmware import firmware_files

SAID = messages.Catalogue("flash")
CURE = "make catalogues"


def check() -> None:
    """Raise Trouble if a language has no module, or one of other texts."""
    firmware = firmware_files.firmware_path()
    if firmware is None:
        return
    for code in CODES:
        texts = sorted((firmware / "texts").glob(f"*_{code}.txt"))
        path = firmware_files.package_path() / "languages" / f"{code}.py"
        if not _first_line(path).startswith(f"# {_crc(texts):08x} "):
            where = path.relative_to(firmware.parent)
            raise Trouble("STALE_TEXTS", SAID("stale-texts", file=where.as_posix()), CURE)


def _crc(paths: list[Path]) -> int:
    return zlib.crc32(b"".join(path.read_bytes() for path in paths))


def _first_line(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            return file.readline()
    except FileNotFoundError:
        return ""
