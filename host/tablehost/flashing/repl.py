"""`cardtable repl`: MicroPython's own prompt on a table, by way of mpremote. Then the table starts again."""

from __future__ import annotations

import argparse
import contextlib
import subprocess
import sys

from tablehost import messages, port
from tablehost.flashing.device import Mpremote, mpremote
from tablehost.flashing.flash import hardware, trouble
from tablehost.flashing.meeting import Looking, meet
from tablehost.trouble import USAGE, Trouble

SAID = messages.Catalogue("flash")


def main(args: argparse.Namespace) -> int:
    """Hand the terminal over, and see that the table runs again. Raises Trouble."""
    address = hardware(args.table, "repl")
    mpremote("main")
    name = port.resolve(address)
    port.open_port(address).close()  # is it there, and free?
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise trouble("no-tty", USAGE, port=name)
    print(SAID("repl-warns", port=name), flush=True)
    status = subprocess.run([sys.executable, "-m", "mpremote", "connect", name, "resume", "repl"]).returncode
    print(SAID("repl-running" if _runs(address) else "repl-restarts"), flush=True)
    return status


def _runs(address: str) -> bool:
    """Whether the table's program runs; where it does not it is started again."""
    with contextlib.suppress(port.PortError):
        line = port.open_port(address)
        try:
            if meet(Looking(None), line, False) is not None:
                return True
        finally:
            line.close()
    with contextlib.suppress(Trouble):
        device = Mpremote(port.resolve(address))
        device.about()  # it takes care of the watchdog
        device.reset()
    return False
