"""What play does not need is left: a correction, a look back, a count. There was too little room for it, or
it is over.

Borrowed for that moment.
"""

import sys

from cardtable.micro import SPARING
from cardtable.rulebook import games

_GAMES = "cardtable.rulebook."


def leave(loop, place):
    """Say to `place` that there is too little room for what it asked for; the match is taken up as it stands
    on flash, as after a power cut. What was half done is undone, what is on record stays.
    """
    if loop.play.referee is not None:  # else it is put away already, or there is none
        loop.put_away()
    loop.display.game = None
    forget_games()
    loop.parts.collect()
    loop.take_up()
    loop.signs.fresh()
    loop.signs.refused("no-room", place)


def forget_games():
    """The rules of a game leave the heap; whoever needs them reads them from flash again."""
    if not SPARING:
        return
    for name in list(sys.modules):
        last = name[len(_GAMES) :]
        if name.startswith(_GAMES) and last.split("_")[0] in games.NAMES:
            del sys.modules[name]
            package = sys.modules[_GAMES[:-1]]
            if hasattr(package, last):
                delattr(package, last)
