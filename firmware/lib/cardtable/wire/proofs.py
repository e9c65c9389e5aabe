"""What makes a game checkable: keyed commitments and their openings. The chain over all records: `chain`.

Table and host share these functions; docs/reference/trust.md says what they are for. Bytes that go into
a hash begin with a number that tells what it is a hash of, so that none can pass for another.

    key of the match   K, 32 random bytes; what is told of it: `chain`
    group              the handles that one record seals, first, first + 1, ...
    key of a group     k = HMAC(K, first)[:16]
    mask of a handle   m = HMAC(k, n), r = m[:16] blinds the commitment, m[16:18] hides the value
    leaf of a handle   SHA-256(2 || r || id || n || the value as JSON text)
    root of a group    SHA-256(3 || its leaves)[:16]: the commitment in the record

Numbers in hashes are 4 bytes, big endian; `id` is that of the match, 16 hex digits as ASCII.
"""

import json
from hashlib import sha256

from cardtable.micro import const
from cardtable.wire.records import PIECE, text_of

SHORT = const(16)  # bytes of a group's key, of what blinds a leaf, of a root
VALUE = const(2)  # bytes of a value in a record that hides it

NOTHING = bytes(32)  # the chain before the first record

_SIZE = const(12)  # bytes of a value, and of what is signed
_DIGITS = const(16)
_CHAINS = const(18)
_LAST = const(63)  # the highest digit
LENGTH = const(216)  # bytes of a signature
KEY = const(16)  # bytes of a public key

# Bytes: of a text MicroPython would keep every letter that is looked at.
_CONSONANTS = b"bdfghjklmnprstvz"
_VOWELS = b"aiou"
WORDS = 6


def hmac(key, message):
    """HMAC-SHA256 (RFC 2104)."""
    return _mac(pads(key), message)


def pads(key):
    """What HMAC makes of a key, once for all messages: the beginnings of its inner and its outer hash."""
    if len(key) > 64:
        key = sha256(key).digest()
    inner = bytearray(64)
    outer = bytearray(64)
    for i in range(64):
        byte = key[i] if i < len(key) else 0
        inner[i] = byte ^ 0x36
        outer[i] = byte ^ 0x5C
    return inner, outer


def _mac(two, message):
    digest = sha256(two[0])
    digest.update(message)
    inner = digest.digest()
    digest = sha256(two[1])
    digest.update(inner)
    return digest.digest()


def _number(n):
    return n.to_bytes(4, "big")


def group_key(key, first):
    """The key of the group that begins with this handle."""
    return hmac(key, _number(first))[:SHORT]


def mask(group, n):
    """The 32 bytes from which a handle is blinded and its value hidden; `group`: the key of its group, or the
    `pads` of that.
    """
    return _mac(group if isinstance(group, tuple) else pads(group), _number(n))


def leaf(blind, match, n, value):
    """What stands for a handle and its value; `blind`: the first 16 bytes of its mask."""
    return sha256(b"\x02" + blind + match.encode() + _number(n) + json.dumps(value).encode()).digest()


def root(leaves):
    """The commitment to all handles of a group, in ascending order."""
    return sha256(b"\x03" + b"".join(leaves)).digest()[:SHORT]


def committed(key, match, first, values, hidden):
    """The commitment of a record that seals these values as handles `first`, `first` + 1, ...: its root, and
    if `hidden` the values as only the key tells them.
    """
    group = pads(group_key(key, first))
    digest = sha256(b"\x03")
    cover = b""
    for i in range(len(values)):
        one = mask(group, first + i)
        digest.update(leaf(one[:SHORT], match, first + i, values[i]))
        if hidden:
            cover += _covered(one, values[i])
    return text_of(digest.digest()[:SHORT] + cover)


def _covered(one, value):
    return bytes([one[SHORT] ^ value >> 8, one[SHORT + 1] ^ value & 255])


def uncovered(one, cover):
    """The value that stands as these two bytes in a record; `one`: the mask of its handle."""
    return (one[SHORT] ^ cover[0]) << 8 | one[SHORT + 1] ^ cover[1]


def runs(opened, groups):
    """The groups that these handles, in ascending order, belong to: (first, count, those that are opened).

    `groups`: first, count, first, count, ... of groups of two and more; of what was opened as a whole the
    count is negative. A handle of none of them is a group of its own.
    """
    found = []
    for n in opened:
        first, count = _group_of(n, groups)
        if found and found[-1][0] == first:
            found[-1][2].append(n)
        else:
            found.append((first, count, [n]))
    return found


