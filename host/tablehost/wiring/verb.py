"""The verb `wire`: the wiring list of a board."""

from __future__ import annotations

import json

from tablehost import arguments, messages, packages
from tablehost.errors import NOT_FOUND, USAGE, Trouble, did_you_mean
from tablehost.files import STDOUT, save_text
from tablehost.firmware import boards, firmware_files
from tablehost.types import SCHEMA
from tablehost.wiring.picos import PICOS
from tablehost.wiring.pinout import WORDS, Wires, facts

SAID = messages.Catalogue("wire")


def main(args: arguments.Wire) -> int:
    """Run `cardtable wire [BOARD]`. Raises Trouble."""
    if args.bom is not None and args.board is None:
        raise Trouble("USAGE", SAID("bom-needs-board"), SAID("bom-hint"), USAGE)
    if args.board is None:
        names = firmware_files.boards()
        found = [_load(name) for name in names]
        if args.json:
            data = [facts(one) for one in found]
            print(json.dumps({"schema": SCHEMA, "ok": True, "data": data}))
        else:
            print("\n".join(WORDS[args.lang]["pads"].format(**facts(one)) for one in found))
        return 0
    board = _load(args.board)
    if args.pico not in PICOS:
        hint = did_you_mean(args.pico, list(PICOS))
        raise Trouble("NO_PICO", SAID("no-pico", pico=args.pico), hint, NOT_FOUND)
    if args.bom is not None:
        print(packages.load("parts").bom_csv(board), end="")
        return 0
    if args.svg is not None:
        save_text(args.svg, packages.load("picture").svg(board, args.pico), "--svg")
    if args.svg == STDOUT:
        return 0
    wires = Wires(board, args.lang)
    if args.json:
        print(json.dumps({"schema": SCHEMA, "ok": True, "data": wires.as_json()}))
    else:
        print(wires.page())
        if args.svg is not None:
            print(args.svg)
    return 0


def _load(name: str) -> boards.Board:
    try:
        return boards.read(name)
    except LookupError as error:
        hint = did_you_mean(name, firmware_files.boards())
        raise Trouble("NO_BOARD", SAID("no-board", name=name), hint, NOT_FOUND) from error
