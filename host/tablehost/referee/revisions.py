"""Revisions of the rules: tables and records of others than this program has are refused by name."""

from __future__ import annotations

from collections.abc import Iterable

from cardtable.engine.game import Game as GameRules
from tablehost import messages
from tablehost.errors import VERSION_SKEW, Trouble
from tablehost.types import Json

SAID = messages.Catalogue("play")


class OtherRules(Trouble):
    """A match is recorded under another revision of its rules."""

    def __init__(self, game: GameRules, revision: int) -> None:
        ours = game.REVISION
        super().__init__(
            "OTHER_RULES",
            SAID("recorded-by-other-rules", name=game.NAME, theirs=revision, ours=ours),
            SAID("recorded-by-other-rules-hint"),
            VERSION_SKEW,
        )


def of_table(capabilities: Iterable[Json], game: GameRules) -> int | None:
    """Return the revision of this game's rules that a table plays, by its hello; None if it names none."""
    for word in capabilities:
        name, _, number = str(word).rpartition("-")
        if name == game.NAME and number.isdecimal() and len(number) < 10:
            return int(number)
    return None


def check_table(capabilities: Iterable[Json], game: GameRules) -> None:
    """Raise Trouble if table and computer have other rules, to refuse a new match."""
    theirs, ours = of_table(capabilities, game), game.REVISION
    if theirs is None or theirs == ours:  # without the game the table refuses the match itself
        return
    about = SAID("table-of-other-rules", name=game.NAME, theirs=theirs, ours=ours)
    raise Trouble("OTHER_RULES", about, SAID("table-of-other-rules-hint"), VERSION_SKEW)
