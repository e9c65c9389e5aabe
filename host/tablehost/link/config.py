"""The configuration file: names of one's own for tables, and which board each Pico is on.

    [tables]
    Bay3 = "id:E6614103E7452D2F"
    Cellar = "socket://10.0.0.7:2217"

    [boards]
    e6614103e7452d2f = "pico_6pads"

`cardtable flash` writes the boards. It is TOML, at $CARDTABLE_CONFIG, else `cardtable/config.toml` in the XDG
configuration folder; without it no table has a name. Faults in it are reported by file and line.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from tablehost import folders, messages
from tablehost.errors import NOT_FOUND, UNEXPECTED, Trouble, did_you_mean
from tablehost.firmware import firmware_files
from tablehost.link import port, usb_devices
from tablehost.link.port_error import PortError
from tablehost.text_files import read_text

if TYPE_CHECKING:
    from tablehost.types import Fields

SAID = messages.Catalogue("table")

TABLES = "tables"
BOARDS = "boards"


def path() -> Path:
    """Return the path of the file, whether it exists or not."""
    own = os.environ.get("CARDTABLE_CONFIG")
    return Path(own).expanduser() if own else folders.config() / "config.toml"


def _read() -> tuple[str, Fields]:
    """Return the file's text, and its contents. Raises Trouble."""
    file = path()
    try:
        text = read_text(file)
    except FileNotFoundError:
        return "", {}
    except (OSError, UnicodeDecodeError) as error:
        reason = messages.reason(error, SAID("config-not-utf8"))
        hint = SAID("config-hint")
        raise Trouble(
            "BAD_CONFIG", SAID("config-unreadable", file=file, reason=reason), hint, UNEXPECTED
        ) from error
    import tomllib  # few people have the file

    try:
        whole = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"line (\d+), column (\d+)", str(error))
        where = f"{file}:{at[1] if at else len(text.splitlines())}"
        column = at[2] if at else None
        hint = SAID("config-line-hint")
        raise Trouble("BAD_CONFIG", SAID("config-no-toml", where=where, column=column), hint) from None
    for name, section in whole.items():
        where = f"{file}:{_line(text, name)}"
        if name not in (TABLES, BOARDS):
            hint = did_you_mean(name, [TABLES, BOARDS])
            raise Trouble("BAD_CONFIG", SAID("config-unknown-name", where=where, name=name), hint)
        if not isinstance(section, dict):
            raise Trouble(
                "BAD_CONFIG",
                SAID("config-name-is-section", where=where, name=name),
                SAID("config-section-hint", name=name),
            )
    return text, whole


def tables() -> dict[str, str]:
    """Return the addresses of tables by their names, in the order of the file. Raises Trouble."""
    file = path()
    text, whole = _read()
    named: dict[str, str] = whole.get(TABLES, {})
    seen: dict[str, str] = {}
    for name, address in named.items():
        where = f"{file}:{_line(text, name)}"
        if not isinstance(address, str):
            hint = SAID("config-address-hint", name=name)
            raise Trouble("BAD_CONFIG", SAID("config-address-no-text", where=where, name=name), hint)
        if address in ("auto", "sim:"):
            about = SAID("config-address-of-several", where=where, address=address, name=name)
            raise Trouble("BAD_CONFIG", about, SAID("one-table"))
        try:
            port.check_address(address)
        except PortError as error:
            meant = error.hint.splitlines()[:-1]  # the last line lists all kinds of addresses
            hint = "\n".join([*meant, SAID("one-table")])
            raise Trouble("BAD_CONFIG", f"{where}: {name}: {error.message}", hint) from None
        if address.lower() in seen:
            about = SAID("config-same-table", where=where, name=name, seen=seen[address.lower()])
            raise Trouble("BAD_CONFIG", about, SAID("config-same-table-hint"))
        seen[address.lower()] = name
    return named


def boards() -> dict[str, str]:
    """Return the board that each Pico is on, by the Pico's id in small letters. Raises Trouble."""
    text, whole = _read()
    found: dict[str, str] = {}
    for uid, board in whole.get(BOARDS, {}).items():
        if board not in firmware_files.boards():
            where = f"{path()}:{_line(text, uid)}"
            about = SAID("config-no-board", where=where, uid=uid, board=board)
            raise Trouble("BAD_CONFIG", about, did_you_mean(str(board), firmware_files.boards()))
        found[uid.lower()] = board
    return found


def remember_board(uid: str, board: str) -> None:
    """Write down which board a Pico is on; everything else in the file stays as it is. Raises Trouble."""
    boards()  # faults in the file must be corrected first
    file = path()
    rows = read_text(file).splitlines() if file.exists() else []
    line = f'{uid} = "{board}"'
    at = next((i for i, row in enumerate(rows) if row.partition("=")[0].strip(" \t\"'").lower() == uid), None)
    section = next((i for i, row in enumerate(rows) if re.match(rf"\s*\[\s*{BOARDS}\s*\]", row)), None)
    if at is not None:
        rows[at] = line
    elif section is not None:
        rows.insert(section + 1, line)
    else:
        rows += [*([""] if rows else []), f"[{BOARDS}]", line]
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        beside = file.with_name(file.name + ".new")
        beside.write_text("\n".join(rows) + "\n", encoding="utf-8")
        beside.replace(file)
    except OSError as error:
        about = SAID("board-not-remembered", file=file, strerror=messages.reason(error))
        raise Trouble("BAD_CONFIG", about, SAID("board-not-remembered-hint"), UNEXPECTED) from error


def _line(text: str, name: str) -> int:
    """Return the number of the line that first has this key, or this section."""
    key = rf"""(["']?){re.escape(name)}\2"""
    wanted = re.compile(rf"\s*(\[\s*|(?:{TABLES}|{BOARDS})\s*\.\s*)?{key}\s*[]=.]")
    lines = enumerate(text.splitlines(), 1)
    return next((number for number, line in lines if wanted.match(line)), 1)


def address_of(name: str) -> str:
    """Return the address of the table called `name`, capitals or not. Raises Trouble."""
    named = tables()
    for known, address in named.items():
        if known.lower() == name.lower():
            return address
    hint = did_you_mean(name, list(named)) or SAID("name-a-table-hint", tables=TABLES, name=name)
    raise Trouble("NO_SUCH_NAME", SAID("no-such-name", name=name, path=path()), hint, NOT_FOUND)


def name_of(row: usb_devices.TableRow, named: dict[str, str]) -> str:
    """Return the name of a plugged table, "" if it has none. `named`: as `tables` gives them."""
    for name, address in named.items():
        kind, _, rest = address.partition(":")
        if kind == "id" and row.serial and rest.lower() == row.serial.lower():
            return name
        if kind != "id" and "://" not in address and port.resolve(address) == row.device:
            return name
    return ""
