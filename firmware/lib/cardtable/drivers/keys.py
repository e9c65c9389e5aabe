"""The keys: on a pin each, or in a matrix with a diode per key; a chain of shift registers is in `key_chain`.

All kinds of wiring have the same `scan()`. Debouncing is the caller's.
"""


class KeyPins:
    """Keys with an input pin each.

    `pins` are inputs with pull-ups; a key that is down connects its pin to ground. No diodes and no ghosts:
    each key has a wire of its own.
    """

    def __init__(self, pins):
        self._pins = pins

    def scan(self):
        """Return the keys that are down as a mask: bit = index of the pin."""
        mask = 0
        bit = 1
        for pin in self._pins:
            if not pin():
                mask |= bit
            bit <<= 1
        return mask


class KeyMatrix:
    """Keys in a matrix with one diode per key.

    `rows` are output pins, idle high; `columns` are input pins with pull-ups. The diodes let any number of
    keys be down at once without ghosts.
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
