"""The power is cut in each operation of the flash in a match, and in each of the recovery after it.

A match is recorded once: all operations of the flash, and how many there were when each call of the journal
returned. A cut is then the flash after so many operations, with the next one done in part. The table starts
from it. What it then holds must be what a table holds that starts from the flash as it was before the call
in which the power went, or after it. So a match that goes on well from each of those goes on well after each
cut; and that it does is tried, too.

"Before" an operation is "after" the one before it, and counted once.
"""

import functools
import hashlib

from cardtable.controller.match import resume
from cardtable.controller.match import session as table_play
from cardtable.controller.storage.journal import Journal
from cardtable.controller.storage.parked_matches import forget
from cardtable.wire import proofs
from failing_flash import TEARS, FailingFlash, PowerCut
from parking import Week
from recorded_matches import Signs
from world import Broken

SECTORS = 40
MATCHES = (
    ("democracy", 3, {"first_dealer": "1", "target": 1, "days": 1, "match_tie": "shared"}),
    ("demos", 3, {"mode": "learning", "first_dealer": "1"}),
    ("democrazy", 4, {"start_player": "1", "chips_red": 3, "chips_green": 3, "chips_blue": 3}),
)
ENDED = 150  # records, after which the operator ends a match
TORN = (0.25, *[tear for tear in TEARS if tear != "all"])  # the first one ends before a page's CRC
_CALLS = ("append", "keep_secrets", "rewrite_vault", "open_stage", "idle", "clear_error")


class Noting(FailingFlash):
    """A flash that notes its operations: (sector, where a page begins in it and its bytes; None: erased)."""

    def __init__(self, sectors):
        super().__init__(sectors)
        self.log = []

    def writeblocks(self, block, buf, offset):
        self.log.append((block, bytes(buf), offset))
        super().writeblocks(block, buf, offset)

    def ioctl(self, op, arg):
        if op == 6:
            self.log.append((arg, None, 0))
        return super().ioctl(op, arg)


def carry_out(flash, operation):
    """Do a noted operation."""
    sector, page, offset = operation
    if page is None:
        flash.ioctl(6, sector)
    else:
        flash.writeblocks(sector, page, offset)


