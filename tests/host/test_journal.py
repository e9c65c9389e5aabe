"""The durable record: what is acknowledged is there, whatever happens to the process or the disk."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tablehost import folders
from tablehost.journal import store as journals
from tablehost.journal.adoption import resume
from tablehost.journal.databases import JournalError
from tablehost.journal.records import Entry
from tablehost.journal.store import Game, Gap, Journal

UID = "e6614103e7452d2f"


def record(g, what="5S"):
    return json.dumps([g, 1, g, 1000 * g, "lay", what], separators=(",", ":")).encode()


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def place(request, tmp_path):
    """A path, or the URL of a player in a new database."""
    if request.param == "SQLite":
        return tmp_path / "journal.sqlite"
    return request.getfixturevalue("club").player


@pytest.fixture
def journal(place):
    with Journal(place) as journal:
        yield journal


@pytest.fixture
def in_file(tmp_path):
    """A journal in a file of SQLite."""
    with Journal(tmp_path / "journal.sqlite") as journal:
        yield journal


def test_records_come_back_as_the_bytes_they_were(journal):
    assert journal.last_g(UID) == -1
    assert journal.append(UID, [record(0), record(1)]) == 1
    assert journal.append(UID, []) == 1
    assert journal.stored(UID, 1) == record(1)
    assert journal.stored(UID, 2) is None
    assert journal.records(UID) == [Entry(g, 1, g, 1000 * g, "lay", record(g)) for g in (0, 1)]
    assert journal.records(UID, 1, 1)[0].values() == [1, 1, 1, 1000, "lay", "5S"]


def test_tables_do_not_mix(journal):
    journal.append("aa", [record(0), record(1)])
    journal.append("bb", [record(0, "KH")])
    assert (journal.last_g("aa"), journal.last_g("bb"), journal.last_g("cc")) == (1, 0, -1)
    assert journal.stored("bb", 0) == record(0, "KH")


def test_the_same_again_is_passed_over(journal):
    journal.append(UID, [record(0), record(1)])
    assert journal.append(UID, [record(1), record(2), record(2)]) == 2
    assert len(journal.records(UID)) == 3


def test_a_different_record_is_a_fork_and_nothing_of_the_batch_is_written(journal):
    journal.append(UID, [record(0), record(1)])
    with pytest.raises(JournalError) as caught:
        journal.append(UID, [record(2), record(1, "KH")])
    assert (caught.value.code, caught.value.exit) == ("JOURNAL_FORK", 6)
    assert journal.last_g(UID) == 1 and journal.stored(UID, 1) == record(1)


def test_a_record_out_of_turn_is_not_written(journal):
    with pytest.raises(JournalError, match=r"record 1 .* does not follow -1"):
        journal.append(UID, [record(1)])
    with pytest.raises(JournalError, match=r"record 5 .* does not follow 0"):
        journal.append(UID, [record(0), Gap(5, 6)])
    assert journal.last_g(UID) == -1


def test_a_gap_is_written_down_and_settles_its_positions(journal):
    assert journal.append(UID, [record(0), Gap(1, 4), record(5), Gap(3, 5)]) == 5
    assert journal.append(UID, [Gap(6, 9)]) == 9
    assert journal.gaps(UID) == [Gap(1, 4), Gap(6, 9)]
    assert journal.gaps(UID, 4, 5) == [Gap(1, 4)]
    assert journal.append(UID, [record(3)]) == 9  # late news of something given up: nothing to compare with
    assert [row.g for row in journal.records(UID)] == [0, 5]
    journal.check()


def test_games_know_their_records(journal):
    journal.append(UID, [record(0), record(1)])
    first = journal.create_game(UID, "democracy", ["Ada", "Ben"], {"stake": 5}, True, "cafe")
    journal.append(UID, [record(2), record(3)])
    going_on = journal.game(first)
    assert (going_on.first_g, going_on.last_g, going_on.finished, going_on.result) == (2, None, None, None)
    assert [row.g for row in journal.game_records(going_on)] == [2, 3]
    journal.finish_game(first, {"winners": [0]})
    journal.append(UID, [record(4)])
    second = journal.create_game(UID, "demos", ["Ada", "Ben", "Cleo"], {}, False, first_g=4)
    game = journal.game(first)
    assert game[:7] == (first, UID, "democracy", ["Ada", "Ben"], {"stake": 5}, "cafe", True)
    assert game.last_g == 3 and game.result == {"winners": [0]} and game.finished >= game.started
    assert [row.g for row in journal.game_records(game)] == [2, 3]
    assert [game.id for game in journal.games()] == [first, second]
    assert journal.games("other") == []
    assert isinstance(journal.games(UID)[1], Game) and journal.games(UID)[1].virtual is False
    with pytest.raises(JournalError, match="no match 99") as caught:
        journal.game(99)
    assert caught.value.exit == 3


def test_notes_stand_where_they_were_made(journal):
    game = journal.create_game(UID, "democracy", ["Ada", "Ben"], {}, True)
    notes = [(0, {"kind": "held", "seats": [0]}), (7, {"kind": "held", "seats": [0, 1]})]
    for after, note in notes:
        journal.add_note(game, after, note)
    assert journal.notes(game) == notes
    with pytest.raises(JournalError, match=r"(?i)foreign key"):
        journal.add_note(99, 0, notes[0][1])


def test_a_virtual_table_stays_one(journal):
    assert not journal.is_virtual(UID)
    journal.remember_table(UID, "0.1.0", 1, False)
    assert not journal.is_virtual(UID)
    journal.remember_table(UID, "0.1.0", 2, True)
    journal.remember_table(UID, "0.2.0", 3, False)
    assert journal.is_virtual(UID)


def test_console_text_is_kept_but_not_for_ever(journal, monkeypatch):
    monkeypatch.setattr(journals, "CONSOLE_LINES", 5)
    journal.add_console(UID, [f"line {i}" for i in range(4)])
    journal.add_console(UID, [f"line {i}" for i in range(4, 8)])
    assert [line for _, line in journal.console(UID)] == [f"line {i}" for i in range(3, 8)]
    assert [line for _, line in journal.console(UID, 2)] == ["line 6", "line 7"]
    assert journal.console("other") == []
    journal.add_console("noisy", ["a\0b"])
    assert [line for _, line in journal.console("noisy")] == ["a\N{REPLACEMENT CHARACTER}b"]


def test_small_values_last(place):
    with Journal(place) as journal:
        assert journal.get_meta("host") is None
        journal.set_meta("host", "a")
        journal.set_meta("host", "b")
    with Journal(place) as journal:
        assert journal.get_meta("host") == "b"


def test_where_the_journal_lies(monkeypatch, tmp_path):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "own"))
    assert folders.journal() == tmp_path / "own" / "journal.sqlite"
    with Journal() as journal:
        assert Path(journal.place).exists()
    monkeypatch.delenv("CARDTABLE_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert folders.journal() == tmp_path / "data" / "cardtable" / "journal.sqlite"
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    assert folders.journal() == Path.home() / ".local/share/cardtable/journal.sqlite"


def test_every_commit_waits_for_the_disk(in_file):
    assert in_file.database.connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert in_file.database.connection.execute("PRAGMA synchronous").fetchone() == (2,)


# --- trouble with the file ----------------------------------------------------------------------------


def test_a_full_disk_is_reported_and_loses_nothing(in_file):
    in_file.append(UID, [record(0)])
    pages = in_file.database.connection.execute("PRAGMA page_count").fetchone()[0]
    in_file.database.connection.execute(f"PRAGMA max_page_count = {pages}")
    g = 1
    with pytest.raises(JournalError, match="is full") as caught:
        for g in range(1, 1000):
            in_file.append(UID, [record(g, "x" * 150)])
    assert caught.value.code == "JOURNAL_FULL" and "make room" in caught.value.hint
    assert in_file.last_g(UID) == g - 1
    in_file.database.connection.execute("PRAGMA max_page_count = 100000")
    assert in_file.append(UID, [record(g)]) == g


def test_a_file_that_may_not_be_written_is_reported(in_file):
    in_file.database.connection.execute("PRAGMA query_only = ON")
    with pytest.raises(JournalError, match="cannot be written") as caught:
        in_file.append(UID, [record(0)])
    assert (caught.value.code, caught.value.exit) == ("JOURNAL_READ_ONLY", 4)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_is_reported(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(JournalError, match="cannot be"):
        Journal(tmp_path / "sub" / "journal.sqlite")


def test_a_path_that_is_no_folder_is_reported(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="cannot be opened"):
        Journal(tmp_path / "file" / "journal.sqlite")
    with pytest.raises(JournalError, match="cannot be opened"):
        Journal(tmp_path)


def test_a_foreign_file_is_reported_and_left_alone(tmp_path):
    path = tmp_path / "journal.sqlite"
    path.write_bytes(b"a shopping list\n" * 300)
    with pytest.raises(JournalError, match="damaged or no journal") as caught:
        Journal(path)
    assert (caught.value.code, caught.value.exit) == ("JOURNAL_DAMAGED", 6)
    assert path.read_bytes() == b"a shopping list\n" * 300


def test_a_damaged_page_is_found(tmp_path):
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal:
        journal.append(UID, [record(g, "x" * 100) for g in range(500)])
        journal.check()
    data = bytearray(path.read_bytes())
    for page in range(20, len(data) // 4096):
        data[4096 * page : 4096 * page + 200] = b"\x55" * 200
    path.write_bytes(data)
    with Journal(path) as journal:
        with pytest.raises(JournalError) as caught:
            journal.check()
        assert caught.value.code == "JOURNAL_DAMAGED"
        with pytest.raises(JournalError, match="damaged"):
            journal.records(UID)


def test_a_newer_journal_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "journal.sqlite"
    Journal(path).close()
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 7")
    db.close()
    with pytest.raises(JournalError, match=r"another version of cardtable .schema 7, known 2") as caught:
        Journal(path)
    assert caught.value.exit == 5


def test_a_journal_from_before_the_clubs_keeps_its_records_and_takes_clubs(tmp_path):
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal:
        journal.append(UID, [record(0)])
    db = sqlite3.connect(path)
    db.execute("DROP TABLE clubs")
    db.execute("PRAGMA user_version = 1")
    db.close()
    with Journal(path) as journal:
        assert journal.add_club_row("friday", 0, "{}") and journal.clubs() == ["friday"]
        assert journal.stored(UID, 0) == record(0)


def test_two_writers_wait_for_each_other_and_readers_never_do(tmp_path):
    path = tmp_path / "journal.sqlite"
    with Journal(path) as one, Journal(path) as two:
        one.append(UID, [record(0)])
        assert two.last_g(UID) == 0
        one.database.connection.execute("BEGIN IMMEDIATE")
        two.database.connection.execute("PRAGMA busy_timeout = 20")
        assert two.stored(UID, 0) == record(0)
        with pytest.raises(JournalError, match="another program") as caught:
            two.append(UID, [record(1)])
        assert caught.value.exit == 4
        one.database.connection.execute("ROLLBACK")
        assert two.append(UID, [record(1)]) == 1


# --- the process dies ---------------------------------------------------------------------------------

WRITER = """
import json, sys
from tablehost.journal.store import Journal
journal = Journal(sys.argv[1])
g = journal.last_g("aa") + 1
batch = int(sys.argv[2])
while True:
    rows = [[at, 1, at, 0, "lay", "5S"] for at in range(g, g + batch)]
    rows = [json.dumps(row, separators=(",", ":")).encode() for row in rows]
    last = journal.append("aa", rows)
    sys.stdout.write(f"{last}\\n")
    sys.stdout.flush()
    g = last + 1
