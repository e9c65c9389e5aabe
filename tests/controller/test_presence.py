"""Presence on the pads: what counts as laid and as lifted, against readers that err and readers that fail."""

import random
from itertools import pairwise

import pytest

from cardtable.controller.input import poll_schedule
from cardtable.controller.input.pad_filter import GONE_MS, PASSING_MS, REST_MS, SEVERAL, TWICE, UNREADABLE
from cardtable.controller.input.poll_schedule import SWEEP_MS, Pads
from cardtable.controller.input.presence import FAILED, JUDGE_MS, LAID, LIFTED, RECOVERED
from cardtable.drivers import reader as codes
from cardtable.drivers.reader import CHECK, GARBLED, IDENTIFY, NONE, PENDING, ReaderFault

A, B = b"\x04AAAAAA", b"\x04BBBBBB"


class Reader:
    """`there`: the tags on the pad; `noise(result)`: what becomes of a look. Like the driver it checks for
    the tag it knows without seeing others."""

    can_glance = False

    def at_ease(self):
        return False

    def __init__(self):
        self.there = []
        self.noise = lambda result: result
        self.broken = None
        self.steps = []
        self.wait = 0
        self.slow = 2
        self.known = None

    def probe(self):
        if self.broken:
            raise ReaderFault(self.broken)

    def begin(self, step, again=False):
        self.probe()
        self.steps.append(step)
        self.wait = self.slow

    def collect(self):
        self.probe()
        if self.wait:
            self.wait -= 1
            return PENDING
        if self.steps[-1] == CHECK and self.known in self.there:
            return self.noise(self.known)
        if len(self.there) > 1:
            return self.noise(codes.SEVERAL)
        if not self.there:
            return self.noise(NONE)
        self.known = self.there[0]
        return self.noise(self.known)


class Bench:
    """Pads whose readers have been woken, and a clock of milliseconds."""

    def __init__(self, count=2):
        self.readers = [Reader() for _ in range(count)]
        self.pads = Pads(self.readers, codes)
        self.now = 0
        self.events = self.run(100)

    def run(self, ms):
        """The events of this long, each with its time."""
        events = []
        for _ in range(ms):
            events += [(self.now, *event) for event in self.pads.step(self.now)]
            self.now += 1
        return events


def test_readers_are_woken_and_given_their_time():
    bench = Bench()
    assert [event[1:] for event in bench.events] == [(RECOVERED, 0, None), (RECOVERED, 1, None)]
    assert bench.readers[0].steps, "they look"


@pytest.mark.parametrize(("awaited", "rest"), [(True, REST_MS), (False, PASSING_MS)])
def test_a_card_counts_after_a_rest(awaited, rest):
    bench = Bench()
    bench.pads.presence.awaited[0] = awaited
    laid = bench.now
    bench.readers[0].there = [A]
    (event,) = bench.run(2000)
    assert event[1:] == (LAID, 0, A)
    assert rest <= event[0] - laid <= rest + 2 * SWEEP_MS


def test_looks_are_reported_at_a_time_of_their_own():
    """However soon a tag answers."""
    told = []
    for slow in (0, 1, 5):
        bench = Bench()
        bench.readers[0].slow = slow
        bench.readers[0].there = [A]
        told += bench.run(400)
    assert len(told) == 3 and told[0] == told[1] == told[2]


def test_a_card_carried_over_an_unasked_pad_says_nothing():
    bench = Bench()
    bench.pads.presence.awaited[0] = False
    bench.readers[0].there = [A]
    events = bench.run(PASSING_MS - 50)
    bench.readers[0].there = []
    assert events + bench.run(2000) == []


def test_a_card_awaited_while_it_rests_counts_at_once():
    bench = Bench()
    bench.pads.presence.awaited[0] = False
    bench.readers[0].there = [A]
    assert bench.run(500) == []
    bench.pads.presence.awaited[0] = True
    (event,) = bench.run(60)
    assert event[1:] == (LAID, 0, A)


def test_lifted_only_after_three_silent_looks_over_100_ms():
    bench = Bench()
    bench.readers[0].there = [A]
    bench.run(400)
    bench.readers[0].there = []
    lifted = bench.now
    (event,) = bench.run(500)
    assert event[1:] == (LIFTED, 0, None)
    assert GONE_MS <= event[0] - lifted <= GONE_MS + 2 * SWEEP_MS


