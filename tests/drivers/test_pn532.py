"""The PN532's driver against the model of its frames; the first tests are named after other drivers' bugs.

What every reader must do is in test_every_reader.py.
"""

import pytest

from cardtable.drivers.reader import CHECK, IDENTIFY, NONE, PENDING, SEVERAL, ReaderFault
from tablehost.firmware import boards
from tablehost.virtual.chips import pn532
from tablehost.virtual.chips.pn532 import Pn532Chip, information, unpack_frame
from tablehost.virtual.chips.spi import SpiBus
from tablehost.virtual.clock import Clock
from tablehost.virtual.pico import FakeMachine
from tablehost.virtual.tags.field import Field
from tablehost.virtual.tags.tag import Tag
from virtual_pico import finish, lay, powered, run

UID4 = bytes.fromhex("11223344")
UID7 = bytes.fromhex("04A1B2C3D4E5F6")
UID10 = bytes.fromhex("04010203040506070809")
LIST = 0x4A


@pytest.fixture
def fake():
    return powered(boards.load("pico_6pads+pn532"))


# Bugs of other drivers.


def test_status_query_overwritten_by_its_own_reply(fake):
    """adafruit/Adafruit_CircuitPython_PN532#28: after the first look the query was what had come back."""
    lay(fake, Tag(UID7))
    for _ in range(3):
        assert run(fake, IDENTIFY) == UID7
    chip = fake.chips[0]
    assert chip.accesses > 100  # it was looked at often while it was busy
    assert chip.odd == 0


def test_endless_retries_block_the_reader(fake):
    """Seeed-Studio/PN532#60, #108: an empty pad took seconds, the default is to try for ever."""
    assert fake.chips[0].retries[2] == 2
    started = fake.clock.us
    assert run(fake, IDENTIFY) == NONE
    assert fake.clock.us - started < 15_000


def test_no_call_waits(fake):
    lay(fake, Tag(UID7))
    reader = fake.parts.readers[0]
    reader.begin(IDENTIFY)
    result = PENDING
    while result == PENDING:
        started = fake.clock.us
        result = reader.collect()
        assert fake.clock.us - started < 350
    assert result == UID7


def test_every_second_read_finds_no_card(fake):
    """adafruit/Adafruit-PN532#52: a tag left active answers the next wake-up with silence."""
    lay(fake, Tag(UID7))
    assert [run(fake, step) for step in (IDENTIFY, CHECK) * 50] == [UID7] * 100


def test_field_left_on_while_idle(fake):
    """esphome/esphome#1046: it disturbs what is near."""
    tag = lay(fake, Tag(UID7))
    for _ in range(2):
        run(fake, IDENTIFY)
        assert not fake.pads[0].on
        fake.pads[0].tags.clear()
    assert tag.state == 0


def test_a_tag_is_without_field_long_enough_to_forget(fake):
    lay(fake, Tag(UID7))
    assert run(fake, IDENTIFY) == UID7
    switched = []
    switch = fake.pads[0].switch
    fake.pads[0].switch = lambda on: (switched.append((on, fake.clock.us)), switch(on))
    before = fake.clock.us
    assert run(fake, IDENTIFY) == UID7
    assert switched[0][0] and switched[0][1] - before > 5000


def test_phones_and_bank_cards_fall_out_of_the_list(fake):
    """With its default parameters the chip sends RATS by itself, and forgets who does not answer it."""
    lay(fake, Tag(bytes.fromhex("08AABBCC"), sak=0x20))
    assert run(fake, IDENTIFY) == bytes.fromhex("08AABBCC")
    fake.chips[0].parameters = 0x14
    assert run(fake, IDENTIFY) == NONE


# What the steps mean.


# Frames.


def test_a_damaged_reply_is_asked_for_again(fake):
    lay(fake, Tag(UID7))
    chip = fake.chips[0]
    lists = chip.heard.count(LIST)
    chip.bad_replies = 1
    assert run(fake, IDENTIFY) == UID7
    assert chip.heard.count(LIST) == lists + 1  # by a NACK: nothing was done twice


def test_replies_that_stay_damaged(fake):
    fake.chips[0].bad_replies = 9
    with pytest.raises(ReaderFault, match="stuck"):
        run(fake, IDENTIFY)


def test_extended_frames(fake):
    fake.chips[0].extended = True
    fake.parts.readers[0].probe()
    lay(fake, Tag(UID10))
    assert run(fake, IDENTIFY) == UID10
    lay(fake, Tag(UID7))
    assert run(fake, IDENTIFY) == SEVERAL


def test_a_lost_command_is_sent_again(fake):
    lay(fake, Tag(UID7))
    fake.chips[0].lost_frames = 1
    assert run(fake, IDENTIFY) == UID7


# Faults.


