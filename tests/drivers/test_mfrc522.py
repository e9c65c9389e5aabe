"""The MFRC522's driver against the register-level model; the first tests are named after other drivers' bugs.

What every reader must do is in test_every_reader.py.
"""

import pytest

from amounts import amount
from cardtable.drivers import mfrc522_service
from cardtable.drivers.mfrc522 import Mfrc522, crc_a
from cardtable.drivers.reader import CHECK, GARBLED, IDENTIFY, NONE, PENDING, SEVERAL, THOROUGHLY, ReaderFault
from single_chip import switch_field
from tablehost.firmware import boards
from tablehost.virtual.chips.mfrc522 import NOISE, START_SEND, Mfrc522Chip
from tablehost.virtual.tags.tag import HALT, Tag
from virtual_pico import finish, lay, powered, run

UID4 = bytes.fromhex("11223344")
UID7 = bytes.fromhex("04A1B2C3D4E5F6")
UID10 = bytes.fromhex("04010203040506070809")


@pytest.fixture(params=START_SEND)
def fake(request, monkeypatch):
    """A table whose readers take StartSend in each way that the data sheet can be read."""
    monkeypatch.setattr(Mfrc522Chip, "start_send", request.param)
    return powered()


# Bugs of other drivers.


def test_timer_irq_ignored_so_an_empty_pad_loops(fake):
    """An empty pad is over when the chip's timer says so: 7 writes, and 1 burst that finds the verdict."""
    reader, chip = fake.parts.readers[0], fake.chips[0]
    poll_while_a_tag_may_be_there(fake)
    accesses, started = chip.accesses, fake.clock.us
    reader.begin(IDENTIFY)
    fake.clock.advance(1100)
    assert reader.collect() == NONE
    assert chip.accesses - accesses == 8
    assert fake.clock.us - started < 1400


def poll_while_a_tag_may_be_there(fake):
    """After an answer, and after probe(), a few steps ask twice."""
    for _ in range(5):
        assert run(fake, IDENTIFY) == NONE


def test_empty_poll_takes_25_ms(fake):
    poll_while_a_tag_may_be_there(fake)
    started = fake.clock.us
    assert run(fake, IDENTIFY) == NONE
    assert fake.clock.us - started < 1500


def test_seven_byte_uid_cut_to_cascade_tag_and_three(fake):
    lay(fake, Tag(UID7))
    assert run(fake, IDENTIFY) == UID7


def test_cascade_decided_by_the_first_byte_88():
    fake = powered()
    uid = bytes.fromhex("88112233")
    lay(fake, Tag(uid, sak=0x08))
    assert run(fake, IDENTIFY) == uid
    assert run(fake, CHECK) == uid


def test_cascade_tag_left_in_on_inner_levels(fake):
    lay(fake, Tag(UID10))
    assert run(fake, IDENTIFY) == UID10


def test_bcc_returned_as_a_uid_byte(fake):
    lay(fake, Tag(UID4, sak=0x08))
    assert run(fake, IDENTIFY) == UID4


def test_presence_blinks_every_other_poll(fake):
    lay(fake, Tag(UID7))
    assert run(fake, IDENTIFY) == UID7
    assert [run(fake, CHECK) for _ in range(250)] == [UID7] * 250


def test_tag_left_active_ignores_the_wake_up(fake):
    """An HLTA that gets lost leaves the tag awake; the next check must not call that a removal."""
    tag = lay(fake, Tag(UID7))
    assert run(fake, IDENTIFY) == UID7
    for step in (CHECK, IDENTIFY):
        tag.state = 3  # ACTIVE
        assert run(fake, step) == UID7


