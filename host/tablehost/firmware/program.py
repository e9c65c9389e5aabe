"""Program digests: the digest of its program that a table sends in its hello.

An image of this project has the digest of the modules frozen into it (firmware/image/program.py). After `+`
follows one of the files that are loaded with them, if any (firmware/frozen/overlay.py).
"""

from functools import lru_cache
from hashlib import sha256

from cardtable.wire.shapes import NO_DIGEST
from tablehost.firmware import firmware_files

LACKING = NO_DIGEST  # sent by a table that does not know its program
DIGITS = 16
EARLY = "boot"  # a hello names it among hidden modules: the file /boot.py, see firmware/frozen/identity.py
VIRTUAL = "virtual-"  # a digest that begins so is a virtual table's, whatever line it speaks over


def image_digest(digest: str) -> str:
    """Return the digest of the image alone."""
    return digest.partition("+")[0]


@lru_cache
def virtual() -> str:
    """Return the digest of a virtual table, which runs from the sources here."""
    package = firmware_files.package_path()
    told = b""
    for path in firmware_files.package_files():
        told += str(path.relative_to(package)).encode() + b"\0" + path.read_bytes()
    return VIRTUAL + sha256(told).hexdigest()[:DIGITS]
