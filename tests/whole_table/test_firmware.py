"""The whole table: the firmware on the virtual machine, cards and keys by hand, power cuts, a late host."""

import ast
from itertools import pairwise

import pytest

from cardtable.controller import loop
from cardtable.engine import cards
from cardtable.engine.asks import base
from cardtable.engine.asks.base import CENTRE as MIDDLE
from cardtable.wire.frames import decode, encode
from firmware_table import BOARD, CENTRE, HOLD_US, PASSED_US, PRESS_US, SWEEP_US, Host, Table, kept_files
from mp32 import ROOT
from simulated_line import compact, do_unchecked
from tablehost.virtual.pack import uid
from tablehost.virtual.pico import STREAM_FIFO, STREAM_WAIT_US, FakeMachine
from tablehost.virtual.tags.tag import Tag

STRANGE = Tag(bytes.fromhex("04DEADBEEF0001"))
READY = "Ready. OK sets up a match. On a computer: cardtable play"
PLAYS = ["5S", "AH", "4D"]


def lay_all(table):
    for pad, card in enumerate(PLAYS):
        table.lay(pad, card)


def kinds(table):
    return [record[0] for record in table.records]


# -- a trick ---------------------------------------------------------------------------------------


def test_a_trick_from_the_pool_card_to_clear_pads(table):
    table.begin(3)
    assert "turn up a card from the pool: seat 1" in table.says
    assert table.lamps(0)[0] == "B~" and table.lamps(CENTRE)[0] == "B~"
    table.lay(CENTRE, "KS")
    assert "lay a card face down: seats 1-3" in table.says
    table.lay(1, "AH")
    assert "lay a card face down: seats 1 and 3" in table.says
    assert table.lamps(1) == ["..", "B=", ".."], "read"
    table.lay(0, "5S")
    table.lay(2, "4D")
    assert table.says.endswith("all lie. OK, then all turn over: seat 1")
    assert table.lamps(0)[0] == "Y~"
    before = len(table.records)
    table.press("ok", 0)
    assert kinds(table)[before:] == ["answer", "answer"], "the plays, and what they are"
    assert table.says == "Take all the cards: seat 1"
    assert [table.lamps(pad)[1] for pad in (0, 1, 2, CENTRE)] == ["W~", "Y~", "Y~", "Y~"]
    assert table.lamps(0)[2] == "W=", "who won stays to be seen"
    table.clear()
    assert "trick 2 of" in table.says
    assert table.loop.faults.now == []


def test_seats_are_not_pads(table):
    table.begin(3, chairs=[1, 3, 4])
    table.trick("KS", PLAYS, chairs=[1, 3, 4])
    assert table.says == "Take all the cards: seat 2", "the plate of the first player's pad"
    assert table.lamps(1)[0] == "W~" and table.lamps(3)[1] == "Y~"
    assert table.lamps(0) == ["..", "..", ".."]
    table.lay(0, "2C", PASSED_US)  # no player sits there
    table.lift(1, 3, 4, CENTRE)
    assert "trick 2 of" in table.says


def test_players_without_names_are_called_by_the_plates_of_their_pads(table):
    """Also in a list, which counts plates upward, and where there is little room."""
    table.begin(3, chairs=[1, 3, 4])
    table.lay(CENTRE, "KS")
    assert table.says.endswith("lay a card face down: seats 2, 4 and 5")
    display = table.loop.display
    assert display.places((1, 2)) == "seats 4 and 5" and display.short(1) == "4"
    display.pads = [5, 0, 1, 2]
    assert display.places((0, 1, 2, 3)) == "seats 1-3 and 6"
    assert display.places((0, base.CENTRE)) == "seat 6 and the middle"
    display.names = ("", "Ben", "", "Dan")
    assert display.places((0, 1, 2, 3)) == "Ben, Dan and seats 2 and 6", display.places((0, 1, 2, 3))


def test_a_fault_at_a_pad_without_a_player_names_its_plate(table):
    table.begin(2, chairs=[1, 3])
    table.lay(CENTRE, "KS")
    for pad, where in ((0, "seat 1"), (2, "seat 3"), (3, "seat 4"), (CENTRE, "the middle")):
        table.machine.chips[pad].dead = 0
        table.run(3_000_000)
        assert f"The reader of {where} does not answer" in table.says, pad
        table.machine.chips[pad].dead = None
        table.run(6_000_000)
        assert "does not answer" not in table.says