def test_corrupted_wupa_answer_counted_as_removal(fake):
    lay(fake, Tag(UID7))
    assert run(fake, IDENTIFY) == UID7
    chip = fake.chips[0]
    plan = chip._plan_reception
    chip._plan_reception = lambda start, value, length: plan(start, value & 0x7F, 7)  # cut short
    assert run(fake, CHECK) == GARBLED
    assert run(fake, IDENTIFY) == GARBLED
    chip._plan_reception = plan
    assert run(fake, CHECK) == UID7


def test_tag_left_in_halt_never_seen_again(fake):
    tag = lay(fake, Tag(UID7))
    assert run(fake, IDENTIFY) == UID7
    assert tag.state == HALT
    fresh = fake.parts.readers[0]
    fresh.probe()
    fake.clock.advance(6000)
    assert run(fake, IDENTIFY) == UID7


def differing_at(bit):
    """Two 4-byte uids of which bit `bit` (0..31, in order of sending) is the first to differ."""
    first = 0x5A5A5A5A
    second = first ^ 1 << bit ^ (0xFFFFFFFF << bit + 1 & 0x24924924 & 0xFFFFFFFF)
    return first.to_bytes(4, "little"), second.to_bytes(4, "little")


@pytest.mark.parametrize("bit", range(32))
def test_bit_index_wrong_after_collision(bit):
    """Wherever two answers part, at byte borders too, the verdict is SEVERAL and never a mixed uid."""
    fake = powered()
    for uid in differing_at(bit):
        lay(fake, Tag(uid, sak=0x08))
    assert run(fake, IDENTIFY) == SEVERAL


def test_mangled_uid_that_passes_bcc(fake):
    """A uid shifted on the air so that BCC and parity still fit: no tag answers its SELECT."""
    lay(fake, Tag(UID4, sak=0x08))
    chip = fake.chips[0]
    plan = chip._plan_reception

    def shifted(start, value, length):
        if length == 40:
            value ^= 0x0101  # the same bit of two bytes: BCC does not see it
        plan(start, value, length)

    chip._plan_reception = shifted
    assert run(fake, IDENTIFY) == GARBLED


def test_a_wrong_bcc_is_not_even_selected(fake):
    lay(fake, Tag(UID4, sak=0x08))
    chip = fake.chips[0]
    plan = chip._plan_reception
    chip._plan_reception = lambda start, value, length: plan(start, value ^ (length == 40), length)
    sent = chip._transmit
    frames = []
    chip._transmit = lambda: (frames.append(bytes(chip._fifo)), sent())
    assert run(fake, IDENTIFY) == GARBLED
    assert frames[-1] == b"\x93\x20"


@pytest.mark.parametrize("length", [16, 40, 24], ids=["ATQA", "uid", "SAK"])
def test_a_parity_error_alone_spoils_an_answer(fake, length):
    lay(fake, Tag(UID4, sak=0x08))
    chip = fake.chips[0]
    plan = chip._plan_reception
    chip._garble = lambda value, length, align: (value, length, 0x02)

    def disturbed(start, value, bits):
        chip.frame_error_rate = float(bits == length)
        plan(start, value, bits)
        chip.frame_error_rate = 0.0

    chip._plan_reception = disturbed
    assert run(fake, IDENTIFY) == GARBLED


# What the steps mean.


def test_random_id_is_reported_as_it_is(fake):
    lay(fake, Tag(bytes.fromhex("08AABBCC"), sak=0x20))
    assert run(fake, IDENTIFY) == bytes.fromhex("08AABBCC")


def test_check_without_a_known_uid_identifies(fake):
    lay(fake, Tag(UID7))
    assert run(fake, CHECK) == UID7


def test_lifted(fake):
    tag = lay(fake, Tag(UID7))
    assert run(fake, IDENTIFY) == UID7
    fake.pads[0].tags.remove(tag)
    assert [run(fake, CHECK) for _ in range(3)] == [NONE] * 3


def test_result_stays_until_the_next_begin(fake):
    assert run(fake, IDENTIFY) == NONE
    lay(fake, Tag(UID7))
    assert fake.parts.readers[0].collect() == NONE


