"""Tags in the field of more than one reader, and tags upon each other."""

import pytest

from cardtable.controller.input.pad_filter import SEVERAL as SIGHT_SEVERAL
from cardtable.controller.input.poll_schedule import Pads
from cardtable.controller.input.presence import LAID, LIFTED
from cardtable.drivers.reader import CHECK, GARBLED, IDENTIFY, NONE, PENDING, SEVERAL
from single_chip import switch_field
from tablehost.firmware import boards
from tablehost.virtual.tags.tag import Tag
from virtual_pico import finish, lay, powered, run

A = bytes.fromhex("04A1B2C3D4E5F6")
B = bytes.fromhex("04FFEEDDCCBBAA")


@pytest.fixture
def fake():
    """Reader 1 reaches the tag on pad 0."""
    fake = powered(seed=4)
    fake.pads[1].couple(fake.pads[0], 1.0)
    return fake


def together(fake, step, late_us=0):
    """Readers 0 and 1 take the step at the same time, or one `late_us` after the other."""
    fake.parts.readers[0].begin(step)
    end = fake.clock.us + late_us
    while fake.clock.us < end:
        fake.parts.readers[0].collect()
        fake.clock.advance(10)
    fake.parts.readers[1].begin(step)
    results = [PENDING, PENDING]
    while PENDING in results:
        results = [fake.parts.readers[pad].collect() for pad in (0, 1)]
    return results


def test_a_ghost_reads_where_nothing_lies(fake):
    lay(fake, Tag(A))
    assert run(fake, IDENTIFY, 1) == A
    assert run(fake, IDENTIFY, 0) == A
    assert run(fake, CHECK, 1) == A


def test_only_the_coupled_way_round(fake):
    lay(fake, Tag(A), pad=1)
    assert run(fake, IDENTIFY, 0) == NONE
    assert run(fake, IDENTIFY, 1) == A


def test_a_ghost_collides_with_who_lies_there(fake):
    lay(fake, Tag(A), pad=0)
    lay(fake, Tag(B), pad=1)
    assert run(fake, IDENTIFY, 0) == A
    assert run(fake, IDENTIFY, 1) == SEVERAL


def test_two_readers_at_once_mangle_each_others_frames(fake):
    """Whatever the shift between the two: never a uid that is not there, never the end of the world."""
    lay(fake, Tag(A))
    seen = set()
    for late in range(0, 5000, 61):
        seen |= set(together(fake, IDENTIFY, late))
        assert seen <= {A, NONE, GARBLED, SEVERAL}
    assert GARBLED in seen, "mangled"
    assert A in seen, "and sometimes not"
    assert run(fake, IDENTIFY, 0) == A


def test_a_field_that_does_not_reach_disturbs_no_tag(fake):
    lay(fake, Tag(A), pad=2)
    lay(fake, Tag(B), pad=3)
    for pad in (2, 3):
        fake.parts.readers[pad].begin(IDENTIFY)
    assert finish(fake, 2) == A
    assert finish(fake, 3) == B


def test_a_loose_coupling_reads_now_and_then():
    fake = powered(seed=9)
    fake.pads[1].couple(fake.pads[0], 0.8)
    lay(fake, Tag(A))
    results = [run(fake, IDENTIFY, 1) for _ in range(300)]
    assert set(results) == {A, NONE, GARBLED}
    assert [run(fake, IDENTIFY, 0) for _ in range(300)] == [A] * 300, "the reader beside it is not on the air"


def test_a_neighbours_field_powers_a_tag(fake):
    tag = lay(fake, Tag(A))
    switch_field(fake.parts.readers[0], False)
    assert run(fake, IDENTIFY, 1) == A
    switch_field(fake.parts.readers[1], False)
    assert tag.state == 0


def test_who_shares_the_air_keeps_the_order_of_events():
    """Reader 0 is not looked at for a while: what it sent comes first all the same."""
    fake = powered()
    fake.pads[1].couple(fake.pads[0], 1.0)
    for _ in range(5):
        assert [run(fake, IDENTIFY, pad) for pad in (0, 1)] == [NONE] * 2
    tag = lay(fake, Tag(A))
    fake.parts.readers[0].begin(IDENTIFY)
    fake.clock.advance(2000)
    assert tag.state != 2, "nobody has looked"
    assert run(fake, IDENTIFY, 1) == NONE, "READY for reader 0, it took the WUPA of reader 1 for nonsense"
    assert run(fake, IDENTIFY, 1) == A


def test_a_neighbour_that_wakes_one_of_two_hides_neither(fake):
    """A tag left awake takes the next WUPA for nonsense: asked with WUPA alone, the two alternate."""
    pair = lay(fake, Tag(A)), lay(fake, Tag(B))
    assert run(fake, IDENTIFY) == SEVERAL
    for awake in (0, 1, 1, 0):
        for tag in pair:
            tag.disturb()
        pair[awake].hear(b"\x52", 7)
        assert run(fake, IDENTIFY) == SEVERAL


def test_tags_stacked_exactly_are_not_there_at_all(fake):
    field = fake.pads[2]
    field.stacked = True
    lay(fake, Tag(A), pad=2)
    assert run(fake, IDENTIFY, 2) == A
    upper = lay(fake, Tag(B), pad=2)
    assert [run(fake, CHECK, 2) for _ in range(3)] == [NONE] * 3
    assert run(fake, IDENTIFY, 2) == NONE
    field.tags.remove(upper)
    fake.clock.advance(2000)
    assert run(fake, IDENTIFY, 2) == A


