"""The table's own record of the evening, on the file system of the device.

One file a stage, `journal/<first position>.stage`: the first line is the checkpoint from which the stage
began, every other line one record. Beside it `journal/vault`: what nobody may know yet. Lines carry a
CRC, so a line that a power cut tore is recognised. A record is on flash when `append` returns.

Positions count records from 0 over the whole life of the table. The seam for other back-ends is the set
of public methods.
"""

import os

from cardtable.micro import const

from cardtable.wire.frames import decode, encode

_RECENT = const(16)
_WIDE = const(4096)  # longest line of a checkpoint


class Journal:
    """`root`: an existing folder, ending in "/". Call `start` before anything else."""

    def __init__(self, root):
        self._folder = root + "journal"
        self._files = []  # first positions of the stage files, ascending
        self._recent = []
        self._hi = -1
        self.taken = -1  # the host has everything up to here
        self._count = 0
        self._reader = None
        self._reader_at = -1
        self._reader_file = -1
        self.boot = 0

    def start(self):
        """Look what is there and count the boot."""
        _make(self._folder)
        names = sorted(os.listdir(self._folder))
        self._files = [int(name[:-6]) for name in names if name.endswith(".stage")]
        self.boot = self._number("boot") + 1
        self._write("boot", str(self.boot))
        self.taken = self._number("acked") - 1
        self._hi = self._number("hi") - 1
        if self._files:
            first = self._files[-1]
            self._hi = max(self._hi, first - 1 + len(self._lines(first)) - 1)

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
        if self._reader_file != first or self._reader_at > g:
            self._close()
            self._reader = open(self._name(first), "rb")
            self._reader.readline()
            self._reader_file = first
            self._reader_at = first
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
        if fresh:
            self._forget()
        self._write("acked", str(self.taken + 1))
        self._write("hi", str(self._hi + 1))
        first = self._hi + 1
        if first in self._files:
            self._files.remove(first)
        with open(self._name(first), "wb") as file:
            file.write(encode(["stage", self.boot, checkpoint], _WIDE))
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
        with open(self._folder + "/vault", "ab") as file:
            file.write(encode(["seal", name, value]))

    def rewrite_vault(self, rows):
        """Only these (name, value) stay sealed."""
        with open(self._folder + "/vault.new", "wb") as file:
            for name, value in rows:
                file.write(encode(["seal", name, value]))
        os.rename(self._folder + "/vault.new", self._folder + "/vault")

    # -- what a restart finds ----------------------------------------------------------------

    def last_stage(self):
        """(checkpoint, records) of the stage that was under way, or None."""
        if not self._files:
            return None
        lines = self._lines(self._files[-1])
        if not lines:
            return None
        return _frame(lines[0])[2], [_frame(line)[5:] for line in lines[1:]]

    def secrets(self):
        """The vault as a list of (name, value)."""
        rows = []
        try:
            with open(self._folder + "/vault", "rb") as file:
                for line in file:
                    row = _frame(line)
                    if row is not None:
                        rows.append((row[1], row[2]))
        except OSError:
            pass
        return rows

    # -- files -------------------------------------------------------------------------------

    def _name(self, first):
        return f"{self._folder}/{first:08d}.stage"

    def _lines(self, first):
        """The sound lines of a stage file; what comes after a torn one does not count."""
        lines = []
        with open(self._name(first), "rb") as file:
            for line in file:
                if _frame(line) is None:
                    break
                lines.append(line)
        return lines

    def _forget(self):
        """Remove the files of which the host has everything."""
        kept = []
        for i in range(len(self._files)):
            last = self._files[i + 1] - 1 if i + 1 < len(self._files) else self._hi
            if last <= self.taken:
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
        with open(self._folder + "/" + name + ".new", "wb") as file:
            file.write(text.encode())
        os.rename(self._folder + "/" + name + ".new", self._folder + "/" + name)


def _frame(line):
    """The frame of a line with its line feed; None if it is torn."""
    return decode(line[:-1])


def _make(folder):
    try:
        os.mkdir(folder)
    except OSError:
        os.listdir(folder)  # it exists already, or this says why it cannot be made
