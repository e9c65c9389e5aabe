"""Both real ends under every fault at once; cuts in the flash by lot; and what is planted is found.

`make torture` goes on from here (tests/slow/seeds.py).
"""

import random
from binascii import crc32

import pytest

import cuts
import world
from cardtable.controller.match import resume
from cardtable.controller.match import session as table_play
from cardtable.controller.storage import journal as table_journal
from cardtable.controller.storage import parked_matches, recovery, store
from cardtable.wire import frames
from cardtable.wire.host_session import HostEnd
from cardtable.wire.table_session import RoundTrip, TableEnd
from parking import Week
from recorded_matches import Signs
from tablehost.journal.databases import JournalError
from tablehost.journal.store import Journal
from tablehost.link.conversation import Conversation

pytestmark = pytest.mark.own_cuts

SEEDS = 60
PARTS = 4
MISSED_WITHIN = 60  # seeds: so many find a rule that is switched off
CUTS = 120  # of each game, by lot
LOTS = 5  # for each removal of a file
FOUND_WITHIN = 1500  # cuts by lot: so many find a fault that is planted


def run(seed, folder, **more):
    folder = folder / str(seed)
    folder.mkdir(parents=True)
    return world.World(seed, folder, **more).run()


@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_happens_nothing_promised_is_lost(part, tmp_path):
    counts = {}
    records = cut = 0
    for seed in range(part, SEEDS, PARTS):
        one = run(seed, tmp_path)
        records += len(one.promised)
        cut += one.cuts
        for name, count in one.counts.items():
            counts[name] = counts.get(name, 0) + count
    print(f"{records} records, {cut} cuts in the flash, {counts}")
    assert records > 30 * SEEDS / PARTS
    assert cut > SEEDS / PARTS
    assert min(counts.values()) > 0


@pytest.mark.parametrize("seed", [1058071, 1070051])
def test_two_stages_that_end_together_with_a_power_cut_between_them(tmp_path, seed):
    """Democrazy with private laws, of which one is left: the first of the two ends tells nothing of that
    law, and the vault must keep it until the second one does, also when the power was gone in between.
    """
    run(seed, tmp_path)


def test_a_cut_before_the_vault_is_rewritten_keeps_what_is_known_of_commitments():
    """The file of the next stage counts, and the vault is still that of the stage before."""
    week = Week()
    week.boot()
    week.begin(("democrazy", 4, {}), 8)
    rewrite = week.journal.rewrite_vault
    found = []

    def state(play):
        handle, groups, known = play.terms.state()
        return handle, list(groups), sorted(known)

    def noted(rows, fresh=False):
        if rows != ():
            found.append((week.flash.copy(), state(week.play)))
        rewrite(rows, fresh)

    week.journal.rewrite_vault = noted
    while not week.is_over():
        week.act()
    for flash, known in found[1:]:  # not in the begin of the match
        play = table_play.Play(cuts.start(flash), Signs(), lambda: 0)
        assert resume.restore(play) and state(play) == known
    assert len({str(known) for _, known in found}) == 6


def test_the_same_seed_gives_the_same_bytes(tmp_path):
    first, again = run(3, tmp_path / "first"), run(3, tmp_path / "again")
    assert first.trace.digest() == again.trace.digest()
    assert (first.counts, first.now, first.flash.operations) == (
        again.counts,
        again.now,
        again.flash.operations,
    )
    assert first.flash.image == again.flash.image


@pytest.fixture(scope="module")
def recorded():
    """A match of each game."""
    return [cuts.Recorded(number) for number in range(len(cuts.MATCHES))]


@pytest.mark.parametrize("number", range(len(cuts.MATCHES)))
def test_cuts_in_a_match_and_in_the_recovery_lose_nothing(recorded, number):
    """By lot, in any operation; and `make torture` tries all pairs."""
    rng = random.Random(f"cuts {number}")
    count = sum(cuts.cut_by_lot(recorded[number], rng) for _ in range(CUTS))
    print(f"{count} cuts, {len(recorded[number])} operations, {len(recorded[number].promised)} records")
    assert count > 2 * CUTS and len(recorded[number].promised) > 80


@pytest.mark.parametrize("number", range(len(cuts.MATCHES)))
def test_a_file_in_removal_may_read_whole_at_one_start_and_not_later(recorded, number):
    """Also at any moment between two starts."""
    rng = random.Random(f"removals {number}")
    for at in recorded[number].removals():
        for _ in range(LOTS):
            cuts.cut_by_lot(recorded[number], rng, at, "bits")


