"""A chain of WS2812 lights behind one output that takes 24-bit words."""

from cardtable.micro import const

# Global brightness cap of 20 %: 42 lights stay within about 0.5 A, and a shifted word fits a small int.
_CAP_DIVISOR = const(5)


class Ws2812:
    """A chain of lights. `put(word)` sends the upper 24 bits of a 32-bit word, most significant bit first.

    The lights latch a frame after 280 us of silence, so keep show() calls at least 0.6 ms apart.
    """

    def __init__(self, put, count):
        self._put = put
        self.count = count
        self._words = [0] * count
        self._changed = True  # the first show() overwrites the state of the lights at power-on

    def set(self, i, r, g, b):
        """Give light `i` a colour, each part 0..255 before the global cap. Nothing is sent."""
        word = g // _CAP_DIVISOR << 24 | r // _CAP_DIVISOR << 16 | b // _CAP_DIVISOR << 8
        if self._words[i] != word:
            self._words[i] = word
            self._changed = True

    def show(self):
        """Send all lights if any changed since the last time."""
        if not self._changed:
            return
        self._changed = False
        put = self._put
        for word in self._words:
            put(word)
