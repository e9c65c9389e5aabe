"""The tag's memory, over the air: what NTAG213's data sheet says of pages, locks, password and counter."""

import pytest

from single_chip import Rig
from tablehost.virtual.tags.tag import ACTIVE, HALT, IDLE, Tag, crc16

UID = bytes.fromhex("04A1B2C3D4E5F6")
ACK, NAK = b"\x0a", b"\x00"


class Bench:
    """A tag, selected, and its commands."""

    def __init__(self):
        self.rig = Rig().ready()
        self.rig.put(0x2D, 200)  # 5 ms: a write takes its time
        self.tag = self.rig.lay(Tag(UID))
        self.select()

    def select(self):
        rig = self.rig
        rig.exchange([0x52], 7)
        if self.tag.state != 2:  # it was awake and went to sleep
            rig.exchange([0x52], 7)
        for sel in (0x93, 0x95):
            rig.exchange([sel, 0x70, *rig.exchange([sel, 0x20])[2]], crc=True)
        assert self.tag.state == ACTIVE

    def __call__(self, command):
        """Send it with its CRC; the answer without, or the four bits of an ACK or NAK."""
        data = bytes.fromhex(command)
        if self.tag.state != ACTIVE:
            self.select()
        answer = self.rig.exchange(data + crc16(data).to_bytes(2, "little"))[2]
        if len(answer) == 1:
            assert self.rig.get(0x0C) & 7 == 4
            return answer
        assert not crc16(answer)
        return answer[:-2]


@pytest.fixture
def tag():
    return Bench()


def test_as_delivered(tag):
    assert tag("30 00") == UID[:3] + b"\x9f" + UID[3:] + b"\x04\x48\x00\x00\xe1\x10\x12\x00"
    assert tag("30 28").hex() == "000000bd040000ff0005000000000000"
    assert tag("60") == bytes.fromhex("0004040201000F03")
    assert tag("3C 00") == bytes(32)


def test_reading_wraps_behind_the_last_page(tag):
    assert tag("30 2C") == bytes(4) + tag("30 00")[:12]
    assert tag("30 2D") == NAK
    assert tag("3A 00 0E")[:4] == UID[:3] + b"\x9f"
    assert tag("3A 05 04") == NAK


def test_write_and_read_back(tag):
    assert tag("A2 04 DEADBEEF") == ACK
    tag.rig.clock.advance(5000)
    assert tag("30 04")[:4] == bytes.fromhex("DEADBEEF")


def test_a_write_takes_four_milliseconds(tag):
    started = tag.rig.clock.us
    assert tag("A2 04 01020304") == ACK
    assert 4500 < tag.rig.clock.us - started < 5500


@pytest.mark.parametrize("page", ["00", "01", "2D", "FF"])
def test_pages_that_are_read_only(tag, page):
    assert tag(f"A2 {page} 00000000") == NAK
    assert tag.tag.state == IDLE


def test_after_a_nak_a_halted_tag_sleeps_on(tag):
    tag.rig.exchange([0x50, 0x00], crc=True)
    assert tag.tag.state == HALT
    assert tag("30 FF") == NAK
    assert tag.tag.state == HALT
    assert tag.rig.exchange([0x26], 7)[2] == b""


def test_a_wrong_crc_is_reported(tag):
    assert tag.rig.exchange([0x30, 0x00, 0x00, 0x00])[2] == b"\x01"


def test_one_time_bits_stay(tag):
    assert tag("A2 03 0000000F") == ACK
    assert tag("A2 03 00000000") == ACK
    assert tag("30 03")[:4] == bytes.fromhex("E110120F")


def test_static_locks(tag):
    assert tag("A2 02 FFFF1001") == ACK  # pages 4 and 8
    assert tag("30 02")[:4] == bytes.fromhex("04481001")
    assert tag("A2 04 01010101") == NAK
    assert tag("A2 08 01010101") == NAK
    assert tag("A2 05 01010101") == ACK
    assert tag("A2 02 00000000") == ACK
    assert tag("A2 04 01010101") == NAK, "a lock never opens"
    assert tag("A2 02 00000200") == ACK  # block locking: the lock bits of pages 4 to 9 are frozen
    assert tag("A2 02 0000F0FF") == ACK
    assert tag("30 02")[2:4] == bytes.fromhex("12FD")


def test_dynamic_locks(tag):
    assert tag("A2 28 01080000") == ACK  # pages 16 and 17; 38 and 39
    assert tag("A2 11 01010101") == NAK
    assert tag("A2 12 01010101") == ACK
    assert tag("A2 27 01010101") == NAK
    assert tag("A2 28 00000100") == ACK  # the lock bits of pages 16 to 19 are frozen
    assert tag("A2 28 FFFFFFFF") == ACK
    assert tag("30 28")[:4] == bytes.fromhex("FD0F3FBD")


def test_configuration_locked_for_good(tag):
    assert tag("A2 2A 40000000") == ACK
    assert tag("A2 2A 00000000") == NAK
    assert tag("A2 29 04000004") == NAK


def test_password(tag):
    assert tag("A2 2B 11223344") == ACK
    assert tag("A2 2C ABCD0000") == ACK
    assert tag("A2 29 04000010") == ACK  # from page 16 on
    assert tag("A2 10 01010101") == NAK
    assert tag("A2 0F 01010101") == ACK
    assert len(tag("30 10")) == 16, "only writing is barred"
    assert tag("1B 00000000") == NAK
    assert tag("1B 11223344") == b"\xab\xcd"
    assert tag("A2 10 01010101") == ACK
    assert tag("30 2B")[:8] == bytes(8), "the password itself never reads"
    tag.rig.exchange([0x50, 0x00], crc=True)
    assert tag("A2 10 02020202") == NAK, "asleep, it forgot who we are"


def test_password_for_reading(tag):
    assert tag("A2 2B 11223344") == ACK
    assert tag("A2 2A 80000000") == ACK
    assert tag("A2 29 04000010") == ACK
    assert tag("30 10") == NAK
    assert tag("30 0E")[8:] == tag("30 00")[:8], "reading wraps before the first page that is barred"
    tag("1B 11223344")
    assert len(tag("30 10")) == 16


def test_too_many_wrong_passwords(tag):
    assert tag("A2 2B 11223344") == ACK
    assert tag("A2 2A 02000000") == ACK
    assert tag("1B 00000000") == NAK
    assert tag("1B 00000000") == NAK
    assert tag("1B 11223344") == b"\x04"
    tag.rig.put(0x14, 0x80)
    tag.rig.put(0x14, 0x83)
    tag.rig.clock.advance(5000)
    assert tag("1B 11223344") == b"\x04", "without power, too"


def test_counter(tag):
    assert tag("39 02") == NAK
    assert tag("A2 2A 10000000") == ACK
    for power_ups in (1, 2):
        tag.rig.put(0x14, 0x80)
        tag.rig.put(0x14, 0x83)
        tag.rig.clock.advance(5000)
        tag("30 00")
        tag("30 04")
        assert tag("39 02") == bytes([power_ups, 0, 0])


def test_other_commands_and_other_tags():
    bench = Bench()
    assert bench("E0 80") == NAK
    rig = Rig().ready()
    plain = rig.lay(Tag(b"\x01\x02\x03\x04", sak=0x08))
    plain.state = ACTIVE
    assert rig.exchange([0x30, 0x00], crc=True)[2] == b""
    assert plain.state == IDLE
