"""The whole firmware; the power is cut in the middle of a match, it starts again and plays on.

`main(folder, name, blocks, cuts, early)`: the match `name` in `folder` (see evening.py) is played on a flash
of so many sectors, which notes all its writes. A cut is then the flash as it was after so many writes, with
the next one done in part; there are `cuts` of them, spread over the match. The firmware
starts from that flash, a player presses the OK that resumes the match, and people do again what it has not
kept, and all that followed. With `early` a record is promised before it is on flash, which must be found.

Prints one line of JSON: the records of the match, the writes of its flash, the cuts after which it was
resumed, those after which it began again, those after which it was over, and the winners.
"""

import gc
import json

import whole_table

from cardtable.controller.storage.journal import Journal
from cardtable.controller.storage.store import Store
from cardtable.engine import match
from cardtable.engine.asks.base import OK
from cardtable.games import registry as games
from cardtable.wire.frames import encode
from cardtable.wire.records import ruled
from micropython import const
from ram_flash import RamFlash

_LAID = const(0)
_LIFTED = const(1)
_KEY = const(2)
_PLACES = const(12)
_LOOK_TURNS = const(40)  # after this many the firmware has looked at its pads


_TEARS = ("nothing", "half", "most", "noise")
_SECTOR = const(4096)


class Flash(RamFlash):
    """A flash that notes its operations in `log`: (sector, bytes, None for an erase; where these begin)."""

    def __init__(self, count):
        RamFlash.__init__(self, count)
        self.log = []

    def writeblocks(self, block, buf, offset):
        self.log.append((block, bytes(buf), offset))
        RamFlash.writeblocks(self, block, buf, offset)

    def ioctl(self, op, arg):
        if op == 6:
            self.log.append((arg, None, 0))
        return RamFlash.ioctl(self, op, arg)


def copied(flash):
    """Return another flash with the same content."""
    other = Flash(len(flash.image) // _SECTOR)
    other.image[:] = flash.image
    return other


def carry_out(flash, operation, tear="all"):
    """Do this operation, or a part of it."""
    sector, data, offset = operation
    if tear == "nothing":
        return
    if data is not None:
        size = {"all": 256, "half": 128, "most": 255, "noise": 256}[tear]
        part = bytearray(data[:size] + b"\xff" * (256 - size))
        if tear == "noise":
            for i in range(0, 256, 2):
                part[i] = 255
        RamFlash.writeblocks(flash, sector, part, offset)
    elif tear == "all":
        RamFlash.ioctl(flash, 6, sector)
    else:
        flash.image[sector * _SECTOR : sector * _SECTOR + 2048] = b"\xff" * 2048


def bytes_of(record):
    return encode(["ev"] + record)


def promise_early():
    """Have `append` return before the bytes are on flash: it writes what it was given the time before."""
    keep = Store.append
    held = []

    def late(store, name, data):
        if not name.endswith(".stage"):
            keep(store, name, data)
            return
        held.append((store, name, bytes(data)))  # the buffer holds the next line soon
        if len(held) > 1:
            keep(*held.pop(0))

    Store.append = late


class Promises(Journal):
    """Notes in `kept` what was promised: how many writes its `flash` had seen by then, the record's number
    and line, and whether it is the engine's.
    """

    flash = None
    kept = None

    def append(self, us, record):
        line = bytes_of([self.hi() + 1, self.boot, self.count, us] + record)
        g = Journal.append(self, us, record)
        if self.kept is not None:
            self.kept.append((len(self.flash.log), g, line, ruled(record) is not None))
        return g


class Evening:
    """The inputs of one match, and what the table made of them."""

    def __init__(self, folder, name):
        with open(folder + name, "rb") as file:
            self.head = json.loads(file.readline())
            self.inputs = file.read()
        self.game = games.load(self.head[0])

    def __len__(self):
        return len(self.inputs) // 3

    def input(self, i):
        return self.inputs[3 * i], self.inputs[3 * i + 1], self.inputs[3 * i + 2]

    def lying(self, number):
        """Return the cards on the pads after so many inputs, as (pad, card)."""
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
        record = (journal.get(g) or [])[4:]  # the last one may be promised and not yet there
        if not record:
            break
        if record[0] == "game":
            found = []
        if ruled(record) is not None:
            found.append(record)
    return found


def resume(table, evening, had):
    """The match goes on: cards lie as they did when the last record that is there was made, and a player
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


def cut(evening, folder, flash, promised, writes, had, whole):
    """Start from this flash, as it was after so many writes and a part of one, and play to the end. True if
    the match was resumed, False if it had to begin again, None if it was over.
    """
    table = whole_table.Table(folder, flash)
    journal = table.loop.journal
    for due, g, line, _ in promised:
        if due <= writes and bytes_of(journal.get(g) or []) != line:
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
    flash = Flash(blocks)
    table = whole_table.Table(folder, flash)
    image = copied(flash)
    flash.log = []
    Promises.flash, Promises.kept = flash, []
    promised, had = Promises.kept, []
    if early:
        promise_early()
    evening.begin(table)
    evening.play(table, 0, lambda: had.append(len([one for one in promised if one[3]])))
    whole = records(table.loop.journal)
    winners = evening.game.winners(table.play.referee.match)
    Promises.kept = None
    done = {True: 0, False: 0, None: 0}
    writes = flash.log
    for at in range(len(writes)):
        if at * cuts // len(writes) != (at + 1) * cuts // len(writes):
            hurt = copied(image)
            carry_out(hurt, writes[at], _TEARS[at % len(_TEARS)])
            done[cut(evening, folder, hurt, promised, at, had, whole)] += 1
            gc.collect()
        carry_out(image, writes[at])
    print(json.dumps([len(whole), len(writes), done[True], done[False], done[None], winners]))
