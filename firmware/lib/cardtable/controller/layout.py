"""How the journal lies on flash: names, sizes and limits that its modules share. See docs/journal.md."""

from hashlib import sha256

from cardtable.micro import const
from cardtable.wire.frames import SEAL

HEAD = "<HHI"  # of a packed block: bytes of its records, how many, position of the first one
CRC = "<I"  # behind that: CRC-32 over both

VAULT = "/rows"  # in its folder
LATCH = "stopped"  # the file with the mistake that stopped the table, until somebody goes on
WIDE = const(4096)  # longest line of a checkpoint
OFTEN = const(128)  # so many records more the host has: worth a write
SCARCE = const(131_072)  # bytes below which there is little room: some matches
LEAST = const(98_304)  # below which what is old goes for want of room
NONE = const(65_536)  # below which no stage is begun: a Pico's flash is full to 95 %
FULL = const(2)  # of `tight`
_BODY = const(6)  # where the record begins in its line, less its bracket


def chained(head, line):
    """The head of the chain after the record in this line."""
    digest = sha256(b"\0" + head + b"[")
    digest.update(memoryview(line)[_BODY : -SEAL - 1])
    return digest.digest()
