"""Presence detection: judges the polls of all pads together and makes LAID and LIFTED events of them.

`pad_filter` debounces the polls of each pad: a tag counts after a dwell time, REST_MS where a card is
awaited, PASSING_MS elsewhere, so that cards may be carried across a pad. What one pad reads depends on its
neighbours: this module arbitrates between the filters.

The polls of a sweep are judged at once, JUDGE_MS after it began, or at a later point of the grid if that is
too soon for this kind of reader: tags answer a few microseconds sooner or later by their UID, and no timing
of the table may depend on that. The dwell time of a card ends with that judgement: a sweep begins so much
before.

A tag that two working readers read counts on neither, unless it rested on one of them before: fields reach
into each other, and its pad is uncertain. If it settled while the other reader detected several, it counts on
neither, either. While a reader detects a tag that it has not identified, which may be a card that another one
reads, no other card counts: at most for the second after which it is reported.
"""

from collections import namedtuple

from cardtable.micro import const

from .pad_filter import NOT_YET, PASSING_MS, REST_MS, SEVERAL, TWICE, UNREADABLE, PadFilter

JUDGE_MS = const(17)  # most sweeps are over by then: twelve new cards, even and odd in turn, take 16.8 ms
_STALE_MS = const(45)  # a card read so long before the judgement is not confirmed: it may be gone

_BAD = const(1 << 14)  # in a count of polls of a card: bad ones, above all of them
_MOST = const(16)  # lays that are remembered until they are folded into the statistics

LAID = const(1)
LIFTED = const(2)
FAILED = const(3)
RECOVERED = const(4)

# An event of a pad. `kind`: one of the four above. `value`: the content (`PadFilter.seen`) of a LAID, the
# code of a FAILED, None of the others.
PadEvent = namedtuple("PadEvent", ("kind", "pad", "value"))