def test_a_look_back_says_the_plates_as_the_match_did(table):
    table.begin(2, chairs=[1, 3])
    table.trick("KS", ("5S", "AH"), chairs=[1, 3])
    table.clear()
    table.switch_on()
    table.run(1_000_000)
    table.at(0, table.machine.press, 1, "no")
    table.at(0, table.machine.press, 1, "ok")
    table.run(1_500_000)
    table.machine.release(1, "no")
    table.machine.release(1, "ok")
    table.run(1_000_000)
    assert "pool KS, 2 5S, 4 AH; seat 2 takes it" in table.says
    table.press("no", 1)
    assert "Island 1, dealer: seat 2." in table.says


def test_a_card_that_lies_there_before_the_seats_are_taken(table):
    """Pads become seats under it: it is still the card of its pad, and must go before the deal."""
    table.lay(3, "7H", PASSED_US)
    table.begin(2, chairs=[1, 3])
    assert table.says.endswith("Day 1: clear your pads, then 8 cards are dealt to each: seat 4")
    assert table.lamps(3) == ["V~", "Y~", ".."]
    table.lift(3)
    assert table.asked == "turn-up"


def test_a_card_on_a_pad_without_a_seat_belongs_to_no_seat(table):
    table.lay(0, "7H", PASSED_US)
    table.begin(2, chairs=[1, 3])
    assert table.asked == "turn-up"
    assert table.lamps(0) == ["..", "..", ".."]


# -- what goes wrong on the pads ---------------------------------------------------------------------


WRONG_CARDS = {  # what is laid, the pad to cure, the words; two tags have a lamp of their own
    "foreign": (lambda table: table.lay(1, STRANGE), 1, "The card of seat 2 is not in this deck"),
    "not of this game": (lambda table: table.lay(1, "2C"), 1, "is not played in this game"),
    "captured": (lambda table: table.lay(1, "9C"), 1, "The card of seat 2 was played before"),
    "two tags": (
        lambda table: (table.lay_now(1, "AH"), table.lay(1, "QD")),
        1,
        "Two tags on the pad of seat 2",
    ),
    "beside the pool card": (
        lambda table: table.lay(CENTRE, STRANGE, PASSED_US),
        CENTRE,
        "the middle: this is not the card that was played",
    ),
}


@pytest.mark.parametrize("case", WRONG_CARDS)
def test_nothing_moves_on_until_it_is_cured(table, case):
    """Prompt, lamp, tone, one sentence; nothing recorded changes. An impossible card is a record."""
    spoil, pad, words = WRONG_CARDS[case]
    table.begin(3)
    table.trick("9H", ["9C", "10C", "JC"])
    table.clear()
    table.lay(CENTRE, "KS")
    before = len(table.records)
    tones = len(table.tones)
    table.grain = SWEEP_US  # a real table never stops looking
    if pad == CENTRE:
        table.lay(1, "AH")
    spoil(table)
    assert words in table.says
    assert table.lamps(pad)[1] == ("V3" if case in ("two tags", "beside the pool card") else "V:")
    assert 800 in table.tones[tones:]
    table.lay(0, "5S")
    table.lay(2, "4D")
    table.press("ok", 0)
    news = [(record[0], record[3][:2]) for record in table.records[before:]]
    assert news == ([("found", [1, "already-played"])] if case == "captured" else [])
    assert table.asked == "lay-face-down"
    if pad == CENTRE:
        table.lift(CENTRE)
        table.lay(CENTRE, "KS")
    else:
        table.lift(pad)
        table.lay(pad, "AH")
    assert words not in table.says
    table.press("ok", 0)
    assert kinds(table)[before + len(news) :] == ["answer", "answer"]


def test_a_foreign_card_where_nothing_is_asked(table):
    table.begin(3)
    table.lay(1, STRANGE, PASSED_US)
    before = len(table.records)
    table.lay(CENTRE, "KS")
    assert len(table.records) == before and "The card of seat 2 is not in this deck" in table.says
    table.lift(1)
    assert len(table.records) == before + 1 and table.asked == "lay-face-down"


def test_the_same_card_twice(laying):
    """Two tags of one card: both pads say so."""
    laying.tags[200] = Tag(uid(5))
    laying.lay(0, "5S")
    laying.lay(1, laying.tags[200])
    assert "The same card lies on two pads" in laying.says
    assert [laying.lamps(pad)[1] for pad in (0, 1)] == ["V:", "V:"]
    laying.lay(2, "4D")
    before = len(laying.records)
    laying.press("ok", 0)
    assert len(laying.records) == before
    laying.lift(1)
    laying.lay(1, "AH")
    laying.press("ok", 0)
    assert len(laying.records) == before + 2


