"""The verb `matches`: which matches are listed, with their scores, for people and for a spreadsheet."""

import csv
import io
import json
import shutil
import time
from pathlib import Path

import pytest

from tablehost.cli.command import main
from tablehost.folders import journal as journal_path
from tablehost.journal.store import Journal

PLAYED = Path(__file__).parents[2] / "docs" / "play"
TABLES = {"democracy": "a44be8526095554c", "democrazy": "893b1fe44976eee4", "demos": "015b851c4ebb7866"}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A home with the three recorded matches, numbered 1 to 3, begun on three days."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDTABLE_HOME", str(home))
        assert main(["import", *(str(PLAYED / f"{name}.jsonl") for name in TABLES)]) == 0
        with Journal() as journal, journal.database.transaction() as db:
            for number in (1, 2, 3):
                day = f"2026-03-{number:02}T20:00:00.000+00:00"
                db.execute("UPDATE games SET started = ? WHERE id = ?", (day, number))
    return home


@pytest.fixture
def matches(played, tmp_path, monkeypatch, capsys):
    """Run the verb over a copy of these matches."""
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path))
    monkeypatch.setenv("CARDTABLE_CONFIG", str(tmp_path / "config.toml"))
    capsys.readouterr()

    def run(*words):
        status = main(["matches", *words])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return status, out, err

    return run


def listed(told):
    status, out, err = told
    assert (status, err) == (0, "")
    return [row["id"] for row in json.loads(out)["data"]]


def test_table_player_and_day_leave_out_the_other_matches(matches, tmp_path):
    assert listed(matches("--json")) == [1, 2, 3]
    for number, table in enumerate(TABLES.values(), 1):
        assert listed(matches("--json", "--table", f"id:{table.upper()}")) == [number]
    (tmp_path / "config.toml").write_text(f'[tables]\nBar = "id:{TABLES["demos"]}"\nHall = "socket://x:1"\n')
    assert listed(matches("--json", "--table", "name:bar")) == [3]
    assert listed(matches("--json", "--table", "sim:")) == [1, 2, 3]
    assert listed(matches("--json", "--player", "fay")) == [2]
    assert listed(matches("--json", "--player", "ÁDA", "--since", "2026-03-02")) == [2, 3]
    assert listed(matches("--json", "--since", "2026-03-04")) == []


def test_the_score_of_a_match_that_is_over_is_its_result(matches):
    assert "Ada 4, Ben 0, Cleo 2, Dan 5; Dan won" in matches()[1]
    first = json.loads(matches("--json")[1])["data"][0]
    assert (first["score"], first["winners"]) == ([4, 0, 2, 5], [3])


def test_csv_has_a_row_for_each_player_of_each_match(matches, tmp_path):
    rows = list(csv.DictReader(io.StringIO(matches("--csv")[1])))
    assert len(rows) == 4 + 6 + 4
    assert [row["player"] for row in rows if row["won"] == "True"] == ["Dan", "Ben", "Dan", "Ben"]
    assert [(row["seat"], row["score"]) for row in rows if row["id"] == "3"][2] == ("3", "180")
    assert {row["table"] for row in rows} == set(TABLES.values())
    assert matches("--csv", str(tmp_path / "all.csv"))[:2] == (0, "")
    assert list(csv.DictReader(io.StringIO((tmp_path / "all.csv").read_text()))) == rows


def test_days_are_those_of_the_time_zone_here(matches, monkeypatch):
    monkeypatch.setenv("TZ", "Asia/Tokyo")  # a match of 20:00 UTC begins at 5:00 on the next day
    time.tzset()
    try:
        assert listed(matches("--json", "--since", "2026-03-03")) == [2, 3]
        assert [line.split()[1] for line in matches()[1].splitlines()] == [
            "2026-03-02", "2026-03-03", "2026-03-04",
        ]  # fmt: skip
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize(
    ("words", "status", "about"),
    [
        (("--player", "Bne"), 3, "did you mean Ben?"),
        (("--since", "yesterday"), 2, "2026-01-31"),
        (("--since", "2026-02-30"), 2, "2026-01-31"),
        (("--table", "auto"), 2, "id:SERIAL"),
        (("--table", "id:"), 2, "id:SERIAL"),
        (("--table", "name:Hall"), 3, "Hall"),
        (("--csv", "/nowhere/x.csv"), 1, "/nowhere/x.csv"),
    ],
)
def test_an_unusable_filter_is_refused_with_its_cure(matches, words, status, about):
    ended, out, err = matches(*words)
    assert (ended, out) == (status, "") and about in err


def test_a_result_that_is_damaged_has_no_score(matches):
    with Journal() as journal, journal.database.transaction() as db:
        db.execute(
            "UPDATE games SET result = ? WHERE id = 1", ('{"kind":"result","totals":[1],"winners":[9]}',)
        )
    assert journal_path().exists()
    status, out, _ = matches("--csv", "--table", f"id:{TABLES['democracy']}")
    assert status == 6 or {row["score"] for row in csv.DictReader(io.StringIO(out))} == {""}


def test_a_forgotten_name_is_in_no_match_and_no_file_and_matches_verify_as_before(matches, tmp_path, capsys):
    with Journal() as journal:
        name, before = journal.games()[0].players[0], [journal.game_records(one) for one in journal.games()]
        journal.add_note(2, 0, {"kind": "held", "seats": [0, 1], "names": ["Zoe", name]})
        had = [game.id for game in journal.games() if name in game.players or game.id == 2]
    capsys.readouterr()
    assert main(["journal", "forget", name, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["data"]
    assert told == {"other": "forgotten A", "games": had}
    with Journal() as journal:
        assert [journal.game_records(one) for one in journal.games()] == before
        assert journal.games()[0].players[0] == "forgotten A"
        assert journal.notes(2)[-1][1]["names"] == ["Zoe", "forgotten A"]
        assert not any(name in game.players for game in journal.games())
    for number in (1, 2, 3):
        assert main(["verify", str(number)]) == 0
    left = [path for path in tmp_path.glob("journal.sqlite*") if f'"{name}"'.encode() in path.read_bytes()]
    assert left == [], "what was replaced is in free pages no more"
    capsys.readouterr()
    assert main(["journal", "forget", name]) == 3 and "Zoe" not in capsys.readouterr().out
