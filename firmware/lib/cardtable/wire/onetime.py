"""A signature that can be given once: it binds the end of a match to its first record.

Winternitz (Merkle 1989; RFC 8391, 3.1) with digits of six bits over the first 96 bits of the chain, which is
as much of it as six words tell. Each of 16 digits and of the two of a checksum has a chain of hashes: its
secret beginning is hashed 63 times for the public key, and as often as the digit says for the signature.
Who sees a signature can go on along its chains, never back; the checksum falls where a digit rises.

    a step      SHA-256(6 || chain || step || id of the match || value)[:12]
    a secret    SHA-256(7 || seed || id || chain)[:12]
    public key  SHA-256(8 || the 18 ends)[:16]

Table and host share this module.
"""

from hashlib import sha256

from cardtable.micro import const

_SIZE = const(12)  # bytes of a value, and of what is signed
_DIGITS = const(16)
_CHAINS = const(18)
_LAST = const(63)  # the highest digit
LENGTH = const(216)  # bytes of a signature
KEY = const(16)  # bytes of a public key


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
