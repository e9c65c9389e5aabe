"""M10 in models: from a card at rest to its lamp, beyond the dwell time, in modelled time.

Twelve pads at 4 MHz, four of them occupied, 5 % of all frames damaged either way. A card is laid at any
moment, and each second the table tidies its heap for COLLECT_US, as soon as the loop would: see
`Pads.has_room`. Wires and air are modelled; of what the processor does only accesses and looks at the clock
take time, see `tablehost.virtual.chips.spi`.
"""

import random
from unittest.mock import patch

from rows import highest, row

import random_lays
from cardtable.controller.input import poll_schedule
from cardtable.controller.input.pad_filter import REST_MS
from cardtable.controller.input.presence import LAID
from tablehost.virtual.tags.tag import Tag

PADS = 12
OCCUPIED = (1, 4, 7, 10)
COUNT = 1000  # lays
COLLECT_US = 14_000
TURN_US = 250  # between two looks at busy readers, as the loop has it
NAP_US = 2000  # at most, between two turns of the loop
LAMP_US = 36 * 30 + 280  # the lights' frame on its wire, and the latch
STARTUP_US = (500, 5000)  # of a tag: what ISO/IEC 14443-3 allows
# In so many turns readers look, see `Pads`: the goals.
GOALS = {1: (12, 25), 2: (25, 50, 100), 3: (25, 50, 100)}


class Twelve(random_lays.Evening):
    """A table of twelve that notes when a card was reported."""

    collect_at = 0

    def __init__(self):
        with patch.object(random_lays, "PADS", PADS):
            super().__init__(0)
        self.kind = "plain"
        self.reported = {}

    def _event(self, event):
        if event.kind == LAID:
            self.reported[event.pad] = self.clock.us, event.value

    def go(self, us):
        """Let this much time go by, as the Pico's loop does: it naps for 2 ms at most."""
        until = self.clock.us + us
        while self.clock.us < until:
            now = self.clock.us
            if now >= self.collect_at and self.pads.has_room(now // 1000) and not self.pads.busy():
                self.clock.advance(COLLECT_US)
                self.collect_at += random_lays.SECOND
            for event in self.pads.step(self.clock.ns // 1_000_000):
                self._event(event)
            if self.pads.busy():
                self.clock.advance(TURN_US)
            else:
                due = min(self.pads.due() * 1000, until)
                self.clock.advance(min(NAP_US, max(1, due - self.clock.us)))


def latencies():
    """Return the latencies in ms."""
    evening = Twelve()
    chance = random.Random(0)
    for pad in OCCUPIED:
        evening.fields[pad].tags.append(Tag(bytes([4, pad]) + chance.randbytes(5)))
    evening.go(random_lays.SECOND)
    found = []
    free = [pad for pad in range(PADS) if pad not in OCCUPIED]
    while len(found) < COUNT:
        evening.go(chance.randrange(400_000, 500_000))
        pad = chance.choice(free)
        tag = Tag(b"\x04" + chance.randbytes(6), startup_us=chance.randrange(*STARTUP_US))
        evening.reported.clear()
        laid = evening.clock.us
        evening.fields[pad].tags.append(tag)
        while pad not in evening.reported:
            evening.go(1)
        at, seen = evening.reported[pad]
        assert seen == tag.uid, "a card is never another one"
        found.append((at + LAMP_US - laid) / 1000 - REST_MS)
        evening.fields[pad].tags.remove(tag)
    return found


def lays():
    """Lays as readers look in one, two and three turns."""
    rows = []
    for groups, goals in GOALS.items():
        with patch.object(poll_schedule, "_GROUPS", groups):
            figures = highest(latencies())
        what = f"card at rest to lamp, looks in {groups} turns"
        rows.append(row(what, f"models, {COUNT} lays: p50 / p99 / most", figures, goals, " ms", form=".1f"))
    return rows
