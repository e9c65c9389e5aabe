"""Twins of a referee: at the same prompt, but they go their own way from there.

A script cannot be copied: the twin begins at the stage and takes the answers of it once more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from cardtable.engine import match as matches
from cardtable.engine import replay
from cardtable.engine.game import Game as GameRules
from cardtable.engine.referee import Referee
from tablehost.people.trusting_referee import TrustingReferee
from tablehost.types import Json

Draw: TypeAlias = Callable[[int, int, int], int]  # stage, index, n -> less than n


class Standing(NamedTuple):
    """A referee as plain values. `lying`: the cards on all places, which may be others than it has read."""

    checkpoint: list[Json]
    answers: Sequence[object]
    vault: Mapping[int, int]
    old: list[bool]
    next_handle: int
    lying: Sequence[int | None]


def note(judge: Referee, lying: Sequence[int | None]) -> Standing:
    """Return the standing of a referee at a prompt; what was laid or pressed for it is left out."""
    answers, vault, old = list(judge.answers), dict(judge.vault), judge.picture.old()
    return Standing(judge.checkpoint, answers, vault, old, judge.next_handle, list(lying))


def of(game: GameRules, standing: Standing, draw: Draw) -> TrustingReferee:
    """Return a referee that stands so, and draws like this. Raises `replay.Conflict`: it cannot stand so."""
    twin = TrustingReferee(matches.load(game, standing.checkpoint), draw=draw)
    replay.begin(twin, dict(standing.vault))
    twin.picture.lying = list(standing.lying)
    replay.replay(twin, list(standing.answers))
    twin.picture.match_recorded(standing.old)
    twin.next_handle = standing.next_handle
    twin.out.clear()
    return twin
