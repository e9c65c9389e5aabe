"""The device's journal: the records on flash after a cut, positions over many matches, the chain."""

import json
from types import SimpleNamespace

import pytest

from cardtable.controller.storage import parked_matches
from cardtable.controller.storage.journal import Journal
from cardtable.controller.storage.journal_files import ERROR
from cardtable.controller.storage.store import Store
from cardtable.wire import proofs as links
from cardtable.wire.frames import decode
from cardtable.wire.records import bytes_of, text_of
from failing_flash import TEARS, FailingFlash, PowerCut
from tablehost.virtual.chips.flash import SECTOR

POINT = ["democracy", 2, [0], [0, 4096]]


def record(n):
    return ["answer", 0, n, [3, None, n], 972694693]


@pytest.fixture
def root():
    return FailingFlash(64)


def opened(root, cause="power"):
    journal = Journal(root)
    journal.start(cause)
    return journal


def stage(journal):
    """The stage under way as (checkpoint, records of the engine), None if there is none."""
    found = journal.last_stage()
    return None if found is None else (found[0], [one for one in found[1] if one[0] != "boot"])


def content(root, name):
    """Return the content of a file of the journal."""
    store = Store(root.copy())
    store.start()
    return store.open(name).read(1 << 20)


def filled(root, count, fresh=False):
    journal = opened(root)
    journal.open_stage(POINT, fresh=fresh)
    for n in range(count):
        journal.append(25_000 * n, record(n))
    return journal


def tidied(journal):
    """Let time pass without any input, for long enough."""
    for _ in range(500):
        journal.idle()
    return journal


def kept(journal):
    """All records by position."""
    return {g: journal.get(g)[4:] for g in range(max(0, journal.lo()), journal.hi() + 1)}


def chain(journal):
    """The head over all that the journal holds from position 0 on, by the functions that hosts use."""
    head = links.NOTHING
    for g in range(journal.hi() + 1):
        head = links.linked(head, json.dumps(journal.get(g), separators=(",", ":")).encode())
    return head


def test_a_new_table_holds_its_first_boot(root):
    journal = opened(root)
    assert (journal.lo(), journal.hi(), journal.boot, journal.taken) == (0, 0, 1, -1)
    assert journal.get(0) == [0, 1, 0, 0, "boot", "power", None, None]
    assert journal.last_stage() is None and list(journal.secrets()) == [] and journal.get(1) is None


def test_every_boot_is_recorded_with_its_cause_and_the_last_error(root):
    opened(root).store.replace(ERROR, [b"ValueError"])
    assert opened(root, "watchdog").get(1) == [1, 2, 0, 0, "boot", "watchdog", "ValueError", None]
    journal = opened(root)
    assert journal.get(2)[4:] == ["boot", "power", None, None], "an error is told once"
    assert (journal.lo(), journal.hi(), journal.boot) == (0, 2, 3)


def test_a_record_is_on_flash_when_append_returns(root):
    journal = filled(root, 1)
    lines = content(root, "00000001.stage").splitlines()
    head = text_of(links.linked(links.NOTHING, b'[0,1,0,0,"boot","power",null,null]'))
    assert [decode(line) for line in lines] == [["stage", 1, POINT, head, 0], ["ev", 1, 1, 1, 0, *record(0)]]
    assert journal.head == chain(journal)


def test_a_restart_finds_the_stage_under_way(root):
    filled(root, 3)
    journal = opened(root)
    assert stage(journal) == (POINT, [record(0), record(1), record(2)])
    assert journal.hi() == 4 and journal.get(4)[4] == "boot"
    assert journal.append(0, record(3)) == 5
    assert stage(opened(root)) == (POINT, [record(n) for n in range(4)])


def test_a_match_that_did_not_come_to_begin_is_none(root):
    """The power went after its file was made and before its first record was."""
    opened(root).open_stage(POINT, fresh=True)
    assert opened(root).last_stage() is None
    journal = opened(root)
    journal.open_stage(POINT, fresh=True)
    journal.append(0, ["game", "id"])
    assert opened(root).last_stage() is None
    journal = opened(root)
    journal.open_stage(POINT, fresh=True)
    journal.append(0, ["start", 0, 0, POINT, 0])
    assert opened(root).last_stage()[0] == POINT


def test_the_head_of_a_stage_is_recorded_and_the_chain_goes_on_over_it(root):
    journal = filled(root, 2)
    before = chain(journal)
    head = journal.append_head(75_000, 4)
    assert head == links.head(before, b'[3,1,3,75000,"head",4,')
    assert journal.get(3) == [3, 1, 3, 75_000, "head", 4, text_of(head)]
    assert bytes_of(text_of(head)) == head
    assert journal.head == chain(journal)


