"""The verb `matches`: the matches that were played, run, or are parked, and the command that resumes each."""

from __future__ import annotations

import argparse
import json

from tablehost import messages
from tablehost.cli.status import who_won
from tablehost.games import narration
from tablehost.journal.game_log import load_chronicle
from tablehost.journal.store import Game, Journal, default_path
from tablehost.output import SCHEMA
from tablehost.screen.terminal import escape_all, one_line
from tablehost.types import Fields, Line

SAID = messages.Catalogue("play")
RUNNING, PARKED, OVER, LEFT = "running", "parked", "over", "ended"
SHOWN = 20  # of the matches that are over: the last ones


def main(args: argparse.Namespace) -> int:
    """List them, or one object. Raises Trouble."""
    rows: list[Fields] = []
    if default_path().exists():
        with Journal() as journal:
            games = journal.games()
            states = {game.id: state_of(journal, game) for game in games}
            over = [game.id for game in games if states[game.id] in (OVER, LEFT)]
            passed = () if args.json else over[:-SHOWN]
            shown = [game for game in games if game.id not in passed]
            rows = [_row(journal, game, states[game.id]) for game in shown]
            won = [who_won(game) for game in shown]
    if args.json:
        print(json.dumps({"schema": SCHEMA, "ok": True, "data": rows}))
        return 0
    if not rows:
        print(SAID("no-matches"))
        return 0
    if passed:
        print(SAID("older-matches", count=len(passed)))
    for row, end in zip(rows, won, strict=True):
        print(one_line(_line(row, end)))
    return 0


def state_of(journal: Journal, game: Game) -> str:
    """Return the state of a match: running, parked, over, or left without a result."""
    if game.finished is not None:
        return OVER
    if journal.is_parked(game):
        return PARKED
    return RUNNING if game.last_g is None else LEFT


def _row(journal: Journal, game: Game, state: str) -> Fields:
    score: list[str] = []
    if state in (RUNNING, PARKED):
        chronicle = load_chronicle(journal, game)
        score = _score(chronicle.told(game), game)
    return {
        "id": game.id, "started": game.started, "game": game.game, "players": game.players,
        "virtual": game.virtual, "state": state, "score": score, "result": game.result,
    }  # fmt: skip


def _score(lines: list[Line], game: Game) -> list[str]:
    """Return the current score of each seat by the log."""
    if not lines:
        return []
    shown = escape_all(list(lines))
    said = narration.of(shown[0])
    for line in shown:
        said.sentence(line)
    return [" ".join(list(said.standing(seat))[:1]) for seat in range(len(game.players))]


def _line(row: Fields, end: str) -> str:
    players = ", ".join(
        f"{name} {score}" if score else name
        for name, score in zip(row["players"], row["score"] or [""] * len(row["players"]), strict=True)
    )
    then = {
        OVER: f"cardtable log {row['id']}",
        LEFT: f"cardtable log {row['id']}",
        RUNNING: f"cardtable play --resume {row['id']}",
        PARKED: f"cardtable play --resume {row['id']}",
    }[row["state"]]
    said = SAID("state-" + row["state"])
    return f"{row['id']:>4}  {row['started'][:10]}  {row['game']:<10} {said:<8} {players}{end}  ({then})"
