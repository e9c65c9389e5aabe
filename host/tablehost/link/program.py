"""What a table says of the program that it runs: a digest, in its hello.

An image of ours has the digest of the modules frozen into it (firmware/image/program.py). Behind `+` stands
one of files that are loaded with them, where there are any (firmware/frozen/overlay.py).
"""

from functools import lru_cache
from hashlib import sha256

from cardtable.wire.table_shapes import NO_DIGEST
from tablehost.flashing import firmware_files

LACKING = NO_DIGEST  # what a table tells that does not know what runs on it
DIGITS = 16
VIRTUAL = "virtual-"  # a digest that begins so is a virtual table's, whatever line it speaks over


def of_image(digest: str) -> str:
    """The digest of the image alone."""
    return digest.partition("+")[0]


@lru_cache
def virtual() -> str:
    """The digest of a virtual table, which runs from the sources here."""
    package = firmware_files.package_path()
    told = b""
    for path in firmware_files.package_files():
        told += str(path.relative_to(package)).encode() + b"\0" + path.read_bytes()
    return VIRTUAL + sha256(told).hexdigest()[:DIGITS]
