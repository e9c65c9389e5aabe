"""Keys with an input pin each."""


class KeyPins:
    """`pins` are inputs with pull-ups; a key that is down connects its pin to ground.

    No diodes and no ghosts: each key has a wire of its own. Bounce is the caller's.
    """

    def __init__(self, pins):
        self._pins = pins

    def scan(self):
        """Return the keys that are down as a mask: bit = place of the pin."""
        mask = 0
        bit = 1
        for pin in self._pins:
            if not pin():
                mask |= bit
            bit <<= 1
        return mask