class Recorded:
    """A match that is parked for another one, goes on, and is played to its end; then the other is given up.

    `number`: of MATCHES. `live`: by the number of operations until a call returned, what was promised by
    then: (number of records, head of the chain, the vault of the match under way).
    """

    def __init__(self, number, records=ENDED):
        self.flash = Noting(SECTORS)
        week = self._week = Week(self.flash)
        self.live = {0: (0, bytes(32), [])}
        week.boot()
        self._note()
        for name in _CALLS:
            self._watch(week.journal, name)
        week.begin(MATCHES[number], number)
        self._play(records // 6)
        week.begin(MATCHES[number], number + 10)
        self._play(records // 6)
        first, other = week.order
        week.take_up(first)
        self._play(records)
        if not week.is_over():
            week.play.correct(["end", "operator"])
        while not week.is_over():
            week.act()
        forget(week.journal, other)
        self._note()
        for _ in range(60):
            week.journal.idle()
        self.promised = week.promised

    def _play(self, records):
        week = self._week
        while not week.is_over() and len(week.told()) < records:
            week.act()
            if week.us % 7 == 0:
                week.journal.acked(week.journal.hi())

    def _watch(self, journal, name):
        call = getattr(journal, name)

        def noted(*args, **kwargs):
            found = call(*args, **kwargs)
            self._note()
            return found

        setattr(journal, name, noted)

    def _note(self):
        journal = self._week.journal
        self.live[len(self.flash.log)] = journal.hi() + 1, journal.head, list(journal.secrets())

    def __len__(self):
        return len(self.flash.log)

    def removals(self):
        """Yield the operations that program zeros into the first page of a sector."""
        for at, (_, page, offset) in enumerate(self.flash.log):
            if page is not None and offset == 0 and not any(page):
                yield at

    def image(self, operations):
        """Return the content of the flash after so many operations."""
        flash = FailingFlash(SECTORS)
        for operation in self.flash.log[:operations]:
            carry_out(flash, operation)
        return flash.image

    @functools.cached_property
    def _returned(self):
        return sorted(self.live)

    def allowed(self, operations):
        """Return what may be there after so many operations and a part of one: what was, and what is next."""
        before = max(at for at in self._returned if at <= operations)
        return self._held(before), self._held(min(at for at in self._returned if at > operations))

    @functools.cache  # noqa: B019 - a match is kept as long as what was found of it
    def _held(self, operations):
        """Return what a table holds that starts when a call has returned. Raises Broken if that is not what
        was promised, or the match does not go on.
        """
        flash = FailingFlash(SECTORS, self.image(operations))
        journal = start(flash)
        held = Held(journal)
        records, head, secrets = self.live[operations]
        if held.records[:records] != self.promised[:records] or held.heads[records] != head:
            raise Broken(f"after {operations} operations {records} records were promised")
        if held.vault != secrets:
            raise Broken(f"after {operations} operations the vault holds {held.vault}, not {secrets}")
        resume.restore(table_play.Play(journal, Signs(), lambda: 0))  # Difference, ValueError
        return held


def raw(journal, g):
    """Return the bytes of a record as they are in the chain."""
    line = journal.line(g)
    if line is None:
        raise Broken(f"record {g} is lost")
    return b"[" + bytes(line[6:-10])


class Held:
    """The records of a journal that has started: all but the boots at its end."""

    def __init__(self, journal):
        self.records = []
        self.heads = [bytes(32)]
        for g in range(journal.hi() + 1):
            self.records.append(raw(journal, g))
            self.heads.append(proofs.linked(self.heads[-1], self.records[-1]))
        if self.heads[-1] != journal.head:
            raise Broken("the chain is not that of the records")
        self.boots = 0
        while self.boots < len(self.records) and b',"boot",' in self.records[-1 - self.boots][:60]:
            self.boots += 1
        self.taken = journal.taken
        self.vault = list(journal.secrets())
        stage = journal.last_stage()
        told = None if stage is None else (stage[0], [one for one in stage[1] if one[0] != "boot"])
        vaults = [list(journal.lines(one[0], "sealed")) for one in journal.parked]
        text = repr((self.played, self.vault, told, journal.parked, vaults, journal.game, journal.earlier))
        self.digest = hashlib.sha256(text.encode()).digest()

    @property
    def played(self):
        """The records without the boots at the end."""
        return self.records[: len(self.records) - self.boots]


def start(flash):
    """Return the journal of a table that starts, and rests until nothing is left of a power cut."""
    journal = Journal(flash)
    journal.start("power")
    while journal.is_erasing():
        journal.store.step()
    return journal


def check(flash, allowed):
    """Start from this flash. Raises Broken: it does not hold what is allowed, or keeps nothing more."""
    journal = start(flash)
    held = Held(journal)
    if held.digest not in [one.digest for one in allowed]:
        last = held.records[len(held.records) - held.boots - 1 :]
        raise Broken(f"{len(held.records)} records, the last ones {last}, {held.vault}, {journal.parked}")
    if held.taken not in [one.taken for one in allowed]:
        raise Broken(f"the host has taken records up to {held.taken}")
    if len(held.records) <= len(allowed[0].played):
        raise Broken("no boot")
    journal.append(0, ["note", "after"])
    journal.keep_secrets([("99", 1)])
    again = Journal(flash)
    again.start("power")
    if again.get(len(held.records))[4:] != ["note", "after"]:
        raise Broken("what is kept afterwards is lost")
    if again.head != proofs.linked(journal.head, raw(again, again.hi())):
        raise Broken("the chain does not go on")
    if list(again.secrets()) != [*held.vault, ("99", 1)]:
        raise Broken("a secret that is kept afterwards is lost")


def torn(flash, number, tear, work):
    """Cut the power in this operation of `work(flash)`. Return False if there were fewer."""
    flash.cut_in(number, tear)
    try:
        work(flash)
        flash.switch_on()
        return False
    except PowerCut:
        flash.switch_on()
        return True


def cut(recorded, at, tear, seed=0):
    """Return the flash after the operation with this number was cut."""
    flash = FailingFlash(SECTORS, recorded.image(at), seed, removals=True)
    torn(flash, 1, tear, lambda flash: carry_out(flash, recorded.flash.log[at]))
    return flash


def every_second_cut(recorded, at, tear):
    """Cut the power in this operation, and in each of the recovery after it. Return how many those were.

    A flash that reads the same each time, and was checked, is not checked again.
    """
    allowed = recorded.allowed(at)
    flash = cut(recorded, at, tear)
    check(flash.copy(), allowed)
    checked = set()
    number = 0
    while True:
        number += 1
        for again in TORN:
            other = flash.copy()
            if not torn(other, number, again, start):
                return (number - 1) * len(TORN)
            image = None if other.is_in_doubt() else hashlib.sha256(other.image).digest()
            if image is None or image not in checked:
                check(other, allowed)
                checked.add(image)


def cut_by_lot(recorded, rng, at=None, tear=None):
    """Cut the power in any operation, or in this one, and perhaps in the recovery, again and again. Return
    how often.
    """
    if at is None:
        at, tear = rng.randrange(len(recorded)), rng.choice(TORN)
    flash = cut(recorded, at, tear, rng.random())
    cuts = 1
    while rng.random() < 0.7:
        cuts += torn(flash, rng.randrange(1, 12), rng.choice(TEARS), start)
    check(flash, recorded.allowed(at))
    return cuts
