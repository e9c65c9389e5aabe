"""The file `manifest` of a table: what was put on it, so that it can be seen whether it still is.

Its first line is the digest of all others, which the hello tells; then there is a line for each file, in the
order of their paths:

    0123456789abcdef 2048 lib/cardtable/controller/loop.mpy

The first 16 hex digits of SHA-256, the size in bytes, the path in the slot whose manifest it is. A virtual
table runs from the sources where they lie: its manifest is one line, and there is nothing to check.
"""

from collections.abc import Mapping
from hashlib import sha256

from tablehost import firmware_files

NAME = "manifest"  # of the file, in a slot; at a virtual table beside the deck
LACKING = "unknown"  # what a table without one tells in place of a digest
DIGITS = 16
VIRTUAL = "virtual-"  # a digest that begins so is a virtual table's, whatever line it speaks over


def of(files: Mapping[str, bytes]) -> str:
    """The manifest of these files, by their paths: all of a slot. What is the table's own, its deck and
    settings, is not among them.
    """
    rows = [f"{_digest(files[name])} {len(files[name])} {name}\n" for name in sorted(files)]
    return f"{_digest(''.join(rows).encode())}\n{''.join(rows)}"


def virtual() -> str:
    """The manifest of a virtual table, which runs from the sources here."""
    package = firmware_files.package_path()
    told = b""
    for path in firmware_files.package_files():
        told += str(path.relative_to(package)).encode() + b"\0" + path.read_bytes()
    return f"{VIRTUAL}{_digest(told)}\n"


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:DIGITS]
