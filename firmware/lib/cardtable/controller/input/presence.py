"""Presence detection: schedules reader polls and debounces them into LAID and LIFTED events.

Every SWEEP_MS all readers poll once, a sweep; their exchanges overlap. Neighbouring fields may reach each
other's tags and spoil each other's frames. So while anything is new or in trouble, and once in a while, pads
of even and of odd number poll one after the other, and ask twice where no tag answers: a tag that a neighbour
left awake does not answer at first. `pad_filter` debounces the polls: a tag counts after a dwell time,
REST_MS where a card is awaited, PASSING_MS elsewhere, so that cards may be carried across a pad.

The results of all readers are judged at once, JUDGE_MS after the sweep began, or at a later point of the grid
if that is too soon for this kind of reader: tags answer a few microseconds sooner or later by their UID, and
no timing of the table may depend on that. The dwell time of a card ends with that judgement: a sweep begins
so much before.

While nothing is new, empty pads are only glanced at (a quick check), if their readers can: in each sweep, and
every _GLANCE_MS between two. As soon as a glance detects a tag, full sweeps start, SWEEP_MS apart; the
results of the last one are judged with the first.

Where a tag was detected, or is settling, and a poll did not read it, it is repeated while there is time
before the judgement. When a card that settled alone is only to be confirmed, a poll asks for it alone.

Where a tag rests a poll only checks that it is still there, which does not detect a second tag. So in each
sweep one pad, in turn, identifies its tags; and it goes on to do so while anything is new.

A tag that two working readers read counts on neither, unless it rested on one of them before: fields reach
into each other, and its pad is uncertain. If it settled while the other reader detected several, it counts on
neither, either. While a reader detects a tag that it has not identified, which may be a card that another one
reads, no other card counts: at most for the second after which it is reported.
"""

from collections import namedtuple

from cardtable.micro import const

from . import bus_speed
from .pad_filter import GONE_MS, NOT_YET, PASSING_MS, REST_MS, SEVERAL, TWICE, UNREADABLE, Resting

SWEEP_MS = const(25)
JUDGE_MS = const(17)  # most sweeps are over by then: twelve new cards, even and odd in turn, take 16.8 ms
LATE_MS = const(12)  # if it could not begin by then, for a write to flash or sleep, it waits for the next
_GLANCE_MS = const(7)
_NARROW = const(2)  # consecutive sweeps at most that skip resting, settled cards
_AGAIN_MS = const(9)  # up to here into a sweep there is time to ask again before the judgement
_STALE_MS = const(45)  # a card read so long before the judgement is not confirmed: it may be gone
_ROOM_MS = const(8)  # nearly the duration of a garbage collection
_PROMPT_MS = const(4)  # a glance that could not begin by then is left out
_GUARD_MS = const(6)  # ISO 14443-3: a tag may need 5 ms from field on to its first answer
RETRY_MS = const(1000)  # between attempts to wake a reader that failed

_NEVER = const((1 << 30) - 1)  # ms; a small number on the Pico

_BAD = const(1 << 14)  # in a count of polls of a card: bad ones, above all of them
_MOST = const(16)  # lays that are remembered until they are folded into the statistics

LAID = const(1)
LIFTED = const(2)
FAILED = const(3)
RECOVERED = const(4)

# What has happened on a pad. `kind`: one of the four above. `value`: the content (`Resting.seen`) of a LAID,
# the code of a FAILED, None of the others.
PadEvent = namedtuple("PadEvent", ("kind", "pad", "value"))


