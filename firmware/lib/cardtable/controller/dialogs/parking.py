"""Parking of matches, by players or a host: park, resume or give up a match. See `storage.parked_matches`."""

from cardtable.engine.match import load
from cardtable.games import registry as games

from ..match import readiness
from ..storage import parked_matches
from ..storage.journal_files import FULL


def park_match(loop):
    """Park the match under way, and begin none."""
    loop.put_away()
    journal = loop.journal
    parked_matches.park(loop.play)
    journal.open_stage(None, fresh=True)
    journal.set_under_way(False)
    _leave(loop)


def take_up(loop, first):
    """Resume the parked match that began at `first`; one that is under way is parked."""
    if not readiness.told(loop):
        return
    loop.put_away()
    parked_matches.switch(loop.play, first)
    _leave(loop)
    loop.take_up()


def drop(loop, first):
    """Give up the parked match that began at `first`: its sealed values are erased."""
    loop.play.note("dropped", first)
    parked_matches.forget(loop.journal, first)


def carry_out(loop, args):
    """Carry out the command "match", see `host_shapes`. Return (code of why not or None, detail)."""
    what, journal = args[0], loop.journal
    if what == "list":
        return None, parked_matches.rows(journal)
    if loop.sets_up():
        return "busy", None
    refused = readiness.why_no_match(loop)
    if refused is None and what == "park":
        refused = ("no-match", None) if not journal.begun else parked_matches.why_not(journal)
    elif refused is None and what == "take":
        refused = find_obstacle(loop, args[1])
    elif refused is None and not parked_matches.is_parked(journal, args[1]):
        refused = "not-parked", [segments[0] for segments in journal.parked]
    if refused is not None:
        return refused
    if loop.in_service():
        loop.dialogue.close()
    if what == "park":
        first = journal.match()
        loop.defer(lambda: park_match(loop))
        return None, first
    loop.defer(lambda: (take_up if what == "take" else drop)(loop, args[1]))
    return None, args[1]


def ask_to_park(loop, place):
    """Park the match under way, for players at the table. A refusal is shown at `place`."""
    refused = parked_matches.why_not(loop.journal)
    if refused is None:
        loop.defer(lambda: park_match(loop))
    else:
        loop.signs.refused(refused[0], place)
    return refused is None


def _leave(loop):
    """Remove all of a match from memory."""
    loop.prepare(None)
    loop.close_dialogue()
    loop.parts.collect()
    loop.signs.fresh()


def find_obstacle(loop, first):
    """Return why the match that began at `first` cannot go on: (code, detail), None if it can."""
    journal = loop.journal
    if not parked_matches.is_parked(journal, first):
        return "not-parked", [segments[0] for segments in journal.parked]
    if journal.tight == FULL:
        return "flash-full", "there is no room"
    checkpoint = parked_matches.checkpoint(journal, first)
    try:
        load(games.load(checkpoint[0]), checkpoint)
    except (ValueError, KeyError) as error:
        return "other-rules", str(error)
    lost = parked_matches.find_lost(journal, first, loop.stay_awake)
    if lost is not None:
        return "records-lost", lost
    return parked_matches.why_not(journal, True)