def test_each_operation_of_the_recovery_after_one_cut_is_cut(recorded):
    count = cuts.every_second_cut(recorded[0], len(recorded[0]) // 2, "bits")
    assert count > 5 * len(cuts.TORN)


def test_every_call_leaves_a_match_that_goes_on(recorded):
    match = recorded[1]
    for at in sorted(match.live):
        match.allowed(min(at, len(match) - 1))


# -- rules switched off ----------------------------------------------------------------------------


def acknowledge_before_it_is_on_disk(patch):
    take = HostEnd._record

    def record(end, frame, raw, events):
        take(end, frame, raw, events)
        end.safe = end._last
        end._ack_due = True

    patch.setattr(HostEnd, "_record", record)
    turn = Conversation.turn

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

    patch.setattr(Conversation, "turn", hasty)


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
    append = store.Store.append
    waiting = []

    def late(self, name, data):
        if not name.endswith(".stage"):
            append(self, name, data)
            return
        if waiting:
            append(*waiting.pop())
        waiting.append((self, name, data))

    patch.setattr(store.Store, "append", late)


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
        except (AssertionError, JournalError, TypeError) as error:  # of the world, or of the engine itself
            print(f"seed {seed}: {error}")
            return
    pytest.fail(f"{MISSED_WITHIN} seeds did not miss it")


# -- faults that are planted in the files on flash ---------------------------------------------------------


def write_nothing_again(patch):
    patch.setattr(store.Store, "settle", lambda *_: False)


def check_no_crc(patch):
    patch.setattr(store, "_crc", lambda *_: 1)


def program_a_page_again_that_was_in_work(patch):
    follow = store.Writer.follow
    patch.setattr(
        store.Writer,
        "follow",
        lambda writer, sector, place, at, number: follow(writer, sector, place, min(at, 15) - 1, number),
    )


def count_a_commit_before_its_last_page(patch):
    patch.setattr(store, "_LAST", 0)


def take_sectors_without_an_erase(patch):
    def erase(self, sector):
        self._states[sector] = store._ERASED

    patch.setattr(store.Store, "_erase", erase)


def keep_the_version_before(patch):
    drop = store.Store._drop
    commit = store.Writer.commit

    def keep(writer, secret=False):
        patch.setattr(store.Store, "_drop", lambda *_: None)
        commit(writer, secret)
        patch.setattr(store.Store, "_drop", drop)

    patch.setattr(store.Writer, "commit", keep)


def remove_a_version_that_may_be_the_only_one(patch):
    """Believe what is read first of a version that was in work."""
    patch.setattr(store.Store, "_make_sure", lambda self, name, versions: versions)


def leave_what_is_torn(patch):
    patch.setattr(store.Reader, "wipe", lambda *_: False)


def forget_that_a_match_went_on(patch):
    patch.setattr(parked_matches, "take_up", lambda journal: None)


def leave_the_end_of_a_stage(patch):
    patch.setattr(recovery, "_settle_stage", lambda journal: None)


PLANTED = (
    write_nothing_again,
    check_no_crc,
    program_a_page_again_that_was_in_work,
    count_a_commit_before_its_last_page,
    take_sectors_without_an_erase,
    keep_the_version_before,
    remove_a_version_that_may_be_the_only_one,
    pytest.param(leave_what_is_torn, marks=pytest.mark.slow),
    forget_that_a_match_went_on,
    pytest.param(leave_the_end_of_a_stage, marks=pytest.mark.slow),
)


@pytest.mark.parametrize("plant", PLANTED)
def test_a_planted_fault_is_found(plant, monkeypatch):
    plant(monkeypatch)
    rng = random.Random("planted")
    done = 0
    try:
        matches = [cuts.Recorded(number) for number in range(2)]
        while done < FOUND_WITHIN:
            cuts.cut_by_lot(matches[done % 2], rng)
            done += 1
    except Exception as error:
        print(f"cut {done}: {error!r}")
        return
    pytest.fail(f"{FOUND_WITHIN} cuts did not find it")


# -- the fork --------------------------------------------------------------------------------------


@pytest.mark.parametrize("acts", [0, 200])
def test_another_flash_in_the_table_is_a_fork_and_nothing_is_merged(acts, tmp_path):
    """Its journal as it was some time ago, and perhaps other records since: told, and never mixed."""
    one = world.World(5, tmp_path, acts=0)
    with one.in_place():
        one.begin()
        one.people_act(40)
        old = bytes(one.flash.image)
        one.people_act(40)
        one.until_drained()
        before = one.computer.journal.records(world.UID)
        one.table = None
        one.flash.image[:] = old
        del one.promised[:]
        one.switch_on()
        with pytest.raises(world.Broken, match="FORK"):
            one.people_act(acts)
            one.until_drained()
        assert one.computer.journal.records(world.UID) == before
        with Journal(one.computer.journal.place) as again:
            assert [fork.g <= before[-1].g for fork in again.forks(world.UID)] == [True], "it is remembered"


def test_a_fork_that_is_not_looked_for_is_merged(tmp_path, monkeypatch):
    """The check above notices it without a comparison."""
    monkeypatch.setattr(HostEnd, "_fork", lambda *_: None)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        test_another_flash_in_the_table_is_a_fork_and_nothing_is_merged(0, tmp_path)
