"""A dict of whole numbers in small pieces.

A dict that grows moves into ever larger blocks of memory. A heap that has been in use for an hour has room,
but no large blocks. What is kept are whole numbers, too, from 0 to 32,767, so two bytes do for each.
"""

from array import array

from cardtable.micro import SPARING, const

_BITS = const(5)
_SIZE = const(32)  # numbers in a piece
_NOTHING = const(-1)
_EMPTY = b"\xff" * 64  # a piece in which nothing is


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
        return default if value == _NOTHING else value

    def __contains__(self, number):
        return self.get(number) is not None

    def __getitem__(self, number):
        value = self.get(number)
        if value is None:
            raise KeyError(number)
        return value

    def __setitem__(self, number, value):
        if number >> _BITS not in self._pieces:
            self._pieces[number >> _BITS] = array("h", _EMPTY)
        self._pieces[number >> _BITS][number % _SIZE] = value

    def __delitem__(self, number):
        if number not in self:
            raise KeyError(number)
        piece = self._pieces[number >> _BITS]
        piece[number % _SIZE] = _NOTHING
        if max(piece) == _NOTHING:
            del self._pieces[number >> _BITS]

    def __iter__(self):
        for key in sorted(self._pieces):
            for number in range(key << _BITS, key + 1 << _BITS):
                if number in self:
                    yield number
