"""What was played last at the table, for another one: the game, the pads, the options that were changed.

It stands in the settings as a line of words: `democracy 0,2,4 days=3`.
"""

from cardtable.rulebook import games
from cardtable.rulebook.options import resolve

from . import settings


def played(match):
    """The choice that this match was begun with, see `understood`."""
    usual = resolve(match.game, match.seats, {})
    given = {name: match.options[name] for name in usual if match.options[name] != usual[name]}
    return match.game.NAME, match.pads or (), given


def keep(loop, choice):
    """This is what was played last, from now on."""
    name, pads, given = choice
    words = [name, ",".join([str(pad) for pad in pads])]
    line = " ".join(words + [option + "=" + str(given[option]) for option in sorted(given)])
    known = settings.Settings(loop.parts.root)
    try:
        if known.last() != line:
            known.keep(line)
    except OSError:
        pass  # what is lost is a convenience; whatever else is kept will say that flash fails


def kept(loop):
    """The choice that was kept, or None."""
    return understood(settings.Settings(loop.parts.root).last(), loop.parts.seat_pads)


def understood(line, seat_pads):
    """[game, pads, name -> value of each option given, as texts]; None if this table could not play it."""
    words = line.split(" ")
    if words[0] not in games.NAMES or len(words) < 2:
        return None
    pads = [int(pad) for pad in words[1].split(",") if pad.isdigit() and int(pad) < seat_pads]
    given = {}
    for word in words[2:]:
        name, _, value = word.partition("=")
        given[name] = value
    return [words[0], pads, given] if pads else None
