"""Models of the outputs of a virtual table: the lights on their wire and the sound's PWM."""

from __future__ import annotations

from collections import deque

from tablehost.virtual.clock import Clock


class Ws2812Strip:
    """Lights on one wire. `put` takes the words of a PIO state machine: 24 bits on top of a 32-bit word."""

    WORD_NS = 30_000
    LATCH_NS = 280_000
    FIFO_WORDS = 8

    def __init__(self, clock: Clock, count: int) -> None:
        self._clock = clock
        self.lights = [(0, 0, 0)] * count  # (r, g, b) as sent on the wire
        self.overrun = 0  # words that ran past the last light, for want of a latch
        self._index = count
        self._free_at = -self.LATCH_NS

    def put(self, word: int, shift: int = 0) -> None:
        """Send one word; blocks (virtual time passes) while the FIFO is full."""
        word = word << shift & 0xFFFFFFFF
        clock = self._clock
        full_until = self._free_at - self.FIFO_WORDS * self.WORD_NS
        if clock.ns < full_until:
            clock.ns = full_until
        if clock.ns >= self._free_at + self.LATCH_NS:
            self._index = 0
        self._free_at = max(self._free_at, clock.ns) + self.WORD_NS
        if self._index < len(self.lights):
            self.lights[self._index] = (word >> 16 & 0xFF, word >> 24, word >> 8 & 0xFF)
            self._index += 1
        else:
            self.overrun += 1


class PwmRecorder:
    """A PWM output. `hz()` is the current frequency; `changes` keeps the last thousand as (us, hz)."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._freq = 0
        self._duty = 0
        self.changes: deque[tuple[int, int]] = deque(maxlen=1000)

    def hz(self) -> int:
        """Return the tone, 0 for silence."""
        return self._freq if 0 < self._duty < 0xFFFF else 0

    def set(self, freq: int | None = None, duty: int | None = None) -> None:
        """Change frequency (Hz) or duty (0..65535)."""
        before = self.hz()
        if freq is not None:
            self._freq = freq
        if duty is not None:
            self._duty = duty
        if self.hz() != before:
            self.changes.append((self._clock.us, self.hz()))
