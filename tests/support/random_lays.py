"""Random lays on a table of readers, register by register, and the count of what the table got wrong.

`run(seed)` plays one evening: cards are laid, swapped, brushed past, laid next to and on each other, lifted,
on all pads at once, while frames err and, by evening, fields are weak, reach into each other, the bus flips
bits or readers fail. The path is the table's own: chip models, driver, `Pads`. The same seed is the same
evening. Quiet time is skipped, but for one round in twenty.

What cannot be known is not played: a ghost of a card looks like a card while its own reader fails or reads it
badly, or if it lay on the ghost's pad a moment ago. Of tags exactly upon each other the air says nothing at
all: there the table has to say that the lower one is gone.
"""

import heapq
import random

from cardtable.controller.input.pad_filter import PASSING_MS, REST_MS
from cardtable.controller.input.poll_schedule import RETRY_MS, Pads
from cardtable.controller.input.presence import FAILED, LAID, LIFTED, RECOVERED
from cardtable.drivers import mfrc522, reader
from tablehost.virtual.chips.mfrc522 import Mfrc522Chip
from tablehost.virtual.chips.spi import SpiBus
from tablehost.virtual.clock import Clock
from tablehost.virtual.tags.field import Field
from tablehost.virtual.tags.tag import Tag

PADS = 7
LAYS = 100  # at least, an evening
FRAME_ERRORS = 0.05
LOOK_US = 900  # between two looks at busy readers; coarser than the firmware's
SECOND = 1_000_000
PATIENCE_US = 1_250_000  # what has answered for a second is said, as a card or as trouble
GONE_US = 500_000  # a lifted card is off by then
MEMORY_US = 60_000  # a card that was on a pad so recently may still be reported
TOUCHED_US = 60_000  # for so long after a touch every sweep is looked at
TURN_US = (PADS + 2) * 25_000  # and after a second tag was laid until each pad's turn has come
TICKS = 1 << 30

KINDS = ("lay", "swap", "brush", "beside", "upon")
SHARES = (40, 22, 10, 20, 8)
KINDS_OF_EVENING = ("plain", "weak", "coupled", "bus", "failing")
FAULTS = ("brown-out", "dead", "stuck", "lost", "hot", "upset")


class Counts:
    """Counts of a run; `wrong` and `lost` hold a line for each failure."""

    def __init__(self):
        self.lays = 0
        self.read = 0  # cards that were reported as themselves when they were asked about
        self.told = 0  # reported as trouble
        self.blinks = 0  # reported as lifted while lying, and not for a fault
        self.blinked = []  # a line for each
        self.faults = 0
        self.wrong = []
        self.lost = []


