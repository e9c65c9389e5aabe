"""The tables there are: plugged in, in the network, virtual."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tablehost import folders, messages
from tablehost.link import config, port, usb_devices

if TYPE_CHECKING:
    from tablehost.types import Document, Fields

SAID = messages.Catalogue("table")

SIM = "sim:"  # the address of the virtual table


def find_tables(every_port: bool = False) -> list[Fields]:
    """Return the tables plugged in (`every_port`: all USB serial ports), those of the configuration that are
    reached over a network, whether they answer or not, and the virtual ones. Raises Trouble.
    """
    named = config.tables()
    rows: list[Fields] = []
    for plugged in usb_devices.list_tables():
        name = config.name_of(plugged, named)
        if plugged.likely or name or every_port:
            address = f"id:{plugged.serial}" if plugged.serial else f"port:{plugged.device}"
            rows.append({**plugged._asdict(), "name": name, "likely": plugged.likely, "address": address})
    return [*({**row, "virtual": False} for row in rows), *find_without_port()]


def find_without_port() -> list[Fields]:
    """Return those of the configuration that are reached over a network, and the virtual ones. Raises
    Trouble.
    """
    rows: list[Fields] = []
    for name, address in config.tables().items():
        if port.is_network(address):
            rows.append({**_row(address, "", SAID("over-network")), "name": name, "virtual": False})
    for uid, board in list_virtual_tables():
        rows.append({**_row(SIM, uid, SAID("virtual-table", board=board)), "virtual": True})
    return rows


def list_plugged(addresses: Sequence[str] | None) -> list[tuple[str, str]]:
    """Return the name and the address of each of these tables; by default of each that is plugged in, or in
    the network.
    """
    if addresses is not None:
        return [(address.partition(":")[2] or address, address) for address in addresses]
    rows = [row for row in find_tables() if not row["virtual"]]
    return [(row["name"] or row["serial"] or row["device"], row["address"]) for row in rows]


def _row(address: str, serial: str, product: str) -> Document:
    """Return a table that is not on USB."""
    row = usb_devices.TableRow(address, serial, "", "", product)
    return {**row._asdict(), "name": "", "likely": True, "address": address}


def list_virtual_tables() -> list[tuple[str, str]]:
    """Return the virtual tables that were played at: (unique id, place on the shelf)."""
    files = sorted(shelf().glob("*/uid")) + sorted(shelf().glob("[0-9]*/*/uid"))
    return [(file.read_text().strip(), file.parent.relative_to(shelf()).as_posix()) for file in files]


def place_of(board: str, number: int) -> str:
    """Return the place on the shelf of the virtual table of this number, 1 for the usual one."""
    return board if number == 1 else f"{number}/{board}"


def number_of(place: str) -> int:
    """Return the number of the virtual table at a place on the shelf."""
    number, _, board = place.partition("/")
    return int(number) if board and number.isdecimal() else 1


def shelf() -> Path:
    """Return the folder of the virtual tables: in it one for each board of the usual table, and one for each
    further table that plays at the same time, by number.
    """
    return folders.home() / "virtual"
