"""The table's journal: an append-only record log on the file system of the device, with the vault.

The stage under way is a file `journal/<first position>.stage`: the first line is the checkpoint from which it
began, every other line one record. A finished stage is packed in idle time (`idle`) after the others of its
match, into `journal/<first position of the match>.game`. The folder `journal/sealed` has the vault: the
sealed values. A record is on flash when `append` returns; a line that a power cut tore was never
acknowledged, and `start` removes it. A match that another one interrupts is parked: `parked_matches` keeps
its resume state, and its vault aside.

Positions count records from 0 over the whole life of a table, and `head` is the chain over all of them:
SHA-256 of a zero byte, the head before, and the record's own bytes. See docs/reference/journal.md. Work that
no card waits for is in `recovery` and `archive`. The seam for other back-ends is the set of methods that the
wire and the loop call.
"""

import os

from cardtable.micro import const
from cardtable.wire import proofs
from cardtable.wire.frames import SEAL, encode
from cardtable.wire.records import text_of
from cardtable.wire.table_session import WINDOW

from . import archive, erasure, files, parked_matches, recovery, transaction
from .files import FULL, LEAST, NONE, OFTEN, SCARCE, VAULT, WIDE, next_head

_ROOM = const(1024)  # bytes, twice the longest line of a record


class Recent:
    """Ring of the last lines of the journal, as on flash, for the host that wants them next.

    They share one block that is allocated at the beginning: records kept as values, one by one, would be
    scattered over free heap cells in the middle of a turn, and fragment the heap.
    """

    def __init__(self):
        self._room = memoryview(bytearray(_ROOM))
        self._sizes = []
        self._used = 0

    def add(self, line):
        """Add the next line."""
        size = len(line)
        while self._sizes and (self._used + size > _ROOM or len(self._sizes) == WINDOW):
            gone = self._sizes.pop(0)
            self._room[: self._used - gone] = self._room[gone : self._used]
            self._used -= gone
        self._room[self._used : self._used + size] = line
        self._sizes.append(size)
        self._used += size

    def line(self, back):
        """Return the line with `back` others after it; None if it is not held any more. Read it before the
        next `add`.
        """
        at = len(self._sizes) - 1 - back
        if not 0 <= at < len(self._sizes):
            return None
        first = sum(self._sizes[:at])
        return self._room[first : first + self._sizes[at]]


