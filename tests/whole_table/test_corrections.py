"""Corrections and pauses at the table and from the computer, through the whole firmware."""

import json

import pytest

from cardtable.engine import cards, departures
from correction_acts import agreed, chord, do, fixes, pick, spoil
from demos_table import Round
from firmware_table import CENTRE, PASSED_US, Table, everything
from tablehost.journal.audit import Audit


def notes(table):
    return [record[1:] for record in everything(table) if record[0] == "note"]


# -- at the table ----------------------------------------------------------------------------------


def test_one_seat_alone_can_ask_and_nothing_else(laying):
    before = len(laying.records)
    chord(laying, 1)
    assert "To correct something with seat 2, another player holds NO and OK" in laying.says
    assert [laying.lamps(pad)[2] for pad in range(3)] == ["Y~"] * 3, "paused"
    chord(laying, 1)
    laying.press("ok", 1)
    laying.press("yes", 1)
    assert laying.loop.dialogue is not None and len(laying.records) == before
    laying.press("no", 1)
    assert laying.loop.dialogue is None and len(laying.records) == before
    assert "lay a card face down: seats 1-3" in laying.says
    assert notes(laying) == [["pause", 1], ["resume", 1]]


def test_nothing_counts_while_it_is_paused_and_all_is_looked_at_afterwards(laying):
    laying.lay(1, "AH")
    chord(laying, 2)
    laying.lift(1)
    laying.lay(0, "5S")
    laying.lay(2, "4D")
    laying.lay(1, "QH")
    before = len(laying.records)
    laying.press("ok", 0)
    assert len(laying.records) == before
    laying.press("no", 0)
    laying.run(PASSED_US)
    assert "all lie. OK" in laying.says
    laying.press("ok", 0)
    revealed = [record[3] for record in laying.records if record[0] == "answer"][-1]
    assert [card for card in revealed if card in (1, 28)] == [28], "the card that lies there now"


def test_two_seats_take_back_the_last_act_in_less_than_a_minute(laying):
    before = laying.time
    agreed(laying, 1, 0)  # seat 0 turned the pool card up
    assert "Take back what was done last?" in laying.says
    pick(laying, 1, "correct-take-back")
    assert "seat 2 wants to take back what was done last: Day 1, trick 1 of 6" in laying.says
    laying.press("ok", 1)
    assert not fixes(laying), "the other one agrees"
    laying.press("ok", 0)
    assert fixes(laying) == [["undo", 1, 0, 1, 0]]
    assert laying.time - before < 60_000_000
    assert laying.asked == "turn-up" and "Corrected" in laying.says
    laying.lift(CENTRE)
    laying.lay(CENTRE, "QS")
    assert laying.asked == "lay-face-down"


def test_what_is_taken_back_must_be_the_act_of_one_of_the_two(laying):
    agreed(laying, 1, 2)
    pick(laying, 1, "correct-take-back")
    assert "had no part in that" in laying.says
    assert not fixes(laying)


def test_what_all_have_seen_is_not_taken_back_at_the_table(laying):
    for pad, card in enumerate(["5S", "AH", "4D"]):
        laying.lay(pad, card)
    laying.press("ok", 0)
    agreed(laying, 1, 0)
    pick(laying, 1, "correct-take-back")
    laying.press("ok", 0)
    assert "All have seen what came of it: it stays" in laying.says
    assert not fixes(laying)


@pytest.mark.parametrize(
    ("row", "fix"),
    [("void", ["void", "misdeal", 2, 1]), ("end", ["end", 2, 1]), ("leave", ["leave", 2, 2, 1])],
)
def test_void_end_and_leave(laying, row, fix):
    agreed(laying, 2, 1)
    pick(laying, 2, f"correct-{row}")
    laying.press("no", 1)
    assert not fixes(laying) and laying.loop.dialogue is not None, "not agreed"
    pick(laying, 2, f"correct-{row}")
    laying.press("ok", 1)
    assert fixes(laying) == [fix]
    assert laying.loop.play.referee.over == (row != "void")


def test_a_time_that_is_asked_does_not_go_by(table):
    table.begin(3, negotiation="unanimous", negotiation_seconds=60)
    table.trick("KS", ["5S", "AH", "4D"])
    asked = table.asked
    assert asked == "negotiate"
    chord(table, 1)
    table.run(120_000_000)
    table.press("no", 1)
    assert table.asked == asked
    table.run(70_000_000)
    assert table.asked != asked


