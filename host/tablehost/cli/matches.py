"""The verb `matches`: all matches, whether over, running, unfinished or parked, and the command for each.

`--table`, `--player` and `--since` leave out the others. The score of a match is that of its result, or else
the score so far. A match that cannot be read hides no other.
"""

from __future__ import annotations

import itertools
import json

from tablehost import messages, seats
from tablehost.arguments import Matches
from tablehost.cli.status import who_won
from tablehost.console.terminal import one_line
from tablehost.errors import NOT_FOUND, Trouble, did_you_mean
from tablehost.files import save_text
from tablehost.folders import has_journal
from tablehost.journal import databases
from tablehost.journal.databases import JournalError
from tablehost.journal.store import Game, Journal, day_of
from tablehost.link.states import DAMAGED, LEFT, OVER, PARKED, RUNNING, UNFINISHED, find_state, state_of
from tablehost.session import summaries
from tablehost.session.operator import at_table
from tablehost.spreadsheet import dump_csv
from tablehost.types import SCHEMA, Fields

SAID = messages.Catalogue("play")
SHOWN = 20  # of the matches that are over: the last ones
OF_MATCH = ("id", "started", "finished", "game", "table", "virtual", "state")  # columns of CSV


def main(args: Matches) -> int:
    """List them, or one object, or CSV. Raises Trouble."""
    rows: list[tuple[Fields, list[str]]] = []
    won: list[str] = []
    bad: dict[int, JournalError] = {}
    passed = 0
    if has_journal():
        with Journal() as journal:
            shown, passed, since = _choose(journal, args)
            rows = [_describe_any(journal, game) for game in shown]
            won = [who_won(game) for game in shown]
            bad = journal.damaged_games(since)
    if args.csv:
        save_text(args.csv, as_csv([row for row, _ in rows]), "--csv")
        return 0
    if args.json:
        print(json.dumps({"schema": SCHEMA, "ok": True, "data": [row for row, _ in rows]}))
        return 0
    if not rows and not bad:
        print(SAID("no-such-matches" if args.since or args.table else "no-matches"))
        return 0
    if passed:
        print(SAID("older-matches", count=passed))
    for (row, told), end in zip(rows, won, strict=True):
        print(one_line(_line(row, told, end)))
    for number, wrong in bad.items():
        print(one_line(f"{number:>4}  {SAID('state-damaged')}: {wrong.message}"))
    return 0


def _choose(journal: Journal, args: Matches) -> tuple[list[Game], int, int]:
    """Return the matches that are listed, the number of older ones that are over, and from which number on
    matches were read. Raises Trouble.
    """
    if args.json or args.csv:
        return _filter(journal.games(), args), 0, 0
    if args.table is None and args.player is None and args.since is None:
        newest = list(itertools.islice(journal.newest_games(), SHOWN))[::-1]
        since = newest[0].id if len(newest) == SHOWN else 0
        going_on = (UNFINISHED, RUNNING, PARKED, DAMAGED)
        older = [game for game in journal.unfinished_games() if game.id < since]
        older = [game for game in older if find_state(journal, game) in going_on]
        shown = [*older, *newest]
        passed = journal.count_games() - len(shown) - len(journal.damaged_games(since))
        return shown, passed, since
    games = _filter(journal.games(), args)
    over = [game.id for game in games if find_state(journal, game) in (OVER, LEFT)][:-SHOWN]
    return [game for game in games if game.id not in over], len(over), 0


def _filter(games: list[Game], args: Matches) -> list[Game]:
    """Return the matches of the table, the player and the time that were asked for. Raises Trouble."""
    if args.table is not None:
        games = at_table(games, args.table)
    if args.player is not None:
        known = sorted({name for game in games for name in game.players})
        wanted = seats.plain(args.player)
        if wanted not in map(seats.plain, known):
            hint = did_you_mean(args.player, known)
            raise Trouble("NO_SUCH_PLAYER", SAID("no-such-player", name=args.player), hint, NOT_FOUND)
        games = [game for game in games if wanted in map(seats.plain, game.players)]
    return [game for game in games if args.since is None or day_of(game.started) >= args.since]


def as_csv(rows: list[Fields]) -> str:
    """Return matches as CSV, a row a player; `won` is "" before the end. Seats count from 1."""
    found: list[list[object]] = [[*OF_MATCH, "seat", "player", "score", "won"]]
    for row in rows:
        for seat, player in enumerate(row["players"]):
            score = row["score"][seat] if row["score"] else ""
            won = seat in row["winners"] if row["state"] == OVER else ""
            found.append([*(row[name] for name in OF_MATCH), seat + 1, player, score, won])
    return dump_csv(found)


def _describe_any(journal: Journal, game: Game) -> tuple[Fields, list[str]]:
    """Return a match as `describe` does; one whose rows do not let it be judged has its fault."""
    try:
        return summaries.describe(journal, game, state_of(journal, game))
    except JournalError as fault:
        if fault.code != databases.DAMAGED:
            raise
        row, told = summaries.describe(journal, game, DAMAGED)
        return {**row, "fault": fault.message}, told


def _line(row: Fields, told: list[str], end: str) -> str:
    players = ", ".join(
        messages.paired(name, score) if score else name
        for name, score in zip(row["players"], told or [""] * len(row["players"]), strict=True)
    )
    if row["state"] == DAMAGED:
        end += f": {row['fault']}"
    verb = "play --resume" if row["state"] in (UNFINISHED, PARKED) else "log"
    about = f"{day_of(row['started'])}  {row['game']:<10} {SAID('state-' + row['state']):<8} {players}{end}"
    return f"{row['id']:>4}  {about}  (cardtable {verb} {row['id']})"
