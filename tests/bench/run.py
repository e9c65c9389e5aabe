"""`make bench`: the figures of the performance goals, how they were taken, and whether they are reached.

    python tests/bench/run.py [M1 M2 M3 M4 M5 M6 M7 M8 M9 M10]

M2, M8 and the device's parts of M9 and M10 are taken on an emulated Pico with our image. M10 is modelled,
too: there what the processor does costs little.

Nothing here is part of the gate: times differ from machine to machine, so only ratios are compared.
"""

import sys
import tempfile
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "torture"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

import heap
import m10
import measures
from measures import Row

import emulated
import mp32

KB = heap.KB
M3_GOAL = 128  # KB
DECISIONS = 20_000
DEEPEST = 7_900  # bytes of stack on i386, a quarter more than on a Pico
SMALL = 190  # KB: what is left of a Pico's heap when others have taken theirs


def m3() -> list[Row]:
    """The smallest heap of every game, and where it goes."""
    rows = []
    with tempfile.TemporaryDirectory() as name:
        library = folder = Path(name)
        heap.cross(library)
        for game in {case.game.NAME: case.game for case in heap.CASES}.values():
            print(f"{game.NAME}: heap by module, bytes left by its import:")
            sizes = heap.by_module(library, game)
            for module, size in [*sizes, ("together", sum(size for _, size in sizes))]:
                print(f"  {size:6} {module}")
        for case in heap.CASES:
            game, what = case.game, case.what
            heap.write_deck(folder, game)
            heap.write_match(folder / "one.match", case.seed, case.options, game=game)
            print(f"{game.NAME}, {what}: bytes in use")
            for phase, size in heap.by_phase(library, folder, "one.match"):
                print(f"  {size:6} {phase}")
            size = heap.smallest_heap(library, folder, ["one.match"], back=False)
            whole = heap.smallest_heap(library, folder, ["one.match"])
            met = size <= M3_GOAL
            what = f"{game.NAME}, {game.SEATS[1]} players, {what}"
            goal = f"<= {M3_GOAL} KB"
            instrument = "smallest heap that finishes it, .mpy, without the bench's own"
            rows.append(Row("M3", what, instrument, f"{size} KB", goal, met))
            rows.append(Row("", "and looked back at", "the same", f"{whole} KB", "", None))
            names = heap.evening(library, folder, ["one.match"], heap.PLENTY).names
            goal = f"<= {heap.NAMES}"
            rows.append(Row("", "names", "micropython.qstr_info", str(names), goal, names <= heap.NAMES))
            stack = heap.deepest_stack(library, folder, ["one.match"])
            instrument = "least room of stack that works"
            met = stack < DEEPEST
            rows.append(Row("", "deepest stack", instrument, f"{stack} B", f"< {DEEPEST} B", met))
    return rows


def m4() -> list[Row]:
    """An evening in a small heap: the match and its journal alone, then the whole firmware."""
    rows = []
    with tempfile.TemporaryDirectory() as name:
        library = folder = Path(name)
        heap.cross(library)
        heap.write_deck(folder)
        once = heap.write_evening(folder, DECISIONS // 4)
        for what, whole, strict in (
            ("match and journal", False, True),
            ("whole table", True, False),
            ("whole table, collected when idle alone", True, True),
        ):
            instrument = f"{SMALL} KB, 32-bit MicroPython"
            try:
                done = heap.evening(library, folder, once * 3, SMALL * KB, whole, strict)
            except heap.OutOfMemory as error:
                said = str(error).splitlines()[-1][:60]
                rows.append(Row("M4", f"decisions, {what}", instrument, said, f">= {DECISIONS}", False))
                continue
            drift = heap.drift(done)
            rows += [
                Row("M4", f"decisions, {what}", instrument, str(done.decisions), f">= {DECISIONS}", True),
                Row("M4", "growth of live memory", "the same matches again", f"{drift} B", "0 B", drift <= 0),
                Row("M4", "live memory, at most", "gc.mem_alloc", f"{max(done.live)} B", "", None),
                Row("M4", "largest free block", "micropython.mem_info", f"{done.largest} B", "", None),
            ]
    return rows


MEASURES = {
    "M1": measures.m1, "M3": m3, "M4": m4, "M5": measures.m5, "M6": measures.m6, "M7": measures.m7,
    "M9": measures.m9, "M10": m10.m10,
}  # fmt: skip
ON_PICO = ("M2", "M8", "M9", "M10")  # functions of onpico.py


def main(names: list[str]) -> int:
    rows: list[Row] = []
    known = sorted({*MEASURES, *ON_PICO}, key=lambda name: int(name[1:]))
    missing = emulated.missing()
    for name in names or known:
        if name not in known:
            print(f"no measure is called {name}; there is: {' '.join(known)}", file=sys.stderr)
            return 2
        if name in ("M3", "M4") and mp32.bits() != 32:
            print(f"{name} needs 32-bit MicroPython; to get it: {mp32.CURE}", file=sys.stderr)
            continue
        print(f"{name} ...", file=sys.stderr, flush=True)
        rows += MEASURES[name]() if name in MEASURES else []
        if name in ON_PICO and missing is None:
            rows += getattr(import_module("onpico"), name.lower())()
        elif name in ON_PICO:
            print(f"{name} on the emulated Pico did not run, for want of: {missing}", file=sys.stderr)
    head = Row("", "measure", "instrument", "value", "target", None)
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(5)]
    for row in [head, *rows]:
        met = {None: "", True: "met", False: "NOT met"}[row.met]
        print("  ".join(row[i].ljust(widths[i]) for i in range(5)), met)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
