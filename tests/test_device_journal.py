"""The device's journal: what is on flash after a cut at any byte, and positions over many matches."""

import pytest

from cardtable.controller.journal import Journal
from cardtable.wire.frames import decode

POINT = ["democracy", 2, [0], [0, 4096]]


def record(n):
    return ["answer", 0, n, [3, None, n], 972694693]


@pytest.fixture
def root(tmp_path):
    return str(tmp_path) + "/"


def opened(root):
    journal = Journal(root)
    journal.start()
    return journal


def filled(root, count, fresh=True):
    journal = opened(root)
    journal.open_stage(POINT, fresh=fresh)
    for n in range(count):
        journal.append(25_000 * n, record(n))
    return journal


def kept(journal):
    """All records by position."""
    return {g: journal.get(g)[4:] for g in range(max(0, journal.lo()), journal.hi() + 1)}


def test_a_new_table_holds_nothing(root):
    journal = opened(root)
    assert (journal.lo(), journal.hi(), journal.boot, journal.taken) == (-1, -1, 1, -1)
    assert journal.last_stage() is None and journal.secrets() == [] and journal.get(0) is None


def test_boots_are_counted(root):
    assert [opened(root).boot for _ in range(3)] == [1, 2, 3]


def test_a_record_is_on_flash_when_append_returns(root, tmp_path):
    filled(root, 1)
    lines = (tmp_path / "journal" / "00000000.stage").read_bytes().splitlines()
    assert [decode(line) for line in lines] == [["stage", 1, POINT], ["ev", 0, 1, 0, 0, *record(0)]]


def test_a_restart_finds_the_stage_under_way(root):
    filled(root, 3)
    journal = opened(root)
    assert journal.last_stage() == (POINT, [record(0), record(1), record(2)])
    assert journal.hi() == 2
    assert journal.append(0, record(3)) == 3
    assert opened(root).last_stage() == (POINT, [record(n) for n in range(4)])


def test_every_position_can_be_read_again_in_any_order(root):
    """Old ones come from the file, new ones from memory; also while records are added."""
    journal = filled(root, 30)
    journal.open_stage(POINT)
    for n in range(30, 50):
        journal.append(0, record(n))
    order = [0, 5, 4, 29, 30, 12, 49, 31, 0]
    assert [journal.get(g)[0] for g in order] == order
    assert journal.get(50) is None
    for n in range(50, 90):
        journal.append(0, record(n))
        assert journal.get(n - 40)[4:] == record(n - 40), "and a file read to its end goes on"
        assert journal.get(n - 17)[4:] == record(n - 17)
    assert kept(journal) == {g: record(g) for g in range(90)}


def test_a_cut_at_any_byte_of_a_record_loses_that_record_alone(root, tmp_path):
    journal = filled(root, 2)
    path = tmp_path / "journal" / "00000000.stage"
    before = path.read_bytes()
    journal.append(0, record(2))
    whole = path.read_bytes()
    for length in range(len(before), len(whole)):
        path.write_bytes(whole[:length])
        journal = opened(root)
        assert journal.hi() == 1
        assert journal.append(0, ["part", 0, 2, [1, 5], 7]) == 2
        again = opened(root)
        assert again.last_stage()[1] == [record(0), record(1), ["part", 0, 2, [1, 5], 7]]
        assert again.get(2)[4:] == ["part", 0, 2, [1, 5], 7]


def test_a_cut_at_any_byte_of_a_secret_loses_that_secret_alone(root, tmp_path):
    journal = filled(root, 0)
    journal.keep_secret("0", 5)
    path = tmp_path / "journal" / "vault"
    before = path.read_bytes()
    journal.keep_secret("1", 6)
    whole = path.read_bytes()
    for length in range(len(before), len(whole)):
        path.write_bytes(whole[:length])
        journal = opened(root)
        journal.keep_secret("1", 7)
        assert opened(root).secrets() == [("0", 5), ("1", 7)]


def test_a_cut_while_a_stage_is_opened_leaves_the_last_one(root, tmp_path, monkeypatch):
    """Whatever is renamed last: before that the old stage stands, after it the new one."""
    import os

    steps = []
    for fail_at in range(4):
        folder = tmp_path / str(fail_at)
        folder.mkdir()
        journal = filled(str(folder) + "/", 2)
        real = os.rename
        calls = []

        def rename(old, new, fail_at=fail_at, calls=calls, real=real):
            if len(calls) == fail_at:
                raise KeyboardInterrupt
            calls.append(new)
            real(old, new)

        monkeypatch.setattr(os, "rename", rename)
        try:
            journal.open_stage(["next"])
        except KeyboardInterrupt:
            pass
        monkeypatch.setattr(os, "rename", real)
        journal = opened(str(folder) + "/")
        steps.append(journal.last_stage())
        assert journal.hi() == 1
        assert journal.append(0, record(9)) == 2
    assert steps == [(POINT, [record(0), record(1)])] * 3 + [(["next"], [])]


def test_positions_grow_over_many_matches_and_boots(root):
    hi = -1
    for match in range(12):
        journal = opened(root)
        assert journal.hi() == hi
        if match % 3 == 2:
            journal.acked(journal.hi())
        journal.open_stage(POINT, fresh=True)
        if match % 3 == 2:
            assert journal.lo() == -1, "what the host has may go"
        for stage in range(2):
            for n in range(match % 4):
                assert journal.append(0, record(n)) == hi + 1
                hi += 1
            if stage == 0:
                journal.open_stage(POINT)
    assert opened(root).hi() == hi


def test_a_new_match_forgets_only_what_the_host_has(root):
    journal = filled(root, 3)
    journal.open_stage(POINT)
    journal.append(0, record(3))
    journal.append(0, record(4))
    journal.acked(3)
    journal.open_stage(POINT, fresh=True)
    assert journal.lo() == 3, "of the second stage the host lacks record 4"
    assert kept(journal) == {3: record(3), 4: record(4)}
    assert opened(root).taken == 3


def test_a_stage_that_goes_on_keeps_everything(root):
    journal = filled(root, 3)
    journal.acked(2)
    journal.open_stage(POINT)
    assert journal.lo() == 0 and journal.get(0)[4:] == record(0)


def test_a_table_without_a_host_keeps_the_newest(root, tmp_path):
    journal = opened(root)
    for match in range(60):
        journal.open_stage(POINT, fresh=match % 4 == 0)
        journal.append(0, record(match))
    assert len(list((tmp_path / "journal").glob("*.stage"))) <= 44
    assert journal.hi() == 59 and journal.lo() > 0
    assert kept(journal) == {g: record(g) for g in range(journal.lo(), 60)}


def test_the_vault_is_rewritten_as_a_whole(root):
    journal = filled(root, 0)
    journal.keep_secret("seed", "00ff")
    for n in range(5):
        journal.keep_secret(str(n), n)
    assert len(opened(root).secrets()) == 6
    journal.rewrite_vault([("seed", "00ff"), ("3", 3)])
    journal.keep_secret("9", 9)
    assert opened(root).secrets() == [("seed", "00ff"), ("3", 3), ("9", 9)]


def test_a_record_too_long_for_the_line_is_not_half_kept(root):
    journal = filled(root, 1)
    with pytest.raises(ValueError, match="a frame of"):
        journal.append(0, ["answer", 0, 1, list(range(200)), 0])
    assert journal.hi() == 0 and opened(root).hi() == 0
