"""Models of the logic between the Pico's pins and readers or keys. They know levels, no time."""

from __future__ import annotations

from collections.abc import Callable


class Hc138:
    """74HC138 with /G2A as strobe: while that is low, the output that is addressed is low, all others high.

    `outputs[n]`, where set, is called with every new level of /Yn.
    """

    def __init__(self) -> None:
        self.outputs: list[Callable[[int], object] | None] = [None] * 8
        self._address = 0
        self._enable = 1

    def enable(self, level: int) -> None:
        """Drive /G2A."""
        if level != self._enable:
            self._enable = level
            listener = self.outputs[self._address]
            if listener is not None:
                listener(level)

    def address(self, bit: int, level: int) -> None:
        """Drive one address line. While an output is low this would select others in passing."""
        if level == self._address >> bit & 1:
            return
        if not self._enable:
            raise RuntimeError("the address of a 74HC138 changes while it is enabled")
        self._address ^= 1 << bit


class Hc165Chain:
    """74HC165s in a row, a switch to ground and a pull-up at each input, ground at the far serial input.

    Inputs count in the order in which they come out: 0 is H of the chip next to the Pico. `pressed` holds
    those whose switch is closed.
    """

    def __init__(self, chips: int) -> None:
        self.pressed: set[int] = set()
        self._top = 8 * chips - 1  # the position of the next output bit in the register
        self._register = 0
        self._load = 1
        self._clock = 0

    def load(self, level: int) -> None:
        """Drive SH/LD. While it is low the registers follow the inputs; they keep the last state."""
        if level and not self._load:
            self._register = self._inputs()
        self._load = level

    def clock(self, level: int) -> None:
        """Drive CLK: its rising edge shifts, unless the registers are being loaded."""
        if level and not self._clock and self._load:
            self._register = self._register << 1 & (2 << self._top) - 1
        self._clock = level

    def q(self) -> int:
        """Return QH of the chip next to the Pico."""
        return (self._register if self._load else self._inputs()) >> self._top & 1

    def _inputs(self) -> int:
        levels = (2 << self._top) - 1
        for place in self.pressed:
            levels &= ~(1 << self._top - place)
        return levels


class MatrixModel:
    """Keys at crossings, each with a diode from its column to its row. `pressed` holds (row, column)."""

    def __init__(self, rows: int) -> None:
        self.pressed: set[tuple[int, int]] = set()
        self._levels = [1] * rows

    def drive(self, row: int, level: int) -> None:
        """Write a row pin."""
        self._levels[row] = level

    def column(self, column: int) -> int:
        """Return the level of a column with a pull-up."""
        for row, at in self.pressed:
            if at == column and not self._levels[row]:
                return 0
        return 1


class KeysModel:
    """Keys, each between a pin with a pull-up and ground. `pressed`: the places of those that are down."""

    def __init__(self) -> None:
        self.pressed: set[int] = set()

    def level(self, place: int) -> int:
        """Return the level of this key's pin."""
        return int(place not in self.pressed)
