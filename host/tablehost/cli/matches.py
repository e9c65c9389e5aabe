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
from tablehost.referee.revisions import OtherRules
from tablehost.screen.terminal import one_line
from tablehost.types import Fields

SAID = messages.Catalogue("play")
RUNNING, PARKED, OVER, LEFT = "running", "parked", "over", "ended"
SHOWN = 20  # of the matches that are over: the last ones


def main(args: argparse.Namespace) -> int:
    """List them, or one object. Raises Trouble."""
    rows: list[tuple[Fields, list[str]]] = []
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
        print(json.dumps({"schema": SCHEMA, "ok": True, "data": [row for row, _ in rows]}))
        return 0
    if not rows:
        print(SAID("no-matches"))
        return 0
    if passed:
        print(SAID("older-matches", count=len(passed)))
    for (row, told), end in zip(rows, won, strict=True):
        print(one_line(_line(row, told, end)))
    return 0


def state_of(journal: Journal, game: Game) -> str:
    """Return the state of a match: running, parked, over, or left without a result."""
    if game.finished is not None:
        return OVER
    if journal.is_parked(game):
        return PARKED
    return RUNNING if game.last_g is None else LEFT


def _row(journal: Journal, game: Game, state: str) -> tuple[Fields, list[str]]:
    """Return a match as data, and its scores so far in words, by seat."""
    score: list[int] = []
    told: list[str] = []
    try:
        lines = load_chronicle(journal, game).told(game) if state in (RUNNING, PARKED) else []
    except OtherRules:
        lines = []
    if lines:
        words = narration.heard(lines)
        seats = range(len(game.players))
        score = [words.score(seat) for seat in seats]
        told = [" ".join(words.standing(seat)[:1]) for seat in seats]
    row = {
        "id": game.id, "started": game.started, "game": game.game, "players": game.players,
        "virtual": game.virtual, "state": state, "score": score, "result": game.result,
    }  # fmt: skip
    return row, told


def _line(row: Fields, told: list[str], end: str) -> str:
    players = ", ".join(
        f"{name} {score}" if score else name
        for name, score in zip(row["players"], told or [""] * len(row["players"]), strict=True)
    )
    then = {
        OVER: f"cardtable log {row['id']}",
        LEFT: f"cardtable log {row['id']}",
        RUNNING: f"cardtable play --resume {row['id']}",
        PARKED: f"cardtable play --resume {row['id']}",
    }[row["state"]]
    said = SAID("state-" + row["state"])
    return f"{row['id']:>4}  {row['started'][:10]}  {row['game']:<10} {said:<8} {players}{end}  ({then})"