def test_brown_out_and_back(fake):
    """After a dip the chip sleeps and sends nothing on the air until it was set up again."""
    lay(fake, Tag(UID7))
    chip = fake.chips[0]
    chip.brown_out()
    fake.clock.advance(5000)
    with pytest.raises(ReaderFault, match="brown-out"):
        run(fake, IDENTIFY)
    fake.parts.readers[0].probe()
    assert not chip.low_vbat and chip.retries[2] == 2
    assert run(fake, IDENTIFY) == UID7


def test_error_frame_means_forgotten_settings(fake):
    fake.chips[0].low_vbat = True
    with pytest.raises(ReaderFault, match="brown-out"):
        run(fake, IDENTIFY)


def test_wakes_from_power_down(fake):
    lay(fake, Tag(UID7))
    fake.chips[0].asleep = True
    with pytest.raises(ReaderFault):
        run(fake, IDENTIFY)
    fake.parts.readers[0].probe()
    assert run(fake, IDENTIFY) == UID7


def test_a_chip_that_never_finishes(fake):
    reader, chip = fake.parts.readers[0], fake.chips[0]
    reader.begin(IDENTIFY)
    while reader._phase != 3:
        reader.collect()
    chip.hung = True
    started = fake.clock.us
    with pytest.raises(ReaderFault):
        finish(fake)
    assert fake.clock.us - started < 200_000


def test_build_and_reset_leave_the_field_off():
    fake = FakeMachine(boards.load("pico_6pads+pn532"))
    fake.build()
    assert [chip.accesses for chip in fake.chips] == [0] * 7
    assert not any(field.on for field in fake.pads)


# The model, driven by a driver of another author.


class Stock:
    """A driver as most are: it waits for all it asks, and leaves the chip as it is delivered."""

    def __init__(self):
        self.clock = Clock()
        self.field = Field(self.clock)
        self.chip = Pn532Chip(self.clock, self.field)
        self.bus = SpiBus(self.clock)
        self.cs = self.chip.nss(self.bus.chip_select(self.chip))
        self.clock.advance(5000)
        self.cs(0)
        self.clock.advance(2500)
        self.cs(1)

    def swap(self, out, count=0):
        data = (out + bytes(count)).translate(pn532._REVERSED)
        into = bytearray(len(data))
        self.cs(0)
        self.bus.write_readinto(data, into)
        self.cs(1)
        return bytes(into).translate(pn532._REVERSED)[len(out) :]

    def wait(self, ms):
        for _ in range(ms):
            if self.swap(b"\x02", 1) == b"\x01":
                return True
            self.clock.advance(1000)
        return False

    def call(self, *data, ms=100, extended=None):
        """The answer's data, None for an error frame, "" if there is none in time."""
        self.swap(b"\x01" + information(b"\xd4" + bytes(data), extended))
        assert self.wait(10) and self.swap(b"\x03", 6) == pn532.ACK
        if not self.wait(ms):
            return ""
        frame = self.swap(b"\x03", 60)
        data = unpack_frame(frame)
        return None if data == b"\x7f" else data[2:]


@pytest.fixture
def stock():
    driver = Stock()
    assert driver.call(0x14, 1, 20, 1) == b""
    return driver


def test_model_says_its_version_in_either_frame(stock):
    assert stock.call(0x02) == bytes.fromhex("32010607")
    assert stock.call(0x02, extended=True) == bytes.fromhex("32010607")
    assert stock.call(0x00, 0x00, *range(40)) == bytes([0, *range(40)])


def test_model_reads_pages_of_a_tag(stock):
    tag = Tag(UID7)
    stock.field.tags.append(tag)
    assert stock.call(LIST, 1, 0) == bytes.fromhex("0101004400 07") + UID7
    assert stock.call(0x40, 1, 0x30, 4) == b"\x00" + bytes(tag.ntag.pages[16:32])
    assert stock.call(0x40, 2, 0x30, 4) == b"\x27"


def test_model_waits_for_ever_by_default_and_an_ack_ends_it(stock):
    assert stock.call(LIST, 1, 0, ms=3000) == ""
    stock.swap(b"\x01" + pn532.ACK)
    assert stock.call(0x02) == bytes.fromhex("32010607")


def test_model_finds_every_second_time_a_tag_that_is_left_active(stock):
    stock.call(0x32, 5, 0, 0, 0)
    stock.field.tags.append(Tag(UID7))
    assert [stock.call(LIST, 1, 0)[0] for _ in range(4)] == [1, 0, 1, 0]


def test_model_refuses(stock):
    assert stock.call(0x99) is None
    assert stock.call(LIST, 3, 0) is None
    stock.chip.brown_out()
    stock.clock.advance(5000)
    assert not stock.wait(10)


def test_model_repeats_on_nack(stock):
    assert stock.call(0x02) == bytes.fromhex("32010607")
    stock.swap(b"\x01" + pn532.NACK)
    assert stock.wait(1) and unpack_frame(stock.swap(b"\x03", 16))[2:] == bytes.fromhex("32010607")


def test_model_powers_down(stock):
    assert stock.call(0x16, 0x20) == b"\x00"
    assert stock.chip.asleep and not stock.wait(10)
