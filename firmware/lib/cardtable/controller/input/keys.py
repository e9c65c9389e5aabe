"""From switches to key presses: debounce, long presses, and the one table of what a key means.

A press counts on its first edge, then the switch is deaf for 20 ms; it is released after 20 ms of
rest. A key that means something else when it is held for 600 ms counts when it is released before
that: who holds NO has not said no. Where nobody may know which key is pressed all of them count when
they are released, or the moment at which a lamp follows would tell YES from NO. NO and OK held together
mean neither: so OK counts when it was down alone for 60 ms, or is released. A key found pressed at
power-up, or held for longer than a finger would, is stuck until it is released.
"""

from cardtable.engine.asks.base import CORRECT, HOLD_NO, NO, OK, YES
from cardtable.micro import const

DEBOUNCE_MS = const(20)
HOLD_MS = const(600)
STUCK_MS = const(10_000)
CHORD_MS = const(60)  # two fingers of a hand are not further apart; an estimate

# (name on the board, held long) -> key of the rulebook. NO and OK of one pad, both held long, are CORRECT.
# What two seats do together is no affair of the keys: of two that hold NO the rulebook makes a void stage, of
# two that hold NO and OK the dialogue a correction.
KEYS = {
    ("yes", False): YES,
    ("no", False): NO,
    ("ok", False): OK,
    ("no", True): HOLD_NO,
}
_KINDS = ("yes", "no", "ok")  # beside each other lie 1 and 2, either of which is the other ^ 3


class Keys:
    """`matrix.scan()` gives a bit mask; `names[bit]` is (pad, "yes" / "no" / "ok"). `late`: every key counts
    when it is released. `down`, `stuck`: the keys that are, by such a mask. `names`: here pad * 4 + 0, 1, 2.
    """

    def __init__(self, matrix, names):
        self._matrix = matrix
        self.names = bytes([pad << 2 | _KINDS.index(name) for pad, name in names])
        self.down = 0
        self._changed = [0] * len(names)
        self._since = [0] * len(names)
        self._held = 0
        self._counted = 0
        self.late = False
        self.stuck = 0

    def start(self, now):
        """Note which keys are pressed at power-up: they are stuck and do not count."""
        self.stuck = self._matrix.scan()
        self.down = self.stuck
        self._held = self.stuck
        self._counted = self.stuck
        for bit in range(len(self.names)):
            self._changed[bit] = now
            self._since[bit] = now

    def stuck_pads(self):
        """The pads of which a key is stuck."""
        return [self.names[bit] >> 2 for bit in range(len(self.names)) if self.stuck >> bit & 1]

    def due(self, now):
        """When a key next needs a look by itself, in ms; None while none is pressed."""
        if self.down == 0:
            return None
        return now + DEBOUNCE_MS // 2

    def step(self, now):
        """One look at the switches. Returns the presses since the last: a list of (pad, key)."""
        mask = self._matrix.scan()
        if mask == self.down and mask == self._held and mask == self.stuck:
            return ()
        presses = []
        for bit in range(len(self.names)):
            one = 1 << bit
            if (mask ^ self.down) & one:
                if now - self._changed[bit] < DEBOUNCE_MS:
                    continue
                self._changed[bit] = now
                if mask & one:
                    self.down |= one
                    self._since[bit] = now
                    if not (self.late or self._means_more(bit) or self._beside(bit) is not None):
                        self._add(presses, bit, False)
                else:
                    if not (self._counted | self.stuck) & one:
                        self._add(presses, bit, False)
                    self.down &= ~one
                    self._held &= ~one
                    self._counted &= ~one
                    self.stuck &= ~one
            elif self.down & one:
                held_ms = now - self._since[bit]
                other = self._beside(bit)
                if other is not None and self.down >> other & 1 and not self.stuck & (one | 1 << other):
                    self._counted |= one | 1 << other
                    if not self._held & one and min(held_ms, now - self._since[other]) >= HOLD_MS:
                        self._held |= one | 1 << other
                        presses.append((self.names[bit] >> 2, CORRECT))
                elif not self._held & one and held_ms >= HOLD_MS:
                    self._held |= one
                    if self._means_more(bit) and not self._counted & one:
                        self._add(presses, bit, True)
                if other is not None and not (self.late or (self._counted | self.stuck) & one):
                    if held_ms >= CHORD_MS and not self._means_more(bit):
                        self._add(presses, bit, False)
                if held_ms >= STUCK_MS:
                    self.stuck |= one
        return presses

    def _means_more(self, bit):
        """True if this key means something else when it is held."""
        return (_KINDS[self.names[bit] & 3], True) in KEYS

    def _beside(self, bit):
        """Of OK and NO of a pad the other one; None for another key."""
        name = self.names[bit]
        beside = self.names.find(bytes((name ^ 3,))) if name & 3 else -1
        return None if beside < 0 else beside

    def _add(self, presses, bit, held):
        self._counted |= 1 << bit
        name = self.names[bit]
        key = KEYS.get((_KINDS[name & 3], held))
        if key is not None:
            presses.append((name >> 2, key))
