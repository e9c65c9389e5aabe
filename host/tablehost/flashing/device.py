"""The files of a Pico and its data on itself, by way of mpremote, which uses MicroPython's raw REPL.

`Device` is the whole interface for putting a program on a table. Where mpremote's own functions would take
many round trips one short program does the work.
"""

from __future__ import annotations

import ast
import contextlib
import io
from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple, ParamSpec, Protocol, TypeVar

from tablehost import messages
from tablehost.errors import LINK_LOST, NOT_FOUND, USAGE, Trouble

SAID = messages.Catalogue("flash")

Given = ParamSpec("Given")
Got = TypeVar("Got")

INSTALL = "pip install mpremote"
PATIENCE = 10  # s without a byte
CHUNK = 1024  # bytes of a file that are sent at once

# A watchdog that runs already is fed from now on: nothing else would, and it cannot be stopped. The address
# is that of its control register [RP2040 data sheet 4.7.6, RP2350 12.9.7], 30 the bit that says so. `w` is
# bound in what feeds it: mpremote has names of its own there. MicroPython ends a timer without a reference.
_ABOUT = """
import machine, os, sys
s = sys.implementation
w = {"RP2040": 0x40058000, "RP2350": 0x400d8000}.get(getattr(s, "_machine", "").split(" ")[-1])
if w and machine.mem32[w] >> 30 & 1:
    w = machine.WDT(timeout=8388)
    cardtable_feeds = machine.Timer(period=2000, callback=lambda t, w=w: w.feed())
v = os.statvfs("/")
m = getattr(s, "_machine", "")
print((s.name, tuple(s.version)[:3], m, machine.unique_id(), v[0] * v[3], v[1] * v[2]))
"""
_FILES = """
import os
def f(p):
    for r in os.ilistdir(p):
        n = p + "/" + r[0]
        if r[1] & 0x4000:
            print((n, -1), end=",")
            f(n)
        else:
            print((n, r[3]), end=",")
try:
    f(%r)
except OSError:
    pass
"""
_DIGESTS = """
import hashlib
b = memoryview(bytearray(1024))
for p in %r:
    h = hashlib.sha256()
    try:
        with open(p, "rb") as f:
            while True:
                n = f.readinto(b)
                if not n:
                    break
                h.update(b[:n])
        print(repr(h.digest()), end=",")
    except OSError:
        print("b''", end=",")
"""
_PARKED = """
try:
    from journal_partition import device
    from cardtable.controller.storage.store import Store
    s = Store(device())
    for n in s.start():
        if n.endswith(".parked"):
            print(s.open(n).readline(), end=",")
except ImportError:
    pass
"""
# No timer of _ABOUT, or of the table's program in maintenance, runs into the next program.
_LEAVE = """
import machine, sys, time
time.sleep_ms(100)
p = sys.modules.get("cardtable.drivers.watchdog")
for t in (globals().get("cardtable_feeds"), p and p.Watchdog.held):
    if t:
        t.deinit()
machine.%s()
"""
_AT_ONCE = 8  # files whose digests are asked for together: a Pico takes a while for each


class About(NamedTuple):
    """`name` "micropython", `version` (1, 25, 0), `machine` "Raspberry Pi Pico with RP2040"; `uid` of the
    board, hex; bytes of flash that are `free`, and that its file system has.
    """

    name: str
    version: tuple[int, ...]
    machine: str
    uid: str
    free: int
    capacity: int


class Device(Protocol):
    """Paths begin with "/". Everything raises Trouble if the device is lost."""

    def about(self) -> About:
        """Return the identity of the Pico."""

    def files(self, folder: str) -> dict[str, int]:
        """Return all below a folder ("" for the root): path -> bytes, -1 for a folder, which precedes its
        contents.
        """

    def digests(self, paths: list[str]) -> list[bytes]:
        """Return the SHA-256 of these files; b"" for one that is not there."""

    def read(self, path: str) -> bytes | None:
        """Return the contents of a short file; None if there is none."""

    def parked(self) -> list[bytes]:
        """Return the line of each parked match in the journal of the table, see `storage.parked_matches`."""

    def write(self, path: str, data: bytes) -> None:
        """Give a file this content: all of it, or, if that is cut off, none."""

    def rename(self, old: str, new: str) -> None:
        """Rename a file, which replaces the other."""

    def remove(self, path: str, folder: bool = False) -> None:
        """Remove a file, or a folder that is empty."""

    def mkdir(self, path: str) -> None:
        """Make a folder."""

    def bootloader(self) -> None:
        """Have it wait for an image, as a drive, and release it."""

    def reset(self) -> None:
        """Restart it, and release it."""


