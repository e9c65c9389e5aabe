"""Short tunes on the piezo, queued, without waiting for any of them."""

# Hertz and milliseconds of every note of a tune, in turn; 0 Hz is a rest. `lamps` has the state of each tune.
TUNES = {
    "read": (2600, 40),
    "wrong": (800, 120, 0, 60, 800, 120),
    "several": (800, 60, 0, 40, 800, 60, 0, 40, 800, 60),
    "ask": (2000, 60),
    "press": (2000, 40, 0, 40, 2300, 40),
    "remind": (1600, 80, 0, 80, 1600, 80),
    "wins": (2000, 90, 2600, 90, 3200, 140),
    "split": (2000, 90, 2000, 90),
    "no-trumps": (2600, 90, 2000, 90),
    "call": (1400, 150, 1800, 150),
    "refused": (1000, 80),
    "fault": (600, 300),
    "over": (2000, 120, 2600, 120, 3200, 120, 2600, 240),
}


class Tunes:
    """A bounded queue of tunes: when four wait, a new one is dropped.

    `sound`: "full", "soft" (the same, more quietly) or "off".
    """

    def __init__(self, piezo, sound="full"):
        self._piezo = piezo
        self.sound = sound  # "full", "soft" or "off"
        self._queue = []
        self._notes: "tuple" = ()  # of the first in the queue, once it has begun
        self._until = None
        self._at = 0

    def set_sound(self, sound):
        """Set the sound: "full", "soft" or "off"."""
        self.sound = sound

    def play(self, name):
        if self.sound != "off" and len(self._queue) < 4:
            self._queue.append(name)

    def due(self, now):
        """Return when the next note begins or ends, in ms; None while all is quiet."""
        if self._until is not None:
            return self._until
        return now if self._queue else None

    def step(self, now):
        if self._until is not None and now < self._until:
            return
        if not self._queue:
            if self._until is not None:
                self._piezo.quiet()
                self._until = None
            return
        if not self._notes:
            self._notes = TUNES[self._queue[0]]
        if self._at == len(self._notes):
            self._queue.pop(0)
            self._notes = ()
            self._at = 0
            self._piezo.quiet()
            self._until = now + 30
            return
        hertz, ms = self._notes[self._at], self._notes[self._at + 1]
        self._at += 2
        if hertz:
            self._piezo.tone(hertz, self.sound == "soft")
        else:
            self._piezo.quiet()
        self._until = now + ms
