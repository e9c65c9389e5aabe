"""The whole firmware on littlefs: what is left in the flash of the secrets of matches that are over.

`main(folder, name, blocks, cuts, lazy)`: the match `name` in `folder` (see evening.py) is begun, parked for
another one at once and given up, and that one is played to its end, on a flash of so many blocks of which a
part is taken. Then nobody moves until the journal has nothing left to do. After that the power is cut instead
at so many of the writes from the last input on, the table starts from there, and nobody moves again. With
`lazy` nothing is ever erased, which must be found out. With `again` another match is begun at once.

Prints one line of JSON: how many secrets there were, and how many hidden cards; how many of the secrets the
flash held when the match was over; how many of both in the end; the erasures and other writes of the time in
which nobody moved; the free blocks when it began; and of each cut whether the match was over, and how many of
both were left.
"""

import gc
import json
import os
from binascii import hexlify
from hashlib import sha256

import power_cuts
import whole_cuts
import whole_table

from cardtable.controller.dialogs import parking
from cardtable.controller.storage import erasure, files

_MOST_TURNS = 4000


class Source:
    """Random bytes that are all different, and kept."""

    def __init__(self):
        self.drawn = []

    def __call__(self, count):
        drawn = sha256(b"source %d" % len(self.drawn)).digest()[:count]
        self.drawn.append(drawn)
        return drawn


def secrets(journal):
    """Return the bytes that nobody may find when the match is over, of what the vault holds now."""
    found = []
    for name, value in journal.secrets():
        if name in ("seed", "key"):
            found += forms(value)
        elif name == "terms":
            for text in value[3:]:
                found += forms(text) if text else []
    return found


def forms(text):
    """A text of hex digits as it stands in the vault, and as bytes."""
    return [text.encode(), bytes([int(text[i : i + 2], 16) for i in range(0, len(text), 2)])]


def rows(journal):
    """The lines of the vault that say which card a handle stands for."""
    return [
        b'["seal","%s",%d]' % (name.encode(), value) for name, value in journal.secrets() if name.isdigit()
    ]


def held(flash, wanted):
    """How many of these the image holds."""
    return len([one for one in wanted if flash.image.find(one) >= 0])


def fill(blocks):
    """Files of the program take so many blocks."""
    for number in range(blocks // 4):
        with open(power_cuts.ROOT + "program%d" % number, "wb") as file:
            for _ in range(4):
                file.write(sha256(b"%d" % number).digest() * 128)


def rest(table):
    """Nobody moves until nothing is left to do."""
    for _ in range(_MOST_TURNS):
        table.rest()
        if table.loop.journal.erasing is None and not table.loop.journal._due:
            return
    raise ValueError("it has never done")


def folders():
    """Print the blocks erased when a folder is made on a used flash, and then when it is turned over."""
    flash = power_cuts.Flash(bytearray(b"\xaa" * (40 * power_cuts.BLOCK)))
    power_cuts.vfs.VfsLfs2.mkfs(flash, readsize=32, progsize=256, lookahead=32)
    power_cuts.mounted(flash)
    told = []
    for act in (os.mkdir, erasure.turn_over):
        flash.log = []
        act(power_cuts.ROOT + "new")
        told.append([where // power_cuts.BLOCK for where, data in flash.log if len(data) == power_cuts.BLOCK])
    print(json.dumps(told))


def cut(image, write, tear, wanted, hidden):
    """[1 if the match was over, secrets left, hidden cards left] after this write was begun on this image."""
    flash = power_cuts.Flash(power_cuts.torn(image, write, tear))
    power_cuts.mounted(flash)
    table = whole_table.Table(power_cuts.ROOT)
    is_over = int(not list(table.loop.journal.secrets()))
    rest(table)
    return [is_over, held(flash, wanted), held(flash, hidden)]


def main(folder, name, blocks, cuts=0, lazy=False, again=False):
    if lazy:
        whole_table.loop.Journal.forget = lambda journal, folder: files.remove_folder(folder)
    evening = whole_cuts.Evening(folder, name)
    flash = power_cuts.Flash(bytearray(b"\xff" * (blocks * power_cuts.BLOCK)))
    power_cuts.vfs.VfsLfs2.mkfs(flash, readsize=32, progsize=256, lookahead=32)
    power_cuts.mounted(flash)
    fill(blocks // 3)
    with open(power_cuts.ROOT + "deck.txt", "wb") as file:
        file.write(evening.deck)
    table = whole_table.Table(power_cuts.ROOT)
    source = table.loop.entropy._source = table.loop.parts.entropy = Source()
    wanted, hidden = [], []
    before = [None]

    def look():
        for one in secrets(table.loop.journal):
            if one not in wanted:
                wanted.append(one)
        for one in rows(table.loop.journal):
            if one not in hidden:
                hidden.append(one)
        if not table.play.referee.over:
            before[0] = bytearray(flash.image)
            flash.log = []

    evening.begin(table)
    look()
    evening.begin(table)
    parking.drop(table.loop, table.loop.journal.parked[0][0])
    evening.play(table, 0, look)
    if not table.play.referee.over or hexlify(source.drawn[0]) not in wanted:
        raise ValueError("the match is not over, or its secrets were not kept")
    over = held(flash, wanted)
    free = os.statvfs(power_cuts.ROOT)[3]
    told = len(flash.log)
    if again:
        evening.begin(table)
    rest(table)
    log = flash.log
    erased = len([data for _, data in log[told:] if data == b"\xff" * power_cuts.BLOCK])
    left = [held(flash, wanted), held(flash, hidden)]
    found = []
    image = before[0]
    some = (
        [told * i // (cuts - 4) for i in range(cuts - 4)] + [told + 5 * i for i in range(4)] if cuts else []
    )
    for at in range(len(log)):
        if at in some:
            tear = power_cuts.TEARS[len(found) % len(power_cuts.TEARS)]
            found.append(cut(image, log[at], tear, wanted, hidden))
            gc.collect()
        where, data = log[at]
        image[where : where + len(data)] = data
    print(json.dumps([len(wanted), len(hidden), over, left, erased, len(log) - told - erased, free, found]))
