"""Matches that are played again, or go on: found in the journal."""

from __future__ import annotations

from typing import NamedTuple

from cardtable.engine.match import resolve
from cardtable.games.registry import NAMES
from tablehost import messages
from tablehost.errors import NOT_FOUND, Trouble
from tablehost.journal.game_log import settle
from tablehost.journal.lookup import find, resume_line
from tablehost.journal.store import Game, Journal
from tablehost.link.states import PARKED, find_state, under_way
from tablehost.plugins.choice import load_game

SAID = messages.Catalogue("play")


class Last(NamedTuple):
    """A match that was played, as words of a command: game, names of players, options that are not usual."""

    game: str
    names: str
    pairs: list[str]


def find_last(game: str | None = None) -> Last:
    """Return the last match, if given of this game, that was played here. Raises Trouble."""
    with Journal() as journal:
        fit = (one for one in journal.newest_games() if game in (None, one.game) and not one.is_imported)
        last = next(fit, None)
    if last is None:
        about = SAID("no-last-match", game=game) if game else SAID("no-matches")
        raise Trouble("NO_LAST_MATCH", about, SAID("games-hint"), NOT_FOUND)
    return describe_again(last)


def describe_again(last: Game) -> Last:
    """Return a match as words of a command that plays it again. Raises Trouble: the game is unknown here."""
    usual = resolve(load_game(last.game), len(last.players), {})
    pairs = [f"{name}={value}" for name, value in last.options.items() if usual.get(name) != value]
    return Last(last.game, ",".join(last.players), pairs)


def find_match_to_resume(journal: Journal, game: str | None, named: str = "") -> Game:
    """Return the match to resume: the one `named`, else of this game, or of any, the one that is under way or
    was parked last. Raises Trouble if there is none.
    """
    for uid in journal.tables():
        settle(journal, uid)
    if named:
        found = find(journal, named)
        if game is not None and found.game != game:
            about = SAID("other-game", id=found.id, game=found.game, asked=game)
            raise Trouble("OTHER_GAME", about, resume_line(found), NOT_FOUND)
        if found.finished is None and (found.last_g is None or journal.is_parked(found)):
            return found
        raise Trouble(
            "NOTHING_TO_RESUME",
            SAID("cannot-go-on", id=found.id, game=found.game),
            SAID("matches-lists-them"),
            NOT_FOUND,
        )
    left = [one for one in journal.unfinished_games() if game in (None, one.game)]
    running = under_way(journal, left)
    if running:
        return running[-1]
    parked = [one for one in left if find_state(journal, one) == PARKED]
    if parked:
        return max(parked, key=lambda one: (one.last_g is None, one.last_g or 0, one.id))
    raise Trouble(
        "NOTHING_TO_RESUME",
        SAID("nothing-to-resume", game=game) if game else SAID("no-match-to-resume"),
        SAID("nothing-to-resume-hint", game=game or NAMES[0]),
        NOT_FOUND,
    )
