"""What the table does when it is switched on: it looks at what it has, and takes up the match.

Borrowed for that moment.
"""

from cardtable import __version__
from cardtable.micro import borrow
from cardtable.rulebook.course import Difference

from .loop import CHANGED

DECKS = "cardtable.controller.decks"
MARKER = "cardtable.controller.marker"
SETTINGS = "cardtable.controller.settings"
UPKEEP = "cardtable.controller.upkeep"
_LACKING = "unknown"  # what is told of a program without manifest


def look(loop):
    """Make a new `loop` ready but for its line. Returns who it is, for that: see `TableEnd`."""
    parts = loop.parts
    marker = borrow(MARKER)
    loop.clock.start()
    loop.applied(borrow(SETTINGS).Settings(parts.root))
    tail = borrow(UPKEEP).open_journal(loop, marker)
    loop.keys.start(loop.clock.ms)
    for pad, _ in loop.keys.stuck_pads():
        loop.faults.set("key-stuck", pad)
    borrow(DECKS).read(loop, loop.deck)
    slot = marker.try_out(loop)
    manifest = _manifest(parts.root + slot)
    if slot and manifest != _LACKING:
        loop.proved = 0
    return parts.unique_id.hex() + tail, loop.journal.boot, __version__, manifest, []


def take_up(loop):
    """Take up the match in the journal. False if there is none, or if it cannot go on."""
    if loop.journal.broken or loop.proved == CHANGED:
        return False
    try:
        if not loop.play.restore():
            return False
    except (Difference, ValueError, KeyError) as error:
        loop.faults.set("journal")
        loop.end.tell(["log", "error", "the match in the journal cannot go on: " + str(error)])
        loop.play.referee = None
        return False
    borrow(DECKS).lay_out(loop, loop.play.referee.match)
    return True


def _manifest(folder):
    """The digest of the program that lies there, as `cardtable flash` wrote it."""
    try:
        with open(folder + "manifest") as file:
            return file.readline().strip()
    except OSError:
        return _LACKING
