"""Revisions of the rules: comparison of those of this computer with those of a table."""

from __future__ import annotations

from collections.abc import Sequence

from cardtable.engine.match import Older, changes, current_revision
from cardtable.games import registry as games
from tablehost import messages
from tablehost.errors import VERSION_SKEW, Trouble
from tablehost.types import GameModule, Line, Values

SAID = messages.Catalogue("play")


def of_table(capabilities: Values, game: GameModule) -> int:
    """Return the revision of this game's rules that a table plays, by the capabilities in its hello."""
    for word in capabilities:
        name, _, number = str(word).rpartition("-")
        if name == game.NAME and number.isdecimal() and len(number) < 10:
            return int(number)
    return 1


def at_revision(game: GameModule, dumped: Values, revision: int) -> Values:
    """Return the dump of a new match as a table of this revision of the rules would have made it."""
    if revision == current_revision(game):
        return dumped
    older = Older(game, revision)
    begun = dumped[:2] + [dumped[2][: older.options], dumped[3][: older.state + 2]]
    return begun if revision == 1 else begun + [revision]


def changed_rulings(game: GameModule, revision: int) -> list[str]:
    """Return the paragraphs whose ruling has changed since this revision."""
    return [paragraph for paragraph, _ in Older(game, revision).rulings]


def is_same_log(log: Sequence[Line], told: Sequence[Line]) -> bool:
    """Return True if an open log agrees with today's log of a game.

    It may lack fields and kinds of lines that a later revision added, and the version of the program that
    wrote it may differ.
    """
    if not log or not told or told[0]["game"] not in games.NAMES:
        return list(log) == list(told)
    rows = changes(games.load(told[0]["game"]))
    kinds = {row[2] for row in rows if row[1] == "fact"}
    fields = {(row[2], row[3]) for row in rows if row[1] == "field"} | {("match", "revision")}
    at = 0
    for line in told:
        if at < len(log) and _says_the_same(log[at], line, fields):
            at += 1
        elif line["kind"] not in kinds:
            return False
    return at == len(log)


def _says_the_same(line: Line, told: Line, fields: set[tuple[str, str]]) -> bool:
    kind = told["kind"]
    if kind == "match":
        line, told = {**line, "rules": None}, {**told, "rules": None}
    lacking = set(told) - set(line)
    return all((kind, name) in fields for name in lacking) and line == {
        name: value for name, value in told.items() if name not in lacking
    }


def check(capabilities: Values, game: GameModule) -> None:
    """Raise Trouble if table and computer rule differently, to refuse a new match.

    An older table whose records only lack fields is followed.
    """
    theirs, ours = of_table(capabilities, game), current_revision(game)
    if theirs > ours:
        raise newer_rules(game, theirs)
    changed = changed_rulings(game, theirs)
    if changed:
        raise Trouble(
            "RULES_OLDER",
            SAID("rules-older", name=game.NAME, theirs=theirs, ours=ours, changed=", ".join(changed)),
            SAID("rules-older-hint"),
            VERSION_SKEW,
        )


def newer_rules(game: GameModule, theirs: int) -> Trouble:
    """Return the trouble with a match or table whose rules this computer does not know."""
    return Trouble(
        "RULES_NEWER",
        SAID("rules-newer", name=game.NAME, theirs=theirs, game=current_revision(game)),
        SAID("rules-newer-hint"),
        VERSION_SKEW,
    )
