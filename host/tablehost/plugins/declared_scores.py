"""Scores with which a match begins, as people declare: after a match that was lost, or played elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardtable.engine import match as matches
from cardtable.engine.game import Game as GameRules
from cardtable.engine.match import Match, OptionError
from tablehost import messages
from tablehost.errors import Trouble
from tablehost.plugins import presentation
from tablehost.plugins.choice import Choice

SAID = messages.Catalogue("play")

MOST = 9999  # above or below 0, as in the shape of the command `score`


def scores_of(match: Match) -> list[int]:
    """Return the scores with which the stage of a match begins, [] in a game that has none before its end."""
    return list(getattr(match, "totals", ()))


def has_scores(game: GameRules) -> bool:
    """Return True if a match of this game can begin with scores."""
    least, _ = game.SEATS
    try:
        matches.new(game, least, {}, [0] * least)
    except OptionError:
        return False
    return True


def are_whole(scores: Sequence[object], seats: int) -> bool:
    """Return True if these are scores of so many players, each one that can be declared."""
    return len(scores) == seats and all(type(one) is int and abs(one) <= MOST for one in scores)


def read(text: str) -> list[int]:
    """Return the scores of `--from-scores N,...`. Raises Trouble."""
    try:
        return [int(one) for one in text.split(",")]
    except ValueError:
        raise Trouble("BAD_SCORES", SAID("score-no-number", text=text), SAID("scores-hint")) from None


def begin_with(choice: Choice, scores: Sequence[int]) -> Choice:
    """Return the match that begins with these scores, by seat. Raises Trouble: it cannot."""
    if not any(scores):
        return choice
    try:
        matches.new(choice.game, choice.seats, choice.options, scores)
    except OptionError as error:
        about = presentation.describe_refusal(choice.game.NAME, error)
        raise Trouble("NO_SCORES", about) from error
    if not are_whole(scores, choice.seats):
        raise Trouble("BAD_SCORES", SAID("bad-scores", seats=choice.seats, most=MOST))
    return replace(choice, scores=scores)