def test_collect_long_after_the_end(fake):
    lay(fake, Tag(UID7))
    reader = fake.parts.readers[0]
    reader.begin(IDENTIFY)
    for _ in range(5):
        fake.clock.advance(20_000)
        result = reader.collect()
    fake.clock.advance(20_000)
    assert (result, reader.collect()) == (PENDING, UID7)


def test_a_tag_that_answered_a_dropped_step_is_not_missed(fake):
    for us in range(0, 3000, 53):
        assert run(fake, IDENTIFY) == NONE
        tag = lay(fake, Tag(UID7))
        fake.parts.readers[0].begin(IDENTIFY)
        fake.clock.advance(us)
        assert run(fake, IDENTIFY) == UID7
        fake.pads[0].tags.remove(tag)
        assert run(fake, CHECK) == NONE


def test_the_timer_of_hlta_does_not_end_the_next_exchange(fake):
    lay(fake, Tag(UID7))
    assert run(fake, IDENTIFY) == UID7
    took = set()
    for us in range(0, 1300, 13):
        fake.clock.advance(us)
        started = fake.clock.us
        assert run(fake, CHECK) == UID7
        took.add(fake.clock.us - started)
    assert max(took) - min(took) < 50  # no exchange was cut short and sent again


def test_ticks_wrap_while_a_start_is_lost(fake):
    lay(fake, Tag(UID7))
    assert run(fake, IDENTIFY) == UID7
    fake.chips[0].lost_starts = 1
    fake.clock.ns = ((1 << 30) - 500) * 1000
    assert run(fake, CHECK) == UID7


def test_field_off_silences_and_on_starts_again(fake):
    tag = lay(fake, Tag(UID7))
    reader = fake.parts.readers[0]
    assert run(fake, IDENTIFY) == UID7
    switch_field(reader, False)
    assert run(fake, CHECK) == NONE
    switch_field(reader, True)
    fake.clock.advance(5000)
    assert run(fake, CHECK) == UID7
    assert tag.state == HALT


def test_crc_vectors():
    for data, crc in (
        ("5000", "57CD"),
        ("3004", "26EE"),
        ("3000", "02A8"),
        ("60", "F832"),
        ("3C00", "A201"),
        ("1234", "26CF"),
    ):
        body = bytes.fromhex(data)
        assert crc_a(body, 0, len(body)).to_bytes(2, "little") == bytes.fromhex(crc)


def test_construction_touches_no_hardware():
    class Spi:
        write = write_readinto = None

    Mfrc522(Spi(), None, None, None)


# Glances.


def at_ease(fake):
    """Return all its readers, after steps that found no tag."""
    readers = fake.parts.readers
    for pad in range(len(readers)):
        for _ in range(5):
            run(fake, IDENTIFY, pad)
    assert all(reader.at_ease() for reader in readers)
    return readers, [reader.wire for reader in readers]


@pytest.mark.parametrize("board", ["pico_6pads", "pico_10pads"])
def test_a_glance_takes_five_writes_and_a_burst_and_hears_who_is_there(board):
    fake = powered(boards.load(board))
    readers, wires = at_ease(fake)
    tags = [lay(fake, Tag(uid), pad) for pad, uid in ((1, UID7), (4, UID4))]
    before = [chip.accesses for chip in fake.chips]
    readers[0].glance(wires)
    fake.clock.advance(400)
    heard = []
    assert readers[0].glanced(wires, heard)
    assert [wires.index(wire) for wire in heard] == [1, 4]
    assert {chip.accesses - count for chip, count in zip(fake.chips, before)} == {6}
    for pad, tag in ((1, tags[0]), (4, tags[1])):
        readers[pad].begin(IDENTIFY, True)
        assert finish(fake, pad) == tag.uid


