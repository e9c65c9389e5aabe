"""Corrections that reach into the stage before, through the whole firmware: journal, vault, power, proof."""

import json

import pytest

from cardtable.controller.dialogs import operator
from cardtable.controller.storage import transaction
from cardtable.controller.storage.store import Store
from correction_acts import do, fixes
from firmware_table import CENTRE, everything
from reviewed_rounds import facts
from tablehost.journal.audit import Audit
from tablehost.referee.shadow import Shadow


@pytest.fixture
def second_island(table):
    """Three have played an island: spades from the pool, hearts, diamonds, clubs; and a trick of the next."""
    table.begin(3, target="99")
    for rank in ("5", "4", "3", "A", "K", "Q", "J", "10", "9", "8", "7", "6"):
        table.trick(rank + "S", [rank + suit for suit in "HDC"])
        table.clear()
    assert table.loop.play.referee.match.island == 2
    dealer = table.loop.play.referee.match.dealer
    table.trick("5S", ["4S", "AH", "QD"], dealer)
    table.clear()
    return table


def stands(table):
    """(stage, answers, score, digest) of the match."""
    referee = table.loop.play.referee
    return referee.match.stage, len(referee.answers), referee.match.totals, referee.table.digest


def kept(table):
    """All that flash and the vault hold, and where the match stands."""
    return everything(table), table.files("acked"), stands(table)


def test_cards_taken_back_in_the_stage_before_are_played_again(second_island):
    table = second_island
    before = kept(table)
    acts = len(operator.player_answers(table.loop.play.referee))
    assert do(table, "undo", acts + 1, 0) == (False, ["nothing-to-take-back", 0])
    assert do(table, "undo", 999, 1) == (False, ["nothing-to-take-back", 0])
    assert kept(table) == before
    accepted, answer = do(table, "undo", acts + 2, 1)
    assert accepted and answer[1][1] == ["back", 1] and answer[1][3] == "lay-face-down"
    assert fixes(table) == [["back", 1, "undo", 47, "operator"]]
    assert stands(table)[:2] == (1, 47)
    before = stands(table), table.records
    table.power_cut()
    assert (stands(table), table.records) == before
    assert "Lay back 6 of spades" in table.says
    table.lay(CENTRE, "6S")
    table.press("ok", 0)
    for pad, card in enumerate(["6H", "6D", "6C"]):
        table.lay(pad, card)
    table.press("ok", 0)
    table.clear()
    assert table.loop.play.referee.match.island == 2
    is_sound(table)


def test_an_amend_of_the_stage_before_tells_the_present_one_behind_it(second_island):
    table = second_island
    before = kept(table)
    words = ["before", "answer", 2, "seat"]
    assert amend(table, 0, *words, 1, "6D") == (False, ["already-played", [1, 47]])
    assert amend(table, 0, *words, 1, "5S") == (False, ["already-played", [1, 2]])
    assert amend(table, 0, *words, 7, "7S") == (False, ["no-such-answer", before[2][1]])
    assert kept(table) == before
    # It was that card, and so it is sealed and shown once more, and all that came later with it.
    accepted, answer = amend(table, 0, *words, 1, "5D")
    assert accepted and answer[1][1] == ["back", 1]
    assert fixes(table) == [["back", 1, "amend", 2, "operator"]]
    assert stands(table) == before[2]
    told = table.records
    table.power_cut()
    assert table.records == told and stands(table) == before[2]
    table.press("ok", 0)
    dealer = table.loop.play.referee.match.dealer
    table.trick("4S", ["5H", "AD", "QC"], dealer)
    table.clear()
    audit = is_sound(table)
    assert len(audit.shadow.proved) == 39 and len(audit.heads) == 3


def worn(monkeypatch, gives_out):
    """Flash that gives out while the file of a stage is written, or at the end of its commit."""
    create = Store.create

    def created(store, name):
        writer = create(store, name)
        if name.endswith(".stage"):
            write, writes = writer.write, []

            def fails(*_):
                writes.append(0)
                if gives_out == "commit" or len(writes) == 20:
                    raise OSError(5, "EIO")
                write(*_)

            setattr(writer, gives_out, fails)
        return writer

    monkeypatch.setattr(Store, "create", created)


