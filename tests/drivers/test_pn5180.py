"""The PN5180's driver against the model of its frames; the first tests name other drivers' bugs.

What every reader must do is in test_every_reader.py.
"""

import pytest

from cardtable.drivers.reader import CHECK, GARBLED, IDENTIFY, NONE, PENDING, SEVERAL, ReaderFault
from tablehost.firmware import boards
from tablehost.virtual.chips.pn5180 import WAIT_RECEIVE, Pn5180Chip
from tablehost.virtual.chips.spi import SpiBus
from tablehost.virtual.clock import Clock
from tablehost.virtual.tags.field import Field
from tablehost.virtual.tags.icode import QUIET, IcodeTag, vicinity_crc
from tablehost.virtual.tags.tag import Tag
from virtual_pico import lay, powered

UID4 = bytes.fromhex("11223344")
UID7 = bytes.fromhex("04A1B2C3D4E5F6")
UID10 = bytes.fromhex("04010203040506070809")
ICODE = bytes.fromhex("E004015012345678")
LOOK_US = 250  # between two looks, as in the firmware


@pytest.fixture
def fake():
    fake = powered(boards.load("pico_6pads+pn5180"))
    yield fake
    assert [chip.rushed for chip in fake.chips] == [0] * 7  # no frame began while BUSY was high


@pytest.fixture
def vicinity(fake):
    for reader in fake.parts.readers:
        reader.read("iso15693")
    return fake


def run(fake, step, pad=0):
    fake.parts.readers[pad].begin(step)
    return finish(fake, pad)


def finish(fake, pad=0):
    for _ in range(1000):
        fake.clock.advance(LOOK_US)
        result = fake.parts.readers[pad].collect()
        if result != PENDING:
            return result
    raise AssertionError("the step never ends")


# Bugs of other drivers.


@pytest.mark.parametrize("level, code", [(0, "dead-bus"), (1, "stuck")])
def test_nss_left_low_after_a_busy_timeout(fake, level, code):
    """esphome_qalcosonicnfc#28."""
    fake.chips[0].busy_stuck = level
    with pytest.raises(ReaderFault, match=code):
        run(fake, IDENTIFY)
    assert not fake.chips[0]._low
    with pytest.raises(ReaderFault):
        fake.parts.readers[0].probe()
    assert not fake.chips[0]._low
    fake.chips[0].busy_stuck = None
    fake.chips[0].rushed = 0
    fake.parts.readers[0].probe()
    assert run(fake, IDENTIFY) == NONE


def test_a_frame_without_an_answer_leaves_the_chip_waiting(fake):
    """SpoolSense/spoolsense_scanner#212: what is sent next is refused, if it was not idle between."""
    reader, chip = fake.parts.readers[0], fake.chips[0]
    began = 0
    for _ in range(3):
        assert run(fake, IDENTIFY) == NONE
        began += 1
        assert chip._state == WAIT_RECEIVE and len(chip.began) == began
    lay(fake, Tag(UID4, sak=0x08))
    assert run(fake, IDENTIFY) == UID4
    assert len(chip.began) == began + 3
    assert reader._tries == 0


def test_the_transceiver_needs_a_moment(fake):
    """SpoolSense/spoolsense_scanner#132: its state was looked at once, and the frame was refused."""
    lay(fake, Tag(UID7))
    fake.parts.readers[0].begin(IDENTIFY)
    finish(fake)
    assert not fake.chips[0]._regs[0x02] >> 17 & 1


def test_irq_status_read_once_only(vicinity):
    """tueddy/PN5180-Library#5: an answer that was still arriving at the first look was never seen."""
    lay(vicinity, IcodeTag(ICODE))
    reader = vicinity.parts.readers[0]
    reader.begin(IDENTIFY)
    result, arriving = PENDING, 0
    while result == PENDING:
        vicinity.clock.advance(LOOK_US)
        result = reader.collect()
        arriving += vicinity.chips[0]._regs[0x02] & 0x4001 == 0x4000  # its start was there, its end was not
    assert arriving > 5
    assert result == ICODE


