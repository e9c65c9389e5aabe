"""Parked matches: a match that another one interrupts is stored, and goes on later from the same state.

Each stretch of a match until it is parked is a *segment*: its records have consecutive positions, and a
packed file of their own. While the match is parked, `journal/<its first position>.parked` is a line

    ["parked", checkpoint, [first, last, ...] of its segments, where the stage under way began, the chain at
    its last record]

and its vault is the folder `sealed.<its first position>`. It is resumed by a stage file that repeats that
line; when this is in its place the match goes on, and all later steps can be repeated after a power cut. The
records of the stage under way are not written again: `records` reads them from the earlier segments.

Its last record before that is the note "parked". The note "taken-up" identifies the match that goes on, and
binds the earlier segments: [first position of the match, last position played, the chain there, the chain
before this record].
"""

import os

from cardtable.micro import const
from cardtable.wire.frames import encode
from cardtable.wire.records import text_of

from . import files
from .files import VAULT, WIDE

MOST = const(4)  # matches parked at once: 40 KB of flash each
SEGMENTS = const(16)  # segments of a match
OFTEN = const(64)  # records read between two calls of the watchdog


def why_not(journal, swaps=False):
    """Return why the match under way cannot be parked: (code, detail), None if it can or none is under way.

    `swaps`: a parked one goes on in its place.
    """
    if not journal.begun:
        return None
    if len(journal.parked) >= MOST and not swaps:
        return "too-many-parked", [segments[0] for segments in journal.parked]
    if len(journal.earlier) // 2 + 1 >= SEGMENTS:
        return "parked-too-often", journal.match()
    return None


def park(play):
    """Store the resume state of the match under way, if there is one. The journal must then open another
    stage.
    """
    journal = play.journal
    if not journal.begun:
        return
    name = journal.name(journal.match(), "parked")
    if files.size(journal.sealed) >= 0 and _owner(journal.sealed) is None:
        journal.keep_secrets(
            (("game", journal.match()),)
        )  # an older program did not note the match of the vault
    play.note("parked")
    first = journal.stages[-1]
    with open(journal.name(first), "rb") as file:
        head = files.frame(file.readline())
    if len(head) > 6:
        first = head[6]
    segments = journal.earlier + [journal.game, journal.hi()]
    files.replace(name, (encode(["parked", head[2], segments, first, text_of(journal.head)], WIDE),))
    journal.parked = sorted([one for one in journal.parked if one[0] != segments[0]] + [segments])


def switch(play, first):
    """Resume the parked match that began at `first` on flash, and park the one under way."""
    journal = play.journal
    park(play)
    line = _line(journal, first)
    journal.open_stage(line[1], goes_on=line[2:])
    journal.begun = True


def rows(journal):
    """Return the parked matches: [first position, game, seats, stage] each."""
    found = []
    for segments in journal.parked:
        parked = checkpoint(journal, segments[0])
        found.append([segments[0], parked[0], parked[1], parked[3][0]])
    return found


def checkpoint(journal, first):
    """Return the dumped match of the parked one that began at `first`."""
    return _line(journal, first)[1]


def is_parked(journal, first):
    return first in [segments[0] for segments in journal.parked]


def forget(journal, first):
    """Give up the parked match that began at `first`: its sealed values are erased."""
    files.remove(journal.name(first, "parked"))
    journal.parked = [segments for segments in journal.parked if segments[0] != first]
    journal.forget(_aside(journal, first))


def _line(journal, first):
    for line in files.lines(journal.name(first, "parked")):
        return files.frame(line)
    return None


def _positions(segments, since):
    for at in range(0, len(segments), 2):
        for g in range(max(segments[at], since), segments[at + 1] + 1):
            yield g


def find_lost(journal, first, watch):
    """Return the position of a record that the match which began at `first` needs and that is lost, or None.

    `watch()` is called now and then: an evening has many records.
    """
    _, _, segments, since, _ = _line(journal, first)
    for g in _positions(segments, since):
        if g % OFTEN == 0:
            watch()
        if journal.get(g) is None:
            return g
    return None


def records(journal, segments, since, more):
    """Yield the records from position `since` on in these segments, then `more`."""
    for g in _positions(segments, since):
        record = journal.get(g)
        if record is None:
            raise ValueError("record " + str(g) + " is lost")
        yield record[4:]
    for record in more:
        yield record


def note(play):
    """Record the note "taken-up" that the match goes on, unless it was written before a power cut."""
    journal = play.journal
    if not journal.earlier or journal.stages[-1] != journal.game:
        return
    head = None
    for line in files.lines(journal.name(journal.game)):
        frame = files.frame(line)
        if head is None:
            head = frame
        elif frame[5:7] == ["note", "taken-up"]:
            return
    if len(head) > 7:
        play.note("taken-up", journal.match(), journal.earlier[-1], head[7], text_of(journal.head))


# -- The vaults ------------------------------------------------------------------------------------


def _aside(journal, first):
    return journal.sealed + "." + str(first)


def _owner(folder):
    """Return the match of this vault: its first position, None if the vault does not note it."""
    for line in files.lines(folder + VAULT):
        row = files.frame(line)
        if row[1] == "game":
            return row[2]
    return None


def put_vault_aside(journal):
    """Put away the vault of a match that is not under way any more: keep it if the match is parked, else
    erase it.
    """
    if files.size(journal.sealed) < 0:
        return
    owner = _owner(journal.sealed)
    if owner in [one[0] for one in journal.parked]:
        os.rename(journal.sealed, _aside(journal, owner))
    else:
        journal.forget(journal.sealed)


def take_up_vault(journal):
    """Give the parked match that goes on its vault, and remove it from the parked ones."""
    first = journal.match()
    if files.size(_aside(journal, first)) >= 0:
        put_vault_aside(journal)
        os.rename(_aside(journal, first), journal.sealed)
    elif files.size(journal.name(first, "parked")) >= 0 and _owner(journal.sealed) != first:
        put_vault_aside(journal)  # its own was lost
    files.remove(journal.name(first, "parked"))
    journal.parked = [segments for segments in journal.parked if segments[0] != first]


def wake(journal, stage):
    """Bring vaults and parked matches to the state of the last stage, after power-up.

    `stage`: its first line, None if that is lost.
    """
    found = []
    for (first,) in journal.parked:
        line = _line(journal, first)
        if line is None or line[0] != "parked":
            journal.mended.append("parked")
            files.remove(journal.name(first, "parked"))
        else:
            found.append(line[2])
    journal.parked = found
    new = journal.sealed + files.NEW
    if stage and stage[0] == "stage" and len(stage) > 4:
        goes_on = len(stage) > 5
        now = stage[5][0] if goes_on else stage[4]
        parked = [segments[0] for segments in journal.parked]
        if _owner(new) == now:
            journal.take_up_vault()
        elif goes_on:
            journal.game, journal.earlier = stage[4], stage[5]
            take_up_vault(journal)
        elif now in parked:  # it was about to be parked
            files.remove(journal.name(now, "parked"))
            journal.parked = [segments for segments in journal.parked if segments[0] != now]
        elif stage[2] is None and _owner(journal.sealed) in parked:
            put_vault_aside(journal)
    journal.forget(new)
    files.remove(journal.vault + files.NEW)
    kept = [_aside(journal, segments[0]) for segments in journal.parked]
    for name in os.listdir(journal.folder[:-1]):
        folder = journal.folder + name
        if folder.startswith(journal.sealed + ".") and folder not in kept:
            journal.forget(folder)
