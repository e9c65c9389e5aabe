"""A stage that is told anew: its file is written beside, as a whole, and counts when it is renamed.

A power cut before that leaves everything as it was. See `rulebook.crossing`.
"""

import os

from cardtable.wire.frames import encode

from . import files
from .files import WIDE


class Anew:
    """Stands in for the `journal`: what is appended counts from `commit` on, or from the end of the stage.
    As there, a write that does not end leaves the journal `broken`.
    """

    def __init__(self, journal):
        self._journal = journal
        self._file = None
        self._name = ""
        self._g = self._count = 0
        self.keep_secret = journal.keep_secret
        self.match = journal.match
        self.secrets = journal.secrets
        self.rewrite_vault = journal.rewrite_vault

    def open_stage(self, checkpoint):
        """The stage that is told anew begins; a second one, behind the end of the first, counts at once."""
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
        """As of the journal: all that was appended counts from now on."""
        self.commit()
        return self._journal.head

    def append(self, us, record):
        """As `Journal.append`."""
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
        """As `Journal.append_head`."""
        self.commit()
        return self._journal.append_head(us, stage)

    def commit(self):
        """From here on it counts."""
        if self._file is None:
            return
        journal = self._journal
        journal.broken = True  # until memory knows what flash holds
        self._file.close()
        self._file = None
        os.rename(self._name + files.NEW, self._name)
        begun = False
        for line in files.lines(self._name):
            if begun:
                journal.wrote(line)
            begun = True
        first = int(self._name[-14:-6])
        if first not in journal.stages:
            journal.stages.append(first)
        journal.broken = False

    def close(self):
        """Let go of the file. What was not committed counts nothing."""
        if self._file is not None:
            self._file.close()
