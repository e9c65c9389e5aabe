"""The firmware on a virtual machine: the interface that players and line need of it, wherever it runs."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from cardtable.controller.loop import Loop
from cardtable.drivers.board import Parts
from cardtable.engine.referee import Referee
from tablehost.firmware import program
from tablehost.virtual.pico import FakeMachine

# Called with the microseconds for which no work is due, this lets time pass; False: the table is switched
# off.
Idle = Callable[[int], bool]


class Line(Protocol):
    """The far end of the table's serial line."""

    def feed(self, data: bytes) -> int:
        """Send these bytes to the table; how many of them there is room for."""

    def take(self) -> bytes:
        """Return the bytes that the table has sent since the last call."""


class Firmware(Protocol):
    """`machine`: the chips and the clock, on which hands act. `began_us`: when, by that clock, the
    firmware's own time began.
    """

    machine: FakeMachine
    line: Line
    began_us: int

    def run(self, idle: Idle) -> None:
        """Run until `idle` returns False."""

    def display(self) -> Sequence[str]:
        """Return the lines on the display."""

    def names(self) -> Sequence[str]:
        """Return the table's names of the players, by seat: players know each other's names."""

    def lamps(self) -> str | None:
        """Return all lamps, six characters a pad as in `Lamps.line`; None if they must be watched for
        longer.
        """

    def touched(self) -> None:
        """Note that a player has acted: the lamps before no longer matter."""

    def look_us(self) -> int | None:
        """Return the time of the next look at the lamps, in virtual time; None if one look is enough."""

    def judge(self) -> Referee:
        """Return the referee of the match that is under way, for players who think ahead."""


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
        """Run one turn. The table reports only the name of a mistake that stops it; here its place is needed
        too.
        """
        loop = self.loop
        stopped = loop.bug is not None
        loop.step()
        if loop.bug is not None and not stopped:
            traceback.print_exception(loop.bug)

    def journal(self) -> Any:
        """Return the journal, None before it is started."""
        journal = self.loop.journal
        return journal if journal.stages else None

    def judge(self) -> Referee:
        referee: Referee = self.loop.play.referee
        return referee

    def display(self) -> Sequence[str]:
        lines: Sequence[str] = self._parts.display.lines
        return lines

    def names(self) -> Sequence[str]:
        return tuple(self.loop.display.names)

    def lamps(self) -> str | None:
        return str(self.loop.lamps.line())

    def touched(self) -> None:
        """Ignore the act: there is no state to drop."""

    def look_us(self) -> int | None:
        return None

    def restart(self) -> None:
        """Restart after a power cut; cards and fingers stay where they are. Then `run` again."""
        self.machine.lose_power()
        self._parts = self._built()
        self.loop = Loop(self._parts)

    def _built(self) -> Parts:
        parts = self.machine.build()
        parts.program = (program.virtual(), (), None)
        return parts
