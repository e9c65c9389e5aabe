"""A Pico at a pseudo-terminal, as mpremote finds one: 32-bit MicroPython with its files on littlefs."""

import os
import subprocess
import tty

import mp32
from timeouts import PATIENCE

PROGRAM = mp32.ROOT / "tests" / "micropython" / "raw_repl.py"
RESET, BOOTLOADER = 75, 76  # its exit status when machine.reset() or bootloader() was called


class Wired:
    """`image`: the file that is its flash; `name`: the terminal at which its REPL is."""

    def __init__(self, folder):
        self.image = folder / "flash"
        self.image.write_bytes(b"\xff" * 4096 * 96)
        master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.name = os.ttyname(self._slave)
        self._process = subprocess.Popen([*self._command("repl")], stdin=master, stdout=master)
        os.close(master)

    def _command(self, what):
        return [mp32.MP32, "-X", f"heapsize={mp32.HEAP}", PROGRAM, self.image, what]

    def boot(self):
        """Switch it on: what /main.py prints, and whether it starts again."""
        done = subprocess.run(self._command("boot"), capture_output=True, text=True, timeout=PATIENCE)
        return done.stdout + done.stderr, done.returncode == RESET

    def wait(self):
        """Wait until the Pico is gone from its REPL; return the exit status."""
        return self._process.wait(PATIENCE)

    def close_process(self):
        """The plug is pulled."""
        self._process.kill()
        self._process.wait()

    def close(self):
        self.close_process()
        os.close(self._slave)
