"""What the host commands, and what is asked after a power cut, where memory is short: nothing is lost."""

import pytest

from cardtable.controller import commands, fixing, reopening, resuming, stages, starting, upkeep
from correcting import chord, command, do
from firmware import Table
from scarce import NO_ROOM, Scarce, no_room, stands_where_it_was

REFUSED = (False, ["no-room", None])


@pytest.fixture
def trick(tmp_path):
    """A trick of three lies on the table, and the host is there."""
    table = Table(tmp_path)
    table.begin(3, days="2")
    table.trick("KS", ["5S", "AH", "4D"])
    return table


CORRECTIONS = [
    (fixing, "correcting", ("undo", 1, 1)),
    (fixing, "rewording", ("amend", 0, "seat", 1, "2H")),
    (fixing, "talking", ("pause",)),
    (fixing, "crossing", ("undo", 9, 1)),
    (commands, "fixing", ("void",)),
]


@pytest.mark.parametrize("module, lacks, args", CORRECTIONS, ids=lambda one: str(one)[:16])
def test_a_correction_of_the_host_without_room_is_refused_and_the_match_goes_on(
    trick, monkeypatch, module, lacks, args
):
    before = trick.records
    scarce = Scarce(monkeypatch, module, lacks)
    assert do(trick, *args) == REFUSED and scarce.asked
    monkeypatch.undo()
    stands_where_it_was(trick, before)
    assert do(trick, "undo", 1, 1)[0], "now there is room"


def test_a_correction_that_is_on_record_stays(trick, monkeypatch):
    """There was no room to say so: it is not done twice, nor taken back."""
    monkeypatch.setattr(fixing, "report", no_room)
    assert do(trick, "undo", 1, 1) == REFUSED
    assert trick.records[-1][3][:2] == ["undo", 2] and NO_ROOM in trick.says
    trick.power_cut()
    assert trick.loop.bug is None and len(trick.loop.play.referee.answers) == 2


def test_a_dialogue_of_players_is_left_as_well(trick, monkeypatch):
    before = trick.records
    chord(trick, 1)
    Scarce(monkeypatch, fixing, "correcting")
    assert do(trick, "undo", 1, 1) == REFUSED
    monkeypatch.undo()
    stands_where_it_was(trick, before)


def test_what_is_half_written_into_the_stage_before_counts_nothing(tmp_path, monkeypatch):
    table = Table(tmp_path)
    table.begin(3, days="2", target="99")
    for rank in ("5", "4", "3", "A", "K", "Q", "J", "10", "9", "8", "7", "6"):
        table.trick(rank + "S", [rank + suit for suit in "HDC"])
        table.clear()
    dealer = table.loop.play.referee.match.dealer
    table.trick("5S", ["4S", "AH", "QD"], dealer)
    before, written = table.records, []
    append = reopening.Anew.append

    def short(self, us, record):
        written.append(record)
        if len(written) == 20:
            no_room()
        append(self, us, record)

    monkeypatch.setattr(reopening.Anew, "append", short)
    assert do(table, "undo", 20, 1) == REFUSED and len(written) == 20
    monkeypatch.undo()
    stands_where_it_was(table, before)
    assert not table.loop.play.proved
    assert do(table, "undo", 20, 1)[0], "now there is room"


def test_a_setting_without_room_stays_what_it_was(trick, monkeypatch):
    before = trick.records
    Scarce(monkeypatch, commands, "settings")
    assert command(trick, "set", "lang", "fr") == REFUSED
    monkeypatch.undo()
    stands_where_it_was(trick, before)
    assert command(trick, "set", "lang", "fr") == (True, ["ok", "fr"])


def test_a_match_without_room_is_not_prepared(table, monkeypatch):
    monkeypatch.setattr(commands.games, "load", no_room)
    assert command(table, "new", "democracy", 3) == REFUSED
    monkeypatch.undo()
    assert NO_ROOM in table.says and table.loop.bug is None
    assert command(table, "begin") == (False, ["unknown-command", "begin"])
    begins(table)


@pytest.mark.parametrize("left", [False, True])
@pytest.mark.parametrize("function", ["_secret_rows", "begin", "open_stage"])
def test_a_match_without_room_does_not_begin(tmp_path, monkeypatch, left, function):
    """Before the first record of it: what was left, if anything, is taken up again, with its own secrets."""
    table = Table(tmp_path)
    if left:
        table.begin(3, days="2")
        table.trick("KS", ["5S", "AH", "4D"])
    before, secrets = table.records, list(table.loop.journal.secrets())
    command(table, "new", "democracy", 3)
    monkeypatch.setattr(stages if hasattr(stages, function) else table.loop.journal, function, no_room)
    assert command(table, "begin") == REFUSED
    monkeypatch.undo()
    assert list(table.loop.journal.secrets()) == secrets
    if left:
        stands_where_it_was(table, before)
    else:
        assert NO_ROOM in table.says and not table.records
        begins(table)