class Pads:
    """The pads. `readers` in pad order, with the driver's codes in `codes` (the module drivers.reader).

    `step(now)` returns a list of PadEvents. `awaited[pad]`: a card is awaited there, see `expect`. FAILED has
    two more codes than the driver's. "garbled": a tag answers, but the card that rests there was not read for
    a second. "slower-wires": the bus of this reader runs slower from now on, as in `buses`, after repeated
    transfer errors (see `bus_speed`). A reader is woken again after it failed, every RETRY_MS if it goes on
    to fail.

    Statistics of each reader, by pad: `looks` (polls), `garbled` polls and `failures`. A glance that detected
    no tag is not counted.
    """

    def __init__(self, readers, codes, buses=()):
        self._readers = readers
        self.buses = buses
        self._codes = codes
        count = len(readers)
        self.awaited = [True] * count
        self.seen: "list" = [None] * count  # the content of each pad, after the filter
        self.alive = [False] * count
        self.looks = [0] * count
        self.garbled = [0] * count
        self.failures = [0] * count
        # Polls of the resting card, and bad ones: see `service.read_quality`.
        self._lain = [0] * count
        self.bygone: "list" = []
        self.wear: "list" = [None, None, 0, 0, 0]
        self._resting = [Resting() for _ in range(count)]
        self._told_at = [0] * count  # when `seen` last changed
        self._woken_at = [-RETRY_MS] * count
        self._busy = [False] * count
        self._results = [None] * count  # of the sweep under way
        self._retry = [0] * count
        self._sweep_at = 0
        self._judge_at = 0
        self._glance_at = _NEVER
        self._glanced = []  # the pads that are glanced at while all is quiet, and the wires of their readers
        self._wires = []
        self._at_ease = False  # all pads are glanced at
        self._heard = []  # the wires on which a glance has detected a tag
        self._glancer = None  # one of these readers
        self._glancing = False
        self._glanced_at = 0
        self._turn = 0  # the pad whose turn it is to identify its tags
        self._at = 0  # the time of the sweep under way, for all its polls
        self._sweeping = False
        self.groups = 2  # while anything is new, neighbours poll in so many turns
        self._group = 0  # the group of the next turn
        self._again = False  # the argument of begin()
        self._unjudged = False
        self._hastened = False  # the next sweep is for cards that are not settled, see `_hasten`
        self._narrow = 0  # consecutive such sweeps, with this one
        self._restless = False
        self._trouble = False  # on some pad there is trouble instead of a single card
        self.quiet = 0  # consecutive sweeps in which nothing was new
        self._came_at = [0] * count  # the arrival of each result

    def stay_awake(self):
        """Begin to count quiet sweeps again: no sweep is slept through meanwhile."""
        self.quiet = 0

    def expect(self, awaited):
        """Set by pad whether a card is awaited there."""
        for pad in range(len(self.awaited)):
            self.awaited[pad] = bool(awaited[pad])

    def due(self):
        """Return when the next sweep begins or the last one is judged, in ms."""
        if self._heard:
            return 0
        return min(self._judge_at if self._unjudged else self._sweep_at, self._glance_at)

    def doubted(self, pad):
        """True if a tag answers here, but for a second not as the card that counts as resting here."""
        return self._resting[pad].doubted

    def unclear(self, pad):
        """True if another working reader detects a tag that it has neither identified nor reported."""
        for other in range(len(self._resting)):
            if other != pad and self.alive[other] and self._resting[other].unclear():
                return True
        return False

    def busy(self):
        """True while readers are polling: the loop must come again at once."""
        return self._sweeping or self._glancing

    def has_room(self, now):
        """True while nothing moves and nothing is due for a while: the best time for long work."""
        return self.quiet > 1 and self.due() - now >= _ROOM_MS

    def is_quiet(self):
        """True while sweeps are routine: nothing was new in the last two, and they have been judged."""
        return self.quiet > 1 and not (self._unjudged or self._sweeping or self._glancing or self._heard)

    def step(self, now):
        if self._glancing:
            if self._glancer.glanced(self._wires, self._heard):
                self._glancing = False
                if not (self._heard or self._sweeping or self._unjudged):
                    if self._sweep_at - self._glanced_at == SWEEP_MS:
                        self.quiet += 1
                    return ()
            elif not self._sweeping:
                return ()
        elif now >= self._glance_at and not self._heard and not (self._again and self._sweeping):
            at = self._glance_at
            self._glance_at = at + _GLANCE_MS if self._sweep_at - at > 2 * _GLANCE_MS else _NEVER
            if now - at < _PROMPT_MS and self._may_glance():
                self._glancing = True
                self._glanced_at = at
                self._glancer.glance(self._wires)
        if self._sweeping:
            events = []
            if self._heard:
                self._look_closer(events)
            self._collect(now, events)
            while now > self._judge_at:  # a slow kind of reader: then where the grid goes on
                self._judge_at += SWEEP_MS - (self._judge_at - self._at) % SWEEP_MS
            return events
        if self._heard:
            events = []
            self._look_closer(events)
            return events
        if self._unjudged:
            if now < self._judge_at:
                return ()
            events = []
            self._judge(events)
            return events
        if now < self._sweep_at:
            return ()
        events = []
        at = self._sweep_at
        if now - at >= LATE_MS:  # for a write to flash, or sleep
            at = now // SWEEP_MS * SWEEP_MS
        if now - at < LATE_MS:
            self._begin(at, now, events)
        else:
            self._sweep_at = at + SWEEP_MS
            if self._glanced:
                self._glance_at = at + 2 * _GLANCE_MS
        return events

    def _begin(self, at, now, events):
        """Poll every reader once, or all but those with a resting, settled card.

        While nothing is new sweeps are on a fixed grid, whatever happened between.
        """
        self._at = at
        self._sweep_at = at + SWEEP_MS
        self._judge_at = at + JUDGE_MS
        if self._hastened and self._narrow < _NARROW:
            self._narrow += 1
            self._hastened = self._restless = False
            self._again = True
            self._by_turns(events)
            return
        if self._narrow:
            self._narrow = 0
        turn = self._turn = (self._turn + 1) % len(self._readers)
        if self._restless or self._trouble:
            self._hastened = self._restless = self._trouble = False
            self._again = True
        else:
            self._again = False if turn else self._codes.THOROUGHLY
        if not (self.quiet and turn and self._glanced):
            self._glanced.clear()
            self._wires.clear()
            if self.quiet:  # choose the pads that are glanced at from now on
                for pad in range(len(self._readers)):
                    reader = self._readers[pad]
                    if self.alive[pad] and self._resting[pad].idle() and reader.can_glance:
                        if reader.at_ease():
                            self._glanced.append(pad)
                            self._wires.append(reader.wire)
                            self._glancer = reader
            self._at_ease = len(self._wires) == len(self._readers)
        if False in self.alive:
            self._wake(now, events)
        if self._again:
            self._by_turns(events)
            if self._again == self._codes.THOROUGHLY:
                self._glance_at = at + _GLANCE_MS
            return
        if self._glanced:
            self._glance_at = at + _GLANCE_MS
            self._glancing = True
            self._glanced_at = at
            self._glancer.glance(self._wires)
            if self._at_ease:
                return
        else:
            self._glance_at = _NEVER
        self._start(0, 1, events)

    def _may_glance(self):
        """True if the readers to be glanced at are at ease, where the sweep has polled them as well."""
        if self._again:
            for pad in self._glanced:
                if not self._readers[pad].at_ease():
                    return False
        return len(self._glanced) > 0

    def _by_turns(self, events):
        """Poll neighbours one after the other, so that adjacent fields do not interfere."""
        self._glance_at = _NEVER
        self._group = 1 % self.groups
        self._start(0, self.groups, events)
        self._follow(events)

    def _follow(self, events):
        """Start the poll of the next group when the pads of a group have finished."""
        while self._group and not self._sweeping:
            group = self._group
            self._group = (group + 1) % self.groups
            self._start(group, self.groups, events)

    def _look_closer(self, events):
        """Identify the tags where a glance has detected one."""
        self._at = self._glanced_at
        self._judge_at = self._at + JUDGE_MS
        self._sweep_at = self._at + SWEEP_MS
        self._glance_at = _NEVER
        self._again = self._restless = True
        for wire in self._heard:
            pad = self._glanced[self._wires.index(wire)]
            self._results[pad] = self._codes.NONE  # so far: a tag was detected
            self._ask(pad, events)
        self._heard.clear()
        self._unjudged = not self._sweeping

    def _start(self, first, stride, events):
        for pad in range(first, len(self._readers), stride):
            if not self.alive[pad] or self._at < self._retry[pad] or self._glancing and pad in self._glanced:
                continue
            if not (self._narrow and self.seen[pad] is not None and self._resting[pad].steady()):
                self._ask(pad, events)

    def _ask(self, pad, events):
        resting = self._resting[pad]
        known = resting.known() and pad != self._turn or self._narrow and resting.ripe()
        try:
            self._readers[pad].begin(self._codes.CHECK if known else self._codes.IDENTIFY, self._again)
            self._busy[pad] = True
            self._sweeping = True
        except self._codes.ReaderFault as fault:
            self._fail(pad, fault.code, events)

    def _wake(self, now, events):
        """Wake the readers that are due."""
        for pad in range(len(self._readers)):
            if not self.alive[pad] and now >= self._retry[pad]:
                self._revive(pad, now, events)

    def _revive(self, pad, now, events):
        reader = self._readers[pad]
        try:
            if self.buses and now >= RETRY_MS:
                bus_speed.probe(reader, self.buses[pad], now)
            else:
                reader.probe()
        except self._codes.ReaderFault as fault:
            self._retry[pad] = now + RETRY_MS
            self._restless = True
            events.append(PadEvent(FAILED, pad, fault.code))
            return
        self.alive[pad] = True
        self._retry[pad] = now + _GUARD_MS
        self._woken_at[pad] = now
        self._restless = True
        events.append(PadEvent(RECOVERED, pad, None))
        if self.buses and self.buses[pad][2] < 0:
            self.buses[pad][2] = 0
            events.append(PadEvent(FAILED, pad, "slower-wires"))
        seen = self.seen[pad]
        if isinstance(seen, bytes) and self._elsewhere(pad, seen):  # its card was moved there meanwhile
            self._resting[pad].seen = None
            self._tell(pad, events)

    def _fail(self, pad, code, events):
        """Note that the chip fails. Its card still counts as resting there: a broken reader lifts no card."""
        if self.buses and code in ("no-answer", "stuck"):
            self.buses[pad][2] += 1
        self.alive[pad] = False
        self.failures[pad] += 1
        self._busy[pad] = False
        self._results[pad] = None
        self._resting[pad].forget()
        again = self._at - self._woken_at[pad] < RETRY_MS
        self._retry[pad] = self._at + RETRY_MS if again else self._at
        self._restless = True
        events.append(PadEvent(FAILED, pad, code))

    def _collect(self, now, events):
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
            if result == self._codes.NONE or result == self._codes.GARBLED:
                if now - self._at <= _AGAIN_MS and not self._group and self._expected(pad, result):
                    self._count(pad, result)
                    self._results[pad] = max(result, self._results[pad] or result)
                    self._ask(pad, events)
                    waiting = waiting or self._busy[pad]
                    continue
                result = max(result, self._results[pad] or result)
            self._busy[pad] = False
            self._results[pad] = result
            self._came_at[pad] = now
        if not waiting:
            self._sweeping = False
            self._follow(events)
            self._unjudged = not self._sweeping

    def _expected(self, pad, result):
        """True if a tag was expected in this poll."""
        resting = self._resting[pad]
        if self._results[pad] is not None or resting.claim is not None:
            return True
        return result == self._codes.GARBLED and resting.seen is None

    def _judge(self, events):
        self._unjudged = False
        for pad in range(len(self._results)):
            result = self._results[pad]
            self._results[pad] = None
            if result is not None:
                self._look(pad, result, events)
        if self._restless:
            self.quiet = 0
        else:
            self.quiet += 1
            self._sweep_at = (self._at // SWEEP_MS + 1) * SWEEP_MS

    def _count(self, pad, result):
        """Count a poll in the statistics of readers and tags."""
        bad = result == self._codes.GARBLED
        self.looks[pad] += 1
        if bad:
            self.garbled[pad] += 1
        if isinstance(self.seen[pad], bytes) and result != self._codes.NONE:
            if self._lain[pad] % _BAD < _BAD - 1:
                self._lain[pad] += 1
                reader = self._readers[pad]
                if bad or reader.can_glance and reader.tries > 7:
                    self._lain[pad] += _BAD

    def _look(self, pad, result, events):
        resting = self._resting[pad]
        doubted = resting.doubted
        rest = (REST_MS if self.awaited[pad] else PASSING_MS) - JUDGE_MS
        self._count(pad, result)
        if result == self._codes.NONE:
            resting.silence(self._at)
        elif result == self._codes.GARBLED:
            resting.answer(UNREADABLE, self._at, PASSING_MS, False)
        else:
            sight = SEVERAL if result == self._codes.SEVERAL else result
            new = sight != SEVERAL and sight != self.seen[pad]
            barred = new and self._elsewhere(pad, sight)
            stale = self._judge_at - self._came_at[pad] > _STALE_MS
            if new and not barred and (stale or self.unclear(pad)):
                rest = NOT_YET
            resting.answer(sight, self._at, rest, barred)
            if barred and resting.seen == (TWICE, sight):
                # Where it settled while there was trouble here, it may have been this pad's.
                for other in range(len(self._resting) if isinstance(self.seen[pad], int) else 0):
                    if self.seen[other] == sight and self.alive[other]:
                        if self._told_at[other] >= self._told_at[pad]:
                            self._resting[other].seen = (TWICE, sight)
                            self._tell(other, events)
        if resting.doubted and not doubted:
            events.append(PadEvent(FAILED, pad, "garbled"))
        elif doubted and not resting.doubted:
            events.append(PadEvent(RECOVERED, pad, None))
        self._tell(pad, events)
        if not resting.steady() and not resting.murmurs(self._at):
            self._restless = True
            if resting.claim is not None:
                self._hasten(resting.claimed_at + rest)
            elif resting.seen is None:
                self._hasten(resting.unsettled_at)
        self._trouble = self._trouble or resting.in_trouble()

    def _hasten(self, ripe):
        """Schedule a sweep for the time at which a settling card can be confirmed, or as soon as possible.

        Pads with resting, settled cards are skipped in it: it has to be over in time.
        """
        if self._at - GONE_MS < ripe <= self._at + SWEEP_MS + JUDGE_MS:
            ripe = max(ripe, self._judge_at)
            self._sweep_at = min(ripe, self._sweep_at) if self._hastened else ripe
            self._hastened = True

    def _elsewhere(self, pad, uid):
        """True if another working reader reads this tag."""
        for other in range(len(self._resting)):
            if other != pad and self.alive[other]:
                if self._resting[other].near(uid):
                    return True
        return False

    def _tell(self, pad, events):
        """Emit the events of a change on this pad."""
        seen = self._resting[pad].seen
        if seen == self.seen[pad]:
            return
        if self.seen[pad] is not None:
            events.append(PadEvent(LIFTED, pad, None))
            lain = self._lain[pad]
            if lain and len(self.bygone) < _MOST and isinstance(self.seen[pad], bytes):
                self.bygone.append((pad, self.seen[pad], lain))
            self._lain[pad] = 0
        if seen is not None:
            events.append(PadEvent(LAID, pad, seen))
        self.seen[pad] = seen
        self._told_at[pad] = self._at
        self._restless = True
