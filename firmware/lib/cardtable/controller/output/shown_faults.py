"""The displayed faults: a fault that cures itself is shown for long enough to be read."""

from cardtable.micro import const

from ..faults import READER

_READ_MS = const(4000)  # from a fault's appearance until its sentence was surely read; an estimate


class ShownFaults:
    """The displayed faults.

    `faults`: those that are present, a `Faults`. `due`: when the first of those that were cured will have
    been read (ms), None if all of them have.
    """

    def __init__(self, faults):
        self._faults = faults
        self._shown = []  # (fault, since when it is shown)
        self.due = None

    def step(self, now):
        """Take note of new and of cured faults. Return the pads that are faulty since now."""
        present = self._faults.now
        is_one = present is not self._faults.all  # in place of one of each reader
        shown = []
        self.due = None
        for fault, since in self._shown:
            if fault not in present:
                until = since + _READ_MS
                if fault[0] not in READER or now >= until or is_one:
                    continue
                if self.due is None or until < self.due:
                    self.due = until
            shown.append((fault, since))
        self._shown = shown
        known = self.all()
        faulty = self.pads()
        new = []
        for fault in present:
            if fault not in known:
                shown.append((fault, now))
                if fault[1] >= 0 and fault[1] not in faulty:
                    faulty.append(fault[1])
                    new.append(fault[1])
        return new

    def all(self):
        """Return the faults that are shown: (code, pad or -1, text)."""
        return [fault for fault, _ in self._shown]

    def pads(self):
        """Return the pads of these faults; -1 is the whole table."""
        return [fault[1] for fault, _ in self._shown]
