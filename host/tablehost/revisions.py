"""Revisions of the rules: whether this computer and a table play by the same ones."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from cardtable.rulebook import games
from cardtable.rulebook.revisions import Older
from tablehost.trouble import VERSION_SKEW, Trouble


def of_table(capabilities: list[Any], game: ModuleType) -> int:
    """The revision of this game's rules that a table plays, by the capabilities in its hello."""
    for word in capabilities:
        name, _, number = str(word).rpartition("-")
        if name == game.NAME and number.isdecimal() and len(number) < 10:
            return int(number)
    return 1


def changed_since(game: ModuleType, revision: int) -> list[str]:
    """The paragraphs whose ruling has changed since this revision."""
    return [paragraph for paragraph, _ in Older(game, revision).rulings]


def check(capabilities: list[Any], game: ModuleType) -> None:
    """Refuse a new match where table and computer rule differently. Raises Trouble.

    An older table whose records only lack fields is followed.
    """
    theirs, ours = of_table(capabilities, game), games.revision(game)
    if theirs > ours:
        raise newer(game, theirs)
    changed = changed_since(game, theirs)
    if changed:
        raise Trouble(
            "RULES_OLDER",
            f"the table plays {game.NAME} by revision {theirs} of its rules, this computer by {ours}; "
            f"since then changed: {', '.join(changed)}; no match was begun",
            "cardtable flash brings the rules of this computer to the table",
            VERSION_SKEW,
        )


def newer(game: ModuleType, theirs: int) -> Trouble:
    """A match or table with rules that this computer does not know."""
    return Trouble(
        "RULES_NEWER",
        f"the table plays {game.NAME} by revision {theirs} of its rules, this computer knows "
        f"{games.revision(game)}; what the table has recorded is safe",
        "install the newer cardtable on this computer (pip install --upgrade cardtable)",
        VERSION_SKEW,
    )