def test_a_millisecond_around_every_frame(vicinity):
    """ATrappmann's and tueddy's libraries, playfultechnology/PN5180#1."""
    lay(vicinity, IcodeTag(ICODE))
    reader = vicinity.parts.readers[0]
    started = vicinity.clock.us
    reader.begin(IDENTIFY)
    result = PENDING
    while result == PENDING:
        before = vicinity.clock.us
        result = reader.collect()
        assert vicinity.clock.us - before < 1000
        vicinity.clock.advance(LOOK_US)
    assert result == ICODE
    assert vicinity.clock.us - started < 16_000


# ISO 14443 type A.


def test_tags_of_the_other_sort_are_not_seen(vicinity):
    lay(vicinity, Tag(UID7))
    assert run(vicinity, IDENTIFY) == NONE
    lay(vicinity, IcodeTag(ICODE))
    assert run(vicinity, IDENTIFY) == ICODE
    vicinity.parts.readers[0].read("iso14443a")
    assert run(vicinity, IDENTIFY) == UID7


# ISO 15693.


def icode(number):
    return bytes.fromhex("E0040150") + number.to_bytes(4, "big")


@pytest.mark.parametrize("numbers", [(0x10, 0x11), (0x110, 0x120), (0x1AAA, 0x2AAA), (1, 2, 3, 0x13, 0x23)])
def test_tags_of_15693_that_part_after_some_bits(vicinity, numbers):
    laid = [lay(vicinity, IcodeTag(icode(number))) for number in numbers]
    assert run(vicinity, IDENTIFY) == SEVERAL
    assert run(vicinity, CHECK) == SEVERAL
    for tag in laid[1:]:
        vicinity.pads[0].tags.remove(tag)
    assert run(vicinity, IDENTIFY) == laid[0].uid


def test_tags_that_part_only_in_their_first_bits_are_several_all_the_same(vicinity):
    for first in ("E0040150", "E0040250"):
        lay(vicinity, IcodeTag(bytes.fromhex(first + "12345678")))
    assert run(vicinity, IDENTIFY) == SEVERAL


def test_a_tag_that_was_hidden_behind_a_stronger_one(vicinity):
    """The answer of one drowns the other's: no collision is seen. It answers when the first keeps quiet."""
    strong = lay(vicinity, IcodeTag(icode(1)))
    weak = lay(vicinity, IcodeTag(icode(2)))
    hears = weak.request
    weak.request = lambda frame: hears(frame) if strong.state == QUIET else None
    assert run(vicinity, IDENTIFY) == SEVERAL


def test_noise_in_the_first_inventory_is_no_second_tag(vicinity):
    tag = lay(vicinity, IcodeTag(ICODE))
    unlucky = vicinity.chips[0].air.draw_frame_error
    answers = iter((False, True))
    vicinity.chips[0].air.draw_frame_error = lambda: next(answers, False)
    assert run(vicinity, IDENTIFY) == tag.uid
    vicinity.chips[0].air.draw_frame_error = unlucky
    assert any(frame[:2] == b"\x06\x01" for frame in vicinity.chips[0].began)  # 16 slots were asked
    assert vicinity.chips[0].began.count(b"") == 15


# Faults.


def test_a_field_that_does_not_come_on_is_no_empty_pad(fake):
    lay(fake, Tag(UID7))
    fake.parts.readers[0].begin(IDENTIFY)
    fake.clock.advance(3000)
    fake.chips[0].brown_out()
    fake.clock.advance(3000)
    with pytest.raises(ReaderFault, match="brown-out"):
        finish(fake)
    fake.parts.readers[0].probe()
    assert run(fake, IDENTIFY) == UID7


def test_too_hot(fake):
    fake.parts.readers[0].begin(IDENTIFY)
    fake.clock.advance(3000)
    fake.chips[0].overheat()
    with pytest.raises(ReaderFault, match="too-hot"):
        finish(fake)


def test_frames_that_get_lost(fake):
    lay(fake, Tag(UID7))
    for lost in range(1, 4):
        fake.chips[0].lost_frames = lost
        try:
            assert run(fake, IDENTIFY) in (UID7, GARBLED)
        except ReaderFault as fault:
            assert fault.code in ("brown-out", "stuck")
            fake.parts.readers[0].probe()


# The model, driven by a driver of another author.