class Presence:
    """The content of the pads, from the polls of their `readers`; `codes`: the module drivers.reader.

    `alive[pad]`: its reader works, as the caller keeps it. `hasten(ms)` asks for a sweep at that time: a
    settling card can be confirmed then. `seen[pad]`: the content, see `PadFilter.seen`. `awaited[pad]`: a
    card is awaited there, see `expect`.

    Events are PadEvents: LAID, LIFTED; FAILED with "garbled" if a tag answers, but the card that rests there
    was not read for a second, then RECOVERED.

    Statistics of each reader, by pad: `looks` (polls), `garbled` polls and `failures`. A glance that detected
    no tag, or a call that a resting card answered, is not counted. `bygone` and `wear`: see
    `service.read_quality`.
    """

    def __init__(self, readers, codes, alive, hasten):
        count = len(readers)
        self._readers = readers
        self._codes = codes
        self._alive = alive
        self._hasten = hasten
        self.awaited = [True] * count
        self.seen: "list" = [None] * count
        self.filters = [PadFilter() for _ in range(count)]
        self._changed_at = [0] * count  # when `seen` last changed
        self.trouble = False  # in the last judgement: on some pad there is trouble instead of a single card
        self.looks = [0] * count
        self.garbled = [0] * count
        self.failures = [0] * count
        self._rested = [0] * count  # polls of the resting card, and bad ones
        self.bygone: "list" = []
        self.wear: "list" = [None, None, 0, 0, 0]

    def expect(self, awaited):
        """Set by pad whether a card is awaited there."""
        for pad in range(len(self.awaited)):
            self.awaited[pad] = bool(awaited[pad])

    def doubted(self, pad):
        """True if a tag answers here, but for a second not as the card that counts as resting here."""
        return self.filters[pad].doubted

    def judge(self, results, came_at, at, judge_at, events):
        """Judge the results of the sweep of time `at`, at `judge_at`; each came at `came_at[pad]`.

        `results[pad]` is None without a poll, and afterwards. Return True if anything is new or not settled.
        """
        restless = self.trouble = False
        for pad in range(len(results)):
            result = results[pad]
            if result is not None:
                results[pad] = None
                if self._judge_pad(pad, result, at, judge_at - came_at[pad], events):
                    restless = True
        return restless

    def suspend(self, pad):
        """Give up what was settling on a pad whose reader failed. Its card still counts as resting there."""
        self.failures[pad] += 1
        self.filters[pad].forget()

    def take_back(self, pad, at, events):
        """Take up a pad whose reader works again: its card may have been moved meanwhile."""
        seen = self.seen[pad]
        if isinstance(seen, bytes) and self._is_read_elsewhere(pad, seen):
            self.filters[pad].seen = None
            self._emit(pad, at, events)

    def count(self, pad, result):
        """Count a poll in the statistics of readers and tags."""
        bad = result == self._codes.GARBLED
        self.looks[pad] += 1
        if bad:
            self.garbled[pad] += 1
        if isinstance(self.seen[pad], bytes) and result != self._codes.NONE:
            if self._rested[pad] % _BAD < _BAD - 1:
                self._rested[pad] += 1
                reader = self._readers[pad]
                if bad or reader.can_glance and reader.tries > 7:
                    self._rested[pad] += _BAD

    def _judge_pad(self, pad, result, at, age, events):
        """Judge a result of this age in ms. Return True if anything is new or not settled."""
        here = self.filters[pad]
        doubted = here.doubted
        rest = (REST_MS if self.awaited[pad] else PASSING_MS) - JUDGE_MS
        restless = False
        self.count(pad, result)
        if result == self._codes.NONE:
            here.silence(at)
        elif result == self._codes.GARBLED:
            here.answer(UNREADABLE, at, PASSING_MS, False)
        else:
            sight = SEVERAL if result == self._codes.SEVERAL else result
            new = sight != SEVERAL and sight != self.seen[pad]
            barred = new and self._is_read_elsewhere(pad, sight)
            if new and not barred and (age > _STALE_MS or self._has_unidentified_neighbour(pad)):
                rest = NOT_YET
            here.answer(sight, at, rest, barred)
            if barred and here.seen == (TWICE, sight):
                restless = self._contest(pad, sight, at, events)
        if here.doubted and not doubted:
            events.append(PadEvent(FAILED, pad, "garbled"))
        elif doubted and not here.doubted:
            events.append(PadEvent(RECOVERED, pad, None))
        if here.seen != self.seen[pad]:
            self._emit(pad, at, events)
            restless = True
        if not here.steady() and not here.has_brief_dropout(at):
            restless = True
            if here.claim is not None:
                self._hasten(here.claimed_at + rest)
            elif here.seen is None:
                self._hasten(here.unsettled_at)
        if here.in_trouble():
            self.trouble = True
        return restless

    def _contest(self, pad, uid, at, events):
        """Two pads read this tag: where it settled while there was trouble here, it may have been this pad's.

        Return True if it counts there no more.
        """
        lost = False
        if isinstance(self.seen[pad], int):
            for other in range(len(self.filters)):
                if self.seen[other] == uid and self._alive[other]:
                    if self._changed_at[other] >= self._changed_at[pad]:
                        self.filters[other].seen = (TWICE, uid)
                        self._emit(other, at, events)
                        lost = True
        return lost

    def _has_unidentified_neighbour(self, pad):
        """True if another working reader detects a tag that it has neither identified nor reported."""
        for other in range(len(self.filters)):
            if other != pad and self._alive[other] and self.filters[other].has_unidentified_tag():
                return True
        return False

    def _is_read_elsewhere(self, pad, uid):
        """True if another working reader reads this tag."""
        for other in range(len(self.filters)):
            if other != pad and self._alive[other]:
                if self.filters[other].may_be_present(uid):
                    return True
        return False

    def _emit(self, pad, at, events):
        """Emit the events of a change on this pad."""
        seen = self.filters[pad].seen
        if self.seen[pad] is not None:
            events.append(PadEvent(LIFTED, pad, None))
            rested = self._rested[pad]
            if rested and len(self.bygone) < _MOST and isinstance(self.seen[pad], bytes):
                self.bygone.append((pad, self.seen[pad], rested))
            self._rested[pad] = 0
        if seen is not None:
            events.append(PadEvent(LAID, pad, seen))
        self.seen[pad] = seen
        self._changed_at[pad] = at
