"""An unfinished match is parked when another one begins, and goes on later where it stood."""

import json

import pytest

import parking
from correction_acts import agreed, pick
from firmware_table import CENTRE, HOLD_US, Host, Table
from tablehost.journal.audit import Audit

SEEDS = 3


def audited(raws):
    """Return the faults of the match that has these records."""
    audit = Audit(code="code")
    for raw in raws:
        audit.take(raw)
    audit.close()
    return audit


@pytest.mark.parametrize("seed", range(SEEDS))
def test_parked_matches_are_whole_when_they_are_over(seed):
    """Every answer follows from the ones before it, every sealed value is what was committed to, and the end
    is signed, as if each had been played in one go.
    """
    found, counts = parking.by_lot(seed, records=90, switches=15)
    assert min(counts.values()) > 0, counts
    for raws in found:
        audit = audited(raws)
        assert audit.findings == [] and audit.shadow.difference is None
        assert audit.shadow.over and audit.signed is not None
        assert audit.segments > 1 and audit.sealed > 0 and audit.judged > 50


def forged(raws, at, record):
    """The records, with another one at this place."""
    return [*raws[:at], json.dumps(record, separators=(",", ":")).encode(), *raws[at + 1 :]]


def test_a_segment_that_was_changed_dropped_or_exchanged_is_found():
    (one, two, _), _ = parking.by_lot(1, records=90, switches=15)
    starts = [at for at, raw in enumerate(one) if b'"taken-up"' in raw]
    answers = [at for at in range(starts[0]) if json.loads(one[at])[4] == "answer"]
    record = json.loads(one[answers[0]])
    record[3] += 25_000
    assert any(found.part == "chain" for found in audited(forged(one, answers[0], record)).findings)
    for at, end in zip(starts, [*starts[1:], len(one)], strict=True):
        if end < len(one):
            dropped = audited(one[:at] + one[end:]).findings
            assert any(found.part in ("chain", "order") for found in dropped), at
    others = [at for at, raw in enumerate(two) if b'"taken-up"' in raw]
    exchanged = audited(one[: starts[0]] + two[others[0] :]).findings
    assert any("goes on with the match that began" in found.text for found in exchanged)


# -- at the table, by its keys ---------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path):
    """Three players of Democracy; a card of the pool and one face down lie there."""
    table = Table(tmp_path)
    table.begin(3, days="2")
    table.lay(CENTRE, "KS")
    table.lay(1, "5S")
    assert table.asked == "lay-face-down"
    return table


def park_by_keys(table):
    """At the question after a power cut."""
    table.switch_on()
    table.run(1_000_000)
    table.hold((0,), "no", HOLD_US)
    assert table.says.startswith("seat 1 ends the match here. Another seat holds NO to agree, or YES parks")
    table.press("yes", 1)
    table.run(1_000_000)


def test_a_match_is_parked_and_goes_on_without_a_computer(table):
    before = len(table.records)
    park_by_keys(table)
    journal = table.loop.journal
    assert table.loop.play.referee is None and not journal.begun and len(journal.parked) == 1
    table.switch_on()
    table.run(1_000_000)
    assert table.loop.dialogue is None, "nothing is asked of a parked match"
    table.lift(1)
    table.press("ok", 2)
    assert table.says.startswith("Parked here: Democracy, 3 players, stage 1. OK goes on with it")
    table.press("yes", 2)
    assert table.says.startswith("A game here: ")
    while not table.says.startswith("Parked here"):
        table.press("yes", 2)
    table.press("ok", 2)
    table.run(2_000_000)
    assert "is unfinished" in table.says and table.loop.journal.parked == []
    table.press("ok", 0)
    table.lay(1, "5S")
    for pad, card in ((0, "9D"), (2, "4D")):
        table.lay(pad, card)
    table.press("ok", 0)
    assert table.asked == "clear" and len(table.records) > before


def test_a_match_that_begins_while_another_is_looked_at_says_nothing_of_an_interruption(table):
    table.switch_on()
    table.run(100_000)
    assert table.loop.is_looking()
    table.lift(1)
    table.lift(CENTRE)
    table.begin(3, days="2")
    table.run(2_000_000)
    assert table.loop.dialogue is None and not table.loop.is_looking()
    assert "unfinished" not in table.says and len(table.loop.journal.parked) == 1


def test_a_menu_shows_the_row_that_ok_would_take(tmp_path):
    table = Table(tmp_path)
    table.begin(3, bad_catch="one", high_stake="2")
    assert table.asked == "declare-window" and "OK now takes" not in table.says
    table.press("yes", 0)
    assert table.asked == "declare"
    assert table.says.startswith("OK now takes: nothing. Declare: YES steps")
    for row in ("bad catch", "high stake"):
        table.press("yes", 0)
        assert table.says.startswith(f"OK now takes: {row}. Declare")
    table.press("no", 0)
    assert table.says.startswith("OK now takes: nothing. ")


def test_an_early_card_is_announced_at_once(tmp_path):
    table = Table(tmp_path)
    table.begin(3)
    assert table.asked == "turn-up"
    table.lay(1, "5S")
    table.run(1_000_000)
    assert "seat 2: too early. The card counts when its turn comes" in table.says
    table.lay(CENTRE, "KS")
    assert table.asked == "lay-face-down" and "too early" not in table.says


def test_two_seats_agree_to_park_in_the_pause(table):
    agreed(table, 0, 1)
    pick(table, 0, "correct-park")
    assert table.loop.dialogue.prompt()[0] == "agree-park"
    table.press("ok", 1)
    table.run(500_000)
    assert len(table.loop.journal.parked) == 1 and table.loop.play.referee is None


# -- from the computer -----------------------------------------------------------------------------------


def answer(host, *command):
    host.end.do(*command)
    host.run(1)
    return host.heard("res")[-1][2:]


def test_the_computer_lists_parks_takes_up_and_gives_up(table):
    host = Host(table)
    host.run(1)
    first = table.loop.journal.match()
    assert answer(host, "match", "list") == (True, ["ok", []])
    assert answer(host, "match", "park") == (True, ["ok", first])
    assert answer(host, "match", "park")[0] is False
    assert answer(host, "match", "list") == (True, ["ok", [[first, "democracy", 3, 1]]])
    assert answer(host, "match", "take", first + 1) == (False, ["not-parked", [first]])
    assert answer(host, "match", "take", first) == (True, ["ok", first])
    assert answer(host, "match", "list") == (True, ["ok", []])
    assert answer(host, "match", "park")[0] and answer(host, "match", "drop", first)[0]
    host.run(1)
    assert answer(host, "match", "list") == (True, ["ok", []]) and list(table.loop.journal.secrets()) == []


def test_too_many_parked_matches_are_refused_and_nothing_is_lost(table, monkeypatch):
    monkeypatch.setattr("cardtable.controller.storage.parked_matches.MOST", 1)
    host = Host(table)
    host.run(1)
    first = table.loop.journal.match()
    answer(host, "new", "democracy", 3)
    accepted, told = answer(host, "begin")
    assert accepted
    second = table.loop.journal.match()
    assert second == told[1] and table.loop.journal.parked[0][0] == first
    answer(host, "new", "democracy", 3)
    assert answer(host, "begin") == (False, ["too-many-parked", [first]])
    assert table.loop.journal.match() == second and table.loop.journal.begun
    assert answer(host, "match", "take", first)[0], "they change places"
    host.run(1)
    assert table.loop.journal.match() == first and table.loop.journal.parked[0][0] == second
