"""Random bytes for secrets and draws: the chip's generator mixed with the times of keys and cards.

The chip's generator, see `random_bytes` in `drivers.board`, is not certified. When a key is pressed, or a
card is laid or lifted, the time is stirred into a pool. It is in microseconds, which only this chip knows:
records have it at the grain of a sweep. The pool never leaves memory, and bytes that were drawn do not lead
back to it.
"""

from hashlib import sha256

from cardtable.micro import const

_WHOLE = const(32)


class Entropy:
    """Entropy pool. `source(n)`: n random bytes of the chip; `ticks_us()`: the time in microseconds, may
    wrap.
    """

    def __init__(self, source, ticks_us):
        self._source = source
        self._ticks_us = ticks_us
        self._pool = bytes(_WHOLE)

    def stir(self):
        """Mix in the time of a key or a card."""
        self._pool = sha256(self._pool + (self._ticks_us() & 0xFFFFFFFF).to_bytes(4, "big")).digest()

    def draw(self, count):
        """Return `count` random bytes, 32 at most."""
        mixed = self._pool + self._source(_WHOLE)
        self._pool = sha256(b"\x01" + mixed).digest()
        return sha256(b"\x02" + mixed).digest()[:count]


def chance(seed):
    """Return the table's committed chance: the draw of a stage and an index is the same after undo
    and redo.
    """

    def draw(stage, index, n):
        digest = sha256(seed + f"{stage}/{index}".encode()).digest()
        return int.from_bytes(digest[:4], "big") % n

    return draw


def row_of(seed):
    """Return the row in which the vault keeps the seed of chance."""
    return "seed", "".join(["%02x" % byte for byte in seed])