def test_a_second_tag_laid_on_a_known_one_is_seen(laying):
    lay_all(laying)
    laying.grain = SWEEP_US  # a real table never stops looking
    laying.lay(1, "QD", 600_000)
    assert "Two tags on the pad of seat 2" in laying.says
    before = len(laying.records)
    laying.press("ok", 0)
    assert len(laying.records) == before


@pytest.mark.parametrize("upper", [4.0, 0.25])
def test_a_card_that_covers_another_is_reported_as_two(laying, upper):
    """Its answers drown those of the card under it, or theirs drown its own: the play waits all the same."""
    lay_all(laying)
    laying.grain = SWEEP_US
    laying.machine.pads[1].capture = 3.0
    laying.tags[cards.parse("QD")].strength = upper
    laying.lay(1, "QD", 2_000_000)
    assert "Two tags on the pad of seat 2" in laying.says
    before = len(laying.records)
    laying.press("ok", 0)
    assert len(laying.records) == before


def test_an_early_lift(laying):
    """Lamp, tone, one sentence; the card may be laid again, or another one."""
    lay_all(laying)
    before = len(laying.records)
    tones = len(laying.tones)
    laying.lift(1)
    assert "seat 2 took the card back" in laying.says and "lay a card face down: seat 2" in laying.says
    assert laying.lamps(1) == ["B~", "..", "V~"]
    assert laying.tones[tones:] == [1000, 2000], "refused, and asked again"
    laying.press("ok", 0)
    assert "seat 1: not all cards lie yet" in laying.says
    assert len(laying.records) == before
    laying.lay(1, "QD")
    laying.press("ok", 0)
    assert len(laying.records) == before + 2


def test_turning_over(laying):
    """[4 f] The recorded card may leave its pad and return; any other one there is wrong and named."""
    lay_all(laying)
    laying.press("ok", 0)
    before = len(laying.records)
    laying.lift(1)
    laying.lay(1, "AH", PASSED_US)
    assert laying.lamps(1)[1] == "Y~" and laying.says == "Take all the cards: seat 1"
    laying.lift(1)
    tones = len(laying.tones)
    laying.lay(1, "QD", PASSED_US)
    assert laying.lamps(1)[1] == "V:" and laying.tones[tones:][0] == 800
    named = "seat 2: Q of diamonds, but A of hearts was played. Put that back"
    assert laying.says == named + ". Take all the cards: seat 1"
    laying.lift(CENTRE)
    laying.lay(CENTRE, STRANGE, PASSED_US)
    assert "the middle: a strange card, but K of spades was played" in laying.says
    assert len(laying.records) == before, "the record does not change"
    laying.clear()
    assert len(laying.records) == before + 1


def test_the_card_that_a_ghost_drew_is_not_named(table):
    """The card that was laid is sealed up to the scoring: another one there is wrong, and no more is said."""
    table.begin(4, joker_turned="ghost")
    table.trick("X1", ["5S", "6S", "4D", "3D"])
    table.lift(1)
    table.lay(1, "QD", PASSED_US)
    assert "seat 2: this is not the card that was played. Put that one back" in table.says


def test_clearing(table):
    """[4 g] Winner *take*, others *clear*; the next pool card is asked for when all pads are clear."""
    table.begin(3)
    table.trick("KS", PLAYS)
    assert [table.lamps(pad)[:2] for pad in range(3)] == [["W~", "W~"], ["V~", "Y~"], ["V~", "Y~"]]
    assert table.lamps(CENTRE)[1] == "Y~"
    table.lift(0, 1, CENTRE)
    table.lay(CENTRE, "QS", PASSED_US)
    assert table.lamps(CENTRE)[1] == "V:" and table.asked == "clear", "too soon: seat 3 is not clear"
    table.lift(2)
    assert table.asked == "clear"
    table.lift(CENTRE)
    assert table.says == "Day 1, trick 2 of 6: turn up a card from the pool: seat 1"


def test_clearing_after_a_split(table):
    """[4 g] Every pad *keep your own*, the middle *out of play*."""
    table.begin(3)
    table.trick("KS", ["7H", "7D", "6C"])
    assert [table.lamps(pad) for pad in range(3)] == [["V~", "Y=", "Y="]] * 3
    assert table.lamps(CENTRE)[1] == "V="
    keep = "Yellow is yours, red is lost. Clear your pads: "
    assert table.says == keep + "seats 1-3 and the middle"
    table.lift(0, 1, 2)
    assert table.says == keep + "the middle" and table.asked == "clear"
    table.lift(CENTRE)
    assert table.asked == "turn-up"


