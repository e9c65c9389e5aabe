"""Housekeeping between turns and at both ends: opens the journal, records faults, ends the program."""

from .faults import NO_LANGUAGE, READER
from .match.readiness import FILES_LOST, PROOFS_LOST, STOPPED
from .output.lamps import GAP_MS
from .storage.files import check_files
from .storage.journal_files import FULL

NOTED_ELSEWHERE = (FILES_LOST, "bug", "flash-failed", PROOFS_LOST, NO_LANGUAGE)  # by notes, the next boot


def open_journal(loop):
    """Start the journal of the loop. Return the suffix of the board's id, see `storage.files`."""
    parts = loop.parts
    tail = ""
    try:
        loop.journal.start(parts.reset_cause)
        tail, lost = check_files(parts.root, parts.entropy, loop.journal.was_empty)
        if loop.journal.error:
            loop.faults.set(STOPPED, -1, loop.journal.error)
        if lost:
            loop.faults.set(FILES_LOST)
            loop.journal.append(0, ["note", FILES_LOST])
    except OSError as error:
        loop.faults.set("flash-failed", -1, str(error))
    return tail


def attend(loop):
    """Update faults, room and read quality while the table is quiet. Return True if there is a change to
    show.
    """
    journal, faults = loop.journal, loop.faults
    level = journal.note_room()
    news = False
    for code, at in (("flash-nearly-full", 1), ("flash-full", FULL)):
        changed = faults.set(code) if level == at else faults.clear(-1, (code,))
        news = news or changed
    if loop.pads.presence.bygone:
        from .service import read_quality

        read_quality.fold(loop)
        news = True
    if faults.now != loop.noted_faults:
        news = _note_faults(loop) or news
    if level == FULL:
        journal.want_room()
    elif loop.dialogue is not None and loop.dialogue.waits_for_room:
        loop.dialogue.room()
        news = True
    return news


def must_rest(loop):
    """True if a match is under way that must rest until its records have room again."""
    journal = loop.journal
    return (
        loop.play.is_on()
        and journal.tight == FULL
        and loop.dialogue is None
        and not loop.is_looking()
        and not journal.broken
    )


def _note_faults(loop):
    """Record new and cured faults: ["note", "fault" or "cured", code, pad or -1].

    They have lasted until the table was quiet; shorter ones are only shown. Notices are cleared when they are
    on record. Return True if there were any.
    """
    before, now = list(loop.noted_faults), list(loop.faults.now)
    for code, pad, _ in now:
        if code in READER[5:]:
            loop.faults.clear(pad, (code,))
    loop.noted_faults[:] = loop.faults.now
    if loop.journal.broken:
        return False
    for word, some, others in (("fault", now, before), ("cured", before, now)):
        told = [(code, pad) for code, pad, _ in others]
        for code, pad, _ in some:
            if (code, pad) not in told and code not in NOTED_ELSEWHERE:
                loop.journal.append(loop.now_us(), ["note", word, code, pad])
    return len(now) > len(loop.noted_faults)


def maintain(loop):
    """End the program for maintenance at the prompt, and record that."""
    if loop.parts.watchdog is not None:
        loop.parts.watchdog.alone()
    rest(loop, "repl")


def rest(loop, note=None):
    """End the program on purpose: close the journal, show it on lamps and display. `note`: put on record.

    No timer feeds the watchdog afterwards: as a drive the Pico needs none.
    """
    parts = loop.parts
    if loop.in_service():
        loop.dialogue.close()
    loop.journal.close()
    if note is not None and not loop.journal.broken:
        loop.journal.append(loop.now_us(), ["note", note])
    parts.piezo.quiet()
    loop.signs.maintain()
    loop.lamps.step(loop.clock.ms + GAP_MS)
    _paint(parts)


def _paint(parts):
    """Wait until the display is painted."""
    for _ in range(parts.display.count):
        parts.idle(20_000)  # a panel is painted a line at a time, when nothing is due for so long
