"""The open log: a match as JSON Lines, open to every reader and to scoring with a pencil.

Formats: docs/reference/log.md.

The lines are the match (players, game and options), every fact of the referee, and, where players are
simulated, every deal. Secrets of the table are not in it before a rule reveals them.
"""

from collections.abc import Sequence
from functools import lru_cache

from cardtable import __version__
from cardtable.engine import cards, notation
from cardtable.engine.game import Game as GameRules
from tablehost.plugins import presentation
from tablehost.referee.ruled import Correction
from tablehost.types import Fact, Fields, Letters, Line, OptionRow, Options


def match_line(
    game: GameRules,
    players: Sequence[str],
    options: Options,
    virtual: bool,
    **more: object,
) -> Line:
    """Return the first line of a match.

    `options` holds every option, `more` further members that identify the match.
    """
    return {
        "kind": "match",
        "game": game.NAME,
        "rules": __version__,
        "revision": game.REVISION,
        "players": list(players),
        "options": {row.name: options[row.name] for row in OptionRow.all_of(game.OPTIONS)},
        "virtual": virtual,
        **more,
    }


def deal_line(
    day: int,
    hand: int,
    hands: Sequence[Sequence[int]],
    pool: Sequence[int],
    letters: Letters = None,
) -> Line:
    """Return the line of a deal, which only a room with simulated players can know.

    `letters`: see `cards.names_of`.
    """
    return {
        "kind": "deal",
        "day": day,
        "hand": hand,
        "hands": [[cards.text(card, letters) for card in one] for one in hands],
        "pool": [cards.text(card, letters) for card in pool],
    }


def correction_line(fix: Correction) -> Line:
    """Return the line of a correction."""
    line: Line = {"kind": "correction", "what": fix.what, "by": fix.by}
    if fix.answer is not None:
        line["answer"] = fix.answer
    if fix.stage is not None:
        line["stage"] = fix.stage
    if fix.beyond or (fix.what == "undo" and fix.stage is None):
        line["beyond"] = fix.beyond
    if fix.what in ("name", "leave"):
        line["place"] = fix.place
    return line


def fault_line(what: str, code: str, pad: int) -> Line:
    """Return the line of a fault of the table, or of its cure; `pad`: -1 for none."""
    return {"kind": "fault", "what": what, "code": code, "pad": None if pad < 0 else pad}


def fact_line(game: GameRules, options: Options, fact: Fact) -> Line:
    """Return the line of a fact, by the names of its fields."""
    line: Line = dict(notation.fact_items(fact, game))
    own = presentation.LOG_LINE.find(game.NAME)
    return line if own is None else own(line, options)


def raw(game: GameRules, fact: Fact) -> Fields:
    """Return a fact by the names of its fields, cards as the engine's numbers."""
    return dict(zip(_names(tuple(notation.FOUND.get(fact[0]) or game.FACTS[fact[0]])), fact, strict=True))


@lru_cache
def _names(fields: tuple[str, ...]) -> tuple[str, ...]:
    return ("kind", *(name.rstrip("*") for name in fields))
