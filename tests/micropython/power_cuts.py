"""A match of some sixty records on littlefs, and the power cut at every write of its flash.

`main(blocks, deep, early)`: the flash has so many blocks; every `deep`th cut is followed by a cut at every
write of the boot after it; with `early` records are promised before they are on flash, which must be found.
Prints one line of JSON: the records that were promised, the writes of the flash, the cuts that were tried,
those in a boot after a cut, and how often the record that was under way was there.

The match is played once, on a flash that notes all its writes, and what the journal had promised by then. A
cut is then the flash as it was after so many writes, with the next one done in part. The file system is that
of MicroPython.
"""

import gc
import json
from hashlib import sha256

import vfs

from cardtable.controller.storage import files
from cardtable.controller.storage.journal import Journal
from cardtable.wire.frames import encode

ROOT = "/flash/"
BLOCK = 4096
TEARS = ("nothing", "half", "most", "noise")


class Flash:
    """A block device, which notes what is written as (where, bytes) in `log`. Blocks are erased to 255."""

    def __init__(self, image):
        self.image = image
        self.log = []

    def readblocks(self, block, buf, offset=0):
        at = block * BLOCK + offset
        buf[:] = self.image[at : at + len(buf)]

    def writeblocks(self, block, buf, offset=0):
        self._write(block * BLOCK + offset, bytes(buf))

    def ioctl(self, op, arg):
        if op == 4:
            return len(self.image) // BLOCK
        if op == 5:
            return BLOCK
        if op == 6:
            self._write(arg * BLOCK, b"\xff" * BLOCK)
        return 0

    def _write(self, at, data):
        self.log.append((at, data))
        self.image[at : at + len(data)] = data


