"""A bus at a lower clock, and what is kept of how cards are read, on both Pythons."""

from cardtable.controller.faults import Faults
from cardtable.controller.input import bus_speed
from cardtable.controller.input.deck import ROW, Deck, key_of
from cardtable.controller.input.pad_cards import PadCards
from cardtable.controller.input.poll_schedule import Pads
from cardtable.controller.service import read_quality
from cardtable.drivers import reader


class Bus:
    def init(self, baudrate):
        self.hz = baudrate


class Reader:
    def __init__(self, bus, good):
        self.bus = bus
        self.good = good

    def probe(self):
        if self.bus.hz > self.good:
            raise reader.ReaderFault("no-answer")


def test_a_reader_that_cannot_be_woken_is_woken_at_a_lower_clock():
    bus = Bus()
    bus.hz = 4_000_000
    row = [bus, bus.hz, 0, 0]
    for now in range(3):
        try:
            bus_speed.probe(Reader(bus, 2_000_000), row, now)
            assert now == 2
        except reader.ReaderFault:
            assert now < 2
    assert row[1:3] == [2_000_000, -1] and bus.hz == 2_000_000


class Loop:
    def __init__(self):
        self.pads = Pads([None] * 12, reader)
        self.pad_cards = PadCards(self.pads, None, Deck())
        self.faults = Faults()
        for card in range(6):
            self.pad_cards.deck.rows += key_of(bytes((4, card))) + bytes((card,))


def test_a_weak_antenna_is_reported_once():
    loop = Loop()
    assert len(loop.pad_cards.deck.rows) == 6 * ROW
    for _ in range(2):
        for pad in (3, 9):
            for card in range(6):
                bad = 30 if pad == 9 else 1
                loop.pads.presence.bygone.append((pad, bytes((4, card)), 40 + bad * (1 << 14)))
        read_quality.fold(loop)
        assert loop.pads.presence.bygone == []
    assert loop.faults.now == [("weak-antenna", 9, "")]
    assert read_quality.list_weak(loop) == [[9], []]
