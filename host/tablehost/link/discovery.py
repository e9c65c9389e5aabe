"""Discovery of the table for a verb: a real one at a port, or the virtual one when none is plugged in.

An address is one of `tablehost.link.port`, a name from `tablehost.link.config`, or SIM for the virtual table.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tablehost import folders, locks, messages, pipes
from tablehost.errors import BUSY, INTERRUPTED, NOT_FOUND, UNEXPECTED, Trouble
from tablehost.files import write_error
from tablehost.firmware import boards
from tablehost.folders import own_games
from tablehost.link import config, port, usb_devices
from tablehost.link.pipe_port import PipePort
from tablehost.link.port_error import PortError
from tablehost.link.present_tables import SIM as SIM  # part of this module for those who use it
from tablehost.link.present_tables import list_virtual_tables, place_of, shelf
from tablehost.people.held_seats import Seats
from tablehost.types import Fields

SAID = messages.Catalogue("table")

SETTINGS = ("lang", "sound", "glow", "lessons", "policy")  # settings of a table, see the verb `tables`


@dataclass
class Connection:
    """An open line to a table.

    `folder`: the files of the virtual table, None for a real one. `address`: the address at which a real
    table will be found again. `hands`: the players at the virtual one whose cards the user moves.
    """

    line: port.Line
    virtual: bool
    folder: Path | None
    address: str | None = None
    hands: Seats | None = None
    _lock: IO[str] | None = None
    _room: PipePort | None = None

    @property
    def is_network(self) -> bool:
        """Return True if the line to a real table is a network."""
        return self.address is not None and port.is_network(self.address)

    def reopen(self) -> port.Line:
        """Open the line to a real table again, after it was lost. Raises PortError while the table is not
        there.
        """
        assert self.address is not None
        self.line.close()
        self.line = port.open_port(self.address)
        return self.line

    def show_hands(self, asked: Fields) -> None:
        """Pass the prompt to the hands that lay a pile of cards, see `virtual/pile.py`."""
        if self._room is not None:
            self._room.tell(json.dumps(asked).encode())

    def language(self) -> str:
        """Return the language of the virtual table, from its own settings; "" if none was set."""
        assert self.folder is not None
        return language_at(self.folder.name)

    def close(self) -> None:
        """Hang up; the virtual table then ends by itself."""
        if self.hands is not None:
            self.hands.close()
        self.line.close()
        if self._lock is not None:
            self._lock.close()


def find(asked: str | None, quiet: bool, is_real: bool = False) -> str:
    """Return the address to use: the one `asked` for, else $CARDTABLE, else auto.

    A name is resolved to its address. Auto is the table plugged in that has a name, else the one plugged in,
    else SIM. Prints once on stderr if the virtual table is used without being asked for. `is_real`: the
    caller has no use for the virtual one. Raises Trouble.
    """
    address = asked or os.environ.get("CARDTABLE") or "auto"
    kind, _, rest = address.partition(":")
    if kind == "name" and rest:
        return config.address_of(rest)
    needs_table = os.environ.get("CARDTABLE_REQUIRE_HW", "0") not in ("", "0")
    if address == "auto":
        try:
            rows = usb_devices.list_tables()
        except PortError:  # without pyserial there is the virtual table
            if needs_table or is_real:
                raise
            rows = []
        named = config.tables()
        known = [row for row in rows if config.name_of(row, named)]
        if len(known) > 1:
            names = ", ".join(f"name:{config.name_of(row, named)}" for row in known)
            about = SAID("which-named-table", known=len(known))
            raise Trouble("WHICH_TABLE", about, SAID("which-table-hint", names=names), NOT_FOUND)
        if known:
            return f"id:{known[0].serial}" if known[0].serial else f"port:{known[0].device}"
        if any(row.likely for row in rows):
            return address
    if address not in ("auto", SIM):
        check(address)
        return address
    if needs_table:
        raise Trouble(
            "NO_TABLE",
            SAID("virtual-refused") if address == SIM else SAID("no-table"),
            SAID("virtual-refused-hint"),
            NOT_FOUND,
        )
    if not quiet:
        announce_virtual(asked)
    return SIM


def announce_virtual(asked: str | None) -> None:
    """Print that the virtual table is used, unless it was asked for."""
    if (asked or os.environ.get("CARDTABLE") or "auto") == "auto":
        lines = [SAID("table-not-found")]
        try:
            usb_devices.list_tables()
        except PortError as error:
            lines = [SAID("virtual-without-port", reason=error.message), *error.hint.split("\n")]
        print("cardtable: " + "\n".join(lines), file=sys.stderr)


def check(address: str) -> None:
    """Raise Trouble if this is no address of a real table, with the name that it may have been meant for."""
    if address == SIM:
        raise Trouble("BAD_ADDRESS", SAID("real-alone"), SAID("real-alone-hint"))
    try:
        port.check_address(address)
    except PortError as error:
        for name in config.tables():
            if name.lower() == address.lower():
                raise Trouble(
                    error.code, error.message, SAID("did-you-mean-name", name=name), error.exit
                ) from None
        raise


def connect(address: str, people: Fields) -> Connection:
    """Return the table at an address that `find` gave; `people` sit around the virtual one. Raises
    Trouble.
    """
    if address == SIM:
        return virtual(people)
    address = port.lasting_address(address)
    if port.is_network(address):
        print(SAID("network-warning", address=address, open_to_all=SAID("open-to-all")), file=sys.stderr)
    return Connection(port.open_port(address), False, None, address)


USUAL_SEATS = 6  # at the virtual table, where no number of players is given


def board_for(seats: int, uid: str | None = None, reader: str | None = None, number: int = 1) -> str:
    """Return the place of the virtual table to play at: that of the table `uid`, else with the smallest board
    that will do. `number`: of the table among those that play at the same time.

    With each board, and each kind of reader on it, a virtual table is a device of its own, with an id and a
    folder. Raises Trouble if there is no such kind.
    """
    for known, place in list_virtual_tables():
        if known == uid:
            return place
    try:
        return place_of(boards.load_with_readers(boards.smallest(seats), reader), number)
    except LookupError as error:
        raise Trouble("NO_READER", SAID("bad-reader", reader=reader, error=error)) from None


def language_at(board: str) -> str:
    """Return the language of the virtual table of this board, from its own settings; "" if none was set."""
    file = shelf() / board / "settings"
    lines = file.read_text().splitlines() if file.exists() else []
    return next((line.removeprefix("lang=") for line in lines if line.startswith("lang=")), "")


def virtual(people: Fields) -> Connection:
    """Switch the virtual table of people["board"] on, for one program at a time.

    The seats in people["held"] are played by the user at the keyboard; by no player if it is "unattended";
    and with "joins" by users elsewhere, who may take other seats. Raises Trouble.
    """
    has_hands = bool(people["held"]) or bool(people.get("joins"))
    folder, lock = _sit_down(people["board"])
    command = [sys.executable, "-m", "tablehost.virtual", str(folder)]
    people = {**people, "own_games": str(own_games()), "hands": has_hands}
    process = subprocess.Popen(
        [*command, json.dumps(people)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
        start_new_session=True,
        env=_environment(),
    )
    line = PipePort(process)
    hands = None
    if has_hands and not people.get("unattended"):
        hands = Seats(line, people["held"], None if people.get("joins") else sys.stdin.fileno())
    return Connection(line, True, folder, None, hands, lock, line if "pile" in people else None)


def serve(people: Fields, link: str) -> int:
    """Run the virtual table on a pseudo terminal whose name is printed, until Ctrl-C; return the exit status.

    `link`: the name of a link to it while it is served, "" for none. Raises Trouble.
    """
    if not pipes.CAN_SELECT:
        raise Trouble("NOT_ON_WINDOWS", SAID("windows-pty"), SAID("windows-pty-hint"))
    folder, lock = _sit_down(people["board"])
    if link and os.path.lexists(link) and not os.path.islink(link):
        raise Trouble("NOT_A_LINK", SAID("pty-taken", link=link))
    wish = json.dumps({**people, "own_games": str(own_games()), "pty": link})
    process = subprocess.Popen(
        [sys.executable, "-m", "tablehost.virtual", str(folder), wish], env=_environment()
    )
    with lock:
        try:
            status = process.wait()
            return status if status >= 0 else UNEXPECTED
        except KeyboardInterrupt:
            return INTERRUPTED
        finally:
            process.terminate()
            process.wait()


def _environment() -> dict[str, str]:
    """Return the environment for a process that finds the modules of this one."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def _sit_down(board: str) -> tuple[Path, IO[str]]:
    """Return the folder of a virtual table, and the lock that keeps others away from all of them. Raises
    Trouble.
    """
    folder = shelf() / board
    try:
        folders.make(folder)
        lock = open(folder.with_name("lock"), "w")
    except OSError as error:
        raise write_error(folder, error) from error
    if not locks.lock(lock):
        lock.close()
        raise Trouble("TABLE_BUSY", SAID("table-busy"), SAID("table-busy-hint"), BUSY)
    return folder, lock
