"""The open log: a game as JSON Lines, open to every reader and to scoring with a pencil.

Formats: docs/reference/log.md.

The lines are the match (players, game and options), every fact of the referee, and, where players are
simulated, every deal. Secrets of the table are not in it before a rule reveals them.
"""

from collections.abc import Sequence

from cardtable import __version__
from cardtable.engine import cards, notation
from cardtable.engine.match import current_revision
from tablehost.plugins import presentation
from tablehost.types import Fact, Fields, GameModule, Letters, Line, Options, Values

# Index of the authors in the record of a correction.
BY = {"undo": 3, "amend": 4, "void": 2, "name": 3, "leave": 2, "end": 1, "back": 4}


def match_line(
    game: GameModule,
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
        "revision": current_revision(game),
        "players": list(players),
        "options": {row[0]: options[row[0]] for row in game.OPTIONS},
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


def correction_line(fix: Values) -> Line:
    """Return the line of a correction, as its record has it (see `cardtable.engine.corrections`)."""
    by = list(fix[BY[fix[0]] :])
    if fix[0] == "back":
        line: Line = {"kind": "correction", "what": fix[2], "by": by, "answer": fix[3], "stage": fix[1]}
        return {**line, "beyond": True} if fix[2] == "undo" else line
    line = {"kind": "correction", "what": fix[0], "by": by}
    if fix[0] in ("undo", "amend"):
        line["answer"] = fix[1]
    if fix[0] == "undo":
        line["beyond"] = bool(fix[2])
    if fix[0] in ("name", "leave"):
        line["place"] = fix[1]
    return line


def fault_line(note: Values) -> Line:
    """Return the line of a fault of the table, or of its cure, from its record: kind, code, pad or -1."""
    what, code, pad = note[:3]
    return {"kind": "fault", "what": what, "code": code, "pad": None if pad < 0 else pad}


def fact_line(game: GameModule, options: Options, fact: Fact) -> Line:
    """Return the line of a fact, by the names of its fields."""
    line: Line = dict(notation.fact_items(fact, game))
    own = presentation.LOG_LINE.find(game.NAME)
    return line if own is None else own(line, options)


def raw(game: GameModule, fact: Fact) -> Fields:
    """Return a fact by the names of its fields, cards as the engine's numbers."""
    fields = notation.FOUND.get(fact[0]) or game.FACTS[fact[0]]
    names = [name.rstrip("*") for name in fields]
    return {"kind": fact[0], **dict(zip(names, fact[1:], strict=True))}
