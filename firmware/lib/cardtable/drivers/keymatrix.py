"""Keys in a matrix with one diode per key."""


class KeyMatrix:
    """`rows` are output pins, idle high; `columns` are input pins with pull-ups.

    The diodes let any number of keys be down at once without ghosts. Bounce is the caller's.
    """

    def __init__(self, rows, columns):
        self._rows = rows
        self._columns = columns

    def scan(self):
        """Return the keys that are down as a mask: bit = row * len(columns) + column."""
        mask = 0
        bit = 1
        for row in self._rows:
            row(0)
            for column in self._columns:
                if not column():
                    mask |= bit
                bit <<= 1
            row(1)
        return mask
