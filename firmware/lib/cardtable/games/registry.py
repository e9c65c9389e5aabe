"""The registry of games. Only the chosen game is loaded.

A game is one folder next to this file. Its module `rules` offers

    NAME, SEATS (least, most), OPTIONS, FACTS, STATE
    deck(seats, options)     the cards it is played with
    new_match(match)         set the fields named in STATE
    next_stage(match)        the script of the next stage, or None when the match is over
    winners(match)           the seats that won
    kept(match)              optional: the handles of cards that stay hidden from stage to stage
    mark(match, seat)        optional: the lamp state of a seat without any other
    say(words, key, value, seat_name)   optional: words for its own placeholders in sentences of the display
    TALK_S                   optional: for how many seconds a team may talk
    LETTERS, PACK            optional, one of them: its own names of cards, see `engine.cards.names_of`.
                             PACK is in a module `pack`, and in PACKS below
    PRESETS                  optional: sets of options: code, minutes with the usual number of players
                             (estimated), `name=value ...`. The first is for a first time: it is explained
    AT_TABLE                 optional: options (name -> value) with another default at a physical table

Optional functions for sides, standings, departures and an early stop are described in `engine.players`;
without them every seat is a side, and the match ends.

The meaning of an option is in its row or, if that is long, on the host (`tablehost.games`).

A change of the rules of a game raises its number in REVISIONS, which its REVISION repeats, see
`engine.match`.

A game of one's own is such a folder that lies elsewhere: on the table's files, or in the data folder of the
host. It is added when the program starts. Its module `words`, if it has one, offers WORDS: language -> key ->
sentence, see `languages`.
"""

from .democrazy import pack as democrazy

NAMES = [
    "democracy",
    "demos",
    "democrazy",
]

# The PACK of every pack that a table may own: None for a standard pack.
PACKS: "tuple" = (None, democrazy.PACK)

# The digest of each game of one's own, by name: the first hex digits of the SHA-256 of its files.
OWN: "dict[str, str]" = {}

# The revision of the rules of each game; every match is recorded with it.
REVISIONS = {
    "democracy": 2,
    "demos": 2,
    "democrazy": 2,
}


def add(name: str, digest: str) -> None:
    """Add a game of one's own, or replace it. `digest`: of its files."""
    if name not in NAMES:
        NAMES.append(name)
    OWN[name] = digest


def load(name):
    """Return the module of the game `name`. Raises KeyError for an unknown name."""
    if name not in NAMES:
        raise KeyError(name)
    return __import__("cardtable.games." + name + ".rules", None, None, ("NAME",))


def words(name: str) -> "dict[str, dict[str, str]]":
    """Return the sentences of a game of one's own, {} if it has none."""
    try:
        return __import__("cardtable.games." + name + ".words", None, None, ("WORDS",)).WORDS
    except ImportError:
        return {}


def capabilities():
    """Return the rules of the hello: "NAME-REVISION" of all games, "NAME=DIGEST" of games of one's own."""
    found = [name + "-" + str(REVISIONS[name]) for name in NAMES if name in REVISIONS]
    for name in NAMES:
        if name in OWN:
            found.append(name + "=" + OWN[name])
            found.append(name + "-" + str(getattr(load(name), "REVISION", 1)))
    return found