def test_a_glance_says_when_it_is_too_soon(fake):
    readers, wires = at_ease(fake)
    lay(fake, Tag(UID7))
    heard = []
    readers[0].glance(wires[:1])
    assert not readers[0].glanced(wires[:1], heard) and heard == []
    fake.clock.advance(400)
    assert readers[0].glanced(wires[:1], heard) and heard == wires[:1]


def test_glances_go_on_and_on(fake):
    """The state that one leaves does not disturb the next, nor a step: each glance sends one frame."""
    readers, wires = at_ease(fake)
    heard = []
    before = [chip.frames for chip in fake.chips]
    for us in range(0, 3000, 61):
        readers[0].glance(wires)
        fake.clock.advance(400)
        assert readers[0].glanced(wires, heard) and heard == []
        fake.clock.advance(us)
    assert {chip.frames - count for chip, count in zip(fake.chips, before)} == {50}
    before = fake.chips[0].frames
    assert run(fake, IDENTIFY) == NONE
    assert fake.chips[0].frames - before in (1, 2)  # it asks twice now and then


def test_a_step_that_takes_the_place_of_the_end_of_a_glance(fake):
    """At any moment of the glance, with a tag that it has woken and with none: the step has to ask twice."""
    readers, wires = at_ease(fake)
    for us in range(0, 700, 23):
        tag = lay(fake, Tag(UID7))
        for what in (UID7, NONE):
            readers[0].glance(wires)
            fake.clock.advance(us)
            readers[0].begin(IDENTIFY, True)
            assert finish(fake) == what, us
            if what == UID7:
                fake.pads[0].tags.remove(tag)
                while not readers[0].at_ease():
                    assert run(fake, IDENTIFY) == NONE


def asleep(fake, uid=UID7):
    """A tag on pad 0 that was read; it rests in HALT."""
    tag = lay(fake, Tag(uid))
    reader = fake.parts.readers[0]
    assert not reader.rests(uid)
    assert run(fake, IDENTIFY) == uid and reader.rests(uid)
    assert tag.state == HALT
    return tag, reader, [reader.wire]


def call(fake, reader, wires):
    """Send the three frames for resting tags. Return "new" if one was heard that was not read yet, "gone" if
    none answered, else "rests".
    """
    heard, missed = [], []
    reader.glance(wires, True)
    fake.clock.advance(400)
    assert reader.glanced(wires, heard)
    if heard:
        return "new"
    reader.glance(wires)
    assert not reader.unanswered(wires, missed), "it is too soon"
    fake.clock.advance(430)
    assert reader.unanswered(wires, missed)
    reader.glance(wires, True)
    fake.clock.advance(400)
    fake.chips[0].settle()
    return "gone" if missed else "rests"


def test_a_call_sends_three_short_frames_and_the_tag_sleeps_on(fake):
    tag, reader, wires = asleep(fake)
    chip = fake.chips[0]
    for _ in range(5):
        frames, accesses = chip.frames, chip.accesses
        assert call(fake, reader, wires) == "rests"
        assert (chip.frames - frames, chip.accesses - accesses) == (3, 17)
        assert tag.state == HALT
    assert run(fake, CHECK) == UID7


def test_a_call_finds_that_the_tag_is_gone_or_that_another_one_is_here(fake):
    tag, reader, wires = asleep(fake)
    other = lay(fake, Tag(UID4))
    fake.clock.advance(5000)
    assert call(fake, reader, wires) == "new"
    assert run(fake, IDENTIFY) == SEVERAL
    fake.pads[0].tags.remove(other)
    while not reader.rests(UID7):
        run(fake, IDENTIFY)
    assert call(fake, reader, wires) == "rests"
    fake.pads[0].tags.remove(tag)
    assert call(fake, reader, wires) == "gone"
    assert run(fake, CHECK) == NONE


