"""The verb `keep`: each table that is plugged in is kept by a process of its own.

A kept table is one of `play --alone`: matches are set up by its keys, and this computer records and judges
them. A table that is plugged in later is kept from then on. A process that ends is started again. All end
with this one, however it ends: a table keeps the records that were not taken over yet.
"""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from multiprocessing.context import SpawnProcess
from typing import Any, TextIO

from tablehost import folders, locks, messages
from tablehost.arguments import Keep
from tablehost.cli import alone
from tablehost.console.output import Once, tell
from tablehost.errors import BUSY, Trouble
from tablehost.files import make_folder, save_text
from tablehost.link import config, discovery, orders
from tablehost.link.present_tables import list_plugged
from tablehost.plugins import own

SAID = messages.Catalogue("table")

LOOK_S = 1.0  # between two looks for tables
LEAST_PAUSE_S, MOST_PAUSE_S = 1.0, 60.0  # before a process is started again: doubled each time
UNIT = "cardtable.service"


def main(args: Keep) -> int:
    """Keep the tables until Ctrl-C or SIGTERM, or install the unit that does. Raises Trouble."""
    for address in args.table or ():
        discovery.check(address)
    if args.install:
        return install(args.table or ())
    with _alone():
        signal.signal(signal.SIGTERM, _stop)
        keeper = Keeper(args.table, args.lang)
        try:
            keeper.look()
            once = Once()
            while True:
                time.sleep(LOOK_S)
                try:
                    keeper.look()
                    once.clear()
                except Exception as error:
                    once.tell(error)
        except Stopped:
            return 0
        finally:
            keeper.close()


class Stopped(BaseException):
    """The system asks this program to end."""


def _stop(*_: object) -> None:
    raise Stopped


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Keep other `keep`s of this home away. Raises Trouble if there is one."""
    with orders.open_lock("keep") as lock:
        if not locks.lock(lock):
            raise Trouble("BUSY", SAID("keeps-already"), SAID("keeps-already-hint"), BUSY)
        yield


class Kept:
    """A table that is kept: its name, its process, and when that is started again if it ends."""

    def __init__(self, name: str, address: str, language: str) -> None:
        self.name = name
        self._start = (address, name, language)
        self._pause = LEAST_PAUSE_S
        self._began = self._again = 0.0
        self.process = self._run()

    def look(self) -> None:
        """Start the process again if it has ended, after a pause."""
        if self.process.is_alive():
            return
        now = time.monotonic()
        if not self._again:
            lasted = now - self._began > MOST_PAUSE_S
            self._pause = LEAST_PAUSE_S if lasted else min(2 * self._pause, MOST_PAUSE_S)
            self._again = now + self._pause
            print(SAID("keeps-again", name=self.name, seconds=int(self._pause)), flush=True)
        elif now >= self._again:
            self.process = self._run()

    def _run(self) -> SpawnProcess:
        self._began, self._again = time.monotonic(), 0.0
        process = multiprocessing.get_context("spawn").Process(target=attend, args=self._start, daemon=True)
        process.start()
        return process


class Keeper:
    """The tables that are kept. `addresses`: those to keep, None for all that are found."""

    def __init__(self, addresses: list[str] | None, language: str) -> None:
        self._addresses = addresses
        self._language = language
        self._kept: dict[str, Kept] = {}
        self._is_told = False  # that there is none yet

    def look(self) -> None:
        """Keep the tables that are new, and start processes again that have ended."""
        for name, address in list_plugged(self._addresses):
            if address in self._kept:
                continue
            print(SAID("keeps", name=name, address=address), flush=True)
            self._kept[address] = Kept(name, address, self._language)
        for kept in self._kept.values():
            kept.look()
        if not self._kept and not self._is_told:
            self._is_told = True
            print(SAID("keeps-none"), flush=True)

    def close(self) -> None:
        """End all processes."""
        for kept in self._kept.values():
            kept.process.terminate()
        for kept in self._kept.values():
            kept.process.join()


# -- the process of one table --------------------------------------------------------------------


def attend(address: str, name: str, language: str) -> None:
    """Keep one table, each line of output with its name, as long as the program that started this lives."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    messages.use(language)  # here alone: the table speaks as its players have set it
    out: Any = Labelled(sys.stdout, name)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        for trouble in own.register(folders.own_games()):
            tell(trouble, as_json=False)
        try:
            alone.attend(discovery.find(address, quiet=True, is_real=True))
        except Exception as error:
            Once().tell(error)  # the program that started this begins again


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)  # records are acknowledged after they are on disk: nothing is lost


class Labelled(io.TextIOBase):
    """A stream each line of which begins with a name; whole lines alone are written."""

    def __init__(self, out: TextIO, name: str) -> None:
        self._out = out
        self._name = name
        self._begun = ""

    def write(self, text: str) -> int:
        *lines, self._begun = (self._begun + text).split("\n")
        self._out.write("".join(f"{self._name}: {line}\n" for line in lines if line.strip()))
        self._out.flush()
        return len(text)

    def isatty(self) -> bool:
        return False


# -- the unit --------------------------------------------------------------------------------------


def install(addresses: list[str] | tuple[str, ...]) -> int:
    """Write a unit of the user's systemd that keeps the tables from every start on. Raises Trouble."""
    if not sys.platform.startswith("linux"):
        raise Trouble("NOT_HERE", SAID("no-systemd"), SAID("no-systemd-hint"))
    path = folders.config().parent / "systemd" / "user" / UNIT
    make_folder(path.parent)
    save_text(path, unit(addresses))
    print(SAID("unit-written", path=path))
    for line in ("daemon-reload", f"enable --now {UNIT}"):
        print(f"  systemctl --user {line}")
    print(SAID("unit-lingers"))
    print("  loginctl enable-linger")
    print(SAID("unit-log"))
    print(f"  journalctl --user -u {UNIT} -f")
    return 0


def unit(addresses: list[str] | tuple[str, ...]) -> str:
    """Return the text of the unit: this program, with the folders and the language that it has now."""
    words = [sys.executable, "-m", "tablehost", "keep", *(f"--table={address}" for address in addresses)]
    there: dict[str, object] = {
        "CARDTABLE_HOME": folders.home(),
        "CARDTABLE_CONFIG": config.path(),
        "CARDTABLE_LANG": messages.language(),
    }
    url = folders.database()
    if url is not None:
        there[folders.DATABASE] = url
    lines = [f"Environment={_quote(f'{name}={value}')}" for name, value in there.items()]
    start = " ".join(map(_quote, words)).replace("$", "$$")
    return "\n".join(
        [
            "[Unit]", "Description=Cardtable: the matches of all tables are recorded", "",
            "[Service]", *lines, f"ExecStart={start}", "Restart=always", "RestartSec=5",
            "", "[Install]", "WantedBy=default.target", "",
        ]
    )  # fmt: skip


def _quote(word: str) -> str:
    """Return a word in quotes as systemd reads it (systemd.syntax(7); `%` begins a specifier)."""
    plain = word.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("%", "%%")
    return f'"{plain}"'
