"""The lamps: the one table of the look and tone of every state, and the light that shows it.

Each pad has three lamps at its far edge: DO (the task of this player), PAD (the verdict on the card on it)
and RESULT (the outcome of the last action here). A state is a colour and a rhythm: colour is never alone, and
nothing flashes above 3 Hz. Blue, yellow, vermilion and white stay apart for every kind of colour vision. A
tone is only ever heard with a state of a lamp, so silence hides nothing.
"""

from cardtable.engine.asks import base
from cardtable.micro import const

DO = const(0)
PAD = const(1)
RESULT = const(2)
LAMPS = const(3)  # per pad
GAP_MS = const(2)  # between two shows: the lights take a picture over in a moment of silence

# Letter -> red, green, blue, 0-255.
COLOURS = {
    "B": (0, 60, 255),
    "Y": (255, 180, 0),
    "V": (255, 40, 0),
    "W": (200, 200, 200),
}

# Sign -> (ms lit, ms dark) pairs in turn. "=" steady; "~" slow, "+" quicker, "*" quick; then one flash and a
# pause, two, three, four.
RHYTHMS = {
    "=": (),
    "~": (600, 600),
    "+": (300, 300),
    "*": (200, 200),
    "1": (170, 490),
    ":": (170, 170, 170, 490),
    "3": (170, 170, 170, 170, 170, 490),
    "4": (170, 170, 170, 170, 170, 170, 170, 490),
}

# This one is never quite dark: its brightness passes these levels, of FULL, one each STEP_MS.
BREATH = "_"
LEVELS = (1, 2, 3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 2)
FULL = const(40)
STEP_MS = const(300)

# A lamp that waits changes its rhythm after the first of these times without progress, and after the second.
REMINDERS_MS = (20_000, 60_000)
HURRIED = {"~": "+*", ":": "34"}
REMIND = "remind"  # the tone of a reminder

OFF = ".."
BEGIN = "W" + BREATH  # DO of the first pad while nothing is played: OK there begins
BEGIN_PAD = const(0)
MOST_COUNTED = const(4)


# state -> (colour and rhythm, tone or None). The tone of DO is heard when the lamp comes on, that of PAD when
# a card was laid, that of RESULT with its event.
DO_STATES = {
    base.NOTHING: (OFF, None),
    base.LAY: ("B~", "ask"),
    base.PRESS_OK: ("Y~", "press"),
    base.PRESS_YES_NO: ("Y:", "press"),
    base.PICK: ("W:", "press"),
    base.SHOW: ("B:", "ask"),
    base.TAKE_ALL: ("W~", None),
    base.LIFT: ("V~", None),
    base.MAY_CALL: ("W=", "ask"),
}
PAD_STATES: "dict[int | str, tuple[str, str | None]]" = {
    base.EMPTY: (OFF, None),
    base.MISSING: (OFF, None),
    base.FINE: ("B=", "read"),
    base.EARLY: ("B~", "read"),
    base.OLD: ("W=", "read"),
    base.WRONG: ("V:", "wrong"),
    base.REMOVE: ("Y~", "read"),
    base.TAKE: ("W~", "read"),
    base.KEEP: ("Y=", "read"),
    base.OUT: ("V=", "read"),
    "several": ("V3", "several"),
}
RESULT_STATES = {
    "nothing": (OFF, None),
    "wins": ("W=", "wins"),
    "split": ("Y=", "split"),
    "no-trumps": ("B=", "no-trumps"),
    "won": ("W~", "over"),
    "count-1": ("W1", None),
    "count-2": ("W:", None),
    "count-3": ("W3", None),
    "count-4": ("W4", None),
    "veto-left": ("Y1", None),
    "paused": ("Y~", "call"),
    "look": ("B~", "call"),
    "refused": ("V~", "refused"),
    "fault": ("V:", "fault"),
    "maintenance": ("V=", None),
}


def quicken(look, stage):
    """Return the look of a lamp that reminds, at `stage` 0 (not at all), 1 or 2; a steady one never does."""
    if not stage or look[1] not in HURRIED:
        return look
    return look[0] + HURRIED[look[1]][stage - 1]


def beat(rhythm, now):
    """Return the brightness of a lamp of this rhythm at `now` (ms), 0 to FULL, and in how many ms it changes,
    at most STEP_MS.
    """
    if rhythm == BREATH:
        return LEVELS[now // STEP_MS % len(LEVELS)], STEP_MS - now % STEP_MS
    beats = RHYTHMS[rhythm]
    if not beats:
        return FULL, STEP_MS
    at = now % sum(beats)
    i = 0
    while at >= beats[i]:
        at -= beats[i]
        i += 1
    return 0 if i % 2 else FULL, min(beats[i] - at, STEP_MS)


class Lamps:
    """The lamps of all pads. `lights.set(i, r, g, b)` and `lights.show()`; lamp i belongs to pad i // 3."""

    def __init__(self, lights, pads):
        self._lights = lights
        self._states = [OFF] * (pads * LAMPS)
        self._shown: "list" = [0] * (pads * LAMPS)  # the colour of a lamp at FULL, else its brightness
        self._changed = False
        self._shown_at = -GAP_MS
        self._set = True  # a state was set since the last step
        self._next_at = 0  # before this time no rhythm changes anything (ms)

    def set(self, pad, lamp, state):
        """Set a lamp to a state: its colour and rhythm."""
        if self._states[pad * LAMPS + lamp] != state:
            self._states[pad * LAMPS + lamp] = state
            self._set = True

    def state(self, pad, lamp):
        """Return colour and rhythm as two characters, `..` when dark."""
        return self._states[pad * LAMPS + lamp]

    def line(self):
        """Return all lamps as one text, six characters a pad: what eyes see in a second."""
        return "".join(self._states)

    def step(self, now):
        """Show this instant of every rhythm."""
        if self._set or now >= self._next_at:
            self._set = False
            self._next_at = now + self._paint(now)
        if self._changed and now - self._shown_at >= GAP_MS:
            self._changed = False
            self._shown_at = now
            self._lights.show()

    def _paint(self, now):
        """Set the lights to this instant. Return in how many ms, at most STEP_MS, the first one changes."""
        least = STEP_MS
        states, shown = self._states, self._shown
        sights: "dict" = {OFF: 0}  # by state, as in `_shown`
        for i in range(len(states)):
            state = states[i]
            if state not in sights:
                level, ms = beat(state[1], now)
                sights[state] = state[0] if level == FULL else level
                least = min(least, ms)
            sight = sights[state]
            if sight != shown[i]:
                shown[i] = sight
                self._changed = True
                level = FULL if sight == state[0] else sight
                red, green, blue = COLOURS[state[0]] if level else (0, 0, 0)
                self._lights.set(i, red * level // FULL, green * level // FULL, blue * level // FULL)
        return least

    def due(self, now):
        """Return when a picture that had to wait may be shown, in ms; None if none waits. Rhythms do not
        count.
        """
        return self._shown_at + GAP_MS if self._changed else None