def test_no_trumps(table):
    """A joker from the pool: the middle says that there are no trumps until the trick is decided."""
    table.begin(4)
    table.lay(CENTRE, "X1")
    assert table.lamps(CENTRE) == ["..", "W=", "B="]
    for pad, card in enumerate(["5S", "6S", "4D", "3D"]):
        table.lay(pad, card)
    table.press("ok", 0)
    assert table.lamps(CENTRE)[2] == ".." and table.lamps(0)[2] == "W="


def test_a_card_carried_over_a_pad_that_is_not_asked(table):
    table.begin(3)
    tones = len(table.tones)
    table.lay(1, STRANGE, 500_000)
    table.lift(1)
    assert len(table.tones) == tones and table.lamps(1)[1] == ".."


def test_keys_that_mean_nothing(laying):
    before = len(laying.records)
    for key, pad, words in (
        ("yes", 1, "seat 2: this key does nothing now"),
        ("ok", 2, "seat 3: this is not your OK"),
        ("ok", 0, "seat 1: not all cards lie yet"),
    ):
        laying.press(key, pad)
        assert words in laying.says
    assert len(laying.records) == before


# -- keys ---------------------------------------------------------------------------------------------


def test_a_misdeal_needs_two_seats(laying):
    laying.lay(1, "AH")
    before = len(laying.records)
    laying.hold((2,), "no", HOLD_US)
    assert "seat 3 says misdeal. Another seat holds NO to agree" in laying.says
    assert [laying.lamps(pad)[2] for pad in range(3)] == ["Y~"] * 3, "paused"
    laying.lift(1)
    assert "seat 3 says misdeal" in laying.says, "as long as it is asked"
    laying.lay(1, "AH")
    laying.hold((2,), "no", HOLD_US)
    assert len(laying.records) == before, "one alone is not enough, however often"
    laying.hold((0,), "no", HOLD_US)
    assert [record[0] for record in laying.records[before:]] == ["fix", "end"]
    assert laying.records[before][3] == ["void", "misdeal", 2, 0]
    assert "Void: misdeal" in laying.says
    assert laying.lamps(1)[1] == "Y~", "the pads are cleared for the new deal"
    laying.clear()
    assert laying.records[-1][1] == 2, "the next stage: the island again"
    assert laying.asked == "turn-up"


def test_two_seats_hold_no_together(laying):
    before = len(laying.records)
    laying.hold((0, 1), "no", HOLD_US)
    assert laying.records[before][3] == ["void", "misdeal", 0, 1]


def test_any_other_key_takes_the_misdeal_back(laying):
    before = len(laying.records)
    laying.hold((2,), "no", HOLD_US)
    laying.press("ok", 1)
    laying.hold((0,), "no", HOLD_US)
    assert "seat 1 says misdeal" in laying.says
    assert len(laying.records) == before


def test_a_key_that_hangs_at_power_up(table):
    for key in ("yes", "ok"):
        table.machine.press(2, key)
    table.loop.keys.start(0)
    table.loop.faults.set("key-stuck", 2)
    table.run(500_000)
    assert "A key of seat 3 is stuck" in table.says
    table.machine.release(2, "yes")
    table.run(500_000)
    assert "A key of seat 3 is stuck" in table.says, "the other one still is"
    table.machine.release(2, "ok")
    table.run(500_000)
    assert "stuck" not in table.says


# -- faults --------------------------------------------------------------------------------------------


def test_a_reader_that_dies_lifts_no_card(laying):
    lay_all(laying)
    laying.machine.chips[1].dead = 0
    laying.run(3_000_000)
    assert "The reader of seat 2 does not answer. Check its cable" in laying.says
    assert laying.loop.play.referee.picture.lying[1] is not None
    laying.machine.chips[1].dead = None
    laying.run(3_000_000)  # it is tried once a second, and what was said of it stays for a while
    assert "does not answer" not in laying.says
    before = len(laying.records)
    laying.press("ok", 0)
    assert len(laying.records) == before + 2


def test_a_fault_that_cures_itself_can_be_read(laying):
    """A reader without power for an instant is well again a sweep later. What was wrong is still told."""
    laying.machine.chips[1].brown_out()
    laying.run(1_200_000)  # found when the pads are next looked at
    told = "The reader of seat 2 lost its power for a moment and is started again"
    assert laying.loop.pads.alive[1] and laying.loop.faults.now == []
    assert told in laying.says and laying.says.endswith("lay a card face down: seats 1-3")
    assert laying.lamps(1)[2] == "V:" and laying.tones[-1] == 600
    laying.lay(0, "5S")
    laying.run(2_300_000)
    assert told in laying.says and laying.lamps(1)[2] == "V:", "whatever happens meanwhile"
    laying.run(1_300_000)
    assert told not in laying.says and laying.lamps(1)[2] == ".."


