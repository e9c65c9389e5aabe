"""A dict of whole numbers in small pieces.

A dict that grows moves into ever larger blocks of memory. A heap that has been in use for an hour has room,
but no large blocks.
"""

from cardtable.micro import SPARING, const

_BITS = const(4)
_SIZE = const(16)  # numbers in a piece
_NOTHING = object()


def by_number():
    """An empty dict of whole numbers: in pieces where memory is short."""
    return Pieces() if SPARING else {}


class Pieces:
    """Number -> value, as a dict; in ascending order of the numbers."""

    def __init__(self):
        self._pieces = {}  # number // _SIZE -> values

    def get(self, number, default=None):
        piece = self._pieces.get(number >> _BITS)
        value = _NOTHING if piece is None else piece[number % _SIZE]
        return default if value is _NOTHING else value

    def __contains__(self, number):
        return self.get(number, _NOTHING) is not _NOTHING

    def __getitem__(self, number):
        value = self.get(number, _NOTHING)
        if value is _NOTHING:
            raise KeyError(number)
        return value

    def __setitem__(self, number, value):
        if number >> _BITS not in self._pieces:
            self._pieces[number >> _BITS] = [_NOTHING] * _SIZE
        self._pieces[number >> _BITS][number % _SIZE] = value

    def __delitem__(self, number):
        if number not in self:
            raise KeyError(number)
        piece = self._pieces[number >> _BITS]
        piece[number % _SIZE] = _NOTHING
        if piece.count(_NOTHING) == _SIZE:
            del self._pieces[number >> _BITS]

    def __iter__(self):
        for key in sorted(self._pieces):
            for number in range(key << _BITS, key + 1 << _BITS):
                if number in self:
                    yield number
