"""Lines of the journal's files: frames with a CRC, and the chain over records."""

from hashlib import sha256

from cardtable.micro import const
from cardtable.wire.frames import SEAL, decode

WIDE = const(4096)  # longest line of a checkpoint
_BODY = const(6)  # offset of the record in its line, without its bracket


def read_frame(line):
    """Return the frame of a line with its line feed; None if it is none."""
    return decode(line[:-1])


def lines(reader):
    """Yield the sound lines of an open file; another one ends them."""
    for line in reader:
        if read_frame(line) is None:
            return
        yield line


def next_head(head, line):
    """Return the head of the chain after the record in this line."""
    digest = sha256(b"\0" + head + b"[")
    digest.update(memoryview(line)[_BODY : -SEAL - 1])
    return digest.digest()
