"""A home with recorded matches, and the verb `club` on both databases."""

import shutil
from pathlib import Path

import pytest

from called_command import run
from cardtable_club import seating
from club_verb import DEMOCRACY
from tablehost.journal import copies
from tablehost.journal.store import Journal

PLAYED = Path(__file__).parents[2] / "docs" / "play"


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A home with two recorded matches, the first one played by persons: Ada, Ben, Cleo, Dan."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDTABLE_HOME", str(home))
        from tablehost.cli.command import main

        assert main(["import", *(str(PLAYED / f"{name}.jsonl") for name in ("democracy", "demos"))]) == 0
        with Journal() as journal:
            journal.add_note(DEMOCRACY, 1, {"kind": "held", "seats": [0, 1, 2, 3]})
    return home


@pytest.fixture
def at_home(played, tmp_path, monkeypatch, capsys):
    """Run the verb in a copy of that home."""
    shutil.copytree(played, tmp_path / "home")
    monkeypatch.setenv("CARDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(seating, "STEPS", 2000)
    capsys.readouterr()
    return lambda *words: run(capsys, "club", *words)


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def on_both(at_home, request, monkeypatch):
    """Run the verb with that journal, in a file or as a player in a database."""
    if request.param == "PostgreSQL":
        urls = request.getfixturevalue("postgres").new_club()
        with Journal() as journal, Journal(urls.player) as copied:
            copies.copy(journal, copied)
        monkeypatch.setenv("CARDTABLE_DATABASE", urls.player)
        monkeypatch.setenv("OWNER", urls.owner)
    return at_home