def test_short_silences_lift_nothing():
    bench = Bench()
    bench.readers[0].there = [A]
    bench.run(400)
    events = []
    for _ in range(20):
        bench.readers[0].there = []
        events += bench.run(75)
        bench.readers[0].there = [A]
        events += bench.run(30)
    assert events == []


def test_an_error_is_a_sign_of_presence():
    bench = Bench()
    bench.readers[0].there = [A]
    bench.run(400)
    bench.readers[0].noise = lambda result: GARBLED
    garbled = bench.now
    (event,) = bench.run(5000)
    assert event[1:] == (FAILED, 0, "garbled"), "whether it is still the same card nobody knows"
    assert event[0] - garbled >= PASSING_MS
    bench.readers[0].noise = lambda result: result
    assert [event[1:] for event in bench.run(100)] == [(RECOVERED, 0, None)]
    bench.readers[0].noise = lambda result: NONE if len(bench.readers[0].steps) % 3 else GARBLED
    assert [event[1:] for event in bench.run(5000)] == [(FAILED, 0, "garbled")]
    assert bench.pads.seen[0] == A


@pytest.mark.parametrize("seed", range(8))
def test_presence_does_not_blink(seed):
    """A marginal tag: one look in ten hears nothing, another one is garbled."""
    chance = random.Random(seed)
    bench = Bench()
    bench.readers[0].noise = lambda result: chance.choices((result, NONE, GARBLED), (8, 1, 1))[0]
    bench.readers[0].there = [A]
    assert [event[1:] for event in bench.run(60_000)] == [(LAID, 0, A)]
    bench.readers[0].there = []
    bench.readers[0].noise = lambda result: result
    assert [event[1:] for event in bench.run(1000)] == [(LIFTED, 0, None)]


def test_an_exchange_is_a_lift_and_a_lay():
    bench = Bench()
    bench.readers[0].there = [A]
    bench.run(400)
    bench.readers[0].there = [B]
    assert [event[1:] for event in bench.run(500)] == [(LIFTED, 0, None), (LAID, 0, B)]


def test_a_second_tag_laid_next_to_a_known_one_is_seen():
    bench = Bench(count=7)
    bench.readers[3].there = [A]
    bench.run(400)
    bench.readers[3].there = [A, B]
    events = bench.run(7 * SWEEP_MS + REST_MS + 2 * SWEEP_MS)
    assert [event[1:] for event in events] == [(LIFTED, 3, None), (LAID, 3, SEVERAL)]
    bench.readers[3].there = [A]
    assert [event[1:] for event in bench.run(500)] == [(LIFTED, 3, None), (LAID, 3, A)]


def test_all_but_one_pad_only_check():
    """Asking who is there takes longer than asking whether it is: one pad does at a time."""
    bench = Bench(count=7)
    for pad, reader in enumerate(bench.readers):
        reader.there = [A + bytes([pad])]
    bench.run(400)
    for reader in bench.readers:
        reader.steps.clear()
    bench.run(7 * SWEEP_MS)
    for sweep in range(7):
        assert [reader.steps[sweep] for reader in bench.readers].count(IDENTIFY) == 1
    for reader in bench.readers:
        assert reader.steps.count(IDENTIFY) == 1


def test_a_tag_that_never_reads_is_said_once():
    bench = Bench()
    bench.readers[0].there = [A]
    bench.readers[0].noise = lambda result: GARBLED
    laid = bench.now
    (event,) = bench.run(5000)
    assert event[1:] == (LAID, 0, UNREADABLE)
    assert event[0] - laid >= PASSING_MS, "it may just be on its way"
    bench.readers[0].noise = lambda result: result
    assert [event[1:] for event in bench.run(500)] == [(LIFTED, 0, None), (LAID, 0, A)]


def test_a_broken_reader_lifts_no_card():
    bench = Bench()
    bench.readers[0].there = [A]
    bench.run(400)
    bench.readers[0].broken = "dead-bus"
    events = bench.run(3000)
    assert {event[1] for event in events} == {FAILED}
    assert bench.pads.seen[0] == A
    bench.readers[0].broken = None
    assert [event[1:] for event in bench.run(1100)] == [(RECOVERED, 0, None)]


