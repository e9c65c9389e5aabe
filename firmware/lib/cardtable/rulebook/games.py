"""The games this table knows, by name. Only the chosen one is loaded.

A game is one module of this folder that offers

    NAME, SEATS (least, most), OPTIONS, FACTS, STATE
    deck(seats, options)     the cards it is played with
    new_match(match)         set the fields named in STATE
    next_stage(match)        the script of the next stage, or None when the match is over
    winners(match)           the seats that won
    kept(match)              only if some: the handles of what stays hidden from stage to stage
    mark(match, seat)        only if some: the lamp state that stands at a seat until something happens there
    LETTERS, PACK            only one, and only if it has its own: how it names cards, see `cards.names_of`
    AT_TABLE                 only if some: options (name -> value) with another default at a table that can be
                             touched

Who plays together, and what becomes of the match when somebody leaves or all stop early, is in the module
that it names as PARTING, see `parting`; without it everybody is a side, and the match ends. How a match
stands is said there, too, where it is not its `totals`.

What the options mean stands in their rows or, where that is long, in MEANINGS (name -> text) of a module
NAME_meanings beside it; that, and NAME_meanings_fr, may have the words of a ruling for each value.

When the rules of a game change, so does its number in REVISIONS, and its CHANGES list what changed, see
`revisions`.
"""

from . import democrazy_pack

NAMES = (
    "democracy",
    "demos",
    "democrazy",
)

# The revision of the rules of each game, 1 where none is given: every match is recorded with it.
REVISIONS = {
    "democracy": 2,
    "demos": 2,
    "democrazy": 2,
}


def packs():
    """What every pack is called by that a table may own, as PACK: None for a standard pack."""
    return (None, democrazy_pack.PACK)


def load(name):
    """The module of the game `name`. KeyError if there is none."""
    if name not in NAMES:
        raise KeyError(name)
    return __import__("cardtable.rulebook." + name, None, None, ("NAME",))


def revision(game):
    """The revision of the rules of this game, a module."""
    return REVISIONS.get(game.NAME, 1)


def capabilities():
    """What a table says in its hello of the rules that it plays: "NAME-REVISION" of all but revision 1."""
    return [name + "-" + str(REVISIONS[name]) for name in NAMES if name in REVISIONS]
