"""A dying tag and a drifting antenna are named before they fail, from what play shows of them."""

import pytest

from cardtable.engine import cards

CARDS = ("2S", "3S", "4S", "5S", "6S", "7S")


def lie(table, pad, name):
    """A card lies on a pad for a while, and is taken away."""
    tag = table.tags[cards.parse(name)]
    table.machine.pads[pad].tags.append(tag)
    for _ in range(100):
        table.loop.pads.quiet = 0  # no sweep is slept through
        table.run(25_000)
    table.machine.pads[pad].tags.remove(tag)
    table.run(1_000_000)


def faults(table):
    """Return the faults on record, with their pads."""
    journal = table.loop.journal
    records = [journal.get(g)[4:] for g in range(journal.lo(), journal.hi() + 1)]
    return [record[2:] for record in records if record[:2] == ["note", "fault"] and record[2] != "no-deck"]


def rounds(table):
    for pad in (0, 1, 2, 6):
        for name in CARDS:
            lie(table, pad, name)
    table.run(15_000_000)


@pytest.mark.parametrize("what", ["nothing", "tag", "antenna", "all frames"])
def test_a_pad_that_reads_badly_is_named(table, what):
    table.tags[cards.parse("4S")].weak = 0.3 if what == "tag" else 0.0
    table.machine.pads[1].weak = 0.3 if what == "antenna" else 0.0
    for chip in table.machine.chips:
        chip.frame_error_rate = 0.05 if what == "all frames" else 0.005
    rounds(table)
    wanted = {"tag": [["failing-tag", -1]], "antenna": [["weak-antenna", 1]]}
    assert faults(table) == wanted.get(what, [])