class Stock:
    """A driver as most are, instruction by instruction."""

    def __init__(self):
        self.clock = Clock()
        self.field = Field(self.clock)
        self.chip = Pn5180Chip(self.clock, self.field)
        self.bus = SpiBus(self.clock)
        self.cs = self.chip.nss(self.bus.chip_select(self.chip))
        self.clock.advance(5000)

    def put(self, *frame):
        self.cs(0)
        self.bus.write(bytes(frame))
        assert self.chip.busy()
        self.cs(1)
        while self.chip.busy():
            self.clock.advance(5)

    def get(self, count, *frame):
        self.put(*frame)
        into = bytearray(count)
        self.cs(0)
        self.bus.write_readinto(b"\xff" * count, into)
        self.cs(1)
        self.clock.advance(20)
        return bytes(into)

    def register(self, address):
        return int.from_bytes(self.get(4, 0x04, address), "little")

    def exchange(self, *data, bits=0):
        self.put(0x02, 0x00, 0xF8, 0xFF, 0xFF, 0xFF)
        self.put(0x01, 0x00, 0x03, 0, 0, 0)
        self.put(0x00, 0x03, 0xFF, 0xFF, 0x0F, 0)
        self.clock.advance(50)
        self.put(0x09, bits, *data)
        self.clock.advance(10_000)
        return self.get(self.register(0x13) & 0x1FF, 0x0A, 0) if self.register(0x02) & 1 else b""


@pytest.fixture
def stock():
    return Stock()


def test_model_reads_and_writes_registers(stock):
    assert stock.get(4, 0x07, 0x10, 4) == bytes.fromhex("05040400")
    stock.put(0x00, 0x0C, 0x78, 0x56, 0x34, 0x12)
    assert stock.register(0x0C) == 0x12345678
    stock.put(0x01, 0x0C, 0x01, 0, 0, 0)
    stock.put(0x02, 0x0C, 0xFF, 0xFF, 0, 0)
    assert stock.register(0x0C) == 0x5679
    stock.put(0x99)
    assert stock.register(0x02) >> 17 & 1


def test_model_refuses_data_in_the_wrong_state(stock):
    stock.put(0x11, 0x00, 0x80)
    stock.put(0x16, 0)
    stock.put(0x09, 7, 0x52)
    assert stock.register(0x02) >> 17 & 1 and stock.chip.began == []


def test_model_speaks_type_a(stock):
    stock.field.tags.append(Tag(UID4, sak=0x08))
    stock.put(0x11, 0x00, 0x80)
    stock.put(0x16, 0)
    stock.clock.advance(6000)
    assert stock.exchange(0x26, bits=7) == b"\x04\x00"
    assert stock.exchange(0x93, 0x20) == UID4 + b"\x44"
    stock.put(0x01, 0x19, 1, 0, 0, 0)
    stock.put(0x01, 0x12, 1, 0, 0, 0)
    assert stock.exchange(0x93, 0x70, *UID4, 0x44) == b"\x08"


def test_model_speaks_15693(stock):
    tag = IcodeTag(ICODE)
    tag.blocks[4:8] = b"card"
    stock.field.tags.append(tag)
    stock.put(0x11, 0x0D, 0x8D)
    stock.put(0x16, 0)
    stock.clock.advance(2000)
    sent = ICODE[::-1]
    assert stock.exchange(0x26, 0x01, 0) == b"\x00\x00" + sent
    assert stock.exchange(0x22, 0x20, *sent, 1) == b"\x00card"
    assert stock.exchange(0x22, 0x02, *sent) == b"" and tag.state == QUIET
    assert stock.exchange(0x26, 0x01, 0) == b""
    assert stock.exchange(0x22, 0x26, *sent) == b"\x00"
    assert stock.exchange(0x26, 0x01, 4, 0x08) == b"\x00\x00" + sent
    assert stock.exchange(0x26, 0x01, 4, 0x07) == b""


def test_model_gives_each_its_slot(stock):
    stock.field.tags.append(IcodeTag(icode(0x13)))
    stock.put(0x11, 0x0D, 0x8D)
    stock.put(0x16, 0)
    stock.clock.advance(2000)
    assert stock.exchange(0x06, 0x01, 0) == b""
    stock.put(0x02, 0x18, 0x3F, 0xFB, 0xFF, 0xFF)
    assert [len(stock.exchange()) for _ in range(4)] == [0, 0, 10, 0]


def test_crc_of_15693():
    assert vicinity_crc(b"\x26\x01\x00") == b"\xf6\x0a"
