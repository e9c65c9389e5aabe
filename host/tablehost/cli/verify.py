"""The verb `verify`: the check of a match against the table's record and the rules."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from tablehost import messages
from tablehost.arguments import Verify
from tablehost.console.terminal import one_line
from tablehost.errors import USAGE, Trouble
from tablehost.folders import has_journal
from tablehost.journal import strict_json
from tablehost.journal.game_log import steps
from tablehost.journal.log_file import matches
from tablehost.journal.log_file import read as read_log
from tablehost.journal.log_file import rows as log_rows
from tablehost.journal.lookup import find
from tablehost.journal.reports import (
    FAIL,
    OK,
    SAID,
    WORDS,
    Report,
    Request,
    report_on_file,
    report_on_recorded,
    summary,
)
from tablehost.journal.store import Game, Journal
from tablehost.types import SCHEMA, Line


def main(args: Verify) -> int:
    """Run `cardtable verify FILE|GAME|last [--words ...] [--code ...]`. Raises Trouble."""
    word = args.game
    words = " ".join(args.words or []).lower().replace("-", " ").split()
    if words and len(words) != 6:
        raise Trouble(
            "BAD_WORDS", WORDS("words-not-six", words=len(words)), WORDS("words-not-six-hint"), USAGE
        )
    asked = Request(words, args.code or "", args.anchor, args.require_anchor)
    if word == "last" or word.isdigit():
        with Journal() as journal:
            report = report_on_recorded(journal, find(journal, word), asked)
    elif _is_open_log(Path(word)):
        report = report_on_log(Path(word))
        if args.require_anchor:
            report.add(FAIL, "anchor", WORDS("open-log-unchecked"))
    else:
        report = report_on_file(Path(word), asked)
    if args.json:
        rows = [{"state": state, "part": part, "text": text} for state, part, text in report.rows]
        data = {
            "rows": rows,
            "first_bad": report.first_bad,
            "findings": report.failures,
            "anchored": report.is_anchored,
        }
        print(json.dumps({"schema": SCHEMA, "ok": report.status == 0, "data": data}))
        return report.status
    for state, part, text in report.rows:
        print(f"{WORDS('is ' + state):<5} {WORDS('part ' + part)}{messages.colon()}{one_line(text)}")
    if report.failures:
        print(summary(report))
    return report.status


def _is_open_log(path: Path) -> bool:
    try:
        _, row = next(log_rows(path))
        first = strict_json.loads(row)
    except (OSError, ValueError, StopIteration):
        return False
    return isinstance(first, dict) and first.get("kind") == "match"


def report_on_log(path: Path) -> Report:
    """Return the report on an open log: without a table's bytes it is compared with a match here of the same
    lines.
    """
    report = Report()
    told = [list(match) for match in matches(read_log(path))]
    report.add(
        SAID,
        "log",
        WORDS("log-proves-nothing", path=path, told=WORDS("count match", n=len(told))),
    )
    for number, match in enumerate(told, 1):
        same = _find_same_log(match)
        if same is not None:
            report.add(OK, "log", WORDS("match-of-other-game", number=number, same=same))
        else:
            report.add(FAIL, "log", WORDS("match-unsupported", number=number))
    return report


def _find_same_log(told: list[Line]) -> int | None:
    """Return the number of a match here whose log has these lines; None if there is none."""
    if not has_journal():
        return None
    with Journal() as journal:
        likely = [game for game in journal.games() if _may_tell(game, told)]
        return next((game.id for game in likely if _tells(journal, game, told)), None)


def _may_tell(game: Game, told: list[Line]) -> bool:
    """Return True unless the row of the match shows that its log is another one; its records are not read."""
    first, last = told[0], told[-1]
    row = (game.game, game.players, game.virtual, game.seed)
    if row != tuple(first.get(name) for name in ("game", "players", "virtual", "seed")):
        return False
    result = game.result if isinstance(game.result, dict) else {}
    return all(name in last and last[name] == value for name, value in result.items())


def _tells(journal: Journal, game: Game, told: list[Line]) -> bool:
    """Return True if the log of this match has these lines.

    Its records are judged up to the stage with the first other line; all of them if a correction may have
    repeated lines.
    """
    grows = game.finished is not None and all(row.kind != "fix" for row in journal.game_records(game))
    lines: list[Line] = []
    for chronicle in steps(journal, game):
        lines = chronicle.told(game)
        if grows and not _are_same(told[: len(lines)], lines):
            return False
    return _are_same(told, lines)


def _are_same(told: Sequence[Line], lines: Sequence[Line]) -> bool:
    """Return True if a log has these lines; the version of the program that wrote it may differ."""

    def content(log: Sequence[Line]) -> list[Line]:
        return [{**line, "rules": None} if line["kind"] == "match" else line for line in log]

    return content(told) == content(lines)
