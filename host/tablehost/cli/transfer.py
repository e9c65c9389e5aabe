"""The verbs `export` and `import`: transfer of matches from and to this computer's journal."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tablehost import messages
from tablehost.cli.arguments import Transfer
from tablehost.console.terminal import one_line
from tablehost.errors import CHECK_FAILED, USAGE, Trouble
from tablehost.files import STDOUT, save
from tablehost.journal import admission, game_log, gamefile
from tablehost.journal.gamefile import GameFile
from tablehost.journal.lookup import find
from tablehost.journal.store import IMPORTED, BroughtGame, ImportResult, Journal
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


class Verdict(NamedTuple):
    """One file that was to be imported: its match if it is sound, else why not and with which exit status."""

    name: str
    file: GameFile | None
    reasons: list[str]
    hint: str = ""
    exit: int = 0


def import_files(args: Transfer) -> int:
    """Run `cardtable import FILE...`: judge all files first, then import all matches, or none.

    Each match is new, a duplicate, or a fork, which is never imported.
    """
    verdicts: list[Verdict] = []
    size = 0
    for name in args.files:
        verdicts.append(judge(name))
        file = verdicts[-1].file
        size += 0 if file is None else file.size
        if size > MOST_TOGETHER:
            about = SAID("files-too-large-together", name=name, most_together=MOST_TOGETHER >> 20)
            raise Trouble("TOO_MUCH", about, SAID("files-too-large-together-hint"), USAGE)
    bad = [one for one in verdicts if one.file is None]
    taken = take_in(verdicts)
    forked = any(one.forked for one in taken)
    if args.json:
        rows = [_row(verdict, one) for verdict, one in zip(verdicts, taken, strict=True)]
        print(json.dumps({"schema": SCHEMA, "ok": not (bad or forked), "data": {"files": rows}}))
    else:
        for line in tell(verdicts, taken):
            print(line)
        if bad or forked:
            print(SAID("all-or-none-hint"))
        for hint in dict.fromkeys(verdict.hint for verdict in bad if verdict.hint):
            print(hint)
    statuses = [verdict.exit for verdict in bad] + [CHECK_FAILED] * forked
    return CHECK_FAILED if CHECK_FAILED in statuses else max(statuses, default=0)


def take_in(verdicts: Sequence[Verdict]) -> list[ImportResult]:
    """Import the matches of these files, all of them or none; one that is refused stops all."""
    files = [one.file for one in verdicts if one.file is not None]
    if len(files) < len(verdicts):
        return [ImportResult(None, 0, 0, [])] * len(verdicts)
    with Journal() as journal:
        taken = journal.take_in([BroughtGame(f.uid, f.raws, f.gaps, f.notes, f.told) for f in files])
        for uid in sorted({file.uid for file in files}):
            game_log.settle(journal, IMPORTED + uid)  # the other computer may not know of the end
        return taken


def tell(verdicts: Sequence[Verdict], taken: Sequence[ImportResult]) -> list[str]:
    """Return what came of each file, in lines."""
    is_refused = any(one.file is None for one in verdicts) or any(one.forked for one in taken)
    return [
        one_line(line)
        for verdict, one in zip(verdicts, taken, strict=True)
        for line in _told(verdict, one, is_refused)
    ]


def judge(name: str, data: bytes | None = None) -> Verdict:
    """Read and judge one file. `data`: its bytes, if they are at hand."""
    try:
        file = gamefile.read(Path(name)) if data is None else gamefile.from_bytes(data, name)
        reasons = [f"{name}: {reason}" for reason in admission.find_faults(file)]
    except Trouble as trouble:
        about = trouble.message if name in trouble.message else f"{name}: {trouble.message}"
        return Verdict(name, None, [about], trouble.hint, trouble.exit)
    return Verdict(name, None if reasons else file, reasons, exit=CHECK_FAILED if reasons else 0)


def _row(verdict: Verdict, taken: ImportResult) -> Document:
    return {
        "file": verdict.name,
        "game": taken.game,
        "new": taken.new,
        "duplicate": taken.known,
        "forked": taken.forked,
        "findings": verdict.reasons,
    }


def _told(verdict: Verdict, taken: ImportResult, is_refused: bool) -> list[str]:
    name = verdict.name
    if verdict.reasons:
        return [f"{SAID('is FAIL'):<6}{reason}" for reason in verdict.reasons]
    if taken.forked:
        line = SAID("import-fork", name=name, record=taken.forked[0])
        more = [] if taken.copy is None else [SAID("import-fork-hint", id=taken.copy)]
        return [f"{SAID('is FAIL'):<6}{line}", *more]
    if is_refused:
        return [f"{SAID('is ok'):<6}" + SAID("import-sound", name=name)]
    if not taken.new:
        return [SAID("import-known", name=name, game=taken.game, n=taken.known)]
    return [SAID("import-new", name=name, game=taken.game, new=taken.new, known=taken.known)]
