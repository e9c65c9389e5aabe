"""Where 32-bit MicroPython lies and how it is started, for the gate and for tests that want it."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MP32 = ROOT / ".tools" / "micropython" / "mp32"
CURE = "sh tests/get_micropython.sh .tools/micropython"

# A Pico has less, but its code lies in flash: memory is judged in the emulated Pico (tests/emulator).
HEAP = 4 * 1024 * 1024
