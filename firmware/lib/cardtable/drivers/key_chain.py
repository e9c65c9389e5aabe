"""Keys on a chain of 74HC165 shift registers, clocked by a PIO program."""


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
