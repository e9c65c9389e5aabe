"""Service mode: a host examines the table's devices, one by one, between matches only.

    serve begin              the answer: [board, pads at seats, pads, sorts of tags]
    serve count PAD          [content of the pad, tag read last, its reads, silent, garbled, several, faults]
    serve fresh              reset all these counts; those of a pad are reset when its card is lifted
    serve reader PAD         [kind, version, True if it works, fault or null, polls, garbled, failures, Hz]
    serve start PAD          the chip's reading of StartSend, null for readers without:
                             `drivers.mfrc522_service`
    serve silence PAD        how the chip reports an empty pad, null for readers without: as above
    serve worn               [pads with a weak antenna, cards whose tag fails]: see `read_quality`
    serve table              [free bytes of the journal's flash, all of them, the reset cause, the 5 V: null
                             or its lowest and highest mV just now, null or hits and accesses of the flash's
                             cache since this was asked before: see `drivers.board`]
    serve miso               [[GPIO, level under a pull-down, under a pull-up, pads], ...] or null where its
                             board cannot measure: see `drivers.board`
    serve read SORT          readers of several sorts of tags read this one
    serve memory PAD [PAGE HEX]  16 bytes of the tag there, once this page of them is written: `tag_memory`
    serve lamp PAD LAMP ROW  this lamp shows a row of its table in `lamps`
    serve dark               all lamps are dark
    serve tone NAME          a tune, see `tunes`; the answer: how loud the table is set
    serve end                back to the state before; also when that host falls silent

While it lasts the host receives ["raw", tags, down, stuck, open] when that changes: of each pad null, a tag
in hex, "several", "unreadable", "twice" (another pad reads it as well) or "lies"; the keys that are down and
those that stick, pad by pad YES, NO, OK from the lowest bit on; True if tags are disclosed.

Service mode reveals no hidden card: "lies" is the report of any tag until all pads were empty, and the
content of an unreadable pad is disclosed only after that pad was empty once.
"""

from cardtable.micro import const

from ..dialogs.base import Dialogue, make_prompt
from ..input import deck
from ..input.pad_filter import SEVERAL, UNREADABLE
from ..match import readiness
from ..output.lamps import DO_STATES, LAMPS, OFF, PAD_STATES, RESULT_STATES
from ..output.tunes import TUNES
from . import read_quality, tag_memory

_SETTLED_MS = const(1200)  # by then everything on the pads is detected
_WORDS = {SEVERAL: "several", UNREADABLE: "unreadable"}
_TABLES: "tuple[dict, ...]" = (DO_STATES, PAD_STATES, RESULT_STATES)  # by lamp


def begin(loop, args):
    """Carry out a command outside this mode; return (code or None, detail)."""
    if args[0] != "begin":
        return "no-service", args[0]
    code = readiness.why_not_now(loop)
    if code is None and loop.dialogue is not None:
        code = "busy"
    if code is not None:
        return code, None
    loop.journal.append(loop.now_us(), ["note", "service"])
    loop.put_away()
    loop.signs.fresh()
    loop.open(Service(loop))
    parts = loop.parts
    return None, [parts.name, parts.seat_pads, len(parts.readers), list(parts.tags)]


