"""The verbs `export` and `import`: a game leaves this computer's journal, or comes into it."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from tablehost import gamefile, written
from tablehost.cli import SCHEMA
from tablehost.journal import Journal
from tablehost.output import STDOUT, save
from tablehost.showlog import find
from tablehost.trouble import CHECK_FAILED

ENDINGS = {"jsonl": ".jsonl", "text": ".txt", "bundle": ".zip"}


def main(args: argparse.Namespace) -> int:
    """One of the two. Raises Trouble."""
    return out(args) if args.verb == "export" else into(args)


def out(args: argparse.Namespace) -> int:
    """`cardtable export GAME|last --format F [--out FILE]`: its last line is the path."""
    with Journal() as journal:
        file = gamefile.of_journal(journal, find(journal, args.game))
    data: bytes
    if args.format == "jsonl":
        data = gamefile.to_lines(file).encode()
    elif args.format == "text":
        data = written.to_text(file).encode()
    else:
        data = gamefile.to_bundle(file, file.audit())
    path = save(args.out or f"{file.name}{ENDINGS[args.format]}", data)
    if args.out == STDOUT:
        return 0
    if args.json:
        print(
            json.dumps({"schema": SCHEMA, "ok": True, "data": {"path": str(path), "records": len(file.raws)}})
        )
    else:
        print(path)
    return 0


def into(args: argparse.Namespace) -> int:
    """`cardtable import FILE...`: each is new, a duplicate, or a fork, which is never taken."""
    results: list[dict[str, Any]] = []
    with Journal() as journal:
        for name in args.files:
            results.append(_take(journal, name))
    forked = [row for row in results if row["forked"]]
    if args.json:
        print(json.dumps({"schema": SCHEMA, "ok": not forked, "data": {"files": results}}))
    else:
        for row in results:
            print(_told(row))
    return CHECK_FAILED if forked else 0


def _take(journal: Journal, name: str) -> dict[str, Any]:
    path = Path(name)
    file = written.from_file(path) if written.is_text(path) else gamefile.read(path)
    game, new, known, forked = journal.take_in(file.uid, file.raws, file.gaps, file.notes, file.told)
    return {"file": name, "game": game, "new": new, "duplicate": known, "forked": forked}


def _told(row: dict[str, Any]) -> str:
    if row["forked"]:
        first = row["forked"][0]
        return f"{row['file']}: a fork: record {first} is another one here; nothing was taken"
    if not row["new"]:
        return f"{row['file']}: here already, as game {row['game']} ({row['duplicate']} records)"
    return f"{row['file']}: game {row['game']}, {row['new']} records new, {row['duplicate']} known before"
