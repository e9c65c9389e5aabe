"""The mailbox of orders, its lock and the logs, where the home is not as it should be."""

import os
import sqlite3

import pytest

from tablehost.errors import Trouble
from tablehost.folders import journal as journal_path
from tablehost.journal.databases import BUSY_S, journal_error
from tablehost.journal.game_log import close_game
from tablehost.journal.store import Journal
from tablehost.link import orders


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    with Journal():
        pass
    return tmp_path


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo], ids=["folder", "pipe"])
def test_a_lock_that_is_no_file_is_named(home, make):
    make(home / "playing-ab.lock")
    for act in (orders.playing, orders.is_playing):
        with pytest.raises(Trouble) as trouble:
            act("ab")
        assert trouble.value.code == "NO_LOCK" and "playing-ab.lock" in trouble.value.message


def test_orders_wait_for_a_journal_as_long_as_the_journal_does(home):
    box = orders.Orders(journal_path())
    assert box._do("PRAGMA busy_timeout") == [(int(BUSY_S * 1000),)]
    box.close()


def test_a_write_that_fails_on_a_full_disk_is_called_so(tmp_path, monkeypatch):
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = "SQLITE_IOERR_WRITE"
    assert journal_error(tmp_path / "journal.sqlite", error).code == "JOURNAL"
    monkeypatch.setattr("shutil.disk_usage", lambda path: Full)
    assert journal_error(tmp_path / "journal.sqlite", error).code == "JOURNAL_FULL"


class Full:
    free = 0


def test_the_log_of_a_game_replaces_a_planted_link_and_not_the_file_behind_it(home, tmp_path):
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    (home / "games").mkdir()
    (home / "games" / "1.jsonl").symlink_to(mine)
    with Journal() as journal:
        number = journal.create_game("ab" * 8, "democracy", ["Ann", "Bob"], {}, True)
        path = close_game(journal, journal.game(number), [{"kind": "match"}])
    assert mine.read_text() == "mine" and not path.is_symlink() and '"match"' in path.read_text()
