"""Two worlds that differ in nothing but hidden cards: no observer outside the Pico can tell them apart.

Through the whole firmware, moment by moment: what the lamps send, what is heard, what the display says, every
byte on the line with its time, and all that is on flash but the vault.
"""

import pytest

from demos_table import Round
from firmware_table import CENTRE, Table
from two_worlds import World, same, worlds

HIDDEN = [
    (["5S", "AH", "4D"], ["5S", "6C", "4D"]),  # a trump beaten, a trump beating
    (["5S", "AH", "4D"], ["7H", "8H", "6D"]),  # no trump at all
    (["5S", "AH", "4D"], ["4D", "5S", "AH"]),  # the same cards in other hands
]


@pytest.mark.parametrize(("first", "second"), HIDDEN)
def test_between_lay_and_reveal(tmp_path, first, second):
    """Early, exchanged, taken back, wrong keys, a power cut: whatever goes on, it looks the same."""
    pair = worlds(tmp_path, 3)
    for world, plays in zip(pair, (first, second)):
        table = world.table
        table.lay(1, plays[1], 1_200_000)  # early: before the pool card lies
        table.lay(CENTRE, "KS")
        table.lay(0, "9D")
        table.lift(0)
        table.lay(0, plays[0])
        table.press("yes", 2)
        table.press("ok", 0)  # too soon
        table.lay(2, plays[2])
        table.lift(1)
        table.lay(1, plays[1])
        table.run(2_000_000)
        if world is pair[0]:
            assert table.asked == "lay-face-down-ok"
    same(*pair)
    for world in pair:
        world.table.press("ok", 0)
    assert pair[0].signs != pair[1].signs, "the reveal tells"


def test_the_moment_of_ok_is_the_same(tmp_path):
    """Up to the record with the openings no line differs, but in a commitment; that one is the first."""
    pair = worlds(tmp_path, 3)
    for world, plays in zip(pair, HIDDEN[0]):
        world.table.lay(CENTRE, "KS")
        for pad, card in enumerate(plays):
            world.table.lay(pad, card)
        world.table.press("ok", 0)
    lines = [world.lines for world in pair]
    (_, one), (_, other) = next((a, b) for a, b in zip(*lines) if a != b)
    assert one[5] == other[5] == "answer" and one[8] != other[8]
    records = [frame for _, frame in lines[0] if frame[:1] == ["ev"]]
    before = records[records.index(one) - 1]
    assert before[8] == [4096, 4097, 4098], "the plays as handles, alike in both worlds"
    assert before[10:] == ["#" * 22], "and a commitment to them, as long in both"
    raw = [b"".join(sign[2] for sign in world.signs if sign[1] == "line") for world in pair]
    assert raw[0].partition(b"4098],")[2][:60] != raw[1].partition(b"4098],")[2][:60], "which differs"


def test_across_a_power_cut(tmp_path):
    pair = worlds(tmp_path, 3)
    for world, plays in zip(pair, HIDDEN[1]):
        world.table.lay(CENTRE, "KS")
        for pad, card in enumerate(plays):
            world.table.lay(pad, card)
        world.table.power_cut()
        world.watch()
        world.table.run(1_000_000)
    assert pair[0].public_files() == pair[1].public_files()
    assert pair[0].table.says == pair[1].table.says
    assert pair[0].outward() == pair[1].outward()


def test_what_a_ghost_drew_stays_hidden_through_the_next_trick(tmp_path):
    pair = worlds(tmp_path, 4, joker_turned="ghost")
    for world, drawn in zip(pair, (["5S", "AH", "4D", "9C"], ["6S", "3H", "10D", "KC"])):
        table = world.table
        table.trick("X1", drawn)
        table.clear()
        table.trick("KS", ["JS", "QS", "9S", "8S"])
        table.clear()
        assert "trick 3 of" in table.says
    same(*pair)


@pytest.mark.parametrize("suits", [(1, 4), (2, 3)])
def test_a_suit_named_in_secret(tmp_path, suits):
    """YES as often as the suit is far down the list: neither lamp nor line counts along, and a reminder
    does not tell when the last key was pressed."""
    pair = worlds(tmp_path, 2, sweep="announced")
    for world, presses in zip(pair, suits):
        table = world.table
        assert table.asked == "declare-window"
        table.press("yes", 1)
        assert table.asked == "declare"
        table.press("yes", 1)
        table.press("ok", 1)
        assert table.asked == "name-suit"
        start = table.time
        for _ in range(presses):
            table.press("yes", 1)
        table.run(25_000_000 - (table.time - start))
        assert table.lamps(1)[0] == "W3", "reminded"
        table.press("ok", 1)
        table.run(1_000_000)
    assert pair[0].table.asked == "declare-window" == pair[1].table.asked
    same(*pair)


def test_whose_discard_was_taken_back_stays_hidden(tmp_path):
    """Two seats of DemoS take back what they laid in secret: from the third seat it is refused, and no player
    learns whose it was.
    """
    pair = []
    for number, mine in enumerate((["2S", "2H"], ["2H", "2S"])):
        (tmp_path / str(number)).mkdir()
        world = World(Table(tmp_path / str(number), grain=1000))
        pair.append(world)
        table, one = world.table, Round(world.table)
        world.watch()
        one.discards([20, 36, 52])
        table.clear()
        for seat, card in enumerate(mine):
            table.lay(seat, card)
            table.lift(seat)
            table.press("no", seat)
            table.lay(seat, ["3S", "3H"][seat])
            table.press("ok", seat)
            table.lift(seat)
        for card in ("2S", "2H"):
            table.lay(2, card)
            assert "was last seen with another seat" in table.says
            assert table.records[-1][0] == "found" and table.records[-1][3] == [2, "with-another", None]
            table.lift(2)
    same(*pair)
