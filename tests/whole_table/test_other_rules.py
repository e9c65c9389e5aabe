"""A match on the table's files that other rules recorded: it is refused by both numbers, and stays."""

import pytest

from cardtable.games import registry as games
from correction_acts import command
from firmware_table import CENTRE, Host, Table

LOST = "The match in the journal cannot go on. Start a new one"


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    table.run(500_000)
    assert command(table, "new", "democracy", 2)[0]
    assert command(table, "begin")[0]
    table.press("ok", 0, 1, 0)
    table.lay(CENTRE, "KS")
    return table


@pytest.fixture
def other_rules(monkeypatch):
    def given(revision):
        monkeypatch.setattr(games.load("democracy"), "REVISION", revision)

    return given


def remarks(table):
    table.host = Host(table)
    table.host.run(3)
    return [str(frame) for frame in table.host.heard("log")]


def test_the_match_under_way_waits_for_its_program(table, other_rules):
    ours, asked = games.load("democracy").REVISION, table.asked
    records = table.records
    other_rules(ours + 1)
    table.power_cut()
    table.run(1_000_000)
    assert LOST in table.says
    told = remarks(table)[-1]
    assert f"revision {ours} of its rules, this program has {ours + 1}" in told and "with which it" in told
    assert table.records[: len(records)] == records
    other_rules(ours)
    table.power_cut()
    table.run(1_000_000)
    assert LOST not in table.says and table.loop.play.referee is not None
    table.press("ok", 0)
    assert table.asked == asked


def test_a_parked_match_stays_parked(table, other_rules):
    ours = games.load("democracy").REVISION
    first = table.loop.journal.match()
    assert command(table, "match", "park")[0]
    table.run(1_000_000)
    other_rules(ours + 1)
    accepted, answer = command(table, "match", "take", first)[:2]
    assert not accepted and answer[0] == "other-rules" and f"this program has {ours + 1}" in answer[1]
    assert [segments[0] for segments in table.loop.journal.parked] == [first]
    other_rules(ours)
    assert command(table, "match", "take", first)[0]
    table.run(1_000_000)
    assert table.loop.play.referee is not None
