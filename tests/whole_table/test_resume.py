"""The power goes and comes back: the table says what it found, has it put right, and goes on by an OK."""

import pytest

from cardtable.controller.storage.settings import Settings
from firmware_table import CENTRE, HOLD_US, PASSED_US, Table
from tablehost.people.looks import look
from tablehost.virtual.people.senses import read
from tablehost.virtual.tags.tag import Tag
from two_worlds import worlds

STRANGE = Tag(b"\x08\x00\x00\x01")
RIGHT = "Democracy is unfinished: Day 1, trick 1 of 6: lay a card face down. " + (
    ALL := "All cards lie right. OK goes on, holding NO ends it: seats 1-3"
)
DARK = ["..", "..", ".."]


@pytest.fixture
def table(tmp_path):
    """Three players; the first card of the pool lies in the middle."""
    table = Table(tmp_path)
    table.begin(3, days="2")
    table.lay(CENTRE, "KS")
    assert table.asked == "lay-face-down"
    return table


def cut(table, *acts):
    """The power goes; hands do this meanwhile, (method, arguments...) each."""
    for act, *args in acts:
        act(*args)
    table.switch_on()
    table.run(1_000_000)


def lit(table):
    """By pad: the lamps of the pads that are not dark."""
    return {pad: table.lamps(pad) for pad in range(CENTRE + 1) if table.lamps(pad) != DARK}


# -- everything lies as it can -------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_table_says_where_it_was_and_one_ok_resumes(table, seat):
    table.lay(1, "5S")
    cut(table)
    assert table.says == RIGHT
    assert lit(table) == {
        0: ["Y~", "..", ".."],
        1: ["Y~", "B=", ".."],
        2: ["Y~", "..", ".."],
        CENTRE: ["..", "W=", ".."],
    }
    before = len(table.records)
    table.press("yes", 0)
    table.run(5_000_000)
    assert table.says.endswith(ALL), "nothing else goes on"
    table.press("ok", seat)
    assert table.says == "Day 1, trick 1 of 6: lay a card face down: seats 1 and 3"
    assert len(table.records) == before


def test_what_was_laid_and_lifted_meanwhile_is_how_the_match_goes_on(table):
    table.lay(1, "5S")
    cut(table, (table.lift_now, 1), (table.lay_now, 0, "9D"), (table.lay_now, 2, "4D"))
    assert table.says == RIGHT
    table.lay(1, "AH")
    assert table.says == RIGHT.replace("lay a card face down", "all lie"), "the OK of the trick is another"
    table.press("ok", 0)
    assert table.asked == "lay-face-down-ok"
    table.press("ok", 0)
    assert table.asked == "clear"


def test_a_trick_that_is_half_taken(table):
    for pad, card in enumerate(("5S", "AH", "4D")):
        table.lay(pad, card)
    table.press("ok", 0)
    table.lift(1)
    cut(table, (table.lift_now, CENTRE))
    assert table.says.startswith("Democracy is unfinished: Take all the cards. All cards lie right. OK goes")
    table.press("ok", 2)
    assert table.says == "Take all the cards: seat 1"
    table.lift(0, 2)
    assert table.asked == "turn-up"


def test_seats_that_were_being_taken(tmp_path):
    table = Table(tmp_path)
    table.begin(3, chairs=[1])
    cut(table)
    assert "Press OK at your pad to sit down" in table.says
    assert [table.lamps(pad)[0] for pad in range(CENTRE)] == ["Y~"] * CENTRE
    table.press("ok", 4)
    assert table.asked == "take-seats" and table.lamps(4)[0] == "Y:", "that was no seat taken"


def test_people_read_it(table):
    cut(table)
    assert read(table.parts.display.lines)[0] == "resume"
    line = table.loop.lamps.line()
    picture = [line[i : i + 6] for i in range(0, len(line), 6)]
    tasks, _ = look(picture, [0, 1, 2], CENTRE, True)
    assert tasks[:4] == [2, 2, 2, 0], "each may press OK"


def test_in_french(table):
    Settings(table.parts.root).set("lang", "fr")
    cut(table)
    assert table.says.startswith("Democracy inachevé: Jour 1, pli 1 sur 6: posez une carte face cachée. ")
    assert read(table.parts.display.lines)[0] == "resume"


# -- something must be put right -----------------------------------------------------------------------


def test_one_step_after_the_other_and_one_pad_lit_at_a_time(table):
    table.lay(1, "5S")
    cut(table, (table.lift_now, CENTRE), (table.lay_now, CENTRE, "QD"), (table.lay_now, 0, STRANGE))
    assert table.says == (
        "The card of seat 1 is not in this deck. Take it away. "
        "Cards to put right: 3. Take up this one: seat 1"
    )
    assert lit(table) == {0: ["V~", "V:", ".."]}
    table.press("ok", 1)
    assert "seat 2: first put the cards right, then OK" in table.says
    table.lift(0)
    assert table.says == (
        "the middle: this is not the card that was played. Put that one back. "
        "Cards to put right: 2. Take up this one: the middle"
    )
    assert lit(table) == {CENTRE: ["V~", "V:", ".."]}
    table.lift(CENTRE)
    assert table.says == "Cards to put right: 1. Lay back K of spades: the middle"
    assert lit(table) == {CENTRE: ["B~", "..", ".."]}
    table.lay(CENTRE, "KS")
    assert table.says == RIGHT
    table.press("ok", 1)
    assert table.says == "Day 1, trick 1 of 6: lay a card face down: seats 1 and 3"


