"""Journal recovery at power-up: find the files, and write again what may have been in work at a power cut.

What was written or removed last may read well now and not the next time. So the last commit of the stage and
of the match packed last, the vaults and parked matches are written again before anything is promised about
them, see `Store.settle`.
"""

from cardtable.wire.frames import encode
from cardtable.wire.records import bytes_of, text_of

from . import parked_matches
from .journal_files import ACKED, ERROR, LATCH
from .lines import WIDE, next_head, read_frame


def wake(journal, cause):
    """Fill in a new `journal` from its files, and record ["boot", cause, error, mended].

    OSError: flash cannot be read or written.
    """
    store = journal.store
    names = store.start()
    journal.was_empty = names == []
    for name in names:
        first, _, kind = name.partition(".")
        if kind == "stage":
            journal.stages.append(int(first))
        elif kind == "game":
            journal.packs.append(int(first))
        elif kind == "sealed":
            journal.vaults.append(int(first))
        elif kind == "parked":
            journal.parked.append([int(first)])  # `parked_matches.wake` reads the rest
    _settle_stage(journal)
    parked_matches.wake(journal, journal.first_line(journal.stages[-1]) if journal.stages else None)
    _mend_packs(journal)
    journal.taken = journal.saved = int(_text(store, ACKED) or 0) - 1
    for first in journal.vaults:
        if store.settle(journal.name(first, "sealed"), True):
            journal.mended.append("secret")
    error = _text(store, ERROR)
    _mend_stage(journal, cause, error)
    if error:
        store.replace(LATCH, (error.encode(),))
        store.remove(ERROR)  # it is reported once
    journal.error = _text(store, LATCH)
    journal.look()


def _text(store, name):
    """Return the text of a short file, None if there is none."""
    return store.open(name).readline().decode() or None


def _mend_packs(journal):
    """Keep of the match packed last the blocks of stages that are gone: another stage is packed again.

    One that is packed to its end may have been about to be removed: it is compared again, and removed.
    """
    if not journal.packs:
        return
    from . import old_matches

    first = journal.packs[-1]
    name = journal.name(first, "game")
    if journal.store.settle(name):
        journal.mended.append("game")
    left = [stage for stage in journal.stages if stage >= first]
    end, length = old_matches.ends(journal, first, left[0] if left else None)
    last, whole = old_matches.ends(journal, first)
    if left and last in left[1:2]:
        journal.skipped = journal.stages.index(left[0])
        journal.task = [left[0], first, last, left[0], length]
        end, length = last, whole
    journal.packed = [end, length]
    if whole != length:
        if end == first:
            journal.store.remove(name)
            journal.packs.pop()
            return
        old_matches.cut_off(journal, first, length)
    if not journal.stages:
        journal.hi_g = end - 1


def _settle_stage(journal):
    """Write the end of the stage under way again. One of which nothing is whole was never promised."""
    while journal.stages:
        name = journal.name(journal.stages[-1])
        if journal.store.settle(name):
            journal.mended.append("record")
        if journal.store.holds(name):
            return
        journal.stages.pop()


def _mend_stage(journal, cause, error):
    """Follow the stage under way to its end, and append the record of this boot."""
    if journal.stages:
        _follow(journal, journal.stages[-1])
    journal.boot += 1
    if not journal.stages:
        first = journal.hi_g + 1
        journal.game = first
        header = ["stage", journal.boot, None, text_of(journal.head), first]
        journal.store.replace(journal.name(first), (encode(header, WIDE),))
        journal.stages.append(first)
    record = ["boot", cause, error, ",".join(journal.mended) or None]
    line = encode(["ev", journal.hi_g + 1, journal.boot, 0, 0] + record)
    journal.store.append(journal.name(journal.stages[-1]), line)
    journal.count_line(line)


def _follow(journal, first):
    """Take over the state after the last record of the stage that begins at `first`."""
    found = journal.lines(first)
    frame = read_frame(next(found))
    journal.hi_g = first - 1
    journal.boot = frame[1]
    journal.head = bytes_of(frame[3])
    journal.begun = frame[2] is not None and (journal.earlier != [] or journal.game != first)
    for line in found:
        frame = read_frame(line)
        if frame[0] != "ev" or frame[1] != journal.hi_g + 1:
            break
        journal.head = next_head(journal.head, line)
        journal.hi_g += 1
        journal.boot = frame[2]
        journal.begun = journal.begun or frame[5] == "start"
