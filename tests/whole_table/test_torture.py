"""Both real ends under every fault at once; every cut of a game; and rules that are switched off are missed.

`make torture` goes on from here (tests/slow/torture/run.py). CARDTABLE_TORTURE says how many seeds.
"""

import os
from binascii import crc32

import pytest

import world
from cardtable.controller.storage import files
from cardtable.controller.storage import journal as table_journal
from cardtable.wire import frames
from cardtable.wire.host_session import HostEnd
from cardtable.wire.table_session import RoundTrip, TableEnd
from cuts import every_cut, every_cut_of_a_begin
from tablehost.journal.store import Journal, JournalError
from tablehost.link.session import Session

SEEDS = int(os.environ.get("CARDTABLE_TORTURE", "160"))
PARTS = 4
MISSED_WITHIN = 60  # seeds: so many find a rule that is switched off


def run(seed, folder, **more):
    folder = folder / str(seed)
    folder.mkdir(parents=True)
    return world.World(seed, folder, **more).run()


@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_happens_nothing_promised_is_lost(part, tmp_path):
    counts = {}
    records = cuts = 0
    for seed in range(part, SEEDS, PARTS):
        one = run(seed, tmp_path)
        records += len(one.promised)
        cuts += one.cuts
        for name, count in one.counts.items():
            counts[name] = counts.get(name, 0) + count
    print(f"{records} records, {cuts} cuts in the flash, {counts}")
    assert records > 30 * SEEDS / PARTS
    assert cuts > SEEDS / PARTS
    assert min(counts.values()) > 0


@pytest.mark.parametrize("seed", [1058071, 1070051])
def test_two_stages_that_end_together_with_a_power_cut_between_them(tmp_path, seed):
    """Democrazy with private laws, of which somebody leaves: the first of the two ends tells nothing of that
    law, and the vault must keep it until the second one does, also when the power was gone in between.
    """
    run(seed, tmp_path)


def test_the_same_seed_gives_the_same_bytes(tmp_path):
    first, again = run(3, tmp_path / "first"), run(3, tmp_path / "again")
    assert first.trace.digest() == again.trace.digest()
    assert (first.counts, first.now, first.flash.operations) == (
        again.counts,
        again.now,
        again.flash.operations,
    )
    assert first.flash.buffer == again.flash.buffer


@pytest.mark.parametrize("tear", world.TEARS)
def test_every_cut_of_a_game_of_60_records(tear):
    cuts = every_cut(records=60, tear=tear)
    print(f"{cuts} operations of the flash, each cut once ({tear})")
    assert cuts > 120


@pytest.mark.parametrize("tear", ["half", "all"])
@pytest.mark.parametrize("where", ["amid", "beginning", "over"])
def test_every_cut_of_a_begin_leaves_one_match_with_its_own_secrets(where, tear):
    cuts, stood = every_cut_of_a_begin(where, tear)
    print(f"{cuts} operations of the flash, each cut once ({tear}); the match before stood after {stood}")
    assert cuts > 5 and (stood > 0) is (where != "over")


# -- rules switched off ----------------------------------------------------------------------------


def acknowledge_before_it_is_on_disk(patch):
    take = HostEnd._record

    def record(end, frame, raw, events):
        take(end, frame, raw, events)
        end.safe = end._last
        end._ack_due = True

    patch.setattr(HostEnd, "_record", record)
    turn = Session.turn

    def hasty(session, seconds):
        """Listen, acknowledge, then write."""
        session._end.committed = lambda g: None
        append = session.journal.append

        def later(uid, news):
            session._say()
            return append(uid, news)

        session.journal.append = later
        try:
            return turn(session, seconds)
        finally:
            del session.journal.append

    patch.setattr(Session, "turn", hasty)


def accept_damaged_lines(patch):
    decode = frames.decode

    def trusting(line):
        body = line[: -frames.SEAL]
        return decode(body + b" %08x" % crc32(body))

    patch.setattr(frames, "decode", trusting)


def never_send_again(patch):
    begin = RoundTrip.__init__

    def patient(trip):
        begin(trip)
        trip.patience = 1 << 29

    patch.setattr(RoundTrip, "__init__", patient)
    patch.setattr(RoundTrip, "measured", lambda trip, took: None)


def carry_out_what_was_carried_out(patch):
    command = TableEnd._command

    def forgetful(end, frame, commands):
        end._answers.clear()
        command(end, frame, commands)

    patch.setattr(TableEnd, "_command", forgetful)


def promise_before_it_is_on_flash(patch):
    """The table writes a line only when the next one comes."""
    append = files.append
    waiting = []

    def late(name, data):
        if waiting and name.endswith(".stage"):
            append(*waiting.pop())
        if name.endswith(".stage"):
            waiting.append((name, data))
        else:
            append(name, data)

    patch.setattr(files, "append", late)


def keep_no_secrets(patch):
    patch.setattr(table_journal.Journal, "keep_secrets", lambda journal, rows: None)


RULES = (
    acknowledge_before_it_is_on_disk,
    accept_damaged_lines,
    never_send_again,
    carry_out_what_was_carried_out,
    promise_before_it_is_on_flash,
    keep_no_secrets,
)


@pytest.mark.parametrize("switch_off", RULES)
def test_a_rule_that_is_switched_off_is_missed(switch_off, tmp_path, monkeypatch):
    switch_off(monkeypatch)
    for seed in range(MISSED_WITHIN):
        try:
            run(seed, tmp_path)
        except (AssertionError, JournalError) as error:  # of the world, or of the engine itself
            print(f"seed {seed}: {error}")
            return
    pytest.fail(f"{MISSED_WITHIN} seeds did not miss it")


# -- the fork --------------------------------------------------------------------------------------


@pytest.mark.parametrize("acts", [0, 200])
def test_another_flash_in_the_table_is_a_fork_and_nothing_is_merged(acts, tmp_path):
    """Its journal as it was some time ago, and perhaps other records since: told, and never mixed."""
    one = world.World(5, tmp_path, acts=0)
    with one.in_place():
        one.begin()
        one.people_act(40)
        old = bytes(one.flash.buffer)
        one.people_act(40)
        one.until_drained()
        before = one.computer.journal.records(world.UID)
        one.table = None
        one.flash.buffer[:] = old
        one.files.remount()
        del one.promised[:]
        one.switch_on()
        with pytest.raises(world.Broken, match="FORK"):
            one.people_act(acts)
            one.until_drained()
        assert one.computer.journal.records(world.UID) == before
        with Journal(one.computer.journal.path) as again:
            assert [fork.g <= before[-1].g for fork in again.forks(world.UID)] == [True], "it is remembered"


def test_a_fork_that_is_not_looked_for_is_merged(tmp_path, monkeypatch):
    """The check above sees it if nobody compares."""
    monkeypatch.setattr(HostEnd, "_fork", lambda *_: None)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        test_another_flash_in_the_table_is_a_fork_and_nothing_is_merged(0, tmp_path)