def test_a_match_that_stands_on_flash_goes_on(table, monkeypatch):
    """Memory ends behind its first record; or before the one that it parks has its last one: that goes on."""
    for lacks in (False, True):
        command(table, "new", "democracy", 3)
        if lacks:
            monkeypatch.setattr(table.loop.journal, "append", no_room)
        else:
            monkeypatch.setattr(table.loop, "follow", no_room)
        assert command(table, "begin") == REFUSED
        monkeypatch.undo()
        table.run(1_000_000)
        assert table.loop.bug is None and NO_ROOM in table.says
        journal = table.loop.journal
        assert journal.begun and journal.parked == []
        table.press("ok", 0)
        assert table.asked == "take-seats"
    begins(table)


def begins(table):
    assert command(table, "new", "democracy", 3)[0] and command(table, "begin")[0]
    assert table.asked == "take-seats"


# -- after a power cut --------------------------------------------------------------------------------------


def test_without_room_to_compare_cards_the_match_is_taken_up_anew(trick, monkeypatch):
    before = trick.records
    trick.switch_on()
    trick.run(1_000_000)
    scarce = Scarce(monkeypatch, resuming, "repair")
    trick.lift(1)
    assert scarce.asked
    monkeypatch.undo()
    trick.run(1_000_000)
    assert NO_ROOM in trick.says and trick.loop.bug is None
    trick.lay(1, "AH", 1_200_000)
    stands_on(trick, before)


def test_without_room_to_go_on_an_ok_asks_again(trick, monkeypatch):
    before = trick.records
    trick.switch_on()
    trick.run(1_000_000)
    monkeypatch.setattr(upkeep, "told", no_room)
    trick.press("ok", 0)
    monkeypatch.undo()
    stands_where_it_was(trick, before)


def test_without_room_for_the_first_question_it_is_tried_once_more(trick, monkeypatch):
    before = trick.records
    trick.switch_on()
    scarce = Scarce(monkeypatch, resuming, "repair")
    borrow = scarce._borrow

    def once(name, *beside):
        if name.endswith("repair") and not scarce.asked:
            return scarce(name, *beside)
        return borrow(name, *beside)

    monkeypatch.setattr(resuming, "borrow", once)
    trick.run(1_000_000)
    assert scarce.asked
    stands_where_it_was(trick, before)


def test_without_room_for_the_question_at_all_the_table_says_so(trick, monkeypatch):
    before = trick.records
    trick.switch_on()
    scarce = Scarce(monkeypatch, resuming, "repair")
    trick.run(2_000_000)
    assert scarce.asked == 2
    assert "The table has stopped: MemoryError. What was played is kept. Switch it off and on" in trick.says
    monkeypatch.undo()
    trick.power_cut()
    assert trick.records == before


def test_without_room_for_the_match_at_all_the_table_says_so(trick, monkeypatch):
    before = trick.records
    monkeypatch.setattr(starting, "take_up", no_room)
    trick.switch_on()
    trick.run(1_000_000)
    assert "The table has stopped: MemoryError" in trick.says
    assert do(trick, "undo", 1, 1) == (False, ["no-match", None])
    monkeypatch.undo()
    trick.power_cut()
    assert trick.records == before


def stands_on(table, records):
    """The match goes on by an OK with these records."""
    table.press("ok", 0)
    assert table.says.startswith("Take all the cards: seat") and table.records == records


# -- the table stops ----------------------------------------------------------------------------------------


def test_a_command_at_which_the_table_stops_is_answered(trick, monkeypatch):
    def mistaken(*_):
        raise AssertionError

    monkeypatch.setattr(fixing, "meant", mistaken)
    assert do(trick, "undo", 1, 1) == (False, ["bug", "AssertionError"])
    assert "The table has stopped" in trick.says
    assert do(trick, "undo", 1, 1) == (False, ["no-match", None]), "it hears, and lives"


def test_a_command_at_which_flash_fails_is_answered(trick, monkeypatch):
    def fails(*_):
        raise OSError(5, "EIO")

    monkeypatch.setattr("cardtable.controller.files.append", fails)
    assert do(trick, "undo", 1, 1) == (False, ["flash-failed", "OSError"])
