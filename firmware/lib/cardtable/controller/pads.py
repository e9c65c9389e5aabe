"""From raw reads to cards that rest on pads and leave them again.

Every SWEEP_MS all readers look once, at the same time; their exchanges overlap. A tag counts after
it has rested: REST_MS where a card is awaited, PASSING_MS elsewhere, so that cards may be carried
across a pad. It is gone after three looks in a row without any answer, GONE_MS apart at least: a
garbled answer is a sign of presence, never of removal.

What all readers saw is judged at once, JUDGE_MS after the sweep began: tags answer a few microseconds
sooner or later by their UID, and nothing the table does may be timed by that.

Where a tag rests a look only asks whether it is still there, which does not see a second tag beside
it. So in each sweep one pad, in turn, asks who is there; and it goes on to ask while anything is new.
"""

from cardtable.micro import const

SWEEP_MS = const(25)
JUDGE_MS = const(16)  # a sweep is over by then: twelve new cards at once take 12.4 ms at 4 MHz
LATE_MS = const(12)  # if it could not begin by then, for a write to flash or sleep, it waits for the next
REST_MS = const(150)
PASSING_MS = const(1000)
GONE_MS = const(100)
GONE_LOOKS = const(3)
GUARD_MS = const(6)  # ISO 14443-3: a tag may need 5 ms from field on to its first answer
RETRY_MS = const(1000)  # between attempts to wake a reader that failed

# What a pad can report beside a UID
SEVERAL = const(1)  # more than one tag
UNREADABLE = const(2)  # something answers, but never readably

LAID = const(1)
LIFTED = const(2)
FAILED = const(3)
RECOVERED = const(4)


class Pads:
    """`readers` in pad order, with the driver's codes in `codes` (a module such as drivers.mfrc522).

    `step(now)` returns a list of events: (LAID, pad, uid | SEVERAL | UNREADABLE), (LIFTED, pad),
    (FAILED, pad, code) and (RECOVERED, pad). `awaited[pad]` is set by the loop: a card is awaited there.
    """

    def __init__(self, readers, codes):
        self._readers = readers
        self._codes = codes
        count = len(readers)
        self.awaited = [True] * count
        self.seen: "list" = [None] * count  # what rests on each pad
        self.alive = [False] * count
        self._next: "list" = [None] * count  # what may come to rest, and since when
        self._since = [0] * count
        self._silent = [0] * count  # looks without an answer, and when the first was
        self._silent_since = [0] * count
        self._busy = [False] * count
        self._results = [None] * count  # of the sweep under way
        self._retry = [0] * count
        self._sweep_at = 0
        self._at = 0  # the time of the sweep under way: all readers look at the same time
        self._sweeping = False
        self._unjudged = False
        self._restless = False
        self.quiet = 0  # sweeps in a row in which nothing was new

    def due(self):
        """When the next sweep begins or the last one is judged, in ms."""
        return self._at + JUDGE_MS if self._unjudged else self._sweep_at

    def busy(self):
        """True while readers are looking: the loop must come again at once."""
        return self._sweeping

    def is_quiet(self):
        """True while sweeps are routine: nothing was new in the last two, and they have been judged."""
        return self.quiet > 1 and not self._unjudged and not self._sweeping

    def step(self, now):
        events = []
        if self._sweeping:
            self._collect(events)
        elif now < self.due():
            pass
        elif self._unjudged:
            self._judge(events)
        elif now % SWEEP_MS < LATE_MS:
            self._begin(now, events)
        else:
            self._sweep_at = (now // SWEEP_MS + 1) * SWEEP_MS
        return events

    def _begin(self, now, events):
        """Start one look at every reader. Sweeps stand on a fixed grid, whatever happened between."""
        number = now // SWEEP_MS
        self._at = number * SWEEP_MS
        self._sweep_at = self._at + SWEEP_MS
        self._restless = False
        for pad in range(len(self._readers)):
            if not self.alive[pad]:
                self._revive(pad, now, events)
            if not self.alive[pad] or now < self._retry[pad]:
                continue
            known = isinstance(self.seen[pad], bytes) and self._next[pad] is None and not self._silent[pad]
            if number % len(self._readers) == pad:
                known = False
            try:
                self._readers[pad].begin(self._codes.CHECK if known else self._codes.IDENTIFY)
                self._busy[pad] = True
                self._sweeping = True
            except self._codes.ReaderFault as fault:
                self._fail(pad, fault.code, events)

    def _revive(self, pad, now, events):
        if now < self._retry[pad]:
            return
        try:
            self._readers[pad].probe()
        except self._codes.ReaderFault as fault:
            self._retry[pad] = now + RETRY_MS
            self._restless = True
            events.append((FAILED, pad, fault.code))
            return
        self.alive[pad] = True
        self._retry[pad] = now + GUARD_MS
        self._restless = True
        events.append((RECOVERED, pad))

    def _fail(self, pad, code, events):
        """The chip is gone. What lay there still counts as lying there: a broken reader lifts no card."""
        self.alive[pad] = False
        self._busy[pad] = False
        self._results[pad] = None
        self._retry[pad] = self._at
        self._restless = True
        events.append((FAILED, pad, code))

    def _collect(self, events):
        waiting = False
        for pad in range(len(self._readers)):
            if not self._busy[pad]:
                continue
            try:
                result = self._readers[pad].collect()
            except self._codes.ReaderFault as fault:
                self._fail(pad, fault.code, events)
                continue
            if result == self._codes.PENDING:
                waiting = True
                continue
            self._busy[pad] = False
            self._results[pad] = result
        if not waiting:
            self._sweeping = False
            self._unjudged = True

    def _judge(self, events):
        self._unjudged = False
        for pad in range(len(self._results)):
            result = self._results[pad]
            self._results[pad] = None
            if result is not None:
                self._look(pad, result, events)
        self.quiet = 0 if self._restless else self.quiet + 1

    def _look(self, pad, result, events):
        if result == self._codes.NONE:
            self._nothing(pad, events)
            return
        self._silent[pad] = 0
        if result == self._codes.GARBLED:
            if self.seen[pad] is not None:
                return
            what = UNREADABLE
        else:
            what = SEVERAL if result == self._codes.SEVERAL else result
        if what == self.seen[pad]:
            self._next[pad] = None
            return
        self._restless = True
        if what == UNREADABLE and self._next[pad] is not None:
            what = self._next[pad]
        if what != self._next[pad]:
            self._next[pad] = what
            self._since[pad] = self._at
        rest = REST_MS if self.awaited[pad] and what != UNREADABLE else PASSING_MS
        if self._at - self._since[pad] < rest:
            return
        if self.seen[pad] is not None:
            events.append((LIFTED, pad))
        self.seen[pad] = what
        self._next[pad] = None
        events.append((LAID, pad, what))

    def _nothing(self, pad, events):
        self._next[pad] = None
        if self.seen[pad] is None:
            return
        self._restless = True
        if not self._silent[pad]:
            self._silent_since[pad] = self._at
        self._silent[pad] += 1
        if self._silent[pad] >= GONE_LOOKS and self._at - self._silent_since[pad] >= GONE_MS:
            self._silent[pad] = 0
            self.seen[pad] = None
            events.append((LIFTED, pad))
