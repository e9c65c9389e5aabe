"""Readers that fail while a card lies there, from the chip's registers up to what the table says."""

import pytest

from cardtable.controller.input.poll_schedule import Pads
from cardtable.controller.input.presence import FAILED, LAID, LIFTED, RECOVERED
from tablehost.virtual.tags.tag import Tag
from virtual_pico import powered

A = bytes.fromhex("04A1B2C3D4E5F6")
B = bytes.fromhex("04FFEEDDCCBBAA")


class Bench:
    """Pads over chip models; a card rests on pad 2, another one on pad 3."""

    def __init__(self, **options):
        self.fake = powered(**options)
        self.chip = self.fake.chips[2]
        self.field = self.fake.pads[2]
        self.pads = Pads(self.fake.parts.readers, self.fake.parts.reader_codes)
        self.run(200)
        self.card = Tag(A)
        self.field.tags.append(self.card)
        self.fake.pads[3].tags.append(Tag(B))
        assert sorted(self.run(400)) == [(LAID, 2, A), (LAID, 3, B)]

    def run(self, ms):
        """The events of this long."""
        events = []
        clock = self.fake.clock
        until = clock.us + ms * 1000
        while clock.us < until:
            events += self.pads.step(clock.us // 1000)
            clock.advance(250 if self.pads.busy() else 1000)
        return events


@pytest.fixture
def bench():
    return Bench()


def test_a_brown_out_is_announced_and_cured_and_the_card_still_lies_there(bench):
    for number in range(1, 6):
        bench.chip.brown_out()
        assert bench.run(1500) == [(FAILED, 2, "brown-out"), (RECOVERED, 2, None)]
        assert bench.pads.presence.failures[2] == number
    assert bench.pads.seen[2] == A
    assert bench.chip._regs[0x15] == 0x40
    bench.field.tags.remove(bench.card)
    assert bench.run(500) == [(LIFTED, 2, None)]


def test_a_card_taken_during_a_brown_out_is_gone(bench):
    bench.chip.brown_out()
    bench.field.tags.remove(bench.card)
    assert bench.run(1500) == [(FAILED, 2, "brown-out"), (RECOVERED, 2, None), (LIFTED, 2, None)]


@pytest.mark.parametrize("level", [0x00, 0xFF])
@pytest.mark.parametrize("fault", ["dead", "miso_stuck"])
def test_a_dead_bus_is_tried_again_and_lifts_no_card(bench, fault, level):
    setattr(bench.chip, fault, level)
    events = bench.run(3000)
    assert set(events) == {(FAILED, 2, "dead-bus")}
    assert 3 <= len(events) <= 5
    assert bench.pads.seen == [None, None, A, B, None, None, None]
    setattr(bench.chip, fault, None)
    assert bench.run(1500) == [(RECOVERED, 2, None)]
    assert bench.pads.seen[2] == A


def test_a_hot_reader_is_started_again(bench):
    bench.chip.overheat()
    assert bench.run(1500) == [(FAILED, 2, "too-hot"), (RECOVERED, 2, None)]


def test_a_lost_start_is_nobodys_business(bench):
    bench.chip.lost_starts = 2
    assert bench.run(1500) == []


def test_starts_lost_for_good_are_a_fault(bench):
    bench.chip.lost_starts = 10_000
    assert set(bench.run(1500)) == {(FAILED, 2, "stuck"), (RECOVERED, 2, None)}
    bench.chip.lost_starts = 0
    bench.run(1500)
    assert bench.pads.alive[2] and bench.pads.seen[2] == A


def test_a_latched_up_reader_stays_a_fault_until_the_hard_reset(bench):
    bench.chip.latch_up()
    assert set(bench.run(2500)) == {(FAILED, 2, "dead-bus")}
    bench.chip.hold_reset(0)
    bench.chip.hold_reset(1)
    assert bench.run(1500) == [(RECOVERED, 2, None)]


def test_an_upset_setting_is_found_while_the_table_is_idle(bench):
    bench.chip.upset(0x14)
    assert bench.run(1500) == [(FAILED, 2, "brown-out"), (RECOVERED, 2, None)]
    empty = bench.fake.chips[5]
    empty.upset(0x14)
    assert bench.run(1500) == [(FAILED, 5, "brown-out"), (RECOVERED, 5, None)]


@pytest.mark.parametrize("version", [0x91, 0x92, 0x88, 0x12, 0xB2])
def test_clones_read_cards(version):
    assert Bench(version=version).pads.presence.failures == [0] * 7
