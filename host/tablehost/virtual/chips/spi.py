"""The SPI bus between the Pico and its readers: chip selects, duration of an access, bit errors."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from tablehost.virtual.clock import Clock
from tablehost.virtual.tags.tag import NEVER


class SpiChip(Protocol):
    """A chip on the bus."""

    def select(self) -> None:
        """Begin a frame."""

    def swap(self, out: bytes | bytearray, byte_ns: int) -> bytes | bytearray:
        """Clock `out` through it, a byte each `byte_ns`; return its bytes meanwhile."""


class SpiBus:
    """The chips on one bus. An access costs its overhead and 8 bits a byte at the bus's rate.

    The overheads are what one `cs(0); write(buf); cs(1)` and one `write_readinto` cost besides the wire,
    MicroPython bytecode on a Pico at 125 MHz: two bytes at 8 MHz are 11.5 us, a burst of ten 25 us.
    """

    WRITE_NS = 9_500
    SWAP_NS = 15_000

    def __init__(self, clock: Clock, seed: int = 0) -> None:
        self._clock = clock
        self._selected: SpiChip | None = None
        self._held: dict[SpiChip, int] = {}  # the level at which a chip holds MISO, selected or not
        self.byte_ns = 8000
        self._rng = random.Random(f"bus {seed}")
        self._error_rate = 0.0
        self._good_to = 0.0  # ns a byte: slower, no bit flips
        self._good_bits = NEVER  # until the next error

    def init(self, baudrate: int) -> None:
        """Run at this clock, in Hz, from now on."""
        self.byte_ns = 8_000_000_000 // baudrate

    def disturb(self, error_rate: float, above: int = 0) -> None:
        """Have each bit on either line flip with this chance from now on; above this clock in Hz."""
        self._error_rate = error_rate
        self._good_to = 8e9 / above if above else 0.0
        self._good_bits = self._until_error()

    def _until_error(self) -> int:
        return int(self._rng.expovariate(self._error_rate)) if self._error_rate else NEVER

    def hold_miso(self, chip: SpiChip, level: int | None) -> None:
        """Have this chip drive MISO to a level while it is not selected; None: release it.

        The others' answers are lost to it: two outputs against each other are modelled as the held level.
        """
        if level is None:
            self._held.pop(chip, None)
        else:
            self._held[chip] = level

    def miso(self) -> int | None:
        """Return the level that is driven while no chip is selected, None if none is."""
        return min(self._held.values()) if self._held else None

    def chip_select(self, chip: SpiChip) -> Callable[[int], None]:
        """Return the function behind this chip's select pin."""

        def follow(level: int) -> None:
            if not level:
                if self._selected is not None and self._selected is not chip:
                    raise RuntimeError("two chips selected on one SPI bus")
                self._selected = chip
                chip.select()
            elif self._selected is chip:
                self._selected = None

        return follow

    def write(self, out: bytes | bytearray) -> None:
        """Clock bytes out, ignoring the received ones."""
        self._clock.ns += self.WRITE_NS
        self._swap(out)

    def write_readinto(self, out: bytes | bytearray, into: bytearray) -> None:
        """Clock bytes out and the received ones into `into`, which has the same length."""
        if len(out) != len(into):
            raise ValueError("buffers must be the same length")
        self._clock.ns += self.SWAP_NS
        into[:] = self._swap(out)

    def exchange(self, byte: int) -> int:
        """Clock one byte out and one in, for a caller with a clock of its own."""
        return (b"\xff" if self._selected is None else self._selected.swap(bytes([byte]), 0))[0]

    def _swap(self, out: bytes | bytearray) -> bytes | bytearray:
        if self._selected is None:
            self._clock.ns += self.byte_ns * len(out)
            return b"\xff" * len(out)
        if self._error_rate and not 0 < self._good_to <= self.byte_ns:
            return self._flip(self._selected.swap(self._flip(out), self.byte_ns))
        if self._held:
            others = [level for chip, level in self._held.items() if chip is not self._selected]
            reply = self._selected.swap(out, self.byte_ns)
            return bytes([0xFF * min(others)]) * len(out) if others else reply
        return self._selected.swap(out, self.byte_ns)

    def _flip(self, data: bytes | bytearray) -> bytes | bytearray:
        """Return the bytes as they arrive."""
        bits = 8 * len(data)
        if self._good_bits >= bits:
            self._good_bits -= bits
            return data
        data = bytearray(data)
        at = self._good_bits
        while at < bits:
            data[at // 8] ^= 0x80 >> at % 8
            at += 1 + self._until_error()
        self._good_bits = at - bits
        return data
