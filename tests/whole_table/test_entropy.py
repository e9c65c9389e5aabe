"""The key of a match depends on when people touched the table, and on nothing else that they did."""

import pytest

from cardtable.controller.match.entropy import Entropy
from firmware_table import CENTRE, Table


def begun(root, *touches):
    """(key, seed of chance, secret of the signature, first record) of a match whose chip is not random.
    `touches`: (after how many microseconds, what is done, its arguments).
    """
    root.mkdir()
    table = Table(root)
    table.parts.entropy = table.loop.entropy._source = bytes
    table.run(1_000_000)
    for after, act, *args in touches:
        table.at(after, getattr(table.machine if act in ("press", "release") else table, act), *args)
    table.run(8_000_000)
    table.begin(2)
    terms = table.loop.play.terms
    record = next(one for g in range(10) if (one := table.loop.journal.get(g))[4] == "game")
    return terms.key, table.loop.play._seed, terms.sign, record[5:]


@pytest.fixture
def match(tmp_path):
    """A match that begins after these touches, each in a folder of its own."""
    count = iter(range(100))
    return lambda *touches: begun(tmp_path / str(next(count)), *touches)


def taps(*times, pad=0, key="no"):
    """At each of these times the key goes down, and up again."""
    pressed = [(at, "press", pad, key) for at in times]
    return pressed + [(at + 100_000, "release", pad, key) for at in times]


def test_other_taps_give_another_key_and_the_same_taps_the_same(match):
    """A tap is distinguished by less than the 25 ms at which records have their time."""
    first = match(*taps(1_000_000, 2_000_000))
    assert match(*taps(1_000_000, 2_000_000)) == first
    others = [match(*taps(*times)) for times in ((), (1_000_000,), (1_000_000, 2_007_000), (900_000,))]
    for place in (0, 2):
        assert len({one[place] for one in [first, *others]}) == 5, "key, and secret of the signature"
    assert len({one[1] for one in [first, *others]}) == 1, "chance has a seed of its own"
    assert first[3] != others[0][3]


def test_which_key_it_was_and_which_card_is_no_part_of_it(match):
    assert match(*taps(1_000_000)) == match(*taps(1_000_000, pad=3))
    laid = [
        match((1_000_000, "lay_now", CENTRE, card), (4_000_000, "lift_now", CENTRE)) for card in ("5H", "KS")
    ]
    assert laid[0] == laid[1]
    assert laid[0] != match((1_300_000, "lay_now", CENTRE, "5H"), (4_000_000, "lift_now", CENTRE))


def test_of_what_was_drawn_nothing_leads_back():
    """Neither two draws nor draws of other lengths tell of each other."""
    pool = Entropy(bytes, lambda: 7)
    first, second = pool.draw(32), pool.draw(32)
    assert first != second
    again = Entropy(bytes, lambda: 7)
    assert again.draw(16) == first[:16] and again.draw(32) == second
    assert pool._pool not in (first, second)