def test_a_table_without_a_deck_file(tmp_path):
    table = Table(tmp_path)
    (tmp_path / "deck.txt").unlink()
    table.power_cut()
    assert "There is no deck file. Enrol a deck first" in table.says
    (tmp_path / "deck.txt").write_text("04A224B1C65E80 5S\nnonsense\n")
    table.power_cut()
    assert "The deck file cannot be used: line 2: a line is a UID and a card" in table.says
    assert table.says.endswith(READY)


def test_a_mistake_in_the_program_stops_the_game_and_says_so(laying, monkeypatch):
    """The line and the lamps go on, nothing recorded is lost, and a restart plays on."""
    before = len(laying.records)

    def stumble(event):
        raise AssertionError("5S")

    monkeypatch.setattr(laying.loop.play.referee, "feed", stumble)
    laying.press("ok", 0)
    assert "The table has stopped: AssertionError" in laying.says
    assert isinstance(laying.loop.bug, AssertionError)
    laying.press("ok", 0)
    assert len(laying.records) == before
    laying.power_cut()
    assert "stopped" not in laying.says
    lay_all(laying)
    laying.press("ok", 0)
    assert len(laying.records) == before + 2


# -- power cuts ----------------------------------------------------------------------------------------


def compare_after_a_cut(table, go_on):
    """Cut the power here; what the table then says and does is what it would have said and done."""
    says, asked, records = table.says, table.asked, len(table.records)
    lamps = [table.lamps(pad)[:2] for pad in range(len(table.lying))]
    table.power_cut()
    assert (table.says, table.asked, len(table.records)) == (says, asked, records)
    assert [table.lamps(pad)[:2] for pad in range(len(table.lying))] == lamps
    go_on(table)


def test_cut_while_seats_are_taken(table):
    table.begin(3, chairs=[1, 3])
    table.power_cut()
    assert table.asked == "take-seats"
    table.press("ok", 1, 3, 4)
    assert table.asked == "turn-up"


def test_keys_pressed_as_the_power_returns_are_no_answer(table):
    """They would take the seats of the interrupted match, before it is agreed that it goes on."""
    table.begin(3, chairs=[1, 3])
    before = len(table.records)
    table.switch_on()
    table.hold((1, 3, 4), "ok", PRESS_US)
    table.run(1_000_000)
    assert len(table.records) == before
    assert table.says.startswith("Democracy is unfinished")


def test_cut_in_the_middle_of_a_lay(laying):
    laying.lay(0, "5S")
    laying.lay(1, "AH")

    def go_on(table):
        table.lay(2, "4D")
        table.press("ok", 0)
        assert table.says == "Take all the cards: seat 1"

    compare_after_a_cut(laying, go_on)


def test_cut_when_all_lie(laying):
    lay_all(laying)
    compare_after_a_cut(laying, lambda table: table.press("ok", 0))
    assert laying.says == "Take all the cards: seat 1"


def test_cut_in_a_clear(laying):
    lay_all(laying)
    laying.press("ok", 0)
    laying.lift(2)

    def go_on(table):
        table.clear()
        assert "trick 2 of" in table.says

    compare_after_a_cut(laying, go_on)


def lines_of_stage(table):
    journal = table.loop.journal
    return list(journal.store.open(journal.name(journal.stages[-1])))


def write_stage(table, content):
    """Have the last stage hold this in place of its lines."""
    journal = table.loop.journal
    journal.store.replace(journal.name(journal.stages[-1]), [content])


def test_cut_between_ok_and_reveal(laying, tmp_path):
    """The plays are recorded, but not their cards: the vault has these, and they come after the restart."""
    lay_all(laying)
    laying.press("ok", 0)
    whole = laying.records
    lines = lines_of_stage(laying)
    write_stage(laying, b"".join(lines[:-1]))
    laying.power_cut()
    assert laying.records == whole
    assert laying.says == "Take all the cards: seat 1"


def test_cut_with_a_wrong_card_lying(laying):
    laying.lay(0, "5S")
    laying.lay(1, STRANGE)
    laying.power_cut()
    assert "The card of seat 2 is not in this deck" in laying.says
    laying.lift(1)
    laying.press("ok", 2)
    laying.lay(1, "AH")
    laying.lay(2, "4D")
    laying.press("ok", 0)
    assert laying.says == "Take all the cards: seat 1"


