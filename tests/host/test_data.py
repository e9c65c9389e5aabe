"""Backup and restore of all that a computer keeps: the same journal and files, and hostile files refused."""

import os
import random
import sqlite3
import zipfile
from pathlib import Path

import pytest

from cardtable.engine.match import resolve
from cardtable.games import registry as games
from tablehost.cli import data
from tablehost.errors import Trouble
from tablehost.journal.store import Journal


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A home with a match, a code, a lock and a link."""
    home = tmp_path / "home"
    monkeypatch.setenv("CARDTABLE_HOME", str(home))
    with Journal() as journal:
        journal.create_game(
            "ab" * 8, "democracy", ["Ann", "Bob"], resolve(games.load("democracy"), 2, {}), True
        )
    (home / "codes").mkdir()
    (home / "codes" / "1").write_text("secret\n")
    os.chmod(home / "codes" / "1", 0o600)
    (home / "playing.lock").touch()
    (home / "link").symlink_to("/etc/passwd")
    return tmp_path


def move(monkeypatch, home):
    monkeypatch.setenv("CARDTABLE_HOME", str(home))


def test_a_restored_home_is_the_same_without_locks_and_links(place, monkeypatch):
    file = place / "all.zip"
    assert data.back_up(file) == 2
    assert file.stat().st_mode & 0o077 == 0
    move(monkeypatch, place / "new" / "home")
    assert data.restore(file) == 2
    found = sorted(path.name for path in (place / "new" / "home").rglob("*") if path.is_file())
    assert found == ["1", "journal.sqlite"]
    assert (place / "new" / "home" / "codes" / "1").stat().st_mode & 0o777 == 0o600
    with Journal() as journal:
        assert [game.players for game in journal.games()] == [["Ann", "Bob"]]


def test_a_backup_is_whole_while_a_match_is_recorded(place, monkeypatch):
    writer = sqlite3.connect(place / "home" / "journal.sqlite")
    writer.execute("begin immediate")
    writer.execute("update games set players = '[]'")
    data.back_up(place / "all.zip")
    writer.rollback()
    writer.close()
    move(monkeypatch, place / "new")
    data.restore(place / "all.zip")
    with Journal() as journal:
        assert [game.players for game in journal.games()] == [["Ann", "Bob"]]


def test_nothing_is_overwritten(place):
    file = place / "all.zip"
    data.back_up(file)
    before = file.read_bytes()
    for act, code in ((data.back_up, "EXISTS"), (data.restore, "EXISTS")):
        with pytest.raises(Trouble) as trouble:
            act(file)
        assert trouble.value.code == code
    assert file.read_bytes() == before


HOSTILE = ["../out", "/out", "a/../../out", "C:out", "a\\..\\out", ""]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_leaves_the_folder(place, monkeypatch, name):
    file = place / "evil.zip"
    with zipfile.ZipFile(file, "w") as made:
        made.comment = data.MARK.encode()
        made.writestr("journal.sqlite", b"")
        info = zipfile.ZipInfo("x")
        info.filename = name
        made.writestr(info, b"out")
    move(monkeypatch, place / "new" / "home")
    with pytest.raises(Trouble) as trouble:
        data.restore(file)
    assert trouble.value.code == "NO_BACKUP"
    assert not (place / "new" / "home").exists() and not list(place.rglob("out"))


def test_a_damaged_backup_changes_nothing(place, monkeypatch):
    file = place / "all.zip"
    data.back_up(file)
    whole = file.read_bytes()
    move(monkeypatch, place / "new")
    lots = random.Random(1)
    refused = 0
    for _ in range(60):
        at = lots.randrange(len(whole))
        changed = whole[:at] + bytes([whole[at] ^ 1 << lots.randrange(8)]) + whole[at + 1 :]
        file.write_bytes(changed if lots.random() < 0.7 else whole[:at])
        try:
            data.restore(file)
        except Trouble as trouble:
            refused += trouble.code == "NO_BACKUP"
            assert not Path(place / "new").exists()
        else:  # a byte that means nothing to the files
            for path in sorted((place / "new").rglob("*"), reverse=True):
                path.unlink() if path.is_file() else path.rmdir()
            (place / "new").rmdir()
    assert refused > 30


def test_without_data_there_is_no_backup(tmp_path, monkeypatch):
    move(monkeypatch, tmp_path / "none")
    with pytest.raises(Trouble) as trouble:
        data.back_up(tmp_path / "all.zip")
    assert trouble.value.code == "NO_DATA" and not (tmp_path / "all.zip").exists()
