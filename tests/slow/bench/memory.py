"""The firmware's use of a Pico's heap: `make bench`; how it is measured: tests/support/heap_use.py.

A growth over many decisions (M4) is looked for on 32-bit MicroPython as well, which is some forty times
faster. There the code is in the heap, so that only differences mean anything.
"""

import json
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from measures import Row

import emulated_pico
import match_file
import mp32
from heap_use import BOARD, KB, PLAYERS, compile_into, match_files, smallest_heap, weigh
from match_file import Case

READY_KB, PEAK_KB, SMALLEST_KB = 70, 95, 120  # goals
DECISIONS = 20_000  # on 32-bit MicroPython
DECISIONS_ON_PICO = 2_000
CALL = "import sys; sys.path[:] = [{!r}]; import evenings"  # an argument has 255 bytes at most there


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
        Row("", "deepest stack", f"emulated, of {emulated_pico.STACK} B", f"{weight.stack} B", "", None),
    ]


def m3() -> list[Row]:
    """Heap in use when the table is ready, at the peak of the longest matches, and the least that will do."""
    ready = weigh(match_files(match_file.CASES[0]), begun=True).ready
    how = "emulated, gc.mem_alloc after a collection"
    rows = [Row("M3", f"{BOARD}, ready", how, in_kb(ready), f"<= {READY_KB} KB", ready <= READY_KB * KB)]
    with ThreadPoolExecutor() as pool:
        for found in pool.map(measure, match_file.CASES):
            rows += found
    return rows


def drift(live: list[int], times: int) -> tuple[int, int]:
    """By how many bytes live memory grew from the last but one to the last of so many same matches: (at most,
    at the end of the last stage). What is lost for good is missing at the end, too.

    The first time is left out: what is imported for the first time stays.
    """
    each = len(live) // times
    grown = [later - before for before, later in zip(live[-2 * each : -each], live[-each:], strict=True)]
    return max(grown), grown[-1]


def growth(what: str, live: list[int], times: int) -> Row:
    most, last = drift(live, times)
    return Row("", "growth of live memory", what, f"{last} B; {most} B at most in between", "0 B", last <= 0)


def m4() -> list[Row]:
    """Growth of live memory when the same matches are played again."""
    rows = []
    times = 3
    decisions, live = evenings(DECISIONS, times)
    how = "32-bit MicroPython, after a collection"
    rows += [
        Row("M4", "decisions", how, str(decisions), f">= {DECISIONS}", decisions >= DECISIONS),
        growth("the same matches again", live, times),
    ]
    weight = weigh(match_files(match_file.CASES[0]), times, step=1 << 30)
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
        growth("the same match again", weight.live, times),
    ]


def evenings(decisions: int, times: int) -> tuple[int, list[int]]:
    """Matches of so many decisions, the same ones several times, on 32-bit MicroPython; (the number of
    decisions, live memory at the end of each stage).
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        library = mp32.ROOT / "firmware" / "lib"
        sources = {str(path.relative_to(library).with_suffix("")): path for path in library.rglob("*.py")}
        partitions = mp32.ROOT / "firmware" / "frozen" / "partitions.py"
        flash = {
            "flash_file": mp32.ROOT / "tests" / "micropython" / "flash_file.py",
            "partitions": partitions,
        }
        compile_into(folder / "lib", {**sources, **PLAYERS, **flash}, "x86")
        match_file.write_deck(folder)
        files = match_file.write_evening(folder, -(-decisions // times)) * times
        program = f"import evening\nevening.main({str(folder) + '/'!r}, {files!r})\n"
        (folder / "lib" / "evenings.py").write_text(program)
        done = mp32.run("-c", CALL.format(str(folder / "lib")), timeout=3600)
    assert done.returncode == 0, done.stdout[-900:]
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]
    return rows[-1][1], [row[2] for row in rows if row[0] == "live"]