def test_cut_while_a_hand_is_shown(table):
    table.begin(2, bad_catch="one", days="2")
    assert table.asked == "declare-window"
    table.press("yes", 1)
    table.press("yes", 1)
    table.press("ok", 1)
    table.press("ok", 0, 1)
    table.lay(CENTRE, "KS") if table.asked != "show-hand" else None
    assert table.asked == "show-hand"
    table.lay(1, "7S")
    assert table.lamps(1) == ["B:", "Y~", "W1"], "show, take back, one shown"
    table.lift(1)
    table.lay(1, "8S")
    assert table.lamps(1) == ["B:", "Y~", "W:"]
    parts = [record for record in table.records if record[0] == "part"]
    assert len(parts) == 2
    compare_after_a_cut(table, lambda table: table.lift(1))
    table.lay(1, "8S")
    assert "seat 2 has shown this card already" in table.says
    table.lift(1)
    table.lay(1, "9S")
    assert len([record for record in table.records if record[0] == "part"]) == 3


def test_cut_straight_after_the_end_of_a_stage(table, tmp_path):
    """The stage's end is recorded, the next stage not yet begun; and every tear of the file in between."""
    table.loop.journal.idle = lambda: None  # nothing is packed meanwhile
    table.begin(2)
    journal = table.loop.journal
    journal.store.remove(journal.name(journal.stages[-1]))
    table.power_cut()
    assert table.asked == "turn-up"
    assert kinds(table) == ["start", "answer", "end", "answer"]
    assert [record[1] for record in table.records] == [0, 0, 0, 1]


def test_cut_between_void_and_end(laying, tmp_path):
    laying.loop.journal.idle = lambda: None  # nothing is packed meanwhile
    laying.hold((0, 1), "no", HOLD_US)
    whole = laying.records
    journal = laying.loop.journal
    journal.store.remove(journal.name(journal.stages.pop()))
    write_stage(laying, b"".join(lines_of_stage(laying)[:-1]))
    laying.power_cut()
    assert laying.records[: len(whole)] == whole


def test_a_journal_that_does_not_follow_from_the_rules(laying, tmp_path):
    """The table says so and plays on with a new match; nothing is thrown away unasked."""
    odd = encoded_record(laying, ["answer", 1, 1, [5, 5], 0])
    write_stage(laying, b"".join(lines_of_stage(laying)) + odd)
    laying.power_cut()
    assert "The match in the journal cannot go on. Start a new one" in laying.says
    hi = laying.loop.journal.hi()
    laying.clear()
    laying.begin(3)
    assert laying.asked == "turn-up" and laying.loop.faults.now == []
    assert laying.loop.journal.hi() > hi


def encoded_record(table, record):
    return encode(["ev", table.loop.journal.hi() + 1, 1, 99, 0, *record])


def test_a_match_that_is_over_stays_over(table):
    table.begin(2)
    play_to_the_end(table)
    assert "won the match" in table.says or table.says == "The match is over"
    table.power_cut()
    assert table.says == "Hold NO and OK to see past rounds. " + READY
    hi = table.loop.journal.hi()
    table.begin(2)
    assert table.loop.journal.hi() > hi


def play_to_the_end(table):
    """Two players play the top card until one of them has won."""
    for _ in range(40):
        for pool, mine, other in hands():
            table.trick(pool, (mine, other), dealer=table.loop.play.referee.match.dealer)
            table.clear()
            if table.loop.play.referee.over:
                return
    raise AssertionError("nobody wins")


def hands():
    """A deck for two as it is dealt: (pool, seat 0, seat 1) trick by trick."""
    ranks = ("5", "4", "3", "A", "K", "Q", "J", "10", "9", "8", "7", "6")
    pack = [rank + suit for suit in "SHDC" for rank in ranks]
    return [(pack[i + 2], pack[i], pack[i + 1]) for i in range(0, 48, 3)]


def test_every_power_cut_of_a_whole_island(tmp_path):
    """After every act of an island the power goes; in the end the records are those of an undisturbed one."""
    steady, cut = (Table(tmp_path / name) for name in mkdirs(tmp_path, "steady", "cut"))
    for table in (steady, cut):
        table.begin(2)
        for pool, mine, other in hands()[:6]:
            dealer = table.loop.play.referee.match.dealer
            for act, *args in (
                (table.lay, CENTRE, pool),
                (table.lay, 0, mine),
                (table.lay, 1, other),
                (table.press, "ok", dealer),
                (table.lift, 1),
                (table.lift, 0),
                (table.lift, CENTRE),
            ):
                act(*args)
                if table is cut:
                    table.power_cut()
    assert cut.loop.journal.boot == 1 + 6 * 7
    assert cut.records == steady.records


