"""The games this table knows, by name. Only the chosen one is loaded.

A game is one folder beside this file. Its module `rules` offers

    NAME, SEATS (least, most), OPTIONS, FACTS, STATE
    deck(seats, options)     the cards it is played with
    new_match(match)         set the fields named in STATE
    next_stage(match)        the script of the next stage, or None when the match is over
    winners(match)           the seats that won
    kept(match)              only if some: the handles of what stays hidden from stage to stage
    mark(match, seat)        only if some: the lamp state that stands at a seat until something happens there
    say(words, key, value, seat_name)   only if its sentences on the display have placeholders of their own,
    see
                             `controller.output.display`
    TALK_S                   only if teams may talk: for how many seconds
    LETTERS, PACK            only one, and only if it has its own: how it names cards, see `cards.names_of`
    AT_TABLE                 only if some: options (name -> value) with another default at a table that can be
                             touched

Functions for who plays together, how a match stands, and what becomes of it when a player leaves or all stop
early, are described in `engine.players`; without them every seat is a side, and the match ends.

The meaning of an option is in its row or, where that is long, on the host (`tablehost.games`).

When the rules of a game change, so does its number in REVISIONS, which its REVISION repeats, and its CHANGES
list what changed, see `engine.match`.
"""

from .democrazy import cards

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
    return (None, cards.PACK)


def load(name):
    """The module of the game `name`. KeyError if there is none."""
    if name not in NAMES:
        raise KeyError(name)
    return __import__("cardtable.games." + name + ".rules", None, None, ("NAME",))


def capabilities():
    """What a table says in its hello of the rules that it plays: "NAME-REVISION" of all but revision 1."""
    return [name + "-" + str(REVISIONS[name]) for name in NAMES if name in REVISIONS]