class _Transport(Protocol):
    """The transport of mpremote, as far as it is used here."""

    def enter_raw_repl(self, *, soft_reset: bool) -> None: ...
    def exec(self, program: str) -> bytes: ...
    def exec_raw_no_follow(self, program: str) -> None: ...
    def fs_readfile(self, path: str) -> bytearray: ...
    def fs_writefile(self, path: str, data: bytes, chunk_size: int) -> None: ...
    def fs_rmfile(self, path: str) -> None: ...
    def fs_rmdir(self, path: str) -> None: ...
    def fs_mkdir(self, path: str) -> None: ...
    def close(self) -> None: ...


def mpremote(part: str) -> Any:
    """Return a module of mpremote. Raises Trouble if it is not installed."""
    try:
        return import_module(f"mpremote.{part}")
    except ImportError as error:
        about = SAID("no-mpremote")
        raise Trouble("NO_MPREMOTE", about, INSTALL, USAGE) from error


class Mpremote:
    """A Pico at a port, in its raw REPL: the program on it was stopped. Raises Trouble."""

    def __init__(self, name: str) -> None:
        module = mpremote("transport_serial")
        self._errors: tuple[type[Exception], ...] = (mpremote("transport").TransportError, OSError, TypeError)
        self.name = name
        try:
            self._transport: _Transport = module.SerialTransport(name, timeout=PATIENCE)
        except self._errors as error:
            about = SAID("port-not-opened", name=name, error=error)
            raise Trouble("NOT_FOUND", about, SAID("see-plugged"), NOT_FOUND) from error
        try:
            with contextlib.redirect_stdout(io.StringIO()):  # it prints the unexpected output
                # A soft reset would end the feeding of the watchdog.
                self._transport.enter_raw_repl(soft_reset=False)
        except self._errors as error:
            self.close()
            raise Trouble("NO_MICROPYTHON", SAID("repl-silent", name=name), "", NOT_FOUND) from error

    def _do(self, function: Callable[Given, Got], *args: Given.args, **named: Given.kwargs) -> Got:
        try:
            return function(*args, **named)
        except self._errors as error:
            raise self._lost(error) from error

    def _lost(self, error: Exception) -> Trouble:
        said = str(error).strip().splitlines()
        return Trouble("LOST", f"{self.name}: {said[-1] if said else error!r}", "", LINK_LOST)

    def _said(self, program: str) -> Any:
        """Return the output of a program, as a value."""
        return ast.literal_eval(self._do(self._transport.exec, program).decode().strip() or "()")

    def about(self) -> About:
        told: tuple[str, tuple[int, ...], str, bytes, int, int] = self._said(_ABOUT)
        name, version, machine, uid, free, capacity = told
        return About(name, version, machine, uid.hex(), free, capacity)

    def files(self, folder: str) -> dict[str, int]:
        found: list[tuple[str, int]] = self._said(_FILES % folder)
        return dict(found)

    def digests(self, paths: list[str]) -> list[bytes]:
        found: list[bytes] = []
        for at in range(0, len(paths), _AT_ONCE):
            found += self._said(_DIGESTS % (paths[at : at + _AT_ONCE],))
        return found

    def read(self, path: str) -> bytes | None:
        try:
            return bytes(self._transport.fs_readfile(path))
        except FileNotFoundError:
            return None
        except self._errors as error:
            raise self._lost(error) from error

    def parked(self) -> list[bytes]:
        return list(self._said(_PARKED))

    def write(self, path: str, data: bytes) -> None:
        self._do(self._transport.fs_writefile, path, data, chunk_size=CHUNK)

    def rename(self, old: str, new: str) -> None:
        self._do(self._transport.exec, f"import os\nos.rename({old!r}, {new!r})")

    def remove(self, path: str, folder: bool = False) -> None:
        self._do(self._transport.fs_rmdir if folder else self._transport.fs_rmfile, path)

    def mkdir(self, path: str) -> None:
        self._do(self._transport.fs_mkdir, path)

    def bootloader(self) -> None:
        self._leave("bootloader")

    def reset(self) -> None:
        self._leave("reset")

    def _leave(self, function: str) -> None:
        with contextlib.suppress(*self._errors):  # it may be gone before it has answered
            self._transport.exec_raw_no_follow(_LEAVE % function)
        self.close()

    def close(self) -> None:
        """Close the port, which may be gone already: then termios has an error of its own."""
        with contextlib.suppress(Exception):
            self._transport.close()
