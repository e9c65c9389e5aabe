"""The firmware on a virtual machine: what the people and the line around it need of it, wherever it runs."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from cardtable.controller.loop import Loop
from cardtable.drivers.board import Parts
from tablehost.link import program
from tablehost.virtual.pico import FakeMachine

# Told that nothing is due for so many microseconds, this lets time go by; False: the table is switched off.
Idle = Callable[[int], bool]


class Line(Protocol):
    """The far end of the table's serial line."""

    def feed(self, data: bytes) -> int:
        """Send these bytes to the table; how many of them there is room for."""

    def take(self) -> bytes:
        """All the table has sent."""


class Firmware(Protocol):
    """`machine`: the chips and the clock, on which hands act. `began_us`: when, by that clock, the
    firmware's own time began.
    """

    machine: FakeMachine
    line: Line
    began_us: int

    def run(self, idle: Idle) -> None:
        """Run until `idle` says that it is enough."""

    def display(self) -> Sequence[str]:
        """The lines on the display."""

    def names(self) -> Sequence[str]:
        """Return what the table calls the players, by seat: people know each other's names."""

    def lamps(self) -> str | None:
        """All lamps, six characters a pad as in `Lamps.line`; None if they must be watched for longer."""

    def touched(self) -> None:
        """Somebody did something: what the lamps were is no longer of interest."""

    def look_us(self) -> int | None:
        """When somebody must look at the lamps again, in virtual time; None if a glance tells all."""


class InProcess:
    """The firmware in this very interpreter. The lamps' states are read where it keeps them."""

    def __init__(self, board: ModuleType, identity: bytes, folder: Path, seed: int) -> None:
        self.machine = FakeMachine(board, seed=seed, unique_id=identity, root=f"{folder}/")
        self.line: Line = self.machine.usb
        self.began_us = 0
        self._parts = self._built()
        self.loop: Any = Loop(self._parts)

    def run(self, idle: Idle) -> None:
        loop = self.loop
        self.began_us = self.machine.clock.us
        loop.start()
        self._step()
        while idle(loop.rest_us()):
            self._step()

    def _step(self) -> None:
        """One turn. The table names the mistake that stops it and no more; whoever runs it here wants to know
        where it was made."""
        loop = self.loop
        stopped = loop.bug is not None
        loop.step()
        if loop.bug is not None and not stopped:
            traceback.print_exception(loop.bug)

    def display(self) -> Sequence[str]:
        lines: Sequence[str] = self._parts.display.lines
        return lines

    def names(self) -> Sequence[str]:
        return tuple(self.loop.display.names)

    def lamps(self) -> str | None:
        return str(self.loop.lamps.line())

    def touched(self) -> None:
        """There is nothing to forget."""

    def look_us(self) -> int | None:
        return None

    def restart(self) -> None:
        """The power goes and comes back; cards and fingers stay where they are. Then `run` again."""
        self.machine.lose_power()
        self._parts = self._built()
        self.loop = Loop(self._parts)

    def _built(self) -> Parts:
        parts = self.machine.build()
        parts.program = (program.virtual(), (), None)
        return parts
