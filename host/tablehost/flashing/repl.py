"""`doctor --prompt`: MicroPython's own prompt on a table, by way of mpremote. Then the table starts again."""

from __future__ import annotations

import contextlib
import subprocess
import sys

from tablehost import arguments
from tablehost.errors import USAGE, Trouble
from tablehost.flashing.device import Mpremote, mpremote
from tablehost.flashing.meeting import MetTable, ReadOnlyJournal, meet
from tablehost.flashing.told import SAID, trouble
from tablehost.flashing.verb import hardware
from tablehost.link import port
from tablehost.link.port_error import PortError


def main(args: arguments.Doctor) -> int:
    """Hand the terminal over, and see that the table runs again. Raises Trouble."""
    address = hardware(args.table, "doctor --prompt")
    mpremote("main")
    name = port.resolve(address)
    port.open_port(address).close()  # is it there, and free?
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise trouble("no-tty", USAGE, port=name)
    met = _met(address)
    if met is not None and met.info["shadows"]:
        print(SAID("repl-hidden", names=", ".join(map(str, met.info["shadows"]))))
    print(SAID("repl-warns", port=name), flush=True)
    status = subprocess.run([sys.executable, "-m", "mpremote", "connect", name, "resume", "repl"]).returncode
    print(SAID("repl-running" if _runs(address) else "repl-restarts"), flush=True)
    return status


def _met(address: str) -> MetTable | None:
    """Return the data of its program; None if it does not answer."""
    with contextlib.suppress(PortError):
        line = port.open_port(address)
        try:
            return meet(ReadOnlyJournal(None), line, False)
        finally:
            line.close()
    return None


def _runs(address: str) -> bool:
    """Return True if the table's program runs; where it does not it is started again."""
    if _met(address) is not None:
        return True
    with contextlib.suppress(Trouble):
        device = Mpremote(port.resolve(address))
        device.about()  # it takes care of the watchdog
        device.reset()
    return False
