"""Journal recovery at power-up: scan the files and truncate torn writes.

A write that was cut may read well now and not the next time. So the end of the stage and the vault are
rewritten before anything is promised about them, and the record of this boot with them.
"""

import os

from cardtable.wire.frames import encode
from cardtable.wire.records import bytes_of, text_of

from . import archive, files, parked_matches
from .files import LATCH, WIDE, next_head

_ONCE = "vault"  # where an older program kept it


def wake(journal, cause):
    """Fill in a new `journal` from its files, and record ["boot", cause, error, mended].

    OSError: flash cannot be read or written.
    """
    _look(journal)
    if files.size(journal.unclean) >= 0:
        journal.erasing = -1
    stage = _first(journal.name(journal.stages[-1])) if journal.stages else None
    parked_matches.wake(journal, stage)
    _mend_packs(journal)
    journal.taken = journal.saved = _number(journal.folder + "acked") - 1
    _mend_vault(journal)
    error = files.text(journal.folder + "error") or None
    _mend_stage(journal, cause, error)
    if error:
        os.rename(journal.folder + "error", journal.folder + LATCH)  # it is reported once
    journal.error = files.text(journal.folder + LATCH) or None
    journal.look()


def _look(journal):
    for name in files.make(journal.folder[:-1]):
        if name.endswith(files.NEW) and journal.folder + name != journal.sealed + files.NEW:
            os.remove(journal.folder + name)  # its rename was never reached
        elif name == _ONCE:
            files.make(journal.sealed)
            os.rename(journal.folder + name, journal.vault)
        elif name.endswith(".stage"):
            journal.stages.append(int(name[:-6]))
        elif name.endswith(".game"):
            journal.packs.append(int(name[:-5]))
        elif name.endswith(".parked"):
            journal.parked.append([int(name[:-7])])  # `parked_matches.wake` reads the rest


def _first(name):
    """Return the frame in the first line of a file, None if that is torn or missing."""
    if files.size(name) < 0:
        return None
    with open(name, "rb") as file:
        return files.frame(file.readline())


def _mend_packs(journal):
    """Keep the whole blocks of the match packed last, as only that can be torn, of stages that are gone."""
    if not journal.packs:
        return
    first = journal.packs[-1]
    name = journal.name(first, "game")
    before = None
    for stage in journal.stages:
        if before is None and stage >= first:
            before = stage
    end, length = archive.ends(name, first, before)
    journal.packed = [end, length]
    if length != files.size(name):
        if archive.ends(name, first)[1] != files.size(name):
            journal.mended.append("game")
        if end == first:
            os.remove(name)
            journal.packs.pop()
            return
        files.replace(name, files.pieces(name, 0, length))
    if not journal.stages:
        journal.hi_g = end - 1


def _mend_vault(journal):
    if files.size(journal.vault) < 0:
        return
    length = 0
    for line in files.lines(journal.vault):
        length += len(line)
    if length != files.size(journal.vault):
        journal.mended.append("secret")
    files.replace(journal.vault, files.pieces(journal.vault, 0, length))


def _mend_stage(journal, cause, error):
    """Follow the stage to its last sound line, and rewrite it with the record of this boot."""
    if not journal.stages:
        journal.stages.append(journal.hi_g + 1)
    first = journal.stages[-1]
    name = journal.name(first)
    journal.game = first
    journal.hi_g = first - 1
    header, begin, end = _follow(journal, name)
    journal.boot += 1
    if files.size(name) > end:
        journal.mended.append("record")
    if header is None:
        if begin:
            journal.mended.append("stage")  # its checkpoint is lost: the match cannot go on
        journal.begun = False
        header = encode(["stage", journal.boot, None, text_of(journal.head), first], WIDE)
    record = ["boot", cause, error, ",".join(journal.mended) or None]
    line = encode(["ev", journal.hi_g + 1, journal.boot, 0, 0] + record)
    files.replace(name, _anew(name, header, begin, end, line))
    journal.count_line(line)


def _follow(journal, name):
    """Follow the stage's file: (its first line or None if that is torn, where the records begin and end)."""
    if files.size(name) < 0:
        return None, 0, 0
    with open(name, "rb") as file:
        header = file.readline()
        begin = end = len(header)
        frame = files.frame(header)
        if frame is None or frame[0] != "stage" or len(frame) < 5:
            header = None
        else:
            journal.boot = frame[1]
            journal.head = bytes_of(frame[3])
            journal.game = frame[4]
            journal.earlier = frame[5] if len(frame) > 5 else []
            journal.begun = frame[2] is not None and (journal.earlier != [] or frame[4] != journal.hi_g + 1)
        frame = None
        for line in file:
            frame = files.frame(line)
            if frame is None or frame[0] != "ev" or frame[1] != journal.hi_g + 1:
                break
            journal.head = next_head(journal.head, line)
            journal.hi_g += 1
            journal.boot = frame[2]
            journal.begun = journal.begun or frame[5] == "start"
            end += len(line)
    return header, begin, end


def _anew(name, header, begin, end, line):
    yield header
    if begin < end:
        for piece in files.pieces(name, begin, end):
            yield piece
    yield line


def _number(name):
    try:
        return int(files.text(name))
    except ValueError:
        return 0
