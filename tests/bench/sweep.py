"""What a quiet sweep of twelve pads takes an emulated Pico, with the readers' models on its pins.

MICROPYTHON_UF2=... python tests/bench/sweep.py [cards lying]
"""

import statistics
import sys
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / name) for name in ("support", "shared", "torture")]

import emulated  # noqa: E402
from tablehost import firmware_files  # noqa: E402
from tablehost.flashing.tree import compiled  # noqa: E402
from tablehost.virtual import boards  # noqa: E402
from tablehost.virtual.tags import Tag  # noqa: E402

BOARD = "pico_10pads"
LIGHTS = 5  # the GPIO of its lights
SECONDS = 20  # of the Pico's time, at most
MAIN = b'import sys\nsys.path[:0] = ["/a/lib", "/a"]\nimport sweeping\n'


def measured(cards):
    """What tests/emulator/sweeping.py says of each of some sweeps and glances, in order."""
    files = firmware_files.placed()
    files[firmware_files.board_path(BOARD)] = Path("wired.py")
    files[emulated.HERE / "words.py"] = Path("board.py")
    files[emulated.HERE / "sweeping.py"] = Path("sweeping.py")
    slot = {f"a/{place}": data for place, data in compiled(files, emulated.COMPILER).slot.items()}
    pico = emulated.Pico(LIGHTS)
    try:
        pico.power_cycle(emulated.image({**slot, "main.py": MAIN}))
        firmware = emulated.Emulated(boards.load(BOARD), pico)
        pads = firmware.machine.pads
        for card in range(cards):
            pads[card * 3 % len(pads) + card * 3 // len(pads)].tags.append(
                Tag(bytes([4, card, 1, 2, 3, 4, 5]))
            )

        def idle(us):
            firmware.machine.clock.advance(us)
            ended = any(word in pico.said for word in (b"over", b"Traceback"))
            return not ended and pico.ns < SECONDS * emulated.NS

        firmware.run(idle)
        said = bytes(pico.said).decode()
    finally:
        pico.close()
    if "over" not in said:
        raise RuntimeError(said)
    return [tuple(map(int, line.split()[1:])) for line in said.splitlines() if line.startswith("sweep")]


def main():
    found = measured(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    sweeps = [after for before, after in pairwise(found) if after[3] > before[3]]
    glances = [after for before, after in pairwise(found) if after[3] == before[3] and after[2] > 1]
    for what, rows in (("sweeps", sweeps), ("glances", glances)):
        for number, value in enumerate(("of the processor", "until the last reader is heard")):
            times = sorted(row[number] for row in rows)
            if times:
                print(
                    f"{len(rows)} {what}, us {value}: median {statistics.median(times):.0f}, most {times[-1]}"
                )


if __name__ == "__main__":
    print(emulated.missing()) if emulated.missing() else main()
