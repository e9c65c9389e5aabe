"""Cryptography of a provable match: commitments, the chain over all records, a one-time signature, six words.

Table and host share these functions; docs/reference/trust.md gives their purpose. Bytes that go into a hash
begin with a number for the kind of hash, so that none can pass for another. Numbers in hashes are 4 bytes,
big endian; `id` is that of the match, 16 hex digits as ASCII.

Commitments to sealed values, and their openings:

    key of the match   K, 32 random bytes; SHA-256("K" || K || id) is announced at the start
    group              the handles that one record seals, first, first + 1, ...
    key of a group     k = HMAC(K, first)[:16]
    mask of a handle   m = HMAC(k, n), r = m[:16] blinds the commitment, m[16:18] hides the value
    leaf of a handle   SHA-256(2 || r || id || n || the value as JSON text)
    root of a group    SHA-256(3 || its leaves)[:16]: the commitment in the record

The chain over all records:

    chain   h = SHA-256(0 || h before || the bytes of the record), 32 zero bytes before the first
    head    SHA-256(4 || h before || the bytes of a "head" record up to the text that holds this value)

The one-time signature binds the end of a match to its first record: Winternitz (Merkle 1989; RFC 8391, 3.1)
with digits of six bits over the first 96 bits of the chain, the same bits as in six words. Each of 16 digits
and of the two of a checksum has a chain of hashes: its secret beginning is hashed 63 times for the public
key, and as often as its digit for the signature. A reader of a signature can go on along its chains,
never back; the checksum falls when a digit rises.

    a step      SHA-256(6 || chain || step || id of the match || value)[:12]
    a secret    SHA-256(7 || seed || id || chain)[:12]
    public key  SHA-256(8 || the 18 ends)[:16]

Six words for people to write down: the first 96 bits of a head as proquints (Wilkerson, arXiv 0901.4016). A
proquint is 16 bits as five letters that can be spoken, `lusab` or `babad`: no list of words to keep, and the
same in every language.
"""

import json
from hashlib import sha256

from cardtable.micro import const
from cardtable.wire.records import PIECE, text_of

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Callable

SHORT = const(16)  # bytes of a group's key, of a blind, of a root
VALUE = const(2)  # bytes of a value in a record that hides it

NOTHING = bytes(32)  # the chain before the first record

_SIZE = const(12)  # bytes of a chain value, and of the signed message
_DIGITS = const(16)
_CHAINS = const(18)
_LAST = const(63)  # the highest digit
LENGTH = const(216)  # bytes of a signature
KEY = const(16)  # bytes of a public key

# Bytes: MicroPython would keep every single letter of a text in memory.
_CONSONANTS = b"bdfghjklmnprstvz"
_VOWELS = b"aiou"
WORDS = 6


# -- Commitments -----------------------------------------------------------------------------------


def key_commitment(key: bytes, match: str) -> str:
    """Return the commitment to the key of a match, announced at its start."""
    return text_of(sha256(b"K" + key + match.encode()).digest())


def masked(key: bytes, match: str, code: str) -> bytes:
    """Return the key, masked for a holder of the code; applied twice it is the key again."""
    pad = sha256(b"\x05" + code.encode() + match.encode()).digest()
    return bytes([key[i] ^ pad[i] for i in range(32)])


def group_key(key: bytes, first: int) -> bytes:
    """Return the key of the group that begins with this handle."""
    return hmac(key, _number(first))[:SHORT]


def mask(group: bytes | tuple[bytearray, bytearray], n: int) -> bytes:
    """Return the 32 bytes that blind a handle and hide its value; `group`: the key of its group, or its
    `pads`.
    """
    return _mac(group if isinstance(group, tuple) else pads(group), _number(n))


def leaf(blind: bytes, match: str, n: int, value: int) -> bytes:
    """Return the leaf of a handle and its value; `blind`: the first 16 bytes of its mask."""
    return sha256(b"\x02" + blind + match.encode() + _number(n) + json.dumps(value).encode()).digest()


