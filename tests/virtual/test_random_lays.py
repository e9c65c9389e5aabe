"""No wrong card and no card overlooked: 2,500 random lays, register by register, with 5 % frame errors.

`make soak` goes on from there.
"""

import random

import pytest

import random_lays
from amounts import amount
from cardtable.controller.input.pad_filter import SEVERAL, TWICE
from cardtable.controller.input.poll_schedule import SWEEP_MS
from cardtable.controller.input.presence import LAID, LIFTED
from tablehost.virtual.tags.tag import Tag

PARTS = amount(1, soak=2)
LAYS = 600  # of a part


@pytest.mark.parametrize("part", range(PARTS))
def test_no_wrong_identity_and_no_unannounced_loss(part):
    evenings = []
    while sum(one.lays for one in evenings) < LAYS:
        evenings.append(random_lays.run(part + PARTS * len(evenings)))
    print([f"{one.lays} lays, {one.told} told as trouble, {one.faults} faults" for one in evenings])
    assert [line for one in evenings for line in one.wrong + one.lost + one.blinked] == []
    assert sum(one.read for one in evenings) > 0.6 * sum(one.lays for one in evenings)


def test_the_same_seed_is_the_same_evening():
    assert vars(random_lays.run(3, lays=20)) == vars(random_lays.run(3, lays=20))


@pytest.mark.parametrize("strength", [0.3, 0.5])
@pytest.mark.parametrize("seed", range(2))
def test_two_tags_that_a_neighbour_wakes_by_turns_are_never_said_to_be_one(strength, seed):
    evening = random_lays.Evening(seed)
    evening.fields[2].couple(evening.fields[1], strength)
    evening.fields[1].tags.extend([Tag(b"\x04AAAAAA"), Tag(b"\x5aBBBBBB")])
    evening.run(random_lays.SECOND)
    assert evening.pads.seen[1] == SEVERAL
    events = []
    evening._event = events.append
    evening.run(30 * random_lays.SECOND)
    assert [event for event in events if event[:2] == (LAID, 1)] == []


@pytest.mark.parametrize("seed", [0, 2])
def test_a_card_that_a_neighbour_leaves_awake_goes_on_to_lie(seed):
    """Pad 2 hears the card on pad 3 as well as its own, and leaves it awake, look by look."""
    evening = random_lays.Evening(seed)
    for chip in evening.chips:
        chip.frame_error_rate = 0.1
    evening.fields[2].couple(evening.fields[3], 1.0)
    evening.fields[2].tags.append(Tag(b"\x04AAAAAA"))
    evening.fields[3].tags.append(Tag(b"\x04BBBBBB"))
    evening.run(3 * random_lays.SECOND)
    assert evening.pads.seen[2:4] == [SEVERAL, b"\x04BBBBBB"]
    events = []
    evening._event = events.append
    evening.run(100 * random_lays.SECOND)
    assert [event for event in events if event[1] == 3] == []


@pytest.mark.parametrize("seed", [0, 2])
def test_a_neighbours_card_waits_until_its_own_pad_has_said_that_it_hears_several(seed):
    """On pad 3 two cards lie exactly upon each other, and its reader hears the one on pad 4."""
    evening = random_lays.Evening(seed)
    evening.fields[3].couple(evening.fields[4], 1.0)
    evening.fields[4].couple(evening.fields[5], 1.0)
    evening.pads.presence.awaited[4] = False
    evening._stack(3, True)
    for pad, uid in ((3, b"\x04AAAAAA"), (3, b"\x04BBBBBB"), (4, b"\x04CCCCCC"), (5, b"\x04DDDDDD")):
        evening._lay(pad, Tag(uid))
    evening.run(3 * random_lays.SECOND)
    assert evening.counts.wrong == []
    assert evening.pads.seen[4] == SEVERAL