def test_a_broken_reader_is_tried_every_second_and_stops_no_other():
    bench = Bench()
    bench.readers[0].broken = "stuck"
    bench.readers[1].there = [B]
    events = [event[1:] for event in bench.run(5000)]
    assert (LAID, 1, B) in events
    assert 4 <= events.count((FAILED, 0, "stuck")) <= 7


def test_a_card_taken_while_its_reader_was_broken_is_gone_afterwards():
    bench = Bench()
    bench.readers[0].there = [A]
    bench.run(400)
    bench.readers[0].broken = "brown-out"
    bench.run(50)
    bench.readers[0].there = []
    bench.readers[0].broken = None
    assert [event[1:] for event in bench.run(1500)][-2:] == [(RECOVERED, 0, None), (LIFTED, 0, None)]


def test_a_garbled_look_confirms_no_card():
    """A was read once on its way past; then B lies there and does not read: A is not reported."""
    bench = Bench()
    bench.readers[0].there = [A]
    bench.run(SWEEP_MS)
    bench.readers[0].there = [B]
    bench.readers[0].noise = lambda result: GARBLED
    assert [event[1:] for event in bench.run(2000)] == [(LAID, 0, UNREADABLE)]
    bench.readers[0].noise = lambda result: result
    assert [event[1:] for event in bench.run(500)] == [(LIFTED, 0, None), (LAID, 0, B)]


def test_short_silences_do_not_hide_a_tag_that_never_reads():
    bench = Bench()
    bench.readers[0].there = [A]
    bench.readers[0].noise = lambda result: NONE if len(bench.readers[0].steps) % 3 else GARBLED
    assert [event[1:] for event in bench.run(1200)] == [(LAID, 0, UNREADABLE)]


