"""The match and its journal for `evening.py`, without devices and without a line."""

import gc
import time

from micropython import const

from cardtable.controller import terms
from cardtable.controller.journal import Journal
from cardtable.controller.play import Play

_LAID = const(0)
_LIFTED = const(1)
_KEY = const(2)


class Signs:
    """Nobody looks."""

    def fact(self, fact):
        return None

    def cue(self, code, args):
        return None

    def refused(self, code, place):
        return None

    def noted(self, head):
        return None


class Table:
    """The match and its journal. `peak`: the most heap that was used before a collection."""

    def __init__(self, folder):
        self.peak = 0
        self.journal = Journal(folder)
        self.journal.start()
        self.play = Play(self.journal, Signs(), time.ticks_us)

    def begin(self, fresh):
        agreed = terms.begin(bytes(32), "0123456789abcdef", "blind", "shown", "")
        self.play.begin(fresh, bytes(16), agreed)

    def act(self, what, place, value):
        """One input."""
        if what == _LAID:
            self.play.feed(("laid", place, value))
        elif what == _LIFTED:
            self.play.feed(("lifted", place))
        elif what == _KEY:
            self.play.feed(("key", place, value))
        else:
            self.play.feed(("expired",))

    def rest(self, asked):
        """Nobody moves for a moment; where something new is `asked` the firmware collects then."""
        self.journal.acked(self.journal.hi())
        if asked:
            while self.journal.idle():
                self.collect()
            self.collect()

    def look_back(self):
        return None

    def collect(self):
        self.peak = max(self.peak, gc.mem_alloc())
        gc.collect()
