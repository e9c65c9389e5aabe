"""The memory of a tag, read and written by each kind of reader, at the models of their chips."""

import pytest

from cardtable.controller.service import tag_memory
from cardtable.controller.service.tag_memory import LONGEST_MS
from cardtable.drivers.reader import IDENTIFY, NONE
from cardtable.drivers.reader_kinds import KINDS
from cardtable.wire.host_shapes import find_fault_in
from tablehost.firmware import boards
from tablehost.virtual.chips.mfrc522 import START_SEND, Mfrc522Chip
from tablehost.virtual.tags.icode import IcodeTag
from tablehost.virtual.tags.tag import Tag
from virtual_pico import lay, powered, run

UID4 = bytes.fromhex("11223344")
UID7 = bytes.fromhex("04A1B2C3D4E5F6")
OTHER = bytes.fromhex("04A1B2C3D4E5F7")
SAYS = bytes.fromhex("43540100112233440123456789ABCDEF")


@pytest.fixture(params=sorted(KINDS))
def fake(request):
    own = request.param == "mfrc522"
    fake = powered(boards.load("pico_6pads" if own else f"pico_6pads+{request.param}"))
    yield fake
    assert [getattr(chip, "rushed", 0) for chip in fake.chips] == [0] * 7


def ask(fake, uid=UID7, *rest):
    """Return the answer, which must come in time."""
    started = fake.clock.us
    sight = uid.hex() if isinstance(uid, bytes) else uid
    answer = tag_memory.carry_out(fake.parts, fake.parts.readers[0], sight, rest)
    assert fake.clock.us - started < LONGEST_MS * 1000
    return answer


def write(fake, data=SAYS, uid=UID7):
    """Page after page; the last answer."""
    for page in range(4):
        answer = ask(fake, uid, 4 + page, data[4 * page : 4 * page + 4].hex())
        if answer[0]:
            break
    return answer


def test_written_records_are_read_again(fake):
    tag = lay(fake, Tag(UID7))
    before = bytes(tag.ntag.pages)
    assert ask(fake) == (None, bytes(16).hex())
    assert ask(fake, UID7, 5, "01020304") == (None, bytes(4).hex() + "01020304" + bytes(8).hex())
    assert write(fake) == (None, SAYS.hex()) == ask(fake)
    assert tag.ntag.pages == before[:16] + SAYS + before[32:], "nothing else was written"


@pytest.mark.parametrize("reading", START_SEND)
def test_each_way_of_taking_start_send(monkeypatch, reading):
    """Commands reach the tag whole however an MFRC522 takes StartSend."""
    monkeypatch.setattr(Mfrc522Chip, "start_send", reading)
    fake = powered()
    lay(fake, Tag(UID7))
    for data in (SAYS, SAYS[::-1]):
        assert run(fake, IDENTIFY) == UID7
        assert write(fake, data) == (None, data.hex()) == ask(fake)


def test_a_reader_looks_as_before(fake):
    lay(fake, Tag(UID7))
    for _ in range(3):
        assert run(fake, IDENTIFY) == UID7
        assert write(fake)[0] is None
    fake.parts.readers[0].begin(IDENTIFY)
    assert ask(fake)[0] is None, "a look under way is given up"
    assert fake.parts.readers[0].collect() in (NONE, UID7)
    assert run(fake, IDENTIFY) == UID7
    fake.pads[0].tags.clear()
    for _ in range(5):
        assert run(fake, IDENTIFY) == NONE


def test_a_page_that_says_so_already_is_not_written(fake):
    tag = lay(fake, Tag(UID7))
    write(fake)
    commands = []
    does = tag.ntag.command
    tag.ntag.command = lambda data: commands.append(data[0]) or does(data)
    assert write(fake) == (None, SAYS.hex())
    assert set(commands) == {0x30}


@pytest.mark.parametrize(
    ("uid", "code"), [("", "no-tag"), (None, "no-tag"), ("several", "several"), ("lies", "lies"),
                      ("unreadable", "unreadable"), ("twice", "twice"), (OTHER, "lost"),
                      ("E004015012345678", "no-memory")],
)  # fmt: skip
def test_what_does_not_lie_there_alone(fake, uid, code):
    lay(fake, Tag(UID7))
    assert ask(fake, uid) == (code, None)