@pytest.mark.own_cuts
def test_the_chain_goes_on_over_boots_stages_and_torn_records(root):
    for match in range(3):
        journal = filled(root, 5)
        journal.open_stage(POINT)
        journal.append(0, record(match))
        assert journal.head == chain(journal)
        root.cut_in(1, 1)
        with pytest.raises(PowerCut):
            journal.append(0, record(match))
        root.switch_on()
        journal = opened(root)
        assert journal.head == chain(journal) and journal.mended == ["record"]
        assert journal.get(journal.hi())[4:] == ["boot", "power", None, "record"]
        tidied(journal)


def test_every_position_can_be_read_again_in_any_order(root):
    """Old ones come from files, packed or not, new ones from memory; also while records are added."""
    journal = filled(root, 30)
    journal.open_stage(POINT)
    for n in range(30, 50):
        journal.append(0, record(n))
    order = [1, 5, 4, 29, 30, 12, 49, 31, 1, 0]
    assert [journal.get(g)[0] for g in order] == order
    tidied(journal)
    assert journal.packs == [0]
    assert [journal.get(g)[0] for g in order] == order
    assert journal.get(51) is None
    for n in range(50, 90):
        journal.append(0, record(n))
        assert journal.get(n - 40)[4:] == record(n - 41), "and a file read to its end goes on"
        assert journal.get(n - 17)[4:] == record(n - 18)
        journal.idle()
    del (everything := kept(journal))[0]
    assert everything == {g: record(g - 1) for g in range(1, 91)}


@pytest.mark.parametrize("tear", TEARS)
@pytest.mark.own_cuts
def test_a_cut_within_a_record_loses_that_record_alone(root, tear):
    journal = filled(root, 2)
    root.cut_in(1, tear)
    with pytest.raises(PowerCut):
        journal.append(0, record(2))
    root.switch_on()
    journal = opened(root)
    whole = journal.hi() == 4
    assert whole or journal.hi() == 3
    assert whole == (tear == "all") or tear in (8, 15, "bits"), "a part may be all that the record needs"
    assert journal.mended == ([] if whole or tear == "nothing" else ["record"])
    records = [record(0), record(1)] + whole * [record(2)]
    assert journal.append(0, ["part", 0, 2, [1, 5], 7]) == len(records) + 2
    again = opened(root)
    assert stage(again)[1] == [*records, ["part", 0, 2, [1, 5], 7]]


@pytest.mark.parametrize("tear", TEARS)
@pytest.mark.own_cuts
def test_a_cut_within_a_secret_loses_that_secret_alone(root, tear):
    journal = filled(root, 0, fresh=True)
    journal.keep_secrets([("0", 5)])
    root.cut_in(1, tear)
    with pytest.raises(PowerCut):
        journal.keep_secrets([("1", 6)])
    root.switch_on()
    journal = opened(root)
    found = list(journal.secrets())
    assert found in ([("0", 5)], [("0", 5), ("1", 6)])
    assert journal.mended == ([] if len(found) == 2 or tear == "nothing" else ["secret"])
    journal.keep_secrets([("1", 7)])
    assert list(opened(root).secrets()) == [*found, ("1", 7)]


def test_nothing_stays_of_a_vault_that_goes(root):
    """Nor of one that is rewritten, but for what is kept."""
    journal = filled(root, 2, fresh=True)
    for n in range(40):
        journal.keep_secrets([(str(n), f"secret {n}")])
    journal.rewrite_vault([("7", "secret 7")])
    assert b"secret 8" not in root.image and b"secret 7" in root.image
    journal.rewrite_vault(())
    assert list(journal.secrets()) == [] and b"secret" not in root.image


def test_the_end_of_a_match_can_be_signed_where_a_stage_is_reported_again(root):
    """The signature covers the chain of all records sent; later records are appended behind it."""
    journal = filled(root, 3)
    transaction = journal.begin_transaction()
    transaction.open_stage(POINT)
    for n in range(3):
        transaction.append(0, record(n))
    assert transaction.head == chain(journal) == journal.head
    transaction.append(0, ["note", "signed", "x"])
    transaction.append_head(0, 1)
    transaction.close()
    assert [one[0] for one in kept(journal).values()][-2:] == ["note", "head"]
    assert opened(root).get(journal.hi())[4] == "head"


