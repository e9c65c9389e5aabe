"""Base model of reader chips that communicate in whole frames (PN532, PN5180)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from tablehost.virtual.clock import Clock
from tablehost.virtual.tags.air import Air, Answer
from tablehost.virtual.tags.field import Chip, Field

# The chip's own work: each value is the time (ns) at which it continues.
Work = Generator[int, None, None]


class FramedChip:
    """`select` begins a frame, `swap` clocks bytes through it, `release` ends it.

    Faults: `dead` (every byte reads as this, nothing is heard), `miso_stuck` (reads as this, hears all),
    `frame_error_rate` (on the air, either way), `lost_frames` (so many of the host's are ignored), `hung`
    (takes frames and never finishes what they ask), `brown_out()`, and `Field.weak`. `accesses` counts SPI
    frames.
    Not modelled: antennas that reach into each other (`Field.couple`).
    """

    BOOT_NS = 2_000_000  # from reset to the first frame heard [an estimate]

    def __init__(self, clock: Clock, field: Field, seed: int = 0) -> None:
        self._clock = clock
        self.field = field
        self.air = Air(field, seed)
        self.dead: int | None = None
        self.miso_stuck: int | None = None
        self.lost_frames = 0
        self.hung = False
        self.accesses = 0
        self._in = bytearray()
        self._low = False
        self._low_since = 0
        self._held = False
        self._work: Work | None = None
        self._at = 0
        self._answer: Answer | None = None  # on the air now
        self._cut = False
        self._boot()
        field.chip = self

    @property
    def frame_error_rate(self) -> float:
        return self.air.frame_error_rate

    @frame_error_rate.setter
    def frame_error_rate(self, rate: float) -> None:
        self.air.frame_error_rate = rate

    @property
    def spoiled(self) -> int:
        """Count the frames damaged by that."""
        return self.air.spoiled

    # Pins.

    def nss(self, select: Callable[[int], None]) -> Callable[[int], None]:
        """Return the function behind the select pin; `select` is the bus's part in it."""

        def follow(level: int) -> None:
            if level and self._low:
                self.release()
            select(level)

        return follow

    def select(self) -> None:
        """Begin a frame: NSS goes low."""
        self.accesses += 1
        self._in.clear()
        self._low = True
        self._low_since = self._clock.ns

    def swap(self, out: bytes | bytearray, byte_ns: int) -> bytes | bytearray:
        """Clock `out` through the selected chip, a byte each `byte_ns`; return the bytes on MISO
        meanwhile.
        """
        self._clock.ns += byte_ns * len(out)
        if self._deaf():
            return bytes([self.dead or 0]) * len(out)
        self.settle()
        reply = self._clocked(out)
        return reply if self.miso_stuck is None else bytes([self.miso_stuck]) * len(out)

    def release(self) -> None:
        """End the frame: NSS goes high."""
        self._low = False
        if self._deaf():
            return
        self.settle()
        if self._in:
            self._taken(bytes(self._in))

    def _deaf(self) -> bool:
        return self.dead is not None or self._held or self._clock.ns < self._ready_at

    def hold_reset(self, level: int) -> None:
        """Drive the reset pin: 0 holds the chip down, 1 starts it."""
        if bool(level) == self._held:
            self._boot()
        self._held = not level

    def brown_out(self) -> None:
        """Simulate a dip of the supply: all registers back at reset, field off."""
        self._boot()

    # For the models.

    def _boot(self) -> None:
        self._work = None
        self._ready_at = self._clock.ns + self.BOOT_NS
        self.field.switch(False)
        self._reset()

    def _reset(self) -> None:
        """Reset the whole state."""
        raise NotImplementedError

    def _clocked(self, out: bytes | bytearray) -> bytes:
        """Take bytes from the host; return the bytes sent meanwhile."""
        raise NotImplementedError

    def _taken(self, frame: bytes) -> None:
        """Take a frame that has ended."""
        raise NotImplementedError

    def _begin(self, work: Work) -> None:
        """Start doing this, and stop doing anything else."""
        self._work = work
        self._at = self._clock.ns
        self.settle()

    def settle(self) -> None:
        """Process all events that are due by now."""
        while self._work is not None and self._at <= self._clock.ns and not self.hung:
            work = self._work
            try:
                self._at = next(work)
            except StopIteration:
                if self._work is work:
                    self._work = None

    def sends(self, start: int, end: int) -> bool:
        """Return False: no other reader notices it."""
        return False

    def join(self, peers: Sequence[Chip]) -> None:
        """Do nothing: shared air is not modelled."""

    def cut(self) -> None:
        """Break off the answer of a tag that is gone."""
        self._cut = self._answer is not None
