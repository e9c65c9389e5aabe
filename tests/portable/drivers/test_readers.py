"""The drivers of the reader chips on both interpreters, against stand-ins."""

from cardtable.drivers import mfrc522, pn532, reader
from cardtable.drivers.reader_kinds import KINDS, fit
from reader_chips import (
    UID,
    Chip,
    Dead,
    Pn532Bus,
    Pn5180Bus,
    Ticks,
    difference,
    finish,
    says_dead_bus,
    takes_no_heap,
    turned,
)


def mfrc522_reader():
    one = mfrc522.Mfrc522(Chip(), lambda level: None, Ticks(), difference)
    one.probe()
    return one


def test_reader_identifies_and_checks():
    one = mfrc522_reader()
    assert finish(one, reader.IDENTIFY) == UID
    assert finish(one, reader.CHECK) == UID


def test_checking_takes_no_heap():
    one = mfrc522_reader()
    finish(one, reader.IDENTIFY)
    assert takes_no_heap(one)


def test_dead_bus():
    assert says_dead_bus(mfrc522.Mfrc522(Dead(), lambda level: None, Ticks(), difference))


def test_crc_vectors():
    assert mfrc522.crc_a(b"\x50\x00", 0, 2) == 0xCD57
    assert mfrc522.crc_a(b"\xff\x12\x34\xff", 1, 3) == 0xCF26


def test_pn532_identifies_and_checks_without_taking_heap():
    _, readers, tags, _ = fit("pn532", [(Pn532Bus(), lambda level: None)], 1, None, Ticks(), difference)
    one = readers[0]
    one.probe()
    assert (tags, one.version) == (("iso14443a",), 0x320106)
    assert finish(one, reader.IDENTIFY) == UID
    assert finish(one, reader.CHECK) == UID
    assert takes_no_heap(one)


def test_pn5180_identifies_and_checks_without_taking_heap():
    bus = Pn5180Bus()
    _, readers, tags, _ = fit("pn5180", [(bus, bus.cs)], 1, bus.busy, Ticks(), difference)
    one = readers[0]
    one.probe()
    assert (tags, one.version) == (("iso14443a", "iso15693"), 0x04050400)
    one.read("iso15693")
    uid = b"\xe0\x04\x01\x50\x12\x34\x56\x78"
    assert finish(one, reader.IDENTIFY) == uid
    assert finish(one, reader.CHECK) == uid
    assert takes_no_heap(one)


def test_pn532_turns_bytes_round():
    assert pn532._turned(bytes(range(256))) == turned(bytes(range(256)))


def test_pn532_dead_bus():
    assert says_dead_bus(pn532.Pn532(Dead(), lambda level: None, Ticks(), difference))


def test_every_kind_has_its_driver():
    for kind in KINDS:
        asked, readers, tags, buses = fit(kind, [(Pn532Bus(), None)], 1, lambda: 0, Ticks(), difference)
        assert asked is reader
        assert len(readers) == 1 and "iso14443a" in tags
        assert all([hasattr(readers[0], name) for name in ("probe", "begin", "collect")])
        assert (len(tags) > 1) == hasattr(readers[0], "read")
