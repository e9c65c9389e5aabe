"""Key presses from switches: debounce, long presses, and the one table of key meanings.

A press counts on its first edge, then the switch is deaf for 20 ms; it is released after 20 ms of rest. A key
with another meaning when it is held for 600 ms counts when it is released before that: a held NO is not a NO.
Where the pressed key must stay secret all of them count when they are released, or the moment at which a lamp
follows would tell YES from NO. NO and OK held together mean neither: so OK counts when it was down alone for
60 ms, or is released. A key found pressed at power-up, or held for longer than a finger would, is stuck until
it is released.
"""

from cardtable.engine.asks.base import CORRECT, HOLD_NO, NO, OK, YES
from cardtable.micro import const

DEBOUNCE_MS = const(20)
HOLD_MS = const(600)
STUCK_MS = const(10_000)
CHORD_MS = const(60)  # two fingers of a hand are not further apart; an estimate

# (name on the board, held long) -> key of the engine. NO and OK of one pad, both held long, are CORRECT. Keys
# of two seats are combined elsewhere: of two that hold NO the engine makes a void stage, of two that hold NO
# and OK the dialogue a correction.
KEYS = {
    ("yes", False): YES,
    ("no", False): NO,
    ("ok", False): OK,
    ("no", True): HOLD_NO,
}
_KINDS = ("yes", "no", "ok")  # 1 and 2 are the keys of a chord: each is the other ^ 3


class Keys:
    """The keys of all pads.

    `matrix.scan()` gives a bit mask; `names[bit]` is (pad, "yes" / "no" / "ok"). `down`, `stuck`: the keys
    that are, as a mask. The attribute `names` holds pad * 4 + 0, 1, 2.
    """

    def __init__(self, matrix, names):
        self._matrix = matrix
        self.names = bytes([pad << 2 | _KINDS.index(name) for pad, name in names])
        self.down = 0
        self._changed = [0] * len(names)  # when each was last pressed or released
        self._held = 0
        self._counted = 0
        self._late = False  # every key counts when it is released
        self.stuck = 0

    def start(self, now):
        """Note the keys that are pressed at power-up: they are stuck and do not count."""
        self.stuck = self._matrix.scan()
        self.down = self.stuck
        self._held = self.stuck
        self._counted = self.stuck
        for bit in range(len(self.names)):
            self._changed[bit] = now

    def hide(self, hidden):
        """Set whether pressed keys must stay secret: then they count when they are released."""
        self._late = hidden

    def stuck_pads(self):
        """Return the pads with a stuck key."""
        return [self.names[bit] >> 2 for bit in range(len(self.names)) if self.stuck >> bit & 1]

    def due(self, now):
        """Return when a key next needs a scan by itself, in ms; None while none is pressed."""
        if self.down == 0:
            return None
        return now + DEBOUNCE_MS // 2

    def step(self, now):
        """Scan the switches. Return the presses since the last scan: a list of (pad, key)."""
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
                    if not (self._late or self._means_more(bit) or self._find_other(bit) is not None):
                        self._add(presses, bit, False)
                else:
                    if not (self._counted | self.stuck) & one:
                        self._add(presses, bit, False)
                    self.down &= ~one
                    self._held &= ~one
                    self._counted &= ~one
                    self.stuck &= ~one
            elif self.down & one:
                held_ms = now - self._changed[bit]
                other = self._find_other(bit)
                if other is not None and self.down >> other & 1 and not self.stuck & (one | 1 << other):
                    self._counted |= one | 1 << other
                    if not self._held & one and min(held_ms, now - self._changed[other]) >= HOLD_MS:
                        self._held |= one | 1 << other
                        presses.append((self.names[bit] >> 2, CORRECT))
                elif not self._held & one and held_ms >= HOLD_MS:
                    self._held |= one
                    if self._means_more(bit) and not self._counted & one:
                        self._add(presses, bit, True)
                if other is not None and not (self._late or (self._counted | self.stuck) & one):
                    if held_ms >= CHORD_MS and not self._means_more(bit):
                        self._add(presses, bit, False)
                if held_ms >= STUCK_MS:
                    self.stuck |= one
        return presses

    def _means_more(self, bit):
        """True if this key has another meaning when it is held."""
        return (_KINDS[self.names[bit] & 3], True) in KEYS

    def _find_other(self, bit):
        """Return of OK and NO of a pad the other one; None for another key."""
        name = self.names[bit]
        other = self.names.find(bytes((name ^ 3,))) if name & 3 else -1
        return None if other < 0 else other

    def _add(self, presses, bit, held):
        self._counted |= 1 << bit
        name = self.names[bit]
        key = KEYS.get((_KINDS[name & 3], held))
        if key is not None:
            presses.append((name >> 2, key))
