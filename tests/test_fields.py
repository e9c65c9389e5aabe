"""Tags in the field of more than one reader, and tags upon each other."""

import pytest

from cardtable.drivers.codes import CHECK, GARBLED, IDENTIFY, NONE, PENDING, SEVERAL
from cardtable.drivers.mfrc522_setup import field
from pico import finish, lay, powered, run
from tablehost.virtual.tags import Tag

A = bytes.fromhex("04A1B2C3D4E5F6")
B = bytes.fromhex("04FFEEDDCCBBAA")


@pytest.fixture
def fake():
    """Reader 1 reaches what lies on pad 0."""
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


def test_a_field_that_does_not_reach_disturbs_nobody(fake):
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
    field(fake.parts.readers[0], False)
    assert run(fake, IDENTIFY, 1) == A
    field(fake.parts.readers[1], False)
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
    """A tag left awake takes the next WUPA for nonsense: asked with WUPA alone, the two answer by turns."""
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
