"""A view that draws: plain lines, and after each event the picture of the snapshot, as a terminal has it."""

from tablehost.people import vocabulary
from tablehost.screen.picture import Picture
from tablehost.screen.plain import Plain


class Drawn(Plain):
    """A view that writes what a terminal of this size shows, on `out`."""

    def __init__(self, out, language="en", columns=80, rows=40):
        super().__init__(out, is_full=True)
        self._tongue = vocabulary.load(language)
        self._size = columns, rows
        self.frame = []

    def show(self, event, snapshot):
        super().show(event, snapshot)
        if snapshot.pads.lamps:
            self.frame = Picture(snapshot, self._tongue).lines(*self._size)
            self._out.write("\n".join(self.frame) + "\n")