def _group_of(n, groups):
    """(first, count) of the group of this handle: of several the last."""
    for i in range(len(groups) - 2, -1, -2):
        if groups[i] <= n < groups[i] + abs(groups[i + 1]):
            return groups[i], abs(groups[i + 1])
    return n, 1


def _telling(key, first, count, members):
    """What opens these members of a group: its key if they are all, else what blinds each."""
    group = group_key(key, first)
    return [group] if len(members) == count else [mask(group, n)[:SHORT] for n in members]


def openings(key, opened, groups):
    """The field of a record that opens these handles: of a group that it opens as a whole the key, else what
    blinds each of them. What is longer than PIECE bytes stands in pieces of so many, in a list.
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


# -- What makes a game checkable: the chain over all records, and what is told of the key of a match --------
#
#     chain              h = SHA-256(0 || h before || the bytes of the record), 32 zero bytes before the first
#     head               SHA-256(4 || h before || the bytes of a "head" record up to the text it gives this
# in)
#     key of the match   K, 32 random bytes; SHA-256("K" || K || id) is told when it begins
#
# Table and host share these functions, see `proof`.


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


# -- A signature that can be given once: it binds the end of a match to its first record --------------------
#
# Winternitz (Merkle 1989; RFC 8391, 3.1) with digits of six bits over the first 96 bits of the chain, which
# is
# as much of it as six words tell. Each of 16 digits and of the two of a checksum has a chain of hashes: its
# secret beginning is hashed 63 times for the public key, and as often as the digit says for the signature.
# Who sees a signature can go on along its chains, never back; the checksum falls where a digit rises.
#
#     a step      SHA-256(6 || chain || step || id of the match || value)[:12]
#     a secret    SHA-256(7 || seed || id || chain)[:12]
#     public key  SHA-256(8 || the 18 ends)[:16]
#
# Table and host share this module.


def _digits(message):
    """The digits of the first 12 bytes of a message, and of their checksum."""
    number = int.from_bytes(message[:_SIZE], "big")
    digits = [number >> 6 * i & _LAST for i in range(_DIGITS)]
    missing = _DIGITS * _LAST - sum(digits)
    return digits + [missing & _LAST, missing >> 6]


def _walk(name, chain, value, first, last):
    """The value after the steps from `first` up to `last` of a chain."""
    hashed = bytearray(b"\x06" + bytes((chain, 0)) + name + value)  # one buffer for all: a heap is small
    at = len(hashed) - _SIZE
    for step in range(first, last):
        hashed[2] = step
        hashed[at:] = sha256(hashed).digest()[:_SIZE]
    return bytes(hashed[at:])


def _secret(seed, name, chain):
    return sha256(b"\x07" + seed + name + bytes((chain,))).digest()[:_SIZE]


def _key_of(ends):
    return sha256(b"\x08" + b"".join(ends)).digest()[:KEY]


def _from_seed(seed, name, lasts, collect):
    """The values of all chains after so many steps. `collect`: see `public_key`."""
    values = []
    for i in range(_CHAINS):
        values.append(_walk(name, i, _secret(seed, name, i), 0, lasts[i]))
        if collect is not None:
            collect()
    return values


def public_key(seed, match, collect=None):
    """What is announced when the match begins. `seed`: 16 random bytes; `match`: the id; `collect()` tidies
    the heap, in which a chain leaves some 15 KB behind.
    """
    return _key_of(_from_seed(seed, match.encode(), [_LAST] * _CHAINS, collect))


def sign(seed, match, message, collect=None):
    """The signature of a message of at least 12 bytes. A seed may sign one message only."""
    return b"".join(_from_seed(seed, match.encode(), _digits(message), collect))


def signer(signature, match, message):
    """The public key with which this is a signature of this message."""
    name, digits = match.encode(), _digits(message)
    ends = []
    for i in range(_CHAINS):
        value = signature[_SIZE * i : _SIZE * (i + 1)]
        ends.append(_walk(name, i, value, digits[i], _LAST))
    return _key_of(ends)


# -- Six words that people note down: the first 96 bits of a head as proquints (Wilkerson, arXiv 0901.4016) --
#
# A proquint is 16 bits as five letters that can be spoken, `lusab` or `babad`: no list of words to keep, and
# the same in every language.


def proquint(number):
    """16 bits as a word."""
    letters = (
        _CONSONANTS[number >> 12 & 15],
        _VOWELS[number >> 10 & 3],
        _CONSONANTS[number >> 6 & 15],
        _VOWELS[number >> 4 & 3],
        _CONSONANTS[number & 15],
    )
    return bytes(letters).decode()


def words(head):
    """The six words of a head (32 bytes), with spaces between them."""
    return " ".join([proquint(head[2 * i] << 8 | head[2 * i + 1]) for i in range(WORDS)])
