"""The verbs `export` and `import`: transfer of matches from and to this computer's journal."""

from __future__ import annotations

import json

from tablehost import messages
from tablehost.arguments import Transfer
from tablehost.console.terminal import one_line
from tablehost.errors import CHECK_FAILED, USAGE, Trouble
from tablehost.files import STDOUT, save
from tablehost.journal import gamefile, imports
from tablehost.journal.lookup import find
from tablehost.journal.store import ImportResult, Journal
from tablehost.types import SCHEMA, Document

SAID = messages.Catalogue("record")

MOST_TOGETHER = 64 << 20  # bytes of all matches of one command, which are held until all are judged
ENDINGS = {"jsonl": ".jsonl", "bundle": ".zip"}


def main(args: Transfer) -> int:
    """Run one of the two. Raises Trouble."""
    if args.verb == "export":
        return export_game(args)
    if args.remove is not None:
        return remove_game(args, args.remove)
    if not args.files:
        raise Trouble("USAGE", SAID("no-file"), SAID("no-file-hint"), USAGE)
    return import_files(args)


def remove_game(args: Transfer, word: str) -> int:
    """Run `cardtable import --remove MATCH`: for a copy that was forged, or is not wanted. Raises Trouble."""
    if args.files:
        raise Trouble("USAGE", SAID("remove-alone"), SAID("no-file-hint"), USAGE)
    with Journal() as journal:
        game = find(journal, word)
        if not game.is_imported:
            raise Trouble("NOT_IMPORTED", SAID("not-imported", id=game.id), SAID("not-imported-hint"), USAGE)
        count = journal.remove_imported(game)
    if args.json:
        data = {"game": game.id, "records": count}
        print(json.dumps({"schema": SCHEMA, "ok": True, "data": data}))
    else:
        print(SAID("import-removed", id=game.id, game=game.game, count=count))
    return 0


def export_game(args: Transfer) -> int:
    """Run `cardtable export GAME|last --format F [--out FILE]`: its last line is the path."""
    with Journal() as journal:
        file = gamefile.of_journal(journal, find(journal, args.game))
    if args.anonymous:
        file = gamefile.hide_names(file)
    data: bytes
    if args.format == "jsonl":
        data = gamefile.to_lines(file).encode()
    else:
        data = gamefile.to_bundle(file, file.audit())
    # A link that a user names is followed; one that happens to have our own name is not.
    own = f"{file.name}{ENDINGS[args.format]}"
    path = save(args.out or own, data, option="--out", is_followed=args.out is not None)
    if args.out == STDOUT:
        return 0
    if args.json:
        print(
            json.dumps({"schema": SCHEMA, "ok": True, "data": {"path": str(path), "records": len(file.raws)}})
        )
    else:
        print(one_line(path))
    return 0


def import_files(args: Transfer) -> int:
    """Run `cardtable import FILE...`: judge all files first, then import all matches, or none.

    Each match is new, a duplicate, or a fork, which is never imported.
    """
    verdicts: list[imports.Verdict] = []
    size = 0
    for name in args.files:
        verdicts.append(imports.judge(name))
        file = verdicts[-1].file
        size += 0 if file is None else file.size
        if size > MOST_TOGETHER:
            about = SAID("files-too-large-together", name=name, most_together=MOST_TOGETHER >> 20)
            raise Trouble("TOO_MUCH", about, SAID("files-too-large-together-hint"), USAGE)
    bad = [one for one in verdicts if one.file is None]
    taken = imports.take_in(verdicts)
    forked = any(one.forked for one in taken)
    if args.json:
        rows = [_row(verdict, one) for verdict, one in zip(verdicts, taken, strict=True)]
        print(json.dumps({"schema": SCHEMA, "ok": not (bad or forked), "data": {"files": rows}}))
    else:
        for line in imports.tell(verdicts, taken):
            print(one_line(line))
        if bad or forked:
            print(SAID("all-or-none-hint"))
        for hint in dict.fromkeys(verdict.hint for verdict in bad if verdict.hint):
            print(hint)
    statuses = [verdict.exit for verdict in bad] + [CHECK_FAILED] * forked
    return CHECK_FAILED if CHECK_FAILED in statuses else max(statuses, default=0)


def _row(verdict: imports.Verdict, taken: ImportResult) -> Document:
    return {
        "file": verdict.name,
        "game": taken.game,
        "new": taken.new,
        "duplicate": taken.known,
        "forked": taken.forked,
        "findings": verdict.reasons,
    }