def root(leaves: list[bytes]) -> bytes:
    """Return the commitment to all handles of a group, in ascending order."""
    return sha256(b"\x03" + b"".join(leaves)).digest()[:SHORT]


def committed(key: bytes, match: str, first: int, values: list[int], hidden: bool) -> str:
    """Return the commitment of a record that seals these values as handles `first`, `first` + 1, ...

    It is the root, and if `hidden` also the values, covered by their masks.
    """
    group = pads(group_key(key, first))
    digest = sha256(b"\x03")
    cover = b""
    for i in range(len(values)):
        one = mask(group, first + i)
        digest.update(leaf(one[:SHORT], match, first + i, values[i]))
        if hidden:
            cover += covered(one, values[i])
    return text_of(digest.digest()[:SHORT] + cover)


def covered(one: bytes, value: int) -> bytes:
    """Return a value covered by its mask; of a covered value, the value. Both are two bytes."""
    return bytes([one[SHORT] ^ value >> 8, one[SHORT + 1] ^ value & 255])


def runs(opened: list[int], groups: list[int]) -> list[tuple[int, int, list[int]]]:
    """Return the groups of these handles, in ascending order: (first, count, the opened handles).

    `groups`: first, count, first, count, ... of groups of two and more; the count is negative for a group
    that was opened as a whole. A handle of none of them is a group of its own.
    """
    found: "list[tuple[int, int, list[int]]]" = []
    for n in opened:
        first, count = _group_of(n, groups)
        if found and found[-1][0] == first:
            found[-1][2].append(n)
        else:
            found.append((first, count, [n]))
    return found


def _group_of(n: int, groups: list[int]) -> tuple[int, int]:
    """Return (first, count) of the group of this handle: of several the last."""
    for i in range(len(groups) - 2, -1, -2):
        if groups[i] <= n < groups[i] + abs(groups[i + 1]):
            return groups[i], abs(groups[i + 1])
    return n, 1


def openings(key: bytes, opened: list[int], groups: list[int]) -> str | list[str]:
    """Return the field of a record that opens these handles.

    A group opened as a whole has its key, else each handle its blind. Bytes beyond PIECE are cut in pieces of
    that length, in a list.
    """
    parts = []
    data = b""
    for first, count, members in runs(opened, groups):
        for told in _telling(key, first, count, members):
            data += told
            if len(data) == PIECE:
                parts.append(text_of(data))
                data = b""
    if data:
        parts.append(text_of(data))
    return parts[0] if len(parts) == 1 else parts


def _telling(key: bytes, first: int, count: int, members: list[int]) -> list[bytes]:
    """Return the opening of these members of a group: its key for all of them, else the blinds of each."""
    group = group_key(key, first)
    return [group] if len(members) == count else [mask(group, n)[:SHORT] for n in members]


def hmac(key: bytes, message: bytes) -> bytes:
    """Return HMAC-SHA256 (RFC 2104)."""
    return _mac(pads(key), message)


def pads(key: bytes) -> tuple[bytearray, bytearray]:
    """Return the states of HMAC's inner and outer hash after the key, for use with many messages."""
    if len(key) > 64:
        key = sha256(key).digest()
    inner = bytearray(64)
    outer = bytearray(64)
    for i in range(64):
        byte = key[i] if i < len(key) else 0
        inner[i] = byte ^ 0x36
        outer[i] = byte ^ 0x5C
    return inner, outer


def _mac(two: tuple[bytearray, bytearray], message: bytes) -> bytes:
    """Return HMAC-SHA256 with these `pads`."""
    digest = sha256(two[0])
    digest.update(message)
    inner = digest.digest()
    digest = sha256(two[1])
    digest.update(inner)
    return digest.digest()


