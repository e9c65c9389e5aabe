"""M10: from a card at rest to its lamp, beyond the dwell time, in modelled time.

Twelve pads at 4 MHz, four of them occupied, 5 % of all frames damaged either way. A card is laid at any
moment, and each second the table tidies its heap for COLLECT_US, as soon as the loop would: see
`Pads.has_room`. Wires and air are modelled; of what the processor does only accesses and looks at the clock
take time, see `tablehost.virtual.chips.spi`.
"""

import random
import sys
from pathlib import Path
from unittest.mock import patch

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / name) for name in ("slow/bench", "support")]

from measures import Row  # noqa: E402

import random_lays  # noqa: E402
from cardtable.controller.input import poll_schedule  # noqa: E402
from cardtable.controller.input.pad_filter import REST_MS  # noqa: E402
from cardtable.controller.input.presence import LAID  # noqa: E402
from tablehost.virtual.tags.tag import Tag  # noqa: E402

OCCUPIED = (1, 4, 7, 10)
COLLECT_US = 14_000
TURN_US = 250  # between two looks at busy readers, as the loop has it
NAP_US = 2000  # at most, between two turns of the loop
LAMP_US = 36 * 30 + 280  # the lights' frame on its wire, and the latch
STARTUP_US = (500, 5000)  # of a tag: what ISO/IEC 14443-3 allows


class Twelve(random_lays.Evening):
    """A table of twelve that notes when a card was reported."""

    def __init__(self, seed):
        random_lays.PADS, pads = 12, random_lays.PADS
        try:
            super().__init__(seed)
        finally:
            random_lays.PADS = pads
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

    collect_at = 0


def latencies(count, groups):
    """So many latencies in ms, sorted. `groups`: in so many turns readers look, see `Pads`."""
    with patch.object(poll_schedule, "_GROUPS", groups):
        return _latencies(count)


def _latencies(count):
    evening = Twelve(0)
    chance = random.Random(0)
    for pad in OCCUPIED:
        evening.fields[pad].tags.append(Tag(bytes([4, pad]) + chance.randbytes(5)))
    evening.go(random_lays.SECOND)
    found = []
    free = [pad for pad in range(12) if pad not in OCCUPIED]
    while len(found) < count:
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
    return sorted(found)


GOALS = ((1, "all at once", 12, 25, None), (2, "in two groups", 25, 50, 100), (3, "in three", 25, 50, 100))


def m10(count=1000):
    """Rows for `make bench`."""
    rows = []
    for groups, what, middle, late, latest in GOALS:
        ms = latencies(count, groups)
        found = [ms[count // 2], ms[count * 99 // 100], ms[-1]]
        met = all(goal is None or value <= goal for value, goal in zip(found, (middle, late, latest)))
        value = " / ".join(f"{value:.1f}" for value in found) + " ms"
        goals = " / ".join(str(goal) for goal in (middle, late, latest) if goal)
        how = f"models, {count} lays: p50 / p99 / most"
        rows.append(Row("M10", f"card at rest to lamp, looks {what}", how, value, f"<= {goals} ms", met))
    return rows


if __name__ == "__main__":
    for one in m10(int(sys.argv[1]) if len(sys.argv) > 1 else 1000):
        print(*one)