def mkdirs(tmp_path, *names):
    for name in names:
        (tmp_path / name).mkdir()
    return names


# -- time ----------------------------------------------------------------------------------------------


def test_stride_changes_no_byte_of_the_journal(tmp_path):
    """Skipping quiet sweeps is the same as looking at every one of them."""
    every, some = mkdirs(tmp_path, "every", "some")
    tables = [Table(tmp_path / every, grain=SWEEP_US), Table(tmp_path / some)]
    for table in tables:
        table.begin(2, target="1")
        play_to_the_end(table)
        winners = table.loop.play.referee.match.won
        assert [table.lamps(pad)[2] == "W~" for pad in range(2)] == [pad in winners for pad in range(2)]
        assert table.says.endswith("The match is over. OK sets up another")
        table.run(5_000_000)  # the journal packs a little in each turn, and there are fewer
    assert tables[0].files() == tables[1].files()
    assert len(tables[0].files()) >= 3


def test_one_turn_is_short(table):
    """Nothing waits: in a turn no more time goes by than the readers' own answers take."""
    table.run(1_000_000)
    table.longest_turn = 0
    table.begin(3)
    table.trick("KS", PLAYS)
    table.clear()
    assert table.longest_turn < 5_000


def test_nothing_sleeps_and_there_is_one_loop():
    names = {"sleep", "sleep_ms", "sleep_us", "_thread", "asyncio", "uasyncio", "threading"}
    before = ROOT / "firmware" / "frozen"  # what runs before the loop
    for path in sorted(path for path in (ROOT / "firmware").rglob("*.py") if before not in path.parents):
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            found = {getattr(node, name, None) for name in ("id", "attr", "name", "module")}
            assert not found & names, f"{path}: {found & names}"


