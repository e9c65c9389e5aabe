"""A table at the far end of a line that plays a match of known records; its lines may break."""

import json

import exported_games
import message_fuzzing
from tablehost.link.port_error import PortError

UID = exported_games.UID


class FarTable:
    """A table that plays a match of these records, so many of which it `has`. A new line to it sends its
    hello, and all from the last record that `journal` has; then what is played meanwhile.
    """

    def __init__(self, journal, raws, has=0):
        self.journal, self.raws, self.has = journal, raws, has or len(raws)
        self.now = None

    def line(self, breaks_after=None):
        """Return a new line; it is lost after so many bytes."""
        hello = [*message_fuzzing.HI[:2], UID, 1, 0, self.has - 1, *message_fuzzing.HI[6:]]
        self.now = BreakingLine(message_fuzzing.sealed(hello), breaks_after)
        self._say(max(0, self.journal.last_g(UID)))  # the last one again, as proof
        return self.now

    def play(self, count):
        """Play on by so many records."""
        before, self.has = self.has, min(self.has + count, len(self.raws))
        self._say(before)

    def _say(self, first):
        frames = (["ev", *json.loads(raw)] for raw in self.raws[first : self.has])
        self.now.said += b"".join(map(message_fuzzing.sealed, frames))


class BreakingLine(message_fuzzing.FarEnd):
    """A line that is lost after so many bytes, None for never."""

    def __init__(self, said, breaks_after):
        super().__init__()
        self.said, self.left = said, breaks_after

    def read(self):
        if self.left is not None and self.left <= 0:
            raise PortError("LOST", "the line is lost", "plug it in")
        data = super().read()
        if self.left is not None:
            data, self.left = data[: self.left], self.left - len(data)
        return data


def run(session, count):
    """Take so many steps; return what happened."""
    return [event for _ in range(count) for event in session.step(0)]
