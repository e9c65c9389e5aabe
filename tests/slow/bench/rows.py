"""Rows of the table that `make bench` prints, and how their figures are taken.

The machine is shared and its clock drifts, so what is compared is run in turns; the figure is the median of
the ratios of neighbours, the best is given next to it.
"""

import gc
import os
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

REPEATS = 15
TURNS = "CPU time in turns, median of {}"
HIGHEST = 0.5, 0.99, 1  # parts of all values: those that these do not exceed


class Row(NamedTuple):
    """A line of the table. `met`: None if the figure has no target."""

    what: str
    how: str
    figure: str
    target: str = ""
    met: bool | None = None


def row(
    what: str,
    how: str,
    found: float | Sequence[float],
    goals: float | Sequence[float | None] = (),
    unit: str = "",
    note: str = "",
    form: str = ".2f",
    least: bool = False,
) -> Row:
    """Return a row of these figures, which should be at most (`least`: at least) these goals."""
    figures = found if isinstance(found, Sequence) else [found]
    limits = goals if isinstance(goals, Sequence) else [goals]
    pairs = [(one, limit) for one, limit in zip(figures, limits, strict=False) if limit is not None]
    met = all(one >= limit if least else one <= limit for one, limit in pairs) if pairs else None
    target = f"{'>=' if least else '<='} {' / '.join(f'{limit:,g}' for _, limit in pairs)}{unit}"
    figure = " / ".join(f"{one:{form}}" for one in figures)
    return Row(what, how, f"{figure}{unit}{note}", target if pairs else "", met)


def highest(values: Sequence[float], parts: Sequence[float] = HIGHEST) -> list[float]:
    """Return the values that these parts of all do not exceed."""
    ranked = sorted(values)
    return [ranked[min(len(ranked) - 1, int(len(ranked) * part))] for part in parts]


def show(rows: list[tuple[str, Row]]) -> None:
    """Print rows, each with the name of its measure."""
    lines = [("", "measure", "instrument", "value", "target", "")]
    lines += [(name, *one[:4], {None: "", True: "met", False: "NOT met"}[one.met]) for name, one in rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def timed(act: Callable[[], Any]) -> float:
    """Return the seconds of CPU that `act` takes, no collection among them."""
    gc.collect()
    gc.disable()
    try:
        begin = time.process_time()
        act()
        return time.process_time() - begin
    finally:
        gc.enable()


def in_turns(
    what: str,
    first: Callable[[], Any],
    second: Callable[[], Any],
    goal: float,
    share: float = 1,
    repeats: int = REPEATS,
) -> Row:
    """Return the row of the ratio second / first, `share` of it, run in turns."""
    ratios = sorted(share * timed(second) / timed(first) for _ in range(repeats))
    note = f" (best {ratios[0]:.2f})"
    return row(what, TURNS.format(repeats), statistics.median(ratios), goal, note=note)


def cpu(command: list[str], env: dict[str, str]) -> float:
    """Return the user and system time of a command, in seconds."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, env=env)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return usage.ru_utime + usage.ru_stime
