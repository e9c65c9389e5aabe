"""The whole firmware on littlefs; the power is cut in the middle of a match, it starts again and plays on.

`main(folder, name, blocks, cuts, early)`: the match `name` in `folder` (see evening.py) is played on a flash
of so many blocks, which notes all its writes. A cut is then the flash as it was after so many writes, with
the next one done in part (power_cuts.py); there are `cuts` of them, spread over the match. The firmware
starts from that flash, somebody presses the OK that resumes the match, and people do again what it has not
kept, and all that followed. With `early` a record is promised before it is on flash, which must be found.

Prints one line of JSON: the records of the match, the writes of its flash, the cuts after which it was
resumed, those after which it was begun anew, those after which it was over, and the winners.
"""

import gc
import json

import power_cuts
import whole_table

from cardtable.controller.storage.journal import Journal
from cardtable.engine import match
from cardtable.engine.asks.base import OK
from cardtable.games import registry as games
from cardtable.wire.records import ruled
from micropython import const

_LAID = const(0)
_LIFTED = const(1)
_KEY = const(2)
_PLACES = const(12)
_LOOK_TURNS = const(40)  # after this many the firmware has looked at its pads


class Promises(Journal):
    """Notes in `kept` what was promised: how many writes its `flash` had seen by then, the record's number
    and line, and whether it is the engine's.
    """

    flash = None
    kept = None

    def append(self, us, record):
        g = Journal.append(self, us, record)
        if self.kept is not None:
            line = power_cuts.bytes_of(self.get(g))
            self.kept.append((len(self.flash.log), g, line, ruled(record) is not None))
        return g


class Evening:
    """The inputs of one match, and what the table made of them."""

    def __init__(self, folder, name):
        with open(folder + name, "rb") as file:
            self.head = json.loads(file.readline())
            self.inputs = file.read()
        self.game = games.load(self.head[0])
        with open(folder + "deck.txt", "rb") as file:
            self.deck = file.read()

    def __len__(self):
        return len(self.inputs) // 3

    def input(self, i):
        return self.inputs[3 * i], self.inputs[3 * i + 1], self.inputs[3 * i + 2]

    def lying(self, number):
        """What lies on the pads after so many inputs, as (pad, card)."""
        pads = [None] * _PLACES
        for i in range(number):
            what, place, value = self.input(i)
            if what == _LAID:
                pads[place] = value
            elif what == _LIFTED:
                pads[place] = None
        return [(pad, pads[pad]) for pad in range(_PLACES) if pads[pad] is not None]

    def begin(self, table):
        table.begin(match.load(self.game, self.head))

    def play(self, table, first, seen=None):
        """The inputs from `first` on; `seen` is called before each, and at the end."""
        for i in range(first, len(self)):
            if seen is not None:
                seen()
            table.act(*self.input(i))
            table.rest()
        if seen is not None:
            seen()


def records(journal):
    """The records of the last match there, as the engine has them and with all that proves them."""
    found = []
    for g in range(journal.lo(), journal.hi() + 1):
        record = journal.get(g)[4:]
        if record[0] == "game":
            found = []
        if ruled(record) is not None:
            found.append(record)
    return found


def switched_on(image):
    """The firmware has started from a flash with this image."""
    power_cuts.mounted(power_cuts.Flash(image))
    return whole_table.Table(power_cuts.ROOT)


def resume(table, evening, had):
    """The match goes on: cards lie as they did when the last record that is there was made, and somebody
    presses OK. Returns the number of the next input. `had`: how many records there were before each.
    """
    kept = len(records(table.loop.journal))
    done = 0
    while had[done] < kept:
        done += 1
    for pad, card in evening.lying(done):
        table.pads.seen[pad] = whole_table.tag(card, table._family)
    for _ in range(_LOOK_TURNS):
        table.rest()
    dialogue = table.loop.dialogue
    if dialogue is None or dialogue.prompt()[0] != "resume":
        raise ValueError("the firmware does not ask whether the match goes on")
    table.act(_KEY, 0, OK)
    table.rest()
    if table.loop.dialogue is not None:
        raise ValueError("OK does not resume the match")
    return done


def cut(evening, image, promised, writes, had, whole):
    """Start from this image, as it was after so many writes and a part of one, and play to the end. True if
    the match was resumed, False if it had to begin anew, None if it was over.
    """
    table = switched_on(image)
    journal = table.loop.journal
    for due, g, line, _ in promised:
        if due <= writes and power_cuts.bytes_of(journal.get(g) or []) != line:
            raise ValueError("record %d was promised" % g)
    resumed = None
    if not records(journal):
        evening.begin(table)
        evening.play(table, 0)
        resumed = False
    elif table.play.referee is not None:
        evening.play(table, resume(table, evening, had))
        resumed = True
    there = records(journal)
    if there != whole:
        same = 0
        while there[same : same + 1] == whole[same : same + 1]:
            same += 1
        raise ValueError(
            "the match went on otherwise", writes, there[same - 1 : same + 2], whole[same : same + 2]
        )
    return resumed


def main(folder, name, blocks, cuts, early=False):
    whole_table.loop.Journal = Promises
    evening = Evening(folder, name)
    flash = power_cuts.Flash(bytearray(b"\xff" * (blocks * power_cuts.BLOCK)))
    power_cuts.vfs.VfsLfs2.mkfs(flash, readsize=32, progsize=256, lookahead=32)
    power_cuts.mounted(flash)
    with open(power_cuts.ROOT + "deck.txt", "wb") as file:
        file.write(evening.deck)
    table = whole_table.Table(power_cuts.ROOT)
    image = bytearray(flash.image)
    flash.log = []
    Promises.flash, Promises.kept = flash, []
    promised, had = Promises.kept, []
    if early:
        power_cuts.promise_early()
    evening.begin(table)
    evening.play(table, 0, lambda: had.append(len([one for one in promised if one[3]])))
    whole = records(table.loop.journal)
    winners = evening.game.winners(table.play.referee.match)
    Promises.kept = None
    done = {True: 0, False: 0, None: 0}
    writes = flash.log
    for at in range(len(writes)):
        if at * cuts // len(writes) != (at + 1) * cuts // len(writes):
            hurt = power_cuts.torn(image, writes[at], power_cuts.TEARS[at % len(power_cuts.TEARS)])
            done[cut(evening, hurt, promised, at, had, whole)] += 1
            gc.collect()
        where, data = writes[at]
        image[where : where + len(data)] = data
    print(json.dumps([len(whole), len(writes), done[True], done[False], done[None], winners]))
