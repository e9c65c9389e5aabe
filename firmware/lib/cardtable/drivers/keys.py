"""The keys: on a pin each, in a matrix with a diode per key, or on a chain of shift registers.

All three kinds of wiring have the same `scan()`. Debouncing is the caller's.
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


class KeyChain:
    """Keys on a chain of 74HC165 shift registers, clocked by a PIO program.

    `count` keys, each to ground with a pull-up. `put(0)` starts the program, `get()` waits for its answer.
    The answer is one number, the key that came out last in bit 0, 1 for a released key. With 30 keys it is a
    small int on a Pico; one bit more would take heap at every scan.
    """

    def __init__(self, put, get, count):
        self._put = put
        self._get = get
        self._rest = (1 << count) - 1

    def scan(self):
        """Return the keys that are down as a mask."""
        self._put(0)
        return self._get() ^ self._rest