@pytest.mark.parametrize("awaited", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_two_tags_of_which_one_comes_and_goes(seed, awaited):
    chance = random.Random(seed)
    bench = Bench()
    bench.pads.presence.awaited[0] = awaited
    bench.readers[0].there = [A, B]
    bench.readers[0].noise = lambda result: chance.choice((codes.SEVERAL, A, B, GARBLED))
    assert [event[1:] for event in bench.run(PASSING_MS + 100)] == [(LAID, 0, SEVERAL)]


def test_one_collision_is_no_second_tag():
    bench = Bench()
    bench.readers[0].there = [A]
    bench.run(400)
    noises = [codes.SEVERAL]
    bench.readers[0].noise = lambda result: noises.pop() if noises else result
    assert bench.run(1000) == []


def test_a_tag_on_two_pads_at_once_counts_on_neither():
    bench = Bench()
    for reader in bench.readers:
        reader.there = [A]
    events = [event[1:] for event in bench.run(2000)]
    assert events == [(LAID, 0, (TWICE, A)), (LAID, 1, (TWICE, A))]
    bench.readers[1].there = []
    assert [event[1:] for event in bench.run(500)] == [(LIFTED, 1, None), (LIFTED, 0, None), (LAID, 0, A)]


def test_a_ghost_of_a_card_that_rests_is_trouble_where_the_ghost_is():
    bench = Bench()
    bench.readers[0].there = [A]
    bench.run(400)
    bench.readers[1].there = [A]
    assert [event[1:] for event in bench.run(2000)] == [(LAID, 1, (TWICE, A))]
    assert bench.pads.seen == [A, (TWICE, A)]


def test_what_is_read_waits_while_another_pad_has_not_made_out_what_it_hears():
    """The card may be that pad's: its reader reads several and is not asked for one."""
    bench = Bench()
    bench.pads.presence.awaited[1] = False
    bench.readers[0].there = [A]
    bench.readers[1].there = [A, B]
    events = [event[1:] for event in bench.run(PASSING_MS + 2 * SWEEP_MS)]
    assert events == [(LAID, 1, SEVERAL), (LAID, 0, A)]


def test_what_is_read_while_another_pad_has_not_made_out_what_it_hears_is_said_all_the_same():
    """Pads that make nothing out, one after the other, keep none waiting for ever."""
    bench = Bench(count=6)
    for pad in range(1, 6):
        bench.pads.presence.awaited[pad] = False
    bench.readers[0].there = [A]
    events = []
    for pad in range(1, 6):
        bench.readers[pad].there = [B + bytes([pad]), B]
        events += bench.run(PASSING_MS // 2)
    assert (LAID, 0, UNREADABLE) in [event[1:] for event in events]
    assert (LAID, 0, A) not in [event[1:] for event in events]
    assert (LAID, 0, A) in [event[1:] for event in bench.run(PASSING_MS)]


def test_of_several_each_may_be_what_another_pad_reads():
    bench = Bench()
    bench.readers[1].there = [A]
    bench.run(4 * SWEEP_MS)
    bench.readers[0].there = [A]
    bench.readers[1].there = [A, B]
    events = [event[1:] for event in bench.run(3 * PASSING_MS)]
    assert (LAID, 1, SEVERAL) in events and (LAID, 0, (TWICE, A)) in events
    assert (LAID, 0, A) not in events


@pytest.mark.parametrize("first", [True, False], ids=["rested-before", "came-meanwhile"])
def test_a_card_that_came_to_rest_while_another_pad_heard_several_may_be_one_of_these(first):
    bench = Bench()
    bench.readers[0].there = [A]
    bench.run(400 if first else 0)
    bench.readers[1].there = [A, B]
    bench.run(2000)
    assert bench.pads.seen == [A, SEVERAL]
    bench.readers[1].there = [A]
    bench.run(1000)
    assert bench.pads.seen == [A if first else (TWICE, A), (TWICE, A)]
    bench.readers[1].there = []
    bench.run(500)
    assert bench.pads.seen == [A, None]


def test_a_card_moved_quickly_is_no_ghost():
    bench = Bench()
    bench.readers[0].there = [A]
    bench.run(400)
    bench.readers[0].there = []
    bench.readers[1].there = [A]
    assert [event[1:] for event in bench.run(GONE_MS + REST_MS + 3 * SWEEP_MS)] == [
        (LIFTED, 0, None),
        (LAID, 1, A),
    ]


def test_a_card_moved_from_a_broken_reader_counts_where_it_is():
    bench = Bench()
    bench.readers[0].there = [A]
    bench.run(400)
    bench.readers[0].broken = "dead-bus"
    bench.run(100)
    bench.readers[0].there = []
    bench.readers[1].there = [A]
    assert (LAID, 1, A) in [event[1:] for event in bench.run(500)]
    bench.readers[0].broken = None
    assert [event[1:] for event in bench.run(1500)] == [(RECOVERED, 0, None), (LIFTED, 0, None)]
    assert bench.pads.seen == [None, A]


def test_a_reader_that_fails_again_at_once_is_left_alone_for_a_second():
    bench = Bench()
    bench.readers[0].there = [A]
    bench.run(1500)
    reader = bench.readers[0]
    collect = reader.collect

    def hot():
        raise ReaderFault("too-hot")

    reader.collect = hot
    events = [event[1:] for event in bench.run(5000)]
    assert 4 <= events.count((FAILED, 0, "too-hot")) <= 6
    reader.collect = collect
    bench.run(1500)
    assert bench.pads.alive[0] and bench.pads.seen[0] == A
    assert bench.pads.presence.failures[0] == events.count((FAILED, 0, "too-hot"))


def test_neighbours_look_one_after_the_other_while_anything_is_new():
    bench = Bench(count=4)
    looking = []

    def note(pad, begin):
        def noted(step, again=False):
            looking.append(pad)
            begin(step)

        return noted

    for pad, reader in enumerate(bench.readers):
        reader.begin = note(pad, reader.begin)
    bench.run(4 * 10 * SWEEP_MS)
    sweeps = {tuple(looking[i : i + 4]) for i in range(0, len(looking), 4)}
    assert sweeps == {(0, 1, 2, 3), (0, 2, 1, 3)}, "once in a while"
    bench.readers[1].there = [A]
    bench.run(2 * SWEEP_MS)
    looking.clear()
    bench.run(3 * SWEEP_MS)
    assert looking == [0, 2, 1, 3] * 3
    assert not any(reader.wait for reader in bench.readers)


def test_the_odd_look_even_if_all_the_even_are_broken():
    bench = Bench()
    bench.readers[0].broken = "dead-bus"
    bench.run(100)
    bench.readers[1].there = [A]
    assert (LAID, 1, A) in [event[1:] for event in bench.run(400)]


def test_a_card_read_but_twice_while_it_rests_may_be_a_neighbours():
    bench = Bench()
    bench.readers[0].there = [A]
    bench.readers[0].noise = lambda result: result if len(bench.readers[0].steps) % 8 == 0 else GARBLED
    assert [event[1:] for event in bench.run(12 * SWEEP_MS)] == []


def test_where_several_lie_a_card_must_be_read_three_times_in_a_row():
    bench = Bench()
    bench.readers[0].there = [A, B]
    bench.run(20 * SWEEP_MS)
    assert bench.pads.seen[0] == SEVERAL
    looks = []
    bench.readers[0].there = [A]  # the other one answers no more, and spoils two answers of three
    bench.readers[0].noise = lambda result: looks.append(0) or (result if len(looks) % 3 == 0 else GARBLED)
    assert [event[1:] for event in bench.run(60 * SWEEP_MS)] == []
    bench.readers[0].noise = lambda result: result
    assert [event[1:] for event in bench.run(8 * SWEEP_MS)] == [(LIFTED, 0, None), (LAID, 0, A)]


def test_while_several_lie_somewhere_pads_look_by_turns_and_ask_twice():
    bench = Bench()
    bench.readers[0].there = [A, B]
    bench.run(40 * SWEEP_MS)
    again = []
    for reader in bench.readers:
        reader.begin = lambda step, twice=False, begin=reader.begin: again.append(twice) or begin(step)
    bench.run(4 * SWEEP_MS)
    assert again and all(again)
    bench.readers[0].there = []
    bench.run(20 * SWEEP_MS)
    again.clear()
    bench.run(8 * SWEEP_MS)
    assert not all(again)


def test_what_was_read_long_before_the_judgement_confirms_no_card():
    """A card may be gone by the end of a long look (seed 1006423 of the soak)."""
    bench = Bench()
    bench.readers[0].there = [A]
    bench.run(REST_MS - JUDGE_MS)
    bench.readers[1].slow = 60
    bench.run(5)
    bench.readers[0].there = []
    assert [event[1:] for event in bench.run(400)] == []


def test_slow_readers_are_judged_on_the_grid():
    """Whatever they need, no observer outside can tell how long a tag took to answer."""
    bench = Bench()
    bench.run(10 * SWEEP_MS)
    bench.readers[0].there = [A]
    moments = set()
    for slow in (22, 25, 28, 31):
        bench.readers[0].slow = slow
        bench.readers[0].there = [A]
        moments.update(event[0] % SWEEP_MS for event in bench.run(400))
        bench.readers[0].there = []
        moments.update(event[0] % SWEEP_MS for event in bench.run(400))
    assert len(moments) == 1


class Glancer(Reader):
    """A reader that can be glanced at."""

    can_glance = True
    tries = 0

    def __init__(self):
        super().__init__()
        self.wire = self
        self.glances = 0

    def at_ease(self):
        return not self.there

    def glance(self, wires, asleep=False):
        for reader in wires:
            reader.glances += 1
            reader.asleep = asleep

    def glanced(self, wires, heard):
        """Of tags that were read before REQA wakes none."""
        for reader in wires:
            if [tag for tag in reader.there if not reader.asleep or tag != reader.known]:
                heard.append(reader)
        return True

    def rests(self, uid):
        return self.known == uid

    def unanswered(self, wires, missed):
        missed += [reader for reader in wires if not reader.there]
        return True


def glancing():
    """A bench of readers that are glanced at, as nothing is new."""
    bench = Bench(3)
    readers = [Glancer() for _ in range(3)]
    bench.readers[:] = readers
    bench.run(20 * SWEEP_MS)
    for reader in readers:
        assert reader.glances
        reader.steps.clear()
        reader.glances = 0
    return bench


def test_empty_pads_are_glanced_at_three_times_as_often_as_they_were_looked_at():
    bench = glancing()
    assert bench.run(3 * SWEEP_MS * 4) == []
    for reader in bench.readers:
        assert 34 <= reader.glances + len(reader.steps) <= 36, "between two thorough looks, too"
        assert len(reader.steps) in (4, 5), "once in each round of turns they look thoroughly"
    assert bench.pads.quiet > 10


def test_resting_cards_are_called_and_identified_in_turn():
    bench = glancing()
    for pad in (0, 1):
        bench.readers[pad].there = [bytes([4, pad])]
    bench.run(20 * SWEEP_MS)
    for reader in bench.readers:
        reader.steps.clear()
        reader.glances = 0
    assert bench.run(12 * SWEEP_MS) == []
    for reader in bench.readers[:2]:
        assert reader.steps.count(IDENTIFY) == 4, "once in three sweeps"
        assert reader.steps.count(CHECK) in (0, 4), "and in a thorough sweep, which is pad 0's turn"
    assert bench.readers[0].glances == 8 * 3, "of three frames each"


@pytest.mark.parametrize("phase", range(0, 3 * SWEEP_MS, 7))
@pytest.mark.parametrize("after", [[], [B], [A, B]])
def test_changes_of_a_resting_card_are_found_by_calls(after, phase):
    bench = glancing()
    bench.readers[1].there = [A]
    bench.run(20 * SWEEP_MS + phase)
    changed = bench.now
    bench.readers[1].there = after
    events = bench.run(400)
    laid = {0: [], 1: [(LAID, 1, B)], 2: [(LAID, 1, SEVERAL)]}
    assert [event[1:] for event in events] == [(LIFTED, 1, None), *laid[len(after)]]
    assert events[-1][0] - changed <= (300 if after else 150)


@pytest.mark.parametrize("phase", range(SWEEP_MS))
def test_readers_are_replaced_in_the_middle_of_a_call(phase):
    """The service mode puts others in their place, which count and do not glance."""
    bench = glancing()
    bench.readers[0].there = [B]
    bench.run(20 * SWEEP_MS + phase)
    for pad in range(3):
        there = bench.readers[pad].there
        bench.readers[pad] = Reader()
        bench.readers[pad].there = there
    assert bench.run(20 * SWEEP_MS) == []
    assert bench.pads.seen == [B, None, None]


@pytest.mark.parametrize("phase", range(0, SWEEP_MS, 2))
def test_a_glance_finds_a_card_and_its_rest_ends_with_a_judgement(phase):
    bench = glancing()
    bench.readers[0].there = [B]
    bench.run(20 * SWEEP_MS + phase)
    assert bench.pads.seen == [B, None, None], "one pad is checked all the while"
    laid = bench.now
    bench.readers[1].there = [A]
    (event,) = bench.run(400)
    assert event[1:] == (LAID, 1, A)
    assert REST_MS - 1 <= event[0] - laid <= REST_MS + 13, "no look is longer away"


def test_a_tag_that_answers_between_two_sweeps_is_asked_at_once():
    """Not after the judgement of the sweep under way: that may be 9 ms later."""
    bench = glancing()
    bench.readers[0].there = [B]
    bench.run(20 * SWEEP_MS + 4)  # a sweep is under way
    bench.readers[1].steps.clear()
    bench.readers[1].there = [A]
    bench.run(7)
    assert bench.readers[1].steps == [IDENTIFY]


@pytest.mark.parametrize("times", [0, 1])
def test_a_look_that_did_not_read_an_answering_tag_is_repeated_before_the_judgement(times):
    """A card comes to rest on time, though the first look was garbled."""
    bench = glancing()
    bench.readers[0].there = [B]
    bench.run(20 * SWEEP_MS)
    noises = [GARBLED] * times
    bench.readers[1].noise = lambda result: noises.pop() if noises else result
    bench.readers[1].there = [A]
    laid = bench.now
    (event,) = bench.run(400)
    assert not noises
    assert event == (laid + REST_MS, LAID, 1, A)


@pytest.mark.parametrize("slow", range(16))
def test_looks_are_repeated_for_9_ms_of_a_sweep_and_delay_no_other_pad_for_long(slow, monkeypatch):
    """A reader that makes nothing out must not keep the others' judgement waiting: a card that was lifted
    meanwhile would be reported (seed 1000034 of the soak).
    """
    monkeypatch.setattr(poll_schedule, "_GROUPS", 1)
    bench = Bench()
    begins = []
    begin = bench.readers[1].begin
    bench.readers[1].begin = lambda *args: (begins.append(bench.now), begin(*args))
    bench.readers[0].slow = slow
    bench.readers[0].there = [A]
    bench.readers[0].noise = lambda result: GARBLED
    bench.readers[0].steps.clear()
    bench.run(PASSING_MS)
    assert max(after - before for before, after in pairwise(begins)) <= 2 * SWEEP_MS
    assert (len(bench.readers[0].steps) > 1.4 * len(begins)) == (slow < 9)


def test_a_rest_begins_with_the_first_garbled_answer_if_it_is_read_soon_after():
    bench = Bench()
    noises = [GARBLED] * 20
    bench.readers[0].slow = 9  # no time to ask again in one sweep
    bench.readers[0].noise = lambda result: noises.pop() if noises else result
    bench.run(7)
    laid = bench.now
    bench.readers[0].there = [A]
    noises[2:] = []
    (event,) = bench.run(400)
    assert event[1:] == (LAID, 0, A)
    assert abs(event[0] - laid - REST_MS) <= JUDGE_MS, "both garbled looks are part of its rest"


def test_a_rest_does_not_begin_with_what_was_garbled_long_before():
    bench = Bench()
    noises = [GARBLED] * 6
    bench.readers[0].slow = 9
    bench.readers[0].noise = lambda result: noises.pop() if noises else result
    bench.readers[0].there = [A]
    while noises:
        bench.run(1)
    read = bench.now
    (event,) = bench.run(400)
    assert event[1:] == (LAID, 0, A)
    assert event[0] - read >= REST_MS - SWEEP_MS


def test_a_card_that_came_to_rest_alone_is_confirmed_by_asking_for_it():
    bench = Bench(count=4)
    bench.readers[0].there = [B]
    bench.run(20 * SWEEP_MS)
    bench.readers[2].there = [A]
    bench.readers[2].steps.clear()
    while bench.pads.seen[2] != A:
        bench.run(1)
    steps = bench.readers[2].steps
    assert steps[:3] == [IDENTIFY] * 3, "whether somebody is beside it was asked before"
    assert steps[-1] == CHECK


def test_what_takes_its_time_is_not_done_just_before_a_sweep_or_a_glance():
    bench = glancing()
    rooms = []
    for _ in range(4 * SWEEP_MS):
        before = [(reader.glances, len(reader.steps)) for reader in bench.readers]
        bench.run(1)
        looked = before != [(reader.glances, len(reader.steps)) for reader in bench.readers]
        assert not (looked and True in rooms[-7:-1]), "who waited for 8 ms would have missed it"
        rooms.append(bench.pads.has_room(bench.now))
    assert rooms.count(True) >= 4, "each sweep leaves some room"
    bench.readers[0].there = [A]
    bench.run(2 * SWEEP_MS)
    assert not any(bench.run(1) or bench.pads.has_room(bench.now) for _ in range(SWEEP_MS)), "somebody moves"


def test_a_false_answer_of_an_absent_tag_lays_nothing():
    bench = glancing()
    bench.readers[1].glanced = bench.readers[0].glanced = lambda wires, heard: heard.append(wires[1]) or True
    assert bench.run(1000) == []


def test_an_unsettled_pad_is_polled_when_it_may_settle_and_resting_cards_are_left_alone():
    bench = Bench(count=4)
    bench.readers[0].there = [B]
    bench.run(20 * SWEEP_MS)
    assert bench.pads.seen[0] == B
    bench.readers[2].there = [A]
    bench.run(REST_MS - 20)
    for reader in bench.readers:
        reader.steps.clear()
    (event,) = bench.run(60)
    assert event[1:] == (LAID, 2, A)
    assert len(bench.readers[2].steps) == len(bench.readers[0].steps) + 1


def test_where_nothing_lies_every_sweep_looks_while_others_settle():
    """Or a card that comes there is first read three sweeps later, and said as much later."""
    bench = Bench(count=4)
    reader, begins = bench.readers[0], []
    begin = reader.begin
    reader.begin = lambda *args: (begins.append(bench.now), begin(*args))
    looks = iter(range(10_000))
    bench.readers[2].noise = lambda result: result if next(looks) % 3 else GARBLED
    for _ in range(3):
        bench.readers[2].there = [A]
        bench.run(400)
        bench.readers[2].there = []
        bench.run(400)
    gaps = [after - before for before, after in pairwise(begins)]
    assert max(gaps) < 2 * SWEEP_MS


def test_what_waits_until_another_pad_is_made_out_is_said_a_second_later_all_the_same():
    bench = Bench()
    laid = bench.now
    bench.readers[0].there = [A]
    bench.run(4 * SWEEP_MS)
    bench.readers[1].there = [B]
    bench.readers[1].noise = lambda result: GARBLED
    event = next(event for event in bench.run(2000) if event[2] == 0)
    assert event[1:] == (LAID, 0, UNREADABLE)
    assert PASSING_MS < event[0] - laid < PASSING_MS + 3 * SWEEP_MS


def test_counters_tell_how_readers_do():
    bench = Bench()
    bench.readers[0].there = [A]
    bench.readers[0].noise = lambda result: GARBLED if len(bench.readers[0].steps) % 4 == 0 else result
    bench.run(40 * SWEEP_MS)
    assert bench.pads.presence.looks[0] >= bench.pads.presence.looks[1] > 40
    assert bench.pads.presence.garbled == [bench.pads.presence.looks[0] // 4, 0]
    assert bench.pads.presence.failures == [0, 0]


class Bus:
    """An SPI on which readers answer wrongly above `good` Hz."""

    def __init__(self, good):
        self.good = good
        self.hz = 4_000_000

    def init(self, baudrate):
        self.hz = baudrate


def on_a_bus(good):
    """A bench and its bus, on which both readers are."""
    bench = Bench()
    bus = Bus(good)
    bench.pads.buses = [[bus, bus.hz, 0, 0]] * 2
    return bench, bus


def glitch(bench, bus, code="no-answer"):
    """One look fails, if the bus is too fast; the events of two seconds."""
    reader = bench.readers[0]

    def begin(step, again=False):
        del reader.begin
        if bus.hz > bus.good:
            raise ReaderFault(code)
        reader.begin(step, again)

    reader.begin = begin
    return [event[1:] for event in bench.run(2000)]


def test_a_bus_whose_readers_answer_wrongly_runs_slower_until_they_do_not():
    bench, bus = on_a_bus(1_000_000)
    clocks = []
    for _ in range(8):
        glitch(bench, bus)
        clocks.append(bus.hz // 1000)
    assert clocks == [4000] * 2 + [2000] * 3 + [1000] * 3
    assert bench.pads.buses[1][1] == 1_000_000, "all on the bus know it"
    assert all(bench.pads.alive)


def test_that_a_bus_became_slower_is_said_once():
    bench, bus = on_a_bus(2_000_000)
    events = [event for _ in range(9) for event in glitch(bench, bus)]
    assert bus.hz == 2_000_000
    assert events[:3] == [(FAILED, 0, "no-answer"), (RECOVERED, 0, None), (FAILED, 0, "no-answer")]
    assert events[5:] == [(RECOVERED, 0, None), (FAILED, 0, "slower-wires")]


@pytest.mark.parametrize("code", ["dead-bus", "brown-out", "too-hot"])
def test_no_plug_and_no_weak_supply_makes_a_bus_slower(code):
    bench, bus = on_a_bus(1_000_000)
    for _ in range(8):
        glitch(bench, bus, code)
    assert bus.hz == 4_000_000


def test_a_few_errors_an_hour_make_no_bus_slower():
    bench, bus = on_a_bus(1_000_000)
    for _ in range(5):
        glitch(bench, bus)
        bench.run(29_000)
    assert bus.hz == 4_000_000


@pytest.mark.parametrize("good", [0, 1_000_000, 2_000_000])
def test_a_reader_that_never_answers_well_is_tried_at_a_slow_bus(good):
    """And where that helps nothing its neighbours' bus stays as fast as it was."""
    bench, bus = on_a_bus(good)
    reader = bench.readers[0]

    def probe():
        if bus.hz > good:
            raise ReaderFault("no-answer")

    reader.probe = probe
    events = [event[1:] for event in bench.run(6000)]
    assert bus.hz == bench.pads.buses[0][1] == (good or 4_000_000)
    assert bench.pads.alive[0] == bool(good)
    assert events.count((FAILED, 0, "slower-wires")) == bool(good)
