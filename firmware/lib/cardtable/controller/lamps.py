"""The lamps: the one table of what every state looks like, and the light that shows it.

Three lamps stand at the far edge of each pad: DO (what this player should do), PAD (what the pad says
of the card on it) and RESULT (how the last round ended here). A state is a colour and a rhythm: colour
is never alone, and nothing flashes above 3 Hz. Blue, yellow, vermilion and white stay apart for every
kind of colour vision.
"""

from cardtable.micro import const
from cardtable.rulebook import asks

DO = const(0)
PAD = const(1)
RESULT = const(2)
LAMPS = const(3)  # a pad
GAP_MS = const(2)  # between two shows: the lights take a picture over in a moment of silence

# Letter -> red, green, blue, 0-255.
COLOURS = {
    "B": (0, 60, 255),
    "Y": (255, 180, 0),
    "V": (255, 40, 0),
    "W": (200, 200, 200),
}

# Sign -> (ms lit, ms dark) pairs in turn. "=" steady, "~" slow, ":" double.
RHYTHMS = {
    "=": (),
    "~": (600, 600),
    ":": (170, 170, 170, 490),
}

OFF = ".."

# state -> colour and rhythm. The second table of the players' booklet: what a lamp means.
DO_STATES = {
    asks.NOTHING: OFF,
    asks.LAY: "B~",
    asks.PRESS_OK: "Y~",
    asks.PRESS_YES_NO: "Y:",
    asks.PICK: "W:",
    asks.SHOW: "B:",
    asks.TAKE_ALL: "W~",
    asks.LIFT: "V~",
    asks.MAY_CALL: "W=",
}
PAD_STATES = {
    asks.EMPTY: OFF,
    asks.MISSING: OFF,
    asks.FINE: "B=",
    asks.EARLY: "B~",
    asks.OLD: "W=",
    asks.WRONG: "V:",
    asks.REMOVE: "Y~",
    asks.TAKE: "W~",
    asks.KEEP: "Y=",
    asks.OUT: "V=",
}
RESULT_STATES = {
    "nothing": OFF,
    "wins": "W=",
    "split": "Y=",
    "no-trumps": "B=",
    "dealer": "B~",
    "fault": "V:",
}


def lit(rhythm, now):
    """True if a lamp of this rhythm shines at `now` (ms)."""
    beats = RHYTHMS[rhythm]
    if not beats:
        return True
    at = now % sum(beats)
    for i in range(len(beats)):
        if at < beats[i]:
            return i % 2 == 0
        at -= beats[i]
    return True


class Lamps:
    """`lights.set(i, r, g, b)` and `lights.show()`; lamp i belongs to pad i // 3."""

    def __init__(self, lights, pads):
        self._lights = lights
        self._states = [OFF] * (pads * LAMPS)
        self._shown: "list" = [None] * (pads * LAMPS)
        self._changed = False
        self._shown_at = -GAP_MS

    def set(self, pad, lamp, state):
        self._states[pad * LAMPS + lamp] = state

    def state(self, pad, lamp):
        """Colour and rhythm as two characters, `..` when dark."""
        return self._states[pad * LAMPS + lamp]

    def line(self):
        """All lamps as one text, six characters a pad: what eyes see in a second."""
        return "".join(self._states)

    def step(self, now):
        """Show this instant of every rhythm."""
        for i in range(len(self._states)):
            state = self._states[i]
            colour = state[0] if state != OFF and lit(state[1], now) else None
            if colour != self._shown[i]:
                self._shown[i] = colour
                self._changed = True
                red, green, blue = COLOURS[colour] if colour else (0, 0, 0)
                self._lights.set(i, red, green, blue)
        if self._changed and now - self._shown_at >= GAP_MS:
            self._changed = False
            self._shown_at = now
            self._lights.show()

    def due(self, now):
        """When a picture that had to wait may be shown, in ms; None if none waits. Rhythms do not count."""
        return self._shown_at + GAP_MS if self._changed else None