def torn(image, write, tear):
    """A copy of the image on which this write was begun when the power went."""
    at, data = write
    image = bytearray(image)
    size = len(data)
    if tear == "half":
        image[at : at + size // 2] = data[: size // 2]
    elif tear == "most":
        image[at : at + size - 1] = data[: size - 1]
    elif tear == "noise":
        for i in range(0, size, 2):
            image[at + i] = data[i]
    return image


def mounted(flash):
    """Mount this flash; a journal on it that is not started."""
    try:
        vfs.umount(ROOT[:-1])
    except OSError:
        pass
    vfs.mount(vfs.VfsLfs2(flash, readsize=32, progsize=256, lookahead=32), ROOT[:-1])
    return Journal(ROOT)


class Match:
    """What the journal is told, and what it has `promised`: (writes of the flash by then, what, value)."""

    def __init__(self, flash, journal):
        self._flash = flash
        self._journal = journal
        self._secrets = 0
        self.promised = []

    def _note(self, what, value):
        self.promised.append((len(self._flash.log), what, value))

    def boot(self):
        self._journal.start("power")
        self._note("record", self._journal.get(self._journal.hi()))

    def record(self, body):
        g = self._journal.append(25_000 * self._journal.hi(), body)
        self._note("record", self._journal.get(g))

    def secret(self, value):
        name = str(self._secrets)
        self._secrets += 1
        self._journal.keep_secrets(((name, value),))
        self._note("secret", (name, value))

    def head(self, stage):
        self._journal.append_head(25_000 * self._journal.hi(), stage)
        self._note("record", self._journal.get(self._journal.hi()))

    def stage(self, checkpoint):
        self._note("opening", checkpoint)
        self._journal.open_stage(checkpoint)
        self._note("stage", checkpoint)

    def vault(self, rows):
        self._note("rewriting", rows)
        self._journal.rewrite_vault(rows)
        self._note("vault", rows)

    def begin(self, checkpoint, rows):
        rows = [("game", self._journal.hi() + 1)] + rows
        self._note("beginning", (checkpoint, rows))
        self._journal.rewrite_vault(rows, True)
        self._journal.open_stage(checkpoint, fresh=True)
        self._note("begun", (checkpoint, rows))

    def idle(self):
        for _ in range(100):
            self._journal.idle()

    def play(self):
        """A match that is given up for another, and that one, of three stages."""
        self.boot()
        self.begin(["toy", 2, [0], [8]], [("seed", "cd" * 16)])
        self.record(["start", 0, 0, ["toy", 2, [0], [8]], 0])
        self.secret(5)
        self.begin(["toy", 2, [0], [0]], [("seed", "ab" * 16)])
        self.record(["game", "0123456789abcdef", "blind", "shown", "k" * 43, "h" * 43])
        self.record(["start", 0, 0, ["toy", 2, [0], [0]], 0])
        for stage in range(3):
            for n in range(9):
                self.secret(n)
                self.record(["answer", stage, 2 * n, [4096 + n, 4097 + n], 1234567890 + n, "c" * 22])
                self.record(["answer", stage, 2 * n + 1, [21, None, 3], 1234567890 + n, "o" * 22])
                if n % 3 == 0:
                    self._journal.acked(self._journal.hi())
                self.idle()
            self.record(["end", stage, 18, [stage, [0, 1], None], 1])
            self.head(stage)
            self.stage(["toy", 2, [0], [stage + 1]])
            self.vault([("seed", "ab" * 16), ("7", 7)])
            self.idle()


def bytes_of(record):
    return encode(["ev"] + record)


def check(journal, promised, writes, ahead):
    """All that was promised by now is there, and nothing else but `ahead`, the line that was under way, and
    the boots that followed. True if `ahead` is there.
    """
    records = []
    secrets = []
    stage = opening = None
    vault = begins = None
    for due, what, value in promised:
        if due > writes:
            break
        if what == "record":
            records.append(value)
        elif what == "secret":
            secrets.append(value)
        elif what == "opening":
            opening = value
        elif what == "stage":
            stage, opening = value, None
        elif what == "beginning":
            begins = value
        elif what == "begun":
            stage, secrets, begins = value[0], list(value[1]), None
        elif what == "rewriting":
            vault = value
        elif what == "vault":
            secrets, vault = list(value), None
    held = []
    head = bytes(32)
    assert journal.lo() == 0
    for g in range(journal.hi() + 1):
        record = journal.get(g)
        assert record is not None and record[0] == g, g
        line = bytes_of(record)
        head = sha256(b"\0" + head + b"[" + line[6:-10]).digest()
        held.append(line)
    assert head == journal.head, "the chain"
    assert json.loads(held[-1][:-10])[5] == "boot"
    while held and json.loads(held[-1][:-10])[5] == "boot" and len(held) > len(records):
        held.pop()
    assert held[: len(records)] == [bytes_of(record) for record in records], "promised records"
    extra = held[len(records) :]
    assert len(extra) <= 1 and all([line == ahead for line in extra]), "a phantom"
    found = list(journal.secrets())
    if begins is not None and begins[1][0][1] == journal.game:
        stage, secrets = begins[0], begins[1]
    last = found[: len(secrets)] == secrets and len(found) <= len(secrets) + 1
    assert last or (vault is not None and found == list(vault)), "promised secrets"
    kept = journal.last_stage()
    if stage is not None and kept is not None:
        assert kept[0] == stage or kept[0] == opening, "the stage"
    return bool(extra)


def next_record(promised, writes):
    """The line of the record that was under way after so many writes, None if none was."""
    for due, what, value in promised:
        if due > writes:
            return bytes_of(value) if what == "record" else None
    return None


def recover(image):
    """The journal of the flash with this image after a boot, and the flash."""
    flash = Flash(image)
    journal = mounted(flash)
    journal.start("power")
    return journal, flash


def go_on(journal, image):
    """It takes more records, which are there after one more boot, and packs what is finished."""
    last = journal.append(0, ["note", "after"])
    journal.open_stage(["toy", 2, [0], [9]])
    for _ in range(60):
        journal.idle()
    journal.append(0, ["note", "later"])
    before = [bytes_of(journal.get(g)) for g in range(journal.hi() + 1)]
    journal, _ = recover(image)
    assert [bytes_of(journal.get(g)) for g in range(last + 2)] == before


def promise_early():
    """Have `append` return before the bytes are on flash: it writes what it was given the time before."""
    keep = files.append
    held = []

    def late(name, data):
        if not name.endswith(".stage"):
            keep(name, data)
            return
        held.append((name, bytes(data)))  # the buffer holds the next line soon
        if len(held) > 1:
            keep(*held.pop(0))

    files.append = late


def main(blocks, deep, early=False):
    if early:
        promise_early()
    flash = Flash(bytearray(b"\xff" * (blocks * BLOCK)))
    vfs.VfsLfs2.mkfs(flash, readsize=32, progsize=256, lookahead=32)
    image = bytearray(flash.image)
    flash.log = []
    match = Match(flash, mounted(flash))
    match.play()
    writes = flash.log
    cuts = deeper = there = 0
    for at in range(len(writes)):
        ahead = next_record(match.promised, at)
        for tear in TEARS:
            hurt = torn(image, writes[at], tear)
            journal, again = recover(bytearray(hurt))
            there += check(journal, match.promised, at, ahead)
            cuts += 1
            if deep and at % deep == 0 and tear == "half":
                steps = again.log
                partly = bytearray(hurt)
                for step in steps:
                    journal, last = recover(torn(partly, step, "half"))
                    check(journal, match.promised, at, ahead)
                    deeper += 1
                    partly[step[0] : step[0] + len(step[1])] = step[1]
                go_on(journal, last.image)
        where, data = writes[at]
        image[where : where + len(data)] = data
        gc.collect()
    records = len([one for one in match.promised if one[1] == "record"])
    print(json.dumps([records, len(writes), cuts, deeper, there]))