@pytest.mark.parametrize(
    "rest",
    [(3, "00000000"), (8, "00000000"), (4, "000000"), (4, "0000000000"), (4, "x"), (4,), ("4", "00000000"),
     (4, 5), (4, "00000000", 1), (None, None)],
)  # fmt: skip
def test_no_other_page_is_written(fake, rest):
    tag = lay(fake, Tag(UID7))
    before = bytes(tag.ntag.pages)
    fault = find_fault_in("serve", ["memory", 0, *rest])  # the one place that commands are checked before
    assert fault or ask(fake, UID7, *rest) == ("usage", ["hex", "eight hex digits"])
    assert tag.ntag.pages == before


def test_a_locked_page(fake):
    tag = lay(fake, Tag(UID7))
    tag.ntag.pages[10] |= 1 << 6  # page 6
    assert write(fake) == ("locked", None)
    assert tag.ntag.pages[16:32] == SAYS[:8] + bytes(8)
    assert ask(fake) == (None, (SAYS[:8] + bytes(8)).hex())


def test_a_tag_that_wants_a_password(fake):
    tag = lay(fake, Tag(UID7))
    tag.ntag.pages[4 * 0x29 + 3] = 4  # AUTH0: from page 4 on, for writing
    assert ask(fake)[0] is None and write(fake) == ("locked", None)
    tag.ntag.pages[4 * 0x2A] |= 0x80  # and for reading: what is read wraps before the page
    assert ask(fake) == ("no-memory", None)


@pytest.mark.parametrize("tag", [Tag(UID4), Tag(UID4, sak=0x08), Tag(UID7, sak=0x20), Tag(UID7 + UID4[:3])])
def test_tags_without_such_pages(fake, tag):
    lay(fake, tag)
    assert ask(fake, tag.uid) == ("no-memory", None)


def test_the_tag_was_taken_away(fake):
    tag = lay(fake, Tag(UID7))
    assert ask(fake, UID7, 4, "01020304")[0] is None
    fake.pads[0].tags.clear()
    assert ask(fake, UID7, 5, "01020304") == ("lost", None)
    lay(fake, tag)
    assert write(fake) == (None, SAYS.hex())


def test_the_tag_is_taken_away_while_it_writes(fake):
    tag = lay(fake, Tag(UID7))
    does = tag.ntag.command

    def command(data):
        if data[0] == 0xA2:
            tag.hear = lambda data, bits: None
        return does(data)

    tag.ntag.command = command
    assert ask(fake, UID7, 4, "01020304") == ("lost", None)


def test_of_two_tags_the_one_that_is_meant(fake):
    """The other one was laid there a moment ago."""
    tag, other = lay(fake, Tag(UID7)), lay(fake, Tag(OTHER))
    assert write(fake) == (None, SAYS.hex())
    assert tag.ntag.pages[16:32] == SAYS and other.ntag.pages[16:32] == bytes(16)


def test_damaged_frames(fake):
    """Nothing wrong is ever read, and what counts as written is."""
    tag = lay(fake, Tag(UID7))
    fake.chips[0].frame_error_rate = 0.05
    good = 0
    for number in range(40):
        data = bytes((number, 1, 2, 3))
        code, memory = ask(fake, UID7, 4, data.hex())
        if code is None:
            good += 1
            assert memory == (data + bytes(12)).hex() and tag.ntag.pages[16:20] == data
        else:
            assert code in ("lost", "no-memory", "locked")
    assert good > 34


def test_a_chip_that_fails(fake):
    lay(fake, Tag(UID7))
    fake.chips[0].dead = 0
    code, detail = tag_memory.carry_out(fake.parts, fake.parts.readers[0], UID7.hex(), ())
    assert code == "reader" and detail == "dead-bus"


def test_a_reader_of_which_nothing_is_known(fake):
    class Other:
        """A driver by another author."""

    assert tag_memory.carry_out(fake.parts, Other(), UID7.hex(), ()) == ("reader", "other")


def test_a_tag_of_the_other_sort_has_no_pages():
    fake = powered(boards.load("pico_6pads+pn5180"))
    one = lay(fake, IcodeTag(bytes.fromhex("E004015012345678")))
    assert ask(fake, one.uid) == ("no-memory", None)
