"""Matches in short, as data and in words."""

from __future__ import annotations

from tablehost.errors import Trouble
from tablehost.journal.databases import JournalError
from tablehost.journal.game_log import load_chronicle
from tablehost.journal.store import Game, Journal
from tablehost.link.states import PARKED, RUNNING, UNFINISHED
from tablehost.plugins import narration
from tablehost.types import Fields


def describe(journal: Journal, game: Game, state: str) -> tuple[Fields, list[str]]:
    """Return a match as data, and its scores in words, by seat; [] for none."""
    score = game.totals
    told = [str(points) for points in score]
    try:
        lines = load_chronicle(journal, game).told(game) if state in (RUNNING, UNFINISHED, PARKED) else []
    except JournalError:
        raise
    except Trouble:  # this computer lacks the game, or has other rules of it
        lines = []
    if lines:
        words = narration.heard(lines)
        score = [words.score(seat) for seat in range(len(game.players))]
        told = [" ".join(words.standing(seat)[:1]) for seat in range(len(game.players))]
    row = {
        "id": game.id, "started": game.started, "finished": game.finished, "game": game.game,
        "table": game.table, "players": game.players, "virtual": game.virtual, "state": state, "score": score,
        "winners": game.winners, "result": game.result,
    }  # fmt: skip
    return row, told
