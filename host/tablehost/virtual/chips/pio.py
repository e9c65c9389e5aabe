"""The RP2040's PIO as far as the boards' programs use it: an assembler, and a machine that runs the result.

Instructions have the spelling of MicroPython's `rp2.asm_pio`; unknown ones are refused (RP2040 datasheet,
chapter 3).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from types import FunctionType
from typing import Any

from tablehost.types import Fields
from tablehost.virtual.clock import Clock

# The members of rp2.PIO.
CONSTANTS = {
    "OUT_LOW": 2,
    "OUT_HIGH": 3,
    "SHIFT_LEFT": 0,
    "SHIFT_RIGHT": 1,
    "JOIN_NONE": 0,
    "JOIN_TX": 1,
}
_OPERATIONS = ("out", "set", "mov", "pull", "in_", "jmp")
_OPERANDS = ("pins", "x", "y", "x_dec", "y_dec")
WORD = (1 << 32) - 1


class Instruction:
    """One line: operation, operands, level of the side-set pin (None: left alone) and cycles it takes."""

    def __init__(self, operation: str, operands: tuple[Any, ...]) -> None:
        self.operation = operation
        self.operands = operands
        self.side_level: int | None = None
        self.cycles = 1

    def side(self, level: int) -> Instruction:
        self.side_level = level
        return self

    def __getitem__(self, delay: int) -> Instruction:
        self.cycles += delay
        return self


class Program:
    """An assembled program. `options` are those of asm_pio, `labels` the line after each label."""

    def __init__(self, source: Callable[[], None], options: Fields) -> None:
        self.options = options
        self.lines: list[Instruction] = []
        self.labels: dict[str, int] = {}
        names: dict[str, Any] = {name: self._writer(name) for name in _OPERATIONS}
        names.update({name: name for name in _OPERANDS}, label=self._label)
        assert isinstance(source, FunctionType)
        FunctionType(source.__code__, names)()

    def _writer(self, operation: str) -> Callable[..., Instruction]:
        def write(*operands: Any) -> Instruction:
            self.lines.append(Instruction(operation, operands))
            return self.lines[-1]

        return write

    def _label(self, name: str) -> None:
        self.labels[name] = len(self.lines)


class PioMachine:
    """A state machine whose program begins with pull(), and so runs only between put() and the next pull().

    `set_pin`, `side_pin` and `in_pin` drive or read the pins. It runs ahead of the clock as soon as it is
    fed; get() waits for it. `outside()` is all that its inputs depend on: while that is unchanged, another
    word is known to bring the same answers after the same time, and the program need not run.
    """

    def __init__(
        self,
        clock: Clock,
        program: Program,
        freq: int,
        set_pin: Callable[[int], object],
        side_pin: Callable[[int], object],
        in_pin: Callable[[], int],
        outside: Callable[[], object],
    ) -> None:
        options = program.options
        if options.get("in_shiftdir") != CONSTANTS["SHIFT_LEFT"] or not options.get("autopush"):
            raise ValueError("only programs that shift to the left and push by themselves are known here")
        self._clock = clock
        self._cycle_ns = 1_000_000_000 // freq
        self._threshold: int = options["push_thresh"]
        self._lines = [
            (line.operation, line.operands, line.side_level, line.cycles * self._cycle_ns)
            for line in program.lines
        ]
        self._labels = program.labels
        self._set, self._side, self._in = set_pin, side_pin, in_pin
        self._outside = outside
        self._answers: deque[tuple[int, int]] = deque()  # (word, when it is there)
        self._free_at = 0
        self._at = 0
        self._known: tuple[object, list[tuple[int, int]], int] | None = None  # outside, answers, time taken

    def active(self, on: int) -> None:
        """Switch it on: it waits at its first pull()."""

    def put(self, word: int, shift: int = 0) -> None:
        """Feed one word, and let the program run until it wants another. No program here reads the word."""
        begun = max(self._clock.ns, self._free_at)
        outside = self._outside()
        if self._known is None or self._known[0] != outside:
            self._known = (outside, *self._run())
        _, answers, taken = self._known
        self._answers.extend((word, begun + after) for word, after in answers)
        self._free_at = begun + taken

    def _run(self) -> tuple[list[tuple[int, int]], int]:
        """Run from one pull() to the next; return the words pushed, each with the time it took, and the whole
        time.
        """
        answers: list[tuple[int, int]] = []
        now = 0
        fed = False
        x = shifted = count = 0
        while True:
            operation, operands, side, takes = self._lines[self._at]
            if side is not None:
                self._side(side)
            if operation == "pull":
                if fed:
                    break
                fed = True
            elif operation == "in_":
                shifted = (shifted << 1 | self._in()) & WORD
                count += 1
                if count == self._threshold:
                    answers.append((shifted, now + takes))
                    shifted = count = 0
            elif operation == "jmp" and operands[0] == "x_dec":
                x -= 1
                if x >= 0:
                    self._at = self._labels[operands[1]] - 1
            elif operation == "set" and operands[0] == "pins":
                self._set(operands[1])
            elif operation == "set" and operands[0] == "x":
                x = operands[1]
            else:
                raise ValueError(f"{operation}{operands} is not known here")
            now += takes
            self._at = (self._at + 1) % len(self._lines)
        return answers, now

    def get(self) -> int:
        """Return the next word of the program; virtual time passes until it is there."""
        if not self._answers:
            raise RuntimeError("get() would wait for ever: nothing was put")
        word, there_at = self._answers.popleft()
        if self._clock.ns < there_at:
            self._clock.ns = there_at
        return word
