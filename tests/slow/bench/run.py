"""`make bench`: the figures of the performance goals, how they were taken, and whether they are reached.

    python tests/slow/bench/run.py [M2 M3 ... M17]

M2, M3 and the device's parts of M9 and M10 are taken on an emulated Pico with our image, M4 on 32-bit
MicroPython. M10 is modelled as well: there what the processor does costs little.

Nothing here is part of the gate: times differ from machine to machine, so only ratios are compared.
"""

import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TESTS / name) for name in ("slow/bench", "portable", "support")]

import host  # noqa: E402
import lays  # noqa: E402
import pages  # noqa: E402
import pico  # noqa: E402
from rows import Row, show  # noqa: E402

import emulated_pico  # noqa: E402
import mp32  # noqa: E402

MEASURES = {
    "M2": pico.commands, "M3": pico.heap, "M4": pico.drift, "M6": host.replay,
    "M9": (host.starts, pico.starts), "M10": (lays.lays, pico.lays), "M11": pages.records,
    "M13": host.compiled, "M14": host.decisions, "M15": pages.tables, "M16": host.copies, "M17": host.years,
}  # fmt: skip


def main(names: list[str]) -> int:
    rows: list[tuple[str, Row]] = []
    missing = emulated_pico.missing()
    unknown = set(names) - set(MEASURES)
    if unknown:
        print(f"no measure is called {min(unknown)}; there is: {' '.join(MEASURES)}", file=sys.stderr)
        return 2
    for name in names or MEASURES:
        if name == "M4" and mp32.bits() != 32:
            print(f"{name} needs 32-bit MicroPython; to get it: {mp32.CURE}", file=sys.stderr)
            continue
        print(f"{name} ...", file=sys.stderr, flush=True)
        takes = MEASURES[name]
        for take in takes if isinstance(takes, tuple) else (takes,):
            if take.__module__ == "pico" and name != "M4" and missing is not None:
                print(f"{name} on the emulated Pico did not run, for want of: {missing}", file=sys.stderr)
            else:
                rows += [(name, one) for one in take()]
    show(rows)
    if "M2" in dict(rows):
        print(pico.LEFT_OUT)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
