"""Journals of years: what is asked of a match reads the match before it, and a list what it shows."""

import json
import sqlite3

import pytest

from tablehost.cli.command import main
from tablehost.journal import reports
from tablehost.journal.store import Journal

MATCH = ["play", "democracy", "--players", "2", "-o", "target=1", "--pace", "0", "--watch"]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The journal of a computer with three matches of one table."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDTABLE_HOME", str(home))
        patch.setenv("CARDTABLE", "sim:")
        for seed in "123":
            assert main([*MATCH, "--seed", seed]) == 0
    return home / "journal.sqlite"


@pytest.fixture
def journal(played, tmp_path, monkeypatch):
    """A copy of it, to be changed."""
    copy = tmp_path / "journal.sqlite"
    with sqlite3.connect(played) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    return copy


def change(path, match, kind, old, new):
    """Change the last record of a kind in a match, as a person with an editor would."""
    with sqlite3.connect(path) as database:
        first, last = database.execute("SELECT first_g, last_g FROM games WHERE id = ?", (match,)).fetchone()
        rows = database.execute("SELECT g, body FROM ev WHERE kind = ? ORDER BY g DESC", (kind,)).fetchall()
        g, body = next(row for row in rows if first <= row[0] <= last and old in row[1])
        database.execute("UPDATE ev SET body = ? WHERE g = ?", (body.replace(old, new, 1), g))


def verify(number, capsys):
    """Return the status, and what is said of the records before."""
    capsys.readouterr()
    status = main(["verify", str(number), "--json"])
    rows = json.loads(capsys.readouterr().out)["data"]["rows"]
    return status, [row["text"] for row in rows if row["part"] == "chain" and "follow" in row["text"]]


def test_a_match_follows_the_one_before_and_no_more_is_read(journal, capsys, monkeypatch):
    linked = []
    follow = reports._follow
    monkeypatch.setattr(reports, "_follow", lambda records: linked.append(len(records)) or follow(records))
    for number in (1, 2, 3):
        status, (said,) = verify(number, capsys)
        assert status == 0 and said.startswith("it follows")
    with Journal(journal) as open_journal:
        firsts = [open_journal.game(number).first_g for number in (1, 2, 3)]
    assert linked == [firsts[0], firsts[1] - firsts[0], firsts[2] - firsts[1]]


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ("answer", b",3,", b",4,"),
        ("head", b'"]', b'A"]'),
        ("game", b'"shown","', b'"shown","A'),
    ],
)
def test_a_change_of_a_match_shows_in_the_next_one(journal, capsys, kind, old, new):
    change(journal, 2, kind, old, new)
    status, (said,) = verify(3, capsys)
    assert status == 6 and "does not follow" in said
    assert verify(2, capsys)[0] == 6


def test_a_change_of_an_older_match_shows_in_that_and_in_the_next_one(journal, capsys):
    change(journal, 1, "answer", b",3,", b",4,")
    assert [verify(number, capsys)[0] for number in (1, 2, 3)] == [6, 6, 0]


def test_a_list_reads_the_rows_that_it_shows(journal, capsys, monkeypatch):
    """And the matches that have no end, however old they are."""
    with sqlite3.connect(journal) as database:
        columns = "uid, game, players, options, seed, virtual, started, finished, first_g, last_g, result"
        for _ in range(200):
            database.execute(f"INSERT INTO games({columns}) SELECT {columns} FROM games WHERE id = 3")
        database.execute("UPDATE games SET finished = NULL, last_g = NULL, result = NULL WHERE id = 2")
    read = []
    sort_out = Journal._sort_out

    def count(self, query, *values):
        sound, damaged = sort_out(self, query, *values)
        read.extend(sound if "FROM games" in query else ())
        return sound, damaged

    monkeypatch.setattr(Journal, "_sort_out", count)
    assert main(["matches"]) == 0
    said = capsys.readouterr().out
    assert len(read) < 150
    assert said.splitlines()[0].startswith("(182 ") and " unfinished " in said
    assert len([line for line in said.splitlines() if "cardtable log" in line]) == 20
    read.clear()
    assert main(["matches", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["data"]) == 203 and len(read) > 200
