"""`make bench`: the figures of the performance goals, how they were taken, and whether they are reached.

    python tests/slow/bench/run.py [M1 M2 M3 M4 M5 M6 M7 M8 M9 M10 M11 M12 M13 M14 M15]

M2, M3, M4, M8 and the device's parts of M9 and M10 are taken on an emulated Pico with our image; M4 on 32-bit
MicroPython, too. M10 is modelled as well: there what the processor does costs little.

Nothing here is part of the gate: times differ from machine to machine, so only ratios are compared.
"""

import sys
from importlib import import_module
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TESTS / name) for name in ("slow/bench", "portable", "support", "slow/torture")]

import m10  # noqa: E402
import m11  # noqa: E402
import m12  # noqa: E402
import m13  # noqa: E402
import m14  # noqa: E402
import m15  # noqa: E402
import measures  # noqa: E402
from measures import Row  # noqa: E402

import emulated_pico  # noqa: E402
import mp32  # noqa: E402

MEASURES = {
    "M1": measures.m1, "M5": measures.m5, "M6": measures.m6, "M7": measures.m7, "M9": measures.m9,
    "M10": m10.m10, "M11": m11.m11, "M12": m12.m12, "M13": m13.m13, "M14": m14.m14, "M15": m15.m15,
}  # fmt: skip
# The modules that have functions for the emulated Pico, called as the measures are.
ON_PICO = {"M2": "onpico", "M3": "memory", "M4": "memory", "M8": "onpico", "M9": "onpico", "M10": "onpico"}


def main(names: list[str]) -> int:
    rows: list[Row] = []
    left_out: list[str] = []
    known = sorted({*MEASURES, *ON_PICO}, key=lambda name: int(name[1:]))
    missing = emulated_pico.missing()
    for name in names or known:
        if name not in known:
            print(f"no measure is called {name}; there is: {' '.join(known)}", file=sys.stderr)
            return 2
        if name == "M4" and mp32.bits() != 32:
            print(f"{name} needs 32-bit MicroPython; to get it: {mp32.CURE}", file=sys.stderr)
            continue
        print(f"{name} ...", file=sys.stderr, flush=True)
        rows += MEASURES[name]() if name in MEASURES else []
        if name in ON_PICO and missing is None:
            module = import_module(ON_PICO[name])
            rows += getattr(module, name.lower())()
            left_out += [module.LEFT_OUT] if hasattr(module, "LEFT_OUT") else []
        elif name in ON_PICO:
            print(f"{name} on the emulated Pico did not run, for want of: {missing}", file=sys.stderr)
    head = Row("", "measure", "instrument", "value", "target", None)
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(5)]
    for row in [head, *rows]:
        met = {None: "", True: "met", False: "NOT met"}[row.met]
        print("  ".join(row[i].ljust(widths[i]) for i in range(5)), met)
    for note in dict.fromkeys(left_out):
        print(note)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
