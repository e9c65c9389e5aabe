"""Parked matches: a match that another one interrupts is stored, and goes on later from the same state.

Each stretch of a match until it is parked is a *segment*: its records have consecutive positions, and a
packed file of their own. While the match is parked, `<its first position>.parked` is a line

    ["parked", checkpoint, [first, last, ...] of its segments, where the stage under way began, the chain at
    its last record]

and its vault stays. It is resumed by a stage file that repeats that line; when this is in its place the match
goes on, and all later steps can be repeated after a power cut. The records of the stage under way are not
written again: `records` reads them from the earlier segments.

Its last record before that is the note "parked". The note "taken-up" identifies the match that goes on, and
binds the earlier segments: [first position of the match, last position played, the chain there, the chain
before this record].
"""

from cardtable.micro import const
from cardtable.wire.frames import encode
from cardtable.wire.records import text_of

from .lines import WIDE, read_frame

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
    play.note("parked")
    first = journal.stages[-1]
    head = journal.first_line(first)
    if len(head) > 6:
        first = head[6]
    segments = journal.earlier + [journal.game, journal.hi()]
    line = encode(["parked", head[2], segments, first, text_of(journal.head)], WIDE)
    journal.store.replace(name, (line,))
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
    _remove(journal, first)
    journal.forget(first)


def _remove(journal, first):
    """Remove the resume state of a match, if it has one."""
    if is_parked(journal, first):
        journal.store.remove(journal.name(first, "parked"))
        journal.parked = [segments for segments in journal.parked if segments[0] != first]


def take_up(journal):
    """Note that the match under way is not parked."""
    _remove(journal, journal.match())


def _line(journal, first):
    return journal.first_line(first, "parked")


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
    for line in journal.lines(journal.game):
        frame = read_frame(line)
        if head is None:
            head = frame
        elif frame[5:7] == ["note", "taken-up"]:
            return
    if len(head) > 7:
        play.note("taken-up", journal.match(), journal.earlier[-1], head[7], text_of(journal.head))


def wake(journal, stage):
    """Bring parked matches and vaults to the state of the last stage, after power-up.

    `stage`: its first line, None if there is none.
    """
    found = []
    for (first,) in journal.parked:
        name = journal.name(first, "parked")
        journal.store.settle(name)
        if not journal.store.holds(name):  # its removal was cut short
            continue
        line = _line(journal, first)
        if line is None or line[0] != "parked":
            journal.mended.append("parked")
            journal.store.remove(name)
        else:
            found.append(line[2])
    journal.parked = found
    if stage is not None:
        journal.game, journal.earlier = stage[4], stage[5] if len(stage) > 5 else []
        take_up(journal)  # it was about to be parked, or had been taken up
    journal.forget_others()
