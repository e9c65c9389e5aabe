"""What the loop does with its journal when nothing is played: before it runs, and after it was stopped.

Borrowed for that moment.
"""

from cardtable.micro import borrow

from .lamps import GAP_MS

MARKER = "cardtable.controller.marker"
FILES_LOST = "files-lost"


def open_journal(loop):
    """Start the journal of the loop. Returns what stands behind the id of the board, see `marker`."""
    parts = loop.parts
    tail = ""
    try:
        tail, lost = borrow(MARKER).look(parts.root, parts.entropy)
        loop.journal.start(parts.reset_cause)
        if lost:
            loop.faults.set(FILES_LOST)
            loop.journal.append(0, ["note", FILES_LOST])
    except OSError as error:
        loop.faults.set("flash-failed", -1, str(error))
    return tail


def told(loop):
    """A match begins: what was found when the table was switched on is known by now."""
    if loop.faults.clear(-1, (FILES_LOST,)):
        borrow(MARKER).told(loop.parts.root)


def maintain(loop):
    """Somebody stopped the program to look inside: what is kept is closed, lamps and words say so."""
    parts = loop.parts
    if parts.watchdog is not None:
        parts.watchdog.alone()
    loop.journal.close()
    if not loop.journal.broken:
        loop.journal.append(loop.now_us(), ["note", "repl"])
    parts.piezo.quiet()
    loop.signs.maintain()
    loop.lamps.step(loop.clock.ms + GAP_MS)