class Service(Dialogue):
    """A dialogue of the `loop`. It gets its turns by replacing the loop's lamps."""

    serves = True

    def __init__(self, loop):
        self._loop = loop
        self._host = loop.end.host_id
        self._until = loop.clock.ms + _SETTLED_MS
        # A hidden card may be on a pad; not where no board was chosen and no deck enrolled.
        self._closed = loop.parts.led is None or bool(loop.pad_cards.deck.rows)
        readers = loop.parts.readers
        self._readers = list(readers)
        for pad in range(len(readers)):
            readers[pad] = ReadCounter(readers[pad], loop.parts.reader_codes)
        self._looks = [OFF] * (len(readers) * LAMPS)
        self._seen = list(loop.pads.seen)
        self._veiled = [self._closed] * len(readers)  # not empty since the mode began
        self._told = None
        self._tags = self._sights()
        self._lamps = loop.show_lamps(self)
        loop.pads.let_rest(False)

    # -- The interface of a dialogue: pads are examined in every turn, keys mean nothing -----------

    def prompt(self):
        """Return the prompt that is shown."""
        return make_prompt("service")

    # -- The interface of the lamps ----------------------------------------------------------------

    def line(self):
        return "".join(self._looks)

    def due(self, now):
        return self._lamps.due(now)

    def step(self, now):
        """Take a turn."""
        loop = self._loop
        if loop.dialogue is not self:  # a match, or an error of the program
            self.close()
        elif not loop.end.link_up or loop.end.host_id != self._host:
            loop.defer(self.end)
        else:
            self._tell()
        for i in range(len(self._looks)):
            self._lamps.set(i // LAMPS, i % LAMPS, self._looks[i])
        self._lamps.step(now)

    def _tell(self):
        loop = self._loop
        pads, readers = loop.pads, loop.parts.readers
        news = self._told is None
        for pad in range(len(self._seen)):
            seen = pads.seen[pad]
            if self._veiled[pad] and seen is None and readers[pad].empty:
                self._veiled[pad] = False
                news = True
            if seen != self._seen[pad]:
                if seen is None:
                    readers[pad].fresh()
                self._seen[pad] = seen
                news = True
        if self._closed and loop.clock.ms >= self._until:
            self._closed = any([self._may_hide(pad) for pad in range(len(self._seen))])
            news = news or not self._closed
        if news:
            self._tags = self._sights()
        keys = loop.keys
        if news or self._told[2] != keys.down or self._told[3] != keys.stuck:
            self._told = ["raw", self._tags, keys.down, keys.stuck]
            masks = [self._mask(keys.down), self._mask(keys.stuck)]
            loop.end.tell(["raw", self._tags] + masks + [not self._closed])

    def _may_hide(self, pad):
        """True if a readable card may have been there all the time."""
        return self._veiled[pad] and self._loop.pads.alive[pad] and self._seen[pad] != UNREADABLE

    def _sights(self):
        return [self._sight(pad, self._seen[pad]) for pad in range(len(self._seen))]

    def _sight(self, pad, seen):
        """Return the report of a pad's content."""
        if seen is None or seen == UNREADABLE:
            return _WORDS.get(seen)
        if self._closed or self._veiled[pad]:
            return "lies"
        if isinstance(seen, tuple):
            return "twice"
        return seen.hex() if isinstance(seen, bytes) else _WORDS[seen]

    def _mask(self, bits):
        """Return keys by their pads, whatever the wires."""
        names, mask = self._loop.keys.names, 0
        for bit in range(len(names)):
            if bits >> bit & 1:
                mask |= 1 << (names[bit] >> 2) * 3 + (names[bit] & 3)
        return mask

    # -- Commands ----------------------------------------------------------------------------------

    def serve(self, args):
        """Carry out a command; return (code or None, detail)."""
        loop = self._loop
        what, rest = args[0], args[1:]
        readers = loop.parts.readers
        if what == "begin":
            return "busy", None
        if what == "end":
            loop.defer(self.end)
            return None, what
        if what == "table":
            loop.journal.look()
            power, cache = loop.parts.power, loop.parts.cache
            told = [loop.journal.free, loop.journal.capacity, loop.parts.reset_cause]
            return None, told + [power.measure() if power else None, cache() if cache else None]
        if what == "miso":
            return None, loop.parts.miso() if loop.parts.miso else None
        if what == "worn":
            return None, read_quality.list_weak(loop)
        if what == "fresh":
            for reader in readers:
                reader.fresh()
            return None, what
        if what == "dark":
            self._looks = [OFF] * len(self._looks)
            return None, what
        if what == "tone":
            if rest[0] not in TUNES:
                return "usage", ["name", "a tune of the table"]
            loop.tunes.play(rest[0])
            return None, loop.tunes.sound
        if what == "read":
            if rest[0] not in loop.parts.tags:
                return "usage", ["sort", "one of " + ", ".join(loop.parts.tags)]
            if len(loop.parts.tags) > 1:
                for reader in self._readers:
                    reader.read(rest[0])
            return None, rest[0]
        pad = rest[0]
        if pad >= len(readers):
            return "usage", ["pad", "a whole number from 0 to " + str(len(readers) - 1)]
        if what == "lamp":
            row = _TABLES[rest[1]].get(rest[2])
            if row is None:
                return "usage", ["row", "a row of this lamp"]
            self._looks[pad * LAMPS + rest[1]] = row[0]
            return None, what
        if what == "reader":
            return None, self._health(pad)
        if what in ("start", "silence"):
            return self._test(self._readers[pad], what)
        if what == "count":
            loop.pads.stay_awake()  # no sweep is slept through
            hidden = self._closed or self._veiled[pad]
            return None, [self._sight(pad, self._seen[pad])] + readers[pad].told(hidden)
        sight = self._sight(pad, self._seen[pad])
        return tag_memory.carry_out(loop.parts, self._readers[pad], sight, rest[1:])

    def _health(self, pad):
        loop = self._loop
        reader, pads = self._readers[pad], loop.pads
        wrong = [code for code, at, _ in loop.faults.all if at == pad and code != "key-stuck"]
        health = [pads.alive[pad], wrong[0] if wrong else None]
        polls = pads.presence
        health += [polls.looks[pad], polls.garbled[pad], polls.failures[pad]]
        health.append(pads.buses[pad][1] if pads.buses else 0)
        return [type(reader).__name__.lower(), reader.version] + health

    def _test(self, reader, name):
        """Return (code or None, detail): the result of this test of its chip. Other readers are idle."""
        parts = self._loop.parts
        test = reader.service().TESTS.get(name) if hasattr(reader, "service") else None
        if test is None:
            return None, None
        try:
            found = test(reader)
            reader.probe()
        except parts.reader_codes.ReaderFault as fault:
            return "reader", fault.code
        return None, found

    # -- The end -----------------------------------------------------------------------------------

    def close(self):
        """Return all devices to the loop."""
        loop = self._loop
        if loop.lamps is not self:
            return
        loop.show_lamps(self._lamps)
        loop.pads.let_rest(True)
        self._looks = [OFF] * len(self._looks)
        for pad in range(len(self._readers)):
            loop.parts.readers[pad] = self._readers[pad]
        if len(loop.parts.tags) > 1:
            deck.read_file(loop, loop.pad_cards.deck)
        loop.end.tell(["raw", None, 0, 0, False])
        if not loop.journal.broken:
            loop.journal.append(loop.now_us(), ["note", "service-over"])

    def end(self):
        """Return to the state before."""
        self.close()
        if self._loop.dialogue is self:
            loop = self._loop
            loop.signs.fresh()
            loop.parts.collect()
            loop.take_up()


class ReadCounter:
    """A reader that counts the results of its polls. `empty`: the last one detected no tag."""

    can_glance = False  # every poll is counted

    def __init__(self, reader, codes):
        self._reader = reader
        self._codes = codes
        self._looking = False
        self.empty = False
        self.probe = reader.probe
        self.fresh()

    def fresh(self):
        self._uid = None
        self._counts = [0] * 5  # reads of this tag, silent polls, garbled, several, faults

    def told(self, hidden):
        return [None if hidden or self._uid is None else self._uid.hex()] + self._counts

    def at_ease(self):
        """Return False: earlier glances end here, and every poll is counted."""
        return False

    def begin(self, step, again=False):
        self._looking = True
        self._reader.begin(step, again)

    def collect(self):
        codes = self._codes
        try:
            result = self._reader.collect()
        except codes.ReaderFault:
            self._counts[4] += 1
            raise
        if self._looking and result != codes.PENDING:
            self._looking = False
            self.empty = result == codes.NONE
            self._count(result)
        return result

    def _count(self, result):
        codes = self._codes
        if result == codes.NONE:
            self._counts[1] += 1
        elif result == codes.GARBLED:
            self._counts[2] += 1
        elif result == codes.SEVERAL:
            self._counts[3] += 1
        else:
            if result != self._uid:
                self.fresh()
                self._uid = result
            self._counts[0] += 1
