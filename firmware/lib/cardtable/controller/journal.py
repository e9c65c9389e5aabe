"""The table's own record of the evening, on the file system of the device.

One file a stage, `journal/<first position>.stage`: the first line is the checkpoint from which the stage
began, every other line one record. Beside it `journal/vault`: what nobody may know yet. Lines carry a
CRC, so a line that a power cut tore is recognised; `start` removes it, for nobody was promised it. A
record is on flash when `append` returns. Files that are written as a whole are written beside and renamed.

Positions count records from 0 over the whole life of the table. The seam for other back-ends is the set
of public methods.
"""

import os

from cardtable.micro import const
from cardtable.wire.frames import decode, encode

_RECENT = const(8)  # as many as are on their way to the host
_WIDE = const(4096)  # longest line of a checkpoint
_UNTAKEN = const(40)  # files kept of earlier matches for a host that has not come: a few evenings


class Journal:
    """`root`: an existing folder, ending in "/". Call `start` before anything else."""

    def __init__(self, root):
        self._folder = root + "journal"
        self._vault = self._folder + "/vault"
        self._files = []  # first positions of the stage files, ascending
        self._recent = []
        self._hi = -1
        self.taken = -1  # the host has everything up to here
        self._count = 0
        self._reader = None
        self._reader_at = -1
        self._reader_file = -1
        self._reader_end = -1
        self.boot = 0

    def start(self):
        """Look what is there, remove what a power cut tore, and count the boot."""
        _make(self._folder)
        names = sorted(os.listdir(self._folder))
        self._files = [int(name[:-6]) for name in names if name.endswith(".stage")]
        self.boot = self._number("boot") + 1
        self._write("boot", str(self.boot))
        self.taken = self._number("acked") - 1
        self._hi = self._number("hi") - 1
        if self._files:
            first = self._files[-1]
            self._hi = max(self._hi, first - 1 + self._mend(self._name(first)) - 1)
        self._mend(self._vault)

    # -- what the wire asks for --------------------------------------------------------------

    def lo(self):
        """The first position held, -1 if none."""
        return self._files[0] if self._files and self._hi >= self._files[0] else -1

    def hi(self):
        """The last position held, -1 if none."""
        return self._hi

    def get(self, g):
        """The record at position g, or None."""
        for record in self._recent:
            if record[0] == g:
                return record
        first = -1
        for one in self._files:
            if one <= g:
                first = one
        if first < 0 or g > self._hi:
            return None
        if self._reader_file != first or self._reader_at > g or self._reader_end < g:
            self._close()
            self._reader = open(self._name(first), "rb")
            self._reader.readline()
            self._reader_file = first
            self._reader_at = first
            self._reader_end = self._hi  # an open file may not see what is appended later
        record = None
        while self._reader_at <= g:
            record = _frame(self._reader.readline())
            self._reader_at += 1
        return record[1:] if record else None

    def acked(self, g):
        """The host has everything up to g."""
        self.taken = max(self.taken, g)

    # -- what the loop writes ----------------------------------------------------------------

    def open_stage(self, checkpoint, fresh=False):
        """A stage begins. `fresh`: with it a new match, and what the host has may go."""
        self._close()
        self._write("acked", str(self.taken + 1))
        self._write("hi", str(self._hi + 1))
        if fresh:
            self._forget()
        first = self._hi + 1
        if first in self._files:
            self._files.remove(first)
        _replace(self._name(first), (encode(["stage", self.boot, checkpoint], _WIDE),))
        self._files.append(first)

    def append(self, us, record):
        """Keep one record of the rulebook; it is on flash when this returns. Gives its position."""
        body = [self._hi + 1, self.boot, self._count, us] + record
        line = encode(["ev"] + body)
        with open(self._name(self._files[-1]), "ab") as file:
            file.write(line)
        self._hi += 1
        self._count += 1
        self._recent.append(body)
        if len(self._recent) > _RECENT:
            self._recent.pop(0)
        return self._hi

    def keep_secret(self, name, value):
        """Put a sealed value, or the seed of chance, into the vault."""
        with open(self._vault, "ab") as file:
            file.write(encode(["seal", name, value]))

    def rewrite_vault(self, rows):
        """Only these (name, value) stay sealed."""
        _replace(self._vault, [encode(["seal", name, value]) for name, value in rows])

    # -- what a restart finds ----------------------------------------------------------------

    def last_stage(self):
        """(checkpoint, records) of the stage that was under way, or None."""
        if not self._files:
            return None
        lines = _lines(self._name(self._files[-1]))
        if not lines:
            return None
        return _frame(lines[0])[2], [_frame(line)[5:] for line in lines[1:]]

    def secrets(self):
        """The vault as a list of (name, value)."""
        rows = []
        for line in _lines(self._vault):
            row = _frame(line)
            rows.append((row[1], row[2]))
        return rows

    # -- files -------------------------------------------------------------------------------

    def _name(self, first):
        return f"{self._folder}/{first:08d}.stage"

    def _mend(self, name):
        """Cut off a torn end, so that whole lines can follow. Returns how many lines there are."""
        lines = _lines(name)
        if lines and os.stat(name)[6] != sum([len(line) for line in lines]):
            _replace(name, lines)
        return len(lines)

    def _forget(self):
        """Remove the files of which the host has everything, and the oldest where too many wait for it."""
        kept = []
        count = len(self._files)
        for i in range(count):
            last = self._files[i + 1] - 1 if i + 1 < count else self._hi
            if last <= self.taken or i < count - _UNTAKEN:
                os.remove(self._name(self._files[i]))
            else:
                kept.append(self._files[i])
        self._files = kept

    def _close(self):
        if self._reader is not None:
            self._reader.close()
            self._reader = None
            self._reader_file = -1

    def _number(self, name):
        try:
            with open(self._folder + "/" + name, "rb") as file:
                return int(file.read())
        except (OSError, ValueError):
            return 0

    def _write(self, name, text):
        _replace(self._folder + "/" + name, (text.encode(),))


def _replace(name, lines):
    """Give the file these lines: all of them or, after a power cut, what it held before."""
    with open(name + ".new", "wb") as file:
        for line in lines:
            file.write(line)
    os.rename(name + ".new", name)


def _lines(name):
    """The sound lines of a file, [] if there is none; what comes after a torn one does not count."""
    lines = []
    try:
        with open(name, "rb") as file:
            for line in file:
                if _frame(line) is None:
                    break
                lines.append(line)
    except OSError:
        return []
    return lines


def _frame(line):
    """The frame of a line with its line feed; None if it is torn."""
    return decode(line[:-1])


def _make(folder):
    try:
        os.mkdir(folder)
    except OSError:
        os.listdir(folder)  # it exists already, or this says why it cannot be made
