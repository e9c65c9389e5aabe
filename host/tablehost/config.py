"""The configuration file: names of one's own for tables.

    [tables]
    Bay3 = "id:E6614103E7452D2F"
    Cellar = "socket://10.0.0.7:2217"

It is TOML, at $CARDTABLE_CONFIG, else `cardtable/config.toml` in the XDG configuration folder; without it no
table has a name. What is wrong in it is told by file and line.
"""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

from tablehost import port
from tablehost.trouble import NOT_FOUND, UNEXPECTED, Trouble, did_you_mean

TABLES = "tables"
ADDRESSES = "an address is id:SERIAL, port:NAME, socket://HOST:PORT or rfc2217://HOST:PORT"


def path() -> Path:
    """Where the file is, or would be."""
    own = os.environ.get("CARDTABLE_CONFIG")
    if own:
        return Path(own).expanduser()
    folder = os.environ.get("XDG_CONFIG_HOME", "")
    # The XDG specification has relative paths ignored.
    return (Path(folder) if os.path.isabs(folder) else Path.home() / ".config") / "cardtable" / "config.toml"


def tables() -> dict[str, str]:
    """The addresses of tables by their names, in the order of the file. Raises Trouble."""
    file = path()
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        hint = "put it right, or move it away: without it no table has a name, and all else is the same"
        raise Trouble("BAD_CONFIG", f"{file} cannot be read: {reason}", hint, UNEXPECTED) from error
    try:
        whole = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"line (\d+)", str(error))
        where = f"{file}:{at[1] if at else len(text.splitlines())}"
        hint = 'a line of it reads: Bay3 = "id:E66..."'
        raise Trouble("BAD_CONFIG", f"{where}: this is no TOML: {error}", hint) from None
    for name in whole:
        if name != TABLES:
            where = f"{file}:{_line(text, name)}"
            raise Trouble("BAD_CONFIG", f"{where}: {name} means nothing here", did_you_mean(name, [TABLES]))
    named = whole.get(TABLES, {})
    if not isinstance(named, dict):
        where = f"{file}:{_line(text, TABLES)}"
        raise Trouble("BAD_CONFIG", f"{where}: {TABLES} is a section", f"write [{TABLES}]")
    seen: dict[str, str] = {}
    for name, address in named.items():
        where = f"{file}:{_line(text, name)}"
        if not isinstance(address, str):
            hint = f'{name} = "id:SERIAL", with the serial number that cardtable list shows'
            raise Trouble("BAD_CONFIG", f"{where}: the address of {name} is not a text", hint)
        if address in ("auto", "sim:"):
            about = f"{where}: {address} is no address of one table, so {name} cannot stand for it"
            raise Trouble("BAD_CONFIG", about, ADDRESSES)
        try:
            port.check_address(address)
        except port.PortError as error:
            meant = [line for line in error.hint.splitlines() if line.startswith("did you mean")]
            hint = "\n".join([*meant, ADDRESSES])
            raise Trouble("BAD_CONFIG", f"{where}: {name}: {error.message}", hint) from None
        if address.lower() in seen:
            about = f"{where}: {name} is the same table as {seen[address.lower()]}"
            raise Trouble("BAD_CONFIG", about, "a table has one name: leave one of them out")
        seen[address.lower()] = name
    return named


def _line(text: str, name: str) -> int:
    """The number of the line that first has this key, or this section."""
    key = rf"""(["']?){re.escape(name)}\2"""
    wanted = re.compile(rf"\s*(\[\s*|{TABLES}\s*\.\s*)?{key}\s*[]=.]")
    lines = enumerate(text.splitlines(), 1)
    return next((number for number, line in lines if wanted.match(line)), 1)


def address_of(name: str) -> str:
    """The address of the table called `name`, capitals or not. Raises Trouble."""
    named = tables()
    for known, address in named.items():
        if known.lower() == name.lower():
            return address
    hint = did_you_mean(name, list(named)) or f'give it one there: [{TABLES}], then {name} = "id:SERIAL"'
    raise Trouble("NO_SUCH_NAME", f"no table is called {name} in {path()}", hint, NOT_FOUND)


def name_of(row: port.TableRow, named: dict[str, str]) -> str:
    """What a plugged table is called, "" if it has no name. `named`: as `tables` gives them."""
    for name, address in named.items():
        kind, _, rest = address.partition(":")
        if kind == "id" and row.serial and rest.lower() == row.serial.lower():
            return name
        if kind != "id" and "://" not in address and port.resolve(address) == row.device:
            return name
    return ""
