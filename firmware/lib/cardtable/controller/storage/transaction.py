"""Journal transaction: a replayed stage is written to a second file and counts when that is renamed.

A power cut before that leaves everything as it was. See `match.past_stage`.
"""

import os

from cardtable.wire.frames import encode

from . import files
from .files import WIDE


class Transaction:
    """Transaction in place of the `journal`: appended records count from `commit` on, or from the end of the
    stage.

    As in the journal, a write that does not end leaves the journal `broken`.
    """

    def __init__(self, journal):
        self._journal = journal
        self._file = None
        self._name = ""
        self._g = self._count = 0
        self.keep_secrets = journal.keep_secrets
        self.match = journal.match
        self.secrets = journal.secrets
        self.rewrite_vault = journal.rewrite_vault

    def open_stage(self, checkpoint):
        """Open the replayed stage. A second one, after the end of the first, counts at once."""
        journal = self._journal
        if self._name:
            self.commit()
            journal.open_stage(checkpoint)
        journal.close()
        first = journal.hi_g + 1
        self._name = journal.name(first)
        self._g, self._count = first, journal.count
        line = encode(journal.stage_line(checkpoint), WIDE)
        journal.broken = True
        self._file = open(self._name + files.NEW, "wb")
        self._file.write(line)
        journal.broken = False

    @property
    def head(self):
        """The head as of the journal: commits, so that all appended records count."""
        self.commit()
        return self._journal.head

    def append(self, us, record):
        """Append a record, see `Journal.append`."""
        journal = self._journal
        if self._file is None:
            journal.append(us, record)
            return
        line = encode(["ev", self._g, journal.boot, self._count, us] + record)
        journal.broken = True
        self._file.write(line)
        journal.broken = False
        self._g += 1
        self._count += 1

    def append_head(self, us, stage):
        """Append the head, see `Journal.append_head`."""
        self.commit()
        return self._journal.append_head(us, stage)

    def commit(self):
        """Rename the file, so that its records count."""
        if self._file is None:
            return
        journal = self._journal
        journal.broken = True  # until memory agrees with flash
        self._file.close()
        self._file = None
        os.rename(self._name + files.NEW, self._name)
        begun = False
        for line in files.lines(self._name):
            if begun:
                journal.count_line(line)
            begun = True
        first = int(self._name[-14:-6])
        if first not in journal.stages:
            journal.stages.append(first)
        journal.broken = False

    def close(self):
        """Close the file. Records that were not committed are dropped."""
        if self._file is not None:
            self._file.close()