@pytest.mark.parametrize(("frame", "second"), [(0, False), (1, False), (2, False), (0, True)])
def test_a_call_of_which_a_frame_is_lost_is_made_good_by_the_next(fake, frame, second):
    """No tag is left awake, and a second one is found."""
    tag, reader, wires = asleep(fake)
    chip = fake.chips[0]
    plain, sent = chip._transmit, []

    def lose():
        sent.append(None)
        chip.frame_error_rate = float(len(sent) == frame + 1)
        plain()

    chip._transmit = lose
    if second:
        lay(fake, Tag(UID4))
        fake.clock.advance(5000)
    assert call(fake, reader, wires) == ("gone" if frame == 1 else "rests")
    chip._transmit = plain
    chip.frame_error_rate = 0.0
    assert call(fake, reader, wires) == ("new" if second else "rests")
    assert second or tag.state == HALT


def frames_of(fake, step):
    """Return the bytes of the FIFO that reader 0 sends in a step, and the bits of the last one."""
    chip = fake.chips[0]
    sent = []
    plain = chip._transmit

    def noted():
        sent.append((bytes(chip._fifo), chip._regs[0x0D] & 7))
        plain()

    chip._transmit = noted
    result = run(fake, step)
    chip._transmit = plain
    return result, sent


@pytest.mark.parametrize(("noise", "heard"), list(zip(NOISE, ("silent", "cured", "error"))))
def test_chips_report_an_empty_pad(fake, noise, heard):
    reader, chip = fake.parts.readers[0], fake.chips[0]
    chip.noise = noise
    started = fake.clock.us
    assert mfrc522_service.silence(reader) == heard
    assert fake.clock.us - started < 10_000
    reader.probe()
    assert reader.settings_hold()
    chip.noise = ""
    lay(fake, Tag(UID4, sak=0x08))
    assert run(fake, IDENTIFY) == UID4


def test_with_noise_an_empty_pad_looks_unreadable(fake):
    """This is the reason for the test of silence."""
    fake.chips[0].noise = "short"
    assert [run(fake, IDENTIFY) for _ in range(5)] == [GARBLED] * 5


def test_noise_in_one_frame_of_five_is_found(fake, monkeypatch):
    monkeypatch.setattr(Mfrc522Chip, "noise", property(lambda chip: "" if chip.frames % 5 else "long"))
    assert mfrc522_service.silence(fake.parts.readers[0]) == "error"


def test_a_tag_that_answers_leaves_the_test_of_silence_open(fake):
    lay(fake, Tag(UID7))
    assert mfrc522_service.silence(fake.parts.readers[0]) is None


def test_a_step_sends_its_frames_and_no_other(fake):
    """No frame is sent twice, early, in part or with another frame's length, whatever StartSend is."""
    poll_while_a_tag_may_be_there(fake)
    wake, halt = (b"\x52", 7), (b"\x50\x00\x57\xcd", 0)
    lay(fake, Tag(UID4, sak=0x08))
    select = b"\x93\x70" + UID4 + b"\x44"
    select += crc_a(select, 0, 7).to_bytes(2, "little")
    asked = UID4, [wake, (b"\x93\x20", 0), (select, 0), halt]
    result, sent = frames_of(fake, IDENTIFY)
    assert (result, sent[-4:]) == asked and set(sent[:-4]) <= {wake}
    result, sent = frames_of(fake, CHECK)
    assert (result, sent[-3:]) == (UID4, [wake, (select, 0), halt]) and set(sent[:-3]) <= {wake}


def test_a_command_written_again_need_not_end_itself(fake, monkeypatch):
    """The data sheet has another command end Transceive; whether the same one does, it does not say."""
    monkeypatch.setattr(Mfrc522Chip, "restarts", False)
    readers, wires = at_ease(fake)
    heard = []
    for expected in ([], [wires[0]]):
        for _ in range(3):
            heard.clear()
            readers[0].glance(wires)
            fake.clock.advance(400)
            assert readers[0].glanced(wires, heard) and heard == expected
            readers[0].begin(IDENTIFY, True)
            assert finish(fake) == (UID7 if expected else NONE)
        if not expected:
            lay(fake, Tag(UID7))
    assert [run(fake, CHECK) for _ in range(5)] == [UID7] * 5


