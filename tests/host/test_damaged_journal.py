"""A journal in which a column is damaged: every verb that reads it says so in one line, and none breaks."""

import json
import shutil
import sqlite3

import pytest

import exported_games
from tablehost.cli.command import main
from tablehost.journal import gamefile
from tablehost.journal.store import FORKS, Gap, Journal

UID = exported_games.UID
# The columns that hold more than a number; in those of the other tables no verb looks for more.
COLUMNS = (
    *(
        f"games.{name}"
        for name in ("uid", "game", "players", "options", "seed", "started", "finished", "result")
    ),
    *(f"games.{name}" for name in ("virtual", "first_g", "last_g")),
    *(f"ev.{name}" for name in ("kind", "body", "boot", "n", "us")),
    *("notes.json", "notes.after_g", "meta.value", "gaps.first", "gaps.last"),
    "tables.firmware",
)
DAMAGES = {
    "no text": "CAST(x'ff80' AS TEXT)",
    "no JSON": "'{'",
    "inner": "'[7,{\"kind\":[]},null]'",
    "number": "7",
}
VERBS = (
    "", "--json", "matches", "matches --json", "log 1", "log 1 --json", "log 2", "replay 1 --pace 0",
    "verify 1", "export 1 --format jsonl", "export 1 --format bundle",
    "import game.jsonl", "tables", "rules", "data backup all.zip", "play --resume 1",
)  # fmt: skip
KNOWN = {0, 3, 4, 5, 6, 7}


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """The folder of a computer with a match that is over, one under way, a gap and a fork."""
    folder = tmp_path_factory.mktemp("kept")
    file = exported_games.finished("democracy", 4, 7)
    (folder / "game.jsonl").write_text(gamefile.to_lines(file))
    with Journal(folder / "home" / "journal.sqlite") as journal:
        journal.remember_table(UID, "1.0", 1, True)
        for count in (len(file.raws), 20):
            game = journal.create_game(UID, "democracy", file.told["players"], file.told["options"], True)
            first = journal.last_g(UID) + 1
            raws = [json.loads(raw) for raw in file.raws[:count]]
            if first:
                raws = [[first + one[0], 2, *one[2:]] for one in raws]
            journal.append(UID, [json.dumps(one, separators=(",", ":")).encode() for one in raws])
            for after, note in file.notes:
                journal.add_note(game, first + after, note)
            if first == 0:
                journal.finish_game(game, file.told["result"])
        journal.append("other", [Gap(0, 3)])
        journal.remember_fork("other", 3, b"[3]")
    return folder


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("column", COLUMNS)
def test_every_verb_names_damage_in_one_line(capsys, monkeypatch, tmp_path, kept, column, damage):
    shutil.copytree(kept, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    table, _, name = column.partition(".")
    rows = {"ev": "WHERE g IN (7, 62)", "meta": f"WHERE key LIKE '{FORKS}%'"}.get(table, "")
    with sqlite3.connect(tmp_path / "home" / "journal.sqlite") as db:
        db.execute(f"UPDATE {table} SET {name} = {DAMAGES[damage]} {rows}")
    db.close()
    for verb in VERBS:
        status = main(verb.split())
        out, err = capsys.readouterr()
        assert status in KNOWN, (verb, status, err)
        assert not status or err or "FAIL" in out or out.startswith("{"), (verb, status)
        assert len(err.splitlines()) < 5, (verb, err)