def test_a_write_that_fails_is_the_last_one(root, monkeypatch):
    """A kept record stays, a failed one has no position; nothing is tried after it until the next start."""
    journal = filled(root, 3)
    head = journal.head

    def fail(*_):
        raise OSError(5)

    monkeypatch.setattr(root, "writeblocks", fail)
    with pytest.raises(OSError):
        journal.append(0, record(3))
    monkeypatch.undo()
    assert journal.broken and (journal.hi(), journal.head) == (3, head)
    for write in (
        lambda: journal.append(0, record(3)),
        lambda: journal.keep_secrets([("0", 1)]),
        lambda: journal.rewrite_vault([]),
        lambda: journal.open_stage(POINT),
    ):
        with pytest.raises(OSError, match="broken"):
            write()
    assert journal.get(3)[4:] == record(2), "and it can still be handed over"
    journal = opened(root)
    assert not journal.broken and stage(journal)[1] == [record(0), record(1), record(2)]


@pytest.mark.parametrize("tear", TEARS)
@pytest.mark.own_cuts
def test_a_cut_while_a_stage_is_opened_leaves_the_last_one_or_the_new_one(tear):
    found = []
    number = 0
    while True:
        number += 1
        root = FailingFlash(64)
        journal = filled(root, 2)
        journal.acked(1)
        root.cut_in(number, tear)
        try:
            journal.open_stage(["next"])
            break
        except PowerCut:
            root.switch_on()
        journal = opened(root)
        found.append(stage(journal))
        assert journal.hi() == 3
        assert journal.append(0, record(9)) == 4
    new = found.index((["next"], [])) if (["next"], []) in found else len(found)
    assert found[:new] == [(POINT, [record(0), record(1)])] * new and new > 0
    assert found[new:] == [(["next"], [])] * (len(found) - new)


def test_positions_grow_over_many_matches_and_boots(root):
    hi = -1
    for match in range(12):
        journal = opened(root)
        hi += 1
        assert journal.hi() == hi
        journal.open_stage(POINT, fresh=True)
        for half in range(2):
            for n in range(match % 4):
                assert journal.append(0, record(n)) == hi + 1
                hi += 1
            if half == 0:
                journal.open_stage(POINT)
        if match % 2:
            tidied(journal)
    assert opened(root).hi() == hi + 1


# -- what is kept, and for how long ----------------------------------------------------------------------


def evenings(root, matches, journal=None):
    """So many matches of two stages with five records each, and everything packed."""
    journal = journal or opened(root)
    for _ in range(matches):
        journal.open_stage(POINT, fresh=True)
        for half in range(2):
            if half:
                journal.open_stage(POINT)
            for n in range(5):
                journal.append(0, record(n))
        tidied(journal)
    return journal


def test_ten_matches_are_kept_with_the_one_under_way_and_older_ones_until_the_host_has_them(root):
    journal = evenings(root, 14)
    assert journal.lo() == 0, "no host has anything"
    journal.acked(journal.hi())
    journal.open_stage(POINT, fresh=True)
    journal.append(0, record(0))
    firsts = [1 + 10 * match for match in range(15)]
    tidied(journal)
    assert journal.packs + journal.stages == firsts[-10:], "ten with the new one"
    assert set(kept(journal)) == set(range(firsts[-10], journal.hi() + 1))
    assert journal.get(firsts[-10] - 1) is None


def test_of_what_the_host_lacks_nothing_goes_as_long_as_there_is_room(root):
    journal = evenings(root, 12)
    journal.acked(19)
    journal.open_stage(POINT, fresh=True)
    tidied(journal)
    assert journal.lo() == 11, "record 20 of the second match was not taken"
    assert opened(root).taken == 19


def test_for_want_of_room_the_oldest_goes_but_only_after_a_warning(root, monkeypatch):
    room = [1_000_000]
    monkeypatch.setattr(Store, "free", lambda store: room[0])
    journal = evenings(root, 12)
    assert (journal.tight, journal.free, journal.capacity) == (False, 1_000_000, 64 * 4096)
    room[0] = 100_000
    evenings(root, 1, journal=journal)
    assert journal.tight and journal.lo() == 0, "it is told first"
    room[0] = 50_000
    journal.open_stage(POINT, fresh=True)
    tidied(journal)
    assert journal.lo() == 41, "ten are left, with the new one"
    room[0] = 500_000
    journal.open_stage(POINT)
    tidied(journal)
    assert not journal.tight


def test_a_sudden_lack_of_room_is_reported_before_anything_is_removed(root, monkeypatch):
    room = [1_000_000]
    monkeypatch.setattr(Store, "free", lambda store: room[0])
    journal = evenings(root, 12)
    room[0] = 50_000
    journal.open_stage(POINT, fresh=True)
    tidied(journal)
    assert journal.lo() == 0 and journal.tight
    journal.append(0, record(0))
    journal.open_stage(POINT)
    tidied(journal)
    assert journal.lo() == 31