@pytest.mark.parametrize("what", ["brown-out", "start", "bus"])
def test_a_glance_detects_a_chip_that_does_not_execute_its_command(fake, what):
    readers, wires = at_ease(fake)
    chip = fake.chips[2]
    if what == "brown-out":
        chip.brown_out()
        fake.clock.advance(1000)
    elif what == "start":
        chip.lost_starts = 1
    else:
        chip.dead = 0xFF
    readers[0].glance(wires)
    fake.clock.advance(400)
    heard = []
    assert readers[0].glanced(wires, heard)
    assert heard == [wires[2]]
    readers[2].begin(IDENTIFY, True)
    if what == "start":
        assert finish(fake, 2) == NONE
        return
    with pytest.raises(ReaderFault) as caught:
        finish(fake, 2)
    assert caught.value.code == ("brown-out" if what == "brown-out" else "dead-bus")


def test_a_thorough_step_looks_at_all_settings(fake):
    readers, _ = at_ease(fake)
    fake.chips[0]._regs[0x26] ^= 0x10
    with pytest.raises(ReaderFault) as caught:
        readers[0].begin(IDENTIFY, THOROUGHLY)
    assert caught.value.code == "brown-out"


# Disturbed air.


@pytest.mark.parametrize("uid", [UID4, UID7, UID10], ids=["4", "7", "10"])
@pytest.mark.parametrize("step", [IDENTIFY, CHECK])
def test_one_damaged_frame_is_made_good_within_the_step(uid, step):
    """Whichever it is, of reader or tag."""
    fake = powered()
    lay(fake, Tag(uid))
    assert run(fake, IDENTIFY) == uid
    chip = fake.chips[0]
    frames = [0]
    chip._unlucky = lambda: frames.append(0)
    assert run(fake, step) == uid
    for damaged in range(1, len(frames)):
        count = [0]

        def unlucky(damaged=damaged, count=count):
            count[0] += 1
            return count[0] == damaged

        chip._unlucky = unlucky
        assert run(fake, step) in (uid, NONE if damaged == 1 else uid), damaged
        chip._unlucky = lambda: False
        assert run(fake, step) == uid


def test_five_percent_frame_errors_never_a_wrong_identity():
    """2,000 lays; each is identified within a few tries, and no disturbed frame makes another card of it."""
    fake = powered(seed=7)
    fake.chips[0].frame_error_rate = 0.05
    wrong = tries = 0
    for number in range(2000):
        length = (4, 7, 7, 10)[number % 4]
        uid = (number * 2654435761 + 12345).to_bytes(10, "little")[:length]
        tag = lay(fake, Tag(b"\x04" + uid[1:]))
        result = NONE
        while not isinstance(result, bytes):
            result = run(fake, IDENTIFY)
            tries += 1
        wrong += result != tag.uid
        fake.pads[0].tags.remove(tag)
    assert wrong == 0
    assert tries < 2000 * 2


def test_a_garbled_answer_is_never_none():
    """Only the tags' answers are disturbed: a tag with an unreadable answer is present, check after check."""
    fake = powered(seed=3)
    lay(fake, Tag(UID7))
    assert run(fake, IDENTIFY) == UID7
    chip = fake.chips[0]
    heard = chip._plan_reception

    def disturbed(start, value, length):
        chip.frame_error_rate = 0.3
        heard(start, value, length)
        chip.frame_error_rate = 0.0

    chip._plan_reception = disturbed
    results = [run(fake, CHECK) for _ in range(1000)]
    assert NONE not in results
    assert set(results) == {UID7, GARBLED}


