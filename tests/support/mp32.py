"""Path and start of 32-bit MicroPython, for the gate and for tests that need it."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MP32 = ROOT / ".tools" / "micropython" / "mp32"
WITH_STACK = "tests/micropython/with_stack.py"
CURE = "sh tests/get_micropython.sh .tools/micropython"

# A Pico has less, but its code is in flash: memory is judged in the emulated Pico (tests/emulator).
HEAP = 4 * 1024 * 1024

LIBRARY = ROOT / "firmware" / "lib"

_BITS = "import sys; print(32 if sys.maxsize < 1 << 32 else 64)"


def bits() -> int:
    """Return the word size of the interpreter that is there: 32, 64 (a stand-in), 0 for none."""
    try:
        done = subprocess.run([MP32, "-c", _BITS], capture_output=True, text=True, timeout=30)
    except OSError:
        return 0
    return int(done.stdout) if done.returncode == 0 else 0


def run(
    *arguments: str, heap: int = HEAP, timeout: float = 120, library: Path = LIBRARY
) -> subprocess.CompletedProcess[str]:
    """Run MicroPython from the root with `arguments`; what it prints comes back as `stdout`. `-c` and code
    run where the stack is deep.

    `library`: where the package is, below the root: sources, or what the compiler made of them.
    """
    # Relative to the root, where every run starts: a path with spaces or colons does no harm then.
    path = f"{library.relative_to(ROOT)}:tests/portable:.frozen"
    words = [WITH_STACK, *arguments[1:]] if arguments[0] == "-c" else arguments
    return subprocess.run(
        [MP32, "-X", f"heapsize={heap}", *words],
        cwd=ROOT,
        env={**os.environ, "MICROPYPATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        timeout=timeout,
    )
