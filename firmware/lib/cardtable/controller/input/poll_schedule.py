"""The poll schedule: when which reader polls its pad, and when a reader that failed is woken again.

Every SWEEP_MS all readers poll once, a sweep; their exchanges overlap. Neighbouring fields may reach each
other's tags and spoil each other's frames. So while anything is new or in trouble, and once in a while, pads
of even and of odd number poll one after the other, and ask twice where no tag answers: a tag that a neighbour
left awake does not answer at first. The results of all readers are judged together: see `presence`.

While nothing is new, empty pads are only glanced at (a quick check), if their readers can: in each sweep, and
every _GLANCE_MS between two. As soon as a glance detects a tag, full sweeps start, SWEEP_MS apart; the
results of the last one are judged with the first.

Where a tag was detected, or is settling, and a poll did not read it, it is repeated while there is time
before the judgement. When a card that settled alone is only to be confirmed, a poll asks for it alone.

Where a tag rests a poll only checks that it is still there, which does not detect a second tag. So in each
sweep one pad, in turn, identifies its tags; and it goes on to do so while anything is new.

Where nothing is new, resting cards are called all at once, if their readers can. Three short frames: only a
tag that was not read yet answers the first; all answer the second; the third sends them back to sleep. A pad
where the first is answered, or the second is not, is polled. What no call can tell, that the card which
answers is another one that a neighbouring field has kept awake, is found when it is the pad's turn. While
pads poll one after the other empty ones are called as well: twice, in place of a poll that asks twice.
"""

from cardtable.micro import const

from .pad_filter import GONE_MS
from .presence import FAILED, JUDGE_MS, RECOVERED, PadEvent, Presence

SWEEP_MS = const(25)
LATE_MS = const(12)  # if it could not begin by then, for a write to flash or sleep, it waits for the next
_GLANCE_MS = const(7)
_NARROW = const(2)  # consecutive sweeps at most that skip resting, settled cards
_AGAIN_MS = const(9)  # up to here into a sweep there is time to ask again before the judgement
_ROOM_MS = const(8)  # nearly the duration of a garbage collection
_PROMPT_MS = const(4)  # a glance that could not begin by then is left out
_GUARD_MS = const(6)  # ISO 14443-3: a tag may need 5 ms from field on to its first answer
_GROUPS = const(2)  # while anything is new, neighbours poll in so many turns
RETRY_MS = const(1000)  # between attempts to wake a reader that failed

# Calls: none, of tags that were not read yet, of all tags.
_OVER = const(0)
_NEW = const(1)
_ALL = const(2)

_NEVER = const((1 << 30) - 1)  # ms; a small number on the Pico