@pytest.mark.parametrize("gives_out", ["write", "commit"])
def test_flash_that_fails_while_it_is_written_leaves_what_was_there(second_island, monkeypatch, gives_out):
    """As a power cut would: nothing counts before the end of the commit. It is said as of any other write."""
    table = second_island
    before = stands(table), everything(table)
    worn(monkeypatch, gives_out)
    told = amend(table, 0, "before", "answer", 2, "seat", 1, "5D")
    assert told == (False, ["flash-failed", "OSError"])
    monkeypatch.undo()
    assert table.loop.journal.broken and table.loop.faults.now == [("flash-failed", -1, "OSError")]
    assert "The table cannot keep any more: OSError. What was kept is safe" in table.says
    check_flash(table, before)


def test_a_mistake_while_it_is_written_is_no_fault_of_the_flash(second_island, monkeypatch):
    table = second_island
    before = stands(table), everything(table)
    append = transaction.Transaction.append

    def fails(self, us, record):
        if record[0] == "answer":
            raise AssertionError
        append(self, us, record)

    monkeypatch.setattr(transaction.Transaction, "append", fails)
    assert do(table, "undo", 20, 1) == (False, ["bug", "AssertionError"])
    monkeypatch.undo()
    assert not table.loop.journal.broken
    assert "The table has stopped: AssertionError" in table.says
    check_flash(table, before)


def check_flash(table, before):
    """The power goes; the match stands where it stood `before`, (`stands`, `everything`), and goes on."""
    table.power_cut()
    assert stands(table) == before[0] and everything(table)[: len(before[1])] == before[1]
    assert not table.loop.play.proved
    table.press("ok", 0)
    table.trick("4S", ["5H", "AD", "QC"], table.loop.play.referee.match.dealer)
    table.clear()
    is_sound(table)


def test_looking_back_shows_valid_facts_and_each_round_once(second_island):
    """A stage that is reported again is one round, with its acts as they are now, less those taken back."""
    table = second_island
    first, second = looked_back(table)
    assert amend(table, 0, "before", "answer", 2, "seat", 1, "5D")[0]
    assert looked_back(table) == [first, second], "it was that card, and is sealed and shown once more"
    assert amend(table, 0, "before", "answer", 2, "seat", 1, "4D", "answer", 6, "seat", 1, "5D")[0]
    changed, same = looked_back(table)
    assert same == second and len(changed) == len(first)
    assert [i for i in range(len(first)) if changed[i] != first[i]] == [1, 2, 13], "two tricks and the score"
    acts = len(operator.player_answers(table.loop.play.referee))
    assert do(table, "undo", acts + 5, 1)[0]
    (open_again,) = looked_back(table)
    assert open_again == changed[: len(open_again)] and 2 < len(open_again) < len(changed)
    table.power_cut()
    assert looked_back(table) == [open_again]
    is_sound(table)


def looked_back(table):
    """By rounds, what the table tells; it is what the engine tells of the records that stand."""
    shadow = Shadow()
    for record in table.records:
        shadow.follow(record)
    rounds = facts(table.loop)
    assert shadow.difference is None
    assert json.dumps(rounds) == json.dumps([told for told in shadow._stages[1:] if told])
    return rounds


def amend(table, drop, *words):
    """The host's command, in as many lines as it takes."""
    last = len(words) - 1
    for at in range(0, last, 4):
        do(table, "more", at, *words[at : min(at + 4, last)])
    return do(table, "amend", drop, words[last])


def is_sound(table):
    """Return the findings of `cardtable verify` in the records of the match."""
    journal = table.loop.journal
    audit = Audit()
    for g in range(journal.lo(), journal.hi() + 1):
        record = journal.get(g)
        if record[4] == "game" or audit.records:
            audit.take(json.dumps(record, separators=(",", ":")).encode())
    audit.close()
    assert not audit.findings and audit.judged > 40
    return audit