def test_frame_errors_while_lying_make_no_false_removal():
    """Both directions disturbed at 5 %: three NONE in a row, which would mean lifted, do not happen."""
    fake = powered(seed=11)
    lay(fake, Tag(UID7))
    assert run(fake, IDENTIFY) == UID7
    fake.chips[0].frame_error_rate = 0.05
    row = longest = 0
    for _ in range(amount(1500, 5000)):
        result = run(fake, CHECK)
        assert result in (UID7, NONE, GARBLED)
        row = row + 1 if result == NONE else 0
        longest = max(longest, row)
    assert longest < 3


def test_weak_field():
    fake = powered(seed=5)
    fake.pads[0].weak = 0.2
    lay(fake, Tag(UID7))
    results = []
    for _ in range(300):
        fake.clock.advance(1000)
        results.append(run(fake, IDENTIFY))
    assert set(results) <= {UID7, GARBLED, NONE}
    assert results.count(UID7) > 50


# Broken readers.


def test_no_answer_when_registers_do_not_hold(fake):
    fake.chips[0]._masks = bytes(64)
    with pytest.raises(ReaderFault) as caught:
        fake.parts.readers[0].probe()
    assert caught.value.code == "no-answer"


@pytest.mark.parametrize("version", [0x91, 0x92, 0x88, 0x12, 0xB2, 0x00, 0xFF])
def test_no_chip_is_rejected_by_its_version_byte(version):
    fake = powered(version=version)
    lay(fake, Tag(UID7))
    assert run(fake, IDENTIFY) == UID7
    assert fake.parts.readers[0].version == version


def test_brown_out_is_found_at_once_and_probe_cures_it(fake):
    lay(fake, Tag(UID7))
    reader = fake.parts.readers[0]
    assert run(fake, IDENTIFY) == UID7
    for us in range(0, 4000, 191):
        reader.begin(CHECK)
        end = fake.clock.us + us
        while fake.clock.us < end and reader.collect() == PENDING:
            pass
        fake.chips[0].brown_out()
        with pytest.raises(ReaderFault) as caught:
            run(fake, CHECK)
        assert caught.value.code == "brown-out"
        reader.probe()
        fake.clock.advance(5000)
        assert run(fake, CHECK) == UID7


def test_lost_start_is_sent_again(fake):
    lay(fake, Tag(UID7))
    fake.chips[0].lost_starts = 1
    assert run(fake, IDENTIFY) == UID7


def test_exchanges_that_never_end_are_a_fault(fake):
    fake.chips[0].lost_starts = 1000
    started = fake.clock.us
    with pytest.raises(ReaderFault) as caught:
        run(fake, IDENTIFY)
    assert caught.value.code == "stuck"
    assert fake.clock.us - started < 15_000


def test_a_hot_chip_says_so(fake):
    fake.chips[0].overheat()
    with pytest.raises(ReaderFault) as caught:
        run(fake, IDENTIFY)
    assert caught.value.code == "too-hot"


def test_one_bit_error_on_the_bus_is_no_fault(fake):
    """TxASK misread once: the settings are read again, and hold."""
    lay(fake, Tag(UID7))
    chip = fake.chips[0]
    swap = chip.swap
    flips = [3]

    def flipped(out, byte_ns):
        reply = swap(out, byte_ns)
        if len(out) == 6:
            flips[0] -= 1
            if flips[0] == 0:
                reply[5] ^= 0x08
        return reply

    chip.swap = flipped
    assert run(fake, IDENTIFY) == UID7
    assert flips[0] < 0
    fake.pads[0].tags.clear()
    flips[0] = 1
    assert run(fake, IDENTIFY) == NONE