"""


def test_a_writer_killed_at_any_moment_loses_and_doubles_nothing(place):
    rng = random.Random(4)
    acknowledged = -1
    kills, least = (20, 1) if isinstance(place, Path) else (3, 8)  # least: batches before each kill
    for _ in range(kills):
        batch = rng.choice([1, 1, 3, 8])
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(place), str(batch)], stdout=subprocess.PIPE
        )
        first = b"".join(writer.stdout.readline() for _ in range(least))  # it is at work
        time.sleep(rng.random() * 0.05)
        writer.send_signal(signal.SIGKILL)
        rest = writer.stdout.read()
        writer.stdout.close()
        writer.wait()
        lines = (first + rest).splitlines(keepends=True)
        acknowledged = int(next(line for line in reversed(lines) if line.endswith(b"\n")))
        with Journal(place) as journal:
            last = journal.last_g("aa")
            assert acknowledged <= last <= acknowledged + batch
    with Journal(place) as journal:
        journal.check()
        rows = journal.records("aa")
        assert [row.g for row in rows] == list(range(len(rows)))
        assert last < len(rows) <= acknowledged + batch + 1  # a server may end a batch after its writer
        assert all(row.body == record_of(row.g) for row in rows)
    assert last > 20


def record_of(g):
    return json.dumps([g, 1, g, 0, "lay", "5S"], separators=(",", ":")).encode()


def test_a_game_left_for_another_one_ends_where_that_begins(journal):
    first = journal.create_game("T", "democracy", ["A", "B"], {}, True, first_g=0)
    journal.append("T", [json.dumps([g, 1, g, 0, "answer"]).encode() for g in range(5)])
    second = journal.create_game("T", "democracy", ["A", "B"], {}, True, first_g=3)
    other = journal.create_game("U", "democracy", ["A", "B"], {}, True, first_g=0)
    assert journal.game(first).last_g == 2 and journal.game(first).finished is None
    assert [record.g for record in journal.game_records(journal.game(first))] == [0, 1, 2]
    assert journal.game(second).last_g is None and journal.game(other).last_g is None


def test_a_game_that_is_over_or_another_one_is_not_resumed():
    with Journal() as journal:
        over = journal.create_game(UID, "democracy", ["Ann", "Bob"], {}, False, None, 10)
        journal.finish_game(over, None, 19)
        parked = journal.create_game(UID, "democracy", ["Ann", "Bob"], {}, False, None, 20)
        under_way = journal.create_game(UID, "democracy", ["Ann", "Bob"], {}, False, None, 30)
        assert resume(journal, UID, 10, 40) is None and resume(journal, UID, 11, 40) is None
        assert [journal.game(one).last_g for one in (over, parked, under_way)] == [19, 29, None]
        resumed = resume(journal, UID, 20, 40)
        assert resumed is not None and resumed.id == parked
        assert [journal.game(one).last_g for one in (over, parked, under_way)] == [19, None, 39]
