"""The table's journal: an append-only record log on a partition of the flash, with the vault.

The stage under way is a file `<first position>.stage` of the `store`: the first line is the checkpoint from
which it began, every other line one record. A finished stage is packed in idle time (`idle`) after the others
of its match, into `<first position of the match>.game`. The vault of a match, its sealed values, is
`<first position of the match>.sealed`. A record is on flash when `append` returns; one that a power cut tore
was never acknowledged, and counts nothing. A match that another one interrupts is parked: `parked_matches`
keeps its resume state, and its vault stays.

Positions count records from 0 over the whole life of a table, and `head` is the chain over all of them:
SHA-256 of a zero byte, the head before, and the record's own bytes. See docs/reference/journal.md. Work that
no card waits for is in `recovery` and `old_matches`. The seam for other back-ends is the set of methods that
the wire and the loop call.
"""

from cardtable.wire import proofs
from cardtable.wire.frames import SEAL, encode
from cardtable.wire.records import text_of

from . import parked_matches, recovery
from .journal_files import ACKED, ERROR, FULL, LATCH, LEAST, NONE, OFTEN, SCARCE
from .lines import WIDE, lines, next_head, read_frame
from .store import AHEAD, FEW, SECTOR, Store


class Journal:
    """The journal. `blocks`: its partition of the flash, see `Store`. Call `start` before anything else.

    taken      the host has everything up to here
    head       the chain up to here, 32 bytes
    free, capacity  bytes of the partition, as last measured
    tight      1: there is little room, which must be reported before anything is removed for want of it;
               FULL: there is none, until there is LEAST again; 0: there is enough
    told       the value of `tight` that was reported
    broken     a write was begun and did not end: nothing is written any more
    mended     the repairs of `start`, a word each
    was_empty  nothing was in the partition at the start
    error      the error that stopped the table, until the next match begins or goes on; None for none
    """

    def __init__(self, blocks):
        self.store = Store(blocks)
        self.stages = []  # first positions of the stage files, ascending
        self.packs = []  # and of the packed matches
        self.game = 0  # first position of the segment under way, or of the records before the first match
        # First and last position of each earlier segment of the match under way, flat; empty without any.
        self.earlier = []
        self.parked = []  # the same of each parked match, with all its segments
        self.vaults = []  # first positions of the matches that have a vault
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
        self.was_empty = False
        self.error = None
        self.hi_g = -1
        self.count = 0
        self._reader = None
        self.task = None  # the stage that is being packed, see `old_matches`
        self.packed = [0, 0]  # how far the match is packed: position, and bytes of its file
        self.skipped = 0  # so many of the first stages are not packed
        self._due = True  # there may be something to pack

    def set_under_way(self, begun):
        """Set whether a match is under way; the records of it say the same at the next start."""
        self.begun = begun

    def note_room(self):
        """Return how tight the room is, see `tight`; that counts as reported."""
        self.told = self.tight
        return self.told

    def start(self, cause="unknown"):
        """Find the files, write again what a power cut left in doubt, and record this boot, with its `cause`.

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

    def get(self, g):
        """Return the record at position g, or None."""
        line = self.line(g)
        return None if line is None else read_frame(line)[1:]

    def line(self, g):
        """Return the line of the record at position g; None if it is lost."""
        if g > self.hi_g:
            return None
        for _ in range(2):
            if self._reader is None or not self._reader.serves(g):
                from . import old_matches

                self._reader = old_matches.reader(self, g)
            line = self._reader.line(g)
            if line is not None:
                return line
            self.close()  # a sector may have been added to the file
        return None

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
        self.store.replace(self.name(first), (encode(head, WIDE),))
        if goes_on is not None:
            parked_matches.take_up(self)
        if fresh or goes_on is not None:
            self.forget_others()
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
        from . import transaction

        return transaction.Transaction(self)

    def append(self, us, record):
        """Append one record [kind, ...]; it is on flash when this returns. Return its position.

        ValueError: it is too long, and nothing has changed. OSError: it is not kept.
        """
        line = encode(["ev", self.hi_g + 1, self.boot, self.count, us] + record)
        self._begin()
        self.store.append(self.name(self.stages[-1]), line)
        self.count_line(line)
        self.broken = False
        return self.hi_g

    def count_line(self, line):
        """Count this line, which is on flash."""
        self.head = next_head(self.head, line)
        self.hi_g += 1
        self.count += 1

    def append_head(self, us, stage):
        """Record the head of the chain at the end of a stage, see `wire.proofs`. Return its 32 bytes."""
        told = encode([self.hi_g + 1, self.boot, self.count, us, "head", stage, ""])
        head = proofs.head(self.head, told[: -SEAL - 4])
        self.append(us, ["head", stage, text_of(head)])
        return head

    def keep_secrets(self, rows):
        """Put sealed values, or the seed of chance, into the vault: (name, value) each. One write for all."""
        rows = b"".join([encode(["seal", name, value]) for name, value in rows])
        self._begin()
        self.store.append(self._vault(self.match()), rows)
        self.broken = False

    def rewrite_vault(self, rows, fresh=False):
        """Keep only these (name, value) sealed; they may be taken from `secrets` meanwhile.

        `fresh`: those of the match that is about to begin; the vault of the match under way stays until then.
        If none stay, nothing is left of all that the vault ever held.
        """
        self._begin()
        first = self.hi_g + 1 if fresh else self.match()
        if rows == ():  # the match is over
            self.forget(first)
            self.begun = False
            parked_matches.take_up(self)  # it was about to be parked, and went on
        else:
            sealed = (encode(["seal", name, value]) for name, value in rows)
            self.store.replace(self._vault(first), sealed, secret=True)
        self.broken = False

    def _vault(self, first):
        """Return the file of the vault of the match that began at `first`, which is there from now on."""
        if first not in self.vaults:
            self.vaults.append(first)
        return self.name(first, "sealed")

    def forget(self, first):
        """Remove the vault of the match that began at `first`: nothing of it stays on flash."""
        if first in self.vaults:
            self.store.remove(self.name(first, "sealed"), secret=True)
            self.vaults.remove(first)

    def forget_others(self):
        """Remove the vaults of matches that are neither under way nor parked."""
        kept = [segments[0] for segments in self.parked] + [self.match()]
        for first in list(self.vaults):
            if first not in kept:
                self.forget(first)

    def _begin(self):
        """Mark the start of a write; if it does not end, it was the last one."""
        if self.broken:
            raise OSError("the journal is broken")
        self.broken = True

    def save(self):
        """Keep the acknowledged position of the host on flash."""
        if self.taken != self.saved:
            self.store.replace(ACKED, (str(self.taken + 1).encode(),))
            self.saved = self.taken

    def look(self):
        """Measure the free room."""
        self.free, self.capacity = self.store.free(), self.store.count * SECTOR
        if self.free < (LEAST if self.tight == FULL else NONE):
            self.tight = FULL
        else:
            self.tight = int(self.free < SCARCE)

    def want_room(self):
        """Measure the free room again at the next idle time."""
        self._due = True

    def idle(self):
        """Do a little idle work. Return True if there was anything. OSError."""
        if self.broken:
            return False
        if not self._due:
            return False
        from . import old_matches

        self._due = old_matches.step(self)
        return True

    def erase(self, sparingly):
        """Erase a sector, or look at one, if that is due. `sparingly`: only if few are left. OSError."""
        if not self.broken:
            self.store.step(FEW if sparingly else AHEAD)

    def is_erasing(self):
        """True if what a power cut left is to be erased as soon as the table is quiet."""
        return not self.broken and self.store.is_unclean()

    def stopped(self, name):
        """Keep the name of the error that stopped the table: the next boot reports it."""
        try:
            self.store.replace(ERROR, (name.encode(),))
        except OSError:
            pass  # then flash itself fails

    def clear_error(self):
        """Forget the error that stopped the table: a match begins or goes on. OSError."""
        self.store.remove(LATCH)

    # -- Reading at a restart ----------------------------------------------------------------------

    def last_stage(self):
        """Return (checkpoint, records) of the stage that was under way, or None.

        Records are read one by one, also those of an earlier segment. ValueError: one of these is lost.
        """
        if not self.begun:
            return None
        found = self.lines(self.stages[-1])
        head = read_frame(next(found))
        records = _records(found)
        if len(head) > 6:
            records = parked_matches.records(self, head[5], head[6], records)
        return head[2], records

    def secrets(self):
        """Yield the content of the vault, (name, value)."""
        for line in self.lines(self.match(), "sealed"):
            row = read_frame(line)
            yield row[1], row[2]

    # -- Files -------------------------------------------------------------------------------------

    def name(self, first, kind="stage"):
        """Return the file of the stage, or of the "game", that begins at this position."""
        return "%08d." % first + kind

    def lines(self, first, kind="stage"):
        """Yield the lines of a file, see `name`."""
        return lines(self.store.open(self.name(first, kind)))

    def first_line(self, first, kind="stage"):
        """Return the frame in the first line of a file, None if there is none."""
        return read_frame(self.store.open(self.name(first, kind)).readline())

    def close(self):
        """Let go of the file that is being read."""
        self._reader = None


def _records(found):
    for line in found:
        yield read_frame(line)[5:]