@pytest.mark.parametrize("register", [0x12, 0x13, 0x24, 0x26, 0x2A, 0x2B, 0x2C, 0x2D, 0x11, 0x14])
def test_a_setting_lost_alone_is_found_within_sixteen_steps(fake, register):
    """A bit error on the bus may write to any register; most of these make a reader deaf, silently."""
    chip = fake.chips[0]
    for _ in range(5):
        run(fake, IDENTIFY)
    chip._regs[register] ^= 0x83 if register == 0x14 else 0x02
    chip._follow_field()
    with pytest.raises(ReaderFault) as caught:
        for _ in range(16):
            run(fake, IDENTIFY)
    assert caught.value.code == "brown-out"
    fake.parts.readers[0].probe()
    fake.clock.advance(6000)
    lay(fake, Tag(UID7))
    assert run(fake, IDENTIFY) == UID7


@pytest.mark.parametrize("missed", range(4))
def test_an_antenna_that_went_off_lifts_no_card(fake, missed):
    """Nor does it after looks that the tag did not hear: a card counts as gone only after five of them."""
    tag = lay(fake, Tag(UID7))
    assert run(fake, IDENTIFY) == UID7
    fake.pads[0].tags.remove(tag)
    for _ in range(missed):
        assert run(fake, CHECK) == NONE
    fake.pads[0].tags.append(tag)
    fake.chips[0]._regs[0x14] = 0x80
    fake.chips[0]._follow_field()
    with pytest.raises(ReaderFault) as caught:
        run(fake, CHECK)
    assert caught.value.code == "brown-out"


def test_latched_up_chip(fake):
    fake.chips[0].latch_up()
    with pytest.raises(ReaderFault) as caught:
        run(fake, IDENTIFY)
    assert caught.value.code == "dead-bus"


@pytest.mark.parametrize("counts_align", [True, False])
@pytest.mark.parametrize("crc_in_fifo", [True, False])
def test_what_the_data_sheet_leaves_open_makes_no_difference(fake, counts_align, crc_in_fifo):
    chip = fake.chips[0]
    chip.coll_counts_align, chip.rx_crc_in_fifo = counts_align, crc_in_fifo
    lay(fake, Tag(UID7))
    assert run(fake, IDENTIFY) == UID7
    lay(fake, Tag(UID4, sak=0x08))
    assert run(fake, IDENTIFY) == SEVERAL


def test_bit_errors_on_the_bus_make_no_other_uid():
    """One bit in 5,000 flips: looks fail, readers fail and are woken; no uid comes out wrong."""
    fake = powered(seed=2)
    tag = lay(fake, Tag(UID10))
    reader = fake.parts.readers[0]
    next(iter(fake._buses.values())).disturb(1 / 5000)
    read = failed = 0
    looks = amount(700, 2000)
    for _ in range(looks):
        try:
            result = run(fake, IDENTIFY)
        except ReaderFault:
            failed += 1
            try:
                reader.probe()
            except ReaderFault:
                continue
            fake.clock.advance(6000)
            continue
        if isinstance(result, bytes):
            assert result == tag.uid
            read += 1
    assert read > 0.4 * looks
    assert 0 < failed < 0.25 * looks


def test_settings_that_are_misread_are_no_brown_out():
    """Bits that flip on the bus read otherwise the next time; a chip that lost its settings does not."""
    fake = powered()
    codes_seen = set()
    fake._buses["bus0"].disturb(0.01)
    for _ in range(40):
        try:
            run(fake, IDENTIFY)
        except ReaderFault as fault:
            codes_seen.add(fault.code)
    assert "no-answer" in codes_seen


def test_a_bus_that_errs_above_a_clock_errs_no_more_below():
    fake = powered()
    bus = fake._buses["bus0"]
    bus.disturb(0.02, above=2_000_000)
    for hz, well in ((4_000_000, False), (2_000_000, True), (4_000_000, False), (1_000_000, True)):
        fake.parts.buses[0][0].init(baudrate=hz)
        went = []
        for _ in range(30):
            try:
                fake.parts.readers[0].probe()
                went.append(True)
            except ReaderFault:
                went.append(False)
        assert all(went) if well else went.count(False) > 15
