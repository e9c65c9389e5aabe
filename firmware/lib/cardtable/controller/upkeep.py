"""What the loop does when nothing is played: with its journal, before it runs, after it was stopped, and when
what play does not need finds no room.

Borrowed for that moment.
"""

import sys

from cardtable.micro import borrow, release
from cardtable.rulebook import games
from cardtable.rulebook.ask import CENTRE

from . import files
from .faults import READER
from .journal import FULL, LATCH
from .lamps import GAP_MS

MARKER = "cardtable.controller.marker"
FULL_UP = "cardtable.controller.full"
FILES_LOST = "files-lost"
STOPPED = "had-stopped"
_GAMES = "cardtable.rulebook."
PROOFS_LOST = "proofs-lost"
NO_ROOM = "no-room"
NOTED_ELSEWHERE = (FILES_LOST, "bug", "flash-failed", PROOFS_LOST)  # by notes and the next boot


def open_journal(loop, marker):
    """Start the journal of the loop. Returns what stands behind the id of the board, as `marker`, the module,
    finds it.
    """
    parts = loop.parts
    tail = ""
    try:
        tail, lost = marker.look(parts.root, parts.entropy)
        loop.journal.start(parts.reset_cause)
        if loop.journal.error:
            loop.faults.set(STOPPED, -1, loop.journal.error)
        if lost:
            loop.faults.set(FILES_LOST)
            loop.journal.append(0, ["note", FILES_LOST])
    except OSError as error:
        loop.faults.set("flash-failed", -1, str(error))
    return tail


def attend(loop):
    """Nobody moves, and there may be news of faults or of room. True if there is something new to show.

    A match whose records have no room any more rests until there is.
    """
    journal, faults = loop.journal, loop.faults
    level = journal.told = journal.tight
    news = False
    for code, at in (("flash-nearly-full", 1), ("flash-full", FULL)):
        changed = faults.set(code) if level == at else faults.clear(-1, (code,))
        news = news or changed
    if loop.pads.bygone:
        borrow("cardtable.controller.stat").fold(loop)
        news = True
    if faults.now != loop.noted:
        news = _note_faults(loop) or news
    if level == FULL:
        journal.want_room()
        referee = loop.play.referee
        free = loop.dialogue is None and referee is not None and not referee.over
        if free and not loop.is_looking() and not journal.broken:
            loop.dialogue = borrow(FULL_UP).Full(loop)
            news = True
    elif hasattr(loop.dialogue, "room"):
        loop.dialogue.room()
        news = True
    return news


def _note_faults(loop):
    """What is wrong now and was not, and what is cured, is put on record: ["note", "fault" or "cured", code,
    pad or -1]. It lasted until nobody moved; what comes and goes within a moment is only shown.
    Notices go when they are on record. True if there were any.
    """
    before, now = loop.noted, list(loop.faults.now)
    for code, pad, _ in now:
        if code in READER[5:]:
            loop.faults.clear(pad, (code,))
    loop.noted = list(loop.faults.now)
    if loop.journal.broken:
        return False
    for word, some, others in (("fault", now, before), ("cured", before, now)):
        told = [(code, pad) for code, pad, _ in others]
        for code, pad, _ in some:
            if (code, pad) not in told and code not in NOTED_ELSEWHERE:
                loop.journal.append(loop.now_us(), ["note", word, code, pad])
    return len(now) > len(loop.noted)


def why_no_match(loop):
    """Why no match may begin or go on at this table: (code, what is wrong), None if one may."""
    return ("flash-failed", "nothing can be kept") if loop.journal.broken else None


def told(loop):
    """A match begins or goes on: what was found when the table was switched on is known by now. False: none
    may, see `why_no_match`.
    """
    if why_no_match(loop) is not None:
        return False
    if loop.faults.clear(-1, (STOPPED,)):
        files.remove(loop.journal.folder + LATCH)
    loop.faults.clear(-1, (PROOFS_LOST,))
    if loop.faults.clear(-1, (FILES_LOST,)):
        borrow(MARKER).told(loop.parts.root)
    return True


def maintain(loop):
    """Somebody stopped the program to look inside: that is on record."""
    rest(loop, "repl")


def rest(loop, note=None):
    """The program ends on purpose: what is kept is closed, lamps and words say so. `note`: put on record."""
    parts = loop.parts
    if parts.watchdog is not None:
        parts.watchdog.alone()
    if hasattr(loop.dialogue, "serve"):
        loop.dialogue.close()
    loop.journal.close()
    if note is not None and not loop.journal.broken:
        loop.journal.append(loop.now_us(), ["note", note])
    parts.piezo.quiet()
    loop.signs.maintain()
    loop.lamps.step(loop.clock.ms + GAP_MS)
    _paint(parts)


def _paint(parts):
    """Have the display seen before what follows."""
    for _ in range(parts.display.count):
        parts.idle(20_000)  # a panel is painted a line at a time, when nothing is due for so long


def leave(loop, place):
    """Say to `place` (-1 or None: to all), or to the host if it commanded that, that there is too little room
    for what was asked for; the match is taken up as it stands on flash, as after a power cut. What was half
    done is undone, what is on record stays.
    """
    if loop.play.referee is not None:  # else it is put away already, or there is none
        loop.put_away()
        loop.journal.begun = _stands(loop.journal)
    loop.display.game = None
    if loop.commands:
        loop.prepared = None
        loop.end.reply(loop.commands.pop(0)[0], False, NO_ROOM, None)
    forget_games()
    loop.parts.collect()
    loop.take_up()
    loop.signs.fresh()
    loop.signs.refused(NO_ROOM, CENTRE if place is None or place < 0 else place)


def _stands(journal):
    """True if a match stands on flash: one that was about to begin may not have come so far."""
    journal.begun = True
    state, records = journal.last_stage()
    if state is None or journal.earlier or journal.stages[-1] != journal.game:
        return state is not None
    return "start" in [record[0] for record in records]


def why_not_now(loop):
    """Why a computer may not look at devices, or put a deck on flash, just now: a code, None if it may.

    It may between matches, where there is room to have it on record.
    """
    referee = loop.play.referee
    if loop.bug is not None or loop.is_looking() or (referee is not None and not referee.over):
        return "match"
    if loop.journal.broken:
        return "flash-failed"
    return "flash-full" if loop.journal.tight == FULL else None


def forget_games():
    """The rules of a game leave the heap; whoever needs them reads them from flash again."""
    for name in list(sys.modules):
        if name.startswith(_GAMES) and name[len(_GAMES) :].split("_")[0] in games.NAMES:
            release(name)