def test_all_stretches_of_a_parked_match_stay_with_ten_newer_matches(root):
    journal = evenings(root, 1)
    play = SimpleNamespace(journal=journal, note=lambda *words: journal.append(0, ["note", *words]))
    for _ in range(2):
        journal.begun = True
        parked_matches.park(play)
        journal.begun = False
        parked_matches.switch(play, 1)
        journal.append(0, record(0))
    parked_matches.park(play)
    other = journal.hi() + 1
    evenings(root, 13, journal=journal)
    journal.acked(journal.hi())
    tidied(journal)
    assert journal.get(other) is None, "an old match has gone"
    assert parked_matches.find_lost(journal, 1, lambda: None) is None
    get = journal.get
    journal.get = lambda g: None if g == other - 1 else get(g)
    assert parked_matches.find_lost(journal, 1, lambda: None) == other - 1, "it says which record is lost"


def test_a_stage_that_cannot_be_packed_stays_and_is_served(root):
    """No table writes such a record; whatever it is, nothing is lost for it, and other matches are packed."""
    journal = evenings(root, 2)
    journal.open_stage(POINT, fresh=True)
    for n in range(20):
        journal.append(0, record(n))
    journal.append(0, ["note", 1.5])
    journal.open_stage(POINT)
    journal.append(0, record(0))
    tidied(journal)
    assert journal.stages == [21, 42] and journal.packs == [0, 1, 11]
    evenings(root, 2, journal=journal)
    for _ in range(3):
        assert 21 in journal.stages and journal.packs[-1] > 42
        assert journal.get(41)[4:] == ["note", 1.5] and journal.get(30)[4:] == record(9)
        assert journal.head == chain(journal)
        journal = tidied(opened(root))


def test_a_cut_while_a_stage_is_packed_packs_it_again(root):
    journal = filled(root, 40)
    journal.open_stage(POINT)
    before = kept(journal)
    sizes = set()
    for _ in range(40):
        journal.idle()
        sizes.add(len(content(root, "00000000.game")))
        copy = root.copy()
        again = opened(copy)
        assert {g: again.get(g)[4:] for g in before} == before and again.mended == []
        tidied(again)
        assert {g: again.get(g)[4:] for g in before} == before and again.packs == [0]
        assert len(again.stages) == 1 and again.head == chain(again)
    assert len(sizes) > 3


@pytest.mark.parametrize("starts", [True, False])
def test_a_stage_whose_removal_was_cut_may_read_whole_at_one_start_and_not_later(root, monkeypatch, starts):
    """At the next start, or before it: its records are in the pack, and stay there."""
    journal = filled(root, 40)
    journal.open_stage(POINT)
    before = kept(journal)
    found = []
    remove = journal.store.remove

    def noted(name):
        if name.endswith(".stage"):
            found.append((name, root.copy()))
        remove(name)

    monkeypatch.setattr(journal.store, "remove", noted)
    tidied(journal)
    assert [name for name, _ in found] == ["00000000.stage", "00000001.stage"]
    for name, flash in found:
        again = opened(flash)
        assert {g: again.get(g)[4:] for g in before} == before, "it reads whole"
        _, ((_, sector), *_) = again.store._sectors(name)
        flash.image[sector * SECTOR + 100] = 0
        if starts:
            again = opened(flash)
        assert {g: again.get(g)[4:] for g in before} == before
        for _ in range(2):
            tidied(again)
            assert {g: again.get(g)[4:] for g in before} == before
            assert len(again.stages) == 1 and again.packs == [0] and again.head == chain(again)
            again = opened(flash)


def test_what_the_host_has_is_written_every_128_records_and_with_every_stage(root):
    journal = filled(root, 200)
    journal.acked(100)
    tidied(journal)
    assert opened(root).taken == -1
    journal = opened(root)
    journal.acked(127)
    tidied(journal)
    assert opened(root).taken == 127
    journal = opened(root)
    journal.acked(130)
    journal.open_stage(POINT)
    assert opened(root).taken == 130


def test_the_vault_is_rewritten_as_a_whole(root):
    journal = filled(root, 0)
    journal.keep_secrets([("seed", "00ff")])
    for n in range(5):
        journal.keep_secrets([(str(n), n)])
    assert len(list(opened(root.copy()).secrets())) == 6
    journal.rewrite_vault([("seed", "00ff"), ("3", 3)])
    journal.keep_secrets([("9", 9)])
    assert list(opened(root).secrets()) == [("seed", "00ff"), ("3", 3), ("9", 9)]


def test_a_record_too_long_for_the_line_is_not_half_kept(root):
    journal = filled(root, 1)
    with pytest.raises(ValueError, match="a frame of"):
        journal.append(0, ["answer", 0, 1, list(range(200)), 0])
    assert journal.hi() == 1 and journal.append(0, record(1)) == 2
    assert opened(root).hi() == 3
