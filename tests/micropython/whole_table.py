"""The whole firmware: the loop and its devices, but pads and keys report the test's inputs.

`Table(folder)`: the folder also holds `deck.txt`. A host is attached, which has everything on disk at
once.
"""

import gc
import time

from cardtable.controller import loop
from cardtable.controller.input import keys, pad_filter, poll_schedule, presence
from cardtable.controller.match import readiness
from cardtable.drivers import mfrc522, reader
from cardtable.drivers.board import Parts
from cardtable.drivers.key_chain import KeyChain
from cardtable.drivers.oled import Lines
from cardtable.drivers.piezo import Piezo
from cardtable.drivers.ws2812 import Ws2812
from cardtable.engine.asks.base import CORRECT, NO, OK
from cardtable.engine.cards import SEVERAL, UNKNOWN
from cardtable.wire.frames import MAJOR, MINOR, encode
from micropython import const

_SEATS = const(10)
_PADS = const(12)
_LAID = const(0)
_LIFTED = const(1)
_KEY = const(2)
_EXPIRED = const(3)
_STANDARD = const(0x4D)  # in the tags of a standard pack, and of a pack of the game's own
_OWN = const(0x4E)
_TURN_US = const(25_000)
REST_TURNS = const(3)
_PAUSE_TURNS = const(250)  # longer than the pauses of the matches that are played
_WRAP = const(0x3FFFFFFF)


def tag(value, family):
    """The report of a pad of the tag of a card, as `tablehost.virtual.pack` has enrolled it."""
    if value == UNKNOWN:
        return pad_filter.UNREADABLE
    return pad_filter.SEVERAL if value == SEVERAL else bytes((0x04, 0xCA, family, value, 0x7A, 0xB1, 0xE0))


class Pads(poll_schedule.Pads):
    """Says what `event` says, once."""

    event = None
    next = 0

    def due(self):
        return self.next

    def step(self, now):
        self.next = now + poll_schedule.SWEEP_MS
        event, self.event = self.event, None
        if event is None:
            self.quiet += 1
            return ()
        self.quiet = 0
        self.seen[event.pad] = event.value if event.kind == presence.LAID else None
        return (event,)


class Keys(keys.Keys):
    """Says what `event` says, once."""

    event = None

    def step(self, now):
        event, self.event = self.event, None
        return () if event is None else (event,)


class Line:
    """A host that says hello once and has on disk every record that it receives."""

    def __init__(self):
        self.journal = None
        self._news = encode(["hello", [MAJOR, MINOR], -1, "host"])

    def read(self):
        news, self._news = self._news, b""
        return news

    def write(self, data):
        if bytes(data[:5]) == b'["ev"':
            self._news = encode(["ack", self.journal.hi()])
        return len(data)


class Nothing:
    """Every device that is not observed."""

    def __call__(self, value):
        return None

    freq = duty_u16 = write = __call__

    def write_readinto(self, out, into):
        return None


def build(folder):
    """The Parts of a table without a single wire; `folder`: its files."""
    nothing = Nothing()
    readers = [mfrc522.Mfrc522(nothing, nothing, time.ticks_us, time.ticks_diff) for _ in range(_PADS)]
    return Parts(
        name="evening",
        readers=readers,
        reader_codes=reader,
        seat_pads=_SEATS,
        keys=KeyChain(lambda word: None, lambda: (1 << 3 * _SEATS) - 1, 3 * _SEATS),
        key_kinds=("yes", "no", "ok"),
        lights=Ws2812(lambda word: None, 3 * _PADS),
        piezo=Piezo(nothing),
        display=Lines(8, 21),
        line=None,
        ticks_us=time.ticks_us,
        ticks_diff=time.ticks_diff,
        unique_id=b"evening.",
        idle=lambda us: None,
        root=folder,
        entropy=bytes,
        free=gc.mem_free,
        collect=gc.collect,
        reset_cause="power",
        watchdog=None,
    )


class Table:
    """A table that is switched on. `blocks`: the flash of its journal; `parts`: of ten seats and twelve pads;
    pads, keys, line and clock are its own, and what it draws is nought.
    """

    def __init__(self, folder, blocks, parts=None):
        self._us = 0
        self._family = _STANDARD
        parts = parts or build(folder)
        parts.blocks = blocks
        parts.ticks_us = self._ticks_us
        parts.entropy = bytes
        parts.line = line = Line()
        self.loop = loop.Loop(parts)
        self.loop.pads = self.pads = Pads(parts.readers, parts.reader_codes)
        self.loop.start()
        self.loop.keys = self.keys = Keys(parts.keys, parts.key_names())
        line.journal = self.loop.journal
        self.play = self.loop.play

    def _ticks_us(self):
        return self._us

    def begin(self, fresh):
        self._family = _OWN if fresh.game.PACK else _STANDARD
        for pad in range(_PADS):
            self.pads.seen[pad] = None
        readiness.begin(self.loop, fresh)

    def put(self, what, place, value):
        """Let pads or keys say one input next; the number of turns until all of it is seen. People may sit at
        any pads.
        """
        if what == _EXPIRED:
            return 1 + _PAUSE_TURNS
        place = self.loop.seats.pad(place)
        if what == _LAID:
            self.pads.event = presence.PadEvent(presence.LAID, place, tag(value, self._family))
        elif what == _LIFTED:
            self.pads.event = presence.PadEvent(presence.LIFTED, place, None)
        elif what == _KEY:
            self.keys.event = (place, value)
        return 1

    def act(self, what, place, value):
        """One input, and the turns that see it."""
        for _ in range(self.put(what, place, value)):
            self.turn()

    def look_back(self):
        """Look back at the match as a player does, from its end."""
        self.act(_KEY, 0, CORRECT)
        recall = self._recall()
        shown = None
        while self._recall()._steps[recall._step] is not shown:
            shown = recall._steps[recall._step]
            if shown[0][0] == "unreadable":  # no assert: those are compiled away
                raise ValueError(shown)
            self.act(_KEY, 0, NO)
        self.act(_KEY, 0, OK)

    def _recall(self):
        if self.loop.dialogue is None or not self.loop.dialogue._steps:
            raise ValueError("nothing to look back at")
        return self.loop.dialogue

    def rest(self):
        """Let no player move for a moment, so that the firmware may tidy up if it wants to."""
        for _ in range(REST_TURNS):
            self.turn()

    def turn(self):
        """One turn of the loop, a sweep later than the last."""
        self._us = (self._us + _TURN_US) & _WRAP
        self.loop.step()
        if self.loop.bug is not None:
            raise self.loop.bug
