"""The whole firmware on littlefs: what is left in the flash of the secrets of matches that are over.

`main(folder, name, blocks, cut, lazy)`: the match `name` in `folder` (see evening.py) is begun, given up for
another one at once, and that one is played to its end, on a flash of so many blocks of which a part is taken.
Then nobody moves until the journal has nothing left to do. With `cut` the power goes after so many writes of
that, and the table starts again. With `lazy` nothing is ever erased, which must be found out.

Prints one line of JSON: how many secrets there were; how many of them the flash held while the match was
played, when it was over, and in the end; the erasures and writes of the time in which nobody moved; the free
blocks when it began, and how many turns it took.
"""

import gc
import json
import os
from binascii import hexlify
from hashlib import sha256

import power_cuts
import whole_cuts
import whole_table

from cardtable.controller import files

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


def rest(table, flash, stop):
    """Nobody moves until nothing is left to do, or the flash was written so often. Returns the turns."""
    for turn in range(_MOST_TURNS):
        table.rest(True)
        if table.loop.journal.erasing is None and not table.loop.journal._due:
            return turn
        if stop and len(flash.log) >= stop:
            return turn
    raise ValueError("it has never done")


def main(folder, name, blocks, cut=0, lazy=False):
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
    source = table.loop.parts.entropy = Source()
    wanted, hidden = [], []

    def look():
        for one in secrets(table.loop.journal):
            if one not in wanted:
                wanted.append(one)
        for one in rows(table.loop.journal):
            if one not in hidden:
                hidden.append(one)

    evening.begin(table)
    look()
    evening.begin(table)
    flash.log = []
    evening.play(table, 0, look)
    if not table.play.referee.over:
        raise ValueError("the match is not over")
    for drawn in source.drawn:
        if len(drawn) == 16 and hexlify(drawn) not in wanted:
            raise ValueError("a secret that was not kept")
    over = held(flash, wanted)
    about = os.statvfs(power_cuts.ROOT)
    flash.log = []
    turns = rest(table, flash, cut)
    if cut:
        image = bytearray(flash.image)
        gc.collect()
        flash = power_cuts.Flash(image)
        power_cuts.mounted(flash)
        table = whole_table.Table(power_cuts.ROOT)
        turns = rest(table, flash, 0)
    erased = len([data for _, data in flash.log if data == b"\xff" * power_cuts.BLOCK])
    left = [held(flash, wanted), held(flash, hidden)]
    print(
        json.dumps([len(wanted), len(hidden), over, left, erased, len(flash.log) - erased, about[3], turns])
    )