class Evening:
    def __init__(self, seed):
        self.seed = seed
        self.chance = random.Random(f"lays {seed}")
        self.counts = Counts()
        self.clock = Clock()
        self.bus = SpiBus(self.clock, seed)
        self.bus.byte_ns = 2000  # 4 MHz
        self.fields = [Field(self.clock) for _ in range(PADS)]
        self.chips = [Mfrc522Chip(self.clock, self.fields[i], seed=seed * 100 + i) for i in range(PADS)]
        selects = [self.bus.chip_select(chip) for chip in self.chips]
        readers = [mfrc522.Mfrc522(self.bus, select, self._ticks, _difference) for select in selects]
        self.pads = Pads(readers, reader)
        self.later = []
        self.order = 0
        self.slow = False
        self.plain = True
        self.awake_until = 0
        self.gone = [[] for _ in range(PADS)]  # (uid, when) of what was lifted
        self.disputed = {}  # uid -> when it was lifted from a pad that said that something is wrong there
        self.said = [None] * PADS  # what was last reported as laid
        self.recovered = [-10 * SECOND] * PADS
        self.run(SECOND // 5)
        self.kind = self.chance.choices(KINDS_OF_EVENING, (5, 2, 1, 1, 1))[0]
        for chip in self.chips:
            chip.frame_error_rate = FRAME_ERRORS
        if self.kind == "coupled":
            for pad in range(PADS - 1):
                for one, other in ((pad, pad + 1), (pad + 1, pad)):
                    if self.chance.random() < 0.3:
                        strength = self.chance.choice((0.02, 0.1, 0.3, 0.7, 1.0))
                        self.fields[one].couple(self.fields[other], strength)
        if self.kind == "bus":
            self.bus.disturb(10 ** self.chance.uniform(-6, -4.5))

    def _ticks(self):
        self.clock.ns += 4000
        return self.clock.ns // 1000 % TICKS

    # -- time ------------------------------------------------------------------------------------

    def at(self, us, act, *args):
        self.order += 1
        heapq.heappush(self.later, (us, self.order, act, args))

    def run(self, us):
        """Let this much time go by."""
        clock, pads, later = self.clock, self.pads, self.later
        until = clock.us + us
        while clock.us < until:
            for event in pads.step(clock.ns // 1_000_000):
                self._event(event)
            now = clock.us
            if pads.busy():
                rest = LOOK_US
            elif now > self.awake_until and not self.slow and self._calm():
                rest = until - now
            else:
                rest = max(1, pads.due() * 1000 - now)
            due = min(until, later[0][0] if later else until)
            clock.advance(max(0, min(rest, due - now)))
            while later and later[0][0] <= clock.us:
                _, _, act, args = heapq.heappop(later)
                act(*args)
                self.awake_until = max(self.awake_until, clock.us + TOUCHED_US)

    def _calm(self):
        """Return True if the table reads every pad right now; later reads may fail at times."""
        for pad, field in enumerate(self.fields):
            tags = field.tags
            if len(tags) > 1 or self.pads.seen[pad] != (tags[0].uid if tags else None):
                return False
        return True

    # -- what the table says -----------------------------------------------------------------------

    def _event(self, event):
        kind, pad = event.kind, event.pad
        now = self.clock.us
        if kind == RECOVERED:
            self.recovered[pad] = now
        elif kind == FAILED:
            self.counts.faults += 1
        elif kind == LIFTED:
            if self.pads.seen[pad] is None and [tag.uid for tag in self.fields[pad].tags] == [self.said[pad]]:
                self.counts.blinks += 1
                self.counts.blinked.append(self._place(pad, "blinks"))
        elif kind == LAID:
            self.said[pad] = event.value
            there = [uid for uid, when in self.gone[pad] if now - when < MEMORY_US]
            there += [tag.uid for tag in self.fields[pad].tags]
            if isinstance(event.value, bytes) and event.value not in there:
                if not self._disputed(event.value, MEMORY_US):
                    self._wrong(pad, event.value)

    def _wrong(self, pad, uid):
        self.counts.wrong.append(self._place(pad, f"reads {uid.hex()}"))

    def _place(self, pad, what):
        there = " ".join(tag.uid.hex() for tag in self.fields[pad].tags) or "nothing"
        when = f"seed {self.seed} ({self.kind}), {self.clock.us / SECOND:.3f} s"
        return f"{when}, pad {pad}: {what}, there lies {there}"

    def _ask(self, pad):
        """Check that the reported tags of this pad are right, or were reported as doubtful."""
        seen = self.pads.seen[pad]
        tags = self.fields[pad].tags
        if (seen is not None and not isinstance(seen, bytes)) or not self.pads.alive[pad]:
            self.counts.told += len(tags)
            return
        lately = self.clock.us - self.recovered[pad] < (PASSING_MS + REST_MS) * 1000
        if lately or self.pads.presence.doubted(pad) or self._disputed(seen, PATIENCE_US):
            self.counts.told += len(tags)
            return
        if isinstance(seen, bytes) and seen not in [tag.uid for tag in tags]:
            self._wrong(pad, seen)
        elif seen is None and tags and not (self.fields[pad].stacked and len(tags) > 1):
            self.counts.lost.append(self._place(pad, "says nothing"))
        elif isinstance(seen, bytes) and len(tags) > 1:
            self.counts.lost.append(self._place(pad, f"reads {seen.hex()} alone"))
        else:
            self.counts.read += len(tags)

    def _disputed(self, seen, memory):
        """A ghost, but of a card whose own pad says that something is wrong with it, or said so when the card
        was lifted, less than `memory` us ago: a ghost takes as long to be gone as a card.
        """
        if seen in self.disputed and self.clock.us - self.disputed[seen] < memory:
            return True
        for pad, field in enumerate(self.fields):
            other = self.pads.seen[pad]
            if other is not None and not isinstance(other, bytes) and seen in [tag.uid for tag in field.tags]:
                return True
        return False

    # -- hands -----------------------------------------------------------------------------------

    def _tag(self):
        """Return a new card; some differ from others only in their last bytes."""
        chance = self.chance
        length = chance.choice((4, 7, 7, 7, 10))
        first = chance.choice((0x04, 0x04, 0x88 if length == 4 else 0x04, 0x5A))
        uid = bytes([first]) + chance.randbytes(length - 1)
        others = [tag.uid for field in self.fields for tag in field.tags if len(tag.uid) == length]
        if others and chance.random() < 0.3:
            cut = chance.randrange(1, length)
            uid = chance.choice(others)[:cut] + uid[cut:]
        return Tag(uid, sak=0x08 if length == 4 else 0x00, startup_us=chance.randrange(500, 5000))

    def _lay(self, pad, tag):
        self.counts.lays += 1
        if self.fields[pad].tags:
            self.awake_until = self.clock.us + TURN_US
        self.fields[pad].tags.append(tag)

    def _lift(self, pad, tag):
        self.fields[pad].tags.remove(tag)
        self.gone[pad] = [(tag.uid, self.clock.us)]
        if isinstance(self.pads.seen[pad], (int, tuple)):
            self.disputed[tag.uid] = self.clock.us

    def _stack(self, pad, on):
        self.fields[pad].stacked = on

    def round(self):
        """Something on every pad, and all pads empty afterwards."""
        chance = self.chance
        self.slow = chance.random() < 1 / 20
        start = self.clock.us
        end = start
        moved = None
        # Three rounds in four are plain: all pads are asked for a card, and on each one is laid and lifted.
        self.plain = chance.random() < 3 / 4
        for pad in range(PADS):
            self.pads.presence.awaited[pad] = self.plain or chance.random() < 0.7
            if self.kind == "weak":
                self.fields[pad].weak = chance.choice((0, 0.02, 0.1, 0.3, 0.6))
            at = start + chance.randrange(0, 60_000)
            tag = self._tag()
            if moved is not None and not self.plain and self.kind != "coupled" and chance.random() < 0.2:
                at, tag = moved[0] + chance.randrange(0, 100_000), moved[1]  # the card of the pad before
            moved = self._play(pad, tag, at)
            # A ghost that answers where a card was lifted leaves a doubt, which is said after a second.
            done = moved[0] + (PATIENCE_US if self.kind == "coupled" else GONE_US)
            self.at(done, self._ask, pad)
            end = max(end, done)
            if self.kind == "failing" and chance.random() < 0.3:
                self._break(pad, chance.randrange(start, end))
        self.run(end + 1000 - start)

    def _play(self, pad, tag, at):
        """Plan what happens on this pad from `at` on; when the last card is lifted, and which."""
        chance = self.chance
        second = self._tag()
        kind = "lay" if self.plain else chance.choices(KINDS, SHARES)[0]
        self.at(at, self._lay, pad, tag)
        if kind == "swap":
            at += chance.randrange(20_000, 800_000)
            self.at(at, self._lift, pad, tag)
            tag = second
            at += chance.randrange(0, 150_000)
            self.at(at, self._lay, pad, tag)
        elif kind == "brush":
            at += chance.randrange(1_000, 120_000)
            self.at(at, self._lift, pad, tag)
            tag = second
            at += chance.randrange(0, 150_000)
            self.at(at, self._lay, pad, tag)
        elif kind in ("beside", "upon"):
            at += chance.randrange(0, 400_000)
            self.at(at, self._stack, pad, kind == "upon")
            self.at(at, self._lay, pad, second)
            # One pad in turn asks for a second tag: seven sweeps more.
            at += PATIENCE_US + PADS * 25_000
            self.at(at, self._ask, pad)
            tag, second = chance.sample((tag, second), 2)
            self.at(at, self._lift, pad, second)
        at += PATIENCE_US
        self.at(at, self._ask, pad)
        self.at(at, self._lift, pad, tag)
        self.at(at, self._stack, pad, False)
        return at, tag

    def _break(self, pad, at):
        chip = self.chips[pad]
        what = self.chance.choice(FAULTS)
        until = at + self.chance.randrange(50_000, 2 * RETRY_MS * 1000)
        level = self.chance.choice((0x00, 0xFF))
        if what == "brown-out":
            self.at(at, chip.brown_out)
        elif what in ("dead", "stuck"):
            name = "dead" if what == "dead" else "miso_stuck"
            self.at(at, setattr, chip, name, level)
            self.at(until, setattr, chip, name, None)
        elif what == "lost":
            self.at(at, setattr, chip, "lost_starts", self.chance.randrange(1, 50))
        elif what == "hot":
            self.at(at, chip.overheat)
        else:
            self.at(at, chip.upset, self.chance.choice((0x11, 0x12, 0x13, 0x14, 0x15, 0x2A, 0x2D)))


def _difference(end, start):
    return (end - start + TICKS // 2) % TICKS - TICKS // 2


def run(seed, lays=LAYS):
    """Play one evening of at least so many lays; its Counts."""
    evening = Evening(seed)
    while evening.counts.lays < lays:
        evening.round()
    return evening.counts