def test_a_wrong_card_laid_in_a_step_is_one_step_more(table):
    cut(table, (table.lift_now, CENTRE))
    table.lay(CENTRE, "QD")
    assert "2. Take up this one: the middle" in table.says
    table.lift(CENTRE)
    table.lay(CENTRE, "KS")
    assert table.says == RIGHT


def test_cards_that_changed_places(table):
    table.lay(1, "5S")
    cut(
        table,
        (table.lift_now, CENTRE),
        (table.lift_now, 1),
        (table.lay_now, 1, "KS"),
        (table.lay_now, CENTRE, "5S"),
    )
    for step in ("3. Take up this one: seat 2", "2. Take up this one: the middle"):
        assert step in table.says
        table.lift(1 if "seat 2" in step else CENTRE)
    assert table.says.endswith("Lay back K of spades: the middle")
    table.lay(CENTRE, "KS")
    assert table.says == RIGHT, "the card of seat 2 was not fixed yet"


def test_two_cards_on_a_pad(table):
    cut(table, (table.lay_now, CENTRE, "5S"))
    table.run(2_000_000)
    assert table.says.endswith("1. Take up what lies here, lay one card well: the middle")
    assert lit(table)[CENTRE][:2] == ["V~", "V3"]
    table.lift(CENTRE)
    assert table.says.endswith("Lay back K of spades: the middle")
    table.lay(CENTRE, "KS")
    assert table.says == RIGHT


def test_where_the_reader_is_silent_nothing_is_missed(table):
    table.switch_on()
    table.machine.chips[CENTRE].dead = 0
    table.run(1_000_000)
    assert "The reader of the middle does not answer" in table.says
    assert "All cards lie right" in table.says
    table.machine.chips[CENTRE].dead = None
    table.run(3_000_000)
    table.press("ok", 0)
    assert table.says == "Day 1, trick 1 of 6: lay a card face down: seats 1-3"


# -- or given up ---------------------------------------------------------------------------------------


def test_two_seats_that_hold_no_end_the_match_and_its_records_stay(table):
    cut(table)
    before = table.records
    table.hold((1,), "no", HOLD_US)
    assert table.says == (
        "seat 2 ends the match here. Another seat holds NO to agree, or YES parks it, OK goes on: seats 1-3"
    )
    table.hold((1,), "no", HOLD_US)
    assert table.loop.dialogue is not None, "the same seat is no other"
    table.hold((2,), "no", HOLD_US)
    assert table.loop.dialogue is None and table.loop.play.referee.over
    assert table.records[: len(before)] == before
    cut(table)
    assert (
        table.says
        == "Hold NO and OK to see past rounds. Ready. OK sets up a match. On a computer: cardtable play"
    )


def test_who_thinks_better_of_it_goes_on(table):
    cut(table)
    table.hold((1,), "no", HOLD_US)
    table.press("no", 0)
    table.hold((2,), "no", HOLD_US)
    assert table.loop.dialogue is not None
    table.press("ok", 1)
    assert table.asked == "lay-face-down" and table.loop.dialogue is None


def test_it_is_asked_again_after_each_cut(table):
    for _ in range(3):
        cut(table)
        assert table.says == RIGHT
    table.press("ok", 0)
    table.lay(0, "9D", PASSED_US)
    assert table.says == "Day 1, trick 1 of 6: lay a card face down: seats 2 and 3"


# -- two worlds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "second"), [(["5S", "AH", "4D"], ["4D", "5S", "AH"]), (["7H"], ["QC"])])
def test_face_down_cards_are_not_reported(tmp_path, first, second):
    """Steps, refusals and the OK are the same to the instant, whichever cards are hidden."""
    pair = worlds(tmp_path, 3)
    for world, plays in zip(pair, (first, second)):
        table = world.table
        table.lay(CENTRE, "KS")
        for pad, card in enumerate(plays):
            table.lay(pad, card)
        table.lift_now(CENTRE)
        table.lay_now(4 if len(plays) > 1 else 2, STRANGE)
        table.switch_on()
        world.watch()
        table.run(1_000_000)
        table.press("ok", 1)
        table.lift(2, 4)
        table.lay(CENTRE, "KS")
        table.press("ok", 2)
        table.run(1_000_000)
        assert table.asked.startswith("lay-face-down")
    assert pair[0].signs == pair[1].signs and len(pair[0].signs) > 20
    assert pair[0].public_files() == pair[1].public_files()
