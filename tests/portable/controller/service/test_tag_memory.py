"""A tag's memory by each kind of reader, on both interpreters, against stand-ins: the models need CPython."""

from cardtable.controller.service import tag_memory
from cardtable.drivers import reader
from cardtable.drivers.mfrc522 import crc_a
from cardtable.drivers.reader_kinds import KINDS, fit
from reader_chips import UID, Chip, Pn532Bus, Pn5180Bus, Ticks, difference, told, turned

ACK, NAK = b"\x0a", b"\x00"


class Tag:
    """One NTAG, awake when it is selected."""

    def __init__(self):
        self.memory = bytearray(16)
        self.locked = False

    def hear(self, command):
        """The answer to a command without CRC: bytes, or the four bits of ACK and NAK."""
        if command[:2] == b"\x30\x04":
            return bytes(self.memory)
        if command[0] != 0xA2 or self.locked:
            return NAK
        at = 4 * command[1] - 16
        self.memory[at : at + 4] = command[2:6]
        return ACK


def with_crc(data):
    crc = crc_a(data, 0, len(data))
    return data + bytes((crc & 0xFF, crc >> 8))


class Mfrc522Bus(Chip):
    """As Chip, with a tag that has a memory."""

    def __init__(self, tag):
        super().__init__()
        self.tag = tag

    def write(self, out):
        super().write(out)
        if out == b"\x02\x0f":  # a reset
            self.answer = b""

    def reply(self):
        if self.sent[1] in (0x30, 0xA2):
            assert self.sent == self.sent[:1] + with_crc(self.sent[1:-2])
            answer = self.tag.hear(self.sent[1:-2])
            return answer if len(answer) == 1 else with_crc(answer)
        return super().reply()

    def write_readinto(self, out, into):
        super().write_readinto(out, into)
        for i in range(len(out) - 1):
            if out[i] == 0x80 | 0x0C << 1:
                into[i + 1] = 4 if len(self.answer) == 1 else 0


class TaggedPn532Bus(Pn532Bus):
    def __init__(self, tag):
        super().__init__()
        self.tag = tag

    def write(self, out):
        frame = turned(out)
        if len(frame) < 9 or frame[7] != 0x40:
            super().write(out)
            return
        answer = self.tag.hear(frame[9:-2])
        self.says = self.ACK
        status = 1 if answer == NAK else 0
        self.next = told(0xD5, 0x41, status, *(answer if len(answer) > 1 else b""))


class TaggedPn5180Bus(Pn5180Bus):
    def __init__(self, tag):
        super().__init__()
        self.tag = tag
        self.answer = b""
        self.odd_bits = 0

    def write(self, out):
        super().write(out)
        if out[0] == 0x09:
            self.odd_bits = 0
            if out[2] in (0x30, 0xA2):
                self.answer = self.tag.hear(out[2:])
                self.odd_bits = 4 if len(self.answer) == 1 else 0
            else:
                self.answer = {0x52: b"\x44\x00", 0x93: b"\x04", 0x95: b"\x00"}[out[2]]

    def write_readinto(self, out, into):
        if self.asked == 0x05:
            answer = bytes((3, 0x40, 0, 0, len(self.answer), self.odd_bits << 5, 0, 0, 0, 0, 2, 0))
        elif self.asked == 0x0A:
            answer = self.answer
        else:
            super().write_readinto(out, into)
            return
        self.level = 1
        for i in range(len(into)):
            into[i] = answer[i]


class Parts:
    """As much of a table as this needs."""

    reader_codes = reader

    def __init__(self, kind, tag):
        self.ticks_us = Ticks()
        self.ticks_diff = difference
        bus = {"mfrc522": Mfrc522Bus, "pn532": TaggedPn532Bus, "pn5180": TaggedPn5180Bus}[kind](tag)
        cs = getattr(bus, "cs", lambda level: None)
        busy = getattr(bus, "busy", None)
        self.readers = fit(kind, [(bus, cs)], 1, busy, self.ticks_us, difference)[1]
        self.readers[0].probe()

    def ask(self, *rest):
        return tag_memory.carry_out(self, self.readers[0], UID.hex(), rest)


def test_every_kind_of_reader_writes_and_reads():
    for kind in KINDS:
        tag = Tag()
        parts = Parts(kind, tag)
        assert parts.ask() == (None, "00" * 16), kind
        for page in range(4, 8):
            answer = parts.ask(page, "%02x01fe10" % page)
        assert answer == (None, "0401fe100501fe100601fe100701fe10"), kind
        assert parts.ask() == answer and tag.memory.hex() == answer[1]


def test_what_is_locked_is_said():
    for kind in KINDS:
        tag = Tag()
        tag.locked = True
        assert Parts(kind, tag).ask(5, "01020304") == ("locked", None), kind


def test_what_makes_no_sense():
    parts = Parts("mfrc522", Tag())
    for rest in ((4, "0000"), (4, "0000000000"), (4,)):
        assert parts.ask(*rest) == ("usage", ["hex", "eight hex digits"]), rest
    for sight in ("several", "lies", "twice", "unreadable"):
        assert tag_memory.carry_out(parts, parts.readers[0], sight, ()) == (sight, None)
    assert tag_memory.carry_out(parts, parts.readers[0], None, ()) == ("no-tag", None)
    assert tag_memory.carry_out(parts, Ticks(), UID.hex(), ()) == ("reader", "ticks")
