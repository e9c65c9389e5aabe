"""Faults of the virtual table without a player's doing: switches, readers, line and power."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tablehost.people.faults import Faults
from tablehost.virtual.pico import FakeMachine

BOUNCE_US = 5_000  # contacts are at rest after that
DEAD_US = 2_000_000  # for so long a reader is without power
SOON_US = 600_000  # a fault that is due comes within this time
ALONE = 12  # acts until a table that has lost its computer waits for it; else a fast one would end without it


class Mishaps:
    """`after(us, act)`: have something happen at the table. `display()`: its lines."""

    def __init__(
        self,
        faults: Faults,
        machine: FakeMachine,
        after: Callable[[int, Callable[[], None]], None],
        display: Callable[[], Sequence[str]],
    ) -> None:
        self.dark = False  # the power is gone
        self._faults = faults
        self._machine = machine
        self._after = after
        self._display = display
        self._sticking = False  # the next key to be pressed sticks
        self._stuck: set[tuple[int, str]] = set()
        self._cut = False  # the line is
        self._alone: int | None = None  # acts since the computer was lost
        self._spoiled = 0  # frames between readers and cards, when that was last noted
        for chip in machine.chips:
            chip.frame_error_rate = faults.asked.get("frames", 0)

    def acted(self) -> None:
        """Note that a player has acted: due faults happen soon."""
        if self._alone is not None:
            self._alone += 1
        spoiled = sum(chip.spoiled for chip in self._machine.chips)
        if spoiled != self._spoiled:
            self._faults.note("frames", spoiled - self._spoiled)
            self._spoiled = spoiled
        for name in self._faults.acted():
            if name == "stuck":
                self._sticking = True
            elif name == "brownout":
                self._faults.note(name)
                self._after(self._soon(name), self._starve_reader)
            elif self._alone is None:  # one after the other
                self._faults.note(name)
                self._alone = 0
                self._after(self._soon(name), self._cut_power if name == "restart" else self._cut_line)

    def _soon(self, name: str) -> int:
        return self._faults.chance(name).randrange(SOON_US)

    def _words(self) -> str:
        return " ".join(" ".join(self._display()).split())

    # -- readers -----------------------------------------------------------------------------------

    def _starve_reader(self) -> None:
        pad = self._faults.chance("brownout").randrange(len(self._machine.chips))
        chip = self._machine.chips[pad]

        def feed() -> None:
            self._faults.tell("brownout", f"pad {pad}", self._words())
            chip.dead = None
            chip.brown_out()

        chip.dead = 0
        self._after(DEAD_US, feed)

    # -- keys --------------------------------------------------------------------------------------

    def press(self, pad: int, key: str, us: int) -> None:
        """Press a key for this long."""
        if (pad, key) in self._stuck:
            return
        bounces = self._faults.has_fault("bounce")
        if bounces:
            self._faults.note("bounce")
        self._move(pad, key, True, 0, bounces)
        if self._sticking:
            self._sticking = False
            self._stuck.add((pad, key))
            self._faults.note("stuck")
        else:
            self._move(pad, key, False, us, bounces)

    def _move(self, pad: int, key: str, down: bool, us: int, bounces: bool) -> None:
        """Close or open the contacts, which may bounce."""
        chance = self._faults.chance("bounce")
        edges = [0]
        if bounces:
            edges += sorted(chance.sample(range(100, BOUNCE_US, 100), 2 * chance.randint(1, 4)))
        for i, at in enumerate(edges):
            move = self._machine.press if down == (i % 2 == 0) else self._machine.release
            self._after(us + at, lambda move=move: move(pad, key))  # type: ignore[misc]

    def free(self, pad: int) -> None:
        """Work the stuck keys of a pad free."""
        for one in sorted(self._stuck):
            if one[0] == pad:
                self._stuck.remove(one)
                self._machine.release(*one)
                self._faults.tell("stuck", f"pad {pad}", self._words())

    # -- power and line ----------------------------------------------------------------------------

    def _cut_power(self) -> None:
        self.dark = True

    def _cut_line(self) -> None:
        self._cut = True

    @property
    def must_wait(self) -> bool:
        """Return True while the match waits for the computer to be back."""
        return self._alone is not None and self._alone >= ALONE

    @property
    def is_cut(self) -> bool:
        return self._cut

    def to_host(self, data: bytes) -> bytes:
        """Return the bytes that reach the computer."""
        return b"" if self._cut else self._faults.carried(data)

    def greeted(self) -> None:
        """Note the hello of the computer: it is back."""
        self._cut = False
        self._alone = None

    def to_table(self, data: bytes) -> bytes:
        """Return the bytes that reach the table."""
        return b"" if self._cut else self._faults.carried(data)
