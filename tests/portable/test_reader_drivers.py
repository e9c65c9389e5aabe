"""The drivers of the other reader chips on both interpreters, against stand-ins: the models need CPython."""

from cardtable.drivers import pn532, reader
from cardtable.drivers.reader_kinds import KINDS, fit
from test_drivers import Dead, Ticks, difference, finish, says_dead_bus, takes_no_heap

UID = b"\x04\xa1\xb2\xc3\xd4\xe5\xf6"


def turned(data):
    out = bytearray()
    for byte in data:
        mirrored = 0
        for bit in range(8):
            mirrored |= (byte >> bit & 1) << 7 - bit
        out.append(mirrored)
    return bytes(out)


def told(*data):
    """A PN532's frame, as it arrives behind the byte that asks for it."""
    frame = b"\x00\x00\x00\xff" + bytes((len(data), -len(data) & 0xFF)) + bytes(data)
    return turned(frame + bytes((-sum(data) & 0xFF, 0)))


class Pn532Bus:
    """SPI with a PN532 that is ready at once and has one tag with UID in its field."""

    ACK = turned(b"\x00\x00\x00\xff\x00\xff\x00")
    REPLIES = {
        0x02: told(0xD5, 0x03, 0x32, 1, 6, 7),
        0x12: told(0xD5, 0x13),
        0x14: told(0xD5, 0x15),
        0x32: told(0xD5, 0x33),
        0x4A: told(0xD5, 0x4B, 1, 1, 0, 0x44, 0, len(UID), *UID),
    }

    def __init__(self):
        self.commands = bytearray(256)
        for command in self.REPLIES:
            self.commands[turned(bytes((command,)))[0]] = command
        self.says = self.ACK
        self.next = self.ACK

    def write(self, out):
        if len(out) > 8:
            self.says = self.ACK
            self.next = self.REPLIES[self.commands[out[7]]]

    def write_readinto(self, out, into):
        if out[0] == 0x40:
            into[1] = 0x80
            return
        for i in range(len(into)):
            into[i] = self.says[i] if i < len(self.says) else 0
        self.says = self.next


class Pn5180Bus:
    """SPI, and the BUSY line, of a PN5180 that is done at once, with one tag of 15693 in its field."""

    NAME = b"\x00\x00\x78\x56\x34\x12\x50\x01\x04\xe0"
    ANSWERS = {
        0x04: b"\xa5\x5a\x00\x01",  # a timer's reload, and the state WaitTransmit
        0x05: b"\x03\x40\x00\x00\x0a\x00\x00\x00\x00\x00\x02\x00",
        0x07: b"\x05\x04\x00\x04\x99\x00",
        0x0A: NAME,
    }
    SILENT = b"\x02\x00\x00\x00\x0a\x00\x00\x00\x00\x00\x02\x00"

    def __init__(self):
        self.level = 0
        self.quiet = False
        self.asked = 0

    def cs(self, level):
        if level:
            self.level = 0

    def busy(self):
        return self.level

    def write(self, out):
        self.level = 1
        self.asked = out[0]
        if out[0] == 0x16:
            self.quiet = False
        elif out[0] == 0x09 and out[2] == 0x22:
            self.quiet = True

    def write_readinto(self, out, into):
        self.level = 1
        answer = self.SILENT if self.quiet and self.asked == 0x05 else self.ANSWERS[self.asked]
        for i in range(len(into)):
            into[i] = answer[i]


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
