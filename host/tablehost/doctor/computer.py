"""Checks of this computer: no table is needed for them, and nothing is changed."""

from __future__ import annotations

import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from tablehost import messages
from tablehost.doctor.checks import FAIL, NOTE, OK, Check
from tablehost.doctor.port_holder import holder, processes
from tablehost.errors import BUSY, NOT_FOUND, Trouble
from tablehost.folders import has_journal, home
from tablehost.journal.databases import JournalError
from tablehost.journal.game_log import load_chronicle
from tablehost.journal.store import Game, Journal
from tablehost.link import config, port, usb_devices
from tablehost.link.discovery import SIM
from tablehost.link.port_error import PortError

LEAST_PYTHON = (3, 11)
LEAST_FREE = 50 << 20  # bytes of the disk
MODEM_MANAGER = "ModemManager"
UNMINDED = "E:ID_MM_DEVICE_IGNORE=1"  # the entry in udev's data of a port that it leaves alone
OPTIONAL = {"mpremote": "flash"}  # package -> the extra that brings it


def checks(address: str, root: Path = Path("/")) -> Iterator[Check]:
    """Run all of them; `address`: of the table. `root`: where the system's own files are looked for."""
    yield python()
    yield packages()
    yield configuration()
    yield data_folder()
    yield journal()
    yield from ports(address, root)


def python() -> Check:
    """Check that Python is new enough for this program."""
    version = ".".join(str(part) for part in sys.version_info[:3])
    good = sys.version_info >= LEAST_PYTHON
    least = ".".join(str(part) for part in LEAST_PYTHON)
    return Check(
        "python",
        OK if good else FAIL,
        "version" if good else "old-python",
        {"version": version, "least": least},
    )


def packages() -> Check:
    """Check packages: pyserial is needed for every table, others for some verbs."""
    found, lacking = [], []
    for name in ("pyserial", *OPTIONAL):
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            lacking.append(name)
    other = usb_devices.find_other_serial()
    if other:
        return Check("packages", FAIL, "other-serial", {"path": other})
    if "pyserial" in lacking:
        return Check("packages", FAIL, "no-pyserial", {"install": usb_devices.INSTALL})
    if lacking:
        extra = OPTIONAL[lacking[0]]
        return Check(
            "packages",
            NOTE,
            "no-extra",
            {"found": ", ".join(found), "lacking": ", ".join(lacking), "extra": extra},
        )
    return Check("packages", OK, "packages", {"found": ", ".join(found)})


def configuration() -> Check:
    """Return the file in which tables have names."""
    try:
        names = config.tables()
    except Trouble as trouble:
        return Check.of("config", trouble)
    if not config.path().exists():
        return Check("config", OK, "no-config", {"path": config.path()})
    return Check("config", OK, "config", {"path": config.path(), "count": len(names)})


def data_folder() -> Check:
    """Check the folder of the journal."""
    folder = home()
    there = next(path for path in (folder, *folder.parents) if path.exists())
    try:
        with tempfile.TemporaryFile(dir=there) as file:
            file.write(b"x")
    except OSError as error:
        reason = messages.reason(error)
        return Check("data", FAIL, "not-writable", {"folder": folder, "reason": reason})
    free = shutil.disk_usage(there).free
    said = "data" if free >= LEAST_FREE else "disk-full"
    return Check("data", OK if said == "data" else FAIL, said, {"folder": folder, "free": free >> 20})


def journal() -> Check:
    """Return the file in which it is kept."""
    if not has_journal():
        return Check("kept", OK, "no-journal")
    try:
        with Journal() as one:
            one.check()
            forks = one.forks()
            if forks:
                return Check("kept", FAIL, "fork", {"fork": str(forks[0])})
            for game in one.games():
                if game.finished is None:  # the verb `matches` judges its records
                    _judge(one, game)
            return Check("kept", OK, "kept", {"count": len(one.games())})
    except Trouble as trouble:
        return Check.of("kept", trouble)


def _judge(journal: Journal, game: Game) -> None:
    """Judge the records of a match, where this computer has its rules. Raises JournalError."""
    try:
        load_chronicle(journal, game)
    except JournalError:
        raise
    except Trouble:
        pass


# -- the port -----------------------------------------------------------------------------------------------


def ports(address: str, root: Path = Path("/")) -> Iterator[Check]:
    """Check that the table's port is there, and may be opened."""
    if address == SIM:
        yield Check("port", NOTE, "virtual")
        return
    if port.is_network(address):
        yield Check("port", NOTE, "network", {"address": address})
        return
    try:
        name = port.resolve(address)
    except PortError as error:
        if error.exit == NOT_FOUND:
            none = address == "auto" and not any(row.likely for row in usb_devices.list_tables())
            said = "unplugged" if none else "no-port"
            yield Check("port", FAIL, said, {"message": error.message}, NOT_FOUND)
        else:
            yield Check.of("port", error)
        return
    if not os.path.exists(name):
        yield Check("port", FAIL, "no-port", {"message": f"{name} is not there"}, NOT_FOUND)
        return
    yield Check("port", OK, "port", {"device": name})
    if not sys.platform.startswith("linux"):
        yield Check("permission", NOTE, "not-here", {"system": sys.platform})
        yield Check("modem", NOTE, "not-here", {"system": sys.platform})
        yield Check("holder", NOTE, "not-here", {"system": sys.platform})
        return
    yield permission(name)
    yield modem_manager(name, root)
    yield holder(name, root)


def permission(name: str) -> Check:
    """Check that this user may open the port."""
    if os.access(name, os.R_OK | os.W_OK):
        return Check("permission", OK, "permitted")
    return Check("permission", FAIL, "not-permitted", {"device": name, "group": _group(name)}, BUSY)


def _group(name: str) -> str:
    try:
        return Path(name).group()
    except (KeyError, OSError):
        return "dialout"


def modem_manager(name: str, root: Path) -> Check:
    """Return a program that takes every new port for a modem's, and talks to it."""
    if not any(called == MODEM_MANAGER for _, called in processes(root)):
        return Check("modem", OK, "no-modem-manager")
    try:
        mode = os.stat(name)
        number = f"c{os.major(mode.st_rdev)}:{os.minor(mode.st_rdev)}" if stat.S_ISCHR(mode.st_mode) else ""
        data = (root / "run/udev/data" / number).read_text()
    except OSError:
        data = ""
    if UNMINDED in data.splitlines():
        return Check("modem", OK, "modem-manager-told")
    return Check("modem", FAIL, "modem-manager", {"device": name})
