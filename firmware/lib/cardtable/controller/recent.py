"""The last lines of the journal, as they are on flash, for the host that wants them next.

They lie in one block that is there from the beginning: records kept as values, one by one, would lie about
where room was in the middle of a turn, and the heap could not close behind them.
"""

from cardtable.micro import const
from cardtable.wire.table_end import WINDOW

_ROOM = const(1024)  # bytes, twice the longest line of a record


class Recent:
    """Lines of records that follow each other, the last ones that fit."""

    def __init__(self):
        self._room = memoryview(bytearray(_ROOM))
        self._sizes = []
        self._used = 0

    def add(self, line):
        """The next one."""
        size = len(line)
        while self._sizes and (self._used + size > _ROOM or len(self._sizes) == WINDOW):
            gone = self._sizes.pop(0)
            self._room[: self._used - gone] = self._room[gone : self._used]
            self._used -= gone
        self._room[self._used : self._used + size] = line
        self._sizes.append(size)
        self._used += size

    def line(self, back):
        """The line that has `back` others behind it, to be read before the next is added; None if it is not
        there any more.
        """
        at = len(self._sizes) - 1 - back
        if not 0 <= at < len(self._sizes):
            return None
        first = sum(self._sizes[:at])
        return self._room[first : first + self._sizes[at]]