# -- from the computer --------------------------------------------------------------------------------


def test_the_operator_takes_back_and_is_refused(laying):
    assert do(laying, "undo", 9, 0) == (False, ["nothing-to-take-back", 0])
    accepted, answer = do(laying, "undo", 1, 0)
    assert accepted and answer[1][1:] == [["undo", 1], 1, "turn-up", [10]]
    assert fixes(laying) == [["undo", 1, 0, "operator"]]


def test_the_operator_amends_in_players_words(laying):
    for pad, card in enumerate(["5S", "AH", "4D"]):
        laying.lay(pad, card)
    laying.press("ok", 0)
    assert do(laying, "amend", 0, "seat", 2, "KS") == (False, ["already-played", 2])
    assert do(laying, "amend", 0, "seat", 2, "nonsense") == (False, ["no-such-answer", 4])
    assert do(laying, "amend", 0, "seat", 2, "6S")[0]
    assert fixes(laying)[0][0] == "amend"
    assert laying.asked == "clear"


def test_a_reveal_becomes_a_forfeit(tmp_path):
    """A reveal of DemoS becomes a forfeit: another seat draws, and the record is whole."""
    table = Table(tmp_path)
    one = Round(table)
    one.to_reveal()
    for seat, names in ((0, ["7S", "8S", "9S"]), (1, ["4H", "5H", "6H"])):
        one.shows(seat, names)
        table.lift(seat)
        table.press("ok", seat)
    table.press("no", 2)
    assert table.asked == "draw-figure" and "seat 1" in table.says
    before = one.referee.answers[:]
    assert do(table, "amend", 0, "seat", 5, "none") == (False, ["no-such-answer", len(before)])
    accepted, answer = do(table, "amend", 0, "seat", 0, "none")
    assert accepted and answer[1][3:] == ["draw-figure", []]
    assert one.referee.answers[-2][0] is None and "seat 2" in table.says
    assert do(table, "amend", 0, "seat", 0, "7S", "8S", "9S")[0]
    assert one.referee.answers[-1] == before[-1] and "seat 1" in table.says
    assert do(table, "amend", 0, "seat", 0, "none")[0]
    table.switch_on()
    table.run(1_000_000)
    assert table.asked == "draw-figure" and one.referee.answers[-2][0] is None, "also after a power cut"
    table.press("ok", 0)
    table.lay(1, "ES")
    assert one.referee.match.rounds == 1 and one.referee.match.totals == [0, 16, 0]
    audit = Audit()
    journal = table.loop.journal
    for g in range(journal.game, journal.hi() + 1):
        audit.take(json.dumps(journal.get(g), separators=(",", ":")).encode())
    assert not audit.findings


def test_the_operator_pauses_and_goes_on(laying):
    assert do(laying, "resume") == (False, ["not-paused", None])
    assert do(laying, "pause")[0] and "A pause: hands face down" in laying.says
    assert do(laying, "pause") == (False, ["paused-already", None])
    assert do(laying, "resume")[0]
    assert "lay a card face down" in laying.says
    assert notes(laying) == [["pause", "operator"], ["resume", "operator"]]


def test_a_command_without_sense_changes_nothing(laying):
    before = everything(laying)
    for args in (
        ("undo",),
        ("undo", "x", 0),
        ("amend", 0),
        ("name", 99, "5S"),
        ("leave", 7),
        ("what",),
        ("count", 9),
    ):
        accepted, _ = do(laying, *args)
        assert not accepted, args
    assert before == everything(laying)


# -- a card that cannot be read ---------------------------------------------------------------------


def test_the_display_leads_on_when_a_card_cannot_be_read(laying):
    spoil(laying, "AH")
    laying.lay(1, "AH", PASSED_US)
    assert "Lift it and lay it in the middle of the pad" in laying.says
    laying.run(21_000_000)
    assert "still cannot be read. Wipe it" in laying.says
    laying.run(41_000_000)
    assert "Hold NO and OK to name it by hand" in laying.says


