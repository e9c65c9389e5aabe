"""What is wrong with the hardware now. A fault is shown until it is cured, and never stops the loop."""

# Faults of a reader that the table starts again by itself, often before anybody could read of them.
# The last three are notices of what works still: shown for a while, and on record.
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

# After these nothing is asked any more.
STOPPED = ("bug", "flash-failed")


class Faults:
    """Each fault is (code, pad, text); pad is -1 where none is meant. The order is that of appearance."""

    def __init__(self):
        self.now = []

    def set(self, code, pad=-1, text=""):
        """Note a fault; `text` is what it says beside its sentence. Returns True if it is news."""
        if (code, pad, text) in self.now:
            return False
        self.now.append((code, pad, text))
        return True

    def keep(self, code, pads, count):
        """Have this fault at these pads, and at no other of `count` pads. Returns True if that is news."""
        news = False
        for pad in range(count):
            news = (self.set(code, pad) if pad in pads else self.clear(pad, (code,))) or news
        return news

    def clear(self, pad, codes=None):
        """Forget the faults of `pad` (only those in `codes`, if given). Returns True if there were any."""
        left = [row for row in self.now if row[1] != pad or (codes is not None and row[0] not in codes)]
        news = len(left) != len(self.now)
        self.now = left
        return news