def test_the_lamps_as_they_leave_the_wire(laying):
    """The first of three lights of seat 1 blinks blue, the others are dark."""
    laying.run((laying.time // 1_200_000 + 1) * 1_200_000 + 100_000 - laying.time)
    laying.run(SWEEP_US)
    assert laying.machine.lights()[3:6] == [(0, 12, 51), (0, 0, 0), (0, 0, 0)]
    assert laying.machine._strip.overrun == 0, "no picture runs into the next"


# -- main.py ---------------------------------------------------------------------------------------------


class Enough(BaseException):
    """The test has seen enough; no handler of the firmware's holds this up."""


def test_a_table_runs(tmp_path):
    """The table starts, looks at its pads, and says that it is ready."""
    machine = FakeMachine(BOARD, root=str(tmp_path) + "/")
    turns = []

    def idle(us):
        machine.clock.advance(us or SWEEP_US)
        turns.append(us)
        if machine.clock.us > 3_000_000:
            raise Enough

    parts = machine.build()
    parts.idle = idle
    machine.pads[2].tags.append(Tag(uid(5)))
    with pytest.raises(Enough):
        loop.run(parts)
    says = " ".join(" ".join(machine.parts.display.lines).split())
    assert says == "There is no deck file. Enrol a deck first. " + READY
    assert all(field.on for field in machine.pads)
    assert b'"boot"' in kept_files(tmp_path)["00000000.stage"]
    assert len(turns) > 10


@pytest.mark.own_cuts
def test_between_two_erases_all_pads_are_swept(laying, monkeypatch):
    """An erase keeps everything waiting for 45 ms; twelve in a row left the pads unread for 0.6 s."""
    machine, frames = laying.machine, []
    ioctl = machine.journal.ioctl

    def erase(op, arg):
        if op == 6:
            frames.append([chip.frames for chip in machine.chips])
            machine.clock.advance(45_000)
        return ioctl(op, arg)

    monkeypatch.setattr(machine.journal, "ioctl", erase)
    lay_all(laying)
    laying.press("ok", 0)
    laying.run(10_000_000)
    assert len(frames) > 2
    for before, after in pairwise(frames):
        assert all(one < other for one, other in zip(before, after))


# -- the line ----------------------------------------------------------------------------------------------


def test_a_late_host_gets_everything(laying):
    lay_all(laying)
    laying.press("ok", 0)
    laying.clear()
    laying.power_cut()
    laying.lay(CENTRE, "AS")
    host = Host(laying)
    host.run(3)
    journal = laying.loop.journal
    assert journal.hi() > 6
    expected = [compact(journal.get(g)) for g in range(journal.hi() + 1)]
    assert [host.disk.stored(host.end.uid, g) for g in range(journal.hi() + 1)] == expected
    assert journal.taken == journal.hi()
    assert host.heard("see")[-1][1] == laying.loop.lamps.line()
    assert host.heard("say")[-1][1] == "lay-face-down"


def test_a_host_that_stops_reading_stops_nothing_and_gets_all_of_it_later(laying):
    """A computer asleep, its port still open: the buffer of the port fills up, and one write waits."""
    host = Host(laying)
    host.run(3)
    usb, journal = laying.machine.usb, laying.loop.journal
    before, laying.longest_turn, usb.waited = journal.hi(), 0, 0
    lay_all(laying)
    laying.press("ok", 0)
    laying.run(2_000_000)
    assert len(usb._out) == STREAM_FIFO, "it is full"
    assert usb.waited <= 2 and laying.longest_turn < SWEEP_US + 2 * STREAM_WAIT_US
    assert journal.hi() > before and host.disk.last_g(host.end.uid) == before
    host.run(8)
    expected = [compact(journal.get(g)) for g in range(journal.hi() + 1)]
    assert [host.disk.stored(host.end.uid, g) for g in range(journal.hi() + 1)] == expected


def test_a_match_begun_by_the_host(table):
    host = Host(table)
    host.run(2)
    for words in (("new", "democracy", 2), ("opt", "target", "1"), ("opt", "deal_check", "off"), ("begin",)):
        host.end.do(*words)
        host.run(1)
    assert [event[2] for event in host.heard("res")] == [True] * 4
    assert table.asked == "take-seats"
    for words in (("new", "poker", 2), ("new", "democracy", 9), ("opt", ["x"], 1), ("coffee",)):
        do_unchecked(host.end, *words)
        host.run(1)
    assert [event[2] for event in host.heard("res")[4:]] == [False] * 4
    assert table.asked == "take-seats", "a refused command has changed nothing"


def test_a_key_that_changes_nothing_is_not_told(laying):
    """A choice in secret is made by pressing YES so many times: the line does not show how many."""
    host = Host(laying)
    host.run(2)
    laying.press("yes", 1)
    host.run(1)
    seen = len(host.heard("say")) + len(host.heard("see"))
    laying.press("yes", 1)
    host.run(1)
    assert len(host.heard("say")) + len(host.heard("see")) == seen


def test_the_host_sees_covered_cards(laying):
    host = Host(laying)
    lay_all(laying)
    host.run(2)
    pads = host.heard("see")[-1][2]
    assert pads[:3] == [-1, -1, -1] and pads[CENTRE] == laying.loop.play.referee.picture.lying[MIDDLE]


def test_every_line_of_the_journal_is_a_frame(laying):
    for name, content in laying.files("acked", ".game").items():
        for line in content.splitlines():
            assert decode(line) is not None, name


def test_memory_is_tidied_where_the_next_sweep_leaves_room(table):
    """A collection takes some 14 ms in which no card is seen: it begins after a sweep, with none due."""
    pads, rooms = table.loop.pads, []
    collect = table.loop.parts.collect

    def collected():
        rooms.append(pads.due() - table.loop.clock.ms)
        collect()

    table.run(500_000)
    table.loop.parts.collect = collected
    for phase in range(0, 25_000, 3_000):
        table.loop._news = True  # something is shown
        for _ in range(50):
            table.run(2_000)  # as a Pico naps
        table.run(phase)
    assert len(rooms) >= 8
    assert min(rooms) >= 8


@pytest.mark.parametrize("act", ["key", "card"])
def test_nothing_that_can_wait_is_done_while_hands_act(laying, act):
    """A key as well as a card keeps memory from being tidied, and the journal from being packed."""
    laying.run(1_000_000)
    loop, done = laying.loop, []

    def noted(name, call):
        def noting():
            done.append((name, loop.clock.ms))
            return call()

        return noting

    loop.parts.collect = noted("tidied", loop.parts.collect)
    loop.journal.idle = noted("packed", loop.journal.idle)
    loop._show = noted("shown", loop._show)
    if act == "key":
        laying.press("yes", 1)
    else:
        laying.lay(0, "5S", 100_000)
    laying.run(1_500_000)
    names = [name for name, _ in done]
    began = names.index("shown")
    rested = done[began + 1][1] - done[began][1]
    assert {"tidied", "packed"} <= set(names[began:]) and "shown" not in names[began + 1 :]
    assert 50 <= rested < 300
