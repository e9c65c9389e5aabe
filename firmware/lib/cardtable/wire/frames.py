"""A line of the protocol: a JSON array, a space, its CRC-32 (IEEE) as eight hex digits, a line feed.

A line of any other form is console text: a stray print, a traceback, noise. The CRC guards against truncation
and interleaving; USB itself already repairs bit errors.

The same frame is the same bytes on CPython and MicroPython. Therefore strings hold printable ASCII only, and
values are int, str, bool, None and lists of them (tuples become lists).
"""

import json
from binascii import crc32, hexlify

from cardtable.micro import const

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Any

MAJOR = const(1)  # other majors are refused
MINOR = const(0)  # minors only add
FROM_TABLE = const(500)  # longest line a table sends, line feed included: all hands of a table shown at once
FROM_HOST = const(62)  # longest line a host sends: one 64-byte USB packet
LONGEST = const(512)  # more than this without a line feed is discarded up to the next one
ACCENTED = "`àâäçèéêëîïôöùûüÀÇÉÈÊÔ"  # in a frame: the first of these, then "a" for the next, "b" ...
DELETE = chr(127)  # not printable, and MicroPython's JSON text does not escape it
SEAL = const(9)  # the space and the eight digits that end a line


def plain(body: bytes) -> bool:
    """True if JSON text (bytes) is printable ASCII whose only escapes are those of quote and backslash."""
    return len(body) > 0 and min(body) >= 32 and max(body) <= 126 and _well_escaped(body)


def _json(value: object) -> bytes | None:
    """Return a value as JSON text (bytes), or None if that is not plain. JSON escapes control characters."""
    text = json.dumps(value, separators=(",", ":"))
    body = text.encode()
    return body if len(body) == len(text) and DELETE not in text and _well_escaped(body) else None


def _well_escaped(body: bytes) -> bool:
    """True if only quotes and backslashes are escaped."""
    at = body.find(b"\\")
    while at >= 0:
        if body[at + 1 : at + 2] not in (b'"', b"\\"):
            return False
        at = body.find(b"\\", at + 2)
    return True


def encode(frame: "list[Any] | list[object]", limit: int = FROM_TABLE) -> bytes:
    """Return the line (bytes) of `frame`, a list.

    Raises ValueError: not plain, or longer than `limit` bytes.
    """
    body = _json(frame)
    if body is None:
        raise ValueError("a frame holds printable ASCII only")
    size = len(body) + SEAL + 1
    if size > limit:
        raise ValueError(f"a frame of {size} bytes, {limit} allowed")
    return body + _end(body)


def _end(body: bytes) -> bytes:
    """Return the end of a line: a space, the CRC-32, a line feed."""
    return b" " + hexlify(crc32(body).to_bytes(4, "big")) + b"\n"


def decode(line: bytes) -> "list[Any] | None":
    """Return the frame (a list that starts with its kind) of a line without its line feed.

    None for console text.
    """
    body = line[:-SEAL]
    if body[:1] != b"[" or line[-SEAL:] != _end(body)[:-1] or not plain(body):
        return None
    try:
        frame = json.loads(body)
    except ValueError:
        return None
    if isinstance(frame, list) and frame and isinstance(frame[0], str):
        return frame
    return None


def shown(line: bytes) -> str:
    r"""Return console text fit for a terminal or a log: anything but printable ASCII becomes \xhh."""
    return "".join([chr(c) if 32 <= c <= 126 else "\\x%02x" % c for c in line])


def cleaned(text: str, most: int) -> str:
    """Return `text` fit for a frame at one byte a character, cut at `most`: accents as ACCENTED says, other
    letters replaced.
    """
    text = text.replace('"', "'").replace("\\", "/").replace(ACCENTED[0], "'")
    if _json(text) is None:  # MicroPython keeps every single character in memory
        for odd in [c for c in text if not " " <= c <= "~"]:
            at = ACCENTED.find(odd)
            text = text.replace(odd, "?" if at < 0 else ACCENTED[0] + chr(96 + at))
    return text[:most]


class Splitter:
    """Cuts a byte stream into lines. `bad` counts lines that are no frame, `overlong` those discarded."""

    def __init__(self) -> None:
        self.bad = 0
        self.overlong = 0
        self._part = b""  # the incomplete line
        self._discarding = False

    def feed(self, data: bytes) -> "list[tuple[list[Any] | None, bytes]]":
        """Return the lines that `data` completes: (frame, its JSON bytes), or (None, the bytes) for console
        text.
        """
        if not data:
            return []
        lines = (self._part + data).split(b"\n")
        self._part = lines.pop()
        found: "list[tuple[list[Any] | None, bytes]]" = []
        for line in lines:
            if self._discarding:
                self._discarding = False
            elif len(line) > LONGEST:
                self.overlong += 1
            else:
                frame = decode(line)
                if frame is not None:
                    found.append((frame, line[:-SEAL]))
                else:
                    line = line.rstrip(b"\r")  # the console ends its lines with CR LF
                    if line:
                        self.bad += 1
                        found.append((None, line))
        if self._discarding:
            self._part = b""
        elif len(self._part) > LONGEST:
            self._part = b""
            self._discarding = True
            self.overlong += 1
        return found
