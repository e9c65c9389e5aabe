"""A disk that cannot be written: what only reads works, what saves the matches above all; the rest says why.

A disk is mounted for it, as root alone may; other users take their right to write away instead.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from called_command import run
from tablehost.cli.parser import parser
from tablehost.journal.store import Journal
from tablehost.link import discovery, orders

PLAYED = Path(__file__).parents[2] / "docs" / "play"
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


class Disk:
    """A small disk with a home."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()
        if IS_ROOT:
            self._command("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", folder)
        self.home = folder / "home"

    def _command(self, *words):
        if subprocess.run(words, check=False, capture_output=True).returncode:
            pytest.skip("no disk can be mounted here")

    def end_writing(self, how):
        """Have it fill up, or be read alone from now on."""
        if how == "full":
            if not IS_ROOT:
                pytest.skip("root alone can mount a small disk")
            room = os.statvfs(self.folder)
            (self.folder / "ballast").write_bytes(bytes(room.f_bavail * room.f_frsize))
        elif IS_ROOT:
            self._command("mount", "-o", "remount,ro", self.folder)
        else:
            for path in (self.home, *self.home.rglob("*")):
                path.chmod(0o500 if path.is_dir() else 0o400)

    def close(self):
        """Take the disk away."""
        if IS_ROOT:
            subprocess.run(["umount", self.folder], check=True)
        else:
            for path in (self.home, *self.home.rglob("*")):
                path.chmod(0o700 if path.is_dir() else 0o600)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A home with two matches and a club."""
    home = tmp_path_factory.mktemp("played") / "home"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDTABLE_HOME", str(home))
        from tablehost.cli.command import main

        assert main(["import", *(str(PLAYED / f"{name}.jsonl") for name in ("democracy", "demos"))]) == 0
        words = ("--game", "democracy", "--players", "Ada,Ben,Cleo,Dan", "--tables", "1")
        assert main(["club", "new", "Tuesday", *words]) == 0
    return home


@pytest.fixture
def disk(played, tmp_path, monkeypatch, capsys, registry):
    """A disk with that home, which is written still."""
    made = Disk(tmp_path / "disk")
    shutil.copytree(played, made.home)
    made.home.chmod(0o700)
    monkeypatch.setenv("CARDTABLE_HOME", str(made.home))
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()
    yield made
    made.close()


KINDS = pytest.mark.parametrize("how", ["read-only", "full"])
READING = [
    [],
    ["matches"],
    ["matches", "--json"],
    ["matches", "--csv", "matches.csv"],
    ["log", "1"],
    ["log", "last", "--json"],
    ["verify", "1"],
    ["replay", "1", "--pace", "0"],
    ["export", "1"],
    ["export", "2", "--format", "bundle"],
    ["club", "standings", "Tuesday"],
    ["tables"],
]


@KINDS
def test_reading_commands_say_the_same_as_before(disk, capsys, how):
    before = [run(capsys, *words) for words in READING]
    assert {status for status, _, _ in before} == {0}
    disk.end_writing(how)
    assert [run(capsys, *words) for words in READING] == before


@KINDS
def test_all_of_it_can_be_saved_on_another_disk(disk, capsys, tmp_path, monkeypatch, how):
    disk.end_writing(how)
    listed = run(capsys, "matches")
    monkeypatch.setenv("TMPDIR", str(disk.folder))
    assert run(capsys, "data", "backup", "saved.zip")[0] == 0
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "new"))
    assert run(capsys, "data", "restore", "saved.zip")[0] == 0
    assert run(capsys, "matches") == listed


WRITING = [
    ["play", "democracy"],
    ["play", "--alone", "-t", "sim:"],
    ["play", "democracy", "--pty", "line"],
    ["import", str(PLAYED / "democrazy.jsonl")],
    ["import", "--remove", "1"],
    ["club", "next", "Tuesday"],
    ["journal", "forget", "Ada"],
    ["data", "backup", "{disk}/saved.zip"],
    ["export", "1", "--out", "{disk}/game.jsonl"],
    ["matches", "--csv", "{disk}/matches.csv"],
    ["club", "standings", "Tuesday", "--page", "{disk}/page.html"],
    ["own", "{game}"],
]


@KINDS
@pytest.mark.parametrize("words", WRITING, ids=lambda words: " ".join(words[:2]))
def test_writing_commands_say_why_not_and_propose_nothing_unknown(disk, capsys, words, how, tmp_path):
    game = tmp_path / "highcard"
    if "{game}" in words:
        assert run(capsys, "new-game", "highcard")[0] == 0
    words = [word.format(disk=disk.folder, game=game) for word in words]
    before = run(capsys, "matches", "--json")
    disk.end_writing(how)
    status, out, err = run(capsys, *words)
    assert status not in (0, 130) and out + err, words
    assert re.search("(cannot|could not) be written|is full", out + err), out + err
    known = {option for action in _parser_of(words)._actions for option in action.option_strings}
    assert set(re.findall(r"--[a-z-]+", err)) <= known
    assert run(capsys, "matches", "--json") == before


def _parser_of(words):
    """Return the parser of a verb, or of its part."""
    found = parser([words[0]])
    for word in words[:2]:
        parts = [action.choices for action in found._actions if isinstance(action.choices, dict)]
        found = parts[0].get(word, found) if parts else found
    return found


@pytest.mark.parametrize("is_index_there", [True, False])
def test_the_last_words_of_a_killed_program_are_read_too(disk, capsys, is_index_there):
    program = "\n".join([
        "import os",
        "from tablehost.journal.store import Journal",
        "journal = Journal()",
        "journal.add_note(1, 3, {'kind': 'held', 'seats': [0, 2]})",
        "os._exit(0)",
    ])  # fmt: skip
    subprocess.run([sys.executable, "-c", program], check=True)
    assert (disk.home / "journal.sqlite-wal").stat().st_size
    if not is_index_there:
        (disk.home / "journal.sqlite-shm").unlink()
    disk.end_writing("read-only")
    with Journal() as journal:
        assert journal.notes(1)[-1] == (3, {"kind": "held", "seats": [0, 2]})
    assert run(capsys, "data", "backup", "saved.zip")[0] == 0


def test_a_failed_backup_leaves_nothing_in_the_way_of_the_next(disk, capsys, tmp_path):
    whole = (disk.home / "journal.sqlite").read_bytes()
    (disk.home / "journal.sqlite").write_bytes(b"no database" * 1000)
    assert run(capsys, "data", "backup", "saved.zip")[0] != 0
    (disk.home / "journal.sqlite").write_bytes(whole)
    assert run(capsys, "data", "backup", "saved.zip")[0] == 0


@KINDS
def test_no_program_ends_by_a_fault_of_the_disk(disk, how):
    """The virtual table itself, and the locks of a table, open no journal."""
    from tablehost.errors import Trouble

    disk.end_writing(how)
    process = [sys.executable, "-m", "tablehost.virtual", str(disk.home / "virtual" / "pico_bench"), "{}"]
    told = subprocess.run(process, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    assert "cannot be written" in told.stderr and "Traceback" not in told.stderr
    if how == "read-only":
        for make in (
            lambda: discovery.virtual({"board": "pico_bench", "held": []}),
            lambda: orders.open_lock("x"),
        ):
            with pytest.raises(Trouble):
                make()