def test_a_hidden_card_is_named_at_its_reveal_by_two_seats(laying):
    spoil(laying, "AH")
    for pad, card in enumerate(["5S", "AH", "4D"]):
        laying.lay(pad, card, PASSED_US)
    agreed(laying, 1, 2)
    pick(laying, 1, "correct-name")
    assert "The card of seat 2 is to count unread" in laying.says
    laying.press("ok", 2)
    assert fixes(laying) == [["name", 1, None, 1, 2]]
    assert "all lie. OK" in laying.says
    laying.press("ok", 0)
    assert "A card cannot be read, and all must know it" in laying.says
    agreed(laying, 1, 0)
    pick(laying, 1, "correct-name")
    while "hearts" not in laying.says:
        laying.press("yes", 1)
    laying.press("ok", 1)
    while "A of hearts" not in laying.says:
        laying.press("yes", 1)
    laying.press("ok", 1)
    laying.press("ok", 0)
    assert fixes(laying)[1] == ["name", 1, 4096, 1, 0]
    revealed = [record[3] for record in laying.records if record[0] == "answer"][-1]
    assert cards.parse("AH") in revealed and laying.asked == "clear"
    laying.clear()
    assert laying.asked == "turn-up"
    before = laying.records
    laying.power_cut()
    assert laying.asked == "turn-up" and laying.records == before


def test_the_operator_names_an_open_card_and_no_hidden_one(laying):
    laying.clear()
    do(laying, "undo", 1, 0)
    spoil(laying, "KS", "AH")
    laying.lay(CENTRE, "KS", PASSED_US)
    assert do(laying, "name", 10, "?") == (False, ["must-be-named", 1])
    assert do(laying, "name", 10, "KS")[0] and laying.asked == "lay-face-down"
    laying.lay(1, "AH", PASSED_US)
    assert do(laying, "name", 1, "AH") == (False, ["named-at-its-reveal", 2])
    assert do(laying, "name", 1, "?")[0]
    assert fixes(laying)[1:] == [["name", 10, 13, "operator"], ["name", 1, None, "operator"]]


# -- which seats may agree, and secrets that stay secret ----------------------------------------------


def test_two_seats_of_one_side_are_one(laying, monkeypatch):
    monkeypatch.setattr(departures, "sides", lambda match: [[0, 1], [2]])
    agreed(laying, 1, 0)
    assert "seat 1 is of the same side" in laying.says and "correct something with seat 2" in laying.says
    chord(laying, 2)
    assert "Take back what was done last?" in laying.says


def public(table):
    """All that leaves the table: lamps, words, tones, and the records as the host gets them."""
    return table.loop.lamps.line(), table.says, table.tones, everything(table)


@pytest.mark.parametrize(
    "words", [("undo", 1, 0), ("undo", 1, 1), ("void",), ("pause",), ("end",), ("leave", 2)]
)
def test_a_correction_reveals_no_hidden_card(tmp_path, words):
    """Two tables that differ only in their face-down cards look the same, before and after."""
    told = []
    for name, hidden in (("a", ["5S", "AH"]), ("b", ["9D", "KC"])):
        (tmp_path / name).mkdir()
        table = Table(tmp_path / name)
        table.loop.play._now_us = lambda: 0
        table.loop.parts.entropy = bytes
        table.begin(3)
        table.lay(CENTRE, "KS")
        for pad, card in enumerate(hidden):
            table.lay(pad, card)
        answer = do(table, *words)
        told.append((answer, public(table)))
    assert told[0] == told[1]


def test_a_count_says_where_the_first_difference_is_and_no_card(laying):
    for pad, card in enumerate(["5S", "AH", "4D"]):
        laying.lay(pad, card)
    laying.press("ok", 0)
    winner = 0  # the 5 of trumps
    laying.clear()
    agreed(laying, winner, 1)
    pick(laying, winner, "correct-count")
    assert "0 of 4 shown" in laying.says
    for card in ("5S", "9H", "AH", "4D"):
        laying.lay(winner, card)
        assert not any(word in laying.says for word in ("hearts", "spades", "diamonds"))
        laying.lift(winner)
    laying.press("ok", winner)
    assert (
        "seat 1 has shown 4 cards, 4 are recorded. The first that was not captured there: number 2"
        in laying.says
    )
    assert laying.asked == "turn-up"


def test_a_count_ends_where_the_computer_has_the_match_go_on(laying):
    assert do(laying, "count", 0)[0] and "Count of seat 1" in laying.says
    assert do(laying, "resume")[0]
    assert laying.loop.dialogue is None and laying.loop.bug is None and laying.asked == "lay-face-down"
