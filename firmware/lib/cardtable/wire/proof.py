"""What makes a game checkable: keyed commitments and their openings. The chain over all records: `chain`.

Table and host share these functions; docs/trust.md says what they are for. Bytes that go into a hash begin
with a number that tells what it is a hash of, so that none can pass for another.

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