def _number(n: int) -> bytes:
    """Return a number as it goes into hashes."""
    return n.to_bytes(4, "big")


# -- The chain -------------------------------------------------------------------------------------


def linked(before: bytes, record: bytes) -> bytes:
    """Return the chain after a record, given as its bytes."""
    return sha256(b"\x00" + before + record).digest()


def head(before: bytes, record: bytes) -> bytes:
    """Return the value of a "head" record; `record`: its bytes up to the opening quotation mark of that
    value.
    """
    return sha256(b"\x04" + before + record).digest()


# -- The one-time signature ------------------------------------------------------------------------


def public_key(seed: bytes, match: str, collect: "Callable[[], object] | None" = None) -> bytes:
    """Return the public key, announced at the start of the match.

    `seed`: 16 random bytes; `match`: the id; `collect()` collects garbage, of which a chain leaves some 15
    KB.
    """
    return _key_of(_from_seed(seed, match.encode(), [_LAST] * _CHAINS, collect))


def sign(seed: bytes, match: str, message: bytes, collect: "Callable[[], object] | None" = None) -> bytes:
    """Return the signature of a message of at least 12 bytes. A seed may sign one message only."""
    return b"".join(_from_seed(seed, match.encode(), _digits(message), collect))


def signer(signature: bytes, match: str, message: bytes) -> bytes:
    """Return the public key with which this is a signature of this message."""
    name, digits = match.encode(), _digits(message)
    ends = []
    for i in range(_CHAINS):
        value = signature[_SIZE * i : _SIZE * (i + 1)]
        ends.append(_walk(name, i, value, digits[i], _LAST))
    return _key_of(ends)


def _digits(message: bytes) -> list[int]:
    """Return the digits of the first 12 bytes of a message, and of their checksum."""
    number = int.from_bytes(message[:_SIZE], "big")
    digits = [number >> 6 * i & _LAST for i in range(_DIGITS)]
    missing = _DIGITS * _LAST - sum(digits)
    return digits + [missing & _LAST, missing >> 6]


def _walk(name: bytes, chain: int, value: bytes, first: int, last: int) -> bytes:
    """Return the value after the steps from `first` up to `last` of a chain."""
    hashed = bytearray(b"\x06" + bytes((chain, 0)) + name + value)  # one buffer for all steps
    at = len(hashed) - _SIZE
    for step in range(first, last):
        hashed[2] = step
        hashed[at:] = sha256(hashed).digest()[:_SIZE]
    return bytes(hashed[at:])


def _secret(seed: bytes, name: bytes, chain: int) -> bytes:
    """Return the secret beginning of a chain."""
    return sha256(b"\x07" + seed + name + bytes((chain,))).digest()[:_SIZE]


def _from_seed(
    seed: bytes, name: bytes, lasts: list[int], collect: "Callable[[], object] | None"
) -> list[bytes]:
    """Return the values of all chains after so many steps. `collect`: see `public_key`."""
    values = []
    for i in range(_CHAINS):
        values.append(_walk(name, i, _secret(seed, name, i), 0, lasts[i]))
        if collect is not None:
            collect()
    return values


def _key_of(ends: list[bytes]) -> bytes:
    """Return the public key of these ends."""
    return sha256(b"\x08" + b"".join(ends)).digest()[:KEY]


# -- Six words -------------------------------------------------------------------------------------


def words(head: bytes) -> str:
    """Return the six words of a head (32 bytes), with spaces between them."""
    return " ".join([proquint(head[2 * i] << 8 | head[2 * i + 1]) for i in range(WORDS)])


def proquint(number: int) -> str:
    """Return 16 bits as a word."""
    letters = (
        _CONSONANTS[number >> 12 & 15],
        _VOWELS[number >> 10 & 3],
        _CONSONANTS[number >> 6 & 15],
        _VOWELS[number >> 4 & 3],
        _CONSONANTS[number & 15],
    )
    return bytes(letters).decode()