def test_chance_of_the_air_repeats_with_its_seed():
    def history(seed):
        fake = powered(seed=seed)
        fake.pads[1].couple(fake.pads[0], 0.5)
        lay(fake, Tag(A))
        return [together(fake, IDENTIFY, late) for late in range(0, 2000, 50)]

    assert history(1) == history(1)
    assert history(1) != history(2)


# Capture: of two answers the reader hears the stronger one alone.


def pair(fake, *, on=0, strong=5.0, order="both"):
    """Two tags on a pad, the first five times as strong as the second; laid in this order."""
    fake.pads[on].capture = 3.0
    tags = Tag(A), Tag(B)
    tags[0].strength = strong
    for tag in reversed(tags) if order == "weak first" else tags:
        lay(fake, tag, on)
    return tags


def test_of_two_answers_the_stronger_one_is_heard_alone():
    """From three times as strong on, in this field; else they collide."""
    for strong, heard in ((2.9, SEVERAL), (3.1, A)):
        fake = powered()
        pair(fake, strong=strong)
        assert run(fake, IDENTIFY) == heard


def test_a_neighbours_tag_is_covered_by_the_card_that_lies_here():
    """Its strength counts in the measure of the coupling."""
    for coupling, heard in ((0.99, SEVERAL), (0.3, A)):
        fake = powered(seed=1)
        fake.pads[0].capture = 3.0
        fake.pads[0].couple(fake.pads[1], coupling)
        lay(fake, Tag(A), 0)
        lay(fake, Tag(B), 1)
        assert run(fake, IDENTIFY) == heard


@pytest.mark.parametrize("order", ["both", "strong first", "weak first"])
def test_a_covered_tag_is_found_once_the_stronger_one_is_known(order):
    """While that one is selected WUPA sends it to sleep without an answer, and wakes the other one."""
    fake = powered()
    strong, weak = pair(fake, order=order)
    assert run(fake, IDENTIFY) == A
    for _ in range(20):
        assert run(fake, IDENTIFY) == SEVERAL
        assert run(fake, CHECK) == A, "it asks for that one alone"
    fake.pads[0].tags.remove(weak)
    assert [run(fake, step) for step in (IDENTIFY, CHECK) * 5] == [A] * 10
    fake.pads[0].tags.append(weak)
    fake.clock.advance(2000)
    assert run(fake, IDENTIFY) == SEVERAL
    fake.pads[0].tags.remove(strong)
    assert [run(fake, step) for step in (CHECK, IDENTIFY) * 5] == [B] * 10


def test_a_tag_alone_is_never_several():
    """Nor is it with damaged frames, in a weak field, or left awake: it does not answer as another one."""
    fake = powered(seed=6)
    tag = lay(fake, Tag(A))
    for rate, weak in ((0.0, 0.0), (0.1, 0.0), (0.0, 0.2), (0.05, 0.05)):
        fake.chips[0].frame_error_rate, fake.pads[0].weak = rate, weak
        for turn in range(60):
            if turn % 7 == 0:
                tag.disturb()
            result = run(fake, IDENTIFY if turn % 3 else CHECK)
            assert result in (A, NONE, GARBLED, SEVERAL)
            assert result != SEVERAL or rate or weak


def seen_on_pad_0(fake, pads, ms):
    """Let this much time go by; what the table said of pad 0, in order."""
    said = []
    end = fake.clock.us + ms * 1000
    while fake.clock.us < end:
        for event in pads.step(fake.clock.us // 1000):
            if event.kind in (LAID, LIFTED) and event.pad == 0:
                said.append(event.value if event.kind == LAID else None)
        fake.clock.advance(250 if pads.busy() else max(1, min(2000, pads.due() * 1000 - fake.clock.us)))
    return said


@pytest.mark.parametrize("order", ["both", "strong first", "weak first"])
@pytest.mark.parametrize("kind, errors", [("mfrc522", 0.0), ("mfrc522", 0.05), ("pn532", 0), ("pn5180", 0)])
def test_a_table_reports_a_card_that_covers_another(kind, errors, order):
    """MFRC522 and PN532 tell two cards, however they came there. A PN5180 tells the stronger card. Nothing
    else is reported; and when one is taken away the other counts.
    """
    board = boards.load("pico_6pads" if kind == "mfrc522" else f"pico_6pads+{kind}")
    fake = powered(board, seed=8)
    pads = Pads(fake.parts.readers[:2], fake.parts.reader_codes, fake.parts.buses[:2])
    fake.chips[0].frame_error_rate = errors
    seen_on_pad_0(fake, pads, 300)
    fake.pads[0].capture = 3.0
    tags = Tag(A), Tag(B)
    tags[0].strength = 5.0
    for gone, left in ((0, B), (1, A)):
        first, second = (1, 0) if order == "weak first" else (0, 1)
        fake.pads[0].tags.append(tags[first])
        said = seen_on_pad_0(fake, pads, 0 if order == "both" else 500)
        fake.pads[0].tags.append(tags[second])
        said += seen_on_pad_0(fake, pads, 1200)
        assert set(said) <= {tags[0].uid, tags[1].uid, SIGHT_SEVERAL, None}
        assert pads.seen[0] == (A if kind == "pn5180" else SIGHT_SEVERAL)
        assert seen_on_pad_0(fake, pads, 1000) == [], "it does not change its mind"
        fake.pads[0].tags.remove(tags[gone])
        seen_on_pad_0(fake, pads, 600)
        assert pads.seen[0] == left
        fake.pads[0].tags.clear()
        seen_on_pad_0(fake, pads, 300)
        assert pads.seen[0] is None