class Journal:
    """The journal. `root`: an existing folder, ending in "/". Call `start` before anything else.

    taken      the host has everything up to here
    head       the chain up to here, 32 bytes
    free, capacity  bytes of the file system, as last measured
    tight      1: there is little room, which must be reported before anything is removed for want of it;
               FULL: there is none, until there is LEAST again; 0: there is enough
    told       the value of `tight` that was reported
    broken     a write was begun and did not end: nothing is written any more
    mended     the repairs of `start`, a word each
    erasing    how many free blocks of the flash may still hold removed secrets; -1: not counted yet, None:
               none
    error      the error that stopped the table, until the next match begins or goes on; None for none
    """

    def __init__(self, root):
        self.folder = root + "journal/"
        # The folder of the vault; with NEW that of a match that begins.
        self.sealed = self.folder + "sealed"
        self.vault = self.sealed + VAULT
        self.unclean = self.folder + "unclean"  # a file that exists while anything is to be erased
        self.stages = []  # first positions of the stage files, ascending
        self.packs = []  # and of the packed matches
        self.game = 0  # first position of the segment under way, or of the records before the first match
        # First and last position of each earlier segment of the match under way, flat; empty without any.
        self.earlier = []
        self.parked = []  # the same of each parked match, with all its segments
        self.begun = False  # a match is under way: its first record was written, and its last one was not
        self.boot = 0
        self.taken = -1
        self.saved = -1  # its value on flash
        self.head = bytes(32)
        self.free = 0
        self.capacity = 0
        self.tight = self.told = 0
        self.broken = False
        self.mended = []
        self.erasing = None
        self.error = None
        self.hi_g = -1
        self.count = 0
        self._recent = Recent()
        self._reader = None
        self._wanted = None  # a position that is to be read
        self._read = False  # a record was read since the last `idle`
        self.task = None  # the stage that is being packed, see `archive`
        self.packed = [0, 0]  # how far the match is packed: position, and bytes of its file
        self.skipped = 0  # so many of the first stages are not packed
        self._due = True  # there may be idle work

    def set_under_way(self, begun):
        """Set whether a match is under way; the records of it say the same at the next start."""
        self.begun = begun

    def note_room(self):
        """Return how tight the room is, see `tight`; that counts as reported."""
        self.told = self.tight
        return self.told

    def start(self, cause="unknown"):
        """Scan the files, repair torn writes, rewrite the end and record this boot, with its `cause`.

        OSError: flash cannot be written.
        """
        self.broken = True
        recovery.wake(self, cause)
        self.broken = False

    # -- Reading, for the wire ---------------------------------------------------------------------

    def lo(self):
        """Return the first position held, -1 if none."""
        first = self.packs[0] if self.packs else self.stages[0] if self.stages else 0
        return first if self.hi_g >= first else -1

    def hi(self):
        """Return the last position held, -1 if none."""
        return self.hi_g

    def ready(self, g):
        """True if `get` answers at once; if not, it will after `fetch`, which opens a file."""
        if g > self.hi_g or self._recent.line(self.hi_g - g) is not None:
            return True
        if self._reader is None or not self._reader.serves(g):
            self._wanted = g
            return False
        return True

    def fetch(self):
        """Open the file of the position that was not ready. OSError."""
        if self._wanted is not None:
            self.close()
            self._reader = archive.reader(self, self._wanted)
            self._wanted = None

    def get(self, g):
        """Return the record at position g, or None."""
        if g > self.hi_g:
            return None
        line = self._recent.line(self.hi_g - g)
        if line is not None:
            return files.frame(bytes(line))[1:]
        if not self.ready(g):
            self.fetch()
        self._read = True
        return self._reader.get(g)

    def line(self, g):
        """Return the line of the record at position g, to be sent before the next write; None if it
        is lost.
        """
        line = self._recent.line(self.hi_g - g) if g <= self.hi_g else None
        if line is not None:
            return line
        record = self.get(g)
        return None if record is None else encode(["ev"] + record)

    def acked(self, g):
        """Note that the host has everything up to g."""
        self.taken = max(self.taken, g)
        if self.taken - self.saved >= OFTEN:
            self._due = True

    # -- Writing, for the loop ---------------------------------------------------------------------

    def open_stage(self, checkpoint, fresh=False, goes_on=None):
        """Open a stage. `fresh`: with it a new match, and its vault; checkpoint None: no match at all.

        `goes_on`: the parked match that does, [its segments, where its stage began, the chain at its last
        record].
        """
        self._begin()
        self.close()
        self.save()
        first = self.hi_g + 1
        if goes_on is not None:
            self.game, self.earlier = first, goes_on[0]
        elif fresh:
            self.game, self.earlier = first, []
        head = self.stage_line(checkpoint, goes_on)
        files.replace(self.name(first), (encode(head, WIDE),))
        if fresh:
            self.take_up_vault()
        elif goes_on is not None:
            parked_matches.take_up_vault(self)
        if first not in self.stages:
            self.stages.append(first)
        self.broken = False
        self._due = True

    def stage_line(self, checkpoint, goes_on=None):
        """Return the first line of a stage that begins now, see `open_stage`."""
        head = ["stage", self.boot, checkpoint, text_of(self.head), self.game]
        if self.earlier:
            head.append(self.earlier)
        return head if goes_on is None else head + goes_on[1:]

    def match(self):
        """Return the first position of the match under way."""
        return self.earlier[0] if self.earlier else self.game

    def begin_transaction(self):
        """Return a transaction in place of this journal while a stage is replayed, see `transaction`."""
        return transaction.Transaction(self)

    def append(self, us, record):
        """Append one record [kind, ...]; it is on flash when this returns. Return its position.

        ValueError: it is too long, and nothing has changed. OSError: it is not kept.
        """
        line = encode(["ev", self.hi_g + 1, self.boot, self.count, us] + record)
        self._begin()
        files.append(self.name(self.stages[-1]), line)
        self.count_line(line)
        self.broken = False
        return self.hi_g

    def count_line(self, line):
        """Count this line, which is on flash."""
        self.head = next_head(self.head, line)
        self.hi_g += 1
        self._recent.add(line)
        self.count += 1

    def append_head(self, us, stage):
        """Record the head of the chain at the end of a stage, see `wire.proofs`. Return its 32 bytes."""
        told = encode([self.hi_g + 1, self.boot, self.count, us, "head", stage, ""])
        head = proofs.head(self.head, told[: -SEAL - 4])
        self.append(us, ["head", stage, text_of(head)])
        return head

    def keep_secrets(self, rows):
        """Put sealed values, or the seed of chance, into the vault: (name, value) each. One write for all."""
        lines = b"".join([encode(["seal", name, value]) for name, value in rows])
        self._begin()
        if files.size(self.sealed) < 0:
            files.make(self.sealed)  # the vault was lost
        files.append(self.vault, lines)
        self.broken = False

    def rewrite_vault(self, rows, fresh=False):
        """Keep only these (name, value) sealed; they may be taken from `secrets` meanwhile.

        `fresh`: those of the match that is about to begin, first ("game", its first position); until then
        they have a folder of their own. If none stay, all that the vault ever held is to be erased.
        """
        self._begin()
        if rows == ():  # the match is over
            self.forget(self.sealed)
            self.begun = False
            first = self.match()
            if first in [segments[0] for segments in self.parked]:  # it was about to be parked, and went on
                files.remove(self.name(first, "parked"))
                self.parked = [segments for segments in self.parked if segments[0] != first]
        else:
            folder = self.sealed
            if fresh:
                folder += files.NEW
                self.forget(folder)
            if files.size(folder) < 0:
                files.make(folder)
                if self.erasing is not None:
                    erasure.turn_over(folder)
            files.replace(folder + VAULT, (encode(["seal", name, value]) for name, value in rows))
        self.broken = False

    def take_up_vault(self):
        """Give the match that begins its vault. The one before is kept aside if its match is parked; else it
        is to be erased.
        """
        parked_matches.put_vault_aside(self)
        if files.size(self.sealed + files.NEW + VAULT) >= 0:
            os.rename(self.sealed + files.NEW, self.sealed)

    def forget(self, folder):
        """Remove a folder of secrets. Its blocks are erased when the table is quiet, see `erasure`, also
        after a power cut.
        """
        if files.holds(folder):
            files.replace(self.unclean, (b"1",))
            self.erasing = -1
            self._due = True
        files.remove_folder(folder)

    def _begin(self):
        """Mark the start of a write; if it does not end, it was the last one."""
        if self.broken:
            raise OSError("the journal is broken")
        self.broken = True

    def save(self):
        """Keep the acknowledged position of the host on flash."""
        if self.taken != self.saved:
            files.replace(self.folder + "acked", (str(self.taken + 1).encode(),))
            self.saved = self.taken

    def look(self):
        """Measure the free room."""
        self.free, self.capacity = files.room(self.folder)
        if self.free < (LEAST if self.tight == FULL else NONE):
            self.tight = FULL
        else:
            self.tight = int(self.free < SCARCE)

    def want_room(self):
        """Measure the free room again at the next idle time."""
        self._due = True

    def idle(self):
        """Do a little idle work. Return True if there was anything. OSError."""
        if not self._read:
            self.close()
        self._read = False
        if self.broken or not self._due:
            return False
        self._due = archive.step(self)
        if not self._due and self.erasing is not None:
            self._due = erasure.step(self)
        return True

    def is_erasing(self):
        """True if freed blocks are to be erased as soon as the table is quiet."""
        return self._due and self.erasing is not None and not self.broken

    def stopped(self, name):
        """Keep the name of the error that stopped the table: the next boot reports it."""
        try:
            files.replace(self.folder + "error", (name.encode(),))
        except OSError:
            pass  # then flash itself fails

    # -- Reading at a restart ----------------------------------------------------------------------

    def last_stage(self):
        """Return (checkpoint, records) of the stage that was under way, or None.

        Records are read one by one, also those of an earlier segment. ValueError: one of these is lost.
        """
        if not self.begun:
            return None
        lines = files.lines(self.name(self.stages[-1]))
        head = files.frame(next(lines))
        records = _records(lines)
        if len(head) > 6:
            records = parked_matches.records(self, head[5], head[6], records)
        return head[2], records

    def secrets(self):
        """Yield the content of the vault, (name, value)."""
        for line in files.lines(self.vault):
            row = files.frame(line)
            yield row[1], row[2]

    # -- Files -------------------------------------------------------------------------------------

    def name(self, first, kind="stage"):
        """Return the file of the stage, or of the "game", that begins at this position."""
        return self.folder + "%08d." % first + kind

    def close(self):
        """Close the file that is being read."""
        if self._reader is not None:
            self._reader.close()
            self._reader = None


def _records(lines):
    for line in lines:
        yield files.frame(line)[5:]
