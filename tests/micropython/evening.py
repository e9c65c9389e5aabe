"""An evening at the table: matches from files are played through the firmware, and the heap is watched.

`main(folder, files, whole, strict, room)`: `folder` ends in "/" and holds the files; the table's journal goes
there too. A file is one match of ten seats, so that every place is its own pad: a line of JSON, the match as
it begins, then three bytes an input: what happened (below), where, and which card or key.

`whole`: the whole firmware runs (whole_table.py); else the match and its journal alone. `strict`: the heap is
collected where the firmware itself asks for it (without `whole`: when something new is asked) and nowhere
else. `room`: the inputs are played so deep that only this many bytes are left of the stack, counted from its
beginning; 0: all of it.

Prints one line of JSON each: ["live", stage, bytes] at the same point of every stage, after a collection;
["peak", bytes], the most that was used before a collection; ["end", decisions, inputs, size of the heap];
then what `micropython.mem_info()` says. Decisions are the cards laid and the keys pressed.
"""

import gc
import json
import time

import micropython

from cardtable.controller.journal import Journal
from cardtable.controller.play import Play
from cardtable.rulebook import games, match

PADS = 12
LAID, LIFTED, KEY, EXPIRED = 0, 1, 2, 3
BURST = 3  # inputs in a row, after which nobody moves for a moment; nor when something new is asked


class Signs:
    """Nobody looks."""

    def fact(self, fact):
        return None

    def cue(self, code, args):
        return None

    def refused(self, code, place):
        return None


class BareTable:
    """The match and its journal. `peak`: the most heap that was used before a collection."""

    def __init__(self, folder):
        self.peak = 0
        self.journal = Journal(folder)
        self.journal.start()
        self.play = Play(self.journal, Signs(), time.ticks_us)

    def begin(self, fresh):
        self.play.begin(fresh, bytes(16))

    def act(self, what, place, value):
        """One input."""
        if what == LAID:
            self.play.feed(("laid", place, value))
        elif what == LIFTED:
            self.play.feed(("lifted", place))
        elif what == KEY:
            self.play.feed(("key", place, value))
        else:
            self.play.feed(("expired",))

    def rest(self, asked):
        """Nobody moves for a moment; where something new is `asked` the firmware collects then."""
        self.journal.acked(self.journal.hi())
        if asked:
            self.collect()

    def collect(self):
        self.peak = max(self.peak, gc.mem_alloc())
        gc.collect()


class Evening:
    """Match after match at one table."""

    def __init__(self, table):
        self.table = table
        self.decisions = 0
        self.inputs = 0

    def play(self, name):
        """Play one file to its end."""
        table = self.table
        event = bytearray(3)
        with open(name, "rb") as file:
            head = json.loads(file.readline())
            table.begin(match.load(games.load(head[0]), head))
            stage, ask = 0, None
            while file.readinto(event) == 3:
                table.act(event[0], event[1], event[2])
                self.inputs += 1
                if event[0] == LAID or event[0] == KEY:
                    self.decisions += 1
                referee = table.play.referee
                if referee.ask is not ask or self.inputs % BURST == 0:
                    table.rest(referee.ask is not ask)
                    ask = referee.ask
                if referee.match.stage != stage:
                    stage = referee.match.stage
                    table.collect()
                    print(json.dumps(["live", stage, gc.mem_alloc()]))
        assert table.play.referee.over, name


def deepest():
    """How much stack there is, in bytes."""
    most = 0

    def down():
        nonlocal most
        most = micropython.stack_use()
        down()

    try:
        down()
    except RuntimeError:
        pass
    return most


def sunk(depth, act):
    """Call `act` where at least `depth` bytes of stack are in use."""
    if micropython.stack_use() < depth:
        sunk(depth, act)
    else:
        act()


def main(folder, files, whole=False, strict=False, room=0):
    table = __import__("whole_table").WholeTable(folder) if whole else BareTable(folder)
    evening = Evening(table)
    games.load("democracy")  # its stack would be that of a longer PATH_MAX than a Pico's

    def act():
        for name in files:
            evening.play(folder + name)

    gc.collect()
    if strict:
        gc.disable()
    sunk(deepest() - room if room else 0, act)
    print(json.dumps(["peak", table.peak]))
    print(json.dumps(["end", evening.decisions, evening.inputs, gc.mem_alloc() + gc.mem_free()]))
    micropython.mem_info()
