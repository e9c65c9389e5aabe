"""The verb `doctor --fix-udev`: the udev rule with which Linux lets the user of this computer open a table's
port, and keeps ModemManager off it. Without the rights nothing is written, and no password is asked for.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from tablehost import messages
from tablehost.doctor.checks import FAIL, NOTE, OK, Check, status
from tablehost.doctor.words import WORDS
from tablehost.errors import BUSY
from tablehost.link.usb_devices import PICO
from tablehost.types import SCHEMA

RULE = Path("etc/udev/rules.d/70-cardtable.rules")  # before 73-seat-late.rules, which heeds uaccess
TEXT = (
    "# Tables of Cardtable: who sits at this computer may open their port; ModemManager leaves it alone.\n"
    f'SUBSYSTEM=="tty", ATTRS{{idVendor}}=="{PICO[0]:04x}", ATTRS{{idProduct}}=="{PICO[1]:04x}", '
    'TAG+="uaccess", ENV{ID_MM_DEVICE_IGNORE}="1"\n'
)
AFTERWARDS = (
    ("udevadm", "control", "--reload"),
    ("udevadm", "trigger", "--action=add", "--subsystem-match=tty"),
)

Run = Callable[[Sequence[str]], bool]


def main(lang: str, as_json: bool, root: Path = Path("/")) -> int:
    """Print the plan, carry it out, print the result; return the exit status."""
    check = not_here() if not sys.platform.startswith("linux") else None
    if check is None:
        if not as_json:
            print(WORDS[lang]["udev-plan"].format(file=root / RULE) + "\n" + TEXT, end="", flush=True)
        check = fix(root)
    if as_json:
        told = {"schema": SCHEMA, "ok": check.state != FAIL, "data": [check.as_json(lang)]}
        print(json.dumps(told))
    else:
        print(check.line(lang))
    return status([check])


def not_here() -> Check:
    """Return the check on other systems, which have no udev, and need none."""
    return Check("udev", NOTE, "not-here", {"system": sys.platform})


def fix(root: Path, run: Run | None = None) -> Check:
    """Write the rule, and have udev load it. `run`: carries a command out and returns True if it
    succeeded.
    """
    file = root / RULE
    args = {"file": file}
    try:
        if file.read_text() == TEXT:
            return Check("udev", OK, "udev-there", args)
    except OSError:
        pass  # it will be seen whether it can be written
    try:
        _write(file)
    except OSError as error:
        if isinstance(error, PermissionError):
            return Check("udev", FAIL, "udev-rights", {**args, "commands": commands(file)}, BUSY)
        return Check("udev", FAIL, "udev-failed", {**args, "reason": messages.reason(error)})
    heeded = all((run or _run)(command) for command in AFTERWARDS)
    return Check("udev", OK, "udev-written" if heeded else "udev-unheeded", args)


def commands(file: Path) -> str:
    """Return the commands that a user with the rights types, to the same end."""
    lines = [f"sudo tee {shlex.quote(str(file))} <<'END'", *TEXT.splitlines(), "END"]
    return "\n".join([*lines, *(shlex.join(("sudo", *command)) for command in AFTERWARDS)])


def _write(file: Path) -> None:
    """Write all of it or nothing."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".cardtable-")
    try:
        with os.fdopen(handle, "w") as new:
            new.write(TEXT)
        os.chmod(name, 0o644)
        os.replace(name, file)
    except BaseException:
        os.unlink(name)
        raise


def _run(command: Sequence[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, timeout=10).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