@pytest.mark.parametrize("seed", [0, 2])
def test_a_neighbours_card_is_doubted_as_soon_as_its_own_pad_can_read_it(seed):
    evening = random_lays.Evening(seed)
    evening.fields[3].couple(evening.fields[2], 1.0)
    evening.fields[2].couple(evening.fields[1], 1.0)
    evening._stack(3, True)
    card, other = Tag(b"\x04CCCCCC"), Tag(b"\x04DDDDDD")
    for pad, tag in ((3, Tag(b"\x04AAAAAA")), (3, Tag(b"\x04BBBBBB")), (2, card), (1, other)):
        evening._lay(pad, tag)
    evening.run(2 * random_lays.SECOND)
    assert evening.pads.seen[2] == SEVERAL
    evening._lift(1, other)
    evening.run(random_lays.SECOND)
    assert evening.pads.seen[2:4] == [(TWICE, card.uid), (TWICE, card.uid)]
    evening._lift(2, card)
    evening._ask(3)
    assert evening.counts.wrong == []


def test_the_measure_gives_a_ghost_the_time_that_a_lifted_card_has():
    """Until its own card is lifted the ghost is known to be in doubt; a microsecond later that is unknown."""
    evening = random_lays.Evening(0)
    evening.fields[3].couple(evening.fields[2], 1.0)
    evening.fields[2].couple(evening.fields[1], 1.0)
    card = Tag(b"\x04CCCCCC")
    evening._lay(2, card)
    evening._lay(1, Tag(b"\x04DDDDDD"))
    evening.run(2 * random_lays.SECOND)
    assert evening.pads.seen[2:4] == [SEVERAL, card.uid]
    evening._ask(3)
    evening._lift(2, card)
    evening._ask(3)
    assert evening.counts.wrong == []
    evening.run(random_lays.GONE_US)
    assert evening.pads.seen[3] is None
    evening.pads.seen[3] = card.uid
    evening.pads.step = lambda now: []
    evening.run(random_lays.PATIENCE_US)
    evening._ask(3)
    assert len(evening.counts.wrong) == 1, "a ghost that stays is one"


@pytest.mark.parametrize("seed", range(amount(2, soak=20)))
@pytest.mark.parametrize(("change", "most_ms"), [("lift", 150), ("swap", 300), ("second", 300)])
def test_resting_cards_are_watched(change, most_ms, seed, monkeypatch):
    """Nothing else is said of them, though 5 % of all frames are damaged. An answer that is cut off by the
    lift is a sign of presence: once in a while it takes a sweep more.
    """
    monkeypatch.setattr(random_lays, "LOOK_US", 250)
    chance = random.Random(seed)
    evening = random_lays.Evening(0)
    evening.slow = True  # no sweep is skipped
    events = []
    evening._event = lambda event: events.append((evening.clock.us, *event))
    took = []
    for _ in range(20):
        for field in evening.fields[:5]:
            if not field.tags:
                field.tags.append(Tag(b"\x04" + chance.randbytes(6)))
        evening.run(chance.randrange(500_000, 600_000))
        events.clear()
        evening.run(chance.randrange(400_000, 500_000))
        assert events == [], "all rest"
        tags = evening.fields[chance.randrange(5)].tags
        if change != "second":
            tags.clear()
        if change != "lift":
            tags.append(Tag(b"\x04" + chance.randbytes(6), startup_us=chance.randrange(500, 5000)))
        changed = evening.clock.us
        evening.run(500_000)
        took.append((events[-1][0] - changed) / 1000)
        kinds = [event[1] for event in events]
        assert kinds == [LIFTED] if change == "lift" else [LIFTED, LAID]
        tags.clear()
    took.sort()
    assert took[-2] <= most_ms and took[-1] <= most_ms + SWEEP_MS, took[-3:]


@pytest.mark.parametrize("blunder", ["swapped", "deaf"])
def test_the_measure_sees_blunders(blunder, monkeypatch):
    """A table that mixes up cards, or overlooks them, does not pass."""
    evening = random_lays.Evening(2)
    emit = evening.pads.presence._emit

    def wrong(pad, at, events):
        here = evening.pads.presence.filters[pad]
        if isinstance(here.seen, bytes):
            here.seen = here.seen[::-1] if blunder == "swapped" else None
        emit(pad, at, events)

    monkeypatch.setattr(evening.pads.presence, "_emit", wrong)
    evening.round()
    assert evening.counts.wrong if blunder == "swapped" else evening.counts.lost
