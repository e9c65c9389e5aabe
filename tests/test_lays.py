"""No wrong card and no card overlooked: 10,000 random lays, register by register, with 5 % frame errors.

`make soak` goes on from there.
"""

import pytest

import lays
from cardtable.controller.pads import LAID, SEVERAL
from tablehost.virtual.tags import Tag

PARTS = 8
LAYS = 10_000


@pytest.mark.parametrize("part", range(PARTS))
def test_no_wrong_identity_and_no_unannounced_loss(part):
    counts = lays.Counts()
    seed = part
    while counts.lays < LAYS / PARTS:
        counts.add(lays.run(seed))
        seed += PARTS
    print(counts.line())
    assert counts.wrong == []
    assert counts.lost == []
    assert counts.blinks == 0
    assert counts.read > 0.6 * counts.lays


def test_the_same_seed_is_the_same_evening():
    assert vars(lays.run(3, lays=20)) == vars(lays.run(3, lays=20))


@pytest.mark.parametrize("strength", [0.3, 0.5])
@pytest.mark.parametrize("seed", range(2))
def test_two_tags_that_a_neighbour_wakes_by_turns_are_never_said_to_be_one(strength, seed):
    evening = lays.Evening(seed)
    evening.fields[2].couple(evening.fields[1], strength)
    evening.fields[1].tags.extend([Tag(b"\x04AAAAAA"), Tag(b"\x5aBBBBBB")])
    evening.run(lays.SECOND)
    assert evening.pads.seen[1] == SEVERAL
    events = []
    evening._event = events.append
    evening.run(30 * lays.SECOND)
    assert [event for event in events if event[:2] == (LAID, 1)] == []


@pytest.mark.parametrize("seed", [0, 2])
def test_a_card_that_a_neighbour_leaves_awake_goes_on_to_lie(seed):
    """Pad 2 hears the card on pad 3 as well as its own, and leaves it awake, look by look."""
    evening = lays.Evening(seed)
    for chip in evening.chips:
        chip.frame_error_rate = 0.1
    evening.fields[2].couple(evening.fields[3], 1.0)
    evening.fields[2].tags.append(Tag(b"\x04AAAAAA"))
    evening.fields[3].tags.append(Tag(b"\x04BBBBBB"))
    evening.run(3 * lays.SECOND)
    assert evening.pads.seen[2:4] == [SEVERAL, b"\x04BBBBBB"]
    events = []
    evening._event = events.append
    evening.run(100 * lays.SECOND)
    assert [event for event in events if event[1] == 3] == []


@pytest.mark.parametrize("blunder", ["swapped", "deaf"])
def test_the_measure_sees_blunders(blunder, monkeypatch):
    """A table that mixes up cards, or overlooks them, does not pass."""
    evening = lays.Evening(2)
    judge = evening.pads._tell

    def wrong(pad, events):
        resting = evening.pads._resting[pad]
        if isinstance(resting.seen, bytes):
            resting.seen = resting.seen[::-1] if blunder == "swapped" else None
        judge(pad, events)

    monkeypatch.setattr(evening.pads, "_tell", wrong)
    evening.round()
    assert evening.counts.wrong if blunder == "swapped" else evening.counts.lost
