"""What makes a game checkable: the chain over all records, and what is told of the key of a match.

    chain              h = SHA-256(0 || h before || the bytes of the record), 32 zero bytes before the first
    head               SHA-256(4 || h before || the bytes of a "head" record up to the text it gives this in)
    key of the match   K, 32 random bytes; SHA-256("K" || K || id) is told when it begins

Table and host share these functions, see `proof`.
"""

from hashlib import sha256

from cardtable.wire.records import text_of

NOTHING = bytes(32)  # the chain before the first record


def key_commitment(key, match):
    """What is told of the key of a match when it begins."""
    return text_of(sha256(b"K" + key + match.encode()).digest())


def masked(key, match, code):
    """The key as it is told to who has the code, and back again."""
    pad = sha256(b"\x05" + code.encode() + match.encode()).digest()
    return bytes([key[i] ^ pad[i] for i in range(32)])


def linked(before, record):
    """The chain after a record, given as its bytes."""
    return sha256(b"\x00" + before + record).digest()


def head(before, record):
    """What a "head" record tells; `record`: its bytes up to the quotation mark with which that begins."""
    return sha256(b"\x04" + before + record).digest()
