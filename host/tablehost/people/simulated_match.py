"""A match of a simulation. Rules of a custom game may fail in any way, and never end."""

import itertools
from collections.abc import Sequence

from cardtable.engine.match import Match
from cardtable.games import registry as games
from tablehost import messages
from tablehost.people import bare_match
from tablehost.people.bare_match import FinishedMatch, StuckMatch
from tablehost.people.minds import Mind
from tablehost.plugins import own
from tablehost.types import Prompt

SAID = messages.Catalogue("play")

MOST_PROMPTS = 100_000  # of a match of a custom game, which then does not end


class MatchFailed(Exception):
    """A match of a custom game that its rules did not let end; its text is a sentence for people."""


def play(
    match: Match, seed: object, minds: Sequence[Mind], players: Sequence[str] | None = None
) -> FinishedMatch:
    """Play a match without whims; see `bare_match.begin`. Raises MatchFailed."""
    name = match.game.NAME
    if name not in games.OWN:
        return bare_match.begin(match, seed, minds, players, fidget=0).play()
    prompts = itertools.count(1)

    def watch(prompt: Prompt) -> Prompt:
        if next(prompts) > MOST_PROMPTS:
            raise StuckMatch("it does not end")
        return prompt

    bare = bare_match.begin(match, seed, minds, players, fidget=0, watch=watch)
    try:
        return bare.play()
    except Exception as error:
        is_stuck = isinstance(error, StuckMatch)
        why = SAID("match-stuck", code=bare.prompt.what) if is_stuck else own.locate_failure(name, error)
        about = SAID("match-failed", game=name, seed=seed)
        raise MatchFailed(f"{about}{messages.colon()}{why}") from error