class Pads:
    """The pads. `readers` in pad order, with the driver's codes in `codes` (the module drivers.reader).

    `step(now)` returns a list of PadEvents: those of `presence`, and FAILED and RECOVERED of readers. There
    are two more codes than the driver's and those of `presence`. "slower-wires": the bus of this reader runs
    slower from now on, as in `buses`, after repeated transfer errors (see `bus_speed`). "no-readers", of pad
    -1: none works. A reader is woken again after it failed, every RETRY_MS if it goes on to fail. While none
    works their supply rests between two attempts, if there is a switch (`power`, a ReaderSupply).

    `alive[pad]`: its reader works. `seen`: the contents of the pads, the list of `presence`.
    """

    _may_rest = True  # readers of which none works

    def __init__(self, readers, codes, buses=(), power=None):
        count = len(readers)
        # In an order in which the attributes that each step reads are found fastest: the first ones in a map.
        self._glanced = []
        self._glancing = False
        self._glance_at = _NEVER
        self._glancer = None  # one of these readers
        self._wires = []  # of the readers that are glanced at while all is quiet, and their pads
        self._detected = []  # the wires on which a glance has detected a tag
        self._glanced_at = 0
        self._call = _OVER
        self._called = []  # the pads where resting cards are called, and their wires
        self._calls = []
        self._vacant = []  # the empty pads that are called with them, and their wires
        self._vacancies = []
        self._doubtful = []  # of these the wires that need a poll, within one turn
        self._unjudged = False  # a sweep has polled, or nothing was quiet: it is to be judged
        self._judge_at = 0
        self._at = 0  # the time of the sweep under way, for all its polls
        self._sweeping = False
        self._sweep_at = 0
        self._narrow = 0  # consecutive sweeps for cards that are not settled, with this one
        self._restless = False
        self._turn = 0  # the pad whose turn it is to identify its tags
        self.quiet = 0  # consecutive sweeps in which nothing was new
        self._again = False  # the argument of begin()
        self._group = 0  # the group of the next turn
        self._trouble = False  # on some pad there is trouble instead of a single card
        self._hastened = False  # the next sweep is for such cards, see `_hasten`
        self._busy = bytearray(count)  # 1: the reader of this pad is at a step
        self._came_at = [0] * count  # the arrival of each result
        self._results = [None] * count  # of the sweep under way
        self._codes = codes
        self.alive = [False] * count
        self._readers = readers
        self.presence = Presence(readers, codes, self.alive, self._hasten)
        self.buses = buses
        self._power = power
        self.seen = self.presence.seen
        self._due = [0] * count  # when a reader may be polled after it was woken, or is woken after it failed

    def stay_awake(self):
        """Begin to count quiet sweeps again: no sweep is slept through meanwhile."""
        self.quiet = 0

    def let_rest(self, may):
        """Let readers rest of which none works, or not: a computer examines them."""
        self._may_rest = may
        if not may and self._power is not None:
            self._power.switch(True)

    def due(self):
        """Return when the next sweep begins or the last one is judged, in ms."""
        if self._detected:
            return 0
        return min(self._judge_at if self._unjudged else self._sweep_at, self._glance_at)

    def busy(self):
        """True while readers are polling: the loop must come again at once."""
        return self._sweeping or self._glancing

    def has_room(self, now):
        """True while nothing moves and nothing is due for a while: the best time for long work."""
        return self.quiet > 1 and self.due() - now >= _ROOM_MS

    def is_quiet(self):
        """True while sweeps are routine: nothing was new in the last two, and they have been judged."""
        return self.quiet > 1 and not (self._unjudged or self._sweeping or self._glancing or self._detected)

    def step(self, now):
        if self._glancing:
            if self._glancer.glanced(self._wires, self._detected):
                self._glancing = False
                if not (self._detected or self._sweeping or self._unjudged):
                    if self._sweep_at - self._glanced_at == SWEEP_MS:
                        self.quiet += 1
                    return ()
            elif not self._sweeping:
                return ()
        elif now >= self._glance_at and not self._detected and not (self._again and self._sweeping):
            at = self._glance_at
            self._glance_at = at + _GLANCE_MS if self._sweep_at - at > 2 * _GLANCE_MS else _NEVER
            if now - at < _PROMPT_MS and self._can_glance():
                self._glancing = True
                self._glanced_at = at
                self._glancer.glance(self._wires)
        if self._sweeping:
            events = []
            if self._detected:
                self._identify_tags(events)
            self._take_results(now, events)
            while now > self._judge_at:  # a slow kind of reader: then where the grid goes on
                self._judge_at += SWEEP_MS - (self._judge_at - self._at) % SWEEP_MS
            return events
        if self._detected:
            events = []
            self._identify_tags(events)
            return events
        if self._unjudged:
            if now < self._judge_at:
                return ()
            events = []
            self._judge_sweep(events)
            return events
        if now < self._sweep_at:
            return ()
        events = []
        at = self._sweep_at
        if now - at >= LATE_MS:  # for a write to flash, or sleep
            at = now // SWEEP_MS * SWEEP_MS
        if now - at < LATE_MS:
            self._begin_sweep(at, now, events)
        else:
            self._sweep_at = at + SWEEP_MS
            if self._glanced:
                self._glance_at = at + 2 * _GLANCE_MS
        return events

    def _begin_sweep(self, at, now, events):
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
            self._poll_alternately(events)
            return
        if self._narrow:
            self._narrow = 0
        turn = self._turn = (self._turn + 1) % len(self.seen)
        if self._restless or self._trouble:
            self._hastened = self._restless = self._trouble = False
            self._again = True
        else:
            self._again = False if turn else self._codes.THOROUGHLY
        if not (self.quiet and turn and self._glanced):
            self._glanced.clear()
            self._wires.clear()
            if self.quiet:  # choose the pads that are glanced at from now on
                for pad in range(len(self.seen)):
                    reader = self._readers[pad]
                    if self.alive[pad] and self.presence.filters[pad].idle() and reader.can_glance:
                        if reader.at_ease():
                            self._glanced.append(pad)
                            self._wires.append(reader.wire)
                            self._glancer = reader
        if False in self.alive:
            self._wake(now, events)
            if True not in self.alive:
                self.quiet += 1
                return
        if self._again:
            self._poll_alternately(events)
            if self._again == self._codes.THOROUGHLY:
                self._glance_at = at + _GLANCE_MS
            return
        if self._glanced:
            self._glance_at = at + _GLANCE_MS
            self._glancing = True
            self._glanced_at = at
            self._glancer.glance(self._wires)
            if len(self._wires) == len(self.seen):
                return
        else:
            self._glance_at = _NEVER
        self._poll_pads(0, 1, events)

    def _call_pads(self, first, stride):
        """Call all tags of a group where nothing is new and no pad is in turn."""
        for pad in range(first, len(self.seen), stride):
            reader, here = self._readers[pad], self.presence.filters[pad]
            if not (self.alive[pad] and reader.can_glance):
                continue
            if self.seen[pad] is None:
                if not (self._again and here.idle() and reader.at_ease()):
                    continue
                pads, wires = self._vacant, self._vacancies
            else:
                if pad == self._turn or self._narrow or not (here.rests() and reader.rests(here.seen)):
                    continue
                pads, wires = self._called, self._calls
            pads.append(pad)
            wires.append(reader.wire)
            self._glancer = reader
            self._sweeping = True
        if self._called or self._vacant:
            self._send_call(_NEW)

    def _send_call(self, call):
        """Send a frame of a call; the last one, to resting cards alone."""
        self._call = call
        if call and self._vacant:
            self._glancer.glance(self._vacancies)
        if self._called:
            self._glancer.glance(self._calls, call != _ALL)

    def _take_calls(self, events):
        """Take the answers to a call, and go on. Pads in doubt are polled."""
        reader = self._glancer
        new = self._call == _NEW
        doubtful = self._doubtful
        is_over = not self._vacant or reader.glanced(self._vacancies, doubtful)
        if not (is_over and (reader.glanced if new else reader.unanswered)(self._calls, doubtful)):
            doubtful.clear()  # it is looked at again
            return
        for wire in doubtful:
            resting = wire in self._calls
            pads, wires = (self._called, self._calls) if resting else (self._vacant, self._vacancies)
            i = wires.index(wire)
            wires.pop(i)
            pad = pads.pop(i)
            if not resting:
                self._results[pad] = self._codes.GARBLED  # if the poll detects none
            self._poll(pad, events, new)
        doubtful.clear()
        if new and (self._called or self._vacant):
            self._send_call(_ALL)
            return
        self._send_call(_OVER)
        self._called.clear()
        self._calls.clear()
        self._vacant.clear()
        self._vacancies.clear()

    def _can_glance(self):
        """True if the readers to be glanced at are at ease, where the sweep has polled them as well."""
        if self._again:
            for pad in self._glanced:
                if not self._readers[pad].at_ease():
                    return False
        return len(self._glanced) > 0

    def _poll_alternately(self, events):
        """Poll neighbours one after the other, so that adjacent fields do not interfere."""
        self._glance_at = _NEVER
        self._group = 1 % _GROUPS
        self._poll_pads(0, _GROUPS, events)
        self._start_next_group(events)

    def _start_next_group(self, events):
        """Start the poll of the next group when the pads of a group have finished."""
        while self._group and not self._sweeping:
            group = self._group
            self._group = (group + 1) % _GROUPS
            self._poll_pads(group, _GROUPS, events)

    def _identify_tags(self, events):
        """Identify the tags where a glance has detected one."""
        self._at = self._glanced_at
        self._judge_at = self._at + JUDGE_MS
        self._sweep_at = self._at + SWEEP_MS
        self._glance_at = _NEVER
        self._again = self._restless = True
        for wire in self._detected:
            pad = self._glanced[self._wires.index(wire)]
            self._results[pad] = self._codes.NONE  # so far: a tag was detected
            self._poll(pad, events)
        self._detected.clear()

    def _poll_pads(self, first, stride, events):
        if self._again != self._codes.THOROUGHLY:
            self._call_pads(first, stride)
        for pad in range(first, len(self.seen), stride):
            if pad in self._called or pad in self._vacant:
                continue
            if not self.alive[pad] or self._at < self._due[pad] or self._glancing and pad in self._glanced:
                continue
            if not (self._narrow and self.seen[pad] is not None and self.presence.filters[pad].steady()):
                self._poll(pad, events)

    def _poll(self, pad, events, anew=False):
        self._unjudged = True
        here = self.presence.filters[pad]
        known = not anew and here.known() and pad != self._turn or self._narrow and here.is_confirmed()
        try:
            self._readers[pad].begin(self._codes.CHECK if known else self._codes.IDENTIFY, self._again)
            self._busy[pad] = 1
            self._sweeping = True
        except self._codes.ReaderFault as fault:
            self._fail(pad, fault.code, events)

    def _wake(self, now, events):
        """Wake the readers that are due. While none works they rest until the next attempt."""
        power, tried = self._power, False
        for pad in range(len(self.seen)):
            if not self.alive[pad] and now >= self._due[pad]:
                tried = True
                if power is not None and not power.is_on and not power.switch(True):
                    break
                self._revive(pad, now, events)
        if tried and True not in self.alive:
            if power is not None and self._may_rest:
                power.switch(False)
            self._due = [now + RETRY_MS] * len(self.seen)
            events.append(PadEvent(FAILED, -1, "no-readers"))

    def _revive(self, pad, now, events):
        reader = self._readers[pad]
        try:
            if self.buses and now >= RETRY_MS:
                from . import bus_speed

                bus_speed.probe(reader, self.buses[pad], now)
            else:
                reader.probe()
        except self._codes.ReaderFault as fault:
            self._due[pad] = now + RETRY_MS
            self._restless = True
            events.append(PadEvent(FAILED, pad, fault.code))
            return
        self.alive[pad] = True
        self._due[pad] = now + _GUARD_MS
        self._restless = True
        events.append(PadEvent(RECOVERED, pad, None))
        if self.buses and self.buses[pad][2] < 0:
            self.buses[pad][2] = 0
            events.append(PadEvent(FAILED, pad, "slower-wires"))
        self.presence.take_back(pad, self._at, events)

    def _fail(self, pad, code, events):
        """Note that the chip fails. A broken reader lifts no card."""
        if self.buses and code in ("no-answer", "stuck"):
            self.buses[pad][2] += 1
        self.alive[pad] = False
        self._busy[pad] = 0
        self._results[pad] = None
        self.presence.suspend(pad)
        again = self._at - self._due[pad] < RETRY_MS - _GUARD_MS  # it was woken a moment ago
        self._due[pad] = self._at + RETRY_MS if again else self._at
        self._restless = True
        events.append(PadEvent(FAILED, pad, code))

    def _take_results(self, now, events):
        if self._call:
            self._take_calls(events)
        waiting = self._call != _OVER
        for pad in range(len(self.seen)):
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
                    self.presence.count(pad, result)
                    self._results[pad] = max(result, self._results[pad] or result)
                    self._poll(pad, events)
                    waiting = waiting or self._busy[pad] != 0
                    continue
                result = max(result, self._results[pad] or result)
            self._busy[pad] = 0
            self._results[pad] = result
            self._came_at[pad] = now
        if not waiting:
            self._sweeping = False
            self._start_next_group(events)
            if not self._sweeping:
                if self._restless or not self.quiet:
                    self._unjudged = True
                elif not self._unjudged:
                    self.quiet += 1

    def _expected(self, pad, result):
        """True if a tag was expected in this poll."""
        here = self.presence.filters[pad]
        if self._results[pad] is not None or here.claim is not None:
            return True
        return result == self._codes.GARBLED and here.seen is None

    def _judge_sweep(self, events):
        """Have the results judged."""
        self._unjudged = False
        presence = self.presence
        if presence.judge(self._results, self._came_at, self._at, self._judge_at, events):
            self._restless = True
        if presence.trouble:
            self._trouble = True
        if self._restless:
            self.quiet = 0
        else:
            self.quiet += 1
            self._sweep_at = (self._at // SWEEP_MS + 1) * SWEEP_MS

    def _hasten(self, ripe):
        """Schedule a sweep for the time at which a settling card can be confirmed, or as soon as possible.

        Pads with resting, settled cards are skipped in it: it has to be over in time.
        """
        if self._at - GONE_MS < ripe <= self._at + SWEEP_MS + JUDGE_MS:
            ripe = max(ripe, self._judge_at)
            self._sweep_at = min(ripe, self._sweep_at) if self._hastened else ripe
            self._hastened = True
