"""The present faults of the hardware. A fault is shown until it is cured, and never stops the loop."""

# Faults of a reader that the table starts again by itself, often before the message can be read. The last
# three are notices about parts that still work: shown for a while, and recorded.
READER = (
    "dead-bus",
    "no-answer",
    "brown-out",
    "stuck",
    "too-hot",
    "slower-wires",
    "weak-antenna",
    "failing-tag",
)

NO_LANGUAGE = "no-language"  # the one that was set
NO_READERS = "no-readers"  # of all readers none works

# After these the match asks for nothing any more.
STOPPED = ("bug", "flash-failed")


class Faults:
    """The faults, in the order of appearance: (code, pad, text) each; pad is -1 for the whole table.

    `now`: those that are shown and recorded: while no reader works, not that of each. `all`: all of them.
    """

    def __init__(self):
        self.now = self.all = []

    def set(self, code, pad=-1, text=""):
        """Set a fault; `text` completes its sentence. Return True if it is new."""
        if (code, pad, text) in self.all:
            return False
        self._take(self.all + [(code, pad, text)])
        return True

    def _take(self, rows):
        self.now = self.all = rows
        if any([row[0] == NO_READERS for row in rows]):
            self.now = [row for row in rows if row[0] not in READER]

    def keep(self, code, pads, count):
        """Set this fault at these pads, and clear it at the others of `count` pads. Return True on a
        change.
        """
        news = False
        for pad in range(count):
            news = (self.set(code, pad) if pad in pads else self.clear(pad, (code,))) or news
        return news

    def clear(self, pad, codes=None):
        """Clear the faults of `pad` (only those in `codes`, if given). Return True if there were any."""
        left = [row for row in self.all if row[1] != pad or (codes is not None and row[0] not in codes)]
        news = len(left) != len(self.all)
        if news:
            self._take(left)
        return news
