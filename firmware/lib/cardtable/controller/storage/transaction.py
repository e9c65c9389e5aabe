"""Journal transaction: a replayed stage is written in one commit.

A power cut before its end leaves everything as it was. See `match.past_stage`.
"""

from cardtable.wire.frames import encode

from .lines import WIDE


class Transaction:
    """Transaction in place of the `journal`: appended records count from `commit` on, or from the end of the
    stage.

    As in the journal, a write that does not end leaves the journal `broken`.
    """

    def __init__(self, journal):
        self._journal = journal
        self._writer = None
        self._first = -1
        self._g = self._count = 0
        self.keep_secrets = journal.keep_secrets
        self.match = journal.match
        self.secrets = journal.secrets
        self.rewrite_vault = journal.rewrite_vault

    def open_stage(self, checkpoint):
        """Open the replayed stage. A second one, after the end of the first, counts at once."""
        journal = self._journal
        if self._first >= 0:
            self.commit()
            journal.open_stage(checkpoint)
        journal.close()
        self._first = journal.hi_g + 1
        self._g, self._count = self._first, journal.count
        line = encode(journal.stage_line(checkpoint), WIDE)
        journal.broken = True
        self._writer = journal.store.create(journal.name(self._first))
        self._writer.write(line)
        journal.broken = False

    @property
    def head(self):
        """The head as of the journal: commits, so that all appended records count."""
        self.commit()
        return self._journal.head

    def append(self, us, record):
        """Append a record, see `Journal.append`."""
        journal = self._journal
        if self._writer is None:
            journal.append(us, record)
            return
        line = encode(["ev", self._g, journal.boot, self._count, us] + record)
        journal.broken = True
        self._writer.write(line)
        journal.broken = False
        self._g += 1
        self._count += 1

    def append_head(self, us, stage):
        """Append the head, see `Journal.append_head`."""
        self.commit()
        return self._journal.append_head(us, stage)

    def commit(self):
        """End the commit, so that the records count."""
        if self._writer is None:
            return
        journal = self._journal
        journal.broken = True  # until memory agrees with flash
        writer, self._writer = self._writer, None
        writer.commit()
        begun = False
        for line in journal.lines(self._first):
            if begun:
                journal.count_line(line)
            begun = True
        if self._first not in journal.stages:
            journal.stages.append(self._first)
        journal.broken = False

    def close(self):
        """Drop the records that were not committed."""
        if self._writer is not None and not self._journal.broken:
            self._writer.abandon()
