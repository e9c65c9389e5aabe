"""The verb `list`: the tables there are, plugged in or virtual."""

import argparse
import json
import os
from typing import Any

from tablehost import port, tables, text
from tablehost.trouble import NOT_FOUND, Trouble


def main(args: argparse.Namespace) -> int:
    """`cardtable list [--all]`. Raises Trouble."""
    rows = found(args.all)
    if os.environ.get("CARDTABLE_REQUIRE_HW", "0") not in ("", "0") and all(row["virtual"] for row in rows):
        raise Trouble("NO_TABLE", "no table is plugged in", "check the cable (many only charge)", NOT_FOUND)
    if args.json:
        print(json.dumps({"schema": "cardtable/1", "ok": True, "data": rows}))
        return 0
    if rows:
        columns = ("device", "serial", "usb_id", "maker", "product")
        print(text.table([[row[name] or "-" for name in columns] for row in rows], left=range(len(columns))))
    else:
        print("no table is plugged in, none was played at; cardtable play makes a virtual one")
    return 0


def found(every_port: bool = False) -> list[dict[str, Any]]:
    """The tables plugged in (`every_port`: all USB serial ports), then the virtual ones. Raises Trouble."""
    plugged = [row for row in port.list_tables() if row.likely or every_port]
    rows: list[dict[str, Any]] = [
        {**row._asdict(), "likely": row.likely, "virtual": False, "address": f"id:{row.serial}"}
        if row.serial
        else {**row._asdict(), "likely": row.likely, "virtual": False, "address": f"port:{row.device}"}
        for row in plugged
    ]
    for uid, board in tables.shelved():
        rows.append(
            {
                "device": tables.SIM,
                "serial": uid,
                "usb_id": "",
                "maker": "",
                "product": f"virtual table, {board}",
                "likely": True,
                "virtual": True,
                "address": tables.SIM,
            }
        )
    return rows
