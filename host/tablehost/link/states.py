"""The state of a match: over, running, unfinished, parked, or ended without a result."""

from __future__ import annotations

from collections.abc import Iterable

from tablehost.journal import databases
from tablehost.journal.databases import JournalError
from tablehost.journal.store import Game, Journal
from tablehost.link import orders

RUNNING, UNFINISHED, PARKED, OVER, LEFT, DAMAGED = "running unfinished parked over ended damaged".split()


def find_state(journal: Journal, game: Game) -> str:
    """Return the state of a match, DAMAGED for one whose rows do not let it be judged."""
    try:
        return state_of(journal, game)
    except JournalError as fault:
        if fault.code != databases.DAMAGED:
            raise
        return DAMAGED


def under_way(journal: Journal, games: Iterable[Game]) -> list[Game]:
    """Return those of these matches that are not over, parked or damaged."""
    return [game for game in games if find_state(journal, game) in (RUNNING, UNFINISHED)]


def state_of(journal: Journal, game: Game) -> str:
    """Return the state of a match; it is running while a program, here or on another computer, is at its
    table. Raises Trouble: its rows are damaged.
    """
    if game.finished is not None:
        return OVER
    if journal.is_parked(game):
        return PARKED
    if game.last_g is not None:
        return LEFT
    is_played = orders.is_playing(game.uid) or journal.has_appender(game.uid)
    return RUNNING if is_played else UNFINISHED
