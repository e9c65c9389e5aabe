"""An evening at the table: matches from files are played through the firmware, and the heap is watched.

`main(folder, files)`: `folder` ends in "/" and holds the files and `deck.txt`; the table's journal goes
there, too. A file is one match of ten seats, so that every place is its own pad: a line of JSON, the match as
it begins, then three bytes an input: what happened (0 a card is laid, 1 one is lifted, 2 a key, 3 time),
where, and which card or key.

Prints one line of JSON each: ["live", stage, bytes] at the same point of every stage, after a collection;
["end", decisions, inputs]. Decisions are the cards laid and the keys pressed.
"""

import gc
import json

import whole_table

from cardtable.engine import match
from cardtable.games import registry as games

_LAID = 0
_KEY = 2
_BURST = 3  # inputs in a row, after which no player moves for a moment; nor when something new is asked


class Match:
    """A match is played from `file`, one input after another. Who plays it takes the turns, so that the stack
    is no deeper than it need be.
    """

    def __init__(self, table, file):
        self._table = table
        self._file = file
        self._ask = None
        self._event = bytearray(3)
        self.inputs = self.decisions = 0
        head = json.loads(file.readline())
        table.begin(match.load(games.load(head[0]), head))

    def stage(self):
        return self._table.play.referee.match.stage

    def put(self):
        """The next input; for how many turns, 0 if there is none any more: ValueError if the match is not
        over then.
        """
        event = self._event
        if self._file.readinto(event) != 3:
            if not self._table.play.referee.over:  # no assert: those are compiled away
                raise ValueError("the match is not over")
            return 0
        self.inputs += 1
        if event[0] == _LAID or event[0] == _KEY:
            self.decisions += 1
        return self._table.put(event[0], event[1], event[2])

    def pause(self):
        """Return the number of turns in which no player moves now."""
        ask = self._table.play.referee.ask
        if ask is self._ask and self.inputs % _BURST != 0:
            return 0
        self._ask = ask
        return whole_table.REST_TURNS


def used():
    """Bytes in use after a collection."""
    gc.collect()
    gc.collect()
    return gc.mem_alloc()


def main(folder, files):
    from flash_file import FlashFile  # a Pico has a flash of its own

    table = whole_table.Table(folder, FlashFile(folder + "journal.flash"))
    inputs = decisions = 0
    for name in files:
        with open(folder + name, "rb") as file:
            played = Match(table, file)
            stage = 0
            while True:
                turns = played.put()
                if not turns:
                    break
                for _ in range(turns):
                    table.turn()
                for _ in range(played.pause()):
                    table.turn()
                if played.stage() != stage:
                    stage = played.stage()
                    print(json.dumps(["live", stage, used()]))
        table.look_back()
        inputs += played.inputs
        decisions += played.decisions
    print(json.dumps(["end", decisions, inputs]))
